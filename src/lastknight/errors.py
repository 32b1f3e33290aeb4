"""The exceptions, and how their messages show values; the native core raises these too.

Each reports a mistake in the caller's input, in one line: what was expected and what came.

    LastknightError
    ├── AgentError      a course agent that cannot be read or imported, or creates no player
    ├── ArgumentError   an argument outside its range: player 3, a negative depth
    │   └── CallError   a native function called with missing, extra or unknown arguments
    ├── BoardError      an impossible board: its size, or a blocked square that is not on it
    ├── ClusterError    a cluster that does not answer, or cannot play
    ├── Forfeit         a player that loses the game at once: the reason, and what happened
    ├── HeuristicError  a user's heuristic that raised an exception or gave no number
    ├── IllegalMove     a move that the rules do not allow
    ├── NotationError   text that is not a square, moves, a position, a game or a spec
    ├── SandboxError    a sandbox that cannot be set up on this machine
    └── StoreError      a file of games or labels that cannot be opened, read or written

ArgumentError, BoardError, IllegalMove and NotationError are also ValueErrors; a CallError is also a
TypeError, which Python itself raises for such a call. What a heuristic raised is the __cause__ of
its HeuristicError. A DamageWarning is no error: what is damaged in a file of games is left out, and
the rest is used.
"""

from lastknight import _core


class LastknightError(Exception):
    """The base of all errors that lastknight raises for a caller's mistake."""


class AgentError(LastknightError, RuntimeError):
    """A course agent that cannot be read or imported, or has no usable player."""


class ArgumentError(LastknightError, ValueError):
    """An argument outside its range."""


class BoardError(LastknightError, ValueError):
    """An impossible board: its size, or a blocked square that is not on it."""


class CallError(ArgumentError, TypeError):
    """A native function called with missing, extra or unknown arguments."""


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
    """A user's heuristic that raised an exception or did not return a number."""


class IllegalMove(LastknightError, ValueError):  # noqa: N818  (a fixed public name)
    """A move that the rules do not allow."""


class NotationError(LastknightError, ValueError):
    """Text that is not a square, moves, a position, a game or a spec."""


class SandboxError(LastknightError, RuntimeError):
    """A sandbox that cannot be set up on this machine."""


class StoreError(LastknightError, OSError):
    """A file of games or labels that cannot be opened, read or written."""


class DamageWarning(UserWarning):
    """Part of a file of games is damaged and was left out."""


# A default repr has the address of the object, which tells a user nothing.
_ADDRESS = " at 0x"


def show(value: object) -> str:
    """Any value as text for a message: on one line, and cut if it is long.

    >>> show("d4"), show([1, 2]), show(10**5000), show(object())
    ("'d4'", '[1, 2]', 'a value of type int', 'a value of type object')
    """
    if isinstance(value, str):
        return repr(cut(value))
    try:
        text = " ".join(repr(value).split())
    except Exception:  # in a class of the user's, or for a number with too many digits
        text = _ADDRESS
    return f"a value of type {type(value).__name__}" if _ADDRESS in text else cut(text)


def show_error(error: BaseException) -> str:
    """What a user's code raised, on one line: its class and its message, cut if it is long.

    >>> show_error(ValueError("no such square")), show_error(KeyError())
    ('ValueError: no such square', 'KeyError')
    """
    try:
        text = " ".join(str(error).split())
    except Exception:  # in a class of the user's
        text = ""
    return ": ".join(filter(None, (type(error).__name__, text[:300])))


def cut(text: str) -> str:
    """A text, cut if it is too long for a message."""
    return text if len(text) <= 60 else text[:57] + "..."


_core.register_errors(
    argument=ArgumentError,
    board=BoardError,
    call=CallError,
    heuristic=HeuristicError,
    illegal_move=IllegalMove,
    notation=NotationError,
    show=show,
)
