"""The report as one page of HTML that needs nothing else: style, charts and boards are in it."""

from __future__ import annotations

from importlib.resources import files

from jinja2 import Environment, PackageLoader, StrictUndefined

from lastknight.diagram import STYLE
from lastknight.report.charts.gallery import CHARTS
from lastknight.report.charts.svg import chart_style, draw_chart
from lastknight.report.text.blocks import Board, Chapter, Figure
from lastknight.report.text.boards import decided_at, draw
from lastknight.report.text.figures import Figures
from lastknight.report.text.prose import to_html, to_plain


def write_page(figures: Figures, title: str, subtitle: str, chapters: list[Chapter]) -> str:
    """The whole page."""
    environment = Environment(
        loader=PackageLoader("lastknight.report"),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )

    def picture(figure: Figure) -> str:
        chart = CHARTS[figure.chart](figures.facts)
        label = to_plain(figure.label, figures)
        return draw_chart(chart, name=figure.chart, label=label)

    def board(shown: Board) -> str:
        return draw(decided_at(figures, shown.path))

    environment.filters |= {
        "prose": lambda text: to_html(text, figures),
        "plain": lambda text: to_plain(text, figures),
        "fact": figures.at,
        "picture": picture,
        "board": board,
        "kind": lambda block: type(block).__name__.lower(),
    }
    style = files("lastknight.report").joinpath("templates/report.css").read_text("utf-8")
    return environment.get_template("report.html").render(
        title=title,
        subtitle=subtitle,
        chapters=chapters,
        style=f"{style}{chart_style()}{STYLE}",
    )
