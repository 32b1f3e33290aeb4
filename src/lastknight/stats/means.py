"""Means and rates of clustered values, such as positions from the same games.

Standard errors come from sums over whole clusters.
"""

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

    The interval is Wilson's for the effective number of independent trials. Raises ArgumentError
    for numbers out of range and for columns of different lengths.

    >>> clustered_rate([1, 1, 0, 1] * 25).through(lambda rate: round(rate, 3))
    Estimate(value=0.75, low=0.655, high=0.826)
    >>> tenfold = clustered_rate([1] * 750 + [0] * 250, [n // 10 for n in range(1000)])
    >>> tenfold.through(lambda rate: round(rate, 3))
    Estimate(value=0.75, low=0.655, high=0.826)
    """
    confidence = check_confidence(confidence)
    mean, error, count = _mean(values, clusters, most=1.0)
    if count == 0:
        return Estimate(None, None, None)
    if count == 1:
        return Estimate(mean, 0.0, 1.0)
    z = t_quantile(confidence, count - 1)
    variance = mean * (1 - mean)
    if variance and error * error <= 1e-9 * variance:  # all equal, and neither 0 nor 1
        return Estimate(mean, mean, mean)
    trials = variance / (error * error) if variance else count
    hits, misses = trials * mean, trials * (1 - mean)
    low, high = wilson_low(hits, misses, z), wilson_high(hits, misses, z)
    return Estimate(mean, min(mean, low), max(mean, high))


def clustered_mean(
    values: npt.ArrayLike, clusters: npt.ArrayLike | None = None, *, confidence: float = 0.95
) -> Estimate:
    """The mean of clustered counts or other non-negative numbers.

    The interval is Student's, cut off at 0. Raises ArgumentError as `clustered_rate` does.

    >>> clustered_mean([0, 1, 2, 1]).through(lambda mean: round(mean, 2))
    Estimate(value=1.0, low=0.0, high=2.3)
    """
    confidence = check_confidence(confidence)
    mean, error, count = _mean(values, clusters, most=1e15)
    if count == 0:
        return Estimate(None, None, None)
    if count == 1:
        return Estimate(mean, 0.0, None)
    if mean == 0.0:  # never seen: the rule of three
        return Estimate(0.0, 0.0, -log(1 - confidence) / count)
    spread = error * t_quantile(confidence, count - 1)
    return Estimate(mean, max(0.0, mean - spread), mean + spread)


def _mean(
    values: npt.ArrayLike, clusters: npt.ArrayLike | None, *, most: float
) -> tuple[float, float, int]:
    """The mean of numbers from 0 to `most`, its clustered standard error, and how many clusters."""
    numbers = read_values(values, low=0.0, high=most)
    if len(numbers) == 0:
        return 0.0, 0.0, 0
    groups = number_clusters(clusters, len(numbers))
    mean, count = float(numbers.mean()), int(groups.max()) + 1
    if numbers.min() == numbers.max():
        return float(numbers[0]), 0.0, count
    if count == 1:
        return mean, 0.0, count
    sums = np.bincount(groups, numbers - mean)
    return mean, sqrt(float(sums @ sums) * count / (count - 1)) / len(numbers), count


def read_values(values: npt.ArrayLike, *, low: float = -inf, high: float = inf) -> Floats:
    """A list of numbers within bounds."""
    try:
        numbers = np.asarray(values, dtype=np.float64)
    except (TypeError, ValueError):
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
