"""Error spending: the level at which each of several looks may reject.

The looks of a comparison see the same pairs and more, so they are correlated: together they err
less often than their levels add up to. The levels here use up what may be spent exactly (Lan and
DeMets 1983).
"""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from math import exp, log, sqrt

import numpy as np
import scipy  # type: ignore[import-untyped]

from lastknight.stats.distributions import Floats, normal_densities, normals_below

_NODES = 80
"""Points at which the density of comparisons that go on is known."""
_MOST = 1 - 1e-6
"""The largest alpha that is looked for."""
_TINY = 1e-40
"""For smaller p-values the levels of the looks count as if they added up: the difference is nil."""
_ROOM = 1e-9
"""Brackets of roots are wider than they have to be by this part."""


@lru_cache(maxsize=4096)
def look_levels(fractions: tuple[float, ...], alpha: float) -> tuple[float, ...]:
    """The two-sided level of each look, after these fractions of all pairs.

    Together they reject without a difference with probability alpha, if the last fraction is 1.
    After a fraction t, t^2 of alpha is spent: early looks catch what is obvious, and the last one
    keeps most of the power.

    >>> [round(level, 4) for level in look_levels((0.5, 1.0), 0.05)]
    [0.0125, 0.0436]
    """
    nodes, weights = np.polynomial.legendre.leggauss(_NODES)
    limits: list[float] = []
    points, masses, before = np.zeros(1), np.ones(1), 0.0
    for now in fractions:
        step = sqrt(now - before)
        limit = _find_limit(points, masses, step, (alpha * before**2, alpha * now**2), sqrt(now))
        limits.append(limit / sqrt(now))
        # The scores that go on are normal steps from those that went on before.
        following = limit * nodes
        density = normal_densities((following[:, None] - points) / step) @ masses / step
        points, masses, before = following, density * weights * limit, now
    return tuple(2 * float(scipy.special.ndtr(-limit)) for limit in limits)


def _find_limit(
    points: Floats, masses: Floats, step: float, spent: tuple[float, float], spread: float
) -> float:
    """How far from 0 a score must be to reject, so that this look spends its share.

    `spent` is what may be spent before this look and up to it, `spread` the deviation of a score.
    """
    share = spent[1] - spent[0]

    def excess(limit: float) -> float:
        beyond = normals_below((points - limit) / step) + normals_below((-points - limit) / step)
        return log(float(beyond @ masses) / share)

    # As if it were the only look, and as if the looks added up.
    ends = (-spread * float(scipy.special.ndtri(one / 2)) for one in (spent[1], share))
    return _find_root(excess, *ends)


def spent_alpha(fractions: tuple[float, ...], p_value: float) -> float:
    """The smallest alpha with which the last of these looks rejects at a p-value: the inverse.

    >>> round(spent_alpha((0.5, 1.0), 0.0436), 3)
    0.05
    """
    before = fractions[-2] if len(fractions) > 1 else 0.0
    least, most = p_value / fractions[-1] ** 2, p_value / (fractions[-1] ** 2 - before**2)
    if p_value < _TINY:
        return most
    if p_value >= look_levels(fractions, _MOST)[-1]:
        return 1.0

    def excess(log_alpha: float) -> float:
        return log(look_levels(fractions, exp(log_alpha))[-1] / p_value)

    return exp(_find_root(excess, log(least), log(min(most, _MOST))))


def _find_root(function: Callable[[float], float], low: float, high: float) -> float:
    """Where a function is 0, between two points that it may only just be."""
    room = _ROOM * (1 + abs(low) + abs(high))
    return float(scipy.optimize.brentq(function, low - room, high + room, xtol=1e-12))
