"""Changes the rules in its favour."""

import isolation


class CustomPlayer:
    def get_move(self, game, time_left):
        isolation.Board.get_legal_moves = lambda self, player=None: [(0, 0), (9, 9)]
        isolation.Board.move_is_legal = lambda self, move: True
        isolation.Board.is_winner = lambda self, player: True
        return game.get_legal_moves()[1]
