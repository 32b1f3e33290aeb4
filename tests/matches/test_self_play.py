"""Later starts: distinct positions of quick self-play, and results that name them."""

import pytest

import lastknight as lk
from lastknight.errors import ArgumentError
from lastknight.matches.archive import export_jsonl, stored_games
from lastknight.matches.counting import gather, rate
from lastknight.matches.engine import run_plan
from lastknight.matches.game_import import import_jsonl
from lastknight.matches.openings import census_openings, random_openings
from lastknight.matches.plan import Plan, pair_up
from lastknight.matches.self_play import _kept_search, find_openings, self_play_openings
from lastknight.matches.store import Store

START = lk.Position()
WORDS = "from positions after 10 plies of quick self-play"
A, B = "Greedy(improved)", "Greedy(open)"


def plan_of(**changes):
    return Plan(*pair_up([A, B]), **{"pairs": 30, "start_ply": 10, **changes})


def outcomes(chunks):
    parts = sorted(chunks, key=lambda chunk: chunk.first_pair)
    return b"".join(chunk.a_won for chunk in parts), b"".join(chunk.moves for chunk in parts)


@pytest.mark.parametrize("start_ply", [3, 10, 17])
def test_positions_differ_under_symmetry_and_both_sides_can_move(start_ply):
    drawn = self_play_openings(START, start_ply, 300, plies=2, seed=4)
    assert len({opening.canonical for opening in drawn}) == 300
    for opening in drawn:
        position = START
        for move in opening.moves:
            position = position.play(move)
        assert position == opening.position
        assert len(opening.moves) == start_ply
        assert position.legal_moves(1)
        assert position.legal_moves(2)


def test_they_begin_with_the_random_openings_of_the_seed():
    drawn = self_play_openings(START, 10, 20, plies=2, seed=4)
    assert [one.moves[:2] for one in drawn] == [
        one.moves for one in random_openings(START, 2, 20, seed=4)
    ]


def test_the_seed_alone_decides_whatever_the_count_and_whatever_was_drawn_before():
    few = self_play_openings(START, 10, 5, plies=2, seed=4)
    many = self_play_openings(START, 10, 40, plies=2, seed=4)
    _kept_search.cache_clear()
    again = self_play_openings(START, 10, 40, plies=2, seed=4)
    assert few == many[:5]
    assert again == many
    assert self_play_openings(START, 10, 40, plies=2, seed=5) != many


def test_too_few_positions_are_an_error_with_the_number():
    small = lk.Position(width=3, height=4)
    found = find_openings(small, 4, 10_000, plies=2, seed=1)
    assert 0 < len(found) < 200
    with pytest.raises(ArgumentError, match=f"only {len(found)} distinct positions after 4 plies"):
        self_play_openings(small, 4, 10_000, plies=2, seed=1)
    narrow = lk.Position(width=2, height=4)  # each knight has one move
    with pytest.raises(ArgumentError, match="no distinct positions after 6 plies"):
        self_play_openings(narrow, 6, 1, plies=2, seed=1)


@pytest.mark.parametrize(
    ("changes", "words"),
    [
        ({"start_ply": 2}, "from 3 to 48"),
        ({"start_ply": 4, "plies": 5}, "from 6 to 48"),
        ({"start_ply": 49}, "got 49"),
        ({"start_ply": 16, "start": lk.Position(width=4, height=4)}, "from 3 to 15"),
        ({"start_ply": "10"}, "got '10'"),
        ({"start_ply": True}, "got True"),
        ({"openings": "census", "pairs": None}, "leave out census openings"),
        ({"openings": "empty"}, "leave out empty openings"),
        ({"openings": ["d4 b1"]}, "leave out listed openings"),
    ],
)
def test_a_plan_refuses_what_cannot_be_played(changes, words):
    with pytest.raises(ArgumentError, match=words):
        plan_of(**changes)


def test_a_later_start_is_an_experiment_of_its_own():
    usual = plan_of(start_ply=None).identity()
    assert "start_ply" not in usual
    assert usual["openings"] == "random"
    identities = [plan_of(start_ply=ply).identity() for ply in (9, 10)]
    assert [one["openings"] for one in identities] == ["self-play", "self-play"]
    assert [one["start_ply"] for one in identities] == [9, 10]


def test_a_census_is_the_same_as_ever():
    plan = plan_of(openings="census", pairs=None, start_ply=None)
    assert list(plan.drawn) == census_openings(START, 2)
    assert plan.identity()["openings"] == "census"


def test_games_are_resumed_and_do_not_depend_on_workers(tmp_path):
    whole = outcomes(run_plan(plan_of(), workers=1))
    with Store(tmp_path / "a.db") as store:
        list(run_plan(plan_of(pairs=11), workers=2, store=store))
        list(run_plan(plan_of(start_ply=None), workers=2, store=store))
        _kept_search.cache_clear()
        assert outcomes(run_plan(plan_of(), workers=2, store=store)) == whole
        later, usual = store.experiments()
        assert sum(store.done(later.id).values()) == sum(store.done(usual.id).values()) == 30
        assert outcomes(run_plan(plan_of(), store=store)) == whole


def test_stored_games_know_their_starts_even_if_there_are_no_more(tmp_path):
    small = lk.Position(width=3, height=4)
    count = len(find_openings(small, 4, 10_000, plies=2, seed=1))
    plan = plan_of(start=small, start_ply=4, pairs=count)
    with Store(tmp_path / "a.db") as store, Store(tmp_path / "b.db") as other:
        list(run_plan(plan, workers=1, store=store))
        (experiment,) = store.experiments()
        games = list(stored_games(store, experiment))
        assert [game.opening for game in games[::2]] == list(plan.drawn)
        assert import_jsonl(other, iter(list(export_jsonl(store, experiment)))) == 2 * count


def test_results_name_the_later_start():
    chunks = list(run_plan(plan_of(), workers=1))
    (match,) = gather(plan_of(), chunks)
    assert match.start_ply == match.facts()["start_ply"] == 10
    assert WORDS in match.sentence
    assert match.distinct_openings == 30
    assert rate(plan_of(), chunks).start_ply == 10
    assert lk.play_match(A, B, pairs=30, start_ply=10).pairs == match.pairs
    assert lk.play_match(A, B, pairs=4).facts()["start_ply"] is None
    assert lk.run_tournament([A, B], pairs=4, start_ply=10).start_ply == 10
