"""Fields of a data file, read with their types; a mistake in the file is one clear line."""

from __future__ import annotations

import tomllib
from collections.abc import Iterable, Mapping
from importlib.resources import files
from typing import TypeVar

from lastknight.errors import ArgumentError

T = TypeVar("T", str, int, float)


def data_text(name: str) -> str:
    """The text of a data file of this package.

    >>> data_text("000.toml").startswith("#")
    True
    """
    return (files("lastknight.studies") / "data" / name).read_text(encoding="utf-8")


def parse_data(text: str, *, what: str) -> Fields:
    """The fields of a data file.

    Raises ArgumentError for text that is not TOML.
    """
    try:
        return Fields(tomllib.loads(text), what)
    except tomllib.TOMLDecodeError as error:
        raise ArgumentError(f"{what}: {error}") from None


class Fields:
    """One table of a data file, and where in the file it is.

    >>> fields = Fields({"games": 10}, "study 000")
    >>> fields.get("games", int), fields.get("rounds", int, 1)
    (10, 1)
    """

    def __init__(self, table: Mapping[str, object], where: str) -> None:
        self.table = table
        self.where = where

    def check_known(self, known: Iterable[str]) -> None:
        """Refuse fields that nobody reads.

        Raises ArgumentError for the first of them.
        """
        for name in self.table:
            if name not in known:
                raise ArgumentError(f"{self.where}: unknown field {name!r}")

    def get(self, name: str, kind: type[T], default: T | None = None) -> T:
        """A field of a type; one without a default must be there.

        Raises ArgumentError when it is not, or is of another type.
        """
        value = self.table.get(name, default)
        if kind is float and type(value) is int:
            value = float(value)
        if type(value) is not kind:
            raise ArgumentError(f"{self.where}: {name} is {_NAMES[kind]}, got {value!r}")
        return value

    def get_or_none(self, name: str, kind: type[T]) -> T | None:
        """A field of a type, or None where it is left out."""
        return self.get(name, kind) if name in self.table else None

    def tables(self, name: str) -> list[Fields]:
        """A list of tables, empty where the field is left out.

        Raises ArgumentError when it is something else.
        """
        rows = self.table.get(name, [])
        if not isinstance(rows, list) or not all(isinstance(row, dict) for row in rows):
            raise ArgumentError(f"{self.where}: {name} is a list of tables, got {rows!r}")
        return [Fields(row, f"{self.where}, {name} {n}") for n, row in enumerate(rows, 1)]

    def inner(self, name: str) -> Fields:
        """A table inside this one, empty where it is left out.

        Raises ArgumentError when it is something else.
        """
        table = self.table.get(name, {})
        if not isinstance(table, dict):
            raise ArgumentError(f"{self.where}: {name} is a table, got {table!r}")
        return Fields(table, f"{self.where}, {name}")

    def strings(self, name: str) -> tuple[str, ...]:
        """A list of strings."""
        return tuple(str(value) for value in self._list(name, (str,), depth=1))

    def numbers(self, name: str, *, depth: int) -> tuple[object, ...]:
        """Lists in lists of numbers, as tuples.

        Raises ArgumentError for other things, and for another depth.
        """
        return _tuples(self._list(name, (int, float), depth=depth))

    def _list(self, name: str, kinds: tuple[type, ...], *, depth: int) -> list[object]:
        value = self.table.get(name, [])
        if not _is_nested(value, kinds, depth):
            raise ArgumentError(f"{self.where}: {name} is not what was expected, got {value!r}")
        assert isinstance(value, list)
        return value


_NAMES: Mapping[type, str] = {str: "text", int: "a whole number", float: "a number"}


def _is_nested(value: object, kinds: tuple[type, ...], depth: int) -> bool:
    if depth == 0:
        return type(value) in kinds
    return isinstance(value, list) and all(_is_nested(part, kinds, depth - 1) for part in value)


def _tuples(values: list[object]) -> tuple[object, ...]:
    return tuple(_tuples(value) if isinstance(value, list) else value for value in values)
