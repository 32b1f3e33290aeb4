"""What an agent may take, and who counts it: limits of a move, of loading, and of the process.

The tight limits are counted in CPU time, which a loaded machine does not change; those on the wall
are guards against agents that do nothing at all.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import ceil

TOLERANCE = 0.005
"""Seconds of CPU beyond its limit that a move is forgiven, for the work of the process itself."""
NODE_TOLERANCE = 1 / 30
"""The same for nodes, as a part of the limit: 5 of the course's 150 milliseconds."""
LOAD_SECONDS = 10.0
"""Seconds of CPU in which an agent must be loaded."""
MOVES = 128
"""The most moves a game can have."""


@dataclass(frozen=True, slots=True)
class Allowance:
    """What a move may take: seconds of CPU, or nodes."""

    seconds: float | None = None
    nodes: int | None = None

    @property
    def cpu(self) -> float:
        """Seconds of CPU after which a move is lost; with nodes it is a generous guard."""
        if self.seconds is not None:
            return self.seconds + TOLERANCE
        assert self.nodes is not None
        return 5.0 + 0.002 * self.nodes

    @property
    def asleep(self) -> float:
        """Seconds in which it neither computed nor waited for a core, after which it is lost."""
        return 2.0 + 10.0 * (self.seconds or 0.0)

    @property
    def wall(self) -> float:
        """Seconds on the wall after which a move is lost, whatever it did."""
        return 60.0 + 20.0 * self.cpu

    @property
    def patience(self) -> float:
        """Seconds on the wall after which a move need not be waited for, loading included."""
        return LOADING.wall + self.wall + 60.0

    @property
    def lifetime(self) -> int:
        """Seconds of CPU that the kernel gives the process for a whole game, a backstop."""
        return ceil(LOADING.cpu + MOVES * self.cpu) + 10


LOADING = Allowance(seconds=LOAD_SECONDS)
"""What loading may take."""


@dataclass(frozen=True, slots=True)
class Bounds:
    """What the kernel lets the process of an agent have."""

    memory: int = 2**30
    """Bytes of address space."""
    file_size: int = 16 * 2**20
    """Bytes of one file it writes."""
    folder_size: int = 64 * 2**20
    """Bytes of all it writes."""
    files: int = 2000
    """Files and folders it may have."""
    open_files: int = 64
    threads: int = 64
    output: int = 2**20
    """Bytes it may print in a game."""
