"""report.json: facts become JSON, and JSON becomes facts again, every field checked.

JSON has no infinity, so an infinite value of a heuristic is written as text: inf or -inf.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from dataclasses import fields, is_dataclass
from math import isinf
from pathlib import Path
from typing import Any

from pydantic import TypeAdapter, ValidationError

from lastknight.analysis.facts import FORMAT, Facts
from lastknight.errors import ArgumentError, NotationError, show
from lastknight.matches.json_text import parse_json
from lastknight.ranges import read_path

REPORT = "report.json"
_LONGEST = 40


def write_facts(facts: Facts) -> str:
    """The content of report.json."""
    data = _without_infinities(facts.as_json())
    return json.dumps(data, indent=1, ensure_ascii=False, allow_nan=False) + "\n"


def load_facts(folder: Path | str) -> Facts:
    """The facts in a report's folder.

    Raises ArgumentError for a folder without a report, NotationError for one that cannot be read.
    """
    path = read_path("folder", folder) / REPORT
    if not path.is_file():
        raise ArgumentError(
            f"no report in {str(folder)!r}: expected {REPORT}, which lastknight analyze writes"
        )
    try:
        return read_facts(parse_json(path.read_bytes(), "the file"))
    except NotationError as error:
        raise NotationError(f"{path}: {error}") from None


def read_facts(data: object) -> Facts:
    """The facts in JSON data.

    Raises NotationError, saying where they are wrong.

    >>> read_facts({"format": 0})
    Traceback (most recent call last):
    lastknight.errors.NotationError: a report has format 2, got 0; run the analysis again
    """
    found = data.get("format") if isinstance(data, Mapping) else None
    if found != FORMAT:
        raise NotationError(
            f"a report has format {FORMAT}, got {show(found)}; run the analysis again"
        )
    try:
        facts = TypeAdapter(Facts).validate_json(json.dumps(data))
    except ValidationError as error:
        raise NotationError(f"in the facts of a report, {_explain(error)}") from None
    except (RecursionError, ValueError):
        raise NotationError("the facts of a report are nested too deeply or not text") from None
    _check_places(facts)
    return facts


def _explain(error: ValidationError) -> str:
    first = error.errors(include_url=False)[0]
    place = ".".join(map(str, first["loc"]))
    if first["type"] == "missing":
        return f"{place} is missing"
    if first["type"] in {"unexpected_keyword_argument", "extra_forbidden"}:
        return f"{place} is not known"
    found = repr(first["input"])
    shown = found if len(found) <= _LONGEST else f"{found[: _LONGEST - 3]}..."
    return f"{place}: {first['msg'].lower()}, got {shown}"


def _without_infinities(data: object) -> Any:
    if isinstance(data, Mapping):
        return {str(key): _without_infinities(value) for key, value in data.items()}
    if isinstance(data, list | tuple):
        return [_without_infinities(value) for value in data]
    return str(data) if isinstance(data, float) and isinf(data) else data


_PLACES = {"baseline", "candidate", "heuristic", "subject"}
"""Fields of facts that are indices of heuristics."""


def _check_places(facts: Facts) -> None:
    """Check that every index of a heuristic is one."""
    count = len(facts.heuristics)
    for name, place in _places(facts):
        if not 0 <= place < count:
            raise NotationError(f"{name} names heuristic {place} of {count}")


def _places(value: object, name: str = "") -> Iterator[tuple[str, int]]:
    """Every index of a heuristic in facts, and where it is."""
    if isinstance(value, list | tuple):
        for number, item in enumerate(value):
            yield from _places(item, f"{name}.{number}")
    elif is_dataclass(value):
        for field in fields(value):
            item, where = getattr(value, field.name), f"{name}.{field.name}".removeprefix(".")
            if field.name in _PLACES and isinstance(item, int):
                yield where, item
            elif field.name == "featured":
                yield from ((f"{where}.{number}", place) for number, place in enumerate(item))
            else:
                yield from _places(item, where)
