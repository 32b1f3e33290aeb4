"""Puzzles as the page asks for them: questions that workers answer."""

from __future__ import annotations

from typing import Any

from lastknight.heuristics import heuristic
from lastknight.notation import format_square, parse_square
from lastknight.truth.puzzles import choose_puzzle, play_on, solvers
from lastknight.web.protocol import Tell
from lastknight.web.queries.json_values import plain_squares

# How far the game is shown after an answer.
_PLIES = 8


def puzzle(_: Tell, *, number: int, level: str | None) -> dict[str, Any]:
    """A puzzle, without its answer."""
    found, count = choose_puzzle(number, level)
    return {
        "number": number,
        "count": count,
        "position": str(found.position),
        "grade": found.grade,
        "heuristics": len(solvers()),
        "missed_by": [str(heuristic(spec)) for spec in found.missed_by],
        "level": found.level,
    }


def answer(_: Tell, *, number: int, level: str | None, move: str) -> dict[str, Any]:
    """Whether a move solves a puzzle, and how the game goes on after it."""
    found, _count = choose_puzzle(number, level)
    square = parse_square(move)
    line = play_on(found.position, square, plies=_PLIES)
    return {
        "right": square == found.move,
        "best": format_square(found.move),
        "line": plain_squares(line),
    }
