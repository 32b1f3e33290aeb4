"""Figures: looking up what a placeholder of the prose names in the facts.

A name is a path such as `direct.0.record.elo.value`, or one step of arithmetic on paths, so that
every number on a page says where it comes from:

    #direct                    how many there are
    #direct[word=better]       how many of them have that word
    audit.forfeits / audit.games, direct.3.record.elo.value - ..., -ranking.differences.0.elo.value
    derived.prices.0.elo.low   what `derived` computes once from the facts
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from lastknight.analysis.facts import Facts
from lastknight.errors import ArgumentError
from lastknight.report.text.derived import Derived, derive

_COUNT = re.compile(r"#([\w.]+)(?:\[(\w+)=([\w ]+)\])?")


@dataclass(frozen=True)
class Figures:
    """The facts, and what follows from them."""

    facts: Facts
    derived: Derived

    @classmethod
    def of(cls, facts: Facts) -> Figures:
        """The figures of some facts."""
        return cls(facts, derive(facts))

    def at(self, name: str) -> object:
        """What a path or a step of arithmetic names.

        Raises ArgumentError where there is nothing.
        """
        if counted := _COUNT.fullmatch(name):
            return self._count(*counted.groups())
        for sign in (" / ", " - "):
            left, found, right = name.partition(sign)
            if found:
                a, b = self._number(left), self._number(right)
                return a / b if sign == " / " else a - b
        return -self._number(name[1:]) if name.startswith("-") else self._walk(name)

    def _count(self, path: str, field: str | None, wanted: str | None) -> int:
        items = self._walk(path)
        if not isinstance(items, Sequence):
            raise ArgumentError(f"{path} cannot be counted")
        return sum(field is None or _step(item, field, path) == wanted for item in items)

    def _number(self, text: str) -> float:
        if text.isdigit():
            return int(text)
        number = self._walk(text)
        if isinstance(number, bool) or not isinstance(number, int | float):
            raise ArgumentError(f"{text} is not a number")
        return number

    def _walk(self, path: str) -> object:
        place: object = self if path.startswith("derived.") else self.facts
        for step in path.split("."):
            place = _step(place, step, path)
        return place


def _step(place: object, step: str, path: str) -> object:
    if step in getattr(place, "__dataclass_fields__", ()):
        return getattr(place, step)
    if isinstance(place, Mapping) and step in place:
        return place[step]
    if isinstance(place, Sequence) and step.isdigit() and int(step) < len(place):
        return place[int(step)]
    raise ArgumentError(f"the facts have no {path} (at {step})")
