"""Ratings from decided pairs: on the scale of pair-Elo, whatever the openings."""

import numpy as np
import pytest

from lastknight import ArgumentError, stats
from simulated_pairs import draw_tournament, holds


def pairs_of(games):
    """The pairs of a simulated tournament: a, b, whether A won first and second, opening."""
    first, second, won, opening = games
    count = len(first) // (opening.max() + 1) // 2
    halves = [column.reshape(-1, 2, count) for column in (first, second, won, opening)]
    a, b = halves[0][:, 0].ravel(), halves[1][:, 0].ravel()
    a_won = np.stack([halves[2][:, 0].ravel(), ~halves[2][:, 1].ravel()], axis=1)
    return a, b, a_won, halves[3][:, 0].ravel()


def rate(games, **options):
    a, b, won, opening = pairs_of(games)
    return stats.rate_pairs(a, b, won, opening=opening, **options)


@pytest.mark.parametrize("bias", [0, 400])
def test_recovers_what_the_games_were_drawn_from_on_any_openings(bias):
    truth = np.array([0, 200, -150, 60])
    games = draw_tournament(np.random.default_rng(2), truth, 4000, first_move=60, bias=bias)
    found = rate(games, replicates=100)
    for estimate, rating in zip(found.ratings, truth, strict=True):
        assert estimate.value == pytest.approx(rating, abs=12)
    assert found.games == 4000 * 6 * 2
    assert found.openings == 4000


def test_two_players_have_their_pair_elo():
    games = draw_tournament(np.random.default_rng(3), [0, 70], 3000, bias=300)
    _, _, won, _ = pairs_of(games)
    both = won.sum(axis=1)
    expected = stats.pair_elo(int((both == 0).sum()), int((both == 2).sum()))
    found = rate(games).ratings[1]
    assert found.value == pytest.approx(expected.value, abs=1)
    assert found.low == pytest.approx(expected.low, abs=2)
    assert found.high == pytest.approx(expected.high, abs=2)


@pytest.mark.parametrize("bias", [0, 400])
def test_coverage(bias):
    generator = np.random.default_rng(bias + 7)
    truth = [0, 100, -150, 50]
    held, runs = np.zeros(len(truth)), 200
    for run in range(runs):
        games = draw_tournament(generator, truth, 120, first_move=60, bias=bias)
        found = rate(games, replicates=200, seed=run)
        held += [holds(one, elo) for one, elo in zip(found.ratings, truth, strict=True)]
    assert (held[1:] / runs > 0.89).all(), held / runs


def test_equal_players_are_rarely_called_different():
    generator = np.random.default_rng(11)
    runs = 200
    alarms = 0
    for run in range(runs):
        games = draw_tournament(generator, np.zeros(6), 60, bias=400)
        found = rate(games, replicates=200, seed=run)
        alarms += min(p for row in found.p_values for p in row) <= 0.05
    assert alarms / runs < 0.09


def test_the_first_move_is_rated_by_its_win_rate():
    won = np.array([[1, 0]] * 90 + [[0, 1]] * 10)  # the first mover wins both games of most pairs
    opening = np.arange(100)
    found = stats.rate_pairs(np.zeros(100, int), np.ones(100, int), won, opening=opening, players=2)
    assert found.first_move.value == pytest.approx(stats.score_elo(0.9))
    assert found.ratings[1].value is None, "no pair was decided"


def test_columns_of_different_lengths_are_refused():
    with pytest.raises(ArgumentError, match="must have the same length"):
        stats.rate_pairs([0, 0], [1, 1], [[1, 0]], opening=[0, 1])
