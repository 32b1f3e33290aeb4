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
    nodes_for,
    read_costs,
    relative_costs,
)

IMPROVED = lk.heuristic("improved")


def slow(position, player):
    return float(sum(len(position.legal_moves(player)) for _ in range(20)))


def broken(position, player):
    raise ZeroDivisionError(position, player)


def test_nodes_that_stand_for_the_original_clocks():
    assert nodes_for(0.15) == 15_000
    assert nodes_for(0.03) == 3_000
    assert nodes_for(0.03, cost=1e9) == 1


def test_a_cost_under_a_clock_is_the_geometric_mean_over_positions(monkeypatch):
    """Seconds per node of the baseline and of the subject, in two positions."""
    monkeypatch.setattr(costs, "_time", lambda *_, **__: [[1e-8, 1e-7], [2e-8, 2e-5]])
    assert measure_cost(lk.heuristic(slow), IMPROVED, nodes=300) == 100.0


def test_relative_costs_are_ratios_to_improved(monkeypatch):
    subjects = [lk.heuristic("open"), lk.heuristic("longest_path")]

    def times(contestants, *, nodes):
        assert (contestants, nodes) == ([IMPROVED, *subjects], 500)
        return [[1e-8, 2e-8, 7e-8], [3e-8, 2e-8, 9e-8]]

    monkeypatch.setattr(costs, "_time", times)
    assert relative_costs(subjects, nodes=500) == pytest.approx([1.0, 4.0])


def test_every_heuristic_is_timed_in_the_same_positions():
    rows = costs._time([IMPROVED, lk.heuristic(slow)], nodes=50)
    assert len(rows) > 20
    assert all(len(row) == 2 and min(row) > 0 for row in rows)


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
    with pytest.raises(lk.ArgumentError, match="a cost is a heuristic"):
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
