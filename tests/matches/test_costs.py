"""Costs: nodes that stand for a time, what a node costs, and that a store keeps what it was."""

import sqlite3
from contextlib import closing

import pytest

import lastknight as lk
from lastknight.matches import costs
from lastknight.matches.costs import (
    keep_cost,
    keep_costs,
    measure_cost,
    node_seconds,
    nodes_for,
    read_costs,
    relative_costs,
)
from lastknight.matches.openings import random_openings
from lastknight.matches.runners import Work, run_locally
from lastknight.players import Choice

IMPROVED = lk.heuristic("improved")


def slow(position, player):
    return float(sum(len(position.legal_moves(player)) for _ in range(20)))


def broken(position, player):
    raise ZeroDivisionError(position, player)


def test_nodes_that_stand_for_the_original_clocks():
    assert nodes_for(0.15) == 15_000
    assert nodes_for(0.03) == 3_000
    assert nodes_for(0.03, cost=1e9) == 1


class Searches:
    """Made-up searches: nodes and seconds by heuristic, and who searched which position when."""

    def __init__(self, monkeypatch, effort):
        self.effort = effort
        self.asked = []
        openings = ("d4 b1", "a1 b3", "c3 d1")
        self.positions = [lk.Position.from_moves(one) for one in openings]
        monkeypatch.setattr(costs, "_positions", lambda: self.positions)
        monkeypatch.setattr(lk.AlphaBeta, "choose", lambda *args, **_: self.choose(*args))

    def choose(self, player, position):
        name, place = str(player.heuristic), self.positions.index(position)
        self.asked.append((name, place))
        nodes, seconds = self.effort[name][place]
        return Choice((0, 0), nodes=nodes, seconds=seconds)


EFFORT = {
    "improved": [(1000, 1e-4), (1000, 1e-4), (1000, 1e-4)],
    "longest_path": [(1000, 0.1), (1000, 1e-4), (500, 5e-5)],
    "open": [(1000, 1e-4), (1000, 3e-4), (1000, 2e-4)],
}


def test_a_cost_is_the_time_of_all_searches_over_all_their_nodes(monkeypatch):
    """One expensive position of three counts with its time; a geometric mean would say 10."""
    Searches(monkeypatch, EFFORT)
    expected = (0.1 + 1.5e-4) / 2500 / 1e-7
    found = relative_costs([lk.heuristic("open"), lk.heuristic("longest_path")], nodes=301)
    assert found == pytest.approx([2.0, expected])


def test_improved_costs_exactly_one_and_is_timed_once(monkeypatch):
    searches = Searches(monkeypatch, EFFORT)
    found = relative_costs([lk.heuristic("open"), IMPROVED, lk.heuristic("improved")], nodes=301)
    assert found == [pytest.approx(2.0), 1.0, 1.0]
    assert [name for name, place in searches.asked if place == 0] == 3 * ["improved", "open"]


def test_the_cost_of_native_code_is_that_of_its_games():
    """As in an analysis: the same games, and all time over all nodes."""
    cost = measure_cost(lk.heuristic("longest_path"), IMPROVED, nodes=500)
    players = [lk.AlphaBeta(spec, nodes=500) for spec in ("longest_path", "improved")]
    openings = [one.position for one in random_openings(lk.Position(), 2, 12, seed=1)]
    chunks = list(run_locally([Work(0, *players, 0, openings, seed=1)], workers=1))
    slow, fast = (node_seconds(chunks, side) for side in (0, 1))
    assert slow > 3 * fast
    assert cost == pytest.approx(slow / fast, rel=0.7)


def test_the_cost_of_python_is_measured_in_positions(monkeypatch):
    monkeypatch.setattr(costs, "_search_seconds", lambda *_, **__: [1e-8, 1.234e-6])
    assert measure_cost(lk.heuristic(slow), IMPROVED, nodes=302) == 120.0


def test_no_position_is_searched_again_before_all_others_were(monkeypatch):
    searches = Searches(monkeypatch, EFFORT)
    relative_costs([lk.heuristic("open")], nodes=301)
    names, places = ("improved", "open"), (0, 1, 2)
    assert searches.asked == 3 * [(name, place) for place in places for name in names]


def test_measuring_real_searches_tells_expensive_from_cheap():
    (cost,) = relative_costs([lk.heuristic(slow)], nodes=50)
    assert cost > 2


def test_measured_costs_are_stored(tmp_path, monkeypatch):
    subject = lk.heuristic("ratio")
    with lk.Store(tmp_path / "games.db") as store:
        first = keep_cost(subject, IMPROVED, nodes=300, store=store)
    monkeypatch.setattr(costs, "measure_cost", lambda *_, **__: 77.0)
    with lk.Store(tmp_path / "games.db") as store:
        assert keep_cost(subject, IMPROVED, nodes=300, store=store) == first
        assert keep_cost(subject, IMPROVED, nodes=301, store=store) == 77.0
        assert keep_cost(IMPROVED, IMPROVED, nodes=301, store=store) == 1.0
    assert keep_cost(subject, IMPROVED, nodes=300) == 77.0, "no store keeps nothing"


def test_functions_of_the_same_name_have_separate_costs(tmp_path, monkeypatch):
    path = tmp_path / "mine.py"
    measured = iter([2.0, 3.0])
    monkeypatch.setattr(costs, "measure_cost", lambda *_, **__: next(measured))
    found = []
    with lk.Store(tmp_path / "games.db") as store:
        for body in ("return 1.0", "return 2.0"):
            path.write_text(f"def mine(position, player):\n    {body}\n", encoding="utf-8")
            found.append(keep_cost(lk.heuristic(f"{path}:mine"), IMPROVED, nodes=9, store=store))
    assert found == [2.0, 3.0]


def test_the_cost_of_a_heuristic_that_fails_is_unknown_not_1(tmp_path):
    subject = lk.heuristic(broken)
    with lk.Store(tmp_path / "games.db") as store:
        assert keep_cost(subject, IMPROVED, nodes=100, store=store) is None
        assert keep_cost(subject, IMPROVED, nodes=100, store=store) is None, "nothing is kept"
    known = keep_costs([subject], baseline=IMPROVED, nodes=100, known={"broken": 1.5})
    assert known == {subject: 1.5}


def test_known_costs_are_not_measured(monkeypatch):
    monkeypatch.setattr(costs, "measure_cost", lambda *_, **__: pytest.fail("measured"))
    ratio = lk.heuristic("ratio")
    found = keep_costs([ratio, IMPROVED], baseline=IMPROVED, nodes=100, known={"ratio": 4.5})
    assert found == {ratio: 4.5, IMPROVED: 1.0}


@pytest.mark.parametrize("text", ["ratio", "ratio=", "ratio=x", "ratio=0", "ratio=-1", "ratio=nan"])
def test_text_that_is_not_a_cost_is_refused(text):
    with pytest.raises(lk.ArgumentError, match="write a cost as improved="):
        read_costs([text])


def test_a_cost_names_a_heuristic():
    with pytest.raises(lk.NotationError, match="did you mean 'ratio'"):
        read_costs(["rato=2"])


def test_a_store_of_the_first_format_can_keep_costs(tmp_path):
    path = tmp_path / "games.db"
    with lk.Store(path):
        pass
    with closing(sqlite3.connect(path)) as connection:
        connection.execute("DROP TABLE measurements")
        connection.execute("PRAGMA user_version = 1")
    with lk.Store(path) as store:
        assert store.measured("anything") is None
        assert store.keep_measured("anything", 1.5) == 1.5
        assert store.keep_measured("anything", 2.5) == 1.5, "the first measurement counts"
