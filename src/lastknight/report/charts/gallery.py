"""The charts of reports and of experiments: a function each, which gives an altair description.

Series differ in shape, fill and dashes, never in colour alone, so that they can be told apart in
black and white.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

import altair as alt

from lastknight.analysis.facts import Facts
from lastknight.report.charts import rows as chart_rows
from lastknight.report.charts import truth as truth_charts
from lastknight.report.charts.palette import ORANGE, PAPER
from lastknight.report.charts.parts import Chart, banded, dots, facet, forest, heading, lines
from lastknight.report.charts.rows import Mark, elo_frame
from lastknight.stats import Estimate

_RATES = (0.0, 1.0)
_LONGEST = 30
"""The most characters of a player's name."""


def direct(facts: Facts) -> Chart:
    """Every candidate against the baseline, at equal nodes and at equal time."""
    return _against_baseline(facts, chart_rows.direct_marks(facts))


def ratings(facts: Facts) -> Chart:
    """Ratings, best first, with rank sets on the right."""
    marks = chart_rows.rating_marks(facts)
    longest = max((len(mark.note) for mark in marks), default=0)
    return forest(
        marks,
        frame=elo_frame(mark.estimate for mark in marks),
        title=f"Elo, {facts.baseline.name} is 0",
        right=6.3 * longest + 12,
        series=("candidate", "for comparison"),
    )


def opponents(facts: Facts) -> Chart:
    """Win rates against each opponent: the featured candidates and the baseline."""
    return forest(
        chart_rows.opponent_marks(facts), frame=_RATES, title="win rate", middle=0.5, kind="rate"
    )


def groups(facts: Facts) -> Chart:
    """Win rates by side, by opening and by length, one below the other."""
    marks = chart_rows.group_marks(facts)
    titles = {"side": "by side", "opening": "by opening", "length": "by length"}
    known = [mark.estimate for mark in marks]
    low = min((end for one in known for end in (one.low, one.value) if end is not None), default=0)
    high = max(
        (end for one in known for end in (one.high, one.value) if end is not None), default=1
    )
    frame = max(0.0, min(low, 0.4) - 0.02), min(1.0, max(high, 0.6) + 0.02)
    longest = max((len(mark.line) for mark in marks), default=0)
    parts = []
    for by, title in titles.items():
        chosen = [mark for mark in marks if mark.panel == by]
        if chosen:
            part = forest(
                chosen, frame=frame, title="", middle=0.5, kind="rate", label_length=longest
            )
            parts.append(part.properties(title=heading(title)))
    chart: Chart = alt.vconcat(*parts, spacing=14)
    return chart


def lengths(facts: Facts) -> Chart:
    """Games by length, won and lost."""
    rows = chart_rows.length_rows(facts)
    base = alt.Chart().mark_bar(strokeWidth=1, stroke=ORANGE)
    bars = base.encode(
        x=alt.X("plies:Q", title="plies", axis=alt.Axis(grid=False, tickMinStep=1)),
        x2=alt.X2("end:Q"),
        y=alt.Y("sum(games):Q", title="games", axis=alt.Axis(grid=True, tickCount=4)),
        fill=alt.Fill(
            "outcome:N",
            sort=["won", "lost"],
            scale=alt.Scale(domain=["won", "lost"], range=[ORANGE, PAPER]),
            legend=alt.Legend(symbolStrokeColor=ORANGE, symbolType="square"),
        ),
        order=alt.Order("order:Q"),
    )
    bars = bars.transform_calculate(plies="datum.plies - 0.4", end="datum.plies + 0.8")
    return facet([bars], rows, left=44, height=100)


def knowledge(facts: Facts) -> Chart:
    """The featured candidates at equal depth, nodes and time."""
    return _against_baseline(facts, chart_rows.knowledge_marks(facts))


def _against_baseline(facts: Facts, marks: Sequence[Mark]) -> Chart:
    return forest(
        marks,
        frame=elo_frame(mark.estimate for mark in marks),
        title=f"Elo against {facts.baseline.name}",
    )


def curves(facts: Facts) -> Chart:
    """Elo by budget, with bands."""
    marks = chart_rows.curve_marks(facts)
    x = alt.X(
        "x:Q",
        title="nodes per move",
        scale=alt.Scale(type="log", nice=False),
        axis=alt.Axis(values=sorted({mark.x for mark in marks}), format="~s", labelOverlap=True),
    )
    return banded(
        marks,
        ("equal nodes", "equal time"),
        x,
        frame=elo_frame(mark.estimate for mark in marks),
        title=f"Elo against {facts.baseline.name}",
        height=160,
    )


def depths(facts: Facts) -> Chart:
    """Mean depth by ply."""
    return _by_ply(facts, "depth", "depth", alt.Scale(), alt.Axis(grid=True, tickCount=5))


def costs(facts: Facts) -> Chart:
    """Time per evaluation by ply."""
    powers, is_wide = chart_rows.ticks([ply.nanoseconds for ply in facts.plies])
    if not is_wide:
        scale, axis = alt.Scale(), alt.Axis(grid=True, tickCount=5)
    else:
        scale = alt.Scale(type="log", domain=[powers[0], powers[-1]])
        axis = alt.Axis(grid=True, values=powers)
    return _by_ply(facts, "nanoseconds", "ns per evaluation", scale, axis)


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
    marks = [Mark("", _shorten(name), "", estimate) for name, estimate in estimates.items()]
    return forest(marks, frame=elo_frame(estimates.values()), title=title)


def _shorten(name: str) -> str:
    return name if len(name) <= _LONGEST else name[: _LONGEST - 1] + "\u2026"


CHARTS: dict[str, Callable[[Facts], Chart]] = {
    "direct": direct,
    "ratings": ratings,
    "opponents": opponents,
    "groups": groups,
    "lengths": lengths,
    "knowledge": knowledge,
    "curves": curves,
    "depths": depths,
    "costs": costs,
    "truth_wins": truth_charts.wins,
    "truth_plies": truth_charts.by_ply,
    "truth_depths": truth_charts.by_depth,
}
"""Every chart of the report by its name."""
