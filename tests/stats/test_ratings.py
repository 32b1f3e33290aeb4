"""Ratings: the likelihood against a slow reference, ratings and their errors by simulation."""

import numpy as np
import pytest
from scipy import optimize

from lastknight import stats
from lastknight.stats.likelihood import find_unbounded
from sampling import sampled
from simulated_pairs import LOGISTIC, draw_tournament, holds, wins


def rate(games, **options):
    first, second, won, opening = games
    return stats.bradley_terry(first, second, won, opening=opening, **options)


def reference_fit(games, players):
    """Maximum likelihood with the prior, by a general optimiser, in Elo from player 0."""
    first, second, won, _ = games

    def less(parameters):
        strength, move = parameters[:-1], parameters[-1]
        advantage = strength[first] - strength[second] + move
        total = np.logaddexp(0, np.where(won, -advantage, advantage)).sum()
        for i in range(players):  # half a pair won and half a pair lost, over all opponents
            for j in set(range(players)) - {i}:
                ahead = strength[i] - strength[j]
                both = np.logaddexp(0, -ahead - move) + np.logaddexp(0, -ahead + move)
                total += 0.5 / (players - 1) * both
        return total

    found = optimize.minimize(less, np.zeros(players + 1), method="BFGS", options={"gtol": 1e-6}).x
    return (found[:-1] - found[0]) / LOGISTIC, found[-1] / LOGISTIC


def test_most_likely_ratings_are_those_of_a_slow_reference():
    generator = np.random.default_rng(1)
    games = draw_tournament(generator, [0, 150, -200, 40], 30, first_move=80)
    found = rate(games, replicates=10)
    ratings, first_move = reference_fit(games, 4)
    assert [one.value for one in found.ratings] == pytest.approx(ratings, abs=0.05)
    assert found.first_move.value == pytest.approx(first_move, abs=0.05)


def test_two_players_by_hand():
    # 3 to 1 with either side: 400 log10(3), and the first move is worth nothing.
    first, second = np.tile([0, 1], 4000), np.tile([1, 0], 4000)
    won = np.tile([1, 0, 1, 0, 1, 0, 0, 1], 1000)
    found = stats.bradley_terry(first, second, won, opening=np.arange(8000) // 2, anchor=1)
    assert found.ratings[0].value == pytest.approx(190.8, abs=0.2)
    assert found.ratings[1] == stats.Estimate(0.0, 0.0, 0.0)
    assert found.first_move.value == pytest.approx(0, abs=1e-6)
    assert (found.games, found.openings) == (8000, 4000)


def test_recovers_what_the_games_were_drawn_from():
    truth = np.array([0, 300, -300, 120, 100, 800])
    games = draw_tournament(np.random.default_rng(2), truth, 2000, first_move=60)
    found = rate(games, replicates=200)
    for estimate, rating in zip(found.ratings, truth, strict=True):
        assert estimate.value == pytest.approx(rating, abs=40 if rating == 800 else 12)
    assert found.first_move.value == pytest.approx(60, abs=6)
    assert [str(ranks) for ranks in found.ranks] == ["5th", "2nd", "6th", "3rd", "4th", "1st"]


@pytest.mark.parametrize("truth", [[0, 100, -150, 50], [0, 800, 400, -50]])
@pytest.mark.parametrize("openings", [25, 100])
def test_coverage_of_the_bootstrap(truth, openings):
    generator = np.random.default_rng(openings)
    held = np.zeros(len(truth) + 1)
    runs = 300
    for run in range(runs):
        games = draw_tournament(generator, truth, openings, first_move=60)
        found = rate(games, replicates=300, seed=run)
        held[:-1] += [holds(one, elo) for one, elo in zip(found.ratings, truth, strict=True)]
        held[-1] += holds(found.first_move, 60)
    assert (held[1:] / runs > 0.9).all(), held / runs
    assert 0.93 < held[1:].mean() / runs < 0.98


@pytest.mark.parametrize("bias", [0, 400])
def test_equal_players_are_rarely_called_different(bias):
    generator = np.random.default_rng(bias)
    runs = sampled(300)
    alarms = unadjusted = 0
    for run in range(runs):
        games = draw_tournament(generator, np.zeros(6), 40, bias=bias)
        found = rate(games, replicates=300, seed=run)
        alarms += min(p for row in found.p_values for p in row) <= 0.05
        unadjusted += any(not holds(one, 0) for row in found.differences for one in row)
        if alarms == 0:
            assert all(str(ranks) == "1st to 6th" for ranks in found.ranks)
    assert alarms / runs < 0.085
    assert unadjusted / runs > 0.2, "15 intervals, each for itself, do not hold together"


def test_lopsided_openings_shrink_ratings_but_not_pair_elo():
    games = draw_tournament(np.random.default_rng(3), [0, 200], 20_000, bias=400)
    found = rate(games, replicates=100)
    won = games[2].reshape(-1, 2)  # player 0 moves first, then player 1
    outcomes = (~won[:, 0]).astype(int) + won[:, 1]
    by_pairs = stats.pair_elo(int((outcomes == 2).sum()), int((outcomes == 0).sum()))
    assert holds(by_pairs, 200)
    assert 100 < found.ratings[1].value < 130


def test_all_games_on_an_opening_stay_together():
    games = draw_tournament(np.random.default_rng(4), [0, 60, 30], 100)
    ten_times = [np.tile(column, 10) for column in games]
    as_new = [*ten_times[:3], np.arange(len(ten_times[0])) // 2]
    once, repeated, fooled = (rate(one).ratings[1] for one in (games, ten_times, as_new))
    width = [one.high - one.low for one in (once, repeated, fooled)]
    assert width[1] == pytest.approx(width[0], rel=0.1)
    assert width[2] < 0.45 * width[0]


def test_the_anchor_moves_the_scale_and_nothing_else():
    games = draw_tournament(np.random.default_rng(5), [0, 60, 30], 100)
    one, other = rate(games, anchor=0), rate(games, anchor=2)
    assert one.differences == other.differences
    assert one.p_values == other.p_values
    assert one.ranks == other.ranks
    assert one.ratings[2].value == pytest.approx(-other.ratings[0].value)
    assert other.ratings[2] == stats.Estimate(0.0, 0.0, 0.0)


def test_the_matrix_is_mirrored_and_agrees_with_the_ratings():
    found = rate(draw_tournament(np.random.default_rng(6), [0, 90, 30, -60], 60))
    for i, row in enumerate(found.differences):
        assert row[0] == found.ratings[i]
        for j, one in enumerate(row):
            other = found.differences[j][i]
            ends = (one.value, one.low, one.high)
            assert ends == pytest.approx((-other.value, -other.high, -other.low))
            assert found.p_values[i][j] == found.p_values[j][i]


def test_the_seed_fixes_the_result_and_may_be_a_generator():
    games = draw_tournament(np.random.default_rng(7), [0, 90, 30], 50)
    assert rate(games, seed=3) == rate(games, seed=3)
    assert rate(games, seed=3) == rate(games, seed=np.random.default_rng(3))
    assert rate(games, seed=3) != rate(games, seed=4)


def test_a_player_who_never_loses_has_no_upper_end_and_ranks_first():
    generator = np.random.default_rng(8)
    games = draw_tournament(generator, [0, 50, 0, 0], 100)
    games = [*games[:2], np.where(games[0] == 3, 1, np.where(games[1] == 3, 0, games[2])), games[3]]
    found = rate(games)
    best = found.ratings[3]
    assert best.high is None
    assert best.low > 200
    assert best.value > best.low
    assert str(found.ranks[3]) == "1st"
    assert found.p_values[3][0] < 1e-6
    # 600 games without a loss: 97.5 % of Gamma(1/2) is below 2.51 pairs, two lost games each.
    assert best.low == pytest.approx(400 * np.log10(600 / 5.02), abs=25)


@pytest.mark.parametrize(("pairs", "told"), [(4, False), (5, False), (12, True)])
def test_few_pairs_without_a_loss(pairs, told):
    first, second = np.tile([0, 1], pairs), np.tile([1, 0], pairs)
    won = np.tile([0, 1], pairs)
    found = stats.bradley_terry(first, second, won, opening=np.arange(2 * pairs) // 2)
    p_value = found.p_values[0][1]
    assert (p_value < 0.02) == told
    assert stats.exact_test(pairs, 0) / 4 < p_value < 40 * stats.exact_test(pairs, 0)


def test_splits_alone_say_nothing_about_strength():
    first, second = np.tile([0, 1], 50), np.tile([1, 0], 50)
    found = stats.bradley_terry(first, second, np.ones(100, int), opening=np.arange(100) // 2)
    assert found.ratings[1] == stats.Estimate(None, None, None)
    assert found.first_move.high is None
    assert found.first_move.low > 100
    assert [str(ranks) for ranks in found.ranks] == ["1st to 2nd", "1st to 2nd"]


def test_a_player_without_games_is_unknown():
    games = draw_tournament(np.random.default_rng(9), [0, 90], 60)
    found = rate(games, players=3)
    assert found.ratings[2] == stats.Estimate(None, None, None)
    assert str(found.ranks[2]) == "1st to 3rd"
    nothing = stats.bradley_terry([], [], [], opening=[], players=2)
    assert nothing.ratings[1] == stats.Estimate(None, None, None)
    assert nothing.games == nothing.openings == 0


def test_one_opening_says_nothing_about_others():
    games = draw_tournament(np.random.default_rng(10), [0, 90], 60)
    found = rate([*games[:3], np.zeros(120, int)])
    assert found.ratings[1] == stats.Estimate(None, None, None)
    assert found.p_values[0][1] == 1


def reference_unbounded(won, lost):
    """The same question as a linear program for each pair of players."""
    players = len(won)
    rows = []
    for first, second in np.ndindex(players, players):
        row = np.zeros(players + 1)
        row[first] += 1
        row[second] -= 1
        row[-1] += 1
        rows += [-row] if won[first, second] else []
        rows += [row] if lost[first, second] else []
    answer = np.zeros((players, players), dtype=bool)
    for i, j in np.ndindex(players, players):
        aim = np.zeros(players + 1)
        aim[i] -= 1
        aim[j] += 1
        box = [(-players, players)] * players + [(-1, 1)]
        limits = {"A_ub": rows, "b_ub": np.zeros(len(rows))} if rows else {}
        best = optimize.linprog(aim, bounds=box, **limits)
        answer[i, j] = best.fun < -1e-9
    return answer


def test_unbounded_differences_agree_with_a_linear_program():
    generator = np.random.default_rng(11)
    seen = set()
    for _ in range(60):
        players = int(generator.integers(2, 5))
        often = 0.7 * generator.random()
        won, lost = (generator.random((2, players, players)) < often).astype(float)
        np.fill_diagonal(won, 0)
        np.fill_diagonal(lost, 0)
        unbounded, _, _ = find_unbounded(won, lost)
        expected = reference_unbounded(won, lost)
        assert (unbounded == expected).all()
        seen.add(bool(expected.any()))
    assert seen == {False, True}


def test_a_million_games_of_twenty_players():
    generator = np.random.default_rng(12)
    first, second = generator.integers(0, 20, (2, 1_000_000))
    strength = np.linspace(-200, 200, 20)
    won = wins(generator, strength[first] - strength[second])
    opening = generator.integers(0, 5000, 1_000_000)
    found = stats.bradley_terry(first, second, won, opening=opening)
    assert found.ratings[19].value == pytest.approx(400, abs=10)
    assert found.games == 1_000_000


def test_more_openings_than_are_drawn_one_by_one():
    generator = np.random.default_rng(13)
    won = wins(generator, np.full(60_000, 50.0))
    sides = np.zeros(60_000, int), np.ones(60_000, int)
    flipped = np.arange(60_000) % 2 == 1
    first, second = np.where(flipped, sides[::-1], sides)
    found = stats.bradley_terry(first, second, won ^ flipped, opening=np.arange(60_000) // 2)
    estimate = found.ratings[0] if found.ratings[1].value == 0 else -found.ratings[1]
    assert found.openings == 30_000
    assert holds(estimate, 50)
    # The error of a proportion in 60,000 games, in Elo.
    width = 2 * 1.96 * 400 / np.log(10) / (60_000 * 0.2448) ** 0.5
    assert estimate.high - estimate.low == pytest.approx(width, rel=0.12)
