"""The report as Markdown: the same prose and tables, boards as text, charts by their numbers."""

from __future__ import annotations

from collections.abc import Iterator

from lastknight.report.text.blocks import (
    Block,
    Board,
    Boards,
    Cell,
    Chapter,
    Figure,
    Heading,
    Items,
    Listing,
    Paragraph,
    Table,
)
from lastknight.report.text.boards import decided_at, draw_text
from lastknight.report.text.figures import Figures
from lastknight.report.text.prose import to_markdown


def write_markdown(figures: Figures, title: str, subtitle: str, chapters: list[Chapter]) -> str:
    """The whole report."""
    parts = [f"# {to_markdown(title, figures)}", to_markdown(subtitle, figures)]
    parts.append("\n".join(f"- [{one.title}](#{one.anchor})" for one in chapters))
    for chapter in chapters:
        parts.append(f"## {chapter.title}")
        for block in chapter.blocks:
            parts += _block(block, figures)
    return "\n\n".join(parts) + "\n"


def _block(block: Block, figures: Figures) -> Iterator[str]:
    match block:
        case Paragraph():
            yield to_markdown(block.text, figures)
        case Heading():
            yield f"### {to_markdown(block.text, figures)}"
        case Items():
            sign = "1." if block.is_ordered else "-"
            yield "\n".join(f"{sign} {to_markdown(item, figures)}" for item in block.items)
        case Table():
            yield from _table(block, figures)
        case Figure():
            if block.table is not None:
                yield from _table(block.table, figures)
        case Boards():
            for board in block.boards:
                yield from _board(board, figures)
        case Listing():
            yield _fence(str(figures.at(block.path)).rstrip(), block.language)


def _board(board: Board, figures: Figures) -> Iterator[str]:
    yield f"**{to_markdown(board.title, figures)}**"
    yield _fence(draw_text(decided_at(figures, board.path)))
    yield to_markdown(board.text, figures)
    if board.table is not None:
        yield from _table(board.table, figures)


def _table(table: Table, figures: Figures) -> Iterator[str]:
    caption = to_markdown(table.caption, figures)
    yield f"*{caption}*" if not table.file else f"*{caption}* (`{table.file}`)"
    lines = [_row([column.removeprefix("<") for column in table.columns], figures)]
    rules = ["---" if column.startswith("<") else "--:" for column in table.columns]
    lines.append(f"| {' | '.join(rules)} |")
    lines += [_row(row, figures) for row in (*table.rows, *filter(None, [table.foot]))]
    yield "\n".join(lines)


def _row(cells: tuple[str | Cell, ...] | list[str], figures: Figures) -> str:
    texts = (cell.text if isinstance(cell, Cell) else cell for cell in cells)
    written = (_pipes(to_markdown(text, figures)) for text in texts)
    return f"| {' | '.join(written)} |"


def _pipes(text: str) -> str:
    return text.replace("\\|", "|").replace("|", "\\|")


def _fence(text: str, language: str = "") -> str:
    """A block of code, fenced by more backticks than it has in a row."""
    fence = "```"
    while fence in text:
        fence += "`"
    return f"{fence}{language}\n{text}\n{fence}"
