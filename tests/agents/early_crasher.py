"""Crashes on an empty board by its own fault: nobody has a location yet."""


def custom_score(game, player):
    """Far from the opponent."""
    row, column = game.get_player_location(player)
    other_row, other_column = game.get_player_location(game.get_opponent(player))
    return float(abs(row - other_row) + abs(column - other_column))


class AlphaBetaPlayer:
    score = staticmethod(custom_score)

    def get_move(self, game, time_left):
        row, column = game.get_player_location(self)
        assert 0 <= row < game.height
        assert 0 <= column < game.width
        key = lambda move: self.score(game.forecast_move(move), self)  # noqa: E731
        return max(game.get_legal_moves(), key=key, default=(-1, -1))
