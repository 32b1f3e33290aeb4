"""`lastknight show`: one position, drawn and described."""

import json
from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console

from lastknight.cli.options import Blocked, Height, JsonFile, Width, read_position
from lastknight.cli.screen import render_board
from lastknight.notation import format_moves, parse_moves
from lastknight.position import Position


def show(
    position: Annotated[str, typer.Argument(help="A position's text, or moves such as 'd4 b1'.")],
    width: Width = 7,
    height: Height = 7,
    blocked: Blocked = "",
    svg: Annotated[Path | None, typer.Option(help="Write a picture to this file.")] = None,
    json_file: JsonFile = None,
) -> None:
    """Draw a position, given as its line of text or as moves from the start of a board."""
    shown = read_position(position, width=width, height=height, blocked=blocked)
    if svg is not None:
        moves = [] if ":" in position else parse_moves(position)
        svg.write_text(shown.svg(moves=moves), encoding="utf-8")
    if json_file == Path("-"):
        print(json.dumps(_facts(shown), indent=2))
        return
    if json_file is not None:
        json_file.write_text(json.dumps(_facts(shown), indent=2) + "\n", encoding="utf-8")
    console = Console(highlight=False, markup=False)
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
