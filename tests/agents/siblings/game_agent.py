"""An agent with modules next to it, imported early and late, and one that imports it back."""

import importlib
import statistics

import weights as table
from sample_players import *  # noqa: F403

DEPTH = 1

import friend  # noqa: E402  (it imports this file, half made as it is)


def custom_score(game, player):
    """What a sibling says, imported when it is first asked."""
    from late import mean_of  # noqa: PLC0415

    values = [table.WEIGHTS[min(row, 6)] for row, _ in game.get_legal_moves(player)]
    return mean_of(values) + friend.bonus(game, player)


class AlphaBetaPlayer(GreedyPlayer):  # noqa: F405
    def __init__(self, search_depth=DEPTH, score_fn=custom_score, timeout=10.0):
        super().__init__(score_fn)

    def get_move(self, game, time_left):
        import isolation  # noqa: PLC0415
        from isolation import Board  # noqa: PLC0415

        assert isinstance(game, Board)
        assert isolation.Board is Board
        assert importlib.import_module("late").mean_of([2, 4]) == statistics.mean([2, 4])
        return super().get_move(game, time_left)
