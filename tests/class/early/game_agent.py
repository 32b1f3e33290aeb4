"""The old interface: legal moves are given, and the constructor names a method."""

from isolation import Board  # noqa: F401


def custom_score(game, player):
    if game.is_loser(player):
        return float("-inf")
    if game.is_winner(player):
        return float("inf")
    return float(len(game.get_legal_moves(player)) - len(game.get_blank_spaces()) / 10)


class CustomPlayer:
    def __init__(
        self,
        search_depth=3,
        score_fn=custom_score,
        iterative=True,
        method="minimax",
        timeout=10.0,
    ):
        self.search_depth = search_depth
        self.score = score_fn
        self.iterative = iterative
        self.method = method

    def get_move(self, game, legal_moves, time_left):
        if not legal_moves:
            return (-1, -1)
        me = game.active_player
        depth = 1 if self.iterative else min(self.search_depth, 2)
        return max(
            legal_moves, key=lambda move: self.value(game.forecast_move(move), depth - 1, me)
        )

    def value(self, game, depth, me):
        moves = game.get_legal_moves()
        if depth == 0 or not moves:
            return self.score(game, me)
        values = [self.value(game.forecast_move(move), depth - 1, me) for move in moves]
        return max(values) if game.active_player == me else min(values)
