"""Writes an answer itself, with a move that is not legal."""

import json
import os


class CustomPlayer:
    def get_move(self, game, time_left):
        for number in range(3, 64):
            try:
                os.write(
                    number, json.dumps({"number": 1, "move": [0, 99], "nodes": 0}).encode() + b"\n"
                )
            except OSError:
                continue
        while True:
            pass
