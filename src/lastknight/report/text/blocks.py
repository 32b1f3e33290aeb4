"""Blocks: what a report is made of, before it is HTML or Markdown.

All text in them is prose with placeholders (see `prose`), so a block holds no number of its own.
"""

from __future__ import annotations

from dataclasses import dataclass, field


@dataclass(frozen=True)
class Paragraph:
    """Some sentences."""

    text: str
    role: str = ""
    """lead for the answer itself, note for an aside."""


@dataclass(frozen=True)
class Items:
    """A list."""

    items: tuple[str, ...]
    is_ordered: bool = False


@dataclass(frozen=True)
class Cell:
    """A cell of a table that is shaded."""

    text: str
    shade: str = ""
    """A step from m4 (far below) over z (none) to p4 (far above)."""
    is_weak: bool = False
    """Whether the number is not to be relied on, and is set back."""


@dataclass(frozen=True)
class Table:
    """A table; the first cell of a row names it."""

    caption: str
    columns: tuple[str, ...]
    """Headings; one that starts with < is a column of words, all others hold numbers."""
    rows: tuple[tuple[str | Cell, ...], ...]
    file: str = ""
    """The CSV file that has the same numbers in full."""
    foot: tuple[str, ...] = ()
    """A last row that sums up."""
    is_heat_map: bool = False
    is_compact: bool = False
    is_wordy: bool = False
    """Whether its cells are sentences, which a narrow screen stacks."""


@dataclass(frozen=True)
class Figure:
    """A chart with its caption and its numbers."""

    chart: str
    """The name of the chart (see `charts`)."""
    caption: str
    label: str
    """What the chart shows, for those who cannot see it."""
    table: Table | None = None


@dataclass(frozen=True)
class Board:
    """A position of a game where it was decided, drawn."""

    path: str
    """Where the moment or the mistake stands in the facts."""
    title: str
    text: str
    table: Table | None = None


@dataclass(frozen=True)
class Boards:
    """Some boards next to each other."""

    boards: tuple[Board, ...]


@dataclass(frozen=True)
class Listing:
    """Code of the facts, as it is."""

    path: str
    language: str = ""


@dataclass(frozen=True)
class Heading:
    """A smaller heading inside a chapter."""

    text: str


Block = Paragraph | Items | Table | Figure | Boards | Listing | Heading


@dataclass(frozen=True)
class Chapter:
    """A chapter of the report."""

    title: str
    blocks: tuple[Block, ...]
    is_boxed: bool = field(default=False)
    """Whether it stands out: the recommendation."""

    @property
    def anchor(self) -> str:
        """Its name in links: the title with hyphens, as Markdown makes it.

        >>> Chapter("How games ended", ()).anchor
        'how-games-ended'
        """
        kept = (sign for sign in self.title.lower() if sign.isalnum() or sign in " -")
        return "".join(kept).replace(" ", "-")
