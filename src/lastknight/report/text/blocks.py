"""Blocks: what reports and the pages of a league are made of, before they become HTML or Markdown.

All text in them is prose (see `prose`), so every number in a block comes from the facts.
"""

from __future__ import annotations

from dataclasses import dataclass

from lastknight.analysis.moments import Moment
from lastknight.truth.measurements import Mistake


@dataclass(frozen=True)
class Paragraph:
    """Some sentences."""

    text: str
    role: str = ""
    """lead for the answer itself, note for an aside, warning."""


@dataclass(frozen=True)
class Items:
    """A list."""

    items: tuple[str, ...]
    is_ordered: bool = False


@dataclass(frozen=True)
class TableCell:
    """A cell of a table with more than its text."""

    text: str
    shade: str = ""
    """From m4 (far below) through z (none) to p4 (far above); same on a diagonal."""
    is_weak: bool = False
    """Whether the number is unreliable and shown faintly."""
    link: str = ""
    title: str = ""
    """A tooltip."""


@dataclass(frozen=True)
class TableBlock:
    """A table; the first cell of a row is its heading."""

    caption: str
    columns: tuple[str, ...]
    """Headings; one that starts with < is a column of words, the others hold numbers."""
    rows: tuple[tuple[str | TableCell, ...], ...]
    file: str = ""
    """The CSV file that has the same numbers in full."""
    foot: tuple[str, ...] = ()
    """A last row that sums up."""
    is_heat_map: bool = False
    is_compact: bool = False
    is_wordy: bool = False
    """Whether its cells are sentences, which a narrow screen stacks."""
    row_styles: tuple[str, ...] = ()
    """A style for each row, if any has one: baseline or absent."""


@dataclass(frozen=True)
class ChartBlock:
    """A chart with its caption and its numbers."""

    chart: str
    """The name of the chart (see `charts`)."""
    caption: str
    label: str
    """What the chart shows, for those who cannot see it."""
    table: TableBlock | None = None


@dataclass(frozen=True)
class BoardBlock:
    """A drawn position where a game was decided."""

    moment: Moment | Mistake
    title: str
    text: str
    table: TableBlock | None = None


@dataclass(frozen=True)
class Boards:
    """Boards next to each other."""

    boards: tuple[BoardBlock, ...]


@dataclass(frozen=True)
class Listing:
    """Code or output as it is."""

    text: str
    language: str = ""
    """sh for a command; output for what a stranger's program wrote."""
    summary: str = ""
    """If given, the listing folds away below it."""
    is_open: bool = True


@dataclass(frozen=True)
class Heading:
    """A smaller heading inside a chapter."""

    text: str


Block = Paragraph | Items | TableBlock | ChartBlock | Boards | Listing | Heading


@dataclass(frozen=True)
class Chapter:
    """A chapter of a page."""

    title: str
    blocks: tuple[Block, ...]
    is_boxed: bool = False
    """Whether it stands out, as the recommendation does."""
    fold: str = ""
    """If given, the chapter is among the details: folded away below this line."""

    @property
    def anchor(self) -> str:
        """Its name in links: the title with hyphens, as Markdown makes it.

        >>> Chapter("How games ended", ()).anchor
        'how-games-ended'
        """
        kept = (sign for sign in self.title.lower() if sign.isalnum() or sign in " -")
        return "".join(kept).replace(" ", "-")


@dataclass(frozen=True)
class Document:
    """A whole page."""

    kicker: str
    """The line above the title."""
    title: str
    subtitle: str
    chapters: tuple[Chapter, ...]
    back: str = ""
    """The page it belongs to, if any."""
