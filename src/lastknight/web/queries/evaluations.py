"""What heuristics say about a position: their values, and what one of them counted."""

from __future__ import annotations

from math import isfinite
from typing import Any

from lastknight.heuristics import heuristic as make_heuristic
from lastknight.heuristics.explain import Term, explain
from lastknight.notation import format_square
from lastknight.position import Position
from lastknight.web.protocol import Tell
from lastknight.web.queries.json_values import json_number, json_squares


def values(_: Tell, *, position: str, heuristics: list[str]) -> dict[str, Any]:
    """Values for the player to move, here and after each legal move."""
    here = Position.parse(position)
    mover = here.to_move
    rows = []
    for spec in heuristics:
        value = make_heuristic(spec)
        moves = [
            {"move": format_square(move), "value": json_number(value(here.play(move), mover))}
            for move in here.legal_moves()
        ]
        rows.append({"spec": str(value), "here": json_number(value(here, mover)), "moves": moves})
    return {"heuristics": rows}


def why(_: Tell, *, position: str, heuristic: str, player: int) -> dict[str, Any]:
    """A heuristic's value for a player, and the terms it is made of."""
    subject = make_heuristic(heuristic)
    found = explain(subject, Position.parse(position), player)
    return {
        "spec": str(subject),
        "value": json_number(found.value),
        "parts": [_json(term) for term in found.terms],
        "sentence": found.sentence,
    }


def _json(term: Term) -> dict[str, Any]:
    return {
        "label": term.label,
        "sign": term.sign,
        "number": term.number if isfinite(term.number) else None,
        "squares": json_squares(term.squares),
        "player": term.player,
    }
