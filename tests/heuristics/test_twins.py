"""Twins say what the native heuristic says, in the language of the user's code."""

from pathlib import Path

import pytest

from lastknight.heuristics import heuristic
from lastknight.heuristics.check import sample_positions
from lastknight.heuristics.twins import twin_of
from lastknight.position import Position

AGENT = """
def custom_score(game, player):
    return float(len(game.get_legal_moves(player)))

class AlphaBetaPlayer:
    def get_move(self, game, time_left):
        return game.get_legal_moves()[0]
"""
OWN = """
def improved_score(game, player):
    own = len(game.get_legal_moves(player))
    return own - len(game.get_legal_moves(game.get_opponent(player)))
"""


def write(folder: Path, text: str) -> str:
    path = folder / "game_agent.py"
    path.write_text(text, encoding="utf-8")
    return f"{path}:custom_score"


def mine(position: Position, player: int) -> float:
    return len(position.legal_moves(player))


@pytest.mark.parametrize("name", ["open", "improved", "center"])
@pytest.mark.parametrize("kind", ["plain", "course"])
def test_a_twin_has_the_values_of_the_baseline(name, kind, tmp_path):
    subject = heuristic(mine) if kind == "plain" else heuristic(write(tmp_path, AGENT))
    baseline = heuristic(name)
    twin = twin_of(baseline, subject)
    assert twin is not None
    assert twin.core.needs_python
    assert twin.is_course == (kind == "course")
    start = Position.from_moves("d4 b1") if kind == "course" else Position()
    for position in sample_positions(start, 40, seed=1):
        if kind == "course" and None in (position.location(1), position.location(2)):
            continue
        for player in (1, 2):
            assert twin(position, player) == baseline(position, player)


def test_the_file_s_own_function_comes_first(tmp_path):
    subject = heuristic(write(tmp_path, AGENT + OWN))
    twin = twin_of(heuristic("improved"), subject)
    assert twin is not None
    assert str(twin).endswith("game_agent.py:improved_score")
    assert twin.functions()[0].__code__.co_filename.endswith("game_agent.py")


def test_a_composition_with_a_part_in_python_has_a_twin():
    twin = twin_of(heuristic("improved"), heuristic(mine) - 0.5 * heuristic("center"))
    assert str(twin) == "python_improved"


def test_there_is_no_twin_where_none_is_needed_or_known():
    assert twin_of(heuristic("improved"), heuristic("reach(k=3)")) is None
    assert twin_of(heuristic("reach(k=3)"), heuristic(mine)) is None
    assert twin_of(heuristic(mine), heuristic(mine)) is None
