"""Asking a player of either generation for its move.

New ones have get_move(game, time_left), old ones get_move(game, legal_moves, time_left). Parameters
are read without `inspect`, whose import takes too long for a process that plays one game.
"""

from collections.abc import Callable
from contextlib import AbstractContextManager, nullcontext
from typing import Any, NamedTuple

NEW, OLD = "new", "old"
"""The two generations."""

# More decorators than any agent uses: an object may claim to wrap itself.
_MOST_WRAPPERS = 50


class Parameters(NamedTuple):
    """The parameters of a function: names in order, the number required, and the rest."""

    names: tuple[str, ...]
    required: int
    takes_more: bool
    """Whether it has *args."""
    keywords: frozenset[str]
    """Names that can be passed as keywords."""
    takes_keywords: bool
    """Whether it has **kwargs."""


def parameters_of(function: Any) -> Parameters | None:
    """The parameters of a function, without self; None if they are unknown."""
    try:
        return _read_parameters(function)
    except Exception:  # attributes of strangers' objects can raise anything
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
    """The generation of a bound get_move: "old" if it takes the legal moves.

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
    """Ask a player of either generation for its move, and return whatever it returns.

    Exceptions propagate.
    """
    get_move = player.get_move
    with _own_modules(get_move):
        if generation_of(get_move) == OLD:
            return get_move(board, board.get_legal_moves(), time_left)
        return get_move(board, time_left)


def _own_modules(get_move: Any) -> AbstractContextManager[None]:
    """A context in which the modules of a loaded agent are known while it chooses."""
    code = getattr(get_move, "__func__", get_move)
    names = getattr(code, "__globals__", {}).get("__builtins__")
    found = names.get("__import__") if isinstance(names, dict) else None
    listing = getattr(getattr(found, "__self__", None), "when_asked", None)
    return nullcontext() if listing is None else listing()
