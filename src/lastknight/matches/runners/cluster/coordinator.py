"""The coordinator: submits tasks to Dask, and takes the games as tasks complete.

Dask decides which worker plays what, moves tasks to idle workers, and plays them again when a
worker dies. We decide how many tasks are out at a time, which results count, and when a task takes
so long that another copy is submitted: Dask does not notice a worker that hangs.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from concurrent.futures import CancelledError, Future
from contextlib import suppress
from dataclasses import dataclass
from time import monotonic, sleep
from typing import TYPE_CHECKING, Any
from uuid import uuid4

from distributed import as_completed

from lastknight.errors import ClusterError
from lastknight.matches.chunks import Chunk
from lastknight.matches.runners.cluster import plugin
from lastknight.matches.runners.cluster.admission import Admission
from lastknight.matches.runners.cluster.assignment import (
    Assignment,
    Limits,
    from_bytes,
    to_bytes,
)
from lastknight.matches.runners.cluster.tasks import Task, TaskQueue
from lastknight.matches.runners.work import Work
from lastknight.players import name_of

if TYPE_CHECKING:
    from lastknight.matches.runners.cluster.cluster import Cluster

# How long to sleep when nothing has happened, and how many tasks to submit before looking again.
_PAUSE = 0.02
_BURST = 500
# How often overdue tasks are looked for.
_CHECK_SECONDS = 0.5
# How often Dask retries a task that failed, and how often we submit it before giving up.
_RETRIES = 2
_MOST_FAILURES = 3


@dataclass(eq=False)
class _Submission:
    """A task that was given to Dask."""

    task: Task
    future: Any
    since: float


class Coordinator:
    """Plays works on a cluster."""

    def __init__(
        self,
        cluster: Cluster,
        works: Sequence[Work],
        *,
        move_seconds: float | None,
        kept_pairs: int,
    ) -> None:
        self._cluster = cluster
        self._client = cluster.client
        self._tasks = TaskQueue(works)
        self._options = (move_seconds, kept_pairs)
        self._admission = Admission(cluster, works, move_seconds)
        self._submitted: dict[str, _Submission] = {}
        self._overdue: dict[str, _Submission] = {}
        """Submissions that were replaced by a copy; they may still return."""
        self._completed = as_completed(
            loop=self._client.loop, with_results=True, raise_errors=False
        )
        self._checked = monotonic()
        self._holders: Future[dict[str, Sequence[str]]] | None = None

    def chunks(self) -> Iterator[Chunk]:
        """The games, as they come."""
        while self._tasks.missing:
            self._admission.update()
            self._cluster.workers = len(self._admission.playing)
            self._resubmit_tasks()
            is_more = self._submit()
            batch = self._completed.next_batch(block=False)
            for future, result in batch:
                chunk = self._take(future, result)
                if chunk is not None:
                    yield chunk
            if not batch and not is_more:
                sleep(_PAUSE)

    def close(self) -> None:
        """Cancel all tasks that are still submitted."""
        self._completed.clear()
        for submission in (*self._submitted.values(), *self._overdue.values()):
            submission.future.release()
        self._admission.close()
        self._cluster.workers = 0

    def _submit(self) -> bool:
        """Keep all worker threads busy, one task ahead; returns whether there is more to submit.

        No more tasks are out at a time, so that memory stays bounded, a sequential test that stops
        has little to cancel, and tasks are as small as the rest of the run asks for.
        """
        if self._client.status != "running" or not self._admission.is_open:
            return False
        slots = sum(threads + 1 for threads in self._admission.playing)
        free = slots - len(self._submitted)
        for _ in range(min(free, _BURST)):
            task = self._tasks.take(slots)
            if task is None:
                return False
            self._give(task)
        return free > _BURST

    def _give(self, task: Task) -> None:
        limits = Limits(task.seconds, *self._options)
        assignment = Assignment.of(task.work, self._admission.digests, limits)
        future = self._client.submit(
            plugin.play,
            to_bytes(assignment),
            key=f"lastknight_play-{uuid4().hex}",
            resources={self._cluster.resource: 1},
            retries=_RETRIES,
            pure=False,
        )
        self._submitted[future.key] = _Submission(task, future, monotonic())
        self._completed.add(future)

    def _take(self, future: Any, result: Any) -> Chunk | None:
        """Take the result of a task; returns its games if they count."""
        submission = self._submitted.pop(future.key, None)
        is_replaced = submission is None
        submission = submission or self._overdue.pop(future.key, None)
        if submission is None:  # released meanwhile
            return None
        status, task = future.status, submission.task
        future.release()
        if status == "finished":
            return self._count(task, *result)
        if status == "error":
            self._note_failure(task, result[1])
        if not is_replaced:  # failed, or cancelled when the scheduler was lost
            self._tasks.put_back(task)
        return None

    def _count(self, task: Task, data: bytes, seconds: float) -> Chunk | None:
        chunk: Chunk = from_bytes(data)
        assert (chunk.pairing, chunk.first_pair) == (task.work.pairing, task.work.first_pair)
        if not self._tasks.finish(task, pairs=chunk.pairs, seconds=seconds):
            return None
        if task.copies:
            for place in (self._submitted, self._overdue):
                for key in [key for key, other in place.items() if other.task is task]:
                    place.pop(key).future.release()
        return chunk

    def _note_failure(self, task: Task, error: BaseException) -> None:
        """Leave out a worker on which a task failed, after all of Dask's retries.

        Raises ClusterError if the task has failed too often.
        """
        task.failures += 1
        if not isinstance(error, plugin.TaskError):  # for example, its workers died
            error = plugin.TaskError("", f"{type(error).__name__}: {error}")
        if task.failures >= _MOST_FAILURES:
            a, b = name_of(task.work.a), name_of(task.work.b)
            raise ClusterError(
                f"{a} against {b}, pair {task.work.first_pair}, failed repeatedly: {error.reason}"
            )
        if error.worker:
            self._admission.leave_out(error.worker, f"it failed: {error.reason}")

    def _resubmit_tasks(self) -> None:
        """Submit copies of tasks that are overdue, and everything again if no worker is left."""
        if self._submitted and self._admission.is_deserted:
            # Dask reconsiders tasks without a worker when one joins, not when one is admitted.
            for key in list(self._submitted):
                submission = self._submitted.pop(key)
                submission.future.release()
                self._tasks.put_back(submission.task)
        if self._holders is not None and self._holders.done():
            holders, self._holders = self._holders, None
            with suppress(Exception, CancelledError):  # the client is connecting again
                self._replace_overdue(holders.result())
        now = monotonic()
        if self._holders is None and now - self._checked >= _CHECK_SECONDS:
            self._checked = now
            if self._late(now):
                self._holders = self._cluster.spawn(self._processing())

    def _late(self, now: float) -> list[str]:
        return [
            key
            for key, submission in self._submitted.items()
            if now - submission.since > self._tasks.patience(submission.task)
        ]

    async def _processing(self) -> dict[str, Sequence[str]]:
        """The tasks that each worker has, as the scheduler sees it."""
        return dict(await self._client.processing())

    def _replace_overdue(self, processing: dict[str, Sequence[str]]) -> None:
        """Submit copies of overdue tasks, and check whether their workers still respond."""
        holders = {key: worker for worker, keys in processing.items() for key in keys}
        for key in self._late(monotonic()):
            submission = self._overdue[key] = self._submitted.pop(key)
            submission.task.copies += 1
            self._tasks.put_back(submission.task)
            if key in holders:
                self._admission.suspend(holders[key])
