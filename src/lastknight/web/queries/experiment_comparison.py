"""Two experiments side by side: how their results differ, and under which conditions."""

from __future__ import annotations

from itertools import product
from typing import Any

from lastknight.matches.results import Match
from lastknight.matches.store import Experiment
from lastknight.stats import difference, say_elo
from lastknight.web.queries.stored_results import StoredResults, open_experiment
from lastknight.web.queries.summaries import summarise

_MOST_DIFFERENCES = 100
_CONDITIONS = {
    "start": "board",
    "openings": "openings",
    "plies": "length of openings",
    "start_ply": "plies of quick self-play",
    "seed": "random seed",
    "move_seconds": "time per move",
}


def compare(*, a: str, b: str, store: str) -> dict[str, Any]:
    """The pairings of two experiments that can be compared, and what differed between them."""
    results, summaries = [], []
    for name in (a, b):
        with open_experiment(name, store) as (opened, one):
            results.append(StoredResults.read(opened, one))
            summaries.append(summarise(opened, one, name))
    first, second = results
    differences = [
        _difference(label, match, other)
        for match, other in product(first.matches(), second.matches())
        if (label := _shared(match, other)) is not None
    ]
    return {
        "a": summaries[0],
        "b": summaries[1],
        "differences": differences[:_MOST_DIFFERENCES],
        "conditions": _conditions(first.experiment, second.experiment),
    }


def _shared(match: Match, other: Match) -> str | None:
    """What two matches have in common: both players, or B; None where they cannot be compared."""
    if (match.a, match.b) == (other.a, other.b):
        return f"{match.a} against {match.b}"
    if match.b == other.b:
        return f"{match.a} and {other.a}, each against {match.b}"
    return None


def _difference(label: str, first: Match, second: Match) -> dict[str, Any]:
    found = difference(first.elo, second.elo)
    if found.low is None and found.high is None:
        verdict = "too few pairs for a comparison"
    elif found.low is not None and found.low > 0:
        verdict = f"the first is higher: {say_elo(found)} (95 %)"
    elif found.high is not None and found.high < 0:
        verdict = f"the second is higher: {say_elo(found)} (95 %)"
    else:
        verdict = f"no difference shown: {say_elo(found)} (95 %)"
    return {
        "what": label,
        "first": first.facts(),
        "second": second.facts(),
        "difference": {"value": found.value, "low": found.low, "high": found.high},
        "sentence": f"{label}: {verdict}.",
    }


def _conditions(first: Experiment, second: Experiment) -> list[str]:
    """The conditions that differed, in words."""
    found = []
    for key, words in _CONDITIONS.items():
        one, two = first.plan.get(key), second.plan.get(key)
        if one != two:
            found.append(f"{words}: {_short(one)} and {_short(two)}")
    one, two = first.about.get("version"), second.about.get("version")
    if one != two:
        found.append(f"version: {one} and {two}")
    return found


def _short(value: object) -> str:
    text = "a list" if isinstance(value, list) else str(value)
    return text if len(text) <= 60 else text[:57] + "..."
