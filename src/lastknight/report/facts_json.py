"""Reading: JSON data become facts again, checked field by field, and facts become JSON data.

JSON knows no infinity, and a heuristic says so where a game is over: it is written as text, inf or
-inf.
"""

from __future__ import annotations

import json
import types
from collections.abc import Mapping, Sequence
from dataclasses import MISSING, Field, fields, is_dataclass
from functools import cache
from math import inf, isinf
from pathlib import Path
from typing import Any, Union, get_args, get_origin, get_type_hints

from lastknight.analysis.facts import FORMAT, Facts
from lastknight.errors import ArgumentError, NotationError

REPORT = "report.json"
_INFINITIES = {"inf": inf, "-inf": -inf}


def read_facts(data: object) -> Facts:
    """The facts that JSON data describe.

    Raises NotationError, saying where they are not what was expected.

    >>> read_facts({"format": 0})
    Traceback (most recent call last):
    lastknight.errors.NotationError: the facts of a report have format 1, got 0; analyse again
    """
    if not isinstance(data, Mapping) or data.get("format") != FORMAT:
        found = data.get("format") if isinstance(data, Mapping) else None
        raise NotationError(
            f"the facts of a report have format {FORMAT}, got {found!r}; analyse again"
        )
    facts = _read(Facts, data, "")
    assert isinstance(facts, Facts)
    _check_places(facts)
    return facts


def load_facts(folder: Path) -> Facts:
    """The facts of a report's folder.

    Raises ArgumentError for a folder without a report, NotationError for one that cannot be read.
    """
    path = folder / REPORT
    if not path.is_file():
        raise ArgumentError(
            f"no report in {str(folder)!r}: {REPORT} is expected there; "
            "lastknight analyze writes it"
        )
    try:
        data = json.loads(path.read_text(encoding="utf-8"))
    except ValueError as error:
        raise NotationError(f"{path} is not JSON: {error}") from None
    return read_facts(data)


def plain(data: object) -> Any:
    """Data as JSON can hold them: lists, and infinities as text.

    >>> plain({"a": (1, float("-inf"))})
    {'a': [1, '-inf']}
    """
    if isinstance(data, Mapping):
        return {str(key): plain(value) for key, value in data.items()}
    if isinstance(data, list | tuple):
        return [plain(value) for value in data]
    return str(data) if isinstance(data, float) and isinf(data) else data


def _read(kind: Any, data: object, path: str) -> object:
    """Data as a value of a type; the types are those that facts are made of."""
    origin = get_origin(kind)
    if is_dataclass(kind):
        return _read_record(kind, data, path)
    if origin in {Union, types.UnionType}:
        inner = next(option for option in get_args(kind) if option is not type(None))
        return None if data is None else _read(inner, data, path)
    if origin is tuple:
        return _read_tuple(get_args(kind), data, path)
    if origin is Mapping:
        if not isinstance(data, Mapping):
            raise _wrong(path, "an object", data)
        inner = get_args(kind)[1]
        return {key: _read(inner, value, f"{path}.{key}") for key, value in data.items()}
    if kind is float and isinstance(data, str) and data in _INFINITIES:
        return _INFINITIES[data]
    if kind is object:
        return data
    is_number = isinstance(data, int | float) and not isinstance(data, bool)
    is_right = is_number if kind is float else type(data) is kind
    if not is_right:
        raise _wrong(path, kind.__name__, data)
    return data


@cache
def _shape(kind: Any) -> tuple[dict[str, Any], dict[str, Field[Any]]]:
    """The types and the fields of a record."""
    return get_type_hints(kind), {field.name: field for field in fields(kind)}


def _read_record(kind: Any, data: object, path: str) -> object:
    if not isinstance(data, Mapping):
        raise _wrong(path, "an object", data)
    hints, known = _shape(kind)
    for name in data:
        if name not in known:
            raise NotationError(f"the facts of a report have no {_join(path, name)}")
    values = {}
    for name, field in known.items():
        if name in data:
            values[name] = _read(hints[name], data[name], _join(path, name))
        elif field.default is MISSING and field.default_factory is MISSING:
            raise NotationError(f"the facts of a report have {_join(path, name)}; it is missing")
    return kind(**values)


def _read_tuple(kinds: Sequence[Any], data: object, path: str) -> tuple[object, ...]:
    if not isinstance(data, list | tuple):
        raise _wrong(path, "a list", data)
    if kinds[-1] is ...:
        kinds = [kinds[0]] * len(data)
    if len(kinds) != len(data):
        raise _wrong(path, f"a list of {len(kinds)}", data)
    pairs = zip(kinds, data, strict=True)
    return tuple(_read(kind, value, f"{path}.{place}") for place, (kind, value) in enumerate(pairs))


def _check_places(facts: Facts) -> None:
    """Heuristics are named by their place, and every place is one of theirs."""
    named = {"conditions.baseline": facts.conditions.baseline, "advice": facts.advice.heuristic}
    named |= {f"featured.{k}": place for k, place in enumerate(facts.featured)}
    for group in ("direct", "budgets", "crossings", "groups", "lengths", "endings", "moments"):
        named |= {f"{group}.{k}": item.candidate for k, item in enumerate(getattr(facts, group))}
    for name, place in named.items():
        if not 0 <= place < len(facts.heuristics):
            raise NotationError(f"{name} names heuristic {place} of {len(facts.heuristics)}")


def _join(path: str, name: str) -> str:
    return f"{path}.{name}" if path else name


def _wrong(path: str, expected: str, data: object) -> NotationError:
    shown = repr(data)
    shown = shown if len(shown) <= 40 else shown[:37] + "..."
    return NotationError(f"{path or 'a report'} is {expected}, got {shown}")
