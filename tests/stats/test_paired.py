"""Two players and the same questions: test and interval, by hand and by simulation."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from lastknight import stats
from lastknight.errors import ArgumentError
from simulated_pairs import holds

ANSWERS = st.lists(
    st.tuples(st.booleans(), st.booleans(), st.integers(0, 8)), min_size=1, max_size=80
)


def draw(generator, *, rates, spread, clusters, size):
    """Answers of A and B; each cluster has a difficulty and a bias to one of them of its own."""
    sizes = generator.integers(1, 2 * size, clusters)
    groups = np.repeat(np.arange(clusters), sizes)
    shared, bias = spread * generator.standard_normal((2, clusters, 1))
    logits = np.log(np.array(rates) / (1 - np.array(rates))) + shared + bias * [0.5, -0.5]
    chances = 1 / (1 + np.exp(-logits[groups]))
    luck = generator.random(len(groups))  # shared, as by positions that are hard for both
    own = generator.random((len(groups), 2))
    return (np.where(generator.random((len(groups), 1)) < 0.7, luck[:, None], own) < chances).T, (
        groups
    )


def true_difference(*, rates, spread):
    """By integration over the clusters, which all weigh the same on average."""
    at = np.random.default_rng(0).standard_normal((400_000, 2)) * spread
    logits = [np.log(rate / (1 - rate)) + at[:, 0] for rate in rates]
    a, b = (
        1 / (1 + np.exp(-(logit + sign * at[:, 1])))
        for logit, sign in zip(logits, (0.5, -0.5), strict=True)
    )
    return float((a - b).mean())


def test_counts_and_difference_by_hand():
    found = stats.paired_rates([1, 1, 1, 0, 0, 1], [1, 0, 0, 1, 0, 1], list("aabbcc"))
    assert (found.both, found.only_a, found.only_b, found.neither) == (2, 2, 1, 1)
    assert (found.questions, found.clusters) == (6, 3)
    assert found.difference.value == pytest.approx(1 / 6)


def test_few_questions_apart_are_tested_exactly():
    a, b = [1] * 300, [0] * 5 + [1] * 295
    assert stats.paired_rates(a, b).p_value == pytest.approx(2 / 2**5)
    assert stats.paired_rates(a, b).difference.low < 0


def test_small_differences_in_equal_clusters_have_the_interval_of_students_t():
    generator = np.random.default_rng(2)
    a, b = generator.random((2, 4000)) < [[0.72], [0.7]]
    groups = np.repeat(np.arange(200), 20)
    means = (a.astype(float) - b).reshape(200, 20).mean(axis=1)
    found = stats.paired_rates(a, b, groups).difference
    half = 1.972 * means.std(ddof=1) / np.sqrt(200)
    assert found.low == pytest.approx(means.mean() - half, abs=0.002)
    assert found.high == pytest.approx(means.mean() + half, abs=0.002)


def test_repeated_questions_add_nothing():
    generator = np.random.default_rng(4)
    a, b = generator.random((2, 100)) < [[0.8], [0.65]]
    once = stats.paired_rates(a, b)
    often = stats.paired_rates(np.repeat(a, 10), np.repeat(b, 10), np.repeat(np.arange(100), 10))
    assert once.p_value <= often.p_value < 2 * once.p_value
    one, other = once.difference, often.difference
    assert 1 <= (other.high - other.low) / (one.high - one.low) < 1.1


@given(ANSWERS, st.sampled_from([0.5, 0.9, 0.95, 0.999]))
def test_test_and_interval_agree(answers, confidence):
    a, b, clusters = zip(*answers, strict=True)
    found = stats.paired_rates(a, b, clusters, confidence=confidence)
    mirrored = stats.paired_rates(b, a, clusters, confidence=confidence)
    low, high = found.difference.low, found.difference.high
    if abs(found.p_value - (1 - confidence)) > 1e-6:
        assert (found.p_value < 1 - confidence) == (low > 1e-12 or high < -1e-12)
    assert -1 <= low <= found.difference.value <= high <= 1
    assert mirrored.p_value == pytest.approx(found.p_value)
    assert mirrored.difference.low == pytest.approx(-high)


@pytest.mark.parametrize("spread", [0.0, 1.0])
@pytest.mark.parametrize(("clusters", "size"), [(60, 8), (300, 16), (300, 1)])
def test_size_and_coverage(clusters, size, spread):
    generator = np.random.default_rng(7)
    for rates in ((0.88, 0.88), (0.93, 0.88)):
        truth = true_difference(rates=rates, spread=spread)
        wrong = missed = 0
        for _ in range(400):
            (a, b), groups = draw(
                generator, rates=rates, spread=spread, clusters=clusters, size=size
            )
            found = stats.paired_rates(a, b, groups)
            wrong += found.p_value <= 0.05
            missed += not holds(found.difference, truth)
        assert missed / 400 < 0.05 + 0.035  # three standard errors
        if rates[0] == rates[1]:
            assert wrong / 400 < 0.05 + 0.035


def test_forgetting_the_clusters_would_reject_too_often():
    generator = np.random.default_rng(8)
    rejected = 0
    for _ in range(200):
        (a, b), _ = draw(generator, rates=(0.7, 0.7), spread=1.5, clusters=60, size=16)
        rejected += stats.paired_rates(a, b).p_value <= 0.05
    assert rejected / 200 > 0.15


@pytest.mark.parametrize("p_values", [[0.01, 0.04, 0.03], [0.0, 0.2], [1.0, 1.0], [0.024, 0.026]])
def test_intervals_at_the_adjusted_level_agree_with_holm(p_values):
    adjusted = stats.holm(p_values)
    for p, other, level in zip(p_values, adjusted, stats.holm_confidences(p_values), strict=True):
        assert (p <= 1 - level) == (other <= 0.05)


def test_bad_answers_are_refused():
    with pytest.raises(ArgumentError, match="answers must be 1"):
        stats.paired_rates([0.5], [1])
    with pytest.raises(ArgumentError, match="got 1 and 2 answers"):
        stats.paired_rates([1], [1, 0])
    nothing = stats.paired_rates([], [])
    assert (nothing.difference.value, nothing.p_value) == (None, 1.0)
