"""Requests: experiments as data, in JSON and as commands."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

import lastknight as lk
from lastknight.analysis import AnalysisRequest
from lastknight.cli import main
from lastknight.errors import ArgumentError
from lastknight.matches.request import MatchRequest, TournamentRequest

PLAYERS = ("Random", "Greedy(open)", "AlphaBeta(-1 * ratio, depth=1)", "Greedy('a b.py:c')")
SPECS = st.lists(st.sampled_from(PLAYERS), max_size=3).map(tuple)
LISTED = st.lists(st.sampled_from(["d4 b1", "c3", "a1 b3 c2"]), min_size=1, max_size=3).map(tuple)
CONDITIONS = {
    "pairs": st.none() | st.integers(1, 2**31 - 1),
    "openings": st.sampled_from(["random", "census", "empty"]) | LISTED,
    "plies": st.integers(0, 8),
    "start_ply": st.none() | st.integers(1, 60),
    "start": st.builds(lk.Position, st.integers(4, 9), st.integers(4, 9), st.just("a1 b2")),
    "seed": st.integers(0, 2**64 - 1),
    "move_seconds": st.none() | st.floats(0.001, 100),
}
MATCHES = st.builds(
    MatchRequest,
    players=st.tuples(st.sampled_from(PLAYERS), st.sampled_from(PLAYERS)),
    sprt=st.none()
    | st.builds(
        lk.stats.Sprt,
        st.floats(-50, 0),
        st.floats(5, 50),
        alpha=st.floats(0.001, 0.4),
        beta=st.floats(0.001, 0.4),
    ),
    **CONDITIONS,
)
TOURNAMENTS = st.builds(
    TournamentRequest,
    players=SPECS,
    against=SPECS,
    **CONDITIONS,
)
ANALYSES = st.builds(
    AnalysisRequest,
    heuristics=st.lists(st.sampled_from(["ratio", "-1 * open", "mine.py"]), max_size=3).map(tuple),
    baseline=st.sampled_from(["improved", "open"]),
    effort=st.sampled_from(["quick", "default", "thorough"]),
    nodes=st.integers(50, 10**9),
    against=SPECS,
    costs=st.dictionaries(st.sampled_from(["ratio", "open"]), st.floats(0.01, 10)),
    claims=st.none() | st.booleans(),
    **CONDITIONS,
)


@given(st.one_of(MATCHES, TOURNAMENTS, ANALYSES))
def test_a_request_is_read_back_from_its_json(request):
    data = json.loads(json.dumps(request.as_json(), allow_nan=False))
    assert type(request).from_json(data) == request


@pytest.mark.parametrize(
    ("data", "words"),
    [
        ({"kind": "tournament", "players": ["Random", "Random"]}, "'match', got 'tournament'"),
        ({"kind": "match", "players": ["Random"]}, "two players, got 1"),
        ({"kind": "match"}, "players: "),
        ({"kind": "match", "players": ["Random", "Random"], "start": "nonsense"}, "start: "),
        ({"kind": "match", "players": ["Random", "Random"], "pairs": "many"}, "pairs: "),
        ({"kind": "match", "players": ["Random", "Random"], "pears": 3}, "pears: "),
        (
            {"kind": "match", "players": ["Random", "Random"], "sprt": {"elo0": 5, "elo1": 0}},
            "below elo1",
        ),
    ],
)
def test_bad_data_is_refused_in_one_line(data, words):
    with pytest.raises(ArgumentError, match=words) as caught:
        MatchRequest.from_json(data)
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize(
    "request_",
    [
        MatchRequest(players=("Greedy(open)", "Random"), pairs=6, seed=7, plies=3),
        MatchRequest(players=("Greedy(open)", "Random"), openings=("c3 d5", "a1"), pairs=3),
        MatchRequest(players=("Random", "Random"), sprt=lk.stats.Sprt(-20, 30), pairs=4),
        MatchRequest(
            players=("Random", "Random"), sprt=lk.stats.Sprt(0, 9, alpha=0.01, beta=0.1), pairs=4
        ),
        MatchRequest(
            players=("Random", "Greedy(center)"), pairs=2, start=lk.Position(5, 4, "a1 e4")
        ),
        TournamentRequest(players=("Greedy(open)", "Random"), pairs=2, move_seconds=3.0),
        TournamentRequest(players=("Greedy(open)",), against=("Random", "Greedy(null)"), pairs=2),
    ],
    ids=lambda request: " ".join(request.words()),
)
def test_the_command_of_a_request_is_equivalent_and_stored(request_, tmp_path, capsys):
    path = tmp_path / "games.db"
    assert main(request_.words(file=path)) == 0, capsys.readouterr().err
    with lk.Store(path) as store:
        (experiment,) = store.experiments()
    assert experiment.about["request"] == request_.as_json()
    assert experiment.plan == json.loads(json.dumps(request_.plan().identity()))
    assert experiment.about["planned"] == len(request_.plan().drawn) * len(
        experiment.plan["pairings"]
    )


def test_the_default_number_of_pairs_depends_on_the_kind():
    def pairs(kind, **given):
        return kind(players=("Random", "Greedy(open)"), **given).plan().pairs

    assert pairs(MatchRequest) == 1000
    assert pairs(MatchRequest, sprt=lk.stats.Sprt(0, 5)) == 50_000
    assert pairs(MatchRequest, sprt=lk.stats.Sprt(0, 5), openings="census") is None
    assert pairs(TournamentRequest) == 100
    assert pairs(TournamentRequest, openings="empty") is None
