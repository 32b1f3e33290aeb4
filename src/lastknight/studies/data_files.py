"""Reading the TOML files of studies and claims into models; a mistake is reported in one line."""

from __future__ import annotations

import tomllib
from importlib.resources import files
from reprlib import repr as shorten
from typing import Annotated, Any, TypeVar

from pydantic import BaseModel, ConfigDict, Field, PlainValidator, ValidationError

from lastknight.errors import ArgumentError
from lastknight.heuristics import Heuristic, heuristic

M = TypeVar("M", bound="DataModel")

_LONGEST_LINE = 10_000


class DataModel(BaseModel):
    """One table of a data file: immutable, with no unknown fields."""

    model_config = ConfigDict(frozen=True, extra="forbid")


def _read_heuristic(spec: object) -> Heuristic:
    if not isinstance(spec, str | Heuristic):
        raise ValueError(f"must be the spec of a heuristic, got {spec!r}")
    return heuristic(spec)


HeuristicSpec = Annotated[Heuristic, PlainValidator(_read_heuristic)]
Integer = Annotated[int, Field(strict=True)]
Number = Annotated[float, Field(strict=True)]


def read_data(name: str) -> str:
    """The text of a data file in this package.

    >>> read_data("000.toml").startswith("#")
    True
    """
    return (files("lastknight.studies") / "data" / name).read_text(encoding="utf-8")


def parse_data(text: str, model: type[M], *, source: str) -> M:
    """Parse TOML into a model; validators get the whole file as their context.

    Raises ArgumentError, naming the source and the field, for anything else.
    """
    if max(map(len, text.splitlines()), default=0) > _LONGEST_LINE:  # tomllib would take hours
        raise ArgumentError(f"{source}: a line has more than {_LONGEST_LINE:,} characters")
    try:
        table = tomllib.loads(text)
        return model.model_validate(table, context=table)
    except (tomllib.TOMLDecodeError, RecursionError) as error:
        reason = "nested too deeply" if isinstance(error, RecursionError) else error
        raise ArgumentError(f"{source}: {reason}") from None
    except ValidationError as error:
        # A misspelt name gives two errors, an unknown and a missing field: the former is clearer.
        first = min(error.errors(), key=lambda found: found["type"] != "extra_forbidden")
        raise ArgumentError(f"{source}: {_describe(first)}") from None
    except ValueError as error:  # a number of thousands of digits
        raise ArgumentError(f"{source}: {str(error).partition(';')[0]}") from None


def _describe(error: Any) -> str:
    """One line for one of pydantic's errors, such as "parts 1, games must be ..., got 7"."""
    names: list[str] = []
    for part in error["loc"]:
        if isinstance(part, int):
            names[-1] += f" {part + 1}"
        else:
            names.append(part)
    where = ", ".join(names)
    if error["type"] == "missing":
        return f"{where} is missing"
    if error["type"] == "extra_forbidden":
        return f"{where} is not a known field"
    if error["type"] == "too_short":
        return f"{where} must not be empty"
    if error["type"] == "value_error":
        return f"{where}: {error['ctx']['error']}".removeprefix(": ")
    message = error["msg"].replace("Input should", "must").replace("tuple", "list")
    return f"{where} {message}, got {shorten(error['input'])}"
