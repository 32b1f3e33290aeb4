"""How well numbers separate two classes: the area under the ROC curve.

Positions of one game are not independent, so the bootstrap always draws whole clusters: everything
that came from one opening.
"""

from collections.abc import Iterator
from typing import Any

import numpy as np
import numpy.typing as npt

from lastknight.errors import ArgumentError
from lastknight.stats.arguments import Integers, check_confidence, check_positive
from lastknight.stats.distributions import Floats, normal_quantile, sigmoid, t_quantile
from lastknight.stats.estimate import Estimate
from lastknight.stats.means import number_clusters, read_values
from lastknight.stats.pairs import wilson_high, wilson_low

_MOST_DRAWS = 2_000_000
"""Weights drawn at a time, over all replicates."""


def auc(  # noqa: PLR0913  (all but three are keywords)
    values: npt.ArrayLike,
    labels: npt.ArrayLike,
    clusters: npt.ArrayLike | None = None,
    *,
    confidence: float = 0.95,
    replicates: int = 400,
    seed: int = 0,
) -> Estimate:
    """How often a value of class 1 is above one of class 0; ties count half.

    This is the area under the ROC curve: 0.5 is chance, 1 is perfect separation. The interval is
    a cluster bootstrap on the logistic scale; without clusters every value is a cluster of its own.
    Values may be infinite. With fewer than two classes there is no value.

    Raises ArgumentError for values that are not numbers and for columns of different lengths.

    >>> auc([3, 1, 2, 2], [1, 0, 1, 0]).value
    0.875
    >>> auc([3, 1], [1, 1])
    Estimate(value=None, low=None, high=None)
    """
    confidence = check_confidence(confidence)
    replicates = check_positive("replicates", replicates)
    numbers = read_values(values)
    is_one = _check_labels(labels, len(numbers))
    groups = number_clusters(clusters, len(numbers))
    ones = int(is_one.sum())
    if ones in (0, len(numbers)):
        return Estimate(None, None, None)
    table = _Ranked(numbers, is_one, groups)
    value = float(table.areas(np.ones((1, table.clusters)))[0])
    most = min(len(np.unique(groups[is_one])), len(np.unique(groups[~is_one])))
    if value in (0.0, 1.0):
        # Perfect separation does not vary: count one trial per cluster of the rarer class.
        hits, z = most * value, normal_quantile(confidence)
        return Estimate(value, wilson_low(hits, most - hits, z), wilson_high(hits, most - hits, z))
    if table.clusters == 1:
        return Estimate(value, 0.0, 1.0)
    drawn = np.concatenate(list(table.draw(replicates, np.random.default_rng(seed))))
    spread = float(np.std(drawn)) * t_quantile(confidence, table.clusters - 1)
    middle = _logit(value)
    low, high = (float(sigmoid(middle + side * spread)) for side in (-1, 1))
    return Estimate(value, min(value, low), max(value, high))


class _Ranked:
    """Values by rank, each with its class and cluster."""

    def __init__(self, values: Floats, is_one: npt.NDArray[np.bool_], groups: Integers) -> None:
        order = np.argsort(values, kind="stable")
        ranked = values[order]
        starts = np.concatenate(([True], ranked[1:] != ranked[:-1]))
        self.starts = np.flatnonzero(starts)
        self.is_one = is_one[order].astype(np.float64)
        self.groups = groups[order]
        self.clusters = int(groups.max()) + 1

    def areas(self, weights: Floats) -> Floats:
        """The area for each row of cluster weights; nan if a class is missing."""
        each = weights[:, self.groups]
        ones = np.add.reduceat(each * self.is_one, self.starts, axis=1)
        others = np.add.reduceat(each * (1 - self.is_one), self.starts, axis=1)
        below = np.cumsum(others, axis=1) - others / 2
        pairs = ones.sum(axis=1) * others.sum(axis=1)
        won = (ones * below).sum(axis=1)
        areas: Floats = np.divide(won, pairs, out=np.full(len(pairs), np.nan), where=pairs > 0)
        return areas

    def draw(self, replicates: int, generator: np.random.Generator) -> Iterator[Floats]:
        """The area of clusters drawn with replacement, on the logistic scale, in blocks."""
        block = max(1, _MOST_DRAWS // len(self.groups))
        count = self.clusters
        pairs = float(self.is_one.sum() * (1 - self.is_one).sum())
        for begin in range(0, replicates, block):
            rows = min(block, replicates - begin)
            times = generator.multinomial(count, np.full(count, 1 / count), size=rows)
            areas = self.areas(times.astype(np.float64))
            known = areas[~np.isnan(areas)]
            # Add a quarter of a pair to wins and losses: the logit of 0 or 1 would be infinite.
            yield _logit((known * pairs + 0.25) / (pairs + 0.5))


def _logit(part: Any) -> Any:
    return np.log(part) - np.log1p(-part)


def _check_labels(labels: npt.ArrayLike, count: int) -> npt.NDArray[np.bool_]:
    classes: npt.NDArray[Any] = np.asarray(labels)
    if classes.shape != (count,) and classes.size + count:
        raise ArgumentError(f"each value needs a label, got {count} values, {classes.size} labels")
    if classes.size and not np.isin(classes, (0, 1)).all():
        raise ArgumentError("labels must be 0 or 1")
    return classes.astype(np.bool_)
