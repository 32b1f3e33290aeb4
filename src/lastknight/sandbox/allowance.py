"""What an agent may use: the limits of a move, of loading, and of its process.

The tight limits count CPU time, which a busy machine does not change. Those in wall-clock time only
catch agents that do nothing at all.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from math import ceil

COURSE_SECONDS = 0.15
"""The course's limit of a move."""
TOLERANCE = 0.005
"""Seconds of CPU a move may take beyond its limit: the overhead of the process itself."""
NODE_TOLERANCE = 1 / 30
"""The same for nodes, as a share of the limit: 5 of the course's 150 milliseconds."""
LOAD_SECONDS = 10.0
"""Seconds of CPU in which an agent must be loaded."""
_LENIENCE = 4
MOST_MOVES = 128
"""The most moves a game can have."""


@dataclass(frozen=True, slots=True)
class Allowance:
    """What a move may take: seconds of CPU, or nodes."""

    seconds: float | None = None
    nodes: int | None = None

    def __str__(self) -> str:
        if self.nodes is not None:
            return f"{self.nodes:,} nodes a move"
        return f"{1000 * (self.seconds or 0):g} ms a move"

    @property
    def most_nodes(self) -> int:
        """Nodes after which a move is lost."""
        nodes = self.nodes or 0
        return nodes + int(nodes * NODE_TOLERANCE)

    @property
    def cpu(self) -> float:
        """Seconds of CPU after which a move is lost; generous if nodes are the limit."""
        if self.seconds is not None:
            return self.seconds + TOLERANCE
        assert self.nodes is not None
        return 5.0 + 0.002 * self.nodes

    @property
    def idle(self) -> float:
        """Seconds of neither computing nor waiting for a core after which a move is lost."""
        return 2.0 + 10.0 * (self.seconds or 0.0)

    @property
    def wall(self) -> float:
        """The same where the kernel does not count how long a process waits for a core."""
        return 60.0 + 20.0 * self.cpu

    def lenient(self) -> Allowance:
        """Several times as much time, for moves that are only made again; nodes stay as they are.

        >>> Allowance(seconds=0.5).lenient()
        Allowance(seconds=2.0, nodes=None)
        """
        return self if self.seconds is None else replace(self, seconds=_LENIENCE * self.seconds)

    @property
    def patience(self) -> float:
        """Seconds of wall-clock time to wait for a move at most, loading included."""
        return LOADING.wall + self.wall + 60.0

    @property
    def lifetime(self) -> int:
        """Seconds of CPU the kernel grants the process for a whole game, as a backstop."""
        return ceil(LOADING.cpu + MOST_MOVES * self.cpu) + 10


LOADING = Allowance(seconds=LOAD_SECONDS)
"""What loading may take."""


@dataclass(frozen=True, slots=True)
class Bounds:
    """The resource limits of an agent's process."""

    memory: int = 2**30
    """Bytes of address space."""
    file_size: int = 16 * 2**20
    """Bytes in one file it writes."""
    folder_size: int = 64 * 2**20
    """Bytes in all files it writes."""
    files: int = 2000
    """Files and folders it may create."""
    open_files: int = 64
    threads: int = 64
    output: int = 2**20
    """Bytes it may print in a game."""
