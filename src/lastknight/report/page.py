"""Documents as one page of HTML that needs nothing else: style, charts and boards are in it."""

from __future__ import annotations

from collections.abc import Callable
from importlib.resources import files

from jinja2 import Environment, PackageLoader, StrictUndefined

from lastknight.diagram import STYLE
from lastknight.report.charts.palette import chart_style
from lastknight.report.text.blocks import BoardBlock, ChartBlock, Document
from lastknight.report.text.boards import draw
from lastknight.report.text.prose import to_html, to_plain


def _no_chart(chart: ChartBlock) -> str:
    raise LookupError(f"nothing draws {chart.chart}")


def write_page(document: Document, draw_chart: Callable[[ChartBlock], str] = _no_chart) -> str:
    """The whole page; `draw_chart` draws its charts as SVG."""
    environment = Environment(
        loader=PackageLoader("lastknight.report"),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )

    def draw_board(board: BoardBlock) -> str:
        return draw(board.moment)

    environment.filters |= {
        "prose": to_html,
        "plain": to_plain,
        "chart": draw_chart,
        "board": draw_board,
        "kind": lambda block: type(block).__name__.lower(),
    }
    style = files("lastknight.report").joinpath("templates/page.css").read_text("utf-8")
    return environment.get_template("page.html").render(
        document=document, style=f"{style}{chart_style()}{STYLE}"
    )
