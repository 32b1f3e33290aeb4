"""How a player of either generation is asked for its move.

The new one has get_move(game, time_left), the old one get_move(game, legal_moves, time_left). What
a function takes is read without `inspect`, which a process started for one game has no time for.
"""

from collections.abc import Callable
from typing import Any, NamedTuple

NEW, OLD = "new", "old"
"""The two generations."""

# More decorators than anybody uses; an object may claim to wrap itself.
_MOST_WRAPPERS = 50


class Parameters(NamedTuple):
    """What a function takes: names in order, how many of them it must be given, and what else."""

    names: tuple[str, ...]
    required: int
    takes_more: bool
    """Whether it has *args."""
    keywords: frozenset[str]
    """Names that can be given as keywords."""
    takes_keywords: bool
    """Whether it has **kwargs."""


def parameters_of(function: Any) -> Parameters | None:
    """What a function takes, without self; None for what does not tell."""
    try:
        return _read_parameters(function)
    except Exception:  # a stranger's object may answer a question with anything
        return None


def _read_parameters(function: Any) -> Parameters | None:
    skipped = 0
    for _ in range(_MOST_WRAPPERS):
        if hasattr(function, "__func__"):  # a bound method
            function, skipped = function.__func__, skipped + 1
        elif hasattr(function, "__wrapped__"):
            function = function.__wrapped__
        elif not hasattr(function, "__code__"):
            called = getattr(type(function), "__call__", None)  # noqa: B004
            if not hasattr(called, "__code__"):
                return None
            function, skipped = called, skipped + 1
        else:
            break
    code = function.__code__
    names = code.co_varnames[: code.co_argcount]
    required = len(names) - len(function.__defaults__ or ())
    only = code.co_varnames[code.co_argcount : code.co_argcount + code.co_kwonlyargcount]
    return Parameters(
        names[skipped:],
        max(0, required - skipped),
        bool(code.co_flags & 0x04),
        frozenset((*names[code.co_posonlyargcount :][max(0, skipped) :], *only)),
        bool(code.co_flags & 0x08),
    )


def generation_of(get_move: Callable[..., Any]) -> str:
    """The generation of a bound get_move: "old" where it wants the legal moves as well.

    >>> from lastknight.aind import sample_players
    >>> generation_of(sample_players.RandomPlayer().get_move)
    'new'
    """
    found = parameters_of(get_move)
    if found is None or found.takes_more:
        return NEW
    if found.required >= 3 or (len(found.names) >= 3 and "moves" in found.names[1]):
        return OLD
    return NEW


def ask(player: Any, board: Any, *, time_left: Callable[[], float]) -> Any:
    """Ask a player of either generation for its move; whatever it gives is given back.

    What the player raises goes on as it is.
    """
    get_move = player.get_move
    if generation_of(get_move) == OLD:
        return get_move(board, board.get_legal_moves(), time_left)
    return get_move(board, time_left)
