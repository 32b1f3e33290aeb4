"""The chart of an experiment: Elo with intervals of players or pairings, drawn as in reports."""

from __future__ import annotations

from collections.abc import Mapping

from lastknight.report.charts.parts import Chart, forest
from lastknight.report.charts.rows import Mark, elo_frame
from lastknight.stats import Estimate

_LONGEST = 30


def standings(estimates: Mapping[str, Estimate], *, title: str) -> Chart:
    """Dots with intervals, a line for each name, in the given order."""
    marks = [Mark("", _shorten(name), "", estimate) for name, estimate in estimates.items()]
    return forest(marks, frame=elo_frame(estimates.values()), title=title)


def _shorten(name: str) -> str:
    return name if len(name) <= _LONGEST else name[: _LONGEST - 1] + "\u2026"
