"""Pairs: the model, known values, and by simulation size, power and coverage."""

from math import exp, isfinite, log

import numpy as np
import pytest
from scipy import optimize

from lastknight import stats
from simulated_pairs import count_pairs, draw_pairs, holds, share

BIASES = (0, 400)
STRENGTHS = (0, 50, 200, 400, 800)


@pytest.mark.parametrize("bias", [0, 30, 400, 2000])
@pytest.mark.parametrize("elo", [0, 20, -150, 800])
def test_won_over_lost_does_not_depend_on_the_opening(elo, bias):
    ww, split, ll = stats.pair_probabilities(elo, bias=bias)
    assert ww + split + ll == pytest.approx(1)
    assert ww / ll == pytest.approx(exp(2 * elo * log(10) / 400))


def test_splits_do_depend_on_the_opening():
    assert stats.pair_probabilities(0, bias=0)[1] == pytest.approx(0.5)
    assert stats.pair_probabilities(0, bias=400)[1] == pytest.approx((1 + 100) / 121)


@pytest.mark.parametrize("bias", BIASES)
@pytest.mark.parametrize("elo", [0, 100, 300])
def test_drawn_pairs_follow_the_ratio(elo, bias):
    generator = np.random.default_rng(elo + bias)
    ww, _, ll = count_pairs(draw_pairs(generator, elo, bias, 1_000_000))
    error = (1 / ww + 1 / ll) ** 0.5
    assert abs(log(ww / ll) - 2 * elo * log(10) / 400) < 4 * error


# Newcombe, Statistics in Medicine 17 (1998), 857-872, table I, method 3.
@pytest.mark.parametrize(
    ("successes", "trials", "low", "high"),
    [
        (81, 263, 0.2553, 0.3662),
        (15, 148, 0.0624, 0.1605),
        (0, 20, 0.0000, 0.1611),
        (1, 29, 0.0061, 0.1718),
    ],
)
def test_wilson_has_the_published_values(successes, trials, low, high):
    estimate = stats.wilson(successes, trials)
    assert (round(estimate.low, 4), round(estimate.high, 4)) == (low, high)
    assert estimate.value == successes / trials


def test_wilson_without_trials_is_0_to_1():
    assert stats.wilson(0, 0) == stats.Estimate(None, 0.0, 1.0)


@pytest.mark.parametrize(
    ("ww", "ll", "p_value"),
    [
        (0, 0, 1.0),
        (5, 0, 2 / 32),
        (6, 0, 2 / 64),
        (8, 2, 2 * (1 + 10 + 45) / 1024),
        (7, 7, 1.0),
        (15, 5, 2 * 21700 / 2**20),
    ],
)
def test_exact_test_by_hand(ww, ll, p_value):
    assert stats.exact_test(ww, ll) == pytest.approx(p_value)
    assert stats.exact_test(ll, ww) == pytest.approx(p_value)


def test_pair_elo_by_hand():
    assert stats.pair_elo(100, 10).value == pytest.approx(200)
    # Clopper and Pearson's interval for 60 of 100 is 0.4972 to 0.6967.
    estimate = stats.pair_elo(60, 40)
    assert estimate.low == pytest.approx(200 * np.log10(0.49721 / 0.50279), abs=0.01)
    assert estimate.high == pytest.approx(200 * np.log10(0.69671 / 0.30329), abs=0.01)


def test_pair_elo_stays_precise_where_one_side_wins_everything():
    # With one LL among 10^12 the exact 1 - p goes from 0.025318/n to 5.571643/n, nearly.
    estimate = stats.pair_elo(10**12, 1)
    assert estimate.high == pytest.approx(200 * np.log10(1e12 / 0.025318), abs=0.01)
    assert estimate.low == pytest.approx(200 * np.log10(1e12 / 5.571643), abs=0.01)


def test_score_elo_by_hand():
    assert stats.score_elo(0.5) == 0
    assert stats.score_elo(10 / 11) == pytest.approx(400)
    assert stats.score_elo(0) is None
    assert stats.score_elo(1) is None


@pytest.mark.parametrize("counts", [(3, 4, 3), (7, 1, 0), (0, 9, 1), (40, 100, 20), (1, 0, 30)])
def test_win_rate_ends_where_the_score_test_rejects(counts):
    ww, split, ll = counts
    pairs = sum(counts)

    def likelihood_less(lost, margin):
        chances = (lost + margin, 1 - 2 * lost - margin, lost)
        return -sum(n * log(max(p, 1e-300)) for n, p in zip(counts, chances, strict=True))

    def score(margin):
        bounds = (max(0, -margin), (1 - margin) / 2)
        found = optimize.minimize_scalar(
            likelihood_less,
            bounds=bounds,
            args=(margin,),
            method="bounded",
            options={"xatol": 1e-12},
        )
        variance = 2 * found.x + margin - margin**2
        return (ww - ll - pairs * margin) / (pairs * variance) ** 0.5

    estimate = stats.win_rate(*counts)
    assert estimate.value == (2 * ww + split) / (2 * pairs)
    if estimate.low > 0:
        assert score(2 * estimate.low - 1) == pytest.approx(1.95996, abs=1e-3)
    if estimate.high < 1:
        assert score(2 * estimate.high - 1) == pytest.approx(-1.95996, abs=1e-3)


def test_win_rate_at_its_limits():
    assert stats.win_rate(0, 0, 0) == stats.Estimate(None, 0.0, 1.0)
    assert stats.win_rate(9, 0, 0).high == 1.0
    assert stats.win_rate(9, 0, 0).low == pytest.approx(9 / (9 + 1.959964**2))
    only_splits = stats.win_rate(0, 9, 0)
    assert only_splits.value == 0.5
    assert only_splits.high - only_splits.low > 0.25


def test_every_small_count_gives_finite_numbers_and_swaps_sides():
    for ww in range(51):
        for ll in range(51):
            estimate = stats.pair_elo(ww, ll)
            assert (estimate.value is None) == (ww == 0 or ll == 0)
            assert (estimate.low is None, estimate.high is None) == (ww == 0, ll == 0)
            mirrored = -stats.pair_elo(ll, ww)
            assert (estimate.low, estimate.high) == pytest.approx((mirrored.low, mirrored.high))
            assert 0 < stats.exact_test(ww, ll) <= 1
            for split in (0, 1, 50):
                rate = stats.win_rate(ww, split, ll)
                assert 0 <= rate.low <= rate.high <= 1
                elo = rate.through(stats.score_elo)
                assert all(end is None or isfinite(end) for end in (elo.value, elo.low, elo.high))


@pytest.mark.parametrize("confidence", [0.8, 0.9, 0.95, 0.99, 0.999])
def test_the_test_rejects_exactly_when_the_interval_excludes_0(confidence):
    # Over all counts up to some hundred; what is far from the edge is clear anyway.
    for ww in range(301):
        for ll in range(ww + 1):
            if ww < 40 or 0.5 < (ww - ll) / (ww + ll) ** 0.5 < 5:
                low = stats.pair_elo(ww, ll, confidence).low
                is_above = low is not None and low > 0
                assert (stats.exact_test(ww, ll) <= 1 - confidence) == is_above, (ww, ll)


@pytest.mark.parametrize("bias", BIASES)
@pytest.mark.parametrize("pairs", [50, 400])
def test_size_of_the_exact_test(pairs, bias):
    generator = np.random.default_rng(pairs + bias)
    ww, _, ll = count_pairs(draw_pairs(generator, 0, bias, (8000, pairs)))
    rejected = share(lambda ww, ll: stats.exact_test(ww, ll) <= 0.05, ww, ll)
    assert 0.015 < rejected < 0.05 + 3 * (0.05 * 0.95 / 8000) ** 0.5


@pytest.mark.parametrize("bias", BIASES)
@pytest.mark.parametrize(("elo", "pairs"), [(50, 100), (50, 400), (200, 40), (800, 20)])
def test_power_of_the_exact_test_is_what_planning_says(elo, pairs, bias):
    generator = np.random.default_rng(elo + pairs + bias)
    ww, split, ll = count_pairs(draw_pairs(generator, elo, bias, (8000, pairs)))
    seen = share(lambda ww, ll: ww > ll and stats.exact_test(ww, ll) <= 0.05, ww, ll)
    planned = stats.power(elo, pairs, split_rate=split.mean() / pairs)
    assert seen == pytest.approx(planned, abs=0.025)


@pytest.mark.parametrize("bias", BIASES)
@pytest.mark.parametrize("elo", STRENGTHS)
@pytest.mark.parametrize("pairs", [200, 1000])
def test_coverage_of_pair_elo(pairs, elo, bias):
    generator = np.random.default_rng(elo + bias)
    ww, _, ll = count_pairs(draw_pairs(generator, elo, bias, (4000, pairs)))
    held = share(lambda ww, ll: holds(stats.pair_elo(ww, ll), elo), ww, ll)
    # An exact interval holds at least as often as it says, and not much more often.
    assert held > 0.95 - 3 * (0.05 * 0.95 / 4000) ** 0.5
    assert held < (0.985 if ll.mean() > 5 else 1.01)


@pytest.mark.parametrize("bias", BIASES)
@pytest.mark.parametrize("elo", STRENGTHS)
@pytest.mark.parametrize("pairs", [20, 200])
def test_coverage_of_the_win_rate(pairs, elo, bias):
    generator = np.random.default_rng(elo + bias)
    truth = (1 + draw_pairs(generator, elo, bias, 4_000_000).mean(dtype=float)) / 2
    counts = count_pairs(draw_pairs(generator, elo, bias, (4000, pairs)))
    held = share(lambda *counts: holds(stats.win_rate(*counts), truth), *counts)
    assert held > 0.93
    assert held < (0.965 if pairs == 200 else 0.99)


def test_treating_the_games_of_lopsided_pairs_as_separate_would_be_wrong():
    generator = np.random.default_rng(5)
    ww, split, ll = count_pairs(draw_pairs(generator, 0, 400, (4000, 200)))
    held = share(lambda *counts: holds(stats.win_rate(*counts), 0.5), ww, split, ll)
    by_games = share(lambda won: holds(stats.wilson(won, 400), 0.5), 2 * ww + split)
    assert 0.935 < held < 0.965
    assert by_games > 0.985


def test_difference_of_two_estimates_covers():
    generator = np.random.default_rng(6)
    held = 0
    for _ in range(2000):
        nodes = generator.multinomial(500, stats.pair_probabilities(80))
        seconds = generator.multinomial(300, stats.pair_probabilities(30))
        cost = stats.difference(
            stats.pair_elo(nodes[0], nodes[2]), stats.pair_elo(seconds[0], seconds[2])
        )
        held += holds(cost, 50)
    assert 0.935 < held / 2000 < 0.97


def test_difference_with_open_ends():
    one_sided = stats.pair_elo(20, 0)
    both = stats.pair_elo(20, 10)
    assert stats.difference(one_sided, both).high is None
    assert stats.difference(both, one_sided).low is None
    assert stats.difference(one_sided, both).low == pytest.approx(one_sided.low - both.high)
    nothing = stats.pair_elo(0, 0)
    assert stats.difference(nothing, both) == stats.Estimate(None, None, None)
