"""`lastknight truth`: what it prints, writes, keeps and refuses."""

import csv
import json
import sqlite3
from contextlib import closing

import pytest

import lastknight as lk
from command_line import MINE
from lastknight.cli import main

pytestmark = pytest.mark.usefixtures("folder")

BOARD = ["--width", "5", "--height", "5", "--games", "24", "--positions", "8"]
FOR_HEURISTICS, FOR_PLAYERS = [*BOARD, "--critical", "40"], [*BOARD, "--pairs", "3"]
SMALL = [*FOR_HEURISTICS, "--pairs", "3"]


def run(capsys, *arguments: str) -> tuple[int, str, str]:
    code = main(["truth", *arguments])
    out, err = capsys.readouterr()
    return code, out, err


def test_heuristics_and_players_side_by_side(capsys, folder):
    (folder / "it.py").write_text(MINE, encoding="utf-8")
    code, out, _ = run(capsys, "it.py", "improved", "AlphaBeta(open, depth=1)", *SMALL)
    assert code == 0
    assert "games      24: AlphaBeta(improved, nodes=300) against itself" in out
    assert "it.py:mine" in out
    for heading in ("sign agrees", "AUC of positions", "order of moves", "thrown away per game"):
        assert heading in out
    assert "picked in critical positions, by depth of the search" in out
    assert "The first decisive mistake, game 0." in out
    assert "and loses;" in out
    assert "   a b c d e" in out
    assert out.count("AlphaBeta(open, depth=1) lost") == 1


def test_without_names_all_known_heuristics_are_measured(capsys):
    code, out, _ = run(capsys, *FOR_HEURISTICS, "--depth", "1", "--json", "-")
    assert code == 0
    found = json.loads(out)
    names = [one["heuristic"] for one in found["heuristics"]]
    assert names[:4] == ["null", "open", "improved", "center"]
    assert {"reach(k=3)", "value(power=2, weight=2)", "longest_path"} <= set(names)
    assert len(names) == 21
    assert found["players"] == []
    code, out, _ = run(capsys, *FOR_HEURISTICS, "--depth", "1")
    assert "2-5" in out


def test_the_same_command_says_the_same_and_proves_nothing_again(capsys, folder):
    def count() -> int:
        with closing(sqlite3.connect(folder / "lastknight.db")) as connection:
            return connection.execute("SELECT count(*) FROM winners").fetchone()[0]

    command = ["ratio", "Greedy(open)", *SMALL, "--json", "-"]
    first = run(capsys, *command)[1]
    proved = count()
    assert proved > 50
    assert run(capsys, *command, "--workers", "1")[1] == first
    assert count() == proved
    assert run(capsys, *command, "--no-save")[1] == first
    other = json.loads(run(capsys, *command, "--no-save", "--seed", "2")[1])
    assert other["sample"] != json.loads(first)["sample"]


def test_positions_of_an_experiment_of_the_file(capsys):
    assert main(["match", "Greedy(open)", "Random", "--width", "5", "--height", "5"]) == 0
    capsys.readouterr()
    options = ["--positions", "6", "--depth", "0", "--json", "-"]
    code, out, _ = run(capsys, "improved", "ratio", "--experiment", "1", *options)
    assert code == 0
    found = json.loads(out)
    assert found["sample"]["source"] == "experiment 1 of lastknight.db"
    assert (found["width"], found["sample"]["games"]) == (5, 400)
    assert found["heuristics"][0]["depths"] == []
    paired = found["winning_moves"]
    assert paired["sample"]["source"] == "experiment 1 of lastknight.db"
    assert [one["heuristic"] for one in paired["compared"]] == ["ratio"]


def test_heuristics_are_compared_in_critical_positions(capsys, folder):
    command = ["ratio", "null", *FOR_HEURISTICS, "--depth", "1", "--baseline", "open"]
    code, out, _ = run(capsys, *command, "--json", "t.json", "--csv", "t.csv")
    assert code == 0
    said = " ".join(out.split())
    assert "critical positions from" in said
    assert "compared with open (" in said
    found = json.loads((folder / "t.json").read_text(encoding="utf-8"))["winning_moves"]
    assert [one["heuristic"] for one in found["found"]] == ["ratio", "null", "open"]
    with (folder / "t.csv").open(encoding="utf-8", newline="") as file:
        rows = [row for row in csv.DictReader(file) if row["measure"] == "difference"]
    assert [row["subject"] for row in rows] == ["ratio", "null"]
    for row, one in zip(rows, found["compared"], strict=True):
        assert int(row["only_candidate"]) == one["only_candidate"]
        assert row["p_adjusted"] == repr(one["p_adjusted"])
    none = json.loads(run(capsys, "ratio", *FOR_HEURISTICS, "--critical", "0", "--json", "-")[1])
    assert none["winning_moves"] is None


def test_files_have_every_number(capsys, folder):
    code, out, _ = run(capsys, "open", "Random", *SMALL, "--json", "t.json", "--csv", "t.csv")
    assert code == 0
    assert "positions" in out
    found = json.loads((folder / "t.json").read_text(encoding="utf-8"))
    with (folder / "t.csv").open(encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file))
    auc = found["heuristics"][0]["overall"]["auc"]
    (row,) = [row for row in rows if row["measure"] == "auc" and not row["first_ply"]]
    assert [row[end] for end in ("value", "low", "high")] == [repr(auc[end]) for end in auc]
    thrown = [row for row in rows if row["measure"] == "thrown"]
    assert [row["subject"] for row in thrown] == ["Random"]
    mistake = found["players"][0]["thrown"]["first"]
    solution = lk.solve(lk.Position.parse(mistake["position"]))
    assert solution.winner == mistake["player"]


def test_a_player_may_play_nobody_and_another_opponent(capsys):
    options = ["--json", "-", "--no-save"]
    alone = json.loads(run(capsys, "Perfect", *FOR_PLAYERS, "--pairs", "0", *options)[1])
    assert alone["players"][0]["thrown"] is None
    other = json.loads(run(capsys, "Perfect", *FOR_PLAYERS, "--against", "Random", *options)[1])
    assert other["players"][0]["thrown"]["opponent"] == "Random"
    assert other["players"][0]["thrown"]["thrown"] == 0


def test_positions_out_of_reach_are_reported(capsys):
    board = ["--width", "6", "--height", "6", "--games", "24", "--positions", "8"]
    board += ["--critical", "20"]
    code, out, _ = run(capsys, "open", *board, "--solver-nodes", "500", "--depth", "1")
    assert code == 0
    assert "beyond the solver's limit" in " ".join(out.split())


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["imporved"], "did you mean 'improved'"),
        (["AlphaBeta(improved)"], "AlphaBeta needs a limit"),
        (["improved", "improved"], "improved is listed twice"),
        (["improved", "Random", "--against", "Nobody"], "unknown player or heuristic 'Nobody'"),
        (["improved", "--games", "0"], "--games"),
        (["ratio", "--baseline", "imporved"], "did you mean 'improved'"),
        (["improved", "--experiment", "3"], "there is no file 'lastknight.db'"),
        (["improved", "--experiment", "3", "--no-save"], "--experiment is read from the file"),
        (["improved", "--experiment", "3", "--file", "empty.db"], "has no experiment 3"),
        (
            ["improved", "--width", "1", "--height", "1"],
            "every game on this board is over after 2 plies",
        ),
        (["nowhere.py"], "cannot read nowhere.py"),
        (["failing.py"], "is unreliable"),
    ],
    ids=lambda value: " ".join(value) if isinstance(value, list) else "",
)
def test_bad_input_is_refused_in_one_line(capsys, folder, arguments, words):
    failing = "def failing(position, player):\n    return 1 / 0\n"
    (folder / "failing.py").write_text(failing, encoding="utf-8")
    lk.Store(folder / "empty.db").close()
    code, out, err = run(capsys, *arguments)
    assert code == 2
    assert out == ""
    assert err.startswith("lastknight: ")
    assert err.count("\n") == 1
    assert words in err
