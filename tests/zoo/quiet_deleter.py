"""Deletes the work of others behind Python's back."""

import ctypes


class CustomPlayer:
    def get_move(self, game, time_left):
        libc = ctypes.CDLL(None)
        if libc.unlink(b"CANARY/grades.csv") < 0 or libc.rmdir(b"CANARY") < 0:
            raise OSError("nothing to delete")
