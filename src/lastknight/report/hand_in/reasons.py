"""Three reasons for the recommendation of a hand-in, from what the analysis found.

A reason whose facts are missing gives way to the next.
"""

from __future__ import annotations

from collections.abc import Callable

from lastknight.analysis.facts import Facts
from lastknight.report.chapters.recommendation import describe_reason
from lastknight.report.text.located import locate, source_of
from lastknight.report.text.phrases import baseline, name
from lastknight.report.text.quantities import count, elo, estimate, number, point
from lastknight.truth.measurements import PairedWins

_WANTED = 3


def find_reasons(facts: Facts) -> tuple[str, ...]:
    """Three reasons about the recommended candidate, or about the strongest one."""
    subject = facts.advice.subject
    found = (reason(facts, subject) for reason in _REASONS)
    return tuple([one for one in found if one][:_WANTED])


def gain(facts: Facts, place: int) -> float | None:
    """How much higher a heuristic's win rate in the course's table is than the baseline's."""
    rates = facts.classic.win_rates
    mine, base = rates[place].value, rates[facts.conditions.baseline].value
    if mine is None or base is None:
        return None
    return locate(mine - base, f"{source_of(mine)} - {source_of(base)}")


def _win_rate(facts: Facts, subject: int) -> str:
    match, base = facts.direct_match(subject), baseline(facts)
    if match is None:
        return ""
    record, gained = match.record, gain(facts, subject)
    text = (
        f"**Win rate.** {name(facts, subject)} wins {estimate(record.win_rate, 'rate')}, of "
        f"{count(record.games, 'game')} against {base} at equal nodes: {elo(match.elo)}."
    )
    if gained is not None:
        rate = facts.classic.win_rates[subject]
        text += (
            f" Against the course's opponents it wins {point(rate, 'rate')}, "
            f"{number(gained, 'points')} percentage points compared with {base}."
        )
    return text


def _cost(facts: Facts, subject: int) -> str:
    if facts.at_equal_time(subject) is None:
        return ""
    return f"**Cost.** {describe_reason(facts, 'time')}"


def _truth(facts: Facts, subject: int) -> str:
    found = None if facts.truth is None else facts.truth.winning_moves
    spec = facts.heuristics[subject].spec
    paired = (
        None
        if found is None
        else next((one for one in found.compared if one.heuristic == spec), None)
    )
    if found is None or paired is None:
        return ""
    verdicts = {
        "better": "it finds a winning move more often than",
        "worse": "it finds a winning move less often than",
    }
    compared = verdicts.get(
        paired.word, "it is not shown to find a winning move more or less often than"
    )
    return (
        f"**Perfect play.** In {count(paired.critical, 'position')} where the solver proves that "
        f"some moves win and others lose, {compared} {baseline(facts)}: "
        f"{point(found.rate(spec), 'rate')} against {number(_baseline_rate(paired), 'rate')}, "
        f"a difference of {estimate(paired.difference, 'points')} percentage points."
    )


def _baseline_rate(paired: PairedWins) -> float:
    """How often the baseline finds a winning move in the positions of the candidate.

    A heuristic in Python gets fewer positions than the baseline.
    """
    wins = paired.both + paired.only_baseline
    formula = f"({source_of(paired.both)} + {source_of(paired.only_baseline)})"
    return locate(wins / paired.critical, f"{formula} / {source_of(paired.critical)}")


def _depth(facts: Facts, subject: int) -> str:
    nodes, depth = (facts.main_budget(subject, kind) for kind in ("nodes", "depth"))
    if nodes is None or nodes.depth is None or nodes.baseline_depth is None:
        return ""
    text = (
        f"**Depth.** With {count(nodes.limit, 'node')} per move it searches "
        f"{number(nodes.depth, 'decimal')} plies deep on average, {baseline(facts)} "
        f"{number(nodes.baseline_depth, 'decimal')}"
    )
    if depth is not None:
        text += f"; at an equal depth of {count(depth.limit, 'ply')} it has {elo(depth.record.elo)}"
    return f"{text}."


_REASONS: tuple[Callable[[Facts, int], str], ...] = (_win_rate, _cost, _truth, _depth)
