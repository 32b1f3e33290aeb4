"""`lastknight show`: one position, drawn and described."""

from pathlib import Path
from typing import Annotated

import typer

from lastknight.cli.support.commands import EXPLORE, command
from lastknight.cli.support.options import BoardOptions
from lastknight.cli.support.outputs import JsonOptions, check_file
from lastknight.cli.support.screen import make_console, render_board
from lastknight.notation import format_moves, parse_moves
from lastknight.position import Position, is_position


@command("lastknight show 'd4 b1 c2' --svg board.svg", panel=EXPLORE)
def show(
    position: Annotated[str, typer.Argument(help="A position's text, or moves such as 'd4 b1'.")],
    board: BoardOptions,
    output: JsonOptions,
    svg: Annotated[
        Path | None, typer.Option(callback=check_file, help="Write a picture to this file.")
    ] = None,
) -> None:
    """Draw a position, given as text or as moves from the start."""
    shown = board.read_position(position)
    moves = [] if is_position(position) else parse_moves(position)
    pictures = {} if svg is None else {svg: shown.svg(moves=moves)}
    output.write(_facts(shown), lambda: _print(shown), pictures)


def _print(shown: Position) -> None:
    console = make_console()
    console.print(render_board(console, shown))
    legal = shown.legal_moves()
    console.print(f"legal moves  {format_moves(legal) if legal else 'none'}")
    console.print(f"position     {shown}", soft_wrap=True)
    console.print(f"canonical    {shown.canonical()}", soft_wrap=True)


def _facts(position: Position) -> dict[str, object]:
    return {
        "position": str(position),
        "canonical": str(position.canonical()),
        "width": position.width,
        "height": position.height,
        "to_move": position.to_move,
        "locations": {str(player): position.location(player) for player in (1, 2)},
        "legal_moves": position.legal_moves(),
        "is_over": position.is_over,
        "winner": position.winner,
    }
