"""Labels: a sentence in the caption of every table and chart, for games with later starts."""

from __future__ import annotations

from dataclasses import replace
from functools import singledispatch

from lastknight.report.text.blocks import Block, Boards, Chapter, ChartBlock, TableBlock


def label_chapter(chapter: Chapter, sentence: str) -> Chapter:
    """The chapter with the sentence at the end of the caption of every table and chart.

    >>> chapter = Chapter("Ranking", (TableBlock("Ratings.", (), ()),))
    >>> label_chapter(chapter, "Games on paper.").blocks[0].caption
    'Ratings. Games on paper.'
    """
    blocks: tuple[Block, ...] = tuple(_label(block, sentence) for block in chapter.blocks)
    return replace(chapter, blocks=blocks)


@singledispatch
def _label(block: Block, _: str) -> Block:
    return block


@_label.register
def _(block: TableBlock, sentence: str) -> TableBlock:
    return _label_table(block, sentence)


def _label_table(table: TableBlock, sentence: str) -> TableBlock:
    return replace(table, caption=f"{table.caption} {sentence}")


@_label.register
def _(block: ChartBlock, sentence: str) -> ChartBlock:
    table = block.table and _label_table(block.table, sentence)
    return replace(block, caption=f"{block.caption} {sentence}", table=table)


@_label.register
def _(block: Boards, sentence: str) -> Boards:
    boards = (
        replace(one, table=one.table and _label_table(one.table, sentence)) for one in block.boards
    )
    return replace(block, boards=tuple(boards))
