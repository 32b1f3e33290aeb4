"""Reasons for the recommendation, each one sentence from the data."""

from __future__ import annotations

from collections.abc import Callable

from lastknight.analysis.facts import Facts, is_significant
from lastknight.report.text.phrases import baseline, counting, interval, name, standing
from lastknight.report.text.quantities import (
    count,
    count_of,
    elo,
    estimate,
    number,
    point,
    said,
)


def say_reason(facts: Facts, reason: str) -> str:
    """A reason in words; if its data are missing, it says so."""
    return REASONS[reason](facts, facts.advice.subject)


def _direct(facts: Facts, subject: int) -> str:
    match, base = facts.direct_match(subject), baseline(facts)
    if match is None:
        return f"{name(facts, subject)} played no direct match against {base}."
    record = match.record
    return (
        f"In {count(record.pairs, 'pair')} against {base} at equal nodes, {name(facts, subject)} "
        f"won both games of {count(record.ww)} and lost both of {count(record.ll)}: "
        f"{elo(record.elo)} ({interval(facts)})."
    )


def _rank(facts: Facts, subject: int) -> str:
    rating = facts.rating(subject)
    if rating is None:
        return f"{name(facts, subject)} is not rated."
    return (
        f"Among all {count_of(facts.ranking.ratings, 'heuristic')} it ranks {said(rating.rank)}, "
        f"with a rating of {elo(rating.elo)}."
    )


def _time(facts: Facts, subject: int) -> str:
    budget = facts.main_budget(subject, "time")
    if budget is None:
        return "No match at equal time was played."
    says = {
        "ahead": "it stays ahead",
        "behind": "it falls behind",
        "open": "no difference is shown",
    }[standing(budget.record, facts)]
    return (
        f"At equal time, with {count(budget.candidate_limit, 'node')} against "
        f"{count(budget.limit)}, {says}: {elo(budget.record.elo)} "
        f"({number(budget.record.p_value, 'chance')})."
    )


def _budget(facts: Facts, subject: int) -> str:
    curve = facts.curve(subject, "nodes")
    if len(curve) < 2:
        return "It was played at one budget only."
    low, high = curve[0], curve[-1]
    return (
        f"At {count(low.limit, 'node')} per move it has {elo(low.record.elo)}; at "
        f"{count(high.limit, 'node')}, {elo(high.record.elo)}."
    )


def _opponents(facts: Facts, subject: int) -> str:
    rates = facts.classic.win_rates
    return (
        f"Against the opponents of the course it won {point(rates[subject], 'rate')} of its "
        f"games, and {baseline(facts)} {point(rates[facts.conditions.baseline], 'rate')}; these "
        "rates depend on the opponents."
    )


def _cost(facts: Facts, subject: int) -> str:
    cost = facts.heuristics[subject].cost
    if cost is None:
        return "Its cost was not measured."
    longer = f"{number(cost, 'times')} as long as those of {baseline(facts)}"
    return f"At this budget its nodes take {longer}."


def _worst(facts: Facts, subject: int) -> str:
    own = [
        group
        for group in facts.groups
        if group.candidate == subject and group.win_rate.value is not None and group.games
    ]
    # The length of a game is known only when it is over, so it cannot be chosen.
    chosen = [group for group in own if group.by != "length"] or own
    if not chosen:
        return "Its games were not grouped."
    worst = min(chosen, key=lambda group: group.win_rate.value or 0.0)
    return (
        f"Its worst group of games is “{said(worst.label)}”: it won "
        f"{estimate(worst.win_rate, 'rate')}, of {count(worst.games, 'game')}."
    )


def _sure(facts: Facts, subject: int) -> str:
    match = facts.direct_match(subject)
    if match is None:
        return "There is no direct match to test."
    is_shown = is_significant(match.p_adjusted, facts.conditions.confidence)
    counted = f"{counting(facts)} (Holm)" if len(facts.direct) > 1 else ""
    shown = (
        "The difference is unlikely to be chance"
        if is_shown
        else "The difference at equal nodes may be chance"
    )
    power = ""
    if match.detectable is not None:
        size = number(match.detectable, "elo_size")
        power = f"; this many pairs detect a difference of {size} Elo four times out of five"
    return f"{shown}: {number(match.p_adjusted, 'chance')}{counted}{power}."


REASONS: dict[str, Callable[[Facts, int], str]] = {
    "direct": _direct,
    "rank": _rank,
    "time": _time,
    "budget": _budget,
    "opponents": _opponents,
    "cost": _cost,
    "worst": _worst,
    "sure": _sure,
}
"""Every reason by its name."""
