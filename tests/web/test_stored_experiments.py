"""Stores of earlier versions on the page: experiments without a request, or with a form."""

import shlex

import pytest

import lastknight as lk
from lastknight.analysis import AnalysisRequest
from lastknight.matches.request import MatchRequest, TournamentRequest
from lastknight.report.analysis_folder import keep_request
from lastknight.stats import Sprt
from lastknight.web.experiments.requests import read_request
from lastknight.web.queries.standings import Count
from lastknight.web.queries.summaries import experiments, request_for, summarise_folder

FORM = {
    "kind": "match",
    "players": ["Greedy(open)", "Random"],
    "against": [],
    "heuristics": [],
    "baseline": "improved",
    "effort": "quick",
    "nodes": 15_000,
    "pairs": 5,
    "openings": "random",
    "plies": 3,
    "width": 5,
    "height": 5,
    "blocked": "a1",
    "seed": 4,
    "sprt": {"elo0": 0.0, "elo1": 50.0},
    "workers": None,
}


def listed(store):
    return experiments(store=str(store))["experiments"]


def resume(store, name):
    found = request_for(experiment=name, store=str(store))
    return read_request(found["request"])


@pytest.fixture
def keep(tmp_path):
    """Store a played experiment the way earlier versions did: with this `about`."""

    def write(request, about, *, path=tmp_path / "games.db", played=2):
        plan = request.plan()
        with lk.Store(path) as store:
            experiment = store.open_experiment(plan.identity(), about)
            match = [plan.players[place] for place in plan.pairings[0]]
            with lk.Store(tmp_path / "other.db") as other:
                start = {"start": plan.start, "plies": plan.plies, "seed": plan.seed}
                lk.play_match(*match, pairs=played, **start, store=other)
                (source,) = other.experiments()
                for chunk in other.chunks(source.id):
                    store.add(experiment.id, chunk)
            (tmp_path / "other.db").unlink()
        return path

    return write


@pytest.mark.parametrize(
    "command",
    [
        "lastknight analyze",
        "lastknight",
        "/usr/bin/lastknight match 'Greedy(open)' Random --pairs 2 --sprt quick",
        "lastknight match 'unfinished",
        "",
    ],
)
def test_the_command_of_an_old_experiment_is_shown_and_never_read(keep, command):
    request = MatchRequest(players=("Greedy(open)", "Random"), seed=3, plies=4, pairs=2)
    store = keep(request, {"command": command, "version": "0.1.0"})
    (found,) = listed(store)
    assert found["command"] == command
    assert (found["kind"], found["state"]) == ("match", "finished")
    assert (found["played"], found["planned"]) == (2, None)
    with lk.Store(store) as games:
        count = Count(games, games.experiments()[0], "1")
        count.read()
    assert count.is_done
    assert found["players"] == ["Greedy(open)", "Random"]


def test_an_old_experiment_is_resumed_by_its_plan(keep):
    request = MatchRequest(
        players=("Greedy(open)", "Random"), seed=3, plies=4, start=lk.Position(6, 5, "b2"), pairs=2
    )
    store = keep(request, {"command": "lastknight match x y --seed 99"})
    found = resume(store, "1")
    assert found.plan().identity() == request.plan().identity()
    assert found.pairs is None


def test_an_old_tournament_is_resumed_where_all_met_all(keep):
    names = ("Greedy(open)", "Greedy(improved)", "Random")
    everyone = TournamentRequest(players=names, pairs=2)
    store = keep(everyone, {})
    assert resume(store, "1").plan().identity() == everyone.plan().identity()
    keep(TournamentRequest(players=names[:1], against=names[1:], pairs=2), {})
    with pytest.raises(lk.ArgumentError, match="stored without its request"):
        resume(store, "2")
    assert len(listed(store)) == 2


def test_a_form_that_an_earlier_page_stored_is_read_as_a_request(keep):
    request = read_request(FORM)
    assert (request.pairs, request.plies, request.seed) == (5, 3, 4)
    assert request.start == lk.Position(5, 5, "a1")
    assert request.sprt == lk.stats.Sprt(0, 50)
    about = {"command": "lastknight match", "request": FORM, "planned": 5, "sprt": [0.0, 50.0]}
    store = keep(request, about)
    (found,) = listed(store)
    assert (found["state"], found["played"], found["planned"]) == ("stopped", 2, 5)
    assert "--plies 3" in found["command"]
    assert resume(store, "1") == request


def test_a_request_of_a_later_version_hides_no_experiment(keep):
    request = MatchRequest(players=("Greedy(open)", "Random"), pairs=2)
    store = keep(request, {"command": "lastknight duel", "request": {"kind": "duel"}})
    (found,) = listed(store)
    assert found["command"] == "lastknight duel"


def test_pairs_played_after_a_decision_do_not_count(keep):
    players = ("AlphaBeta(improved, nodes=50)", "Random")
    request = MatchRequest(players=players, pairs=100, sprt=Sprt(0, 50))
    path = keep(request, {"request": request.as_json()}, played=100)
    with lk.Store(path) as store:
        count = Count(store, *store.experiments(), "1")
        count.read()
        (row,) = count.pairings()
        played = count.played
    expected = lk.play_match(*players, pairs=100, sprt=Sprt(0, 50))
    assert (row["ww"], row["split"], row["ll"]) == expected.pairs
    assert (row["wins"], row["losses"]) == (expected.wins, expected.losses)
    assert sum(expected.pairs) < played == 100


def test_an_analysis_stored_without_options_is_listed_whole_and_in_parts(keep, tmp_path):
    folder = tmp_path / "analysis"
    folder.mkdir()
    request = MatchRequest(players=("Greedy(open)", "Random"), pairs=2)
    store = keep(request, {"command": "lastknight analyze"}, path=folder / "games.db")
    assert summarise_folder(folder)["played"] == 2
    assert [one["id"] for one in listed(tmp_path / "games.db")] == ["analysis"]
    assert [one["id"] for one in listed(store)] == ["1"]


def test_games_of_an_analysis_without_a_request_have_the_command_of_the_analysis(keep, tmp_path):
    analysis = AnalysisRequest(heuristics=("ratio",), effort="quick", nodes=60)
    folder = tmp_path / "mine"
    keep_request(analysis, analysis.inquiry(), folder)
    match = MatchRequest(players=("Greedy(open)", "Random"), pairs=2)
    store = keep(match, {"command": "experiment_process.py"}, path=folder / "games.db")
    (found,) = listed(store)
    assert shlex.split(found["command"]) == ["lastknight", *analysis.words(output=folder)]


def test_an_analysis_of_the_command_line_is_named_and_resumed_by_its_request(tmp_path):
    request = AnalysisRequest(heuristics=("ratio",), effort="quick", nodes=60, seed=5)
    folder = tmp_path / "mine"
    keep_request(request, request.inquiry(), folder)
    lk.Store(folder / "games.db").close()
    (found,) = listed(tmp_path / "games.db")
    assert (found["title"], found["state"]) == ("analysis of ratio against improved", "stopped")
    words = shlex.split(found["command"])
    assert words == ["lastknight", *request.words(output=folder)]
    assert resume(tmp_path / "games.db", "mine") == request
