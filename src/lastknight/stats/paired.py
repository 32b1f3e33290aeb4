"""Two players asked the same questions: the difference of their success rates, and its test.

Only questions that exactly one of them answers show who is better (McNemar 1947). Questions come in
clusters, such as positions from games of one opening, so everything here sums over clusters.
"""

from dataclasses import dataclass
from math import sqrt, tanh

import numpy as np
import numpy.typing as npt

from lastknight.errors import ArgumentError
from lastknight.stats.arguments import Integers, check_confidence
from lastknight.stats.distributions import (
    Floats,
    normal_below,
    normal_quantile,
    t_beyond,
    t_quantile,
)
from lastknight.stats.estimate import Estimate
from lastknight.stats.exact_pairs import ELO_PER_LOG_ODDS, exact_elo, exact_p
from lastknight.stats.means import number_clusters, read_values
from lastknight.stats.pairs import wilson_high


@dataclass(frozen=True, slots=True)
class PairedRates:
    """How two players answered the same questions."""

    both: int
    """Questions that both answered right."""
    only_a: int
    only_b: int
    neither: int
    difference: Estimate
    """A's rate of right answers minus B's."""
    p_value: float
    """From the test of equal rates."""
    clusters: int

    @property
    def questions(self) -> int:
        """How many questions there were."""
        return self.both + self.only_a + self.only_b + self.neither


def paired_rates(
    a: npt.ArrayLike,
    b: npt.ArrayLike,
    clusters: npt.ArrayLike | None = None,
    *,
    confidence: float = 0.95,
) -> PairedRates:
    """Compare the right (1) and wrong (0) answers of A and B to the same questions.

    Two tests must both reject: Student's t on the clusters' sums, which accounts for clusters of
    different sizes, and the exact test of the questions that only one answers, shrunk by the design
    effect, which is safe where these are few. The interval contains every difference that either
    test does not reject, so it excludes 0 exactly when the p-value is below the level.

    Raises ArgumentError for answers other than 0 and 1 and for columns of different lengths.

    >>> a, b = [1] * 80 + [0] * 20, [1] * 60 + [0] * 40
    >>> found = paired_rates(a, b)
    >>> found.only_a, found.only_b, found.p_value < 0.0001
    (20, 0, True)
    >>> found.difference.through(lambda rate: round(rate, 2))
    Estimate(value=0.2, low=0.12, high=0.28)
    """
    confidence = check_confidence(confidence)
    right_a, right_b = _read_answers(a), _read_answers(b)
    if len(right_a) != len(right_b):
        raise ArgumentError(
            f"A and B answer the same questions, got {len(right_a)} and {len(right_b)} answers"
        )
    groups = number_clusters(clusters, len(right_a))
    only_a = _count_in(groups, right_a * (1 - right_b))
    only_b = _count_in(groups, right_b * (1 - right_a))
    sizes = _count_in(groups, np.ones(len(groups)))
    difference, p_value = _compare(only_a, only_b, sizes, confidence)
    return PairedRates(
        both=int(right_a @ right_b),
        only_a=int(only_a.sum()),
        only_b=int(only_b.sum()),
        neither=int((1 - right_a) @ (1 - right_b)),
        difference=difference,
        p_value=p_value,
        clusters=len(sizes),
    )


def _count_in(groups: Integers, values: Floats) -> Floats:
    """The sum of the values in each cluster."""
    return np.asarray(np.bincount(groups, values), dtype=np.float64)


def _read_answers(values: npt.ArrayLike) -> Floats:
    answers = read_values(values, low=0.0, high=1.0)
    if not np.isin(answers, (0.0, 1.0)).all():
        raise ArgumentError("answers must be 1 (right) or 0 (wrong)")
    return answers


def _compare(
    only_a: Floats, only_b: Floats, sizes: Floats, confidence: float
) -> tuple[Estimate, float]:
    """The difference with its interval, and the p-value of none; from the counts by cluster."""
    questions, count = float(sizes.sum()), len(sizes)
    if not questions:
        return Estimate(None, None, None), 1.0
    margins = only_a - only_b
    value = float(margins.sum()) / questions
    if count == 1:
        return Estimate(value, -1.0, 1.0), 1.0
    apart = float((only_a + only_b).sum()) / questions
    if not apart:  # they never differ: the largest difference still possible
        most = wilson_high(0.0, float(count), normal_quantile(confidence))
        return Estimate(0.0, -most, most), 1.0
    by_sums, p_sums = _test_sums(margins, sizes, confidence)
    by_counts, p_counts = _test_counts(only_a, only_b, confidence)
    low = max(-1.0, min(value, by_sums[0], apart * by_counts[0]))
    high = min(1.0, max(value, by_sums[1], apart * by_counts[1]))
    return Estimate(value, low, high), max(p_sums, p_counts)


def _test_counts(
    only_a: Floats, only_b: Floats, confidence: float
) -> tuple[tuple[float, float], float]:
    """A's share minus B's of the questions that only one answers, and the exact p-value of 0.

    Counts are divided by the design effect, at the estimate or at equal shares, whichever is
    larger, so that a cluster whose questions all end alike counts once.
    """
    apart = only_a + only_b
    won, lost, count = float(only_a.sum()), float(only_b.sum()), int((apart > 0).sum())
    if count == 1:
        return (-1.0, 1.0), 1.0
    alpha, shrink = 1 - confidence, 1.0
    if apart.max() > 1:
        alpha = 2 * normal_below(-t_quantile(confidence, count - 1))
        shrink = _design_effect(only_a, only_b, count)
    won, lost = won / shrink, lost / shrink
    p_value = exact_p(won, lost)
    if apart.max() > 1:
        p_value = float(t_beyond(normal_quantile(1 - p_value), count - 1))
    elo = exact_elo(won, lost, alpha)
    low, high = (
        end if at is None else tanh(at / ELO_PER_LOG_ODDS / 2)
        for end, at in ((-1.0, elo.low), (1.0, elo.high))
    )
    return (low, high), p_value


def _design_effect(only_a: Floats, only_b: Floats, count: int) -> float:
    """How many questions are worth one in a cluster of its own."""
    apart, margins = only_a + only_b, only_a - only_b
    total, won = float(apart.sum()), float(only_a.sum())
    equal = float(margins @ margins) / total
    if won in {0.0, total}:
        return max(equal, total / count)
    share = won / total
    residuals = only_a - share * apart
    between = float(residuals @ residuals) * count / (count - 1)
    return max(between / (total * share * (1 - share)), equal, 1.0)


def _test_sums(
    margins: Floats, sizes: Floats, confidence: float
) -> tuple[tuple[float, float], float]:
    """The differences x that Student's t does not reject, and the p-value of 0.

    It tests whether the sums `margins - x * sizes` of the clusters have a mean of 0. With T their
    total and V the sum of their squares over K clusters, t^2 = (K - 1) T^2 / (K V - T^2), so the
    limits solve a quadratic equation in x.
    """
    count, total, questions = len(margins), float(margins.sum()), float(sizes.sum())
    squares = float(margins @ margins)
    rest = count * squares - total * total
    t = sqrt((count - 1) * total * total / rest) if rest > 1e-9 * count * squares else 1e9
    p_value = float(t_beyond(t, count - 1))
    limit = t_quantile(confidence, count - 1) ** 2
    scale = limit * count / (count - 1 + limit)
    square = questions * questions - scale * float(sizes @ sizes)
    middle = total * questions - scale * float(margins @ sizes)
    if square <= 0:  # too few clusters, of too different sizes
        return (-1.0, 1.0), p_value
    root = sqrt(max(0.0, middle * middle - square * (total * total - scale * squares)))
    return ((middle - root) / square, (middle + root) / square), p_value
