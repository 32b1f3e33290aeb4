"""The runner for more than one machine: workers of a Dask scheduler play the games.

The process this runs in is the coordinator: it submits tasks, takes games, and alone writes to the
store.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine, Iterator, Sequence
from concurrent.futures import Future
from contextlib import suppress
from typing import Any, Self, TypeVar
from uuid import uuid4

from lastknight.matches.chunks import Chunk
from lastknight.matches.runners.cluster.connection import connect, disconnect, read_local
from lastknight.matches.runners.work import Work

T = TypeVar("T")


class Cluster:
    """A Dask scheduler and its workers, as a runner of matches and tournaments.

    The address is that of the scheduler, `tcp://host:8786`, the file it wrote with
    `--scheduler-file`, or `local:2` to start a scheduler and two workers here. Use it in a with
    statement. `tell` is called with a line of text when a worker is left out, stops
    responding or leaves.

    Raises ClusterError if Dask is not installed or no scheduler answers, ArgumentError for a bad
    address.
    """

    workers: int = 0
    """How many workers are playing now."""

    def __init__(
        self,
        address: str,
        *,
        allow_mixed_clocks: bool = False,
        tell: Callable[[str], None] | None = None,
    ) -> None:
        self.address = address
        self.allow_mixed_clocks = allow_mixed_clocks
        self.tell = tell or (lambda _: None)
        self.resource = f"lastknight-{uuid4().hex}"
        """The Dask resource that workers offer when they are ready to play for us."""
        self.client = connect(address)

    @property
    def dashboard(self) -> str | None:
        """The address of Dask's dashboard, if it has one; a scheduler started here has none."""
        if read_local(self.address) is not None:
            return None
        with suppress(Exception):  # a missing dashboard is no reason to end a run
            if "dashboard" in self.client.scheduler_info()["services"]:
                return str(self.client.dashboard_link)
        return None

    def __call__(
        self, works: Sequence[Work], /, *, move_seconds: float | None = None, kept_pairs: int = 0
    ) -> Iterator[Chunk]:
        """Play all the work and yield chunks as they finish, in any order.

        Closing the iterator cancels the rest. Raises ClusterError if no worker can play, if
        machines differ where players have time limits, and if the scheduler is gone.
        """
        works = [work for work in works if work.openings]
        if not works:
            return
        from lastknight.matches.runners.cluster.coordinator import (  # noqa: PLC0415  (needs Dask)
            Coordinator,
        )

        coordinator = Coordinator(self, works, move_seconds=move_seconds, kept_pairs=kept_pairs)
        try:
            yield from coordinator.chunks()
        finally:
            coordinator.close()

    def close(self) -> None:
        """Disconnect; local workers end."""
        disconnect(self.client)

    def spawn(self, coroutine: Coroutine[Any, Any, T]) -> Future[T]:
        """Run a coroutine in the event loop of the client, without waiting for it."""
        return asyncio.run_coroutine_threadsafe(coroutine, self.client.loop.asyncio_loop)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()
