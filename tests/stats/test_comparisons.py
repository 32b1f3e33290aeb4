"""Many comparisons: Holm's adjustment and ranks."""

import numpy as np
import pytest
from scipy import special

from lastknight import stats


def test_holm_by_hand():
    assert stats.holm([0.01, 0.02, 0.03, 0.04, 0.05]) == pytest.approx(
        [0.05, 0.08, 0.09, 0.09, 0.09]
    )
    assert stats.holm([0.04, 0.001, 0.5]) == pytest.approx([0.08, 0.003, 0.5])
    assert stats.holm([0.9, 0.8]) == [1.0, 1.0]
    assert stats.holm([]) == []
    assert stats.holm([0.3]) == [0.3]


@pytest.mark.parametrize("shared", [0.0, 0.7])
@pytest.mark.parametrize("false_claims", [10, 6])
def test_family_wise_error(false_claims, shared):
    """Ten z-tests, some of true differences, with a common part in their errors."""
    generator = np.random.default_rng(false_claims)
    runs = 8000
    common = generator.standard_normal((runs, 1))
    z = shared**0.5 * common + (1 - shared) ** 0.5 * generator.standard_normal((runs, 10))
    z[:, false_claims:] += 6
    p_values = 2 * special.ndtr(-np.abs(z))
    claimed = np.array([stats.holm(row) for row in p_values.tolist()]) <= 0.05
    alarms = claimed[:, :false_claims].any(axis=1).mean()
    assert 0.015 < alarms < 0.05 + 3 * (0.05 * 0.95 / runs) ** 0.5
    plain = (p_values[:, :false_claims] <= 0.05).any(axis=1).mean()
    assert plain > 0.13
    if false_claims == 10 and shared == 0:
        assert plain == pytest.approx(1 - 0.95**10, abs=0.02)  # 40 %
    if false_claims == 6:
        assert claimed[:, 6:].mean() > 0.98


def test_rank_sets_by_hand():
    p_values = np.ones((4, 4))
    p_values[0, 1:] = p_values[1:, 0] = 0.01  # player 0 is told apart from all
    p_values[1, 3] = p_values[3, 1] = 0.05  # and 1 from 3
    sets = stats.rank_sets([50, 10, 5, 0], p_values.tolist())
    assert [str(ranks) for ranks in sets] == ["1st", "2nd to 3rd", "2nd to 4th", "3rd to 4th"]


def test_rank_sets_of_equals_and_of_no_players():
    assert stats.rank_sets([0, 0], [[1, 1], [1, 1]]) == [stats.RankSet(1, 2)] * 2
    assert stats.rank_sets([], []) == []


def test_rank_sets_are_valid_together():
    generator = np.random.default_rng(1)
    truth = np.array([0.0, 0.0, 1.0, 2.0, 4.0])
    places = [(1 + (truth > one).sum(), (truth >= one).sum()) for one in truth]
    wrong = 0
    for _ in range(1500):
        seen = truth + 0.5 * generator.standard_normal(5)
        z = (seen[:, None] - seen[None, :]) / (0.5 * 2**0.5)
        upper = np.triu_indices(5, k=1)
        p_values = np.ones((5, 5))
        p_values[upper] = stats.holm((2 * special.ndtr(-np.abs(z[upper]))).tolist())
        p_values = np.minimum(p_values, p_values.T)
        sets = stats.rank_sets(seen.tolist(), p_values.tolist())
        wrong += any(
            ranks.best > best or ranks.worst < worst
            for ranks, (best, worst) in zip(sets, places, strict=True)
        )
    assert 0 < wrong / 1500 < 0.06


@pytest.mark.parametrize(
    ("place", "words"),
    [(1, "1st"), (2, "2nd"), (3, "3rd"), (4, "4th"), (13, "13th"), (22, "22nd"), (111, "111th")],
)
def test_ordinals(place, words):
    assert stats.ordinal(place) == words
