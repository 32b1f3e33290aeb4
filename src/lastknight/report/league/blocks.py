"""Blocks of a league's pages, before they are HTML: plain text, which the templates escape."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Cell:
    """A cell of a table."""

    text: str
    link: str = ""
    style: str = ""
    title: str = ""


@dataclass(frozen=True)
class Column:
    """The heading of a column, of words or of numbers."""

    text: str
    is_words: bool = False


@dataclass(frozen=True)
class Row:
    """A line of a table; its first cell names it."""

    cells: tuple[Cell, ...]
    style: str = ""


@dataclass(frozen=True)
class Table:
    """A table."""

    columns: tuple[Column, ...]
    rows: tuple[Row, ...]
    caption: str = ""
    style: str = ""


@dataclass(frozen=True)
class Board:
    """A position, drawn; the picture is markup of ours."""

    picture: str
    title: str
    text: str


@dataclass(frozen=True)
class Listing:
    """Strangers' text as it is; with a summary it can be folded away."""

    text: str
    summary: str = ""


@dataclass(frozen=True)
class Chapter:
    """A part of a page."""

    id: str
    heading: str
    texts: tuple[str, ...] = ()
    tables: tuple[Table, ...] = ()
    boards: tuple[Board, ...] = ()
    listings: tuple[Listing, ...] = ()
    notes: tuple[str, ...] = ()
    files: tuple[str, ...] = ()
    command: str = ""


def row(*cells: str | Cell, style: str = "") -> Row:
    """A line of a table from texts and cells."""
    return Row(tuple(Cell(one) if isinstance(one, str) else one for one in cells), style)


def columns(*headings: str) -> tuple[Column, ...]:
    """Headings; one that starts with < is a column of words.

    >>> columns("<player", "won")[0]
    Column(text='player', is_words=True)
    """
    return tuple(Column(text.removeprefix("<"), text.startswith("<")) for text in headings)
