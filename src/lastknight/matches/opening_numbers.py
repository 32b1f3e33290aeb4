"""The number of each pair's opening: what repeats, and what is a mirror image."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from lastknight.matches.openings import Opening
from lastknight.matches.roles import is_first_attacking
from lastknight.notation import Square
from lastknight.position import Position

Integers = npt.NDArray[np.int64]

# A moves first after the opening in the first game of a pair, B in the second.
_ATTACKING = {True: 0, False: 1, None: -1}


@dataclass(frozen=True)
class OpeningNumbers:
    """The openings of a plan's pairs, numbered in order of first appearance."""

    canonical: Integers
    """Equal for mirror images."""
    raw: Integers
    """Equal only for identical openings."""
    attacking: Integers
    """The game of the pair in which A attacks, 0 or 1; -1 if the opening has no roles."""

    @classmethod
    def of(cls, drawn: Sequence[Opening]) -> OpeningNumbers:
        """Number the opening of each pair; more pairs do not change the first numbers."""
        raw: dict[tuple[Square, ...], int] = {}
        by_object = {id(opening): opening for opening in drawn}  # most appear many times
        numbers = {
            key: raw.setdefault(opening.moves, len(raw)) for key, opening in by_object.items()
        }
        forms: dict[Position, int] = {}
        firsts = {numbers[key]: opening for key, opening in by_object.items()}
        groups = [forms.setdefault(firsts[n].canonical, len(forms)) for n in range(len(raw))]
        keys = map(id, drawn)
        found = np.fromiter(map(numbers.__getitem__, keys), np.int64, len(drawn))
        attacking = [_ATTACKING[is_first_attacking(firsts[n].position)] for n in range(len(raw))]
        return cls(np.array(groups, np.int64)[found], found, np.array(attacking, np.int64)[found])
