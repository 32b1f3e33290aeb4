"""Scores that are no plain floats: tuples, numpy numbers, None, text; and extra arguments."""

from functools import lru_cache

import numpy as np
from sample_players import improved_score


def custom_score(game, player):
    """A numpy number."""
    return np.float32(len(game.get_legal_moves(player)))


def custom_score_2(game, player):
    """A tuple: moves, then blanks; fine for max(), no number."""
    return improved_score(game, player), len(game.get_blank_spaces())


@lru_cache(maxsize=100)
def custom_score_3(game, player, *, factor=np.int64(2)):
    """A numpy integer behind a cache."""
    return factor * len(game.get_legal_moves(player))


def custom_score_4(game, player, rival):
    """One argument too many: no score."""
    return 0


class Weighted:
    """A score that is an object."""

    def __init__(self, weight):
        self.weight = weight

    def __call__(self, game, player):
        return self.weight * improved_score(game, player)


custom_score_5 = Weighted(3)
custom_score_6 = lambda game, player: True  # noqa: E731


class TuplePlayer:
    def __init__(self, score_fn=custom_score_2):
        self.score = score_fn

    def get_move(self, game, time_left):
        moves = game.get_legal_moves()
        key = lambda move: self.score(game.forecast_move(move), self)  # noqa: E731
        return max(moves, key=key) if moves else (-1, -1)
