"""Analyses on the page: what it shows of them is what their games and their report say."""

from contextlib import closing
from pathlib import Path

import pytest

import lastknight as lk
from lastknight.analysis import AnalysisRequest
from lastknight.matches.archive import draw_openings
from lastknight.matches.engine import run_plan
from lastknight.matches.opening_numbers import OpeningNumbers
from lastknight.matches.plan import Plan
from lastknight.matches.tournament import play_match, run_tournament
from lastknight.report import load_facts, write_report
from lastknight.report.analysis_folder import keep_request
from lastknight.web.experiments.locations import read_id
from lastknight.web.queries import drawn_openings
from lastknight.web.queries.drawn_openings import opening_sequence
from lastknight.web.queries.experiment_comparison import compare
from lastknight.web.queries.experiment_details import detail
from lastknight.web.queries.game_search import games
from lastknight.web.queries.watching import Watcher, standing_of
from report_facts import one_facts

MINE, OTHER, BASE = (f"AlphaBeta({name}, nodes=50)" for name in ("ratio", "open", "improved"))


def keep(folder, *, heuristics=("ratio", "open")):
    """Store the first games of an analysis: two direct matches, then a round of all."""
    request = AnalysisRequest(heuristics=heuristics, effort="quick", nodes=50)
    keep_request(request, AnalysisRequest(heuristics=("ratio", "open"), nodes=50).inquiry(), folder)
    with lk.Store(folder / "games.db") as store:
        for player in (MINE, OTHER):
            play_match(player, BASE, pairs=4, store=store)
        run_tournament([MINE, OTHER, "Random"], pairs=2, store=store)
    return folder.parent / "games.db"


@pytest.fixture(scope="module")
def store(tmp_path_factory):
    return str(keep(tmp_path_factory.mktemp("kept") / "analysis"))


@pytest.fixture(scope="module")
def finished(tmp_path_factory):
    store = keep(tmp_path_factory.mktemp("finished") / "analysis")
    write_report(one_facts(), store.parent / "analysis")
    return str(store)


def test_standings_show_the_question_and_not_the_last_part(store):
    standing = standing_of(read_id("analysis", Path(store)))
    met = [(row["experiment"], row["a"], row["b"]) for row in standing["pairings"]]
    assert met == [("analysis.1", MINE, BASE), ("analysis.2", OTHER, BASE)]
    assert standing["now"] == "ratio, open and Random, all against all (AlphaBeta, 50 nodes)"


def test_recent_games_name_the_part_they_are_in(store):
    standing = standing_of(read_id("analysis", Path(store)))
    assert {board["experiment"] for board in standing["boards"]} == {"analysis.3"}


def test_a_finished_analysis_is_finished_from_the_first_standing_on(store, finished):
    assert standing_of(read_id("analysis", Path(finished)))["is_done"]
    assert not standing_of(read_id("analysis", Path(store)))["is_done"]


def test_results_are_those_of_the_report(finished):
    found = detail(experiment="analysis", store=finished)
    facts = load_facts(Path(finished).parent / "analysis")
    assert [one["sentence"] for one in found["matches"]] == [
        one.sentence for one in facts.strongest_first
    ]
    assert [one["elo"] for one in found["ratings"]] == [
        one.elo.value for one in facts.ranking.ratings
    ]


def test_no_time_is_left_once_all_planned_games_are_played(store, monkeypatch):
    """What is left has no games to measure; the page said "under 1 ms left" all the while."""
    with closing(Watcher(read_id("analysis", Path(store)))) as watcher:
        monkeypatch.setattr(watcher, "_work", 1.0)
        watcher.look()
        watcher.look()
        assert watcher.standing()["seconds_left"] is None


def test_an_analysis_of_everything_has_a_title_and_a_page(tmp_path):
    """What a plain `lastknight analyze` leaves behind: a request that names no heuristics."""
    store = keep(tmp_path / "analysis", heuristics=())
    found = detail(experiment="analysis", store=str(store))
    assert found["title"] == "analysis of the heuristics of the five analyses against improved"
    assert [part["state"] for part in found["parts"]] == ["finished"] * 3
    for name in ("1", "2", "3"):
        assert detail(experiment=name, store=str(tmp_path / "analysis" / "games.db"))["matches"]


def test_names_that_are_not_players_do_not_break_the_page(tmp_path):
    """A plan can label its players; the work of an analysis was computed from the names."""
    store = keep(tmp_path / "analysis")
    plan = Plan(
        (lk.player("Random"), lk.player("Greedy(open)")), ((0, 1),), pairs=1, labels=("ann", "bob")
    )
    with lk.Store(tmp_path / "analysis" / "games.db") as opened:
        list(run_plan(plan, workers=1, store=opened))
    assert detail(experiment="analysis", store=str(store))["standing"]["played"] == 15


def test_a_match_against_itself_does_not_break_the_page(tmp_path):
    """Claims about the first mover are tested by games of one player against itself."""
    store = keep(tmp_path / "analysis")
    with lk.Store(tmp_path / "analysis" / "games.db") as opened:
        list(run_plan(Plan((lk.player(BASE),), ((0, 0),), pairs=1), workers=1, store=opened))
    found = detail(experiment="analysis", store=str(store))
    assert [row["a"] for row in found["standing"]["pairings"]] == [MINE, OTHER]


def test_the_openings_that_all_parts_share_are_not_drawn_for_each(store, monkeypatch):
    """Drawn for each part, they took most of the time that a page of an analysis may take."""
    calls = []

    def draw(plan, start, pairs):
        calls.append(pairs)
        return draw_openings(plan, start, pairs)

    monkeypatch.setattr(drawn_openings, "draw_openings", draw)
    drawn_openings._kept.clear()
    first = detail(experiment="analysis", store=store)
    assert calls == sorted(set(calls))  # longer ones, where more are needed
    drawn = len(calls)
    assert detail(experiment="analysis", store=store) == first
    assert len(calls) == drawn


def test_shared_openings_are_those_of_the_plan():
    """More pairs do not change the first openings, and other openings are not mixed up."""
    plan = {"openings": "random", "plies": 2, "seed": 1, "start": str(lk.Position())}
    for one in (plan, plan | {"seed": 2}, plan | {"plies": 3}, plan | {"openings": ["d4 b1"]}):
        for pairs in (5, 400, 5):
            found = opening_sequence(one, pairs)
            drawn = draw_openings(one, lk.Position(), pairs)
            assert found.openings[:pairs] == drawn
            assert found.numbers[:pairs] == OpeningNumbers.of(drawn).canonical[:].tolist()


def listed(store, **wanted):
    found = games(experiment="analysis", store=store, wanted=wanted, pair=0, after="", count=500)
    assert found["next"] is None
    return found["games"]


def test_games_of_all_parts_are_listed_and_filtered(store):
    everything = listed(store)
    assert len(everything) == 2 * (4 + 4 + 3 * 2)
    mine = listed(store, player=MINE)
    assert len(mine) == 2 * (4 + 2 + 2)
    won, lost = listed(store, player=MINE, result="won"), listed(store, player=MINE, result="lost")
    assert {game[game["winner"]] for game in won} == {MINE}
    assert len(won) + len(lost) == len(mine)
    assert MINE not in {game[game["winner"]] for game in lost}
    both = listed(store, player="Random", opponent=MINE)
    assert {frozenset((game["a"], game["b"])) for game in both} == {frozenset((MINE, "Random"))}
    opening = " ".join(everything[0]["opening"])
    found = listed(store, opening=opening)
    assert found
    assert all(" ".join(game["opening"]) == opening for game in found)
    assert not listed(store, reason="timeout")


def test_pages_of_games_have_every_game_once(store):
    names, after = [], ""
    while after is not None:
        found = games(experiment="analysis", store=store, wanted={}, pair=0, after=after, count=5)
        names += [(game["experiment"], game["name"]) for game in found["games"]]
        after = found["next"]
    assert names == [(game["experiment"], game["name"]) for game in listed(store)]


def test_an_analysis_is_compared_by_all_its_games(store):
    found = compare(a="analysis", b="analysis.1", store=store)
    assert found["a"]["kind"] == "analysis"
    assert found["differences"][0]["what"] == f"{MINE} against {BASE}"
    assert found["differences"][0]["difference"]["value"] == 0
