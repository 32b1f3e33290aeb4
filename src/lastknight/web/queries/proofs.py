"""Questions to the solver: who wins, after which move, and where a game was given away."""

from __future__ import annotations

from typing import Any

from lastknight.heuristics import heuristic
from lastknight.notation import Square, format_square, parse_moves
from lastknight.position import Position
from lastknight.solving.opening_tables import is_shipped, read_table
from lastknight.solving.solver import solve as prove
from lastknight.web.protocol import Tell
from lastknight.web.queries.json_values import plain_number
from lastknight.web.settings import MOST_PROOF_NODES

_VALUED_BY = "improved"


def solve(_: Tell, *, position: str) -> dict[str, Any]:
    """Who wins a position and after each of its moves, as far as the nodes go."""
    start, proofs = Position.parse(position), Proofs()
    winner, best = proofs.best_of(start)
    moves = [
        {"move": format_square(move), "winner": proofs.winner_of(start.play(move))}
        for move in start.legal_moves()
    ]
    found = [move["winner"] for move in moves]
    if winner is None and start.to_move in found:
        winner, best = start.to_move, start.legal_moves()[found.index(start.to_move)]
    return {
        "winner": winner,
        "best_move": None if best is None else format_square(best),
        "nodes": proofs.spent,
        "moves": moves,
        "reason": None if winner is not None and None not in found else _REASON,
    }


_REASON = (
    f"not proved within {MOST_PROOF_NODES:,} nodes; fewer blank squares are easier, "
    "and 'lastknight solve' takes as long as it needs"
)


def review(tell: Tell, *, start: str, moves: str) -> dict[str, Any]:
    """Who wins after every ply of a game, the last one first, and which moves gave a win away."""
    positions = [Position.parse(start)]
    squares = parse_moves(moves)
    for move in squares:
        positions.append(positions[-1].play(move))
    proofs, value = Proofs(), heuristic(_VALUED_BY)
    winners: dict[int, int | None] = {}
    mistakes: list[int] = []
    for ply in range(len(positions) - 1, -1, -1):
        position = positions[ply]
        winners[ply] = proofs.winner_of(position)
        if ply + 1 in winners:
            mover, after = position.to_move, winners[ply + 1]
            is_mistake = winners[ply] == mover and after == 3 - mover
            if is_mistake:
                mistakes.append(ply + 1)
            best = proofs.winning_moves(position) if is_mistake else []
            tell(
                "ply",
                _about(ply + 1, positions[ply + 1], after, value)
                | {
                    "mistake": is_mistake,
                    "best_moves": best,
                },
            )
    tell("ply", _about(0, positions[0], winners[0], value) | {"mistake": False, "best_moves": []})
    return {"plies": len(squares), "mistakes": sorted(mistakes), "nodes": proofs.spent}


def _about(ply: int, position: Position, winner: int | None, value: Any) -> dict[str, Any]:
    return {"ply": ply, "winner": winner, "value": plain_number(value(position, 1))}


class Proofs:
    """Proofs that take so many nodes together and no more."""

    def __init__(self, nodes: int = MOST_PROOF_NODES) -> None:
        self.spent = 0
        self._nodes = nodes

    def winner_of(self, position: Position) -> int | None:
        """Who wins, if it can be proved."""
        placed = position.location(1), position.location(2)
        if _has_table(position) and position.to_move == 1 and None not in placed:
            return read_table(position.width, position.height).winner_of(*placed)  # type: ignore[arg-type]
        return self.best_of(position)[0]

    def best_of(self, position: Position) -> tuple[int | None, Square | None]:
        """Who wins, and a best move."""
        if position.is_over:
            return position.winner, None
        found = _from_table(position)
        if found is not None:
            return found
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


def _from_table(position: Position) -> tuple[int | None, Square | None] | None:
    """Winner and best placement from the shipped tables, where somebody is still to be placed."""
    if not _has_table(position) or (position.to_move == 1 and position.location(1) is not None):
        return None
    table = read_table(position.width, position.height)
    first, moves = position.location(1), position.legal_moves()
    if first is None:
        best = [move for move in moves if _wins_first(position.play(move))]
        return table.winner, (best or moves)[0]
    if position.location(2) is not None:
        return None
    wins = [move for move in moves if table.winner_of(first, move) == 2]
    return (2, wins[0]) if wins else (1, moves[0])


def _has_table(position: Position) -> bool:
    """Whether nothing was played but placements, on a board whose table is shipped."""
    return is_shipped(position.width, position.height) and not position.blocked


def _wins_first(after: Position) -> bool:
    found = _from_table(after)
    return found is not None and found[0] == 1
