"""Talks, and keeps a cache for the whole module."""

SEEN = {}


class CustomPlayer:
    def __init__(self, data=None, timeout=1.0):
        self.moves = 0

    def get_move(self, game, time_left):
        self.moves += 1
        if self.moves == 1:
            print("hearsay: <b>good evening</b>")
        moves = sorted(game.get_legal_moves())
        SEEN[game.hash()] = moves[0]
        return moves[len(moves) // 2]
