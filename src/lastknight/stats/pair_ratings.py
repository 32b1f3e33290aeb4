"""Ratings of many players from decided pairs: Bradley-Terry on the scale of pair-Elo.

If two players differ by d, the better one has exp(2d) times as many WW as LL, whatever the
openings. So a decided pair is one comparison at twice the difference: openings drop out, and
lopsided ones do not shrink the ratings as they do when single games are rated.
"""

from dataclasses import replace
from math import ceil

import numpy as np
import numpy.typing as npt

from lastknight.errors import ArgumentError
from lastknight.stats.arguments import check_integers
from lastknight.stats.clusters import clustered_pairs
from lastknight.stats.estimate import Estimate
from lastknight.stats.pairs import score_elo
from lastknight.stats.planning import pairs_needed
from lastknight.stats.ratings import Ratings, bradley_terry, score_players

_TOLD_APART = 100.0
"""The difference, in Elo, for which the games should be enough to rank players."""


def rate_pairs(  # noqa: PLR0913  (all but three are keywords)
    a: npt.ArrayLike,
    b: npt.ArrayLike,
    a_won: npt.ArrayLike,
    *,
    opening: npt.ArrayLike,
    players: int | None = None,
    anchor: int = 0,
    confidence: float = 0.95,
    replicates: int = 1000,
    seed: int | np.random.Generator = 0,
) -> Ratings:
    """Ratings from pairs: who met whom, and whether A won as first and as second to move.

    The rest is as in `bradley_terry`, and the difference of two ratings is a pair-Elo. The first
    move is rated by its win rate, so that depends on the openings. Raises ArgumentError for arrays
    of different lengths.

    >>> generator = np.random.default_rng(2)
    >>> a, b = np.zeros(4000, int), np.ones(4000, int)
    >>> bias = generator.normal(0, 400, 4000)           # lopsided openings, A is 100 Elo stronger
    >>> chance = 1 / (1 + 10 ** (-(100 + np.stack([bias, -bias], axis=1)) / 400))
    >>> won = generator.random((4000, 2)) < chance
    >>> found = rate_pairs(a, b, won, opening=np.arange(4000), anchor=1)
    >>> found.ratings[0].through(round)
    Estimate(value=102, low=90, high=113)
    """
    one, other, openings = (
        check_integers(name, column) for name, column in (("a", a), ("b", b), ("opening", opening))
    )
    won = check_integers("a_won", a_won)
    if won.size % 2:
        raise ArgumentError(f"a_won must have two columns, got {won.size} numbers")
    won = won.reshape(-1, 2)
    if not one.shape == other.shape == openings.shape == won.shape[:1]:
        raise ArgumentError("a, b and opening must have the same length, a_won two columns of it")
    decided = won[:, 0] == won[:, 1]
    # Count each decided pair from both sides: the first-move terms then cancel.
    first = np.concatenate([one[decided], other[decided]])
    second = np.concatenate([other[decided], one[decided]])
    first_won = np.concatenate([won[decided, 0], 1 - won[decided, 0]])
    count = int(max(one.max(initial=-1), other.max(initial=-1))) + 1 if players is None else players
    found = bradley_terry(
        first,
        second,
        first_won,
        opening=np.tile(openings[decided], 2),
        players=count,
        anchor=anchor,
        confidence=confidence,
        replicates=replicates,
        seed=seed,
    )
    return replace(
        found,
        ratings=tuple(map(_halve, found.ratings)),
        differences=tuple(tuple(map(_halve, row)) for row in found.differences),
        first_move=_first_move(won, openings, confidence),
        games=2 * len(won),
        openings=len(np.unique(openings)),
        scores=score_players(one, other, won.mean(axis=1), players=count),
        pairs_to_rank=_pairs_to_rank(one, other, count, confidence),
    )


def _pairs_to_rank(
    one: npt.NDArray[np.int64], other: npt.NDArray[np.int64], players: int, confidence: float
) -> int:
    """How many openings each meeting needs to show 100 Elo between any two players.

    For two players, their own meeting counts once, and each opponent both have met counts half.
    """
    met = np.zeros((players, players))
    met[one, other] = met[other, one] = 1
    worth = (met + met @ met / 2)[np.triu_indices(players, k=1)]
    if not len(worth) or worth.min() <= 0:
        return 0
    needed = pairs_needed(_TOLD_APART, confidence=1 - (1 - confidence) / len(worth))
    return ceil(needed / float(worth.min()))


def _halve(estimate: Estimate) -> Estimate:
    return estimate.through(lambda elo: elo / 2)


def _first_move(
    won: npt.NDArray[np.int64], openings: npt.NDArray[np.int64], confidence: float
) -> Estimate:
    """The Elo of moving first, from its win rate, clustered by opening."""
    _, place = np.unique(openings, return_inverse=True)
    counts = np.zeros((place.max(initial=-1) + 1, 3), dtype=np.int64)
    by_first = won[:, 0] + 1 - won[:, 1]
    np.add.at(counts, (place, 2 - by_first), 1)
    return clustered_pairs(counts, confidence=confidence).win_rate.through(score_elo)
