"""The recommendation, with three reasons, each one sentence from the data."""

from __future__ import annotations

from collections.abc import Callable

from lastknight.analysis.facts import Facts
from lastknight.analysis.match_facts import is_significant
from lastknight.report.text.blocks import Chapter, Items, Paragraph
from lastknight.report.text.phrases import baseline, counting, interval, later_start, name
from lastknight.report.text.quantities import (
    count,
    count_of,
    elo,
    number,
    said,
)


def recommendation(facts: Facts) -> Chapter:
    """What to do, with three reasons."""
    reasons = tuple(say_reason(facts, reason) for reason in facts.advice.reasons)
    blocks = (Paragraph(recommend(facts), role="lead"), Items(reasons, is_ordered=True))
    return Chapter("Recommendation", blocks, is_boxed=True)


def recommend(facts: Facts) -> str:
    """The recommendation in words."""
    base = baseline(facts)
    chosen, subject = name(facts, facts.advice.heuristic), name(facts, facts.advice.subject)
    starts = later_start(facts) or "from these openings"
    scope = f"at this budget, on this board and {starts}"
    words = {
        "clear": f"**Use {chosen}.** It is shown to be better than {base} {scope}, at equal nodes "
        "and at equal time.",
        "limited": f"**Consider {chosen}, with a reservation.** It is shown to be better than "
        f"{base} at equal nodes {scope}, but not at equal time.",
        "none": f"**Keep {base}.** {subject} is not shown to be better {scope}."
        if len(facts.direct) == 1
        else f"**Keep {base}.** No candidate is shown to be better {scope}. The reasons are "
        f"about {subject}, the highest rated candidate.",
    }
    return words[facts.advice.strength]


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
    }[budget.record.standing(facts.conditions.confidence)]
    return (
        f"At equal time, with {count(budget.candidate_limit, 'node')} against "
        f"{count(budget.limit)}, {says}: {elo(budget.record.elo)} "
        f"({number(budget.record.p_value, 'chance')})."
    )


def _cost(facts: Facts, subject: int) -> str:
    cost = facts.heuristics[subject].cost
    if cost is None:
        return "Its cost was not measured."
    longer = f"{number(cost, 'times')} as long as those of {baseline(facts)}"
    return f"At this budget its nodes take {longer}."


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
    "cost": _cost,
    "sure": _sure,
}
"""Every reason by its name."""

CHAPTERS = {20: recommendation}
