"""Documents as Markdown: the same prose and tables, boards as text, charts as their numbers."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import count

from lastknight.position import Position
from lastknight.report.text.blocks import (
    Block,
    BoardBlock,
    Boards,
    ChartBlock,
    Document,
    Heading,
    Items,
    Listing,
    Paragraph,
    TableBlock,
    TableCell,
)
from lastknight.report.text.prose import to_markdown


def write_markdown(document: Document) -> str:
    """The whole document."""
    parts = [f"# {to_markdown(document.title)}", to_markdown(document.subtitle)]
    parts.append("\n".join(f"- [{one.title}](#{one.anchor})" for one in document.chapters))
    is_folded = False
    for chapter in document.chapters:
        if chapter.fold and not is_folded:
            is_folded = True
            parts.append("## Details")
        parts.append(f"{'###' if chapter.fold else '##'} {chapter.title}")
        for block in chapter.blocks:
            parts += _block(block, heading="####" if chapter.fold else "###")
    return "\n\n".join(parts) + "\n"


def _block(block: Block, *, heading: str) -> Iterator[str]:
    match block:
        case Paragraph():
            yield to_markdown(block.text)
        case Heading():
            yield f"{heading} {to_markdown(block.text)}"
        case Items():
            signs = (f"{place}." if block.is_ordered else "-" for place in count(1))
            items = zip(signs, block.items, strict=False)
            yield "\n".join(f"{sign} {to_markdown(item)}" for sign, item in items)
        case TableBlock():
            yield from _table(block)
        case ChartBlock():
            if block.table is not None:
                yield from _table(block.table)
        case Boards():
            for board in block.boards:
                yield from _board(board)
        case Listing():
            yield _fence(block.text.rstrip(), block.language)


def _board(board: BoardBlock) -> Iterator[str]:
    yield f"**{to_markdown(board.title)}**"
    yield _fence(Position.parse(board.moment.position).diagram())
    yield to_markdown(board.text)
    if board.table is not None:
        yield from _table(board.table)


def _table(table: TableBlock) -> Iterator[str]:
    caption = to_markdown(table.caption)
    yield f"*{caption}*" if not table.file else f"*{caption}* (`{table.file}`)"
    lines = [_row([column.removeprefix("<") for column in table.columns])]
    rules = ["---" if column.startswith("<") else "--:" for column in table.columns]
    lines.append(f"| {' | '.join(rules)} |")
    lines += [_row(row) for row in (*table.rows, *filter(None, [table.foot]))]
    yield "\n".join(lines)


def _row(cells: Sequence[str | TableCell]) -> str:
    texts = (cell.text if isinstance(cell, TableCell) else cell for cell in cells)
    return f"| {' | '.join(_pipes(to_markdown(text)) for text in texts)} |"


def _pipes(text: str) -> str:
    return text.replace("\\|", "|").replace("|", "\\|")


def _fence(text: str, language: str = "") -> str:
    """A code block, fenced by more backticks than the text has in a row."""
    fence = "```"
    while fence in text:
        fence += "`"
    return f"{fence}{language}\n{text}\n{fence}"
