"""Bradley-Terry strengths: the maximum-likelihood fit, what is unbounded, and bootstrap replicates.

The first player wins with probability logistic(strength first - strength second + first_move).
Strengths are on the logistic scale; `ratings` turns them into Elo.
"""

from collections.abc import Iterator

import numpy as np
import numpy.typing as npt
import scipy  # type: ignore[import-untyped]

from lastknight.stats.arguments import Integers
from lastknight.stats.distributions import Floats, sigmoid

Booleans = npt.NDArray[np.bool_]

_LONGEST_STEP = 0.5
"""Newton steps are capped at this length, within which the curvature hardly changes."""
_CLOSE = 1e-7
_MOST_STEPS = 500
_PRIOR = 0.5
"""Prior: pairs each player wins, and loses, before the first game, split among its opponents."""
_LEAST_PRIOR = 0.0001
"""A smaller drawn weight would only move the end of an interval that is open anyway."""
_MOST_GROUPS = 20_000
"""Beyond this many openings some are drawn together, at no loss of accuracy."""
_MOST_DRAWS = 4_000_000
"""Openings drawn at a time, over all replicates."""


def add_prior(won: Floats, lost: Floats, pairs: Floats) -> tuple[Floats, Floats]:
    """The games plus `pairs[..., i, j]` extra pairs that i wins twice against j.

    `won[..., i, j]` counts the games that i won moving first against j, `lost` those it lost.
    """
    return won + pairs, lost + pairs.swapaxes(-1, -2)


def find_pinned(won: Floats, lost: Floats) -> Booleans:
    """Which strengths are fixed at 0: one player per group that met; the first move if none met."""
    met = won + lost > 0
    _, group = scipy.sparse.csgraph.connected_components(met, directed=False)
    pinned = np.zeros(len(won) + 1, dtype=np.bool_)
    pinned[np.unique(group, return_index=True)[1]] = True
    pinned[-1] = not met.any()
    return pinned


def fit(won: Floats, lost: Floats, *, pinned: Booleans, start: Floats) -> Floats:
    """The most likely strengths for each of many tables of games; the first move's comes last.

    `won` and `lost` have the axes (table, first, second), `start` has (table, strength). Pinned
    strengths keep their start values.
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
    raise AssertionError("Newton's method did not converge on a concave function")


def _newton_step(won: Floats, lost: Floats, at: Floats, pinned: Booleans) -> Floats:
    strength, first_move = at[:, :-1], at[:, -1, None, None]
    advantage = strength[:, :, None] - strength[:, None, :] + first_move
    p, q = sigmoid(advantage), sigmoid(-advantage)  # 1 - p would lose precision near 1
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

    Returns, for players i and j, whether strength i - strength j is unbounded; then whether the
    first move's worth is, and whether minus that is. A difference is unbounded if strengths (and
    the first move) can move forever in a direction that makes no played game less likely: every
    winner's advantage grows or stays. With the first move changing by s = 0, 1 or -1 these are
    constraints on differences, and the longest chain from j to i is the least that j gains on i.
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


def table_by_opening(games: list[Integers], count: int) -> tuple[scipy.sparse.csr_array, int]:
    """Games of each kind (won or lost, first, second) by opening, and the number of openings."""
    first, second, first_won, opening = games
    names, column = np.unique(opening, return_inverse=True)
    groups = min(len(names), _MOST_GROUPS)
    kind = ((1 - first_won) * count + first) * count + second
    ones = np.ones(len(kind))
    shape = (2 * count * count, groups)
    cells = (kind, column % max(groups, 1))
    return scipy.sparse.coo_array((ones, cells), shape=shape).tocsr(), len(names)


def draw_counts(
    table: scipy.sparse.csr_array, replicates: int, generator: np.random.Generator
) -> Iterator[Floats]:
    """Bootstrap: the games of openings drawn with replacement, in blocks of replicates."""
    openings = table.shape[1]
    block = max(1, _MOST_DRAWS // max(openings, table.shape[0]))
    for begin in range(0, replicates, block):
        rows = min(block, replicates - begin)
        drawn = generator.integers(openings, size=(rows, openings))
        drawn += openings * np.arange(rows)[:, None]
        times = np.bincount(drawn.ravel(), minlength=rows * openings).reshape(rows, openings)
        yield (table @ times.T.astype(np.float64)).T


def split_counts(counts: Floats, players: int) -> Floats:
    """Counts reshaped to the axes (won or lost, table, first, second)."""
    return counts.reshape(-1, 2, players, players).swapaxes(0, 1)


def prior_pairs(games: Floats) -> Floats:
    """The prior: pairs that row wins twice against column before the first game.

    They are shared among actual opponents in proportion to their games, so no player is compared
    with one it never met.
    """
    met = games + games.T
    share: Floats = met / np.maximum(met.sum(axis=1, keepdims=True), 1)
    return _PRIOR / 2 * (share + share.T)


def fit_drawn(
    counts: Floats,
    prior: Floats,
    generator: np.random.Generator,
    *,
    pinned: Booleans,
    start: Floats,
) -> Floats:
    """The strengths of bootstrap replicates, with the prior drawn as well."""
    won, lost = counts
    drawn = generator.gamma(prior, size=won.shape)
    drawn = np.where(prior > 0, np.maximum(drawn, _LEAST_PRIOR), 0.0)
    starts = np.broadcast_to(start, (len(won), start.shape[1]))
    return fit(*add_prior(won, lost, drawn), pinned=pinned, start=starts)
