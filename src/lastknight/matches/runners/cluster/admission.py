"""Admission: finds the workers of a scheduler, prepares each, and lets it play or leaves it out.

An admitted worker offers a resource that tasks require; see plugin.py. Dask does the rest. Where
players have time limits, workers play only if their machines are alike.
"""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from concurrent.futures import CancelledError, Future
from contextlib import suppress
from dataclasses import dataclass
from math import inf
from time import monotonic
from typing import TYPE_CHECKING, Any, Literal

from lastknight.errors import ClusterError
from lastknight.matches.runners.cluster import plugin
from lastknight.matches.runners.cluster.parcels import pack_players
from lastknight.matches.runners.work import Work
from lastknight.players import complete, name_of

if TYPE_CHECKING:
    from lastknight.matches.runners.cluster.cluster import Cluster

LOST_SECONDS = 60.0
"""How long the scheduler may take to answer."""
_LOOK_SECONDS = 1.0
# How many requests about workers are sent at a time; each takes a connection.
_MOST_REQUESTS = 100


@dataclass(eq=False)
class _Worker:
    """A worker of the scheduler."""

    threads: int
    answer: Future[Any] | None = None
    """The answer to its preparation, until it is noted."""
    state: Literal["new", "playing", "silent", "left out"] = "new"
    reason: str = ""


class Admission:
    """The workers of one run."""

    def __init__(self, cluster: Cluster, works: Sequence[Work], move_seconds: float | None) -> None:
        self._cluster = cluster
        self._client = cluster.client
        parcels, self.digests = pack_players(works)
        """The digest of each player's parcel, by the player's id."""
        self._arguments = (plugin.describe_process(), parcels, cluster.resource)
        self._time_limit = None if cluster.allow_mixed_clocks else _time_limit(works, move_seconds)
        self._machine = ""
        """The machine that all workers must have if there is a time limit."""
        self.is_open = False
        """Whether play has begun: with a time limit, not before all machines are known."""
        self._turns = asyncio.Semaphore(_MOST_REQUESTS)
        self._workers: dict[str, _Worker] = {}
        self._look: Future[dict[str, int]] | None = None
        self._looked_at = -inf
        self._has_warned = False

    @property
    def playing(self) -> list[int]:
        """The number of threads of each worker that plays."""
        return [one.threads for one in self._workers.values() if one.state == "playing"]

    @property
    def is_deserted(self) -> bool:
        """Whether no worker has been admitted, or those that were are gone or left out."""
        return all(one.state in ("new", "left out") for one in self._workers.values())

    def update(self) -> None:
        """Note what the scheduler and the workers have answered, and ask again; never waits.

        Raises ClusterError if the scheduler is gone or no worker can play.
        """
        if self._look is not None and self._look.done():
            look, self._look = self._look, None
            if not look.cancelled() and look.exception() is None:  # else the client is reconnecting
                self._note_workers(look.result())
        waited = monotonic() - self._looked_at
        if self._client.status in ("closed", "closing") or (self._look and waited > LOST_SECONDS):
            raise ClusterError(
                f"lost the scheduler at {self._cluster.address}; finished games are kept if there "
                "is a store, and the same command resumes"
            )
        if self._look is None and waited >= _LOOK_SECONDS:
            self._looked_at = monotonic()
            self._look = self._cluster.spawn(self._find_workers())
        for name, worker in list(self._workers.items()):
            if worker.answer is not None and worker.answer.done():
                answer, worker.answer = worker.answer, None
                self._note_answer(name, worker, answer)
        is_waiting = any(one.state == "new" for one in self._workers.values())
        self.is_open |= bool(self.playing) and not (self._time_limit and is_waiting)

    def suspend(self, name: str) -> None:
        """Give a worker no more tasks until it answers."""
        worker = self._workers.get(name)
        if worker is not None and worker.state == "playing":
            worker.state = "silent"
            worker.answer = self._cluster.spawn(self._prepare_again(name))
            self._cluster.tell(
                f"worker {name} stopped responding; other workers take over its tasks"
            )

    def leave_out(self, name: str, reason: str) -> None:
        """Give a worker no more tasks in this run.

        Raises ClusterError if it was the last that could play.
        """
        worker = self._workers.get(name)
        if worker is None or worker.state == "left out":
            return
        worker.state, worker.reason = "left out", reason
        self._cluster.spawn(self._withdraw(name))
        self._cluster.tell(f"worker {name} is left out: {reason}")
        self._check_any_worker_usable()

    def close(self) -> None:
        """Stop waiting for answers."""
        for worker in self._workers.values():
            if worker.answer is not None:
                worker.answer.cancel()

    async def _find_workers(self) -> dict[str, int]:
        """The number of threads of each worker that the scheduler has.

        A worker that is new to this run may still offer the resource from an earlier one.
        """
        threads = dict(await self._client.nthreads())
        new = threads.keys() - self._workers.keys()
        await asyncio.gather(*(self._withdraw(name) for name in new))
        return threads

    async def _withdraw(self, name: str) -> None:
        async with self._turns:
            with suppress(Exception):  # the worker is gone, and its offer with it
                await self._client.scheduler.set_resources(
                    worker=name, resources={self._cluster.resource: 0}
                )

    async def _prepare_again(self, name: str) -> Any:
        await self._withdraw(name)
        return await self._prepare(name)

    async def _prepare(self, name: str) -> Any:
        async with self._turns:
            answers = await self._client.run(
                plugin.prepare, *self._arguments, workers=[name], on_error="return"
            )
        return answers[name]

    def _note_workers(self, threads: dict[str, int]) -> None:
        for name in self._workers.keys() - threads.keys():
            if self._workers.pop(name).state in ("playing", "silent"):
                self._cluster.tell(f"worker {name} has left; other workers take over its tasks")
        if not threads and not self._has_warned:
            self._has_warned = True
            self._cluster.tell("the cluster has no workers; waiting for some")
        for name in threads.keys() - self._workers.keys():
            answer = self._cluster.spawn(self._prepare(name))
            self._workers[name] = _Worker(threads[name], answer)
        self._check_any_worker_usable()

    def _note_answer(self, name: str, worker: _Worker, future: Future[Any]) -> None:
        try:
            answer = future.result()
        except (Exception, CancelledError):
            answer = OSError()
        if isinstance(answer, OSError):  # a connection broke: start again, if the worker is there
            del self._workers[name]
            return
        if isinstance(answer, Exception):
            refusal = f"{answer}; is the same version of lastknight installed there?"
            machine = ""
        else:
            refusal, machine = answer
        refusal = refusal or self._check_machine(name, machine)
        if refusal:
            self.leave_out(name, refusal)
        elif worker.state != "left out":
            worker.state = "playing"

    def _check_machine(self, name: str, machine: str) -> str:
        """Why a worker's machine may not play, or nothing.

        Raises ClusterError if the workers that are present at the beginning differ.
        """
        self._machine = self._machine or machine
        if self._time_limit is None or machine == self._machine:
            return ""
        why = (
            f"{self._time_limit}, and its machine is {machine}, not {self._machine} like the others"
        )
        if self.is_open:
            return why
        raise ClusterError(
            f"worker {name}: {why}: a time limit makes players stronger on faster machines; "
            "limit nodes or depth instead, or allow it with --allow-mixed-clocks"
        )

    def _check_any_worker_usable(self) -> None:
        """Raise ClusterError if there are workers, and all of them are left out."""
        if self._workers and all(one.state == "left out" for one in self._workers.values()):
            name, worker = next(iter(self._workers.items()))
            count = len(self._workers) - 1
            others = f" ({count} more left out)" if count else ""
            raise ClusterError(f"no worker can play: {name}: {worker.reason}{others}")


def _time_limit(works: Sequence[Work], move_seconds: float | None) -> str | None:
    """What has a time limit, as the beginning of a sentence; None if nothing has."""
    for work in works:
        for player in (work.a, work.b):
            if complete(player).limit.seconds is not None:
                return f"{name_of(player)} has a time limit"
    is_limited = move_seconds is not None and not all(work.is_native for work in works)
    return "moves of Python players have a time limit" if is_limited else None
