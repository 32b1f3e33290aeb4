"""The charts of a discovery: its learning curve, what groups of features are worth, its matches."""

from __future__ import annotations

from collections.abc import Sequence
from math import ceil, floor
from typing import Any

import altair as alt

from lastknight.discovery.discovery_results import Discovery, MatchResult, Remade
from lastknight.discovery.linear_model import ROLES
from lastknight.report.charts.parts import Chart, banded, forest, titled
from lastknight.report.charts.rows import Mark, elo_frame
from lastknight.stats import Estimate

_HEIGHT = 150


def learning_curve(found: Discovery) -> Chart:
    """Accuracy in critical positions, and the AUC within each role, by positions fitted to."""
    accuracy = [
        Mark("", "", part, score.accuracy, float(point.positions))
        for point in found.curve
        for part, score in (("validation", point.validation), ("test", point.test))
    ]
    areas = [
        Mark("", "", role, area, float(point.positions))
        for point in found.curve
        for role, area in (
            ("attacker", point.test.attacker_auc),
            ("defender", point.test.defender_auc),
        )
    ]
    first: Any = _panel(accuracy, ("validation", "test"), title="winning move on top", kind="rate")
    second: Any = _panel(areas, ("attacker", "defender"), title="AUC, test", kind="area")
    chart: Chart = alt.vconcat(first, second, spacing=24).resolve_scale(
        shape="independent", stroke="independent", fill="independent"
    )
    return chart


def recipe_curve(found: Remade) -> Chart:
    """The areas of both evaluations by positions fitted to, a panel for each side to move."""
    panels: list[Any] = []
    for mover in ROLES:
        marks = [
            Mark("", "", f"{role}'s evaluation", one.areas[name], float(one.positions))
            for one in found.findings.curve
            for role in ROLES
            if (name := f"{role}, {mover} to move") in one.areas
        ]
        series = [f"{role}'s evaluation" for role in ROLES]
        if marks:
            panels.append(_panel(marks, series, title=f"area, {mover} to move", kind="area"))
    chart: Chart = alt.vconcat(*panels, spacing=24).resolve_scale(
        shape="independent", stroke="independent", fill="independent"
    )
    return chart


def contributions(found: Discovery) -> Chart:
    """The full fit against fits without each group."""
    marks = [Mark("", one.group, "", one.elo) for one in found.contributions]
    return _forest(marks, "Elo lost without the group")


def recipe_groups(found: Remade) -> Chart:
    """The same for a heuristic that was rebuilt from its recipe."""
    marks = [Mark("", one.group, "", one.elo) for one in found.findings.groups if one.group]
    return _forest(marks, "Elo lost without the group")


def matches(found: Discovery) -> Chart:
    """Every match of the verification at equal nodes."""
    played = found.verification
    marks = [
        Mark("", _line(one), f"against {one.opponent}", one.elo)
        for one in (*played.matches, *played.boards)
    ]
    return titled(_forest(marks, "Elo at equal nodes"), "Openings never used for the fit")


def _forest(marks: Sequence[Mark], title: str) -> Chart:
    return forest(marks, frame=elo_frame(mark.estimate for mark in marks), title=title)


def _line(one: MatchResult) -> str:
    return f"{one.board}, {one.nodes:,} nodes"


def _panel(marks: Sequence[Mark], series: Sequence[str], *, title: str, kind: str) -> Chart:
    known = [mark for mark in marks if mark.estimate.value is not None]
    x = alt.X(
        "x:Q",
        title="positions fitted to",
        scale=alt.Scale(type="log", nice=False),
        axis=alt.Axis(grid=False, values=sorted({mark.x for mark in known}), format=",d"),
    )
    frame = _frame([mark.estimate for mark in known])
    return banded(
        known, series, x, frame=frame, title=title, height=_HEIGHT, kind=kind, middle=frame[0]
    )


def _frame(estimates: Sequence[Estimate]) -> tuple[float, float]:
    """All ends, in steps of a tenth."""
    lows = [one.low for one in estimates if one.low is not None]
    highs = [one.high for one in estimates if one.high is not None]
    low, high = min(lows, default=0.5), max(highs, default=1.0)
    return max(0.0, floor(10 * low) / 10), min(1.0, ceil(10 * high) / 10)
