"""A competition agent as one file: leaves the opponent as few moves as it can."""


class CustomPlayer:
    def __init__(self, data=None, timeout=1.0):
        self.time_left = None

    def get_move(self, game, time_left):
        opponent = game.inactive_player
        return min(
            game.get_legal_moves(),
            key=lambda move: len(game.forecast_move(move).get_legal_moves(opponent)),
        )
