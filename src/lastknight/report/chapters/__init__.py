"""The chapters of the report: each module of this room has some, and `CHAPTERS` says where.

A chapter is a function from facts to a `Chapter`, or None if the facts have nothing for it. A new
one goes into a module here and into that module's `CHAPTERS`; nothing else lists it.
"""

from __future__ import annotations

from collections.abc import Callable
from importlib import import_module
from pkgutil import iter_modules

from lastknight.analysis.facts import Facts
from lastknight.report.text.blocks import Chapter
from lastknight.report.text.located import locate

MakeChapter = Callable[[Facts], Chapter | None]


def all_chapters(facts: Facts) -> tuple[Chapter, ...]:
    """Every chapter that the facts have something for, in order."""
    located = locate(facts)
    made = (make(located) for _, make in sorted(_makers().items()))
    return tuple(chapter for chapter in made if chapter is not None)


def _makers() -> dict[int, MakeChapter]:
    """The function of every chapter by its place in the report."""
    makers: dict[int, MakeChapter] = {}
    for found in iter_modules(__path__):
        own: dict[int, MakeChapter] = import_module(f"{__name__}.{found.name}").CHAPTERS
        assert not makers.keys() & own.keys(), f"two chapters have one place: {found.name}"
        makers |= own
    return makers
