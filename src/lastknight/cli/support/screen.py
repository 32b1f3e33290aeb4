"""The terminal: its console, and positions drawn on it, in colour if it has any."""

from rich.console import Console, RenderableType
from rich.text import Text

from lastknight.notation import Square, format_square
from lastknight.position import Position

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


def render_board(console: Console, position: Position) -> RenderableType:
    """Draw a position for this console.

    Without colour it is the plain diagram, which people can paste and programs can read.
    """
    if console.color_system is None:
        return Text(position.diagram())
    return _coloured_board(position)


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
