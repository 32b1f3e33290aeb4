"""Pairs and tournaments drawn from the model that the statistics are made for.

An opening favours the first player by an amount of its own, normal with the standard deviation
`bias`, in Elo; the first player wins with the logistic of that and of the difference in strength.
"""

import numpy as np

LOGISTIC = np.log(10) / 400


def wins(generator, advantage):
    """Whether each game with this advantage, in Elo, is won."""
    return generator.random(np.shape(advantage)) < 1 / (1 + np.exp(-LOGISTIC * advantage))


def draw_pairs(generator, elo, bias, shape):
    """1 for a WW, 0 for a split, -1 for an LL, each on an opening of its own."""
    opening = bias * generator.standard_normal(shape)
    as_first = wins(generator, elo + opening)
    as_second = wins(generator, elo - opening)
    return as_first.astype(np.int8) + as_second - 1


def count_pairs(outcomes):
    """The numbers of WW, split and LL along the last axis."""
    return [(outcomes == kind).sum(axis=-1) for kind in (1, 0, -1)]


def share(predicate, *counts):
    """How often a statement about counts is true; it is asked once of each different row."""
    rows, times = np.unique(np.stack(counts, axis=-1), axis=0, return_counts=True)
    answers = [bool(predicate(*row)) for row in rows.tolist()]
    return float(np.average(answers, weights=times))


def holds(estimate, truth):
    """Whether an interval holds the truth; an open end holds everything on its side."""
    above = estimate.low is None or estimate.low <= truth + 1e-9
    below = estimate.high is None or truth <= estimate.high + 1e-9
    return above and below


def draw_tournament(generator, ratings, openings, *, first_move=0.0, bias=0.0):
    """All against all, a pair on each opening: first, second, first_won, opening."""
    ratings = np.asarray(ratings, dtype=float)
    one, other = np.triu_indices(len(ratings), k=1)
    first = np.tile(np.concatenate([one, other]), openings)
    second = np.tile(np.concatenate([other, one]), openings)
    opening = np.repeat(np.arange(openings), 2 * len(one))
    worth = first_move + bias * generator.standard_normal(openings)
    won = wins(generator, ratings[first] - ratings[second] + worth[opening])
    return first, second, won, opening
