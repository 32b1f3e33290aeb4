"""Openings apart: some to search or to learn with, others to check what was found.

Tuning has two halves: the half is a property of the opening itself, mirror images included,
whatever the seed, so no search ever plays an opening of a check. Labels have three parts, by the
class of the opening and the seed of their recipe.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from hashlib import sha256
from itertools import islice
from typing import Literal

from lastknight.discovery.recipe import LabelRecipe
from lastknight.errors import ArgumentError
from lastknight.matches.openings import Opening, check_plies, endless_openings
from lastknight.notation import Square
from lastknight.position import Position
from lastknight.stats.words import counted

Half = Literal["search", "check"]
PLACEMENTS = 2
"""Plies that make the class of an opening: both knights are placed."""
# After this many draws without an opening of a half, there is none.
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
            f"openings of {counted(plies, 'ply')} do not split into two halves on this board, "
            "one to tune with and one to check; use more --plies"
        )
    return _draw(start, half, plies=plies, seed=seed)


def opening_class(start: Position, moves: Sequence[Square]) -> int:
    """The hash of the position after both placements, equal for mirror images.

    >>> from lastknight.notation import parse_moves
    >>> moves, mirrored = parse_moves("a1 d4"), parse_moves("g1 d4")
    >>> opening_class(Position(), moves) == opening_class(Position(), mirrored)
    True
    """
    position = start
    for move in moves[:PLACEMENTS]:
        position = position.play(move)
    return hash(position.canonical())


def draw_part(recipe: LabelRecipe, part: int, *, plies: int, seed: int) -> Iterator[Opening]:
    """Random openings whose class is in one part of the labels, without end.

    Raises ArgumentError if hardly any opening is in that part.
    """
    parts: dict[int, int] = {}
    missed = 0
    for opening in endless_openings(recipe.start, plies, seed=seed):
        name = opening_class(recipe.start, opening.moves)
        if name not in parts:
            parts[name] = recipe.part_of(name)
        missed = 0 if parts[name] == part else missed + 1
        if missed > _MOST_DRAWS:
            raise ArgumentError(
                "this board has no openings to spare for the verification; use a larger board"
            )
        if not missed:
            yield opening


def _draw(start: Position, half: Half, *, plies: int, seed: int) -> Iterator[Opening]:
    missed = 0
    for opening in endless_openings(start, plies, seed=seed):
        is_wanted = half_of(opening) == half
        missed = 0 if is_wanted else missed + 1
        if missed > _MOST_DRAWS:
            return
        if is_wanted:
            yield opening
