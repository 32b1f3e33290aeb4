"""What several chapters need and the facts do not hold as such, each a short sum over them."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass

from lastknight.analysis.facts import Budget, Facts
from lastknight.stats import Estimate, difference


@dataclass(frozen=True)
class Price:
    """What the cost of a candidate takes away: its Elo at equal nodes, less that at equal time."""

    candidate: int
    elo: Estimate


@dataclass(frozen=True)
class Derived:
    """Numbers that follow from the facts."""

    prices: tuple[Price, ...]
    """Of every candidate with both matches."""


def derive(facts: Facts) -> Derived:
    """Everything derived from the facts."""
    prices = []
    for direct in facts.direct:
        timed = equal_time(facts, direct.candidate)
        if timed is not None:
            elo = difference(direct.record.elo, facts.budgets[timed].record.elo)
            prices.append(Price(direct.candidate, elo))
    return Derived(tuple(prices))


def equal_time(facts: Facts, candidate: int) -> int | None:
    """The place among the budgets of a candidate's match at equal time, at the main limit."""
    return find_budget(facts, candidate, kind="time", limit=facts.conditions.nodes)


def find_budget(facts: Facts, candidate: int, *, kind: str, limit: int) -> int | None:
    """The place of a budget, None where it was not played."""
    for place, budget in enumerate(facts.budgets):
        if (budget.candidate, budget.kind, budget.limit) == (candidate, kind, limit):
            return place
    return None


def budgets_of(facts: Facts, candidate: int, kind: str) -> list[tuple[int, Budget]]:
    """A candidate's budgets of a kind with their places, the smallest first."""
    found = [
        (place, budget)
        for place, budget in enumerate(facts.budgets)
        if budget.candidate == candidate and budget.kind == kind
    ]
    return sorted(found, key=lambda item: item[1].limit)


def main_depth(facts: Facts) -> int | None:
    """The depth that most candidates were compared at, of several the deepest."""
    depths = Counter(budget.limit for budget in facts.budgets if budget.kind == "depth")
    return max(depths, key=lambda depth: (depths[depth], depth)) if depths else None


def direct_of(facts: Facts, candidate: int) -> int | None:
    """The place of a candidate's direct match."""
    places = [place for place, direct in enumerate(facts.direct) if direct.candidate == candidate]
    return places[0] if places else None


def rating_of(facts: Facts, heuristic: int) -> int | None:
    """The place of a heuristic among the ratings."""
    ratings = facts.ranking.ratings
    places = [place for place, rating in enumerate(ratings) if rating.heuristic == heuristic]
    return places[0] if places else None


def leading(facts: Facts) -> int | None:
    """The place of the direct match that went best for its candidate; None where there is none."""
    if not facts.direct:
        return None
    return max(range(len(facts.direct)), key=lambda place: strength(facts.direct[place].record.elo))


def strength(elo: Estimate) -> float:
    """A number to sort by: the value, and beyond all values where only one end is known."""
    if elo.value is not None:
        return elo.value
    return (elo.low is not None) * 1e6 - (elo.high is not None) * 1e6
