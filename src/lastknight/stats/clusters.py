"""Pairs on repeated openings: the unit is then the opening, with all its pairs.

A second pair on the same opening is not independent: deterministic players repeat the same two
games, and others still share the opening. So everything here resamples, flips or sums whole
openings.
"""

from dataclasses import dataclass
from math import erfc, sqrt

import numpy as np
import numpy.typing as npt

from lastknight.errors import ArgumentError
from lastknight.stats.arguments import Integers, check_confidence, check_integers
from lastknight.stats.distributions import Floats, normal_quantile, t_quantile
from lastknight.stats.estimate import Estimate
from lastknight.stats.pairs import elo_interval, exact_test, rate_interval


@dataclass(frozen=True, slots=True)
class ClusteredPairs:
    """Estimates from pairs on repeated openings."""

    elo: Estimate
    """Pair-Elo."""
    win_rate: Estimate
    """The share of games won."""
    p_value: float
    """From the test of equal strength."""
    pairs: int
    """Pairs played."""
    openings: int
    """Distinct openings."""
    effective_pairs: float
    """How many openings, each played once, would give the win rate the same precision."""


def clustered_pairs(counts: npt.ArrayLike, *, confidence: float = 0.95) -> ClusteredPairs:
    """Pair-Elo, win rate and test from the (WW, split, LL) of each opening, clustered by opening.

    The test flips the sign of WW - LL of whole openings in all 2^n ways, which is exact under equal
    strength; for openings played once it equals the exact test of `pairs`. The intervals shrink
    the counts by the design effect, the variance of the openings' sums over that of single pairs
    (never below 1), and use Student's t. Openings with one decided pair each, or one pair each,
    give the intervals of `pairs` exactly.

    >>> once = clustered_pairs([[1, 0, 0]] * 60 + [[0, 0, 1]] * 40)
    >>> tenfold = clustered_pairs([[10, 0, 0]] * 60 + [[0, 0, 10]] * 40)
    >>> once.elo.through(round), tenfold.elo.through(round)
    (Estimate(value=35, low=1, high=70), Estimate(value=35, low=0, high=70))
    >>> round(once.p_value, 3), round(tenfold.p_value, 3)
    (0.057, 0.057)
    """
    confidence = check_confidence(confidence)
    table = _read_counts(counts)
    table = table[table.sum(axis=1) > 0]
    ww, split, ll = (table[:, column] for column in range(3))
    rate, effective = _rate(ww, split, ll, confidence)
    return ClusteredPairs(
        elo=_elo(ww, ll, confidence),
        win_rate=rate,
        p_value=_flip_test(ww, ll),
        pairs=int(table.sum()),
        openings=len(table),
        effective_pairs=effective,
    )


def _read_counts(counts: npt.ArrayLike) -> Integers:
    table = check_integers("counts", counts)
    if table.size == 0:
        return table.reshape(0, 3)
    if table.ndim != 2 or table.shape[1] != 3:
        shape = "x".join(map(str, table.shape))
        raise ArgumentError(f"counts must have a row (ww, split, ll) for each opening, got {shape}")
    return table


def _elo(ww: Integers, ll: Integers, confidence: float) -> Estimate:
    decided = ww + ll
    if decided.max(initial=0) <= 1:
        return elo_interval(int(ww.sum()), int(ll.sum()), normal_quantile(confidence))
    openings = int((decided > 0).sum())
    won, n = float(ww.sum()), float(decided.sum())
    if openings == 1:
        value = elo_interval(won, n - won, normal_quantile(confidence)).value
        return Estimate(value, None, None)
    p = won / n
    shrink = _design_effect(ww - p * decided, n * p * (1 - p), openings=openings, pairs=n)
    return elo_interval(won / shrink, (n - won) / shrink, t_quantile(confidence, openings - 1))


def _rate(ww: Integers, split: Integers, ll: Integers, confidence: float) -> tuple[Estimate, float]:
    """The win rate, and the effective number of pairs."""
    pairs = ww + split + ll
    won, halves, lost = float(ww.sum()), float(split.sum()), float(ll.sum())
    openings, n = len(pairs), won + halves + lost
    if pairs.max(initial=0) <= 1:
        return rate_interval(won, halves, lost, z=normal_quantile(confidence)), n
    rate = (won + halves / 2) / n
    if openings == 1:
        return Estimate(rate, 0.0, 1.0), 1.0
    variance = won + halves / 4 - n * rate * rate
    residuals = ww + split / 2 - rate * pairs
    shrink = _design_effect(residuals, variance, openings=openings, pairs=n)
    z = t_quantile(confidence, openings - 1)
    return rate_interval(won / shrink, halves / shrink, lost / shrink, z=z), n / shrink


def _design_effect(residuals: Floats, variance: float, *, openings: int, pairs: float) -> float:
    """How many of these pairs carry as much information as one pair on its own opening."""
    if variance <= 1e-9 * pairs:  # all pairs ended alike: each opening counts once
        return pairs / openings
    between = float(residuals @ residuals) * openings / (openings - 1)
    return max(between / variance, 1.0)


def _flip_test(ww: Integers, ll: Integers) -> float:
    """P(|sum of +-margin| at least as large as seen) if each opening's sign is a fair coin."""
    margins = np.abs(ww - ll)
    margins = margins[margins > 0]
    seen = abs(int(ww.sum()) - int(ll.sum()))
    if margins.max(initial=0) <= 1:
        heads = (len(margins) + seen) // 2
        return exact_test(heads, len(margins) - heads)
    sizes, numbers = np.unique(margins, return_counts=True)
    divisor = int(np.gcd.reduce(sizes))
    sizes, seen = sizes // divisor, seen // divisor
    total = int(sizes @ numbers)
    if total > 2_000_000:  # too many sums to enumerate: use the normal distribution
        spread = sqrt(float((sizes.astype(np.float64) ** 2) @ numbers))
        return _at_least_possible(erfc(seen / spread / sqrt(2)), len(margins))
    # The sum of the margins with heads has the transform prod ((1 + w^size) / 2)^number, and its
    # distance from the middle is half of |sum of +-margin|.
    turns = np.arange(total + 1) / (total + 1)
    transform = np.ones(total + 1, dtype=np.complex128)
    for size, number in zip(sizes.tolist(), numbers.tolist(), strict=True):
        transform *= ((1 + np.exp(-2j * np.pi * ((size * turns) % 1.0))) / 2) ** number
    mass = np.fft.ifft(transform).real
    far = np.abs(2 * np.arange(total + 1) - total) >= seen
    return _at_least_possible(float(mass[far].sum()), len(margins))


def _at_least_possible(p_value: float, openings: int) -> float:
    """A p-value clamped to what the signs of this many openings can give."""
    return min(1.0, max(p_value, 2.0 ** (1 - min(openings, 1000))))
