"""Planning: how many pairs a question needs, before any are played.

All numbers are for the exact test of `pairs`. How many pairs are decided depends on the openings,
so give either the share of pairs that will split, or how many Elo an opening is worth to a side.
"""

from math import ceil, sqrt

import numpy as np

from lastknight.errors import ArgumentError
from lastknight.stats.arguments import (
    MOST_PAIRS,
    MOST_SPLITS,
    check_between,
    check_confidence,
    check_count,
    check_elo,
    check_number,
)
from lastknight.stats.distributions import (
    Floats,
    binomial_below,
    binomial_mass,
    crossing,
    normal_quantile,
)
from lastknight.stats.pairs import chance, pair_probabilities

_LEAST_ELO = 0.01
"""The smallest difference that can be planned for."""
_EXACT_PAIRS = 1_000_000
"""Beyond this many pairs the number of decided ones is replaced by its mean."""


def power(
    elo: float,
    pairs: int,
    *,
    split_rate: float | None = None,
    bias: float | None = None,
    confidence: float = 0.95,
) -> float:
    """The power of the exact test: how often it detects a difference of `elo` in this many pairs.

    Give `split_rate`, or `bias`: what an opening is worth to a side, in Elo. By default no opening
    favours a side, and close to half of the pairs split.

    >>> round(power(20, 1000), 2), round(power(20, 1000, bias=400), 2)
    (0.71, 0.29)
    """
    elo = abs(check_elo("elo", elo))
    pairs = check_count("pairs", pairs)
    alpha = 1 - check_confidence(confidence)
    return _power(elo, pairs, decided=_decided_rate(elo, split_rate, bias), alpha=alpha)


def pairs_needed(
    elo: float,
    *,
    split_rate: float | None = None,
    bias: float | None = None,
    power: float = 0.8,
    confidence: float = 0.95,
) -> int:
    """How many pairs the exact test needs to detect a difference of `elo` with this power.

    Raises ArgumentError below 0.01 Elo: no number of pairs shows that two players are equal.

    >>> pairs_needed(20), pairs_needed(100)
    (1222, 58)
    """
    elo = abs(check_elo("elo", elo))
    if elo < _LEAST_ELO:
        raise ArgumentError(f"elo must be at least {_LEAST_ELO} in size, got {elo:g}")
    power = check_between("power", power, low=0, high=1)
    alpha = 1 - check_confidence(confidence)
    decided = _decided_rate(elo, split_rate, bias)

    def is_enough(pairs: int) -> bool:
        return _power(elo, pairs, decided=decided, alpha=alpha) >= power

    guess = _guess(elo, power, confidence) / decided
    if guess > MOST_PAIRS:
        raise ArgumentError(f"detecting {elo:g} Elo takes more than 10^15 pairs; ask for more Elo")
    low, high = int(guess * 0.97), ceil(guess * 1.03) + 10
    while low > 0 and is_enough(low):
        low = int(low * 0.7)
    while not is_enough(high):
        low, high = high, ceil(high * 1.5)
    while high - low > 1:
        middle = (low + high) // 2
        low, high = (low, middle) if is_enough(middle) else (middle, high)
    return high


def detectable_elo(
    pairs: int,
    *,
    split_rate: float | None = None,
    bias: float | None = None,
    power: float = 0.8,
    confidence: float = 0.95,
) -> float | None:
    """The smallest difference the exact test detects in this many pairs with this power.

    None if it can detect nothing: that takes at least six decided pairs.

    >>> round(detectable_elo(1000), 1), detectable_elo(5)
    (22.1, None)
    """
    pairs = check_count("pairs", pairs)
    power = check_between("power", power, low=0, high=1)
    alpha = 1 - check_confidence(confidence)

    def is_seen(elo: float) -> bool:
        return _power(elo, pairs, decided=_decided_rate(elo, split_rate, bias), alpha=alpha) > power

    most = 4000.0
    return crossing(is_seen, 0.0, most) if is_seen(most) else None


def duration(pairs: int, games_per_second: float) -> float:
    """How many seconds this many pairs take; a pair is two games.

    >>> duration(1206, games_per_second=120.6)
    20.0
    """
    speed = check_number("games_per_second", games_per_second, low=1e-9, high=1e15)
    return 2 * check_count("pairs", pairs) / speed


def expected_split_rate(split: int, pairs: int) -> float:
    """The share of pairs that will split, from pairs already played; never 0 or 1.

    >>> expected_split_rate(3, 6), expected_split_rate(0, 0)
    (0.5, 0.5)
    """
    return min((split + 1) / (pairs + 2), MOST_SPLITS)


def _decided_rate(elo: float, split_rate: float | None, bias: float | None) -> float:
    """The share of pairs that do not split."""
    if split_rate is not None and bias is not None:
        raise ArgumentError("give split_rate or bias, not both: bias implies how many pairs split")
    if split_rate is not None:
        return 1 - check_number("split_rate", split_rate, low=0, high=MOST_SPLITS)
    ww, _, ll = pair_probabilities(elo, 0.0 if bias is None else bias)
    return ww + ll


def _power(elo: float, pairs: int, *, decided: float, alpha: float) -> float:
    """The power, averaged over the number of decided pairs."""
    p = chance(2 * elo)
    if pairs > _EXACT_PAIRS:
        n = np.array([float(round(pairs * decided))])
        return float(_rejections(n, p, alpha)[0])
    middle, spread = pairs * decided, sqrt(pairs * decided * (1 - decided))
    low = max(0, int(middle - 8 * spread) - 1)
    n = np.arange(low, min(pairs, int(middle + 8 * spread) + 1) + 1, dtype=np.float64)
    return min(1.0, float(binomial_mass(n, pairs, decided) @ _rejections(n, p, alpha)))


def _rejections(n: Floats, p: float, alpha: float) -> Floats:
    """How often the exact test of n decided pairs rejects in favour of the better player."""
    # The largest LL that still rejects: start a little too high and step down.
    z = normal_quantile(1 - alpha)
    most = np.minimum(np.floor(n / 2 - z * np.sqrt(n) / 2) + 1, np.ceil(n / 2) - 1)
    while True:
        too_many = 2 * binomial_below(most, n, 0.5) > alpha
        if not too_many.any():
            return binomial_below(most, n, 1 - p)
        most = most - too_many


def _guess(elo: float, power: float, confidence: float) -> float:
    """The decided pairs needed if the normal distribution were exact."""
    p = chance(2 * elo)
    z_power = normal_quantile(2 * power - 1) if power > 0.5 else 0.0
    root = normal_quantile(confidence) / 2 + z_power * sqrt(p * (1 - p))
    return float((root / (p - 0.5)) ** 2)
