"""The terminal: its console, how numbers are written on it, and boards in colour if it has any."""

from collections.abc import Sequence

from rich.columns import Columns
from rich.console import Console, Group, RenderableType
from rich.table import Table
from rich.text import Text

from lastknight.games import Game
from lastknight.notation import Square, format_square
from lastknight.position import Position
from lastknight.stats import Estimate

KNIGHT = "♞"
LEGAL = "•"
GONE = "x"

# Blank squares are checkered: a knight changes colour with every move.
_LIGHT = "on #e9dcc3"
_DARK = "on #cfb88f"
_GONE = "#6b6f76 on #3a3d42"
_KNIGHTS = {1: "bold #1f5fa8", 2: "bold #b3362b"}
_LABEL = "dim"


def make_console(*, stderr: bool = False) -> Console:
    """A console that prints text as it is."""
    return Console(stderr=stderr, highlight=False, markup=False)


def make_table(*words: str, numbers: Sequence[str] = ()) -> Table:
    """A table without lines: columns of words, then columns of numbers, set to the right."""
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
    return _coloured_board(position)


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


def _coloured_board(position: Position) -> Text:
    margin = len(str(position.height)) + 1
    columns = [format_square((0, column))[:-1] for column in range(position.width)]
    board = Text(" " * margin + "".join(f"{letters:^3}" for letters in columns) + "\n", _LABEL)
    for row in range(position.height):
        board.append(f"{row + 1:>{margin - 1}} ", _LABEL)
        for column in range(position.width):
            board.append(*_cell(position, (row, column)))
        board.append("\n")
    board.append(describe_state(position))
    return board


def _cell(position: Position, square: Square) -> tuple[str, str]:
    ground = _DARK if sum(square) % 2 else _LIGHT
    for player, style in _KNIGHTS.items():
        if position.location(player) == square:
            return f" {KNIGHT} ", f"{style} {ground}"
    mover = position.to_move
    if position.location(mover) is not None and square in position.legal_moves():
        return f" {LEGAL} ", f"{_KNIGHTS[mover]} {ground}"
    if square in position.blank:
        return "   ", ground
    return f" {GONE} ", _GONE


def describe_state(position: Position) -> Text:
    """Say in one line who is to move, or who has won."""
    mover = position.to_move
    style = _KNIGHTS[position.winner or mover]
    if position.winner is not None:
        return Text(f"player {mover} cannot move: player {position.winner} wins", style)
    verb = "move" if position.location(mover) is not None else "place"
    return Text(f"{KNIGHT} player {mover} to {verb}", style)


def format_elo(elo: float | None) -> str:
    """An Elo as a whole number with its sign.

    >>> format_elo(34.9), format_elo(None)
    ('+35', '?')
    """
    return "?" if elo is None else f"{elo:+.0f}"


def format_interval(elo: Estimate) -> str:
    """The interval of an Elo, such as `-12 to ?`."""
    return f"{format_elo(elo.low)} to {format_elo(elo.high)}"
