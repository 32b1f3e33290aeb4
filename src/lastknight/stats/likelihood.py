"""The Bradley-Terry likelihood: the best strengths, and which of them have no bound.

The first player wins with the logistic of (strength first - strength second + first_move). Nothing
of Elo, intervals or openings is known here.
"""

import numpy as np
import numpy.typing as npt
import scipy  # type: ignore[import-untyped]

from lastknight.stats.distributions import Floats, sigmoid

Booleans = npt.NDArray[np.bool_]

_LONGEST_STEP = 0.5
"""Newton's steps are cut to this, within which the curvature changes little: none goes downhill."""
_CLOSE = 1e-7
_MOST_STEPS = 500


def add_prior(won: Floats, lost: Floats, pairs: Floats) -> tuple[Floats, Floats]:
    """The games, and `pairs[..., i, j]` pairs more that i wins twice against j.

    `won[..., i, j]` counts the games that i won moving first against j, `lost` those it lost.
    """
    return won + pairs, lost + pairs.swapaxes(-1, -2)


def find_pinned(won: Floats, lost: Floats) -> Booleans:
    """One player of each group that met, whose strength is 0; last, whether nobody met at all."""
    met = won + lost > 0
    _, group = scipy.sparse.csgraph.connected_components(met, directed=False)
    pinned = np.zeros(len(won) + 1, dtype=np.bool_)
    pinned[np.unique(group, return_index=True)[1]] = True
    pinned[-1] = not met.any()
    return pinned


def fit(won: Floats, lost: Floats, *, pinned: Booleans, start: Floats) -> Floats:
    """The most likely strengths, the first move's last, of each of many tables of games.

    `won` and `lost` have the axes (table, first, second), `start` has (table, strength); what is
    pinned stays where it starts.
    """
    found = start.copy()
    active = np.arange(len(won))
    for _ in range(_MOST_STEPS):
        step = _newton_step(won[active], lost[active], found[active], pinned)
        length = np.abs(step).max(axis=1)
        found[active] += step * np.minimum(1, _LONGEST_STEP / np.maximum(length, _CLOSE))[:, None]
        active = active[length > _CLOSE]
        if not len(active):
            return found
    raise AssertionError("a concave function has a top, and Newton's steps lead to it")


def _newton_step(won: Floats, lost: Floats, at: Floats, pinned: Booleans) -> Floats:
    strength, first_move = at[:, :-1], at[:, -1, None, None]
    advantage = strength[:, :, None] - strength[:, None, :] + first_move
    p, q = sigmoid(advantage), sigmoid(-advantage)  # 1 - p would lose the digits of a sure win
    surplus = won * q - lost * p
    weight = (won + lost) * p * q
    out, back = weight.sum(axis=2), weight.sum(axis=1)

    size = at.shape[1]
    players = np.arange(size - 1)
    slope = np.empty((len(at), size))
    slope[:, :-1] = surplus.sum(axis=2) - surplus.sum(axis=1)
    slope[:, -1] = surplus.sum(axis=(1, 2))
    curve = np.empty((len(at), size, size))
    curve[:, :-1, :-1] = -(weight + weight.transpose(0, 2, 1))
    curve[:, players, players] += out + back
    curve[:, :-1, -1] = curve[:, -1, :-1] = out - back
    curve[:, -1, -1] = weight.sum(axis=(1, 2))

    slope[:, pinned] = 0.0
    curve[:, pinned, :] = 0.0
    curve[:, :, pinned] = 0.0
    curve[:, pinned, pinned] = 1.0
    step: Floats = np.linalg.solve(curve, slope[:, :, None])[:, :, 0].astype(np.float64)
    return step


def find_unbounded(won: Floats, lost: Floats) -> tuple[Booleans, bool, bool]:
    """What the games alone leave without an upper bound.

    First, for players i and j, strength i - strength j; then the first move's worth, and its
    opposite. A difference is unbounded when strengths (and the first move) can move on for ever in
    a direction in which no game that was played gets less likely: every winner's advantage grows
    or stays. With the first move going by s = 0, 1 or -1 these are constraints on differences, and
    the longest chain of them from j to i is the least that j's strength gains on i's.
    """
    count = len(won)
    unbounded = np.zeros((count, count), dtype=np.bool_)
    free = {}
    for s in (0.0, 1.0, -1.0):
        gain = np.maximum(np.where(won > 0, -s, -np.inf), np.where(lost > 0, s, -np.inf).T)
        np.fill_diagonal(gain, np.maximum(np.diag(gain), 0.0))
        for via in range(count):
            gain = np.maximum(gain, gain[:, via, None] + gain[None, via, :])
        free[s] = bool((np.diag(gain) <= 0).all())
        if free[s]:
            unbounded |= gain.T < 0
    return unbounded, free[1.0], free[-1.0]
