"""Questions to heuristics: what they say of a position and of every move."""

from __future__ import annotations

from typing import Any

from lastknight.heuristics import heuristic
from lastknight.notation import format_square
from lastknight.position import Position
from lastknight.web.protocol import Tell
from lastknight.web.queries.json_values import plain_number


def values(_: Tell, *, position: str, heuristics: list[str]) -> dict[str, Any]:
    """What heuristics say for the player to move, here and after each legal move."""
    here = Position.parse(position)
    mover = here.to_move
    found = []
    for spec in heuristics:
        subject = heuristic(spec)
        found.append(
            {
                "spec": str(subject),
                "here": plain_number(subject(here, mover)),
                "moves": [
                    {
                        "move": format_square(move),
                        "value": plain_number(subject(here.play(move), mover)),
                    }
                    for move in here.legal_moves()
                ],
            }
        )
    return {"heuristics": found}
