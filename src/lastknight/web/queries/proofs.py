"""Queries to the solver: winners, the mistakes of a game, and puzzles."""

from __future__ import annotations

from typing import Any

from lastknight.heuristics import Heuristic, heuristic
from lastknight.notation import Square, format_square, parse_moves, parse_square
from lastknight.position import Position
from lastknight.solving.opening_tables import is_shipped, read_table
from lastknight.solving.puzzles import choose_puzzle, graders, play_on
from lastknight.solving.solver import solve as prove
from lastknight.web.queries.json_values import Tell, json_number, json_squares
from lastknight.web.settings import MOST_PROOF_NODES

_REVIEW_HEURISTIC = "improved"
# Plies shown after the answer to a puzzle.
_ANSWER_PLIES = 8
_NOT_PROVED = (
    f"not proved within {MOST_PROOF_NODES:,} nodes; positions with fewer blank squares are easier, "
    "and 'lastknight solve' has no limit"
)


def solve(*, position: str) -> dict[str, Any]:
    """Who wins a position and after each of its moves, as far as the nodes allow."""
    start, proofs = Position.parse(position), Proofs()
    winner, best = proofs.best_of(start)
    moves = [
        {"move": format_square(move), "winner": proofs.winner_of(start.play(move))}
        for move in start.legal_moves()
    ]
    winners = [move["winner"] for move in moves]
    if winner is None and start.to_move in winners:
        winner, best = start.to_move, start.legal_moves()[winners.index(start.to_move)]
    return {
        "winner": winner,
        "best_move": None if best is None else format_square(best),
        "nodes": proofs.spent,
        "moves": moves,
        "reason": None if winner is not None and None not in winners else _NOT_PROVED,
    }


def review(*, tell: Tell, start: str, moves: str) -> dict[str, Any]:
    """Who wins after every ply of a game, the last one first, and which moves gave a win away."""
    positions = [Position.parse(start)]
    for move in parse_moves(moves):
        positions.append(positions[-1].play(move))
    proofs, value = Proofs(), heuristic(_REVIEW_HEURISTIC)
    plies = len(positions) - 1
    mistakes: list[int] = []
    after = proofs.winner_of(positions[plies])
    for ply in range(plies, 0, -1):
        position = positions[ply - 1]
        before = proofs.winner_of(position)
        is_mistake = before == position.to_move and after == 3 - position.to_move
        if is_mistake:
            mistakes.append(ply)
        best = proofs.winning_moves(position) if is_mistake else []
        tell(
            "ply",
            _reviewed(ply, positions[ply], after, value)
            | {"mistake": is_mistake, "best_moves": best},
        )
        after = before
    start_facts = _reviewed(0, positions[0], after, value)
    tell("ply", start_facts | {"mistake": False, "best_moves": []})
    return {"plies": plies, "mistakes": sorted(mistakes), "nodes": proofs.spent}


def _reviewed(ply: int, position: Position, winner: int | None, value: Heuristic) -> dict[str, Any]:
    return {"ply": ply, "winner": winner, "value": json_number(value(position, 1))}


def puzzle(*, number: int, level: str | None) -> dict[str, Any]:
    """A puzzle, without its answer."""
    found, count = choose_puzzle(number, level)
    return {
        "number": number,
        "count": count,
        "position": str(found.position),
        "grade": found.grade,
        "heuristics": len(graders()),
        "missed_by": [str(heuristic(spec)) for spec in found.missed_by],
        "level": found.level,
    }


def answer(*, number: int, level: str | None, move: str) -> dict[str, Any]:
    """Whether a move solves a puzzle, and how the game continues after it."""
    found, _count = choose_puzzle(number, level)
    square = parse_square(move)
    return {
        "right": square == found.move,
        "best": format_square(found.move),
        "line": json_squares(play_on(found.position, square, plies=_ANSWER_PLIES)),
    }


class Proofs:
    """Proofs that share a limit of nodes."""

    def __init__(self, nodes: int = MOST_PROOF_NODES) -> None:
        self.spent = 0
        self._nodes = nodes

    def winner_of(self, position: Position) -> int | None:
        """Who wins, where it can be proved."""
        first, second = position.location(1), position.location(2)
        if (
            first is not None
            and second is not None
            and position.to_move == 1
            and _has_table(position)
        ):
            return read_table(position.width, position.height).winner_of(first, second)
        return self.best_of(position)[0]

    def best_of(self, position: Position) -> tuple[int | None, Square | None]:
        """Who wins, and a best move."""
        if position.is_over:
            return position.winner, None
        placement = _best_placement(position)
        if placement is not None:
            return placement
        if self.spent >= self._nodes:
            return None, None
        solution = prove(position, nodes=self._nodes - self.spent)
        self.spent += solution.nodes
        return solution.winner, solution.best_move

    def winning_moves(self, position: Position) -> list[str]:
        """The moves after which the player to move still wins."""
        return [
            format_square(move)
            for move in position.legal_moves()
            if self.winner_of(position.play(move)) == position.to_move
        ]


def _best_placement(position: Position) -> tuple[int | None, Square | None] | None:
    """Winner and best placement from the shipped tables, while knights are placed in turn."""
    first, second = position.location(1), position.location(2)
    if second is not None or not _has_table(position):
        return None
    table, moves = read_table(position.width, position.height), position.legal_moves()
    if position.to_move == 1 and first is None:
        best = [move for move in moves if _wins_first(position.play(move))]
        return table.winner, (best or moves)[0]
    if position.to_move == 2 and first is not None:
        wins = [move for move in moves if table.winner_of(first, move) == 2]
        return (2, wins[0]) if wins else (1, moves[0])
    return None


def _has_table(position: Position) -> bool:
    """Whether the opening table of the board is shipped, and only the knights' squares are gone."""
    return is_shipped(position.width, position.height) and not position.blocked


def _wins_first(after: Position) -> bool:
    placement = _best_placement(after)
    return placement is not None and placement[0] == 1
