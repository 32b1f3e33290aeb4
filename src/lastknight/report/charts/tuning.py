"""The chart of a tuning: the path of each parameter, run by run, and where it ended."""

from __future__ import annotations

from typing import Any

import altair as alt

from lastknight.discovery.tuning_results import TunedParameter, Tuning
from lastknight.report.charts.palette import BLUE, INK, MUTED, ORANGE, PAPER
from lastknight.report.charts.parts import WIDTH, Chart, heading

_LEFT, _RIGHT, _HEIGHT = 56, 16, 130


def paths(tuning: Tuning) -> Chart:
    """A panel for each parameter: thin lines for the runs, a thick one for their mean."""
    panels = [_panel(tuning, place, one) for place, one in enumerate(tuning.parameters)]
    chart: Chart = alt.vconcat(*panels, spacing=18)
    return chart


def _panel(tuning: Tuning, place: int, parameter: TunedParameter) -> alt.LayerChart:
    x = alt.X(
        "x:Q",
        title="pairs played",
        scale=alt.Scale(domain=[0, tuning.pairs], nice=False),
        axis=alt.Axis(grid=False, tickCount=5, format=",d"),
    )
    scale = alt.Scale(domain=[parameter.low, parameter.high], nice=False)
    y = alt.Y("value:Q", title=None, scale=scale, axis=alt.Axis(grid=True, tickCount=5))
    base = alt.Chart().encode(x=x)
    mean, end = (base.transform_filter(alt.datum.kind == kind) for kind in ("mean", "end"))
    layers = [
        mean.mark_area(fill=ORANGE, fillOpacity=0.16).encode(
            y=alt.Y("low:Q", scale=scale), y2="high:Q"
        ),
        base.transform_filter(alt.datum.kind == "run")
        .mark_line(stroke=MUTED, strokeWidth=0.8, opacity=0.7)
        .encode(y=y, detail="run:N"),
        mean.mark_line(stroke=ORANGE, strokeWidth=2).encode(y=y),
        base.transform_filter(alt.datum.kind == "start")
        .mark_rule(stroke=BLUE, strokeWidth=1.2, strokeDash=[5, 4])
        .encode(y=y, x=alt.value(0), x2=alt.value(WIDTH - _LEFT - _RIGHT)),
        end.mark_rule(stroke=INK, strokeWidth=1.6).encode(
            y=alt.Y("low:Q", scale=scale), y2="high:Q"
        ),
        end.mark_point(size=56, fill=PAPER, stroke=INK, strokeWidth=1.6, opacity=1).encode(y=y),
    ]
    data: Any = alt.InlineData(values=_rows(tuning, place, parameter))
    made: Any = alt.layer(*layers, data=data).properties(
        width=WIDTH - _LEFT - _RIGHT, height=_HEIGHT, title=heading(parameter.name)
    )
    panel: alt.LayerChart = made
    return panel


def _rows(tuning: Tuning, place: int, parameter: TunedParameter) -> list[dict[str, object]]:
    rows: list[dict[str, object]] = []
    by_pairs: dict[int, list[float]] = {}
    for step in tuning.path:
        value = step.after[place]
        by_pairs.setdefault(step.pairs, []).append(value)
        rows.append({"kind": "run", "run": step.run, "x": step.pairs, "value": value})
    rows += [
        {
            "kind": "mean",
            "x": pairs,
            "value": sum(values) / len(values),
            "low": min(values),
            "high": max(values),
        }
        for pairs, values in by_pairs.items()
    ]
    spread = parameter.spread
    end = {"value": parameter.value, "low": spread.low, "high": spread.high}
    return [
        *rows,
        {"kind": "start", "x": 0, "value": parameter.start},
        {"kind": "end", "x": tuning.pairs, **end},
    ]
