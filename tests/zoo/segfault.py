"""Crashes in native code."""

import ctypes


class CustomPlayer:
    def get_move(self, game, time_left):
        return ctypes.string_at(0)
