"""Two experiments side by side: how their results differ, and under which conditions."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from itertools import product
from typing import Any

from lastknight.matches.results import Match
from lastknight.matches.store import Experiment
from lastknight.stats import describe_elo, difference
from lastknight.web.queries.stored_results import StoredResults, open_parts
from lastknight.web.queries.summaries import summary

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
    """The pairings of two experiments that can be compared, and what differed between them.

    An analysis is compared with all its experiments.
    """
    first, second = (_Side.read(name, store) for name in (a, b))
    shared = [
        (label, match, other)
        for match, other in product(first.matches, second.matches)
        if (label := _shared(match, other)) is not None
    ]
    # Pairings of the same two players come before those with only the same opponent.
    shared.sort(key=lambda found: found[1].a != found[2].a)
    return {
        "a": first.summary,
        "b": second.summary,
        "differences": [_difference(*found) for found in shared[:_MOST_DIFFERENCES]],
        "conditions": _conditions(first.experiments, second.experiments),
    }


@dataclass(frozen=True)
class _Side:
    """One of the two that are compared."""

    summary: dict[str, Any]
    experiments: list[Experiment]
    matches: list[Match]

    @classmethod
    def read(cls, name: str, store: str) -> _Side:
        with open_parts(name, store) as (opened, parts):
            found = [StoredResults.read(opened, one) for _, one in parts]
        matches = [match for one in found for match in one.matches() if match.a != match.b]
        labelled = summary(experiment=name, store=store)
        return cls(labelled, [one for _, one in parts], matches)


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
        verdict = f"the first is higher: {describe_elo(found)} (95 %)"
    elif found.high is not None and found.high < 0:
        verdict = f"the second is higher: {describe_elo(found)} (95 %)"
    else:
        verdict = f"no difference shown: {describe_elo(found)} (95 %)"
    return {
        "what": label,
        "first": first.facts(),
        "second": second.facts(),
        "difference": {"value": found.value, "low": found.low, "high": found.high},
        "sentence": f"{label}: {verdict}.",
    }


def _conditions(first: list[Experiment], second: list[Experiment]) -> list[str]:
    """The conditions that differed, in words."""
    found = []
    for key, words in _CONDITIONS.items():
        one, two = (
            _values(experiment.plan.get(key) for experiment in side) for side in (first, second)
        )
        if one != two:
            found.append(f"{words}: {one} and {two}")
    one, two = (
        _values(experiment.about.get("version") for experiment in side) for side in (first, second)
    )
    if one != two:
        found.append(f"version: {one} and {two}")
    return found


def _values(values: Iterable[object]) -> str:
    """The values of a condition in all experiments of a side."""
    return " or ".join(dict.fromkeys(_short(value) for value in values))


def _short(value: object) -> str:
    text = "a list" if isinstance(value, list) else str(value)
    return text if len(text) <= 60 else text[:57] + "..."
