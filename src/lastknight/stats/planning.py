"""Planning: how many pairs a question needs, before any are played.

All numbers are for the exact test of `pairs`. How many pairs are decided depends on the openings,
so give either the share of pairs that will split, or how many Elo an opening is worth to a side.
By default openings are worth as much as on 7x7, where 78 % of pairs between equal players split.
"""

from collections.abc import Sequence
from math import ceil, log, log10, sqrt

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
    check_positive,
)
from lastknight.stats.distributions import (
    Floats,
    binomial_below,
    binomial_mass,
    crossing,
    normal_quantile,
)
from lastknight.stats.pairs import chance, pair_probabilities

BIAS = 400 * log10(7)
"""What an opening is worth to the attacker, in Elo: between equals on 7x7 it wins 7 games of 8."""
_LEAST_ELO = 0.01
"""The smallest difference that can be planned for."""
_MARGIN = 1.1
_EXACT_PAIRS = 1_000_000
"""Beyond this many pairs the number of decided ones is replaced by its mean."""

SPLIT_RATE = pair_probabilities(0.0, BIAS)[1]
"""The share of pairs that split between equal players: 78 %."""


def power(
    elo: float,
    pairs: int,
    *,
    split_rate: float | None = None,
    bias: float | None = None,
    confidence: float = 0.95,
) -> float:
    """The power of the exact test: how often it detects a difference of `elo` in this many pairs.

    Give `split_rate`, or `bias`: what an opening is worth to a side, in Elo. The default is the
    bias on 7x7, with which 78 % of pairs between equal players split.

    >>> round(power(20, 1000), 2), round(power(20, 1000, bias=0), 2)
    (0.37, 0.71)
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
    (2788, 126)
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
        raise ArgumentError(f"detecting {elo:g} Elo takes more than 10^15 pairs; raise the Elo")
    low, high = int(guess * 0.97), ceil(guess * 1.03) + 10
    while low > 0 and is_enough(low):
        low = int(low * 0.7)
    while not is_enough(high):
        low, high = high, ceil(high * 1.5)
    while high - low > 1:
        middle = (low + high) // 2
        low, high = (low, middle) if is_enough(middle) else (middle, high)
    return high


def pairs_for_points(
    points: float, *, games: int, power: float = 0.8, confidence: float = 0.95
) -> int:
    """How many openings it takes to show that one win rate is `points` above another.

    Both players play `games` games on each opening, against the same opponents; `points` is from 0
    to 1. Each game is taken as a fair coin: if games lean to one side, fewer openings will do.

    >>> pairs_for_points(0.1, games=14), pairs_for_points(0.05, games=14)
    (29, 113)
    """
    points = check_between("points", points, low=0, high=1)
    games = check_positive("games", games)
    power = check_between("power", power, low=0, high=1)
    quantiles = normal_quantile(check_confidence(confidence)) + normal_quantile(2 * power - 1)
    return ceil(quantiles**2 / (2 * games * points**2))


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
    (33.7, None)
    """
    pairs = check_count("pairs", pairs)
    power = check_between("power", power, low=0, high=1)
    alpha = 1 - check_confidence(confidence)

    def is_seen(elo: float) -> bool:
        return _power(elo, pairs, decided=_decided_rate(elo, split_rate, bias), alpha=alpha) > power

    most = 4000.0
    return crossing(is_seen, 0.0, most) if is_seen(most) else None


def rating_share(pairings: Sequence[tuple[int, int]]) -> float:
    """How many pairs each pairing needs to compare any two players as well as one direct pair.

    Ratings use all pairings, so two players are also compared through others. The variance of a
    difference is the resistance between the two in a network where every pairing is a resistor of
    1; this is the highest one. Raises ArgumentError if some players never meet, not even through
    others.

    >>> rating_share([(0, 1)]), round(rating_share([(0, 1), (0, 2), (1, 2)]), 3)
    (1.0, 0.667)
    """
    names = sorted({place for pairing in pairings for place in pairing})
    count = len(names)
    laplacian = np.zeros((count, count))
    for pairing in pairings:
        a, b = (names.index(place) for place in pairing)
        laplacian[[a, b], [a, b]] += 1
        laplacian[[a, b], [b, a]] -= 1
    if np.linalg.matrix_rank(laplacian) < count - 1:
        raise ArgumentError("some players never meet, not even through others")
    inverse = np.linalg.pinv(laplacian, hermitian=True)
    own = np.diag(inverse)
    return round(float((own[:, None] + own[None, :] - 2 * inverse).max()), 12)


def duration(pairs: int, games_per_second: float) -> float:
    """How many seconds this many pairs take; a pair is two games.

    >>> duration(1206, games_per_second=120.6)
    20.0
    """
    speed = check_number("games_per_second", games_per_second, low=1e-9, high=1e15)
    return 2 * check_count("pairs", pairs) / speed


def expected_split_rate(split: int, pairs: int) -> float:
    """The share of pairs expected to split, from pairs already played; never 0 or 1.

    Two pairs at the usual rate, 78 %, are added to those played.

    >>> round(expected_split_rate(0, 0), 2), round(expected_split_rate(30, 60), 2)
    (0.78, 0.51)
    """
    return min((split + 2 * SPLIT_RATE) / (pairs + 2), MOST_SPLITS)


def pairs_to_narrow(width: float, *, split_rate: float, confidence: float = 0.95) -> float:
    """How many pairs narrow the interval of a small difference to this width, in Elo.

    A tenth more than on average, because the number of decided pairs varies.

    >>> round(pairs_to_narrow(30, split_rate=0.78))
    2576
    """
    width = check_number("width", width, low=_LEAST_ELO, high=1e4)
    split_rate = check_number("split_rate", split_rate, low=0, high=MOST_SPLITS)
    error = width / (2 * normal_quantile(check_confidence(confidence)))
    return _MARGIN * (400 / log(10) / error) ** 2 / (1 - split_rate)


def _decided_rate(elo: float, split_rate: float | None, bias: float | None) -> float:
    """The share of pairs that do not split."""
    if split_rate is not None and bias is not None:
        raise ArgumentError("give split_rate or bias, not both: bias implies how many pairs split")
    if split_rate is not None:
        return 1 - check_number("split_rate", split_rate, low=0, high=MOST_SPLITS)
    ww, _, ll = pair_probabilities(elo, BIAS if bias is None else bias)
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
