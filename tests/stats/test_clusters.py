"""Repeated openings: the opening is the unit, of the test and of the intervals."""

from itertools import product

import numpy as np
import pytest

from lastknight import stats
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
    assert repeated.p_value == pytest.approx(plain.p_value)
    assert repeated.elo.value == pytest.approx(plain.elo.value)
    for kind in ("elo", "win_rate"):
        one, other = getattr(plain, kind), getattr(repeated, kind)
        assert 1 < (other.high - other.low) / (one.high - one.low) < 1.06
    assert repeated.pairs == 25 * 90
    assert 87 < repeated.effective_pairs <= 90


@pytest.mark.parametrize(
    "margins", [[3, -1, 2, 2, -4], [5, 1, 1], [2, -2], [1, 1, 1, 1, 3, 3, -1, 7, 2, 2]]
)
def test_flipping_openings_by_hand(margins):
    sums = [
        abs(sum(sign * margin for sign, margin in zip(signs, margins, strict=True)))
        for signs in product((1, -1), repeat=len(margins))
    ]
    expected = np.mean(np.array(sums) >= abs(sum(margins)))
    counts = [[max(margin, 0), 3, max(-margin, 0)] for margin in margins]
    assert stats.clustered_pairs(counts).p_value == pytest.approx(expected)


def test_the_normal_approximation_agrees_with_the_exact_test():
    generator = np.random.default_rng(3)
    margins = generator.integers(1, 60, 2000)
    counts = np.zeros((2000, 3), dtype=int)
    side = np.where(generator.random(2000) < 0.52, 0, 2)
    counts[np.arange(2000), side] = margins
    listed = stats.clustered_pairs(counts).p_value
    long = stats.clustered_pairs(counts * 1000 + (counts == 17)).p_value
    assert 0.001 < listed < 0.5
    assert long == pytest.approx(listed, rel=0.02)


def test_one_opening_says_nothing_about_others():
    found = stats.clustered_pairs([[30, 5, 10]])
    assert found.elo.value == pytest.approx(200 * np.log10(3))
    assert (found.elo.low, found.elo.high) == (None, None)
    assert (found.win_rate.low, found.win_rate.high) == (0.0, 1.0)
    assert found.p_value == 1.0


def test_all_won_counts_each_opening_once():
    found = stats.clustered_pairs([[10, 0, 0]] * 12)
    assert found.effective_pairs == 12
    assert found.p_value == pytest.approx(2 / 2**12)
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
    assert least < np.mean([holds(one.elo, truth) for one in found]) < 0.99
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
