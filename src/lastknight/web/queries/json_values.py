"""Our values as JSON data: squares by name, infinite numbers as words."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from math import inf, isfinite
from typing import Any

from lastknight.notation import Square, format_square
from lastknight.players import Choice
from lastknight.position import Position

Tell = Callable[[str, dict[str, Any]], None]
"""Sends an event, its name and data, before the query's result."""


def json_number(number: float) -> float | str:
    """A number, or `win` or `loss` where it is infinite.

    >>> json_number(2.5), json_number(float("-inf"))
    (2.5, 'loss')
    """
    if isfinite(number):
        return number
    return "win" if number == inf else "loss"


def json_squares(squares: Iterable[Square]) -> list[str]:
    """Squares by name."""
    return [format_square(square) for square in squares]


def json_choice(choice: Choice) -> dict[str, Any]:
    """A player's choice with all its details."""
    return {
        "move": format_square(choice.move),
        "score": None if choice.score is None else json_number(choice.score),
        "depth": choice.depth,
        "nodes": choice.nodes,
        "evaluations": choice.evaluations,
        "seconds": choice.seconds,
        "line": json_squares(choice.line),
        "solved": choice.solved,
    }


def json_position(position: Position) -> dict[str, Any]:
    """A position with everything that a board shows."""
    locations = [position.location(player) for player in (1, 2)]
    return {
        "text": str(position),
        "to_move": position.to_move,
        "locations": [None if square is None else format_square(square) for square in locations],
        "blank": json_squares(sorted(position.blank)),
        "legal_moves": json_squares(position.legal_moves()),
        "is_over": position.is_over,
        "winner": position.winner,
    }
