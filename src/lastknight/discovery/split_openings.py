"""Openings in two halves: one to search with, the other to check what was found.

The half is a property of the opening itself, mirror images included, whatever the seed: no search
ever plays an opening of a check.
"""

from __future__ import annotations

from collections.abc import Iterator
from hashlib import sha256
from itertools import islice
from typing import Literal

from lastknight.errors import ArgumentError
from lastknight.matches.openings import Opening, check_plies, endless_openings
from lastknight.position import Position

Half = Literal["search", "check"]
# So many draws in a row without an opening of a half, and there is none.
_MOST_DRAWS = 2000


def half_of(opening: Opening) -> Half:
    """The half that an opening belongs to; mirror images share it."""
    digest = sha256(str(opening.canonical).encode()).digest()
    return "search" if digest[0] % 2 else "check"


def draw_half(start: Position, half: Half, *, plies: int, seed: int) -> Iterator[Opening]:
    """Random openings of one half, without end and without repetition until all were drawn.

    Raises ArgumentError if that half has less than two different openings.

    >>> searched = islice(draw_half(Position(), "search", plies=2, seed=1), 1200)
    >>> checked = islice(draw_half(Position(), "check", plies=2, seed=1), 1200)
    >>> {one.canonical for one in searched} & {one.canonical for one in checked}
    set()
    """
    check_plies(plies)
    first = list(islice(_draw(start, half, plies=plies, seed=seed), _MOST_DRAWS // 10))
    if len({one.canonical for one in first}) < 2:
        raise ArgumentError(
            f"openings of {plies} plies do not split into two halves on this board, one to tune "
            "with and one to check; use more --plies"
        )
    return _draw(start, half, plies=plies, seed=seed)


def _draw(start: Position, half: Half, *, plies: int, seed: int) -> Iterator[Opening]:
    missed = 0
    for opening in endless_openings(start, plies, seed=seed):
        is_wanted = half_of(opening) == half
        missed = 0 if is_wanted else missed + 1
        if missed > _MOST_DRAWS:
            return
        if is_wanted:
            yield opening
