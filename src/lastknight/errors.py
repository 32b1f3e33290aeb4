"""The family of errors; what the native core throws arrives as one of them.

Every one is a mistake in what the caller gave, said in one line: what was expected and what came.

    LastknightError
    ├── ArgumentError   an argument outside its range: player 3, a negative depth
    ├── BoardError      a board that cannot be: its size, or a blocked square that is not on it
    ├── ClusterError    a cluster that does not answer, or cannot play
    ├── HeuristicError  a heuristic of the caller's that raised, or gave what is not a number
    ├── IllegalMove     a square the player to move may not go to now
    ├── NotationError   what cannot be read as a square, moves, a position, a game or a spec
    └── StoreError      a file of games that cannot be opened, read or written

All but ClusterError, HeuristicError and StoreError are also ValueErrors. What a heuristic raised
is the __cause__ of its HeuristicError.
"""

from lastknight import _core


class LastknightError(Exception):
    """The parent of every error that lastknight raises for a caller's mistake."""


class ArgumentError(LastknightError, ValueError):
    """An argument outside its range."""


class BoardError(LastknightError, ValueError):
    """A board that cannot be: its size, or a blocked square that is not on it."""


class ClusterError(LastknightError, RuntimeError):
    """A cluster that does not answer, or cannot play."""


class HeuristicError(LastknightError, RuntimeError):
    """A heuristic of the caller's that raised, or gave what is not a number."""


class IllegalMove(LastknightError, ValueError):  # noqa: N818  (a fixed public name)
    """A square the player to move may not go to now."""


class NotationError(LastknightError, ValueError):
    """What cannot be read as a square, moves, a position, a game or a spec."""


class StoreError(LastknightError, OSError):
    """A file of games that cannot be opened, read or written."""


_core.register_errors(
    argument=ArgumentError,
    board=BoardError,
    heuristic=HeuristicError,
    illegal_move=IllegalMove,
    notation=NotationError,
)
