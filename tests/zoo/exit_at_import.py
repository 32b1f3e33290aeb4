"""Exits while it is imported."""

import sys

sys.exit(0)


class CustomPlayer:
    def get_move(self, game, time_left):
        return game.get_legal_moves()[0]
