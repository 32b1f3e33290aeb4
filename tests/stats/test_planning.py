"""Planning: power by brute force, and the three questions that turn into one another."""

from math import ceil

import numpy as np
import pytest
from scipy.stats import binom

import lastknight as lk
from lastknight import stats
from lastknight.stats.planning import SPLIT_RATE, expected_split_rate, rating_share
from sampling import sampled
from simulated_pairs import wins


def brute_power(elo, pairs, *, split_rate, confidence=0.95):
    """The sum over all outcomes of all pairs."""
    p = 1 / (1 + 10 ** (-elo / 200))
    total = 0.0
    for decided in range(pairs + 1):
        weight = binom.pmf(decided, pairs, 1 - split_rate)
        for ww in range(decided // 2 + 1, decided + 1):
            if stats.exact_test(ww, decided - ww) <= 1 - confidence + 1e-12:
                total += weight * binom.pmf(ww, decided, p)
    return total


@pytest.mark.parametrize(
    ("elo", "pairs", "split_rate", "confidence"),
    [
        (50, 30, 0.5, 0.95),
        (200, 12, 0.3, 0.95),
        (100, 40, 0.8, 0.9),
        (0, 25, 0.0, 0.95),
        (800, 9, 0.1, 0.99),
    ],
)
def test_power_by_brute_force(elo, pairs, split_rate, confidence):
    found = stats.power(elo, pairs, split_rate=split_rate, confidence=confidence)
    expected = brute_power(elo, pairs, split_rate=split_rate, confidence=confidence)
    assert found == pytest.approx(expected, abs=1e-9)


def test_power_is_continuous_where_the_approximation_begins():
    below, above = (stats.power(0.7, pairs, split_rate=0.5) for pairs in (1_000_000, 1_000_001))
    assert 0.2 < below < 0.9
    assert above == pytest.approx(below, abs=0.003)


@pytest.mark.parametrize("elo", [5, 20, 100, 400, 800, 4000])
@pytest.mark.parametrize("split_rate", [0.0, 0.5, 0.95])
def test_pairs_needed_is_where_the_power_is_reached(elo, split_rate):
    pairs = stats.pairs_needed(elo, split_rate=split_rate)
    assert stats.power(elo, pairs, split_rate=split_rate) >= 0.8
    assert stats.power(elo, pairs - 1, split_rate=split_rate) < 0.8
    # Without splits the power goes up and down by a percent from one number to the next.
    fewer = int(pairs * (0.97 if split_rate else 0.9)) - 2
    assert stats.power(elo, max(fewer, 0), split_rate=split_rate) < 0.8


def test_pairs_needed_is_close_to_the_textbook_formula():
    p = 1 / (1 + 10 ** (-20 / 200))
    decided = ((1.95996 / 2 + 0.84162 * (p * (1 - p)) ** 0.5) / (p - 0.5)) ** 2
    assert decided < stats.pairs_needed(20, split_rate=0) < 1.04 * decided


def test_both_directions_need_the_same():
    assert stats.pairs_needed(-35) == stats.pairs_needed(35)
    assert stats.power(-35, 300) == stats.power(35, 300)


def test_bias_is_another_way_to_say_how_many_split():
    _, split, _ = stats.pair_probabilities(30, bias=300)
    assert stats.pairs_needed(30, bias=300) == stats.pairs_needed(30, split_rate=split)
    assert stats.pairs_needed(30, bias=300) > 1.5 * stats.pairs_needed(30, bias=0)
    assert stats.pairs_needed(30) == stats.pairs_needed(30, bias=400 * np.log10(7))


def test_by_default_as_many_pairs_split_as_in_this_game():
    """Between equal searchers on 7x7 the attacker wins 87.5 % of the games."""
    attacker = 0.875
    splits = attacker**2 + (1 - attacker) ** 2
    assert pytest.approx(splits) == SPLIT_RATE == expected_split_rate(0, 0)
    assert stats.pairs_needed(5) == pytest.approx(stats.pairs_needed(5, split_rate=0.78), rel=0.01)
    assert expected_split_rate(400, 1000) == pytest.approx(0.4, abs=0.001)


@pytest.mark.parametrize(
    ("pairings", "resistance"),
    [
        ([(0, 1), (0, 2), (0, 3)], 2),  # two who met the same opponent
        ([(a, b) for a in range(5) for b in range(a + 1, 5)], 2 / 5),
        ([(0, 1), (1, 2), (2, 3)], 3),
    ],
)
def test_a_tournament_compares_players_through_others_too(pairings, resistance):
    assert rating_share(pairings) == pytest.approx(resistance)


def test_players_that_never_meet_cannot_be_compared():
    with pytest.raises(lk.ArgumentError, match="some players never meet"):
        rating_share([(0, 1), (2, 3)])


def test_the_planned_pairs_of_a_tournament_find_a_difference():
    """Three players, one 60 Elo better: about four times out of five, after Holm."""
    pairings = [(0, 1), (0, 2), (1, 2)]
    pairs = ceil(
        stats.pairs_needed(60, split_rate=0.5, confidence=1 - 0.05 / 3) * rating_share(pairings)
    )
    generator, runs, found = np.random.default_rng(3), sampled(150), 0
    elos = np.array([60, 0, 0])
    for _ in range(runs):
        a, b = np.repeat(pairings, pairs, axis=0).T
        games = wins(generator, (elos[a] - elos[b])[:, None] * np.ones(2))
        opening = np.arange(len(a))
        rated = stats.rate_pairs(a, b, games, opening=opening, replicates=300, seed=1)
        found += rated.p_values[0][1] < 0.05
    assert 0.7 < found / runs < 0.95


def test_more_certainty_takes_more_pairs():
    needed = [stats.pairs_needed(30, power=power) for power in (0.3, 0.5, 0.8, 0.9, 0.99)]
    assert needed == sorted(set(needed))
    assert stats.pairs_needed(30, confidence=0.99) > 1.3 * stats.pairs_needed(30)


@pytest.mark.parametrize("pairs", [20, 300, 20_000])
def test_detectable_elo_is_the_inverse_of_pairs_needed(pairs):
    elo = stats.detectable_elo(pairs)
    assert stats.power(elo, pairs) == pytest.approx(0.8, abs=1e-6)
    assert stats.pairs_needed(elo * 1.001) <= pairs < stats.pairs_needed(elo * 0.9)


def test_too_few_pairs_detect_nothing():
    assert stats.detectable_elo(0) is None
    assert stats.detectable_elo(5, split_rate=0) is None
    assert stats.detectable_elo(6, split_rate=0) is not None
    assert stats.power(800, 0) == 0


def test_power_rises_with_strength_and_with_pairs():
    table = np.array(
        [[stats.power(e, n, bias=0) for e in (0, 50, 200, 800)] for n in (40, 400, 4000)]
    )
    assert (np.diff(table, axis=1) > -1e-9).all()
    assert (np.diff(table[:, 1:], axis=0) > -1e-9).all()
    assert table[1, 1] > table[0, 1] > table[0, 0] + 0.1
    assert (table[:, 0] <= 0.025).all()
    assert np.isfinite(table).all()


def test_duration():
    assert stats.duration(500, 100) == 10.0
    assert stats.duration(0, 100) == 0.0
