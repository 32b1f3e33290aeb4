"""AUC, rates and means with clusters: by hand, and by simulation of their intervals."""

from itertools import product
from math import inf, sqrt
from statistics import NormalDist

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from lastknight import stats
from lastknight.errors import ArgumentError
from lastknight.stats import Estimate
from lastknight.stats.means import rate_of_counts
from sampling import sampled


def area_by_hand(values, labels) -> float:
    ones = [value for value, label in zip(values, labels, strict=True) if label]
    others = [value for value, label in zip(values, labels, strict=True) if not label]
    points = sum((a > b) + (a == b) / 2 for a, b in product(ones, others))
    return points / (len(ones) * len(others))


@given(st.lists(st.tuples(st.integers(-4, 4), st.booleans()), min_size=1, max_size=30))
def test_the_area_is_the_share_of_pairs_in_order(rows):
    values, labels = zip(*rows, strict=True)
    found = stats.auc(values, labels, replicates=5)
    if len(set(labels)) == 1:
        assert found == Estimate(None, None, None)
    else:
        assert found.value == pytest.approx(area_by_hand(values, labels))
        assert 0 <= found.low <= found.value <= found.high <= 1


def test_reversing_values_or_labels_reverses_the_area():
    generator = np.random.default_rng(5)
    labels = generator.random(200) < 0.4
    values = generator.standard_normal(200) + labels
    one = stats.auc(values, labels)
    for other in (stats.auc(-values, labels), stats.auc(values, ~labels)):
        assert other.value == pytest.approx(1 - one.value)
        assert other.low == pytest.approx(1 - one.high, abs=0.02)


def test_only_the_order_counts_and_values_may_be_infinite():
    plain = stats.auc([1, 2, 3, 4], [0, 1, 0, 1])
    assert stats.auc([-inf, 2, 5, inf], [0, 1, 0, 1]) == plain


def test_perfect_separation_still_has_an_interval():
    few, many = (stats.auc([0, 1] * n, [0, 1] * n) for n in (5, 100))
    assert few.value == few.high == many.value == 1
    assert 0.5 < few.low < 0.6
    assert 0.96 < many.low < 0.97
    assert stats.auc([1, 0] * 5, [0, 1] * 5).low == 0


def test_the_same_seed_gives_the_same_interval_and_copies_add_nothing():
    generator = np.random.default_rng(7)
    labels = generator.random(80) < 0.5
    values = generator.standard_normal(80) + 0.7 * labels
    once = stats.auc(values, labels, seed=3)
    assert stats.auc(values, labels, seed=3) == once
    repeated = stats.auc(np.tile(values, 10), np.tile(labels, 10), np.tile(np.arange(80), 10))
    naive = stats.auc(np.tile(values, 10), np.tile(labels, 10))
    width = once.high - once.low
    assert repeated.value == pytest.approx(once.value)
    assert (repeated.high - repeated.low) / width == pytest.approx(1, abs=0.1)
    assert naive.high - naive.low < width / 2


@pytest.mark.parametrize("true", [0.5, 0.7, 0.9, 0.97])
@pytest.mark.parametrize("share", [0.0, 0.5])
def test_intervals_contain_the_true_area(true, share):
    """Values of a cluster have a part in common; so have its labels, half of the time."""
    generator = np.random.default_rng(11)
    shift = sqrt(2) * NormalDist().inv_cdf(true)
    clusters = np.repeat(np.arange(60), 6)
    held = 0
    runs = sampled(300)
    for _ in range(runs):
        common = generator.standard_normal(60)[clusters] * sqrt(share)
        own = generator.standard_normal(360) * sqrt(1 - share)
        leaning = np.where(generator.random(60)[clusters] < 0.5, 0.3, 0.7)
        labels = generator.random(360) < leaning
        found = stats.auc(common + own + shift * labels, labels, clusters, replicates=150)
        held += found.low <= true <= found.high
    assert 0.91 <= held / runs <= 0.99


@pytest.mark.parametrize("true", [0.1, 0.5, 0.9, 0.97])
@pytest.mark.parametrize("share", [0.0, 0.6])
def test_intervals_of_rates_contain_the_true_rate(true, share):
    generator = np.random.default_rng(13)
    clusters = np.repeat(np.arange(60), 4)
    held = 0
    runs = 2000
    for _ in range(runs):
        copied = generator.random(240) < share
        common = (generator.random(60) < true)[clusters]
        hits = np.where(copied, common, generator.random(240) < true)
        found = stats.clustered_rate(hits, clusters)
        held += found.low <= true <= found.high
    assert 0.925 <= held / runs <= 0.98


def test_intervals_of_means_contain_the_true_mean():
    generator = np.random.default_rng(17)
    clusters = np.repeat(np.arange(50), 2)
    held = 0
    for _ in range(1000):
        lean = generator.gamma(2.0, 0.25, 50)[clusters]
        found = stats.clustered_mean(generator.poisson(lean), clusters)
        held += found.low <= 0.5 <= found.high
    assert 0.92 <= held / 1000 <= 0.97


def test_rates_without_variation():
    assert stats.clustered_rate([]) == Estimate(None, None, None)
    halves = stats.clustered_rate([0.5] * 9)
    assert 0.1 < halves.low < halves.value < halves.high < 0.9
    agreeing = stats.clustered_rate([1, 0, 0, 1], [1, 1, 2, 2])  # both clusters have the same sum
    assert agreeing.low < 0.1
    assert agreeing.high > 0.9
    assert stats.clustered_rate([1, 0, 1], [4, 4, 4]) == Estimate(2 / 3, 0.0, 1.0)
    all_won = stats.clustered_rate([1] * 40)
    assert (all_won.value, all_won.high) == (1, 1)
    assert 0.9 < all_won.low < 0.92
    assert stats.clustered_rate([1] * 40, [n // 4 for n in range(40)]).low < 0.7


def test_means_without_variation():
    assert stats.clustered_mean([]) == Estimate(None, None, None)
    assert stats.clustered_mean([3]) == Estimate(3.0, 0.0, None)
    never = stats.clustered_mean([0] * 30)
    assert (never.value, never.low) == (0, 0)
    assert never.high == pytest.approx(0.1, abs=0.001)


@pytest.mark.parametrize(
    ("call", "words"),
    [
        (lambda: stats.auc([1, 2], [1]), "2 values, 1 labels"),
        (lambda: stats.auc([1, 2], [1, 2]), "labels must be 0 or 1"),
        (lambda: stats.auc([1, float("nan")], [1, 0]), "got nan"),
        (lambda: stats.auc(["x", 1], [1, 0]), "a list of numbers"),
        (lambda: stats.auc([[1, 2]], [1, 0]), "2 dimensions"),
        (lambda: stats.auc([1, 2], [1, 0], [1]), "2 values, 1 clusters"),
        (lambda: stats.auc([1, 2], [1, 0], replicates=0), "replicates must be at least 1"),
        (lambda: stats.clustered_rate([0.5, 1.5]), "from 0 to 1, got 1.5"),
        (lambda: stats.clustered_mean([-1]), "got -1"),
        (lambda: stats.clustered_rate([1], confidence=1), "confidence"),
    ],
)
def test_other_numbers_are_refused(call, words):
    with pytest.raises(ArgumentError, match=words):
        call()


def test_a_rate_of_counts_is_that_of_the_single_trials():
    generator = np.random.default_rng(3)
    for _ in range(300):
        trials = generator.integers(0, 6, generator.integers(0, 8))
        hits = generator.binomial(trials, generator.choice([0, 0.2, 0.9, 1.0]))
        outcomes = np.repeat(
            np.tile([1, 0], len(trials)), np.stack([hits, trials - hits], 1).ravel()
        )
        found = rate_of_counts(hits, trials)
        whole = stats.clustered_rate(outcomes, np.repeat(np.arange(len(trials)), trials))
        for one, other in zip(
            (found.value, found.low, found.high), (whole.value, whole.low, whole.high), strict=True
        ):
            assert one == (None if other is None else pytest.approx(other, abs=1e-9))
