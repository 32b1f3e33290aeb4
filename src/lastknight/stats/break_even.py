"""Break-even: how much more a node may cost before a stronger heuristic stops being worth it.

A candidate plays the baseline with fewer nodes: 1/2 of them, 1/3, and so on. Its Elo falls on a
line in the logarithm of that ratio, and where the line crosses 0 is the cost at which both are
equally strong in equal time: a property of the game, not of the machine.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import log, log2, sqrt

import numpy as np
import numpy.typing as npt

from lastknight.errors import ArgumentError
from lastknight.stats.arguments import Integers, check_confidence, check_integers
from lastknight.stats.distributions import Floats, crossing, normal_below, normal_quantile, sigmoid
from lastknight.stats.estimate import Estimate

RATIOS = (1.5, 2.0, 3.0, 4.5)
"""Ratios at which a stronger candidate plays the baseline."""
FURTHER_RATIOS = (6.75, 10.125, 15.1875, 22.78125)
"""Played one after the other while the candidate is still ahead, so that the line is hardly
extrapolated."""
_LOG_ODDS_PER_ELO = log(10) / 200
_LEAST_RATIO, _MOST_RATIO = 1 / 64, 1024.0
_STEPS = 50


@dataclass(frozen=True, slots=True)
class BreakEven:
    """Elo as a line in the logarithm of the cost ratio."""

    ratio: Estimate
    """Where the Elo is 0; the ends are None where the interval is open."""
    elo: Estimate
    """At equal nodes, from the line."""
    per_doubling: Estimate
    """What the candidate loses each time its nodes are halved."""
    curvature_p: float
    """From the test of a straight line against a parabola; small if the Elo bends."""
    fit: _Fit
    """The line itself."""
    z: float
    """How many standard errors the intervals extend to either side."""

    def at(self, ratio: float) -> Estimate:
        """The Elo that the line gives at a cost ratio, with its interval."""
        return self.fit.estimate(np.array([1.0, -log2(ratio)]), self.z)


def fit_break_even(
    ratios: npt.ArrayLike, counts: npt.ArrayLike, *, confidence: float = 0.95
) -> BreakEven | None:
    """Fit the line to the (WW, split, LL) of every opening at every ratio, clustered by opening.

    None if no line can be fitted: with decided pairs at fewer than two ratios, with all of them won
    or all lost, or if some ratio separates the won pairs from the lost ones.

    >>> even, behind = [[30, 40, 30]] * 20, [[10, 40, 50]] * 20
    >>> found = fit_break_even([1, 2, 4], [[[50, 40, 10]] * 20, even, behind])
    >>> round(found.ratio.value, 2), round(found.per_doubling.value)
    (2.0, 140)
    """
    z = normal_quantile(check_confidence(confidence))
    x = np.log2(np.asarray(ratios, dtype=np.float64))
    table = check_integers("counts", counts)
    if table.ndim != 3 or table.shape[0] != len(x) or table.shape[2] != 3:
        raise ArgumentError("counts needs a (ww, split, ll) for each opening at each ratio")
    won, decided = table[:, :, 0], table[:, :, 0] + table[:, :, 2]
    if not 0 < won.sum() < decided.sum() or len(set(x[decided.sum(axis=1) > 0])) < 2:
        return None
    x_won, x_lost = (x[part.sum(axis=1) > 0] for part in (won, decided - won))
    if x_won.max() <= x_lost.min() or x_lost.max() <= x_won.min():
        return None
    line = _Fit(np.stack([np.ones_like(x), -x], axis=1), won, decided)
    elo, slope = (line.estimate(unit, z) for unit in np.eye(2))
    ratio = _ratio(line, z)
    return BreakEven(ratio, elo, slope, _curvature_p(x, won, decided), line, z)


class _Fit:
    """A logistic regression of decided pairs, with errors clustered by opening."""

    def __init__(self, design: Floats, won: Integers, decided: Integers) -> None:
        self.values = np.zeros(design.shape[1])
        for _ in range(_STEPS):
            p = sigmoid(_LOG_ODDS_PER_ELO * (design @ self.values))[:, None]
            scores = _LOG_ODDS_PER_ELO * np.einsum("ro,rk->ok", won - p * decided, design)
            weights = (_LOG_ODDS_PER_ELO**2 * p * (1 - p) * decided).sum(axis=1)
            inverse = np.linalg.pinv(design.T @ (weights[:, None] * design))
            step = inverse @ scores.sum(axis=0)
            self.values += np.clip(step, -400, 400)
            if np.abs(step).max() < 1e-9:
                break
        self._model = inverse
        self._clustered = inverse @ scores.T @ scores @ inverse

    def error(self, weights: Floats) -> float:
        """The standard error of a combination: the larger of the model's and the clustered one."""
        return sqrt(max(float(weights @ one @ weights) for one in (self._model, self._clustered)))

    def estimate(self, weights: Floats, z: float) -> Estimate:
        """A combination of the coefficients with its interval."""
        value, error = float(weights @ self.values), self.error(weights)
        return Estimate(value, value - z * error, value + z * error)


def _ratio(line: _Fit, z: float) -> Estimate:
    """Where the line is 0, with every ratio at which it may be (Fieller 1954)."""
    elo, slope = line.values
    if slope <= 0:
        return Estimate(None, None, None)

    def may_be_even(x: float) -> bool:
        weights = np.array([1.0, -x])
        return bool(abs(weights @ line.values) <= z * line.error(weights))

    least, most = log2(_LEAST_RATIO), log2(_MOST_RATIO)
    middle = float(elo / slope)

    def end(sign: int, limit: float) -> float | None:
        if sign * middle >= sign * limit or may_be_even(limit):
            return None
        x = sign * crossing(lambda x: not may_be_even(sign * x), sign * middle, sign * limit)
        return 2 ** min(max(x, least), most)

    return Estimate(2**middle if least < middle < most else None, end(-1, least), end(1, most))


def _curvature_p(x: Floats, won: Integers, decided: Integers) -> float:
    """The p-value of a straight line against a parabola; 1 with fewer than three ratios."""
    if len(x) < 3:
        return 1.0
    bent = _Fit(np.stack([np.ones_like(x), -x, x * x], axis=1), won, decided)
    error = bent.error(np.array([0.0, 0.0, 1.0]))
    # If most ratios have pairs of one outcome only, the bend cannot be estimated.
    return min(1.0, 2 * normal_below(-abs(bent.values[2]) / error)) if error > 0 else 1.0
