"""Quantities: facts as they stand in a sentence, each with its source and its format.

Every function takes located facts (see `located`) and gives prose, for use in an f-string:

    f"{code(heuristic.name)} played {count(record.games, 'game')}: {elo(record.elo)}"
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

from lastknight.report.text.formats import NOTHING, TIED, Format, write_number
from lastknight.report.text.located import locate, source_of
from lastknight.report.text.prose import Fragment
from lastknight.stats import Estimate
from lastknight.stats.words import plural

Unit = Literal["elo", "whole", "rate", "area", "multiple", "points"]


def number(value: float | None, form: Format, noun: str = "", *, unknown: str = NOTHING) -> str:
    """A number in a format, with a noun that agrees with it; other words if it is unknown."""
    if value is None:
        return unknown
    text = write_number(value, form)
    after = f" {plural(value, noun)}" if noun else ""
    return f"{Fragment('number', text, source_of(value), value, form)}{after}"


def count(value: float, noun: str = "") -> str:
    """A whole number: 1 game, 2,000 games."""
    return number(value, "count", noun)


def count_of(items: Sequence[object], noun: str = "") -> str:
    """How many items a tuple of the facts has."""
    return count(locate(len(items), f"#{source_of(items)}"), noun)


def count_equal(words: Sequence[str], wanted: str) -> str:
    """How often a word occurs in one field of many records, such as the verdicts of all matches."""
    place, _, field = source_of(words[0]).rpartition(".")
    found = sum(word == wanted for word in words)
    return count(locate(found, f"#{place.rpartition('.')[0]}[{field}={wanted}]"))


def code(text: str) -> str:
    """A text of the facts, set as code."""
    return str(Fragment("code", text, source_of(text)))


def said(text: str) -> str:
    """A text of the facts as it is."""
    return str(Fragment("text", text, source_of(text)))


def elo(found: Estimate) -> str:
    """A difference in strength with its interval: +35 Elo, from +24 to +47."""
    return _estimate(found, "elo", after=f"{TIED}Elo")


def estimate(found: Estimate, unit: Unit = "elo") -> str:
    """A value with its interval; one-sided ones in words."""
    return _estimate(found, unit)


def breaks_even(found: Estimate) -> str:
    """At which cost something breaks even, as a predicate."""
    if found.value is None and found.high is None and found.low is not None:
        return f"breaks even beyond {number(found.low, _LOW['multiple'])}"
    if found.value is None and found.low is None and found.high is not None:
        return f"breaks even below {number(found.high, _HIGH['multiple'])}"
    return f"breaks even at {estimate(found, 'multiple')}"


def point(found: Estimate | None, unit: Unit = "elo") -> str:
    """The value alone, for tables."""
    return NOTHING if found is None else number(found.value, unit)


def span(found: Estimate | None, unit: Unit = "elo") -> str:
    """The interval alone, for tables."""
    if found is None or _is_exact(found):
        return NOTHING
    return _ends(found, unit).removeprefix("from ")


def _estimate(found: Estimate, unit: Unit, after: str = "") -> str:
    value, ends = f"{number(found.value, unit)}{after}", _ends(found, unit)
    if _is_exact(found):
        return value
    if found.value is not None:
        return f"{value}, {ends}"
    return ends if found.low is found.high is None else f"{ends}{after}"


def is_unknown(found: Estimate) -> bool:
    """Whether neither a value nor an end is known."""
    return found == Estimate(None, None, None)


def _is_exact(found: Estimate) -> bool:
    return found.value is not None and found.value == found.low == found.high


def _ends(found: Estimate, unit: Unit) -> str:
    """The interval in words, its ends rounded outwards."""
    low, high = number(found.low, _LOW[unit]), number(found.high, _HIGH[unit])
    if found.low is None:
        return "no bounds" if found.high is None else f"at most {high}"
    return f"at least {low}" if found.high is None else f"from {low} to {high}"


_LOW: dict[Unit, Format] = {
    "elo": "elo_low",
    "whole": "whole",
    "rate": "rate_low",
    "area": "area_low",
    "multiple": "multiple_low",
    "points": "points_low",
}
_HIGH: dict[Unit, Format] = {
    "elo": "elo_high",
    "whole": "whole",
    "rate": "rate_high",
    "area": "area_high",
    "multiple": "multiple_high",
    "points": "points_high",
}
