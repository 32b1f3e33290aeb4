"""Output on the terminal: the console, formatted numbers, and boards in colour if possible."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from math import ceil, floor
from typing import TYPE_CHECKING

from rich.columns import Columns
from rich.console import Console, Group, RenderableType
from rich.status import Status
from rich.table import Table
from rich.text import Text

from lastknight.games import Game
from lastknight.notation import Square, format_square
from lastknight.position import Position

if TYPE_CHECKING:
    from lastknight.stats import Estimate

# The signs on a coloured board, and their substitutes on a terminal that lacks them; there players
# are numbers, as in the plain diagram.
_KNIGHT, _PLAIN_KNIGHTS = "♞", {1: "1", 2: "2"}
_LEGAL, _PLAIN_LEGAL = "•", "*"
_GONE_SIGN = "x"

# Blank squares are checkered: a knight changes colour with every move.
_LIGHT = "on #e9dcc3"
_DARK = "on #cfb88f"
_GONE = "#6b6f76 on #3a3d42"
_KNIGHTS = {1: "bold #1f5fa8", 2: "bold #b3362b"}
_LABEL = "dim"


def make_console(*, stderr: bool = False) -> Console:
    """A console that prints text as it is."""
    return Console(stderr=stderr, highlight=False, markup=False)


def can_print(console: Console, text: str) -> bool:
    """Whether the encoding of a console has all characters of a text.

    >>> can_print(make_console(), "x")
    True
    """
    try:
        text.encode(console.encoding)
    except (UnicodeEncodeError, LookupError):
        return False
    return True


def show_status(text: str) -> Status:
    """Show a text with a spinner on standard error during a short task."""
    console = make_console(stderr=True)
    return console.status(text, spinner="line" if console.options.ascii_only else "dots")


def print_left_out(left_out: Iterable[str], passed_over: Iterable[str]) -> None:
    """Print on standard error which heuristics are left out, and which functions don't count."""
    console = make_console(stderr=True)
    for reason in left_out:
        console.print(f"left out: {reason}", soft_wrap=True)
    for reason in passed_over:
        console.print(f"skipped: {reason}", soft_wrap=True)


def make_table(*words: str, numbers: Sequence[str] = ()) -> Table:
    """A table without lines: columns of words, then columns of right-aligned numbers."""
    table = Table(*words, box=None, pad_edge=False)
    for heading in numbers:
        table.add_column(heading, justify="right")
    return table


def render_board(console: Console, position: Position) -> RenderableType:
    """Draw a position for this console.

    Without colour it is the plain diagram, which people can paste and programs can read.
    """
    if console.color_system is None:
        return Text(position.diagram())
    return _coloured_board(position, is_plain=not can_print(console, _KNIGHT + _LEGAL))


def render_game(console: Console, game: Game) -> Columns:
    """Draw every position of a game, with the move that led to it."""
    pictures = []
    for ply, position in enumerate(game.positions):
        words = "start"
        if ply:
            mover, move = game.positions[ply - 1].to_move, game.moves[ply - 1]
            words = f"{ply}. player {mover} to {format_square(move)}"
        pictures.append(Group(Text(words, "bold"), render_board(console, position), ""))
    return Columns(pictures, padding=(0, 3), equal=True)


def _coloured_board(position: Position, *, is_plain: bool) -> Text:
    margin = len(str(position.height)) + 1
    columns = [format_square((0, column))[:-1] for column in range(position.width)]
    board = Text(" " * margin + "".join(f"{letters:^3}" for letters in columns) + "\n", _LABEL)
    for row in range(position.height):
        board.append(f"{row + 1:>{margin - 1}} ", _LABEL)
        for column in range(position.width):
            board.append(*_cell(position, (row, column), is_plain=is_plain))
        board.append("\n")
    board.append(_describe_state(position, is_plain=is_plain))
    return board


def _cell(position: Position, square: Square, *, is_plain: bool) -> tuple[str, str]:
    ground = _DARK if sum(square) % 2 else _LIGHT
    for player, style in _KNIGHTS.items():
        if position.location(player) == square:
            sign = _PLAIN_KNIGHTS[player] if is_plain else _KNIGHT
            return f" {sign} ", f"{style} {ground}"
    mover = position.to_move
    if position.location(mover) is not None and square in position.legal_moves():
        return f" {_PLAIN_LEGAL if is_plain else _LEGAL} ", f"{_KNIGHTS[mover]} {ground}"
    if square in position.blank:
        return "   ", ground
    return f" {_GONE_SIGN} ", _GONE


def _describe_state(position: Position, *, is_plain: bool) -> Text:
    """One line: who is to move, or who has won."""
    mover = position.to_move
    style = _KNIGHTS[position.winner or mover]
    if position.winner is not None:
        return Text(f"player {mover} cannot move: player {position.winner} wins", style)
    verb = "move" if position.location(mover) is not None else "place"
    sign = "" if is_plain else f"{_KNIGHT} "
    return Text(f"{sign}player {mover} to {verb}", style)


def format_elo(elo: float | None) -> str:
    """An Elo as a whole number with its sign.

    >>> format_elo(34.9), format_elo(None)
    ('+35', '?')
    """
    return "?" if elo is None else f"{elo:+.0f}"


def format_ends(elo: Estimate) -> tuple[str, str]:
    """The ends of an Elo interval as whole numbers, rounded outwards.

    >>> from lastknight.stats import Estimate
    >>> format_ends(Estimate(35.2, 12.9, None))
    ('+12', '?')
    """
    low = None if elo.low is None else floor(elo.low)
    high = None if elo.high is None else ceil(elo.high)
    return format_elo(low), format_elo(high)


def format_interval(elo: Estimate) -> str:
    """An Elo interval as text, such as `-12 to ?`."""
    return " to ".join(format_ends(elo))
