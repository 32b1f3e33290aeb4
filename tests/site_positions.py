"""Positions on which the site is compared with the installed program, and the program's answers."""

import random
from typing import Any

import lastknight as lk
from lastknight.errors import LastknightError
from lastknight.players import bench
from lastknight.web.queries import evaluations, proofs


def reached(plies: int, width: int = 7, height: int = 7, blocked: str = "") -> lk.Position:
    """A position after so many random moves, or at the end of the game."""
    rng = random.Random(plies)
    position = lk.Position(width, height, blocked)
    for _ in range(plies):
        if not position.is_over:
            position = position.play(rng.choice(position.legal_moves()))
    return position


POSITIONS = [
    *(reached(plies) for plies in (0, 1, 2, 3, 6, 12, 20, 26, 49)),
    *(reached(plies, 5, 4) for plies in (0, 1, 2, 5)),
    *(reached(0, 4, 6), reached(1, 4, 5), reached(2, 4, 5), reached(4, 9, 3)),
    *(reached(4, 11, 9), reached(8, 6, 7, "a1 c3"), reached(2, 8, 8)),
]


def expected(query: Any, **arguments: Any) -> dict[str, Any]:
    """What the server's query answers, or its error."""
    events: list[tuple[str, Any]] = []
    if query in (evaluations.think, proofs.review):
        arguments["tell"] = lambda *event: events.append(event)
    try:
        return {"result": query(**arguments), "events": events}
    except LastknightError as error:
        return {"error": str(error), "events": events}


def plain(answer: Any) -> Any:
    """An answer as JSON, without times and fields that are empty."""
    if isinstance(answer, dict):
        left = {key: plain(value) for key, value in answer.items() if key != "seconds"}
        optional = ("problem", "spec")
        return {
            key: value for key, value in left.items() if not (key in optional and value is None)
        }
    return [plain(one) for one in answer] if isinstance(answer, list | tuple) else answer


def bench_searches() -> tuple[list[tuple[str, int]], list[str]]:
    """What the fingerprint of the core counts: positions with the depth of perft, and players."""
    positions = [(str(position), depth) for position, depth in bench._POSITIONS.values()]
    subjects = (*lk.heuristics(), str(bench._all_blocks()))
    return positions, [f"AlphaBeta({subject}, depth=4)" for subject in subjects]
