"""Games by opening, drawn again: the strengths of every replicate, with a prior drawn as well."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
import scipy  # type: ignore[import-untyped]

from lastknight.stats.arguments import Integers
from lastknight.stats.distributions import Floats
from lastknight.stats.likelihood import Booleans, add_prior, fit

_PRIOR = 0.5
"""Pairs that each player wins, and loses, before the first game, shared out over its opponents."""
_LEAST_PRIOR = 0.0001
"""A drawn weight below this would only move the end of an interval that is open anyway."""
_MOST_GROUPS = 20_000
"""Beyond so many openings several are drawn together, which costs the errors no accuracy."""
_MOST_DRAWS = 4_000_000
"""How many of them are drawn at a time, over all replicates."""


def table_by_opening(games: list[Integers], count: int) -> tuple[scipy.sparse.csr_array, int]:
    """How many games of each kind (won or lost, first, second) each opening saw; and openings."""
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
    """The games of as many openings, drawn with replacement, in blocks of replicates."""
    openings = table.shape[1]
    block = max(1, _MOST_DRAWS // max(openings, table.shape[0]))
    for begin in range(0, replicates, block):
        rows = min(block, replicates - begin)
        drawn = generator.integers(openings, size=(rows, openings))
        drawn += openings * np.arange(rows)[:, None]
        times = np.bincount(drawn.ravel(), minlength=rows * openings).reshape(rows, openings)
        yield (table @ times.T.astype(np.float64)).T


def split_counts(counts: Floats, players: int) -> Floats:
    """The axes (won or lost, table, first, second)."""
    return counts.reshape(-1, 2, players, players).swapaxes(0, 1)


def prior_pairs(games: Floats) -> Floats:
    """The pairs that row wins twice against column before the first game.

    They are dealt to those who met, as often as they met, so that nobody is compared with anybody
    but opponents; in a tournament of all against all each player wins and loses _PRIOR of a pair.
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
    """The strengths of drawn games with a drawn prior."""
    won, lost = counts
    drawn = generator.gamma(prior, size=won.shape)
    drawn = np.where(prior > 0, np.maximum(drawn, _LEAST_PRIOR), 0.0)
    starts = np.broadcast_to(start, (len(won), start.shape[1]))
    return fit(*add_prior(won, lost, drawn), pinned=pinned, start=starts)
