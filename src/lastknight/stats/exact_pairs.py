"""The exact test of decided pairs, and the interval that inverts it.

The p-value is twice the smaller binomial tail; the interval is that of Clopper and Pearson. It
excludes 0 Elo exactly when the test rejects equal strength, at every level, so a verdict and the
interval beside it cannot disagree. Counts may be fractions: repeated openings shrink them.
"""

from math import log, log10

from lastknight.stats.distributions import beta_below, beta_quantile
from lastknight.stats.estimate import Estimate

ELO_PER_LOG_ODDS = 200 / log(10)
"""Pair-Elo per unit of ln(WW/LL)."""
# Below this level nothing is rejected: quantiles of beta distributions fail there.
_LEAST_ALPHA = 1e-100


def exact_p(ww: float, ll: float) -> float:
    """The two-sided p-value of equal strength.

    >>> exact_p(8, 2), exact_p(5, 5), exact_p(0, 0)
    (0.109375, 1.0, 1.0)
    """
    fewer, more = sorted((ww, ll))
    return min(1.0, 2 * beta_below(0.5, more, fewer + 1)) if more else 1.0


def exact_elo(ww: float, ll: float, alpha: float) -> Estimate:
    """Pair-Elo, and the interval of all differences that the test does not reject at this level.

    >>> exact_elo(60, 40, 0.05).through(round)
    Estimate(value=35, low=-1, high=72)
    >>> exact_elo(20, 0, 0.05).through(round)
    Estimate(value=None, low=139, high=None)
    >>> exact_elo(1, 4, 1e-300).through(round)
    Estimate(value=-120, low=None, high=None)
    """
    value = 200 * log10(ww / ll) if ww and ll else None
    if alpha < _LEAST_ALPHA:
        return Estimate(value, None, None)
    low = -_highest_elo(ll, ww, alpha) if ww else None
    return Estimate(value, low, _highest_elo(ww, ll, alpha) if ll else None)


def _highest_elo(ww: float, ll: float, alpha: float) -> float:
    """The largest difference that is not rejected, precise even where it is huge."""
    most = beta_quantile(1 - alpha / 2, ww + 1, ll)
    rest = beta_quantile(alpha / 2, ll, ww + 1)
    return 200 * log10(most / rest)
