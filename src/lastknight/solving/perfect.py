"""How `Perfect` chooses: a proved winning move, or in a lost position the best trap.

The player itself is in `players`; the core makes the proofs.
"""

from typing import NamedTuple

from lastknight import _core
from lastknight.notation import Square
from lastknight.position import Position
from lastknight.solving.opening_tables import OpeningTable, is_shipped, read_table

# For the proof: far more than any 7x7 position takes, and about a second on larger boards.
_PROOF_NODES = 20_000_000
# For the opponent's replies in a lost position: about 20 ms.
_TRAP_NODES = 500_000
# For the search when there is no proof.
_EXPERT_NODES = 1_000_000


class PerfectMove(NamedTuple):
    """A move, who wins (None without a proof), and the nodes searched."""

    move: Square
    winner: int | None
    nodes: int


def choose_perfect(position: Position) -> PerfectMove:
    """The move for the player to move, who must have one.

    It proves with a table of its own, so the move depends on the position alone, not on what this
    process proved before.

    >>> choose_perfect(Position()).move
    (3, 3)
    """
    from_table = _placement(position)
    if from_table is not None:
        return from_table
    solver = _core.Solver(position.width, position.height)
    if _is_lost_opening(position):
        move, nodes = _best_trap(solver, position, position.legal_moves()[0])
        return PerfectMove(move, 2, nodes)
    winner, best, spent = solver.solve(position, nodes=_PROOF_NODES)
    if best is None:
        expert = _core.NativePlayer("Expert", nodes=_EXPERT_NODES)
        move, _, _, nodes, *_ = _core.choose(expert, position, seed=0)
        return PerfectMove(move, None, spent + nodes)
    if winner == position.to_move:
        return PerfectMove(best, winner, spent)
    move, nodes = _best_trap(solver, position, best)
    return PerfectMove(move, winner, spent + nodes)


def _shipped_table(position: Position) -> OpeningTable | None:
    """The opening table for this position, if no square besides the knights' is blocked."""
    shape = (position.width, position.height)
    return read_table(*shape) if is_shipped(*shape) and not position.blocked else None


def _is_lost_opening(position: Position) -> bool:
    """Whether the table says that player 1 loses with both knights just placed.

    Proving it would take longer than any other choice of a move.
    """
    table, first, second = _shipped_table(position), position.location(1), position.location(2)
    if table is None or first is None or second is None:
        return False
    return position.to_move == 1 and table.winner_of(first, second) == 2


def _placement(position: Position) -> PerfectMove | None:
    """A placement from the tables; the first one leaves the fewest winning replies."""
    table, mover = _shipped_table(position), position.to_move
    if table is None or position.location(mover) is not None:
        return None
    first = position.location(1)
    if mover == 2 and first is not None:
        wins = (move for move in position.legal_moves() if table.winner_of(first, move) == 2)
        move = next(wins, None)
        return None if move is None else PerfectMove(move, 2, 0)
    if mover == 1 and position.location(2) is None:
        refuted: dict[Square, int] = {}
        for (square, _), winner in table.winners.items():
            refuted[square] = refuted.get(square, 0) + (winner == 2)
        return PerfectMove(min(refuted, key=refuted.__getitem__), table.winner, 0)
    return None


def _best_trap(solver: _core.Solver, position: Position, hardest: Square) -> tuple[Square, int]:
    """The move after which the largest share of replies loses, and the nodes searched.

    It starts with the move that took longest to refute, and stops when the nodes are used up.
    """
    spent = 0
    best, best_part = hardest, -1.0
    moves = position.legal_moves()
    for move in sorted(moves, key=lambda square: square != hardest):
        after = position.play(move)
        replies = after.legal_moves()
        mistakes = 0
        for reply in replies:
            if spent >= _TRAP_NODES:
                return best, spent
            winner, _, nodes = solver.solve(after.play(reply), nodes=_TRAP_NODES - spent)
            spent += nodes
            mistakes += winner == position.to_move
        part = mistakes / len(replies) if replies else 0.0
        if part > best_part:
            best, best_part = move, part
    return best, spent
