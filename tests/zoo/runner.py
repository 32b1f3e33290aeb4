"""Starts a program."""

import subprocess


class CustomPlayer:
    def get_move(self, game, time_left):
        subprocess.run(["touch", "CANARY/touched"], check=False)
        return game.get_legal_moves()[0]
