"""Links from a report to its games, on a page where they can be stepped through."""

from __future__ import annotations

from urllib.parse import urlencode

from lastknight.analysis.moments import Moment
from lastknight.errors import IllegalMove
from lastknight.position import Position
from lastknight.truth.measurements import Mistake

LOCAL_PAGE = "http://127.0.0.1:8731/"
"""Where `lastknight serve` answers by default. Whoever serves a report next to a page of its own
puts the address of that page in its place: see `link_to`."""


def game_link(moment: Moment | Mistake) -> str:
    """The address of the page with the game on its board, at the moment.

    >>> place = Position.from_moves("d4 b1")
    >>> game_link(Mistake("0.0.1", "d4 b1 c2", 2, str(place), 1, "c2", ("b3",))).partition("#")[2]
    '/play?moves=d4,b1,c2&at=2&winners=1'
    """
    position, moves = Position.parse(moment.position), moment.moves.split()
    width, height = position.width, position.height
    start = Position(width, height)
    shown = {"start": str(start), "moves": ",".join(moves), "at": moment.ply, "winners": 1}
    try:
        before = Position.from_moves(moves[: moment.ply], width=width, height=height)
        is_from_start = before == position
    except IllegalMove:
        is_from_start = False
    if not is_from_start:  # the game began with knights on the board, or with blocked squares
        shown |= {"start": moment.position, "moves": ",".join(moves[moment.ply :]), "at": 0}
    elif start == Position():
        del shown["start"]
    return f"{LOCAL_PAGE}#/play?{urlencode(shown, safe=',/:')}"


def link_to(page: str, report: bytes) -> bytes:
    """A report whose links lead to another page.

    >>> link_to("../", b'<a href="http://127.0.0.1:8731/#/play">')
    b'<a href="../#/play">'
    """
    return report.replace(f'"{LOCAL_PAGE}#'.encode(), f'"{page}#'.encode())
