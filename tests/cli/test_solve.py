"""`lastknight solve`: what it prints, keeps and refuses."""

import json
import re
import sys

import pytest

import lastknight as lk
from command_line import run
from lastknight.solving.opening_tables import read_table


def test_a_position(capsys):
    code, out, _ = run(capsys, "solve", "d4 e6", "--moves")
    assert code == 0
    assert "winner       player 1" in out
    assert "best move    c2" in out
    assert "  c2   player 1 wins" in out


def test_a_table_too_large_is_refused_as_it_was_given(capsys):
    code, _, err = run(capsys, "solve", "d4 e6", "--table", "99999999999999999")
    assert code == 2
    assert "from 1 to 67108864, got '99999999999999999'" in err


def test_a_position_as_json(capsys, tmp_path):
    text = "1../.../.x2:1"
    code, out, _ = run(capsys, "solve", text, "--moves", "--json", "-")
    facts = json.loads(out)
    assert code == 0
    assert facts.pop("seconds") >= 0
    assert facts.pop("nodes") >= 0
    assert facts == {"position": text, "winner": 1, "best_move": "c2", "moves": {"c2": 1}}
    file = tmp_path / "solution.json"
    assert run(capsys, "solve", text, "--json", str(file))[0] == 0
    assert json.loads(file.read_text())["winner"] == 1


def test_a_limit(capsys):
    code, out, _ = run(
        capsys, "solve", "d4 b1", "--width", "9", "--nodes", "1000", "--threads", "1"
    )
    assert code == 0
    assert "not solved   within 1,000 nodes" in out


def test_openings_are_kept_and_gone_on_with(capsys, tmp_path):
    file = tmp_path / "openings.txt"
    file.write_text(re.sub("(?<=[/x12])2", "?", str(read_table(4, 4))))
    assert "?" in file.read_text()
    arguments = ["solve", "--openings", "--width", "4", "--height", "4", "--save", str(file)]
    code, out, _ = run(capsys, *arguments)
    assert code == 0
    assert "33 of 33 openings: player 1 wins 9, player 2 wins 24" in out
    assert "empty board: player 2 wins" in out
    assert file.read_text() == str(read_table(4, 4))
    assert run(capsys, *arguments)[1] == out


def test_openings_as_json(capsys):
    _, out, _ = run(capsys, "solve", "--openings", "--width", "3", "--height", "3", "--json", "-")
    facts = json.loads(out)
    assert (facts["openings"], facts["empty_board"]) == (12, 2)
    assert facts["winners"]["a1 c3"] == read_table(3, 3).winner_of((0, 0), (2, 2))


def test_shipped_openings_are_verified(capsys, monkeypatch):
    arguments = ["solve", "--openings", "--verify", "--width", "5", "--height", "4"]
    table = read_table(5, 4)
    assert (
        f"the shipped table agrees: {table.openings} openings recomputed"
        in run(capsys, *arguments)[1]
    )
    code, out, _ = run(capsys, *arguments, "--first", "b2")
    assert code == 0
    part = int(out.partition("the shipped table agrees: ")[2].split()[0])
    assert 0 < part < table.openings
    facts = json.loads(run(capsys, *arguments, "--first", "b2", "--json", "-")[1])
    assert facts["verified"] == part
    wrong = dict(read_table(5, 4).winners)
    wrong[(1, 1), (0, 0)] = 3 - wrong[(1, 1), (0, 0)]
    table = type(read_table(5, 4))(5, 4, wrong)
    module = sys.modules["lastknight.cli.solve"]
    monkeypatch.setattr(module, "read_table", lambda width, height: table)
    code, _, err = run(capsys, *arguments)
    assert code == 2
    assert "1 of the shipped openings of 5x4 have a different winner than computed: b2 a1" in err
    assert run(capsys, *arguments, "--first", "a1")[0] == 0  # the mistake is elsewhere


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        ([], "give a position, or --openings"),
        (["d4 b1", "--openings"], "choose one of POSITION and --openings"),
        (["d4 b1", "--verify"], "without --openings"),
        (["d4 zz"], "not a square: 'zz'"),
        (["d4 b1", "--nodes", "0"], "--nodes"),
        (["--openings", "--first", "a1"], "--first has no effect without --verify"),
        (["--openings", "--blocked", "a1"], "without blocked squares"),
        (["--openings", "--width", "0"], "at least 1"),
        (["--openings", "--verify", "--width", "8"], "no table for 8x7; sides must be"),
        (["--openings", "--verify", "--first", "g7"], "the first placements of 7x7 are"),
        (["--openings", "--verify", "--save", "x.txt"], "leave out --save"),
    ],
)
def test_bad_input_is_one_line_and_exit_code_2(capsys, arguments, words):
    code, out, err = run(capsys, "solve", *arguments)
    assert code == 2
    assert out == ""
    assert words in err
    assert err.count("\n") == 1


@pytest.mark.parametrize("content", [b"\x80\xff\x00" * 50, b"", b"a letter\n", b"0 0\n" * 9])
def test_a_file_that_is_not_a_table_is_named_and_kept(capsys, tmp_path, content):
    path = tmp_path / "some.db"
    path.write_bytes(content)
    size = ("--width", "3", "--height", "3")
    code, out, err = run(capsys, "solve", "--openings", *size, "--save", str(path))
    assert (code, out) == (2, "")
    assert f"{path} is not an opening table" in err
    assert err.count("\n") == 1
    assert path.read_bytes() == content


def test_a_file_of_another_board_is_refused(capsys, tmp_path):
    file = tmp_path / "openings.txt"
    file.write_text(str(read_table(3, 3)))
    code, _, err = run(capsys, "solve", "--openings", "--width", "4", "--save", str(file))
    assert code == 2
    assert "has the openings of 3x3" in err
    assert lk.solve(lk.Position(3, 3)).winner == 2
