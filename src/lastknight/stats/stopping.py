"""Estimates after an early stop, corrected for the choice of when to stop.

A comparison that stops as soon as it looks decided tends to stop on a lucky streak, so its plain
estimate is too large on average. The corrected one is too large as often as too small.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

import numpy as np

from lastknight.stats.distributions import Floats, crossing

_POINTS = 401
_REACH = 8.0
"""How many standard deviations the grid covers."""


_LEAST_STEP = 1.02
"""A look counts if the next one's standard error is smaller by this factor."""


def correct_stop(value: float, errors: Sequence[float], bounds: Sequence[float]) -> float:
    """The median-unbiased estimate of a comparison that stopped at its last look.

    `errors` are the standard errors at every look, `bounds` how many standard errors away 0 had to
    be for a stop at each look but the last. Outcomes are ordered by the look at which they stop,
    then by their size (Siegmund 1978); a stop at the first look needs no correction.

    >>> correct_stop(50.0, [20.0], [])
    50.0
    >>> round(correct_stop(38.0, [20.0, 14.0, 10.0], [3.5, 3.2]), 1)
    36.7
    >>> correct_stop(0.0, [400.0, 400.0, 120.0], [3.5, 3.2])
    0.0
    """
    errors, bounds = _growing(errors, bounds)
    if not bounds or value == 0:
        return value
    if value < 0:
        return -correct_stop(-value, errors, bounds)
    information = [error**-2 for error in errors]
    seen = value * information[-1]
    spread = np.sqrt(information[-1])
    reach = max(_REACH * spread, seen + _REACH * spread)
    grid = np.linspace(-reach, reach, _POINTS)
    passed, last = _densities(grid, information, bounds)

    def is_too_large(elo: float) -> bool:
        """Whether this difference would exceed the result seen more than half of the time."""
        parts = zip(passed, information, strict=False)
        early = sum(_tilted(part, grid, elo, known) for part, known in parts)
        return early + _tilted(last * _above(grid, seen), grid, elo, information[-1]) > 0.5

    return crossing(is_too_large, value - 10 * errors[-1], value + 10 * errors[-1])


def _growing(errors: Sequence[float], bounds: Sequence[float]) -> tuple[list[float], list[float]]:
    """The last look, and those before it with clearly larger errors than the next one kept."""
    kept = [len(errors) - 1]
    for place in range(len(bounds) - 1, -1, -1):
        if errors[place] > _LEAST_STEP * errors[kept[-1]]:
            kept.append(place)
    kept.reverse()
    return [errors[place] for place in kept], [bounds[place] for place in kept[:-1]]


def _densities(
    grid: Floats, information: Sequence[float], bounds: Sequence[float]
) -> tuple[list[Floats], Floats]:
    """The density of the score under no difference: above each early bound, and at the end."""
    step = grid[1] - grid[0]
    density = _normal(grid, information[0])
    passed = []
    for (before, after), bound in zip(pairwise(information), bounds, strict=True):
        limit = bound * np.sqrt(before)
        above = _above(grid, limit)
        passed.append(density * above)
        going_on = density * (1 - above - above[::-1])
        density = _normal(grid[:, None] - grid[None, :], after - before) @ going_on * step
    return passed, density


def _above(grid: Floats, limit: float) -> Floats:
    """The part of each point's cell that lies above a limit."""
    step = grid[1] - grid[0]
    return np.asarray(np.clip((grid - limit) / step + 0.5, 0.0, 1.0))


def _normal(x: Floats, variance: float) -> Floats:
    return np.asarray(np.exp(-x * x / (2 * variance)) / np.sqrt(2 * np.pi * variance))


def _tilted(density: Floats, grid: Floats, elo: float, information: float) -> float:
    """The probability of a region under a difference, from its density under none."""
    tilt = np.exp(elo * grid - elo * elo * information / 2)
    return float(np.sum(density * tilt) * (grid[1] - grid[0]))
