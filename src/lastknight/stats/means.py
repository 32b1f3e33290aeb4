"""Means and rates of clustered values, such as positions from the same games.

Standard errors come from sums over whole clusters.
"""

from itertools import count
from math import inf, log, sqrt
from typing import Any

import numpy as np
import numpy.typing as npt

from lastknight.errors import ArgumentError
from lastknight.stats.arguments import Integers, check_confidence
from lastknight.stats.distributions import Floats, t_quantile
from lastknight.stats.estimate import Estimate
from lastknight.stats.pairs import wilson_high, wilson_low


def clustered_rate(
    values: npt.ArrayLike, clusters: npt.ArrayLike | None = None, *, confidence: float = 0.95
) -> Estimate:
    """The mean of clustered numbers from 0 to 1, such as successes.

    The interval is Wilson's for the effective number of independent trials: never more than the
    values would give without clusters, and one for each cluster if all values are equal. So it
    never shrinks to a point, however few or alike the values. Raises ArgumentError for numbers out
    of range and for columns of different lengths.

    >>> clustered_rate([1, 1, 0, 1] * 25).through(lambda rate: round(rate, 3))
    Estimate(value=0.75, low=0.655, high=0.826)
    >>> tenfold = clustered_rate([1] * 750 + [0] * 250, [n // 10 for n in range(1000)])
    >>> tenfold.through(lambda rate: round(rate, 3))
    Estimate(value=0.75, low=0.655, high=0.826)
    """
    return _rate(*_mean(values, clusters, most=1.0), confidence=check_confidence(confidence))


def rate_of_counts(hits: Integers, trials: Integers, *, confidence: float = 0.95) -> Estimate:
    """`clustered_rate` of successes and failures, from the hits and trials of each cluster.

    It takes no memory for the single trials.

    >>> rate_of_counts(np.array([3, 0]), np.array([4, 2])) == clustered_rate(
    ...     [1, 1, 1, 0, 0, 0], [1, 1, 1, 1, 2, 2])
    True
    """
    hits, trials = hits[trials > 0], trials[trials > 0]
    total, size = int(trials.sum()), len(trials)
    mean, error = int(hits.sum()) / max(total, 1), 0.0
    if size > 1 and 0 < mean < 1:
        sums = hits - mean * trials
        between = float(sums @ sums) * size / (size - 1)
        within = total * mean * (1 - mean) * total / (total - 1)
        error = sqrt(max(between, within)) / total
    return _rate(mean, error, size, confidence=check_confidence(confidence))


def _rate(mean: float, error: float, size: int, *, confidence: float) -> Estimate:
    """A rate with Wilson's interval for the trials that its standard error is worth."""
    if size == 0:
        return Estimate(None, None, None)
    if size == 1:
        return Estimate(mean, 0.0, 1.0)
    z = t_quantile(confidence, size - 1)
    trials = mean * (1 - mean) / (error * error) if error else size
    hits, misses = trials * mean, trials * (1 - mean)
    low, high = wilson_low(hits, misses, z), wilson_high(hits, misses, z)
    return Estimate(mean, min(mean, low), max(mean, high))


def fewest_clusters(confidence: float = 0.95) -> int:
    """The fewest clusters with which `clustered_rate` can exclude one half.

    With fewer, not even a success in each of them shows anything.

    >>> fewest_clusters(), fewest_clusters(0.99)
    (7, 11)
    """
    confidence = check_confidence(confidence)
    return next(n for n in count(2) if n > t_quantile(confidence, n - 1) ** 2)


def clustered_mean(
    values: npt.ArrayLike, clusters: npt.ArrayLike | None = None, *, confidence: float = 0.95
) -> Estimate:
    """The mean of clustered counts or other non-negative numbers.

    The interval is Student's, cut off at 0. Raises ArgumentError as `clustered_rate` does.

    >>> clustered_mean([0, 1, 2, 1]).through(lambda mean: round(mean, 2))
    Estimate(value=1.0, low=0.0, high=2.3)
    """
    confidence = check_confidence(confidence)
    mean, error, size = _mean(values, clusters, most=1e15)
    if size == 0:
        return Estimate(None, None, None)
    if size == 1:
        return Estimate(mean, 0.0, None)
    if mean == 0.0:  # never seen: the rule of three
        return Estimate(0.0, 0.0, -log(1 - confidence) / size)
    spread = error * t_quantile(confidence, size - 1)
    return Estimate(mean, max(0.0, mean - spread), mean + spread)


def _mean(
    values: npt.ArrayLike, clusters: npt.ArrayLike | None, *, most: float
) -> tuple[float, float, int]:
    """The mean of numbers from 0 to `most`, its standard error, and how many clusters.

    The error is clustered, and at least as large as without clusters: a few sums may agree by
    chance. It is 0 if all numbers are equal.
    """
    numbers = read_values(values, low=0.0, high=most)
    if len(numbers) == 0:
        return 0.0, 0.0, 0
    groups = number_clusters(clusters, len(numbers))
    mean, size = float(numbers.mean()), int(groups.max()) + 1
    if numbers.min() == numbers.max():
        return float(numbers[0]), 0.0, size
    if size == 1:
        return mean, 0.0, size
    residuals = numbers - mean
    sums = np.bincount(groups, residuals)
    between = float(sums @ sums) * size / (size - 1)
    within = float(residuals @ residuals) * len(numbers) / (len(numbers) - 1)
    return mean, sqrt(max(between, within)) / len(numbers), size


def read_values(values: npt.ArrayLike, *, low: float = -inf, high: float = inf) -> Floats:
    """A list of numbers within bounds."""
    try:
        numbers = np.asarray(values, dtype=np.float64)
    except (TypeError, ValueError, OverflowError):
        raise ArgumentError("values must be a list of numbers") from None
    if numbers.ndim != 1:
        raise ArgumentError(f"values must be a list of numbers, got {numbers.ndim} dimensions")
    if np.isnan(numbers).any():
        raise ArgumentError("values must be a list of numbers, got nan")
    if numbers.size and not low <= numbers.min() <= numbers.max() <= high:
        worst = numbers.min() if numbers.min() < low else numbers.max()
        raise ArgumentError(f"values must be from {low:g} to {high:g}, got {worst:g}")
    return numbers


def number_clusters(clusters: npt.ArrayLike | None, count: int) -> Integers:
    """The cluster of each value, numbered from 0."""
    if clusters is None:
        return np.arange(count, dtype=np.int64)
    names: npt.NDArray[Any] = np.asarray(clusters)
    if names.shape != (count,) and names.size + count:
        raise ArgumentError(
            f"each value needs a cluster, got {count} values, {names.size} clusters"
        )
    return np.unique(names, return_inverse=True)[1].astype(np.int64).reshape(-1)
