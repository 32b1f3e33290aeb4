"""Conclusions by fixed rules: the recommendation, what stays undecided, where curves cross.

clear     better than the baseline at equal nodes, and its nodes cost clearly less than break-even
even      better at equal nodes, but its cost is within the interval of the break-even
costly    better at equal nodes, but its nodes cost clearly more than break-even
none      no candidate is shown to be better: keep the baseline
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from math import exp, log
from typing import Literal

from lastknight.analysis.equal_time import CostWord, EqualTime
from lastknight.analysis.match_facts import Budget, Direct, sign_of

Strength = Literal["clear", "even", "costly", "none"]
Reason = Literal["direct", "time", "role", "rank", "sure"]

_STRENGTHS: tuple[tuple[Strength, CostWord], ...] = (
    ("clear", "below"),
    ("even", "within"),
    ("costly", "above"),
)
_REASONS: dict[Strength, tuple[Reason, Reason, Reason]] = {
    "clear": ("direct", "time", "role"),
    "even": ("direct", "time", "role"),
    "costly": ("direct", "time", "role"),
    "none": ("direct", "sure", "rank"),
}


@dataclass(frozen=True)
class Advice:
    """The recommendation, and how strong it is."""

    heuristic: int
    """The baseline if no candidate is shown to be better."""
    strength: Strength
    reasons: tuple[Reason, Reason, Reason]
    """Names of the reasons; the report words them."""
    subject: int = 0
    """The candidate the reasons are about: the recommended one, or the strongest if none is shown
    to be better."""


@dataclass(frozen=True)
class Undecided:
    """A comparison that the games leave open."""

    about: str
    candidate: int
    kind: str
    pairs: int
    pairs_to_decide: int | None
    seconds: float | None
    needs_other_openings: bool = False
    """Whether no number of pairs on these openings decides."""


@dataclass(frozen=True)
class Crossing:
    """Where a candidate's curve crosses 0, between two neighbouring budgets."""

    candidate: int
    kind: str
    low: int
    high: int
    at: float
    """Interpolated linearly over the logarithm of the budget."""
    is_sure: bool
    """Whether both intervals exclude 0, on opposite sides."""


def advise(direct: Sequence[Direct], equal_time: Sequence[EqualTime], *, baseline: int) -> Advice:
    """Recommend the strongest of the candidates shown to be better, or the baseline.

    One whose nodes clearly cost less than its break-even comes before any other.
    """
    better = [found for found in direct if found.word == "better"]
    words = {found.candidate: found.word for found in equal_time}
    for strength, word in _STRENGTHS:
        fitting = [found for found in better if words.get(found.candidate, "within") == word]
        if fitting:
            chosen = max(fitting, key=lambda found: found.strength).candidate
            return Advice(chosen, strength, _REASONS[strength], chosen)
    strongest = max(direct, key=lambda found: found.strength).candidate
    return Advice(baseline, "none", _REASONS["none"], strongest)


def find_undecided(direct: Sequence[Direct]) -> list[Undecided]:
    """The comparisons with the baseline that the games leave open."""
    return [
        Undecided(
            "nodes",
            item.candidate,
            "nodes",
            item.record.pairs,
            item.pairs_to_decide,
            item.seconds_to_decide,
            item.needs_other_openings,
        )
        for item in direct
        if item.word == "inconclusive"
    ]


def find_crossings(budgets: Sequence[Budget]) -> list[Crossing]:
    """Where a candidate's Elo changes sign between neighbouring budgets of one kind.

    If both intervals include 0, nothing crosses.
    """
    crossings = []
    curves: dict[tuple[int, str], list[Budget]] = {}
    for budget in sorted(budgets, key=lambda budget: budget.limit):
        curves.setdefault((budget.candidate, budget.kind), []).append(budget)
    for (candidate, kind), curve in curves.items():
        for low, high in pairwise(curve):
            before, after = low.record.elo.value, high.record.elo.value
            if before is None or after is None or before * after >= 0:
                continue
            signs = sign_of(low.record.elo), sign_of(high.record.elo)
            if not any(signs):
                continue
            part = before / (before - after)
            at = exp(log(low.limit) + part * (log(high.limit) - log(low.limit)))
            is_sure = signs[0] * signs[1] < 0
            crossings.append(Crossing(candidate, kind, low.limit, high.limit, at, is_sure))
    return crossings
