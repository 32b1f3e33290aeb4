"""Which names of a user's file are heuristics, and which functions are skipped.

A list in the file decides; without one, heuristic objects count, and functions whose parameters say
that they rate a position for a player. Course agents have a rule of their own, in files.py.
"""

from collections.abc import Callable, Iterator
from types import ModuleType
from typing import Any

from lastknight.aind.turns import Parameters, parameters_of
from lastknight.errors import NotationError, show
from lastknight.heuristics.heuristic import Heuristic
from lastknight.spec import did_you_mean

RULE = (
    "heuristics take (position, player), come from @lk.compiled or @lk.heuristic, or are listed "
    "in HEURISTICS; names that begin with _ are ignored"
)
"""The rule in a line."""

_LIST = "HEURISTICS"
_POSITIONS = ("position", "pos", "board", "state", "game")
_PLAYERS = ("player", "me", "own", "side")
# Of a function (Position, int) -> float, whatever its parameters are called.
_ANNOTATIONS = ("Position", "int", "float")


def heuristic_names(module: ModuleType, path: str) -> list[str]:
    """The names of a file's heuristics: those it lists, or all that look like one.

    Raises NotationError for a list of something else.
    """
    names = vars(module)
    if _LIST in names:
        return _listed(names[_LIST], module, path)
    public = names.get("__all__")
    if isinstance(public, list | tuple):
        return [
            name
            for name in public
            if isinstance(name, str)
            and (_is_heuristic(names.get(name)) or takes_two(names.get(name)))
        ]
    return [
        name
        for name, value in _public(module)
        if _is_heuristic(value) or (_is_own(value, module) and _rates_positions(value))
    ]


def passed_over(module: ModuleType) -> list[str]:
    """Public functions of a file that could be meant as heuristics, as `name(first, second)`.

    Nothing is passed over in a file that lists its heuristics.
    """
    if _LIST in vars(module) or "__all__" in vars(module):
        return []
    return [
        f"{name}({', '.join(takes.names)})"
        for name, value in _public(module)
        if not _is_heuristic(value)
        and _is_own(value, module)
        and not _rates_positions(value)
        and (takes := parameters_of(value)) is not None
        and (takes_two(value) or takes.names[:1] in (("position",), ("view",)))
    ]


def takes_two(value: object) -> bool:
    """Whether it can be called with a position and a player; True if that cannot be seen."""
    if not callable(value) or issubclass(type(value), type):
        return False
    takes = parameters_of(value)
    return takes is None or (takes.required <= 2 and (len(takes.names) >= 2 or takes.takes_more))


def as_heuristic(value: Any, where: str) -> Heuristic | Callable[..., float]:
    """What the user names as a heuristic, unchanged; `where` is its name.

    Raises NotationError for what cannot be one.
    """
    if isinstance(value, Heuristic):
        return value
    if issubclass(type(value), type):
        raise NotationError(f"{where} is a class, not a function f(position, player)")
    if not callable(value):
        raise NotationError(f"{where} is not a function f(position, player) but {show(value)}")
    takes = parameters_of(value)
    if takes is None or takes_two(value):
        function: Callable[..., float] = value
        return function
    cure = "; write @lk.compiled above it" if takes.names == ("view",) else ""
    raise NotationError(
        f"{where} takes ({', '.join(takes.names)}); a heuristic takes (position, player){cure}"
    )


def _listed(given: object, module: ModuleType, path: str) -> list[str]:
    """The names in a list of functions, heuristic objects or names."""
    if not isinstance(given, list | tuple) or not given:
        raise NotationError(
            f"{_LIST} in {path} must be a list of its functions or of their names, "
            f"got {show(given)}"
        )
    known = vars(module)
    found = []
    for one in given:
        name = one
        if not isinstance(one, str):
            name = next((key for key, value in known.items() if value is one), None)
        if name is None:
            raise NotationError(f"{_LIST} in {path} lists {show(one)}, which has no name there")
        if name not in known:
            hint = did_you_mean(name, known)
            raise NotationError(f"{_LIST} in {path} lists {name!r}, which it does not define{hint}")
        as_heuristic(known[name], f"{name} of {_LIST} in {path}")
        found.append(name)
    return list(dict.fromkeys(found))


def _public(module: ModuleType) -> Iterator[tuple[str, object]]:
    return ((name, value) for name, value in vars(module).items() if not name.startswith("_"))


def _is_heuristic(value: object) -> bool:
    return issubclass(type(value), Heuristic)  # isinstance asks the user's object too


def _is_own(value: object, module: ModuleType) -> bool:
    """Whether it is something to call that the file defines itself, and no class."""
    try:
        is_own = getattr(value, "__module__", None) == module.__name__
    except Exception:  # attributes of the user's objects can raise anything
        return False
    return is_own and callable(value) and not issubclass(type(value), type)


def _rates_positions(value: object) -> bool:
    """Whether its first two parameters are a position and a player, by name or annotation."""
    takes = parameters_of(value)
    if takes is None or not takes_two(value) or len(takes.names) < 2:
        return False
    first, second = takes.names[:2]
    notes = _annotations(value, takes)
    if notes == _ANNOTATIONS:
        return True
    return second in _PLAYERS and (first in _POSITIONS or notes[0] == _ANNOTATIONS[0])


def _annotations(value: object, takes: Parameters) -> tuple[str, ...]:
    """The types of the first two parameters and of the result, as words without their module."""
    try:
        given = dict(getattr(value, "__annotations__", {}))
    except Exception:
        given = {}
    found = [given.get(name, "") for name in (*takes.names[:2], "return")]
    words = [one if isinstance(one, str) else getattr(one, "__name__", "") for one in found]
    return tuple(str(word).strip("'\" ").rpartition(".")[2] for word in words)
