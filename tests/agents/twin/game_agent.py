"""The same module name as its neighbours, siblings of the same name too."""

import weights


def custom_score(game, player):
    """Always the same."""
    return weights.WEIGHTS
