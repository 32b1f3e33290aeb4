"""Whether ratings describe who beats whom: false alarms, power, and what ratings rest on."""

import numpy as np
import pytest

from lastknight.stats.transitivity import check_transitivity
from sampling import sampled
from simulated_pairs import wins

ELOS = np.array([0, 30, -20, 60])
HUB_FIRST = {(0, 1): 400, (0, 2): 400, (0, 3): 400, (1, 2): 60, (1, 3): 60, (2, 3): 60}


def draw(generator, pairs, *, edge=0.0, openings=None):
    """Pairs of each pairing; player 1 has `edge` more against 2 than ratings say.

    With few openings every repeat ends as the first time.
    """
    a, b, won, opening = [], [], [], []
    for (one, other), count in pairs.items():
        extra = edge if (one, other) == (1, 2) else 0.0
        distinct = count if openings is None else openings
        bias = 338 * np.ones(distinct) * np.array([[1], [-1]])
        games = wins(generator, ELOS[one] - ELOS[other] + extra + bias).T
        place = np.arange(count) % distinct
        a.append(np.full(count, one))
        b.append(np.full(count, other))
        won.append(games[place])
        opening.append(place)
    columns = map(np.concatenate, (a, b, won, opening))
    return dict(zip(("a", "b", "a_won", "opening"), columns, strict=True))


def alarms(runs, **how):
    generator = np.random.default_rng(2)
    found = []
    for seed in range(runs):
        drawn = draw(generator, HUB_FIRST, **how)
        found.append(
            check_transitivity(
                drawn["a"],
                drawn["b"],
                drawn["a_won"],
                opening=drawn["opening"],
                players=4,
                seed=seed,
            )
        )
    return found


@pytest.mark.parametrize("openings", [None, 30])
def test_transitive_players_rarely_raise_an_alarm(openings):
    runs = sampled(240)
    found = alarms(runs, openings=openings)
    rate = sum(one.surprise is not None for one in found) / runs
    assert rate <= 0.05 + 3 * (0.05 * 0.95 / runs) ** 0.5


def test_an_intransitive_pairing_is_found_and_named():
    runs = sampled(60)
    found = [one.surprise for one in alarms(runs, edge=250) if one.surprise is not None]
    assert len(found) > 0.8 * runs
    named = [one for one in found if (one.winner, one.loser) == (1, 2)]
    assert len(named) > 0.9 * len(found)
    assert all(one.seen > one.expected for one in found)


def test_ratings_from_mostly_one_opponent_say_so():
    found = alarms(1)[0]
    assert found.hub == 0
    assert found.hub_share == pytest.approx(400 / 520)
    said = found.sentences(["improved", "open", "ratio", "center"])
    assert said[0] == "The ratings come mostly from games with improved: 77 % of the others' games."


def one_of_each(pairings):
    """A won and a lost pair of each pairing."""
    a, b = np.repeat(pairings, 2, axis=0).T
    won = np.tile([[1, 1], [0, 0]], (len(pairings), 1))
    opening = np.arange(len(a))
    return check_transitivity(a, b, won, opening=opening, players=int(max(a.max(), b.max())) + 1)


def test_a_round_robin_has_no_main_opponent():
    found = one_of_each([(0, 1), (0, 2), (1, 2)])
    assert found.hub is None
    assert found.p_value == 1
    assert found.sentences("ABC") == []


def test_nothing_tests_ratings_from_one_opponent_alone():
    found = one_of_each([(1, 0), (2, 0), (3, 0)])
    assert (found.hub, found.hub_share, found.p_value) == (0, 1, None)
    assert found.sentences("ABCD") == [
        "The ratings come mostly from games with A: 100 % of the others' games.",
        "No games among the others test whether the ratings hold between them.",
    ]


def test_two_players_need_no_check():
    assert one_of_each([(0, 1)]).sentences("AB") == []
