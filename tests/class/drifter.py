"""The only class with a get_move, under a name of its own: goes anywhere."""

import random


class Wanderer:
    def get_move(self, game, time_left):
        return random.choice(game.get_legal_moves())
