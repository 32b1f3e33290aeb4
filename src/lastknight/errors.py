"""The exceptions; errors of the native core are raised as these too.

Each reports a mistake in the caller's input, in one line: what was expected and what came.

    LastknightError
    ├── AgentError      a course agent that cannot be read or imported, or creates no player
    ├── ArgumentError   an argument outside its range: player 3, a negative depth
    ├── BoardError      an impossible board: its size, or a blocked square that is not on it
    ├── ClusterError    a cluster that does not answer, or cannot play
    ├── Forfeit         a player that loses the game at once: the reason, and what happened
    ├── HeuristicError  a user's heuristic that raised an exception or gave no number
    ├── IllegalMove     a move that the rules do not allow
    ├── NotationError   text that is not a square, moves, a position, a game or a spec
    ├── SandboxError    a sandbox that cannot be set up on this machine
    └── StoreError      a file of games or labels that cannot be opened, read or written

ArgumentError, BoardError, IllegalMove and NotationError are also ValueErrors. What a heuristic
raised is the __cause__ of its HeuristicError.
"""

from lastknight import _core


class LastknightError(Exception):
    """The parent of every error that lastknight raises for a caller's mistake."""


class AgentError(LastknightError, RuntimeError):
    """A course agent that cannot be read or imported, or creates no player."""


class ArgumentError(LastknightError, ValueError):
    """An argument outside its range."""


class BoardError(LastknightError, ValueError):
    """An impossible board: its size, or a blocked square that is not on it."""


class ClusterError(LastknightError, RuntimeError):
    """A cluster that does not answer, or cannot play."""


class Forfeit(LastknightError):  # noqa: N818  (a fixed public name)
    """A player loses the game at once; its choose raises this instead of returning a choice.

    >>> str(Forfeit("timeout", "0.200 s of CPU for a move; the limit is 0.15 s"))
    'timeout: 0.200 s of CPU for a move; the limit is 0.15 s'
    """

    def __init__(self, reason: str, note: str) -> None:
        super().__init__(reason, note)
        self.reason = reason
        """timeout, illegal_move, crash or breach."""
        self.note = note
        """The details; the last line is a summary."""

    def __str__(self) -> str:
        return f"{self.reason}: {(self.note.splitlines() or [''])[-1]}"


class HeuristicError(LastknightError, RuntimeError):
    """A user's heuristic that raised an exception or gave no number."""


class IllegalMove(LastknightError, ValueError):  # noqa: N818  (a fixed public name)
    """A move that the rules do not allow."""


class NotationError(LastknightError, ValueError):
    """Text that is not a square, moves, a position, a game or a spec."""


class SandboxError(LastknightError, RuntimeError):
    """A sandbox that cannot be set up on this machine."""


class StoreError(LastknightError, OSError):
    """A file of games or labels that cannot be opened, read or written."""


_core.register_errors(
    argument=ArgumentError,
    board=BoardError,
    heuristic=HeuristicError,
    illegal_move=IllegalMove,
    notation=NotationError,
)
