"""The number of each pair's opening: what repeats, and what is a mirror image."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from lastknight.matches.openings import Opening
from lastknight.notation import Square
from lastknight.position import Position

Integers = npt.NDArray[np.int64]


@dataclass(frozen=True)
class OpeningNumbers:
    """The openings of a plan's pairs, numbered in order of first appearance."""

    canonical: Integers
    """Equal for mirror images."""
    raw: Integers
    """Equal only for identical openings."""

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
        return cls(np.array(groups, dtype=np.int64)[found], found)
