"""The interval for looking while it runs."""

import numpy as np
import pytest
from scipy.special import betaln

from lastknight import stats
from lastknight.stats.decided_pairs import DecidedPairs
from sampling import sampled
from simulated_pairs import draw_pairs, holds


def look(outcomes, looks):
    """(ww, ll) at each look, the axes (run, look)."""
    every = outcomes.shape[1] // looks
    ww, ll = (np.cumsum(outcomes == kind, axis=1)[:, every - 1 :: every] for kind in (1, -1))
    return ww.tolist(), ll.tolist()


@pytest.mark.parametrize("counts", [(1, 0), (0, 3), (12, 5), (600, 400), (9999, 1)])
def test_ends_are_where_the_martingale_reaches_its_limit(counts):
    ww, ll = counts
    estimate = stats.anytime_elo(ww, ll)
    for end in (estimate.low, estimate.high):
        if end is not None:
            odds = 10 ** (end / 200)
            log_ratio = betaln(5 + ww, 5 + ll) - betaln(5, 5)
            log_ratio -= ww * np.log(odds / (1 + odds)) - ll * np.log(1 + odds)
            assert log_ratio == pytest.approx(np.log(20), abs=1e-6)


def test_the_martingale_has_mean_one_by_hand():
    # After two decided pairs with P(WW) = p: the mean over WW-WW, mixed and LL-LL.
    p = 0.7
    mixture = {0: 5 * 6 / (10 * 11), 1: 5 * 5 / (10 * 11), 2: 5 * 6 / (10 * 11)}
    assert mixture[0] + 2 * mixture[1] + mixture[2] == pytest.approx(1)
    assert np.exp(betaln(7, 5) - betaln(5, 5)) == pytest.approx(mixture[2])
    low = stats.anytime_elo(2, 0).low
    odds = 10 ** (low / 200)
    assert (odds / (1 + odds)) ** 2 == pytest.approx(0.05 * mixture[2])
    assert p > odds / (1 + odds)


def test_every_small_count_gives_finite_numbers_and_swaps_sides():
    for ww in range(51):
        for ll in range(51):
            estimate = stats.anytime_elo(ww, ll)
            assert (estimate.value is None) == (ww == 0 or ll == 0)
            assert (estimate.low is None, estimate.high is None) == (ww == 0, ll == 0)
            mirrored = -stats.anytime_elo(ll, ww)
            assert (estimate.low, estimate.high) == pytest.approx((mirrored.low, mirrored.high))


def test_wider_than_the_interval_for_one_look_but_not_by_much():
    for ww, ll in [(60, 40), (600, 400), (5100, 4900)]:
        once, always = stats.pair_elo(ww, ll), stats.anytime_elo(ww, ll)
        ratio = (always.high - always.low) / (once.high - once.low)
        assert 1.2 < ratio < 2


@pytest.mark.parametrize("bias", [0, 400])
@pytest.mark.parametrize("elo", [0, 50, 200, 800])
def test_coverage_at_the_stopping_time_of_20_looks(elo, bias):
    generator = np.random.default_rng(elo + bias)
    runs = sampled(1000)
    ww, ll = look(draw_pairs(generator, elo, bias, (runs, 1000)), looks=20)
    held = {"anytime": 0, "at all looks": 0, "once": 0}
    for run in range(runs):
        intervals = [stats.anytime_elo(*counts) for counts in zip(ww[run], ll[run], strict=True)]
        # The worst way to stop: as soon as 0, or for players who are equal the truth, is left out.
        stop = next((one for one in intervals if not holds(one, 0)), intervals[-1])
        held["anytime"] += holds(stop, elo)
        held["at all looks"] += all(holds(one, elo) for one in intervals)
        plain = [stats.pair_elo(*counts) for counts in zip(ww[run], ll[run], strict=True)]
        held["once"] += all(holds(one, elo) for one in plain)
    assert held["anytime"] >= held["at all looks"] > 0.95 * runs
    assert elo > 200 or held["once"] < 0.85 * runs


@pytest.mark.parametrize("openings", [20, 315])
def test_repeated_openings_do_not_exclude_equal_players(openings):
    generator = np.random.default_rng(openings)
    runs, alarms, naive = sampled(600), 0, 0
    for _ in range(runs):
        fixed = draw_pairs(generator, 0, 400, openings)
        pairs, alarm, naive_alarm = DecidedPairs(), False, False
        for _ in range(8):  # a look after every pass over the same games
            pairs.add_pairs(range(openings), [(x >= 0, x > 0) for x in fixed.tolist()])
            effect = pairs.live_design_effect()
            alarm |= not holds(stats.anytime_elo(pairs.ww, pairs.ll, design_effect=effect), 0)
            naive_alarm |= not holds(stats.anytime_elo(pairs.ww, pairs.ll), 0)
        alarms, naive = alarms + alarm, naive + naive_alarm
    assert alarms <= 0.05 * runs
    assert naive > 0.1 * runs


def test_one_opening_leaves_the_live_interval_open():
    pairs = DecidedPairs.of([(30, 10)])
    estimate = stats.anytime_elo(30, 10, design_effect=pairs.live_design_effect())
    assert (estimate.low, estimate.high) == (None, None)
    assert estimate.value == stats.pair_elo(30, 10).value


def test_looking_20_times_at_the_test_for_one_look_gives_many_false_alarms():
    generator = np.random.default_rng(20)
    ww, ll = look(draw_pairs(generator, 0, 0, (2000, 2000)), looks=20)
    alarms = sum(
        any(not holds(stats.pair_elo(*counts), 0) for counts in zip(*run, strict=True))
        for run in zip(ww, ll, strict=True)
    )
    assert 0.2 < alarms / 2000 < 0.3
