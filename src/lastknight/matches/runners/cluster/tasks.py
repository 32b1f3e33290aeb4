"""Tasks: which pairs go into the next one, and which results count.

A task is some pairs of one work. Its first result counts and any later one is dropped, so every
pair counts once, however often it is played. This module uses neither Dask nor a clock.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Sequence
from dataclasses import dataclass

from lastknight.matches.runners.work import Work

LEAST_SECONDS, WANTED_SECONDS, MOST_SECONDS = 0.5, 1.25, 2.0
"""How long a task should take. After MOST_SECONDS a worker returns the pairs it has finished."""
SHORT_SLOTS = 300
"""With more tasks submitted at a time, each is longer, so that the scheduler keeps up."""
FIRST_SIZE = 64
"""Pairs in a task while the duration of a pair is unknown."""
LARGEST_SIZE = 2**15
PATIENCE = 10.0
"""Seconds to wait for a task before another copy is submitted, at least."""
_PATIENCE_FACTOR = 6.0
# How fast the estimate of a pair's duration follows workers that are slower than the fastest.
_SLOWING = 1.1


@dataclass(eq=False)
class Task:
    """Some pairs of a work."""

    work: Work
    """Of these pairs only."""
    index: int
    """Which of the works they are from."""
    seconds: float
    """After this, the worker returns the pairs it has finished."""
    failures: int = 0
    copies: int = 0
    """How often it was submitted again because it took too long."""
    is_done: bool = False


class TaskQueue:
    """Cuts works into tasks, and knows which pairs are still missing."""

    def __init__(self, works: Sequence[Work]) -> None:
        self._works = works
        self._ranges = deque((index, 0, len(work.openings)) for index, work in enumerate(works))
        self._again: deque[Task] = deque()
        self._pair_seconds: dict[int, float] = {}
        self._longest: dict[int, float] = {}
        self.missing = sum(len(work.openings) for work in works)
        """Pairs without a result."""

    def take(self, slots: int) -> Task | None:
        """The next task, with `slots` tasks submitted at a time; None if there is none now."""
        while self._again:
            task = self._again.popleft()
            if not task.is_done:
                return task
        while self._ranges:
            index, start, stop = self._ranges.popleft()
            if start < stop:
                stretch = max(1.0, slots / SHORT_SLOTS)
                size = min(self._size(index, slots, stretch), stop - start)
                self._ranges.appendleft((index, start + size, stop))
                work = self._works[index].piece(start, size)
                return Task(work, index, stretch * MOST_SECONDS)
        return None

    def put_back(self, task: Task) -> None:
        """Put a task back, to be played again."""
        self._again.append(task)

    def finish(self, task: Task, *, pairs: int, seconds: float) -> bool:
        """Note a result for the first pairs of a task; returns whether it counts."""
        pace = max(seconds, 1e-6) / pairs
        known = self._pair_seconds.get(task.index, pace)
        self._pair_seconds[task.index] = min(pace, _SLOWING * known)
        self._longest[task.index] = max(seconds, self._longest.get(task.index, 0.0))
        if task.is_done:
            return False
        task.is_done = True
        self.missing -= pairs
        start = task.work.first_pair - self._works[task.index].first_pair
        self._ranges.appendleft((task.index, start + pairs, start + len(task.work.openings)))
        return True

    def patience(self, task: Task) -> float:
        """How many seconds to wait for a task before submitting another copy.

        It doubles with each copy: players may be slower than anything seen so far.
        """
        usual = _PATIENCE_FACTOR * self._longest.get(task.index, 0.0)
        return float(max(PATIENCE, usual) * 2**task.copies)

    def _size(self, index: int, slots: int, stretch: float) -> int:
        """Pairs for about a second of the fastest worker; fewer near the end, so all stop together.

        A slower worker returns part of them when its time is up.
        """
        share = max(1, self.missing // (2 * slots))
        pace = self._pair_seconds.get(index)
        if pace is None:
            return min(share, FIRST_SIZE)
        least, wanted = (
            max(1, int(stretch * seconds / pace)) for seconds in (LEAST_SECONDS, WANTED_SECONDS)
        )
        return min(max(min(wanted, share), least), LARGEST_SIZE)
