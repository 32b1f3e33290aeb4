"""The ceiling: Perfect against the baseline."""

from collections import Counter

import pytest

import lastknight as lk
from lastknight.analysis import Inquiry, Session
from lastknight.analysis.ceiling import PAIRS, find_ceiling, planned_ceiling
from lastknight.matches.archive import stored_games


def inquire(**options) -> Inquiry:
    given = {
        "candidates": (lk.heuristic("ratio"),),
        "nodes": 150,
        "start": lk.Position(5, 5),
        "effort": "quick",
    }
    return Inquiry(**given | options)


def test_perfect_never_loses_what_it_can_win(tmp_path):
    with lk.Store(tmp_path / "games.db") as store:
        session = Session(inquire(), workers=1, store=store)
        found = find_ceiling(session)
        assert session.games == 2 * found.pairs == 2 * PAIRS["quick"]
        games = [g for one in store.experiments() for g in stored_games(store, one)]
        assert len(games) == session.games
        wins = Counter(game.a_attacks for game in games if game.a_won)
        assert (found.attacker.wins, found.defender.wins) == (wins[True], wins[False])
        assert found.win_rate.value == sum(wins.values()) / len(games)
        for game in games:
            if lk.solve(game.opening.position).winner == game.a_player:
                assert game.a_won
        again = Session(inquire(), workers=1, store=store)
        assert find_ceiling(again) == found
        assert len(store.experiments()) == 1


def test_it_plays_the_first_openings_of_the_analysis(tmp_path):
    own = Session(inquire())._plan([planned_ceiling(inquire())]).drawn
    with lk.Store(tmp_path / "games.db") as store:
        find_ceiling(Session(inquire(), workers=1, store=store))
        (experiment,) = store.experiments()
        games = list(stored_games(store, experiment))
    assert [game.opening.moves for game in games[::2]] == [one.moves for one in own]


def test_of_a_census_it_plays_openings_that_are_evenly_spaced():
    found = find_ceiling(Session(inquire(openings="census"), workers=1))
    assert found.pairs == found.openings == PAIRS["quick"]


def test_without_both_knights_placed_there_are_no_roles():
    found = find_ceiling(Session(inquire(openings=["c3", "a1"]), workers=1))
    assert found.attacker is found.defender is None
    assert found.pairs == 2


@pytest.mark.parametrize("size", [(8, 8), (9, 7)])
def test_boards_beyond_the_solver_have_no_ceiling(size):
    assert find_ceiling(Session(inquire(start=lk.Position(*size)))) is None
