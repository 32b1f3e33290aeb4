"""An interval for pair-Elo that may be looked at after every pair, and stopped at any of them."""

from math import exp, log, log1p

from lastknight.stats.arguments import check_confidence, check_count
from lastknight.stats.distributions import crossing, log_beta
from lastknight.stats.estimate import Estimate

_PRIOR = 5.0
"""Beta(5, 5) is half within 38 Elo of equal, the differences that live displays wait for."""
_ELO = 200 / log(10)
"""Elo in one unit of ln(WW/LL)."""


def anytime_elo(ww: int, ll: int, confidence: float = 0.95) -> Estimate:
    """Pair-Elo with an interval that holds at all times at once, so at any stopping time too.

    For the true p = P(WW | decided) the mixture of likelihood ratios B(5+WW, 5+LL) / (B(5, 5)
    p^WW (1-p)^LL) is a martingale of mean 1, so by Ville's inequality it ever reaches
    1/(1 - confidence) with probability at most 1 - confidence; the interval holds every p for
    which it has not. It is wider than that of `pair_elo`, which holds at one look only.

    >>> anytime_elo(600, 400).through(round)
    Estimate(value=35, low=17, high=54)
    >>> anytime_elo(4, 0).through(round)
    Estimate(value=None, low=-89, high=None)
    """
    ww, ll = check_count("ww", ww), check_count("ll", ll)
    alpha = 1 - check_confidence(confidence)
    least = log_beta(_PRIOR + ww, _PRIOR + ll) - log_beta(_PRIOR, _PRIOR) + log(alpha)
    value = _ELO * log(ww / ll) if ww and ll else None
    high = _highest(ww, ll, least)
    low = _highest(ll, ww, least)
    return Estimate(
        value,
        None if low is None else -_ELO * low,
        None if high is None else _ELO * high,
    )


def _highest(ww: int, ll: int, least: float) -> float | None:
    """The largest ln(p/(1-p)) whose log-likelihood is still at least this."""
    if ll == 0:
        return None

    def is_past(x: float) -> bool:
        return -ww * _log_one_plus_exp(-x) - ll * _log_one_plus_exp(x) < least

    start = log(max(ww, 0.5) / ll)
    step = 1.0
    while not is_past(start + step):
        step *= 2
    return crossing(is_past, start, start + step)


def _log_one_plus_exp(x: float) -> float:
    return x + log1p(exp(-x)) if x > 0 else log1p(exp(x))
