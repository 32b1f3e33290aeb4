"""The runner for more than one machine: works are played by the workers of a Dask scheduler.

The coordinator is the process that this runs in: it deals pieces, takes games, and is the only one
that writes the store. What a worker does is in worker.py, who plays what in
dealing.py; how players travel in parcels.py.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from types import TracebackType
from typing import Self

from lastknight.matches.chunks import Chunk
from lastknight.matches.runners.cluster.address import Connection
from lastknight.matches.runners.work import Work


class Cluster:
    """A running Dask scheduler and its workers, as a runner of matches and tournaments.

    The address is that of the scheduler, `tcp://host:8786`, the file it wrote with
    `--scheduler-file`, or `local:2` for a scheduler and two worker processes of its own. Use it in
    a with statement. `tell` is called with a line when a worker is left out, or goes.

    Raises ClusterError where Dask is not installed or nobody answers, ArgumentError for what is no
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
        self.connection = Connection(address)

    @property
    def dashboard(self) -> str | None:
        """The address of Dask's own page about the cluster."""
        return self.connection.dashboard

    def __call__(
        self, works: Sequence[Work], /, *, move_seconds: float | None = None, kept_pairs: int = 0
    ) -> Iterator[Chunk]:
        """Play all the work and yield chunks as they are finished, in any order.

        Closing the iterator cancels what is not needed any more. Raises ClusterError where no
        worker can play, where clocks would be of unlike machines, and where the scheduler is gone.
        """
        works = [work for work in works if work.openings]
        if not works:
            return
        from lastknight.matches.runners.cluster.run import Run  # noqa: PLC0415  (needs Dask)

        run = Run(self, works, move_seconds=move_seconds, kept_pairs=kept_pairs)
        try:
            yield from run.chunks()
        finally:
            run.close()

    def close(self) -> None:
        """Leave the cluster; local workers end."""
        self.connection.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()
