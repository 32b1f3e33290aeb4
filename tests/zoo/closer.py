"""Closes every file its process has open."""

import os


class CustomPlayer:
    def get_move(self, game, time_left):
        os.closerange(0, 256)
        return game.get_legal_moves()[0]
