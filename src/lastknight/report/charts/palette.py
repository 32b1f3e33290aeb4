"""The few colours of charts and page, each in a light and a dark scheme, taken from the boards.

Charts are drawn in the light ones, and the page repaints them by value, so no two are the same.
"""

from __future__ import annotations

from typing import NamedTuple


class Color(NamedTuple):
    """A colour in both schemes."""

    light: str
    dark: str


COLORS = {
    "paper": Color("#fffdf9", "#14171d"),
    "ink": Color("#2b2a33", "#e8e4db"),
    "muted": Color("#756b5b", "#98a0af"),
    "line": Color("#dcd3c3", "#323946"),
    "orange": Color("#d2601f", "#ff9d5c"),
    "blue": Color("#2f5fb5", "#7fadff"),
}
"""Every colour by its name."""

PAPER, INK, MUTED, LINE, ORANGE, BLUE = (color.light for color in COLORS.values())


def chart_style() -> str:
    """Style rules that paint charts in the colours of the page."""
    return "".join(
        f'.lk-chart [{kind}="{color.light}"]{{{kind}:var(--{name})}}\n'
        for name, color in COLORS.items()
        for kind in ("fill", "stroke")
    )
