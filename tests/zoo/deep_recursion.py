"""Lifts the recursion limit, then calls itself forever."""

import sys


class CustomPlayer:
    def get_move(self, game, time_left):
        sys.setrecursionlimit(10**9)
        return self.get_move(game, time_left)
