"""Error spending: the level at which each of several looks may reject.

Each look includes the pairs of all looks before it, so looks are correlated: together they err less
often than the sum of their levels. The levels here spend alpha exactly (Lan and DeMets 1983).
"""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from math import exp, log, sqrt

import numpy as np
import scipy  # type: ignore[import-untyped]

from lastknight.stats.distributions import Floats, normal_densities, normals_below

_NODES = 80
"""Points at which the density of undecided comparisons is computed."""
_MOST = 1 - 1e-6
"""The largest alpha to search for."""
_TINY = 1e-40
"""Below this p-value the levels of the looks are simply added: the difference is negligible."""
_ROOM = 1e-9
"""Brackets of roots are widened by this fraction."""


@lru_cache(maxsize=4096)
def look_levels(fractions: tuple[float, ...], alpha: float) -> tuple[float, ...]:
    """The two-sided level of each look, after these fractions of all pairs.

    If there is no difference, together they reject with probability alpha, provided that the last
    fraction is 1. After a fraction t, t^2 of alpha is spent: early looks catch what is obvious, and
    the last one keeps most of the power.

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
        # Undecided scores take a normal step from those that were undecided before.
        following = limit * nodes
        density = normal_densities((following[:, None] - points) / step) @ masses / step
        points, masses, before = following, density * weights * limit, now
    return tuple(2 * float(scipy.special.ndtr(-limit)) for limit in limits)


def _find_limit(
    points: Floats, masses: Floats, step: float, spent: tuple[float, float], spread: float
) -> float:
    """How far from 0 a score must be to reject, so that this look spends its share.

    `spent` is the alpha spent before this look and including it, `spread` the standard deviation of
    a score.
    """
    share = spent[1] - spent[0]

    def excess(limit: float) -> float:
        beyond = normals_below((points - limit) / step) + normals_below((-points - limit) / step)
        return log(max(float(beyond @ masses), 1e-300) / share)

    # The limits if this were the only look, and if the levels of the looks added up.
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
    """Where a function is 0, between two points or, up to rounding, at one of them."""
    room = _ROOM * (1 + abs(low) + abs(high))
    return float(scipy.optimize.brentq(function, low - room, high + room, xtol=1e-12))
