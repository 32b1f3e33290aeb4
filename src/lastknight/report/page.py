"""Documents as one page of HTML that needs nothing else: style, charts and boards are in it."""

from __future__ import annotations

from collections.abc import Callable
from importlib.resources import files
from urllib.parse import quote

from jinja2 import Environment, PackageLoader, StrictUndefined

from lastknight.analysis.moments import Moment
from lastknight.diagram import BODY, CELL, MANE, STYLE
from lastknight.errors import ArgumentError
from lastknight.notation import Square, parse_moves
from lastknight.position import Position
from lastknight.report.charts.palette import chart_style
from lastknight.report.text.blocks import ChartBlock, Document
from lastknight.report.text.game_links import game_link
from lastknight.report.text.prose import to_html, to_plain
from lastknight.truth.measurements import Mistake

# The icon of the page, as an address that contains it.
_ICON = "data:image/svg+xml," + quote(
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 100 100">'
    '<rect width="100" height="100" rx="22" fill="#d2601f"/>'
    '<g transform="translate(9 8) scale(.86)" fill="#fffaf0">'
    f'<path d="{MANE}" opacity=".7"/><path d="{BODY}"/></g></svg>'
)
_SIZE = 300
_RADIUS = 17

# A ring on the square, and a sign at its upper right.
#
#      ___
#     /   \ !
#    |  o  |
#     \___/
_MARK = (
    '<g class="lk-mark lk-mark-{kind}"><circle cx="{x}" cy="{y}" r="{radius}"/>'
    '<circle class="lk-flag" cx="{at_x}" cy="{at_y}" r="9"/>'
    '<text x="{at_x}" y="{text_y}">{sign}</text></g>'
)


def _no_chart(chart: ChartBlock) -> str:
    raise LookupError(f"nothing draws {chart.chart}")


def write_page(
    document: Document,
    draw_chart: Callable[[ChartBlock], str] = _no_chart,
    *,
    template: str = "page",
    has_game_links: bool = True,
) -> str:
    """The whole page; `draw_chart` draws its charts as SVG.

    Without `has_game_links` nothing on it leads to the reader's own `lastknight serve`.
    """
    environment = Environment(
        loader=PackageLoader("lastknight.report"),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )

    environment.filters |= {
        "prose": to_html,
        "plain": to_plain,
        "chart": draw_chart,
        "board": lambda board: _draw_board(board.moment),
        "game_link": lambda board: game_link(board.moment),
        "kind": lambda block: type(block).__name__.lower(),
    }
    style = files("lastknight.report").joinpath(f"templates/{template}.css").read_text("utf-8")
    return environment.get_template(f"{template}.html").render(
        document=document,
        style=f"{style}{chart_style()}{STYLE}",
        icon=_ICON,
        has_game_links=has_game_links,
    )


def _draw_board(moment: Moment | Mistake) -> str:
    """The position as SVG without its style sheet, which the page has once (see `STYLE`)."""
    position = Position.parse(moment.position)
    try:
        picture = position.svg(moves=parse_moves(moment.moves)[: moment.ply], size=_SIZE)
    except ArgumentError:  # the game began with knights on the board
        picture = position.svg(size=_SIZE)
    marks = [_mark(square, "wins", "!") for square in _squares(moment.winning)]
    if moment.played not in moment.winning:
        marks += [_mark(square, "played", "?") for square in _squares((moment.played,))]
    picture = picture.replace(f"<style>{STYLE}</style>", "").strip()
    return picture.removesuffix("</svg>") + "".join(marks) + "</svg>"


def _squares(moves: tuple[str, ...]) -> list[Square]:
    return [square for move in moves for square in parse_moves(move)]


def _mark(square: Square, kind: str, sign: str) -> str:
    x, y = (place * CELL + CELL // 2 for place in (square[1], square[0]))
    at_x, at_y = x + _RADIUS - 3, y - _RADIUS + 3
    return _MARK.format(
        kind=kind,
        x=x,
        y=y,
        radius=_RADIUS,
        at_x=at_x,
        at_y=at_y,
        text_y=at_y + 5,
        sign=sign,
    )
