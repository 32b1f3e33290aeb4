"""The clocks agents see: milliseconds left, of CPU time or of a number of nodes.

They run in the agent's own process, so they inform the agent but do not judge it. Nodes are the
exception: only the agent's process can count them.
"""

from collections.abc import Callable
from functools import wraps
from threading import get_ident
from time import process_time_ns, thread_time_ns
from typing import Any, NamedTuple

COURSE_MILLISECONDS = 150.0
"""What a limit in nodes looks like to an agent."""
_COUNTED = ("forecast_move", "apply_move", "copy")


class CpuTime(NamedTuple):
    """CPU time so far, in nanoseconds."""

    process: int
    """Of all threads. Where the kernel limits it, this clock only moves at every tick, 4 ms."""
    thread: int
    """Of the thread that plays, to the microsecond."""

    @classmethod
    def now(cls) -> "CpuTime":
        """As it is now, seen by the thread that plays."""
        return cls(process_time_ns(), thread_time_ns())


class CpuClock:
    """Counts down the CPU time of this process, all threads together."""

    nodes = 0

    def __init__(self, seconds: float) -> None:
        self._limit = round(seconds * 1e9)

    def start(self, at: CpuTime) -> Callable[[], float]:
        """Begin a move at this CPU time; returns the move's time_left.

        Whichever clock has moved further is right: that of the thread where it does all the work,
        that of the process where others work too.
        """
        process_end, thread_end = at.process + self._limit, at.thread + self._limit
        process_now, thread_now, player = process_time_ns, thread_time_ns, get_ident()

        def time_left() -> float:
            left = process_end - process_now()
            if get_ident() == player:
                left = min(left, thread_end - thread_now())
            return left / 1e6

        return time_left


class NodeClock:
    """Counts a node for every new board and every look at the clock."""

    def __init__(self, nodes: int, most: int, *, over: Callable[[int], None]) -> None:
        self._limit, self._most, self._over = nodes, most, over
        self._inside = False
        self.nodes = 0

    def count(self) -> None:
        """Count one node; one too many ends the move at once."""
        self.nodes += 1
        if self.nodes > self._most:
            self._over(self.nodes)

    def start(self, at: CpuTime) -> Callable[[], float]:  # noqa: ARG002
        """Begin a move; returns the move's time_left."""
        self.nodes = 0

        def time_left() -> float:
            self.count()
            return COURSE_MILLISECONDS * (1 - self.nodes / self._limit)

        return time_left

    def watch(self, board: type) -> None:
        """Count the boards a class makes; a method that another one calls is not counted again."""
        for name in _COUNTED:  # not with setattr: a board notices methods that agents replace
            type.__setattr__(board, name, self._counted(getattr(board, name)))

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
