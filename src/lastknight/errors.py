"""The family of errors; what the native core throws arrives as one of them.

Every one is a mistake in what the caller gave, said in one line: what was expected and what came.

    LastknightError
    ├── AgentError      a course agent that cannot be read or imported, or a player it cannot make
    ├── ArgumentError   an argument outside its range: player 3, a negative depth
    ├── BoardError      a board that cannot be: its size, or a blocked square that is not on it
    ├── ClusterError    a cluster that does not answer, or cannot play
    ├── Forfeit         a player of the caller's that lost the game at once: why, and what happened
    ├── HeuristicError  a heuristic of the caller's that raised, or gave what is not a number
    ├── IllegalMove     a square the player to move may not go to now
    ├── NotationError   what cannot be read as a square, moves, a position, a game or a spec
    ├── SandboxError    walls around strangers' code that cannot be put up on this machine
    └── StoreError      a file of games that cannot be opened, read or written

ArgumentError, BoardError, IllegalMove and NotationError are also ValueErrors. What a heuristic
raised is the __cause__ of its HeuristicError.
"""

from lastknight import _core


class LastknightError(Exception):
    """The parent of every error that lastknight raises for a caller's mistake."""


class AgentError(LastknightError, RuntimeError):
    """A course agent that cannot be read or imported, or a player that it cannot make."""


class ArgumentError(LastknightError, ValueError):
    """An argument outside its range."""


class BoardError(LastknightError, ValueError):
    """A board that cannot be: its size, or a blocked square that is not on it."""


class ClusterError(LastknightError, RuntimeError):
    """A cluster that does not answer, or cannot play."""


class Forfeit(LastknightError):  # noqa: N818  (a fixed public name)
    """A player loses the game at once; its choose raises this in place of a choice.

    >>> str(Forfeit("timeout", "0.200 s of CPU for a move; the limit is 0.15 s"))
    'timeout: 0.200 s of CPU for a move; the limit is 0.15 s'
    """

    def __init__(self, reason: str, note: str) -> None:
        super().__init__(reason, note)
        self.reason = reason
        """timeout, illegal_move, crash or breach."""
        self.note = note
        """What there is to say about it, with the gist in its last line."""

    def __str__(self) -> str:
        return f"{self.reason}: {(self.note.splitlines() or [''])[-1]}"


class HeuristicError(LastknightError, RuntimeError):
    """A heuristic of the caller's that raised, or gave what is not a number."""


class IllegalMove(LastknightError, ValueError):  # noqa: N818  (a fixed public name)
    """A square the player to move may not go to now."""


class NotationError(LastknightError, ValueError):
    """What cannot be read as a square, moves, a position, a game or a spec."""


class SandboxError(LastknightError, RuntimeError):
    """Walls around strangers' code that cannot be put up on this machine."""


class StoreError(LastknightError, OSError):
    """A file of games that cannot be opened, read or written."""


_core.register_errors(
    argument=ArgumentError,
    board=BoardError,
    heuristic=HeuristicError,
    illegal_move=IllegalMove,
    notation=NotationError,
)
