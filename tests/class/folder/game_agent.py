"""A folder with a module next to the agent."""

from scores import reach


def custom_score(game, player):
    return float(reach(game, player) - reach(game, game.get_opponent(player)))


class AlphaBetaPlayer:
    def __init__(self, search_depth=3, score_fn=custom_score, timeout=10.0):
        self.score = score_fn

    def get_move(self, game, time_left):
        me = game.active_player
        moves = game.get_legal_moves()
        return max(moves, key=lambda move: self.score(game.forecast_move(move), me))
