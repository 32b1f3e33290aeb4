"""Few games tell no lies: orders without ratings, ranks that nothing supports, advice."""

from itertools import combinations

import numpy as np
import pytest

from lastknight import stats
from lastknight.stats.ratings import TOO_FEW


def rate(players, pairs, results):
    """Ratings of a round robin; `results` gives the two games of a pair, 1 if A won."""
    met = list(combinations(range(players), 2))
    a, b = np.repeat(met, pairs, axis=0).T
    won = [results(one, other, pair) for one, other in met for pair in range(pairs)]
    opening = np.tile(np.arange(pairs), len(met))
    return stats.rate_pairs(a, b, won, opening=opening, players=players, anchor=players - 1)


def stronger_wins(one, other, _pair):
    return (1, 1) if one < other else (0, 0)


def test_a_player_who_never_lost_is_first():
    for pairs in (1, 2, 3):
        found = rate(4, pairs, stronger_wins)
        assert found.order == (0, 1, 2, 3)
        assert found.scores == (1.0, 2 / 3, 1 / 3, 0.0)


def test_as_long_as_somebody_has_no_rating_the_score_decides():
    def results(one, other, pair):
        if 0 in (one, other):  # the first player splits with the last, and wins once otherwise
            return (1, 0) if other == 3 else (1, pair % 2)
        return (0, 0) if (one, other) == (1, 2) else (1, 0)

    found = rate(4, 1, results)
    assert any(one.value is None for one in found.ratings)
    scores = [found.scores[place] for place in found.order]
    assert scores == sorted(scores, reverse=True)


@pytest.mark.parametrize("pairs", [1, 2])
def test_few_pairs_rank_nobody_and_say_so(pairs):
    """Even somebody who lost all 64 games among 17 players."""
    found = rate(17, pairs, stronger_wins)
    assert {found.describe_rank(ranks, 17) for ranks in found.ranks} == {TOO_FEW}
    assert 20 < found.pairs_to_rank < 60


def test_many_pairs_have_ranks_however_wide():
    found = rate(3, 400, lambda _one, _other, pair: (pair % 2, pair % 2))
    assert found.openings > found.pairs_to_rank
    assert {found.describe_rank(ranks, 3) for ranks in found.ranks} == {"1st to 3rd"}


def test_opponents_in_common_save_pairs():
    alone = stats.rate_pairs([0], [1], [(1, 0)], opening=[0], players=2)
    among_many = rate(12, 1, stronger_wins)
    assert among_many.pairs_to_rank < alone.pairs_to_rank
