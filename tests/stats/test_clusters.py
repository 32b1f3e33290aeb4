"""Repeated openings: the opening is the unit, of the test and of the intervals."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from lastknight import stats
from lastknight.stats.clusters import clustered_p_value
from simulated_pairs import count_pairs, draw_pairs, holds, wins


def draw_repeated(generator, elo, *, bias, spread, openings, times):
    """(WW, split, LL) of each opening, whose strength differs from elo by its own amount."""
    worth = bias * generator.standard_normal((openings, 1)) + np.zeros((1, times))
    strength = elo + spread * generator.standard_normal((openings, 1))
    outcomes = wins(generator, strength + worth).astype(int) + wins(generator, strength - worth) - 1
    return np.stack(count_pairs(outcomes), axis=1)


def test_openings_played_once_are_plain_pairs():
    once = [[1, 0, 0]] * 31 + [[0, 1, 0]] * 40 + [[0, 0, 1]] * 19
    found = stats.clustered_pairs(once)
    assert found.elo == stats.pair_elo(31, 19)
    assert found.win_rate == stats.win_rate(31, 40, 19)
    assert found.p_value == stats.exact_test(31, 19)
    assert (found.pairs, found.openings, found.effective_pairs) == (90, 90, 90)


def test_repeated_games_add_nothing():
    once = np.array([[1, 0, 0]] * 31 + [[0, 1, 0]] * 40 + [[0, 0, 1]] * 19)
    plain, repeated = stats.clustered_pairs(once), stats.clustered_pairs(25 * once)
    assert plain.p_value < repeated.p_value < 1.1 * plain.p_value
    assert repeated.elo.value == pytest.approx(plain.elo.value)
    for kind in ("elo", "win_rate"):
        one, other = getattr(plain, kind), getattr(repeated, kind)
        assert 1 < (other.high - other.low) / (one.high - one.low) < 1.1
    assert repeated.pairs == 25 * 90
    assert 87 < repeated.effective_pairs <= 90


@settings(max_examples=300)
@given(
    st.lists(st.tuples(*[st.integers(0, 12)] * 3), max_size=40),
    st.sampled_from([0.8, 0.9, 0.95, 0.99, 0.999]),
)
def test_the_test_rejects_exactly_when_the_interval_excludes_0(counts, confidence):
    found = stats.clustered_pairs(counts, confidence=confidence)
    assert (found.p_value <= 1 - confidence) == excludes_0(found.elo)


def test_so_it_does_on_many_openings():
    generator = np.random.default_rng(3)
    for _ in range(150):
        p = generator.choice([0.5, 0.55, 0.62])
        openings, times = generator.integers(2, 200), generator.integers(1, 12)
        decided = generator.binomial(times, 0.3, openings)
        ww = generator.binomial(decided, generator.beta(9 * p, 9 * (1 - p), openings))
        for confidence in (0.9, 0.95, 0.99):
            found = stats.clustered_pairs(
                np.stack([ww, times - decided, decided - ww], axis=1), confidence=confidence
            )
            assert (found.p_value <= 1 - confidence) == excludes_0(found.elo)


def excludes_0(elo):
    return (elo.low is not None and elo.low > 0) or (elo.high is not None and elo.high < 0)


def test_one_opening_says_nothing_about_others():
    found = stats.clustered_pairs([[30, 5, 10]])
    assert found.elo.value == pytest.approx(200 * np.log10(3))
    assert (found.elo.low, found.elo.high) == (None, None)
    assert (found.win_rate.low, found.win_rate.high) == (0.0, 1.0)
    assert found.p_value == 1.0


def test_all_won_counts_each_opening_once():
    found = stats.clustered_pairs([[10, 0, 0]] * 12)
    assert found.effective_pairs == 12
    assert 2 / 2**12 < found.p_value < 0.01
    assert found.elo.value is None
    assert found.elo.high is None
    assert 0 < found.elo.low < stats.pair_elo(12, 0).low
    assert found.win_rate.high == 1.0


def test_no_pairs_at_all():
    for nothing in ([], [[0, 0, 0]] * 3):
        found = stats.clustered_pairs(nothing)
        assert found.elo == stats.Estimate(None, None, None)
        assert found.win_rate == stats.Estimate(None, 0.0, 1.0)
        assert (found.p_value, found.pairs, found.openings) == (1.0, 0, 0)


def test_only_splits():
    found = stats.clustered_pairs([[0, 4, 0]] * 9)
    assert found.elo == stats.Estimate(None, None, None)
    assert found.win_rate.value == 0.5
    assert found.win_rate.high - found.win_rate.low > 0.2
    assert found.p_value == 1.0


@pytest.mark.parametrize("bias", [0, 400])
@pytest.mark.parametrize(("openings", "times"), [(25, 12), (150, 4)])
@pytest.mark.parametrize(("elo", "spread"), [(0, 300), (200, 200), (800, 200)])
def test_coverage_where_openings_repeat(elo, spread, openings, times, bias):
    generator = np.random.default_rng(elo + openings + bias)
    law = {"bias": bias, "spread": spread}
    ww, _, ll = draw_repeated(generator, elo, openings=1_000_000, times=1, **law).sum(axis=0)
    truth, true_rate = 200 * np.log10(ww / ll), 0.5 + (ww - ll) / 2e6
    drawn = [
        draw_repeated(generator, elo, openings=openings, times=times, **law) for _ in range(800)
    ]
    found = [stats.clustered_pairs(counts) for counts in drawn]
    is_hard = openings < 50 or ll * openings * times < 5_000_000  # few openings, or few LL
    least = 0.9 if is_hard else 0.93
    covered = np.mean([holds(one.elo, truth) for one in found])
    assert least < covered
    assert is_hard or covered < 0.99
    assert least < np.mean([holds(one.win_rate, true_rate) for one in found]) < 0.99


@pytest.mark.parametrize("bias", [0, 400])
def test_size_where_openings_repeat(bias):
    generator = np.random.default_rng(bias)
    law = {"bias": bias, "spread": 300, "openings": 40, "times": 8}
    drawn = [draw_repeated(generator, 0, **law) for _ in range(2000)]
    clustered = np.mean([stats.clustered_pairs(counts).p_value <= 0.05 for counts in drawn])
    plain = np.mean([stats.exact_test(*counts.sum(axis=0)[[0, 2]]) <= 0.05 for counts in drawn])
    assert 0.025 < clustered < 0.065
    assert plain > 0.12, "and that is why the openings are the unit"


def test_clustering_distinct_openings_does_no_harm():
    generator = np.random.default_rng(8)
    outcomes = draw_pairs(generator, 100, 400, (400, 1))
    found = stats.clustered_pairs(np.stack(count_pairs(outcomes), axis=1))
    ww, split, ll = (int((outcomes == kind).sum()) for kind in (1, 0, -1))
    assert found.elo == stats.pair_elo(ww, ll)
    assert found.win_rate == stats.win_rate(ww, split, ll)


def test_the_p_value_alone_is_that_of_the_whole():
    generator = np.random.default_rng(3)
    for size in (1, 2, 7, 40):
        for pairs in (1, 3):
            counts = generator.multinomial(pairs, [0.3, 0.5, 0.2], size)
            assert stats.clustered_pairs(counts).p_value == clustered_p_value(counts)
    assert clustered_p_value([]) == stats.clustered_pairs([]).p_value
