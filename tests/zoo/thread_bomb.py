"""Starts threads without end."""

import threading
import time


class CustomPlayer:
    def get_move(self, game, time_left):
        while True:
            threading.Thread(target=time.sleep, args=(3600,), daemon=True).start()
