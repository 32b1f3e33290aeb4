"""A competition agent in a folder: the square with most ways on, counted on an empty board."""

from isolation import Board


class CustomPlayer:
    def __init__(self, data=None, timeout=1.0):
        self.empty = Board("one", "two")

    def get_move(self, game, time_left):
        return max(game.get_legal_moves(), key=lambda move: len(self.empty._Board__get_moves(move)))
