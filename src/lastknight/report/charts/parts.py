"""The parts that charts share: dots with intervals, lines, bands and panels."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import replace
from itertools import product
from textwrap import wrap
from typing import Any

import altair as alt

from lastknight.report.charts.palette import BLUE, INK, MUTED, ORANGE, PAPER
from lastknight.report.charts.rows import Mark, Row, as_rows

Chart = alt.TopLevelMixin

WIDTH = 470
"""The width of a whole chart with its labels, in pixels."""
LABELS = {
    "elo": "datum.value == 0 ? '0' : format(datum.value, '+,d')",
    "area": "format(datum.value, '.2~f')",
    "points": "datum.value == 0 ? '0' : format(100 * datum.value, '+.2~f')",
    "rate": "format(100 * datum.value, 'd') + '\u202f%'",
}
"""How the numbers of an axis are written."""
_CHARACTER, _CAPITAL, _WIDE = 7.2, 9.0, 12.0
"""Room for one character of a name, in pixels: more than common fonts need on average."""
_WIDEST = frozenset("MWmw@%")
_LONGEST = 30
"""Longer names are wrapped."""
_SHAPES = ("circle", "square", "diamond", "triangle-up", "cross")
_STROKES = (ORANGE, INK, BLUE, MUTED, INK)
_FILLS = (ORANGE, PAPER, BLUE, PAPER, INK)
_OPEN = (("left", "low"), ("right", "high"))
"""Where an open interval points."""


def forest(  # noqa: PLR0913  (all but one are keywords)
    marks: Sequence[Mark],
    *,
    frame: tuple[float, float],
    title: str,
    middle: float = 0.0,
    kind: str = "elo",
    right: float = 0.0,
    label_room: float | None = None,
    series: Sequence[str] = (),
) -> alt.LayerChart:
    """Dots with intervals, a line for each name."""
    rows = as_rows([replace(mark, line=_wrap(mark.line)) for mark in marks], frame)
    labels = room_for(mark.line for mark in marks) if label_room is None else label_room
    width = WIDTH - labels - 20 - right
    known = series or order(rows, "series")
    layers = _intervals(
        rows, known, frame=frame, title=title, middle=middle, kind=kind, labels=labels
    )
    if right:
        note = alt.Chart().mark_text(align="left", dx=10, color=MUTED)
        layers.append(
            note.encode(x=alt.value(width), y=_lines(rows, labels), text=alt.Text("note:N"))
        )
    data: Any = alt.InlineData(values=rows)
    layered: alt.LayerChart = alt.layer(*layers, data=data).properties(  # type: ignore[assignment]
        width=width, height=_step(rows)
    )
    return layered


def room_for(names: Iterable[str]) -> float:
    """The room that names beside a chart need, in pixels.

    >>> round(room_for(["Magic", "icing"]), 1)
    40.8
    """
    parts = {part for name in names for part in _wrap(name).splitlines()}
    return max((sum(map(_room, part)) for part in parts), default=0.0)


def _room(character: str) -> float:
    if character in _WIDEST:
        return _WIDE
    return _CAPITAL if character.isupper() else _CHARACTER


def _intervals(  # noqa: PLR0913  (all but two are keywords)
    rows: Sequence[Row],
    series: Sequence[str],
    *,
    frame: tuple[float, float],
    title: str,
    middle: float,
    kind: str,
    labels: float,
) -> list[alt.Chart]:
    axis = alt.Axis(grid=True, tickCount=5, labelExpr=LABELS[kind])
    scale = alt.Scale(domain=list(frame), nice=False)
    x = alt.X("value:Q", title=title or None, axis=axis, scale=scale)
    base = alt.Chart().encode(y=_lines(rows, labels))
    if _shared_lines(rows) > 1:
        base = base.encode(yOffset=alt.YOffset("series:N", sort=list(series)))
    colors = alt.Scale(domain=list(series), range=_STROKES[: len(series)])
    whisker = base.mark_rule(strokeWidth=1.4).encode(
        x=alt.X("low:Q", scale=scale),
        x2="high:Q",
        stroke=alt.Stroke("series:N", scale=colors),
    )
    layers = [zero(middle=middle), whisker]
    for (side, end), (one, color) in product(_OPEN, zip(series, _STROKES, strict=False)):
        if any(row[f"is_open_{end}"] and row["series"] == one for row in rows):
            arrow = base.mark_point(
                shape=f"triangle-{side}", size=42, filled=True, opacity=1, color=color
            )
            arrow = arrow.encode(x=alt.X(f"{end}:Q", scale=scale))
            is_shown = (alt.datum.series == one) & alt.datum[f"is_open_{end}"]
            layers.append(arrow.transform_filter(is_shown))
    known = base.encode(x=x).transform_filter("isValid(datum.value)")
    return [*layers, dots(known, series)]


def lines(base: alt.Chart, series: Sequence[str]) -> list[alt.Chart]:
    """A line for each series, solid or dashed."""
    dashes = ([1, 0], [5, 4])
    return [
        base.mark_line(strokeWidth=1.8, stroke=color, strokeDash=dash).transform_filter(
            alt.datum.series == one
        )
        for one, color, dash in zip(series, _STROKES, dashes, strict=False)
    ]


def banded(  # noqa: PLR0913  (all but three are keywords)
    marks: Sequence[Mark],
    series: Sequence[str],
    x: alt.X,
    *,
    frame: tuple[float, float],
    title: str,
    height: int,
    kind: str = "elo",
    middle: float = 0.0,
    dot_size: int = 52,
) -> Chart:
    """A line with dots and a shaded interval for each of two series, a panel for each candidate."""
    scale = alt.Scale(domain=list(frame), nice=False)
    axis = alt.Axis(grid=True, tickCount=5, labelExpr=LABELS[kind])
    base = alt.Chart().encode(x=x)
    bands = [
        base.mark_area(fill=color, fillOpacity=0.16)
        .encode(y=alt.Y("low:Q", scale=scale), y2="high:Q")
        .transform_filter(alt.datum.series == one)
        for one, color in zip(series, _STROKES, strict=False)
    ]
    curve = base.encode(y=alt.Y("value:Q", title=title, scale=scale, axis=axis))
    layers = [
        *bands,
        zero(middle=middle, vertical=False),
        *lines(curve, series),
        dots(curve, series, size=dot_size),
    ]
    return facet(layers, as_rows(marks, frame), left=56, height=height)


def dots(base: alt.Chart, series: Sequence[str], *, size: int = 52) -> alt.Chart:
    """Points whose shape and fill distinguish the series; one legend for both."""
    count = len(series)
    is_wide = sum(len(one) + 6 for one in series) * _CHARACTER > WIDTH
    padding = 18 + 1.4 * max(map(len, series), default=0)
    columns = 2 if is_wide and 2 * max(map(len, series)) * _CHARACTER < WIDTH - 80 else 1
    legend = (
        alt.Legend(columns=columns if is_wide else count, columnPadding=padding)
        if count > 1
        else None
    )

    def scale(values: Sequence[str]) -> alt.Scale:
        return alt.Scale(domain=list(series), range=list(values[:count]))

    points: alt.Chart = base.mark_point(size=size, strokeWidth=1.6, opacity=1).encode(
        shape=alt.Shape("series:N", scale=scale(_SHAPES), legend=legend, sort=list(series)),
        stroke=alt.Stroke("series:N", scale=scale(_STROKES), legend=legend, sort=list(series)),
        fill=alt.Fill("series:N", scale=scale(_FILLS), legend=legend, sort=list(series)),
    )
    return points


def zero(*, middle: float = 0.0, vertical: bool = True) -> alt.Chart:
    """The line of equal strength, once per panel."""
    rule = alt.Chart().mark_rule(color=MUTED, strokeWidth=1.2).transform_filter("datum.is_first")
    line: alt.Chart = rule.encode(
        x=alt.XDatum(middle) if vertical else alt.Undefined,
        y=alt.Undefined if vertical else alt.YDatum(middle),
    )
    return line


def facet(layers: Sequence[alt.Chart], rows: Sequence[Row], *, left: float, height: int) -> Chart:
    """A panel for each candidate, stacked; `left` is the width of their labels."""
    panels = order(rows, "panel")
    data: Any = alt.InlineData(values=list(rows))
    layered: Any = alt.layer(*layers).properties(width=WIDTH - left, height=height)
    chart: Chart
    if len(panels) == 1:
        chart = layered.properties(data=data)
    else:
        header = alt.Header(title=None, labelAnchor="start", labelPadding=6)
        by = alt.Facet("panel:N", sort=panels, title=None, header=header)
        chart = layered.facet(by, data=data, columns=1, spacing=16)
    return chart


def titled(chart: Chart, text: str) -> Chart:
    """The chart with a title above it."""
    made: Any = chart
    found: Chart = made.properties(title=heading(text))
    return found


def heading(text: str) -> alt.TitleParams:
    """A title above a chart or a part of it."""
    return alt.TitleParams(text, anchor="start", color=INK, fontSize=13, fontWeight="bold", limit=0)


def _lines(rows: Sequence[Row], labels: float) -> alt.Y:
    """A line for each name; the names have their room whatever font draws them."""
    axis = alt.Axis(labelExpr="split(datum.label, '\\n')", labelLimit=0, minExtent=labels)
    return alt.Y("line:N", sort=order(rows, "line"), title=None, axis=axis)


def _wrap(name: str) -> str:
    """A long name on several lines."""
    return "\n".join(wrap(name, _LONGEST, break_on_hyphens=False)) or name


def _step(rows: Sequence[Row]) -> alt.Step:
    """The height of a line, more if several series share it."""
    each = 12 * _shared_lines(rows)
    most = max((str(row["line"]).count("\n") + 1 for row in rows), default=1)
    return alt.Step(max(22, 8 + each, 8 + 14 * most), **{"for": "position"})


def _shared_lines(rows: Sequence[Row]) -> int:
    """The most series on one line of a panel."""
    counts = Counter((row["panel"], row["line"]) for row in rows)
    return max(counts.values(), default=1)


def order(rows: Sequence[Row], field: str) -> list[str]:
    """The values of a field, in the order of the rows."""
    return list(dict.fromkeys(str(row[field]) for row in rows))
