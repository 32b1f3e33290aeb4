"""The recommendation, with three reasons, each one sentence from the data."""

from __future__ import annotations

from collections.abc import Callable

from lastknight.analysis.equal_time import EqualTime
from lastknight.analysis.facts import Facts
from lastknight.analysis.match_facts import is_significant
from lastknight.report.text.blocks import Chapter, Items, Paragraph
from lastknight.report.text.phrases import (
    baseline,
    baseline_in_kind,
    counting,
    later_start,
    name,
)
from lastknight.report.text.quantities import (
    breaks_even,
    count,
    count_of,
    elo,
    estimate,
    is_unknown,
    number,
    said,
    span,
)


def recommendation(facts: Facts) -> Chapter:
    """What to do, with three reasons."""
    reasons = tuple(describe_reason(facts, reason) for reason in facts.advice.reasons)
    blocks = (Paragraph(recommend(facts), role="lead"), Items(reasons, is_ordered=True))
    return Chapter("Recommendation", blocks, is_boxed=True)


def recommend(facts: Facts) -> str:
    """The recommendation in words."""
    base, advice = baseline(facts), facts.advice
    chosen, subject = name(facts, advice.heuristic), name(facts, advice.subject)
    timed = facts.at_equal_time(advice.heuristic)
    costs = "" if timed is None else f" {_describe_costs(facts, timed)}"
    words = {
        "clear": f"**Use {chosen}.** It is stronger than {base}, on the clock too.{costs}",
        "even": f"**{chosen} is stronger per node; on the clock, no difference is shown.** Use it "
        f"if you count nodes; under a clock, it may be better or worse than {base}.{costs}",
        "costly": f"**Keep {base}.** {chosen} is stronger per node, but too expensive on the "
        f"clock.{costs}",
        "none": f"**Keep {base}.** {subject} is not shown to be better."
        if len(facts.direct) == 1
        else f"**Keep {base}.** No candidate is shown to be better. The reasons below are for "
        f"{subject}, the strongest one.",
    }
    if timed is None and advice.strength != "none":
        return (
            f"**Use {chosen} if you count nodes.** It is stronger than {base} per node; its "
            f"strength on the clock was not measured."
        )
    later = later_start(facts)
    return words[advice.strength] + (f" This applies to games {later}." if later else "")


def _describe_costs(facts: Facts, timed: EqualTime) -> str:
    """The break-even cost and the cost here."""
    here = f"here it costs {number(timed.cost.value, 'times')} as much"
    if timed.twin is not None:
        here += f" as one of {baseline_in_kind(facts, timed.twin)}"
    if timed.cost.value is None:
        here = "its cost here was not measured"
    low, high = timed.break_even.low, timed.break_even.high
    if timed.word == "below" and low is not None:
        return (
            f"A node may cost at least {number(low, 'times_low')} as much before {baseline(facts)} "
            f"catches up; {here}."
        )
    if timed.word == "above" and high is not None:
        return f"A node may cost at most {number(high, 'times_high')} as much; {here}."
    return f"It {breaks_even(timed.break_even)}; {here}."


def describe_reason(facts: Facts, reason: str) -> str:
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
        f"{elo(match.elo)}."
    )


def _role(facts: Facts, subject: int) -> str:
    match, base = facts.direct_match(subject), baseline(facts)
    roles = None if match is None else match.record.roles
    if roles is None:
        return "The openings leave knights unplaced, so nobody is attacker or defender yet."
    return (
        f"As attacker it wins {estimate(roles.a_attacker.rate, 'rate')}; as attacker against it, "
        f"{base} wins {estimate(roles.b_attacker.rate, 'rate')}."
    )


def _rank(facts: Facts, subject: int) -> str:
    rating = facts.rating(subject)
    if rating is None:
        return f"{name(facts, subject)} is not rated."
    rank = f"Among all {count_of(facts.ranking.ratings, 'heuristic')} it ranks {said(rating.rank)}"
    return f"{rank}." if is_unknown(rating.elo) else f"{rank}, with a rating of {elo(rating.elo)}."


def _time(facts: Facts, subject: int) -> str:
    timed = facts.at_equal_time(subject)
    if timed is None:
        return "Equal time was not played."
    if timed.cost.value is None:
        return f"It {breaks_even(timed.break_even)}."
    varied = ""
    if timed.cost.low != timed.cost.high:
        varied = f" ({span(timed.cost, 'multiple')} in the games)"
    return (
        f"Its nodes cost {number(timed.cost.value, 'times')} as much as those of "
        f"{baseline_in_kind(facts, timed.twin)}{varied} and it "
        f"{breaks_even(timed.break_even)}: at equal time here it has {elo(timed.elo)}."
    )


def _sure(facts: Facts, subject: int) -> str:
    match = facts.direct_match(subject)
    if match is None:
        return "There is no direct match to test."
    is_shown = is_significant(match.p_adjusted, facts.conditions.confidence)
    shown = (
        "The difference is unlikely to be chance"
        if is_shown
        else "The difference at equal nodes may be chance"
    )
    power = ""
    if match.detectable is not None:
        size = number(match.detectable, "elo_size")
        power = f"; this many pairs detect a difference of {size} Elo four times out of five"
    return f"{shown}: {number(match.p_adjusted, 'chance')}{counting(facts)}{power}."


REASONS: dict[str, Callable[[Facts, int], str]] = {
    "direct": _direct,
    "role": _role,
    "rank": _rank,
    "time": _time,
    "sure": _sure,
}
"""Every reason by its name."""

CHAPTERS = {20: recommendation}
