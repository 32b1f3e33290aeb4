"""Conclusions by fixed rules: the recommendation, what stays undecided, where curves cross.

clear     better than the baseline at equal nodes, with all candidates counted, and at equal time
limited   better at equal nodes, but not shown to be better at equal time
none      no candidate is shown to be better: keep the baseline
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from math import exp, log

from lastknight.analysis.match_facts import Budget, Direct, Ranking, sign_of
from lastknight.stats import judge
from lastknight.stats.planning import expected_split_rate

_REASONS = {
    "clear": ("direct", "time", "rank"),
    "limited": ("direct", "time", "cost"),
    "none": ("direct", "time", "sure"),
}


@dataclass(frozen=True)
class Advice:
    """The recommendation, and how strong it is."""

    heuristic: int
    """The baseline if no candidate is shown to be better."""
    strength: str
    """clear, limited or none."""
    reasons: tuple[str, str, str]
    """Names of the reasons; the report words them."""
    subject: int = 0
    """The candidate the reasons are about: the recommended one, or the highest rated if none is
    shown to be better."""


@dataclass(frozen=True)
class Undecided:
    """A comparison that the games leave open."""

    about: str
    candidate: int
    kind: str
    pairs: int
    pairs_to_decide: int | None
    seconds: float | None


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


def advise(
    direct: Sequence[Direct],
    budgets: Sequence[Budget],
    ranking: Ranking,
    *,
    baseline: int,
    confidence: float,
) -> Advice:
    """Recommend the highest rated of the candidates shown to be better, or the baseline."""
    order = {rating.heuristic: place for place, rating in enumerate(ranking.ratings)}
    best_first = sorted(direct, key=lambda found: order[found.candidate])
    better = [found for found in best_first if found.word == "better"]
    at_time = {budget.candidate: budget.record for budget in main_budgets(budgets, "time")}
    clear = [
        found
        for found in better
        if (timed := at_time.get(found.candidate)) and timed.standing(confidence) == "ahead"
    ]
    if clear:
        strength, chosen = "clear", clear[0]
    elif better:
        strength, chosen = "limited", better[0]
    else:
        strength, chosen = "none", best_first[0]
    advised = chosen.candidate if better else baseline
    reasons = _REASONS[strength]
    return Advice(advised, strength, (reasons[0], reasons[1], reasons[2]), chosen.candidate)


def main_budgets(budgets: Sequence[Budget], kind: str) -> list[Budget]:
    """Each candidate's comparison of one kind at the largest budget."""
    found: dict[int, Budget] = {}
    for budget in budgets:
        known = found.get(budget.candidate)
        if budget.kind == kind and (known is None or budget.limit > known.limit):
            found[budget.candidate] = budget
    return list(found.values())


def find_undecided(
    direct: Sequence[Direct], budgets: Sequence[Budget], *, pace: float
) -> list[Undecided]:
    """The comparisons with the baseline that the games leave open.

    `pace` is the time a pair takes here, in seconds.
    """
    found = [
        Undecided(
            "nodes",
            item.candidate,
            "nodes",
            item.record.pairs,
            item.pairs_to_decide,
            item.seconds_to_decide,
        )
        for item in direct
        if item.word == "inconclusive"
    ]
    for budget in main_budgets(budgets, "time"):
        record = budget.record
        rate = expected_split_rate(record.split, record.pairs)
        verdict = judge(record.elo, record.p_value, pairs=record.pairs, split_rate=rate)
        if verdict.word == "inconclusive":
            needed = verdict.pairs_to_decide
            seconds = None if needed is None else needed * pace
            found.append(Undecided("time", budget.candidate, "time", record.pairs, needed, seconds))
    return found


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
