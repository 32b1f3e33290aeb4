"""The question why: a heuristic's value of a position, explained."""

from __future__ import annotations

from math import isfinite
from typing import Any

from lastknight.heuristics import heuristic as make_heuristic
from lastknight.heuristics.explain import Term, explain
from lastknight.position import Position
from lastknight.web.protocol import Tell
from lastknight.web.queries.json_values import json_number, json_squares


def why(_: Tell, *, position: str, heuristic: str, player: int) -> dict[str, Any]:
    """What a heuristic says of a position for a player, and what it counted."""
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
