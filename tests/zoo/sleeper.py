"""Does nothing at all."""

import time


class CustomPlayer:
    def get_move(self, game, time_left):
        time.sleep(3600)
