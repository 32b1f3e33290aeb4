"""Pairs on repeated openings: the unit is then the opening, with all its pairs.

A second pair on the same opening is not independent: deterministic players repeat the same two
games, and others still share the opening. So everything here sums whole openings.
"""

from collections.abc import Callable
from dataclasses import dataclass
from math import log

import numpy.typing as npt

from lastknight.errors import ArgumentError
from lastknight.stats.arguments import Integers, check_confidence, check_integers
from lastknight.stats.distributions import (
    Floats,
    beta_below,
    crossing,
    normal_below,
    normal_quantile,
    sigmoid,
    t_beyond,
    t_quantile,
)
from lastknight.stats.estimate import Estimate
from lastknight.stats.exact_pairs import ELO_PER_LOG_ODDS, exact_elo, exact_p
from lastknight.stats.pairs import rate_interval


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

    Test and intervals shrink the counts by the design effect, the variance of the openings' sums
    over that of single pairs (never below 1), and use Student's t. The interval of the Elo inverts
    the test, so they agree at every level. Openings with one decided pair each, or one pair each,
    give the results of `pairs` exactly.

    >>> once = clustered_pairs([[1, 0, 0]] * 60 + [[0, 0, 1]] * 40)
    >>> tenfold = clustered_pairs([[10, 0, 0]] * 60 + [[0, 0, 10]] * 40)
    >>> once.elo.through(round), tenfold.elo.through(round)
    (Estimate(value=35, low=-1, high=72), Estimate(value=35, low=-2, high=73))
    >>> round(once.p_value, 3), round(tenfold.p_value, 3)
    (0.057, 0.061)
    """
    confidence = check_confidence(confidence)
    table = _read_counts(counts)
    table = table[table.sum(axis=1) > 0]
    ww, split, ll = (table[:, column] for column in range(3))
    rate, effective = _rate(ww, split, ll, confidence)
    elo, p_value = _elo_and_test(ww, ll, confidence)
    return ClusteredPairs(
        elo=elo,
        win_rate=rate,
        p_value=p_value,
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


def clustered_p_value(counts: npt.ArrayLike) -> float:
    """The p-value of `clustered_pairs` alone, which is much faster than its intervals.

    >>> round(clustered_p_value([[1, 0, 0]] * 60 + [[0, 0, 1]] * 40), 3)
    0.057
    """
    table = _read_counts(counts)
    return _p_value(table[:, 0], table[:, 2])


def _elo_and_test(ww: Integers, ll: Integers, confidence: float) -> tuple[Estimate, float]:
    """Pair-Elo and the p-value of equal strength, by one procedure."""
    decided = ww + ll
    won, lost = int(ww.sum()), int(ll.sum())
    estimate = exact_elo(won, lost, 1 - confidence)
    p_value = _p_value(ww, ll)
    if decided.max(initial=0) <= 1:
        return estimate, p_value
    openings = int((decided > 0).sum())
    if openings == 1:
        return Estimate(estimate.value, None, None), p_value
    test = _OpeningTest(ww, ll, openings)
    alpha = normal_below(-t_quantile(confidence, openings - 1))
    ends = test.lowest_log_odds(alpha), test.highest_log_odds(alpha)
    low, high = (None if one is None else ELO_PER_LOG_ODDS * one for one in ends)
    return Estimate(estimate.value, low, high), p_value


def _p_value(ww: Integers, ll: Integers) -> float:
    """The p-value of equal strength."""
    decided = ww + ll
    if decided.max(initial=0) <= 1:
        return exact_p(int(ww.sum()), int(ll.sum()))
    openings = int((decided > 0).sum())
    if openings == 1:
        return 1.0
    p_value = _OpeningTest(ww, ll, openings).p_value()
    return float(t_beyond(normal_quantile(1 - p_value), openings - 1))


class _OpeningTest:
    """The exact test on effective pairs: counts divided by the design effect.

    The design effect is taken at the estimate, or at a hypothesis nearer to equal strength if it is
    larger there. The former accounts for openings that repeat themselves, the latter is safe where
    nearly all pairs end alike.
    """

    def __init__(self, ww: Integers, ll: Integers, openings: int) -> None:
        decided = ww + ll
        self._won, self._lost = float(ww.sum()), float(ll.sum())
        self._squares = float(ww @ ww), float(ww @ decided), float(decided @ decided)
        n = self._won + self._lost
        p = self._won / n
        self._least = _design_effect(ww - p * decided, n * p * (1 - p), openings=openings, pairs=n)

    def p_value(self) -> float:
        """The p-value of equal strength."""
        return min(1.0, 2 * min(self._at_least(0.0), self._at_most(0.0)))

    def highest_log_odds(self, alpha: float) -> float | None:
        """The largest ln(p/(1-p)) that is not rejected at this one-sided level; None if open."""
        return _outermost(self._at_most, self._estimate(), alpha) if self._lost else None

    def lowest_log_odds(self, alpha: float) -> float | None:
        """The smallest ln(p/(1-p)) that is not rejected at this level; None if open."""
        if not self._won:
            return None
        found = _outermost(lambda x: self._at_least(-x), -self._estimate(), alpha)
        return None if found is None else -found

    def _estimate(self) -> float:
        return log(max(self._won, 0.5) / max(self._lost, 0.5))

    def _at_most(self, log_odds: float) -> float:
        """P(no more WW than seen), given ln(p/(1-p))."""
        won, lost = self._effective(log_odds)
        return beta_below(float(sigmoid(-log_odds)), lost, won + 1) if lost else 1.0

    def _at_least(self, log_odds: float) -> float:
        """P(no fewer WW than seen), given ln(p/(1-p))."""
        won, lost = self._effective(log_odds)
        return beta_below(float(sigmoid(log_odds)), won, lost + 1) if won else 1.0

    def _effective(self, log_odds: float) -> tuple[float, float]:
        n = self._won + self._lost
        ends = sorted((0.5, self._won / n))
        p = min(max(float(sigmoid(log_odds)), ends[0]), ends[1])
        own, both, all_ = self._squares
        between, variance = own - 2 * p * both + p * p * all_, n * p * (1 - p)
        # At most the design effect of openings whose pairs all end alike.
        most = min(between / variance, all_ / n) if variance else 0.0
        shrink = max(self._least, most)
        return self._won / shrink, self._lost / shrink


def _outermost(tail: Callable[[float], float], estimate: float, alpha: float) -> float | None:
    """The largest log-odds above the estimate that is not rejected.

    It is beyond 0 unless 0 is rejected, so that the interval agrees with the test.
    """

    def is_rejected(log_odds: float) -> bool:
        return tail(log_odds) <= alpha

    if estimate < 0 and is_rejected(0.0):
        return crossing(is_rejected, estimate, 0.0)
    start = max(estimate, 0.0)
    step = next((2.0**k for k in range(-2, 6) if is_rejected(start + 2.0**k)), None)
    return None if step is None else crossing(is_rejected, start, start + step)


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
    """How many of these pairs are worth one pair on an opening of its own."""
    if variance <= 1e-9 * pairs:  # all pairs ended alike: each opening counts once
        return pairs / openings
    between = float(residuals @ residuals) * openings / (openings - 1)
    return max(between / variance, 1.0)
