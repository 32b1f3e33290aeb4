"""The clocks that agents see: milliseconds left, of CPU time or of a number of nodes.

They run in the agent's own process, so they are what it is told, not what it is judged by; only
nodes, which nobody else can count, are the word of that process.
"""

from collections.abc import Callable
from functools import wraps
from time import process_time_ns
from typing import Any

COURSE_MILLISECONDS = 150.0
"""What a limit in nodes looks like to an agent."""
_COUNTED = ("forecast_move", "apply_move", "copy")


class CpuClock:
    """Falls with the CPU time of this process, all threads together."""

    nodes = 0

    def __init__(self, seconds: float) -> None:
        self._limit = round(seconds * 1e9)
        self._start = 0

    def start(self, *, at: int | None = None) -> Callable[[], float]:
        """Begin a move, now or at a moment of the past; gives the time_left of that move."""
        end = (process_time_ns() if at is None else at) + self._limit
        now = process_time_ns

        def time_left() -> float:
            return (end - now()) / 1e6

        return time_left


class NodeClock:
    """Falls by one node for every board made and for every look at the clock."""

    def __init__(self, nodes: int, most: int, *, over: Callable[[int], None]) -> None:
        self._limit, self._most, self._over = nodes, most, over
        self._inside = False
        self.nodes = 0

    def count(self) -> None:
        """Count one; too many end the move at once."""
        self.nodes += 1
        if self.nodes > self._most:
            self._over(self.nodes)

    def start(self, *, at: int | None = None) -> Callable[[], float]:  # noqa: ARG002
        """Begin a move; gives the time_left of that move."""
        self.nodes = 0

        def time_left() -> float:
            self.count()
            return COURSE_MILLISECONDS * (1 - self.nodes / self._limit)

        return time_left

    def watch(self, board: type) -> None:
        """Count the boards that a class makes; what a method does within another is part of it."""
        for name in _COUNTED:
            setattr(board, name, self._counted(getattr(board, name)))

    def _counted(self, method: Callable[..., Any]) -> Callable[..., Any]:
        @wraps(method)
        def counted(*args: Any, **kwargs: Any) -> Any:
            if self._inside:
                return method(*args, **kwargs)
            self.count()
            self._inside = True
            try:
                return method(*args, **kwargs)
            finally:
                self._inside = False

        return counted
