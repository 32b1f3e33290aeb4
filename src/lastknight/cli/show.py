"""`lastknight show`: one position, drawn and described."""

from pathlib import Path
from typing import Annotated

import typer

from lastknight.cli.support.commands import EXPLORE, command
from lastknight.cli.support.options import BoardOptions, JsonOptions
from lastknight.cli.support.screen import make_console, render_board
from lastknight.notation import format_moves, parse_moves
from lastknight.position import Position


@command("lastknight show 'd4 b1 c2' --svg board.svg", panel=EXPLORE)
def show(
    position: Annotated[str, typer.Argument(help="A position's text, or moves such as 'd4 b1'.")],
    board: BoardOptions,
    output: JsonOptions,
    svg: Annotated[Path | None, typer.Option(help="Write a picture to this file.")] = None,
) -> None:
    """Draw a position, given as its line of text or as moves from the start of a board."""
    shown = board.read_position(position)
    if svg is not None:
        moves = [] if ":" in position else parse_moves(position)
        svg.write_text(shown.svg(moves=moves), encoding="utf-8")
    if not output.write(_facts(shown)):
        return
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
