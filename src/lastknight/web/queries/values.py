"""The values that heuristics give to a position and to every move."""

from __future__ import annotations

from typing import Any

from lastknight.heuristics import heuristic
from lastknight.notation import format_square
from lastknight.position import Position
from lastknight.web.protocol import Tell
from lastknight.web.queries.json_values import json_number


def values(_: Tell, *, position: str, heuristics: list[str]) -> dict[str, Any]:
    """Values for the player to move, here and after each legal move."""
    here = Position.parse(position)
    mover = here.to_move
    rows = []
    for spec in heuristics:
        value = heuristic(spec)
        moves = [
            {
                "move": format_square(move),
                "value": json_number(value(here.play(move), mover)),
            }
            for move in here.legal_moves()
        ]
        rows.append({"spec": str(value), "here": json_number(value(here, mover)), "moves": moves})
    return {"heuristics": rows}
