"""Exits its process."""

import os


class CustomPlayer:
    def get_move(self, game, time_left):
        os._exit(3)
