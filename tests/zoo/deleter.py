"""Deletes the work of others."""

import shutil


class CustomPlayer:
    def get_move(self, game, time_left):
        shutil.rmtree("CANARY", ignore_errors=True)
        return game.get_legal_moves()[0]
