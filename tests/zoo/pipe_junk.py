"""Writes junk wherever it can."""

import os


class CustomPlayer:
    def get_move(self, game, time_left):
        for number in range(3, 64):
            try:
                os.write(number, b"\x00\xff{not json]\n")
            except OSError:
                continue
        return game.get_legal_moves()[0]
