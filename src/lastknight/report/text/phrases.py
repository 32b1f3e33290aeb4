"""Phrases: the small fixed table of words that chapters share, as prose with placeholders."""

from __future__ import annotations

from collections.abc import Sequence

from lastknight.analysis.facts import Facts, MatchRecord
from lastknight.report.text.derived import direct_of, equal_time
from lastknight.stats import Estimate

INTERVAL = "{conditions.confidence|part} interval"
HOLM = "with all {#direct|count candidate} counted"
HOLM_OF_TWO = "with both candidates counted"

KINDS = {"depth": "equal depth", "nodes": "equal nodes", "time": "equal time"}
REASONS = {
    "no_moves": "no move left",
    "timeout": "over the time",
    "illegal_move": "an illegal move",
    "crash": "a crash",
    "breach": "a breach",
}


def name(place: int) -> str:
    """The name of a heuristic."""
    return f"{{heuristics.{place}.name|name}}"


def listing(parts: Sequence[str]) -> str:
    """Some things one after the other.

    >>> listing(["a", "b", "c"]), listing(["a"])
    ('a, b and c', 'a')
    """
    return " and ".join(filter(None, (", ".join(parts[:-1]), *parts[-1:])))


def standing(record: MatchRecord, facts: Facts) -> str:
    """ahead, behind or open: what the test and the interval of one record say together."""
    if record.p_value <= 1 - facts.conditions.confidence + 1e-12:
        if is_above(record.elo):
            return "ahead"
        if is_below(record.elo):
            return "behind"
    return "open"


def is_above(estimate: Estimate) -> bool:
    """Whether all of the interval is above 0."""
    return estimate.low is not None and estimate.low > 0


def is_below(estimate: Estimate) -> bool:
    """Whether all of the interval is below 0."""
    return estimate.high is not None and estimate.high < 0


def say_direct(facts: Facts, place: int) -> str:
    """The verdict of a direct match, with its numbers."""
    direct = facts.direct[place]
    one, base = name(direct.candidate), name(facts.conditions.baseline)
    path = f"direct.{place}"
    numbers = f"{{{path}.record.elo|estimate Elo}} ({INTERVAL}; {{{path}.p_adjusted|chance}}"
    numbers += f"{counting(facts)})"
    if direct.word in {"better", "worse"}:
        return f"{one} is **{direct.word}** than {base} at equal nodes: {numbers}."
    if direct.word == "equivalent":
        within = "within {conditions.equivalence|count} Elo"
        return f"{one} and {base} are **equivalent** {within} at equal nodes: {numbers}."
    return f"{one} against {base} is **inconclusive** at equal nodes: {numbers}."


def counting(facts: Facts) -> str:
    """That a p-value counts all comparisons, where there are several."""
    if len(facts.direct) == 1:
        return ""
    return f" {HOLM_OF_TWO if len(facts.direct) == 2 else HOLM}"


def say_time(facts: Facts, candidate: int) -> str:
    """What happens at equal time; empty where that was not played."""
    place = equal_time(facts, candidate)
    if place is None:
        return ""
    record = f"budgets.{place}.record"
    numbers = f"{{{record}.elo|estimate Elo}}"
    words = {
        "ahead": f"it is ahead: {numbers}",
        "behind": f"it is behind: {numbers}",
        "open": f"the two are not told apart: {numbers} ({{{record}.p_value|chance}})",
    }
    cost = ""
    if facts.heuristics[candidate].cost is not None:
        cost = f", where its nodes cost {{heuristics.{candidate}.cost|times}} as much,"
    return f"At equal time{cost} {words[standing(facts.budgets[place].record, facts)]}."


def say_candidate(facts: Facts, candidate: int) -> str:
    """The short answer for one candidate: at equal nodes, and at equal time."""
    place = direct_of(facts, candidate)
    parts = ["" if place is None else say_direct(facts, place), say_time(facts, candidate)]
    return " ".join(filter(None, parts))


def word_of(facts: Facts, place: int) -> str:
    """The verdict of a direct match in one word, with how much counts as none."""
    word = facts.direct[place].word
    return word if word != "equivalent" else "equivalent within {conditions.equivalence|count} Elo"
