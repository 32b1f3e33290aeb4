"""The benchmark: fixed positions whose node count is the fingerprint of the rules.

A change that is not meant to change behaviour leaves the fingerprint as it is. Speeds are compared
with something in the same run, because absolute ones say more about the machine than the code.
"""

from collections.abc import Callable
from dataclasses import dataclass
from time import perf_counter

from lastknight.position import Position

RUNS = 3


@dataclass(frozen=True, slots=True)
class Task:
    """A position and the depth its leaves are counted at."""

    name: str
    position: Position
    depth: int


TASKS = (
    Task("7x7 empty board", Position(), 8),
    Task("7x7 opening", Position.from_moves("d4 f5"), 12),
    Task("7x7 corners blocked", Position.from_moves("c3 e5", blocked="a1 a7 g1 g7"), 12),
    Task("8x8 opening", Position.from_moves("d4 f5", width=8, height=8), 11),
    Task("11x9 opening", Position.from_moves("d4 f5", width=11, height=9), 10),
)

# The same opening, at a depth that a loop in Python can count as well.
_SLOW = Task("7x7 opening, in Python", Position.from_moves("d4 f5"), 5)


@dataclass(frozen=True, slots=True)
class Timing:
    """What counting one task's leaves gave and took, at its fastest."""

    task: Task
    leaves: int
    seconds: float

    @property
    def leaves_per_second(self) -> float:
        """The speed of the count."""
        return self.leaves / self.seconds


@dataclass(frozen=True, slots=True)
class Benchmark:
    """The timings of one run."""

    native: tuple[Timing, ...]
    python: Timing

    @property
    def fingerprint(self) -> int:
        """The leaves of all tasks together: the same for ever, unless the rules change."""
        return sum(timing.leaves for timing in self.native)

    @property
    def times_python(self) -> float:
        """How many times as fast as Position.play in a loop the native count is."""
        return self._speed("7x7 opening") / self.python.leaves_per_second

    @property
    def two_word_cost(self) -> float:
        """What a leaf on 11x9, two words, costs in leaves on 7x7, one word."""
        return self._speed("7x7 opening") / self._speed("11x9 opening")

    def _speed(self, name: str) -> float:
        return next(t.leaves_per_second for t in self.native if t.task.name == name)


def run_benchmark() -> Benchmark:
    """Count the leaves of every task, each several times, and keep the fastest."""
    native = tuple(_time(task, task.position.perft) for task in TASKS)
    return Benchmark(native, _time(_SLOW, lambda depth: _count_leaves(_SLOW.position, depth)))


def _time(task: Task, count: Callable[[int], int]) -> Timing:
    seconds = []
    for _ in range(RUNS):
        start = perf_counter()
        leaves = count(task.depth)
        seconds.append(perf_counter() - start)
    return Timing(task, leaves, min(seconds))


def _count_leaves(position: Position, depth: int) -> int:
    moves = position.legal_moves()
    if depth == 1:
        return len(moves)
    return sum(_count_leaves(position.play(move), depth - 1) for move in moves)
