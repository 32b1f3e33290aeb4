"""The charts of reports and of experiments: a function each, which gives an altair description.

Series differ in shape, fill and dashes, never in colour alone, so that they can be told apart in
black and white.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

import altair as alt

from lastknight.analysis.facts import Facts
from lastknight.report.charts import rows as chart_rows
from lastknight.report.charts import truth as truth_charts
from lastknight.report.charts.palette import BLUE, INK, ORANGE, PAPER
from lastknight.report.charts.parts import (
    LABELS,
    Chart,
    banded,
    dots,
    facet,
    forest,
    heading,
    lines,
    room_for,
    titled,
    zero,
)
from lastknight.report.charts.rows import COMPARED, Mark, as_rows, elo_frame
from lastknight.stats import Estimate

_RATES = (0.0, 1.0)
_RATIOS = (1, 1.5, 2, 3, 4.5, 7, 10, 20, 50, 100)
"""Where the axis of costs has ticks."""


def direct(facts: Facts) -> Chart:
    """Every candidate against the baseline at equal nodes, and the best one by role."""
    base = facts.baseline.name
    marks, roles = chart_rows.direct_marks(facts), chart_rows.role_marks(facts)
    labels = room_for(mark.line for mark in (*marks, *roles))
    first = forest(
        marks,
        frame=elo_frame(mark.estimate for mark in marks),
        title=f"Elo against {base}",
        label_room=labels,
        series=("decided", "undecided", COMPARED) if facts.champion else ("decided", "undecided"),
    ).properties(title=heading("Strength at equal nodes"))
    if not roles:
        return first
    second = forest(
        roles,
        frame=_RATES,
        title="games won",
        middle=0.5,
        kind="rate",
        label_room=labels,
    ).properties(title=heading("Games won by role"))
    chart: Chart = alt.vconcat(first, second, spacing=24).resolve_scale(
        shape="independent", stroke="independent", fill="independent"
    )
    return chart


def ratings(facts: Facts) -> Chart:
    """Ratings, best first, with rank sets on the right."""
    marks = chart_rows.rating_marks(facts)
    longest = max((len(mark.note) for mark in marks), default=0)
    return forest(
        marks,
        frame=elo_frame(mark.estimate for mark in marks),
        title=f"Elo, {facts.baseline.name} is 0",
        right=6.3 * longest + 12,
        series=("candidate", COMPARED),
    ).properties(title=heading("Ratings, and the possible ranks"))


def opponents(facts: Facts) -> Chart:
    """Win rates against each opponent: the featured candidates and the baseline."""
    return forest(
        chart_rows.opponent_marks(facts), frame=_RATES, title="win rate", middle=0.5, kind="rate"
    ).properties(title=heading("Win rate against each opponent"))


def knowledge(facts: Facts) -> Chart:
    """The featured candidates at equal depth, nodes and time."""
    marks = chart_rows.knowledge_marks(facts)
    base = facts.baseline.name
    return forest(
        marks,
        frame=elo_frame(mark.estimate for mark in marks),
        title=f"Elo against {base}",
    ).properties(title=heading("Equal depth, equal nodes, equal time"))


def equal_time(facts: Facts) -> Chart:
    """Elo by the cost of a node: matches, the fitted line and the cost here."""
    marks = chart_rows.ratio_marks(facts)
    frame = elo_frame(mark.estimate for mark in marks)
    rows = [*as_rows(marks, frame), *chart_rows.line_rows(facts, frame)]
    known = [float(str(row["x"])) for row in rows]
    low, high = min(known, default=1.0), max(known, default=2.0)
    ticks = [tick for tick in _RATIOS if low <= tick <= high]
    x = alt.X(
        "x:Q",
        title=f"cost of a node, {facts.baseline.name} is 1",
        scale=alt.Scale(type="log", domain=[low / 1.06, high * 1.06], nice=False),
        axis=alt.Axis(grid=False, values=ticks, labelExpr="'\u00d7' + datum.value"),
    )
    scale = alt.Scale(domain=list(frame), nice=False)
    axis = alt.Axis(grid=True, tickCount=5, labelExpr=LABELS["elo"])
    y = alt.Y("value:Q", title=f"Elo against {facts.baseline.name}", scale=scale, axis=axis)
    base = alt.Chart().encode(x=x)
    played = base.transform_filter("datum.series == 'played'")
    line = base.transform_filter("datum.kind == 'line'")
    cost = base.transform_filter("datum.kind == 'cost'")
    layers = [
        zero(vertical=False),
        line.mark_line(stroke=ORANGE, strokeWidth=1.8).encode(y=y),
        cost.mark_rule(stroke=BLUE, strokeWidth=1.8, strokeDash=[5, 4]),
        played.mark_rule(stroke=INK, strokeWidth=1.4).encode(
            y=alt.Y("low:Q", scale=scale), y2="high:Q"
        ),
        played.mark_point(
            size=52, fill=PAPER, stroke=INK, strokeWidth=1.6, opacity=1, shape="square"
        ).encode(y=y),
    ]
    return titled(facet(layers, rows, left=56, height=150), "Elo by the cost of a node")


def curves(facts: Facts) -> Chart:
    """Elo by budget, with bands."""
    marks = chart_rows.curve_marks(facts)
    x = alt.X(
        "x:Q",
        title="nodes per move",
        scale=alt.Scale(type="log", nice=False),
        axis=alt.Axis(values=sorted({mark.x for mark in marks}), format="~s", labelOverlap=True),
    )
    chart = banded(
        marks,
        ("equal nodes",),
        x,
        frame=elo_frame(mark.estimate for mark in marks),
        title=f"Elo against {facts.baseline.name}",
        height=160,
    )
    return titled(chart, "Elo by the nodes of both players")


def depths(facts: Facts) -> Chart:
    """Mean depth by ply."""
    chart = _by_ply(facts, "depth", "depth", alt.Scale(), alt.Axis(grid=True, tickCount=5))
    return titled(chart, "Mean depth of searches by ply")


def costs(facts: Facts) -> Chart:
    """Time per evaluation by ply."""
    powers, is_wide = chart_rows.ticks([ply.nanoseconds for ply in facts.plies])
    if not is_wide:
        scale, axis = alt.Scale(), alt.Axis(grid=True, tickCount=5)
    else:
        scale = alt.Scale(type="log", domain=[powers[0], powers[-1]])
        axis = alt.Axis(grid=True, values=powers)
    chart = _by_ply(facts, "nanoseconds", "ns per evaluation", scale, axis)
    return titled(chart, "Time per evaluation by ply")


def _by_ply(facts: Facts, field: str, title: str, scale: alt.Scale, axis: alt.Axis) -> Chart:
    rows = chart_rows.ply_rows(facts)
    base = alt.Chart().encode(
        x=alt.X("ply:Q", title="ply", axis=alt.Axis(grid=False)),
        y=alt.Y(f"{field}:Q", title=title, scale=scale, axis=axis),
    )
    series = ["candidate", "baseline"]
    return facet([*lines(base, series), dots(base, series, size=12)], rows, left=50, height=120)


def standings(estimates: Mapping[str, Estimate], *, title: str) -> Chart:
    """Players or pairings of an experiment: a line for each name, in the given order."""
    marks = [Mark("", name, "", estimate) for name, estimate in estimates.items()]
    drawn = forest(marks, frame=elo_frame(estimates.values()), title=title)
    return drawn.properties(title=heading("Strength, with intervals"))


CHARTS: dict[str, Callable[[Facts], Chart]] = {
    "direct": direct,
    "ratings": ratings,
    "opponents": opponents,
    "equal_time": equal_time,
    "knowledge": knowledge,
    "curves": curves,
    "depths": depths,
    "costs": costs,
    "truth_wins": truth_charts.wins,
    "truth_plies": truth_charts.by_ply,
    "truth_depths": truth_charts.by_depth,
}
"""Every chart of the report by its name."""
