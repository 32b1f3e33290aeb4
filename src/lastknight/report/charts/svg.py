"""Drawing charts: a description becomes SVG inside a page, in light or dark colours."""

from __future__ import annotations

import re
from html import escape
from typing import Any

import altair as alt
import vl_convert

from lastknight.report.charts.palette import COLORS, INK, LINE, MUTED

# Fonts with the same metrics, so that labels fit everywhere.
FONT = "Liberation Sans, Arimo, Helvetica, Arial, sans-serif"
_VERSION = ".".join(alt.SCHEMA_VERSION.removeprefix("v").split(".")[:2])


def draw_chart(chart: alt.TopLevelMixin, *, name: str, label: str) -> str:
    """The chart as an SVG picture; `name` makes its ids unique on a page."""
    svg: str = vl_convert.vegalite_to_svg(describe_chart(chart), vl_version=_VERSION)
    svg = re.sub(r'\bid="([^"]+)"', rf'id="{name}-\1"', svg)
    svg = re.sub(r"url\(#([^)]+)\)", rf"url(#{name}-\1)", svg)
    svg = re.sub(r'(?<=translate\()[^)]*(?=\))|(?<= d=")[^"]*(?=")', _shorten, svg)
    svg = re.sub(
        r'<path class="(?:background|foreground)"[^>]*d="(?:M0,0h0v0h0Z)?"[^>]*/>', "", svg
    )
    head = f'role="img" aria-label="{escape(label)}" class="lk-chart"'
    return re.sub(r'class="marks"( width="[^"]*" height="[^"]*")?', head, svg, count=1)


def describe_chart(chart: alt.TopLevelMixin) -> dict[str, Any]:
    """The Vega-Lite description of the chart, with our configuration."""
    description: dict[str, Any] = chart.to_dict(validate=False)  # the tests do
    description["config"] = _config()
    return description


def darken(svg: str) -> str:
    """A drawn chart in the colours of the dark scheme."""
    for color in COLORS.values():
        svg = svg.replace(f'"{color.light}"', f'"{color.dark}"')
    return svg


def _shorten(found: re.Match[str]) -> str:
    """Coordinates to a tenth of a pixel."""
    return re.sub(r"-?\d+\.\d{2,}", lambda number: f"{float(number[0]):.1f}", found[0])


def _config() -> dict[str, object]:
    axis = {
        "domain": False,
        "gridColor": LINE,
        "gridWidth": 0.7,
        "labelColor": INK,
        "labelFlush": False,
        "labelFontSize": 12,
        "labelLimit": 0,
        "labelPadding": 8,
        "tickColor": LINE,
        "ticks": False,
        "titleColor": MUTED,
        "titleFontSize": 12,
        "titleFontWeight": "normal",
        "titlePadding": 8,
    }
    legend = {
        "labelColor": INK,
        "labelFontSize": 12,
        "labelLimit": 0,
        "orient": "top",
        "title": None,
        "symbolSize": 70,
        "columnPadding": 18,
    }
    return {
        "aria": False,
        "axis": axis,
        "axisY": {"grid": False},
        "background": None,
        "font": FONT,
        "header": {
            "labelLimit": 0,
            "labelColor": INK,
            "labelFontSize": 12,
            "labelFontWeight": "bold",
        },
        "legend": legend,
        # Room on the right for a reader's font that is wider than the one measured here.
        "padding": {"left": 4, "top": 4, "right": 24, "bottom": 4},
        "view": {"stroke": None},
    }
