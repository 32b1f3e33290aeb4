"""Options that several commands share, and how a position is read from them."""

from pathlib import Path
from typing import Annotated

import typer

from lastknight.position import Position

Width = Annotated[int, typer.Option(help="Columns of the board.")]
Height = Annotated[int, typer.Option(help="Rows of the board.")]
Blocked = Annotated[str, typer.Option(help="Squares blocked from the start, such as 'a1 g7'.")]
Seed = Annotated[
    int, typer.Option(min=0, max=2**64 - 1, metavar="<int>", help="Names the random numbers.")
]
JsonFile = Annotated[
    Path | None, typer.Option("--json", help="Write the result to this file as JSON; - prints it.")
]


def read_position(text: str, *, width: int, height: int, blocked: str) -> Position:
    """Read a position given as its line of text or as moves from the start of a board.

    Only the text of a position has a colon; it brings its own board.
    """
    if ":" not in text:
        return Position.from_moves(text, width=width, height=height, blocked=blocked)
    if (width, height, blocked) != (7, 7, ""):
        raise typer.BadParameter(
            "a position's text has its own board; --width, --height and --blocked go with moves."
        )
    return Position.parse(text)
