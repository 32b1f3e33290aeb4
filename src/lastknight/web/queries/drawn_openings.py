"""Openings of stored plans, drawn once for all experiments that share them.

The parts of an analysis play the same openings, and so do most experiments of a store.
"""

from __future__ import annotations

import json
from collections import OrderedDict
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from lastknight.matches.archive import draw_openings
from lastknight.matches.opening_numbers import OpeningNumbers
from lastknight.matches.openings import Opening
from lastknight.matches.plan import stored_openings
from lastknight.position import Position

# How many sequences of openings a worker keeps; ones longer than this are drawn again.
_MOST_KEPT = 8
_LONGEST_KEPT = 500_000


@dataclass(frozen=True)
class DrawnOpenings:
    """The openings of the first pairs of a plan, and the number of each."""

    asked: int
    """For how many pairs they were drawn; a census has all its openings, others can have fewer."""
    openings: list[Opening]
    numbers: list[int]
    """Equal for mirror images."""


_kept: OrderedDict[str, DrawnOpenings] = OrderedDict()


def opening_sequence(plan: Mapping[str, Any], pairs: int) -> DrawnOpenings:
    """The openings of a stored plan for at least this many pairs."""
    key = json.dumps([stored_openings(plan), plan["start"], plan["seed"]])
    found = _kept.get(key)
    if found is None or found.asked < pairs:
        drawn = draw_openings(plan, Position.parse(plan["start"]), pairs)
        found = DrawnOpenings(pairs, drawn, OpeningNumbers.of(drawn).canonical[:].tolist())
    if len(found.openings) <= _LONGEST_KEPT:
        _kept[key] = found
        _kept.move_to_end(key)
    while len(_kept) > _MOST_KEPT:
        _kept.popitem(last=False)
    return found
