"""Plays a legal move, and claims an impossible number of nodes."""

import json
import os


class CustomPlayer:
    def get_move(self, game, time_left):
        answer = {"number": 1, "move": game.get_legal_moves()[0], "nodes": 10**400}
        for number in range(3, 64):
            try:
                os.write(number, json.dumps(answer).encode() + b"\n")
            except OSError:
                continue
        while True:
            pass
