"""Plain minimax, textbook alpha-beta and a brute-force solver over the reference rules.

Every value is asked of the heuristic from the point of view of the player who chooses at the
root, whoever is to move at the leaf. A position whose player to move has no legal move is a leaf
whatever the depth left.
"""

from __future__ import annotations

from collections.abc import Callable
from math import inf

from reference.rules import OTHER, Position, Square, is_over, legal_moves, play, winner

Heuristic = Callable[[Position, int], float]


def minimax(
    position: Position, depth: int, heuristic: Heuristic, *, root_player: int | None = None
) -> float:
    """Return the score of the position after looking this many plies ahead.

    The root player is the one to move, unless it is given.
    """
    player = root_player or position.to_move
    if depth == 0 or is_over(position):
        return heuristic(position, player)
    scores = [
        minimax(play(position, square), depth - 1, heuristic, root_player=player)
        for square in legal_moves(position)
    ]
    return max(scores) if position.to_move == player else min(scores)


def root_scores(position: Position, depth: int, heuristic: Heuristic) -> dict[Square, float]:
    """Map every legal move to its minimax score; depth counts the move, so it is at least 1."""
    if depth < 1:
        raise ValueError(f"expected a depth of at least 1, got {depth}")
    return {
        square: minimax(play(position, square), depth - 1, heuristic, root_player=position.to_move)
        for square in legal_moves(position)
    }


def best_moves(position: Position, depth: int, heuristic: Heuristic) -> list[Square]:
    """List the moves with the highest minimax score: what any player of this depth may choose."""
    scores = root_scores(position, depth, heuristic)
    return [square for square, score in scores.items() if score == max(scores.values())]


def alpha_beta(position: Position, depth: int, heuristic: Heuristic) -> float:
    """Return the score of minimax, without looking at moves that cannot change it.

    Moves are tried in the order of legal_moves; a branch is left as soon as alpha >= beta.
    """
    player = position.to_move

    def search(here: Position, depth: int, alpha: float, beta: float) -> float:
        if depth == 0 or is_over(here):
            return heuristic(here, player)
        best = -inf if here.to_move == player else inf
        for square in legal_moves(here):
            score = search(play(here, square), depth - 1, alpha, beta)
            if here.to_move == player:
                best = max(best, score)
                alpha = max(alpha, best)
            else:
                best = min(best, score)
                beta = min(beta, best)
            if alpha >= beta:
                break
        return best

    return search(position, depth, -inf, inf)


def solve(position: Position, memo: dict[str, int] | None = None) -> int:
    """Return the winner with perfect play by both; calls may share a memo, keyed by text."""
    memo = {} if memo is None else memo
    if position.text not in memo:
        memo[position.text] = _solve_by_moves(position, memo)
    return memo[position.text]


def _solve_by_moves(position: Position, memo: dict[str, int]) -> int:
    won_already = winner(position)
    if won_already is not None:
        return won_already
    for square in legal_moves(position):
        if solve(play(position, square), memo) == position.to_move:
            return position.to_move
    return OTHER[position.to_move]


def solve_moves(position: Position, memo: dict[str, int] | None = None) -> dict[Square, int]:
    """Map every legal move to the winner with perfect play after it."""
    memo = {} if memo is None else memo
    return {square: solve(play(position, square), memo) for square in legal_moves(position)}
