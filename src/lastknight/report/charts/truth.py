"""The charts of perfect play: how well values predict the winner, and what search picks."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from math import floor

import altair as alt

from lastknight.analysis.facts import Facts
from lastknight.report.charts.parts import Chart, banded, forest, titled
from lastknight.report.charts.rows import Mark
from lastknight.stats import Estimate
from lastknight.truth.measurements import HeuristicTruth, Truth

_SERIES = ("candidate", "baseline")
_Points = Callable[[HeuristicTruth], list[tuple[float, Estimate]]]


def wins(facts: Facts) -> Chart:
    """Winning moves found, every candidate minus the baseline."""
    found = _truth(facts).winning_moves
    assert found is not None
    names = {one.spec: one.name for one in facts.heuristics}
    marks = [
        Mark("", names.get(one.heuristic, one.heuristic), "", one.difference)
        for one in found.best_first
    ]
    ends = [
        end for mark in marks for end in (mark.estimate.low, mark.estimate.high) if end is not None
    ]
    room = 0.005
    chart = forest(
        marks,
        frame=(min([0.0, *ends]) - room, max([0.0, *ends]) + room),
        title=f"percentage points above {facts.baseline.name}",
        kind="points",
    )
    return titled(chart, "Winning moves found in critical positions")


def by_ply(facts: Facts) -> Chart:
    """AUC by ply, with bands."""
    truth = _truth(facts)
    middles = [(group.first_ply + group.last_ply) / 2 for group in truth.sample.groups]
    marks = _marks(
        facts,
        lambda one: [(x, group.auc) for x, group in zip(middles, one.groups, strict=True)],
    )
    x = alt.X("x:Q", title="ply", axis=alt.Axis(grid=False, tickMinStep=1))
    return titled(_banded(marks, x, title="AUC", kind="area", middle=0.5), "AUC by ply")


def by_depth(facts: Facts) -> Chart:
    """How often search to a depth picks a winning move, with bands."""
    marks = _marks(facts, lambda one: [(float(deep.depth), deep.picks.rate) for deep in one.depths])
    ticks = sorted({mark.x for mark in marks})
    x = alt.X("x:Q", title="depth", axis=alt.Axis(grid=False, values=ticks, format="d"))
    chance = _truth(facts).sample.chance.value
    chart = _banded(
        marks,
        x,
        title="picks a winning move",
        kind="rate",
        middle=0.5 if chance is None else chance,
    )
    return titled(chart, "Winning moves picked, by search depth")


def _truth(facts: Facts) -> Truth:
    assert facts.truth is not None
    return facts.truth


def _marks(facts: Facts, points: _Points) -> list[Mark]:
    """A panel for each candidate, the baseline in all; missing values are left out."""
    names = {one.spec: one.name for one in facts.heuristics}
    base = facts.heuristics[facts.conditions.baseline].spec
    found = _truth(facts).heuristics
    return [
        Mark(names.get(one.heuristic, one.heuristic), "", series, estimate, x=x)
        for one in found
        if one.heuristic != base
        for series, shown in zip(
            _SERIES, (one, next((b for b in found if b.heuristic == base), None)), strict=True
        )
        if shown is not None
        for x, estimate in points(shown)
        if estimate.value is not None
    ]


def _banded(marks: Sequence[Mark], x: alt.X, *, title: str, kind: str, middle: float) -> Chart:
    lows = [mark.estimate.low for mark in marks if mark.estimate.low is not None]
    frame = (max(0.0, floor(10 * min([middle, *lows]) - 0.5) / 10), 1.0)
    return banded(
        marks,
        _SERIES,
        x,
        frame=frame,
        title=title,
        kind=kind,
        middle=middle,
        height=140,
        dot_size=30,
    )
