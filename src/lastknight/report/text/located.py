"""Located facts: their numbers and texts know where they stand.

`locate` copies a tree of frozen records. The copy has the same types and compares equal, but a leaf
such as `facts.audit.games` also knows its source, "audit.games". Prose shows nothing else.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import fields, is_dataclass
from typing import Any, TypeVar

from lastknight.errors import ArgumentError

_Value = TypeVar("_Value")


class _Integer(int):
    source: str


class _Float(float):
    source: str


class _Text(str):
    source: str


class _Items(tuple[object, ...]):
    source: str


_LEAVES: dict[type, Callable[[Any], object]] = {int: _Integer, float: _Float, str: _Text}


def locate(value: _Value, source: str = "") -> _Value:
    """A copy of some facts in which every number, text and tuple knows its source.

    A computed value is given its formula as the source.

    >>> source_of(locate((1, (2.5, "a")))[1][0])
    '1.0'
    >>> source_of(locate(7 - 2, "audit.games - audit.distinct_games"))
    'audit.games - audit.distinct_games'
    """
    copy: Any = value
    kind: Any = next((kind for kind in type(value).__mro__ if kind in _LEAVES), None)
    if is_dataclass(value) and not isinstance(value, type):
        names = [one.name for one in fields(value)]
        copy = type(value)(**{name: _below(source, name, getattr(value, name)) for name in names})
    elif isinstance(value, Mapping):
        copy = {key: _below(source, str(key), part) for key, part in value.items()}
    elif isinstance(value, tuple):
        copy = _Items(_below(source, str(place), part) for place, part in enumerate(value))
        copy.source = source
    elif kind is not None and not isinstance(value, bool):
        copy = _LEAVES[kind](value)
        copy.source = source
    found: _Value = copy
    return found


def source_of(value: object) -> str:
    """Where a number, a text, a tuple or a record of the facts stands.

    Raises ArgumentError for a value from anywhere else.
    """
    if is_dataclass(value):
        known = (getattr(value, one.name) for one in fields(value))
        part = next((part for part in known if hasattr(part, "source")), None)
        return "" if part is None else source_of(part).rpartition(".")[0]
    source = getattr(value, "source", None)
    if not isinstance(source, str):
        raise ArgumentError(f"prose shows facts only, got {value!r}")
    return source


def _below(source: str, name: str, part: _Value) -> _Value:
    return locate(part, f"{source}.{name}" if source else name)
