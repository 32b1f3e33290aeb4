"""Phrases: words and sentences that chapters share."""

from __future__ import annotations

from collections.abc import Sequence

from lastknight.analysis.facts import Facts
from lastknight.analysis.match_facts import Direct
from lastknight.report.text.located import locate, source_of
from lastknight.report.text.quantities import code, count, count_of, elo, number, point

KINDS = {"depth": "equal depth", "nodes": "equal nodes", "time": "equal time"}
ENDINGS = {
    "no_moves": "no move left",
    "timeout": "timeout",
    "illegal_move": "illegal move",
    "crash": "crash",
    "breach": "sandbox breach",
}
"""How games end."""
ATTACKER = (
    "The attacker is the player to move while both knights stand on squares of the same colour; "
    "once both are placed, it stays the same player for the whole game."
)
"""What the roles are."""
KNIGHTS = {1: "the light knight with the orange mane", 2: "the dark knight with the blue mane"}
"""How the players look on boards."""


def name(facts: Facts, place: int) -> str:
    """The name of a heuristic."""
    return code(facts.heuristics[place].name)


def baseline(facts: Facts) -> str:
    """The name of the baseline."""
    return code(facts.baseline.name)


def baseline_in_kind(facts: Facts, twin: str | None) -> str:
    """The heuristic whose nodes a cost is a multiple of: the baseline, or its twin in Python."""
    return baseline(facts) if twin is None else f"{baseline(facts)} written in Python"


def interval(facts: Facts) -> str:
    """What an interval is called: 95 % interval."""
    return f"{number(facts.conditions.confidence, 'part')} interval"


def later_start(facts: Facts) -> str:
    """Where the games start, if not from openings: from positions of quick self-play."""
    ply = facts.conditions.start_ply
    return "" if ply is None else f"from positions after {count(ply, 'ply')} of quick self-play"


def level(facts: Facts) -> str:
    """The significance level: 5 %."""
    confidence = facts.conditions.confidence
    return number(locate(1 - confidence, f"1 - {source_of(confidence)}"), "part")


def listing(parts: Sequence[str], conjunction: str = "and") -> str:
    """Things one after the other.

    >>> listing(["a", "b", "c"]), listing(["a"])
    ('a, b and c', 'a')
    """
    return f" {conjunction} ".join(filter(None, (", ".join(parts[:-1]), *parts[-1:])))


def verdict_interval(facts: Facts) -> str:
    """What the interval of a verdict is called."""
    return f"interval at the verdict's level, {level(facts)} for all together"


def describe_roles(facts: Facts, match: Direct) -> str:
    """What a candidate and the baseline win as attacker; empty if the openings give no roles."""
    roles = match.record.roles
    if roles is None:
        return ""
    return (
        f"As attacker, {name(facts, match.candidate)} wins {point(roles.a_attacker.rate, 'rate')} "
        f"of its games; {baseline(facts)} wins {point(roles.b_attacker.rate, 'rate')}."
    )


def describe_direct(facts: Facts, match: Direct) -> str:
    """The verdict of a direct match, with its numbers."""
    one, base = name(facts, match.candidate), baseline(facts)
    numbers = f"{elo(match.elo)} ({number(match.p_adjusted, 'chance')}{counting(facts)})"
    if match.word in {"better", "worse"}:
        return f"{one} is **{match.word}** than {base} at equal nodes: {numbers}."
    if match.word == "equivalent":
        within = f"within {count(facts.conditions.equivalence)} Elo"
        return f"{one} and {base} are **equivalent** {within} at equal nodes: {numbers}."
    if match.word == "forfeited":
        return (
            f"{one} against {base} is **decided by forfeits**, which say nothing about strength: "
            f"{numbers}."
        )
    return f"{one} against {base} is **inconclusive** at equal nodes: {numbers}."


def counting(facts: Facts) -> str:
    """That a p-value is adjusted for all comparisons, if there are several."""
    match len(facts.direct):
        case 1:
            return ""
        case 2:
            return " adjusted for both candidates"
    return f" adjusted for all {count_of(facts.direct, 'candidate')}"


def describe_mistake(who: str, player: int, played: str, winning: Sequence[str]) -> str:
    """That a move lost a won position."""
    would = listing([code(move) for move in winning], "or")
    return f"{who}, {KNIGHTS[player]}, plays {code(played)} and loses; {would} would have won."
