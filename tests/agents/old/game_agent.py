"""An agent of the old interface: one CustomPlayer, and get_move with the legal moves."""

from isolation import Board
from isolation.isolation import Board as SameBoard
from sample_players import improved_score, null_score, open_move_score

assert Board is SameBoard


class Timeout(Exception):  # noqa: N818
    """Time is up."""


def custom_score(game, player):
    """Open moves early, improved later."""
    if game.move_count < 12:
        return open_move_score(game, player) + null_score(game, player)
    return improved_score(game, player)


class CustomPlayer:
    def __init__(
        self, search_depth=3, score_fn=custom_score, iterative=True, method="minimax", timeout=10.0
    ):
        self.search_depth = search_depth
        self.iterative = iterative
        self.score = score_fn
        self.method = method
        self.time_left = None
        self.TIMER_THRESHOLD = timeout

    def get_move(self, game, legal_moves, time_left):
        self.time_left = time_left
        if not legal_moves:
            return (-1, -1)
        move = legal_moves[0]
        search = getattr(self, self.method)
        try:
            if not self.iterative:
                return search(game, self.search_depth)[1]
            depth = 1
            while True:
                move = search(game, depth)[1]
                depth += 1
        except Timeout:
            return move

    def minimax(self, game, depth, maximizing_player=True):
        return self.alphabeta(game, depth, maximizing_player=maximizing_player, cut=False)

    def alphabeta(
        self,
        game,
        depth,
        alpha=float("-inf"),
        beta=float("inf"),
        maximizing_player=True,
        cut=True,
    ):
        if self.time_left() < self.TIMER_THRESHOLD:
            raise Timeout()
        moves = game.get_legal_moves()
        if depth == 0 or not moves:
            return self.score(game, self), (-1, -1)
        choose = max if maximizing_player else min
        found = []
        for move in moves:
            after = game.forecast_move(move)
            value, _ = self.alphabeta(after, depth - 1, alpha, beta, not maximizing_player, cut)
            found.append((value, move))
            if maximizing_player:
                alpha = max(alpha, value)
            else:
                beta = min(beta, value)
            if cut and alpha >= beta:
                break
        return choose(found)
