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
from lastknight.report.text.labels import label_chapter
from lastknight.report.text.located import locate
from lastknight.report.text.phrases import later_start

MakeChapter = Callable[[Facts], Chapter | None]

# From this place on, chapters are for reference; their tables are not about games of this analysis.
_REFERENCE = 170


def all_chapters(facts: Facts) -> tuple[Chapter, ...]:
    """Every chapter that the facts have something for, in order."""
    located = locate(facts)
    made = {place: make(located) for place, make in sorted(_makers().items())}
    found = {place: chapter for place, chapter in made.items() if chapter is not None}
    if later := later_start(located):
        found |= {
            place: label_chapter(chapter, f"Games {later}.")
            for place, chapter in found.items()
            if place < _REFERENCE
        }
    return tuple(found.values())


def _makers() -> dict[int, MakeChapter]:
    """The function of every chapter by its place in the report."""
    makers: dict[int, MakeChapter] = {}
    for found in iter_modules(__path__):
        own: dict[int, MakeChapter] = import_module(f"{__name__}.{found.name}").CHAPTERS
        assert not makers.keys() & own.keys(), f"two chapters have one place: {found.name}"
        makers |= own
    return makers
