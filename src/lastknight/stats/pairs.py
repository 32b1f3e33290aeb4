"""Pairs: one opening played twice with sides swapped, so won twice (WW), split, or lost twice (LL).

If the opening favours the first player by b and a player is stronger by d, both on the logistic
scale, then P(WW)/P(LL) = exp(2d) whatever b is. So splits carry no information about d, and among
decided pairs WW is a coin flip with probability 1/(1 + exp(-2d)).
"""

from math import log, log10, sqrt

from lastknight.stats.arguments import (
    check_confidence,
    check_count,
    check_effect,
    check_elo,
    check_number,
)
from lastknight.stats.distributions import crossing, log_beta, log_sigmoid, normal_quantile
from lastknight.stats.estimate import Estimate
from lastknight.stats.exact_pairs import ELO_PER_LOG_ODDS, exact_elo, exact_p

_PRIOR = 5.0
"""Beta(5, 5) puts half its mass within 38 Elo of equal: the differences people watch live."""


def pair_probabilities(elo: float, bias: float = 0.0) -> tuple[float, float, float]:
    """P(WW), P(split) and P(LL) of a player `elo` stronger, where the opening is worth `bias`.

    >>> ww, split, ll = pair_probabilities(100, bias=400)
    >>> round(ww, 3), round(split, 3), round(ll, 3)
    (0.143, 0.812, 0.045)
    """
    elo, bias = check_elo("elo", elo), check_elo("bias", bias)
    with_first, with_second = elo + bias, elo - bias
    ww = chance(with_first) * chance(with_second)
    ll = chance(-with_first) * chance(-with_second)
    split = chance(with_first) * chance(-with_second) + chance(-with_first) * chance(with_second)
    return ww, split, ll


def wilson(successes: int, trials: int, confidence: float = 0.95) -> Estimate:
    """A proportion with Wilson's interval; 0 to 1 if there are no trials.

    >>> wilson(0, 10).high
    0.2775327998628892
    """
    successes, trials = check_count("successes", successes), check_count("trials", trials)
    check_number("successes", successes, low=0, high=trials)
    z = normal_quantile(check_confidence(confidence))
    if trials == 0:
        return Estimate(None, 0.0, 1.0)
    failures = trials - successes
    low, high = wilson_low(successes, failures, z), wilson_high(successes, failures, z)
    return Estimate(successes / trials, low, high)


def pair_elo(ww: int, ll: int, confidence: float = 0.95) -> Estimate:
    """Pair-Elo, 200 log10(WW/LL), with the interval that inverts `exact_test`; splits are ignored.

    If one count is 0 there is no value and only one bound; if both are, nothing is known.

    >>> pair_elo(60, 40).through(round)
    Estimate(value=35, low=-1, high=72)
    >>> pair_elo(20, 0).through(round)
    Estimate(value=None, low=139, high=None)
    """
    ww, ll = check_count("ww", ww), check_count("ll", ll)
    return exact_elo(ww, ll, 1 - check_confidence(confidence))


def anytime_elo(
    ww: int, ll: int, confidence: float = 0.95, *, design_effect: float = 1.0
) -> Estimate:
    """Pair-Elo with an anytime-valid interval: check it after every pair, stop whenever you like.

    For the true p = P(WW | decided) the mixture of likelihood ratios B(5+WW, 5+LL) / (B(5, 5)
    p^WW (1-p)^LL) is a martingale with mean 1. By Ville's inequality it ever reaches
    1/(1 - confidence) with probability at most 1 - confidence; the interval contains every p for
    which it has not. It is wider than that of `pair_elo`, which is valid for a single look. If
    openings repeat, `design_effect` says how many of these pairs are worth one on an opening of its
    own.

    >>> anytime_elo(600, 400).through(round)
    Estimate(value=35, low=17, high=54)
    >>> anytime_elo(4, 0).through(round)
    Estimate(value=None, low=-89, high=None)
    """
    design_effect = check_effect(design_effect)
    won, lost = check_count("ww", ww) / design_effect, check_count("ll", ll) / design_effect
    alpha = 1 - check_confidence(confidence)
    least = log_beta(_PRIOR + won, _PRIOR + lost) - log_beta(_PRIOR, _PRIOR) + log(alpha)
    value = ELO_PER_LOG_ODDS * log(ww / ll) if ww and ll else None
    high = _highest_log_odds(won, lost, least)
    low = _highest_log_odds(lost, won, least)
    return Estimate(
        value,
        None if low is None else -ELO_PER_LOG_ODDS * low,
        None if high is None else ELO_PER_LOG_ODDS * high,
    )


def exact_test(ww: int, ll: int) -> float:
    """The two-sided p-value of equal strength: a sign test on the decided pairs.

    It is at most 0.05 exactly when the 95 % interval of `pair_elo` excludes 0; likewise at every
    other level.

    >>> exact_test(8, 2)
    0.109375
    """
    return exact_p(check_count("ww", ww), check_count("ll", ll))


def win_rate(ww: int, split: int, ll: int, *, confidence: float = 0.95) -> Estimate:
    """The share of games won, with an interval whose unit is the pair.

    It depends on the openings: lopsided ones pull it towards one half. Wins minus losses is a
    difference of paired proportions, and the interval is Tango's score interval for it (1998),
    which is valid at 0 %, at 100 % and with nothing but splits.

    >>> win_rate(3, 4, 3).through(lambda rate: round(rate, 3))
    Estimate(value=0.5, low=0.278, high=0.722)
    """
    counts = check_count("ww", ww), check_count("split", split), check_count("ll", ll)
    return rate_interval(*counts, z=normal_quantile(check_confidence(confidence)))


def score_elo(rate: float) -> float | None:
    """The Elo of a win rate, 400 log10(r/(1-r)), as if no opening favoured a side.

    None at 0 and 1. Like the win rate, it depends on the openings; pair-Elo does not.

    >>> score_elo(0.64), score_elo(1)
    (99.95098928663997, None)
    >>> win_rate(60, 100, 40).through(score_elo).through(round)
    Estimate(value=35, low=1, high=69)
    """
    rate = check_number("rate", rate, low=0, high=1)
    return None if rate in {0, 1} else 400 * log10(rate / (1 - rate))


def chance(elo: float) -> float:
    """The probability of winning a game with this advantage in Elo."""
    return 1 / (1 + 10 ** (-elo / 400))


def wilson_low(hits: float, misses: float, z: float) -> float:
    """The lower end of Wilson's interval, in a form that is precise near 0."""
    n = hits + misses
    p = hits / n
    spread = z * sqrt(hits * misses / n + z * z / 4) / n
    return p * p / (p + z * z / (2 * n) + spread) if hits else 0.0


def wilson_high(hits: float, misses: float, z: float) -> float:
    """The upper end of Wilson's interval."""
    n = hits + misses
    spread = z * sqrt(hits * misses / n + z * z / 4) / n
    return (hits / n + z * z / (2 * n) + spread) / (1 + z * z / n) if misses else 1.0


def rate_interval(ww: float, split: float, ll: float, *, z: float) -> Estimate:
    """Win rate of possibly fractional counts, with z standard errors on either side."""
    n = ww + split + ll
    if n == 0:
        return Estimate(None, 0.0, 1.0)
    value = (ww + split / 2) / n
    low = (1 - _highest_margin(ll, ww, n, z)) / 2
    high = (1 + _highest_margin(ww, ll, n, z)) / 2
    return Estimate(value, min(low, value), max(high, value))


def _highest_margin(ww: float, ll: float, n: float, z: float) -> float:
    """The largest P(WW) - P(LL) that Tango's score test does not reject."""

    def is_rejected(margin: float) -> bool:
        # q is the most likely P(LL) given that margin: the larger root of a quadratic.
        b = -ww - ll + (2 * n - ww + ll) * margin
        c = -ll * margin * (1 - margin)
        root = sqrt(max(b * b - 8 * n * c, 0))
        q = -2 * c / (root + b) if b > 0 else (root - b) / (4 * n)
        variance = n * (2 * q + margin * (1 - margin))
        return (ww - ll - n * margin) ** 2 > z * z * variance

    return 1.0 if ww == n else crossing(is_rejected, (ww - ll) / n, 1.0)


def _highest_log_odds(ww: float, ll: float, least: float) -> float | None:
    """The largest ln(p/(1-p)) whose log-likelihood is at least this."""
    if ll == 0:
        return None

    def is_past(x: float) -> bool:
        return ww * log_sigmoid(x) + ll * log_sigmoid(-x) < least

    start = log(max(ww, 0.5) / ll)
    step = 1.0
    while not is_past(start + step):
        step *= 2
    return crossing(is_past, start, start + step)
