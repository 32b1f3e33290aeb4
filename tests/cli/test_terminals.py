"""Terminals of every encoding: what draws uses signs that the terminal has."""

import json
import os
import pty
import re
import subprocess
import sys
from pathlib import Path

import pytest

from command_line import MINE, main

# How a terminal comes to lack the signs of the board.
ENCODINGS = {
    "ascii": {"PYTHONIOENCODING": "ascii"},
    "latin-1": {"PYTHONIOENCODING": "latin-1"},
    "C": {"LC_ALL": "C", "PYTHONCOERCECLOCALE": "0", "PYTHONUTF8": "0"},
}
DRAWING = {
    "show": ["show", "d4 b1 c2"],
    "play": ["play", "Random", "Random", "--width", "4", "--height", "4"],
    "games": ["games", "stored.db", "--show", "0.0.1"],
    "puzzles": ["puzzles"],
    "solve": ["solve", "a1 d4", "--width", "4", "--height", "4"],
}


def on_terminal(*words: str, folder: Path, **environment: str) -> tuple[int, str]:
    """The exit code of a command on a terminal with colours, and what it shows there."""
    ours, theirs = pty.openpty()
    plain = {key: value for key, value in os.environ.items() if not key.startswith(("LC_", "LANG"))}
    done = subprocess.Popen(
        [sys.executable, "-m", "lastknight", *words],
        cwd=folder,
        env=plain | {"TERM": "xterm-256color", "COLUMNS": "200"} | environment,
        stdin=subprocess.DEVNULL,
        stdout=theirs,
        stderr=theirs,
    )
    os.close(theirs)
    shown = bytearray()
    try:
        while part := os.read(ours, 2**16):
            shown += part
    except OSError:  # the end, on Linux
        pass
    finally:
        os.close(ours)
    return done.wait(timeout=60), shown.decode("utf-8", "backslashreplace")


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    made = tmp_path_factory.mktemp("stored")
    assert (
        main(["match", "Random", "Random", "--pairs", "1", "--file", str(made / "stored.db")]) == 0
    )
    return made


@pytest.mark.parametrize(
    ("name", "encoding"),
    [*((name, "ascii") for name in DRAWING), ("show", "latin-1"), ("show", "C"), ("play", "C")],
)
def test_what_draws_uses_signs_that_the_terminal_has(name, encoding, folder):
    code, shown = on_terminal(*DRAWING[name], folder=folder, **ENCODINGS[encoding])
    assert code == 0, shown
    assert shown.isascii()
    assert "?" not in re.sub(r"\x1b\[\?25[hl]", "", shown)  # the cursor
    assert "\x1b[" in shown
    assert " 1 \x1b[" in shown


@pytest.mark.parametrize("name", ["show", "play"])
def test_a_terminal_with_all_signs_shows_knights(name, folder):
    code, shown = on_terminal(*DRAWING[name], folder=folder, PYTHONIOENCODING="utf-8")
    assert code == 0
    assert "♞" in shown


def test_a_name_that_a_terminal_cannot_show_loses_no_result(tmp_path):
    mine = "def näher(position, player): return float(len(position.legal_moves(player)))\n"
    (tmp_path / "mine.py").write_text(mine, encoding="utf-8")
    for words in (["check", "mine.py", "--positions", "5"], ["show", "ä"], ["catalog", "--help"]):
        code, shown = on_terminal(*words, folder=tmp_path, PYTHONIOENCODING="ascii")
        assert code == (2 if words[0] == "show" else 0), shown
        assert "Traceback" not in shown


@pytest.mark.parametrize("words", [["show", "d4"], ["--help"]])
def test_an_unknown_width_of_0_columns_is_ignored(words, capsys, monkeypatch):
    monkeypatch.setenv("COLUMNS", "0")
    assert main(words) == 0
    assert len(capsys.readouterr().out.strip()) > 100


@pytest.mark.parametrize("closed", [(1,), (0, 1, 2)])
def test_closed_streams_lose_no_result(closed, tmp_path):
    (tmp_path / "mine.py").write_text(MINE)

    def close():
        for number in closed:
            os.close(number)

    for words in (["check", "mine.py", "--positions", "2"], ["show", "d4"]):
        done = subprocess.run(
            [sys.executable, "-m", "lastknight", *words, "--json", "it.json"],
            cwd=tmp_path,
            preexec_fn=close,
            capture_output=True,
            check=False,
        )
        assert done.returncode == 0, done.stderr
        assert json.loads((tmp_path / "it.json").read_text())
