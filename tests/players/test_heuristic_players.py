"""A heuristic may stand where a player belongs, and one rule tells the two apart."""

from pathlib import Path

import pytest

import lastknight as lk
from lastknight.players import is_player_spec

AGENT = Path(__file__).parents[1] / "agents" / "new" / "game_agent.py"
SOURCE = """
import lastknight as lk

def chase(position, player):
    return len(position.legal_moves(player))

class Thing:
    def get_move(self, game, time_left):
        return game.get_legal_moves()[0]

weighted = 2 * lk.heuristic("open")
"""


@pytest.fixture
def file(folder):
    (folder / "mine.py").write_text(SOURCE)
    (folder / "my own.py").write_text(SOURCE.replace("class Thing", "class Other"))
    (folder / "plain.py").write_text(SOURCE[: SOURCE.index("class")])
    return folder / "mine.py"


@pytest.mark.parametrize(
    ("spec", "heuristic"),
    [
        ("improved", "improved"),
        ("diff_legal_moves", "improved"),
        ("reach(k=2)", "reach(k=2)"),
        ("improved - 0.5 * center", "improved - 0.5 * center"),
        ("-improved", "-1 * improved"),
        ("switch(ratio, open, blank=0.5)", "switch(ratio, open, blank=0.5)"),
        ("plain.py:chase", "plain.py:chase"),
        ("'plain.py:chase'", "plain.py:chase"),
        ("plain.py:chase - 2 * open", "plain.py:chase - 2 * open"),
        ("mine.py:weighted", "mine.py:weighted"),
        (f"{AGENT}:custom_score", f"{AGENT}:custom_score"),
        (f"{AGENT}:improved_score", f"{AGENT}:improved_score"),
    ],
)
@pytest.mark.usefixtures("file")
def test_a_heuristic_plays_with_a_limit_that_its_name_states(spec, heuristic):
    assert not is_player_spec(spec)
    made = lk.player(spec)
    assert str(made) == f"AlphaBeta({heuristic}, nodes=15000)"
    assert made == lk.AlphaBeta(spec, nodes=15_000)
    assert str(lk.player(spec, nodes=50)) == f"AlphaBeta({heuristic}, nodes=50)"


@pytest.mark.parametrize(
    "spec",
    [
        "mine.py:Thing",
        "mine.py:Thing(nodes=50)",
        "'my own.py:Other'",
        f"{AGENT}:AlphaBetaPlayer",
        f"{AGENT}:MinimaxPlayer(custom_score, depth=2)",
    ],
)
@pytest.mark.usefixtures("file")
def test_a_class_in_a_file_is_an_agent(spec):
    assert is_player_spec(spec)
    assert isinstance(lk.player(spec), lk.AgentPlayer)


@pytest.mark.parametrize(
    ("spec", "words"),
    [
        ("imporved", "did you mean 'improved'?"),
        ("Radnom", "did you mean 'Random'?"),
        ("qqq", "unknown player or heuristic 'qqq'. Players are Random, Perfect"),
        ("Perfect(1)", "Perfect takes no arguments, got 'Perfect(1)'"),
        ("3", "not a player: '3'"),
        ("1 + 2", "not a player"),
        ("[improved]", "not a player"),
        ("plain.py", "plain.py is a whole file; name what plays, such as plain.py:NAME"),
        ("nowhere.py", "cannot read nowhere.py: No such file or directory"),
        ("plain.py:chase(depth=3)", "AlphaBeta(plain.py:chase, nodes=15000)"),
        ("plain.py:chas", "plain.py has no 'chas'; did you mean 'chase'?"),
        ("nowhere.py:chase", "cannot read nowhere.py"),
        (f"{AGENT}:AlphaBetaPlayr", "did you mean 'AlphaBetaPlayer'?"),
        (f"{AGENT}:custom_scor", "did you mean 'custom_score'?"),
    ],
)
@pytest.mark.usefixtures("file")
def test_what_is_neither_is_refused_with_what_was_given(spec, words):
    with pytest.raises(lk.NotationError) as caught:
        lk.player(spec)
    assert words in str(caught.value)
    assert "\n" not in str(caught.value)


def own(_position, _player):
    return 1.0


class First:
    def choose(self, position, **_):
        return lk.Choice(position.legal_moves()[0])


def test_python_takes_heuristics_and_functions_as_players_too():
    assert str(lk.player(lk.heuristic("ratio"))) == "AlphaBeta(ratio, nodes=15000)"
    assert str(lk.player(own)) == "AlphaBeta(own, nodes=15000)"
    first = First()
    assert lk.player(first) is first
    match = lk.play_match(own, lk.heuristic("open"), pairs=1, workers=1)
    assert (match.a, match.b) == ("AlphaBeta(own, nodes=15000)", "AlphaBeta(open, nodes=15000)")


@pytest.mark.parametrize("given", [None, 3, 2.5, True, [], ["Random"], object(), b"Random"])
def test_anything_else_is_not_a_player(given):
    with pytest.raises(lk.ArgumentError, match="expected a player such as"):
        lk.player(given)


def test_a_class_is_not_yet_a_player():
    with pytest.raises(lk.ArgumentError, match=r"the class Random; create one: Random\(\)"):
        lk.play_match(lk.Random, "Random", pairs=1)
