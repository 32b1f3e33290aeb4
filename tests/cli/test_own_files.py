"""Users' files on the command line: one that is bad is named, and takes nothing else with it."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

from command_line import run
from lastknight.analysis.inquiry import read_candidates
from lastknight.errors import HeuristicError
from lastknight.position import Position

GOOD = "def good(position, player): return float(len(position.legal_moves(player)))\n"
HELPER = "def distance(square, other): return abs(square - other)\n"
# What ends or breaks a process that imports it, and what is said of it.
BREAKING = {
    "exit": ("import os\nos._exit(0)\n", "the process ended with exit code 0"),
    "interrupt": ("raise KeyboardInterrupt\n", "it raised KeyboardInterrupt"),
    "closed": ("import sys\nsys.stdout.close()\n", "closes standard output"),
    "no descriptor": ("import os\nos.close(1)\n", "closes standard output"),
    "system exit": ("raise SystemExit(0)\n", "raised SystemExit: 0"),
    "syntax": ("def f(:\n", "raised SyntaxError"),
    "killed": ("import os, signal\nos.kill(os.getpid(), 9)\n", "killed by SIGKILL"),
}
COMMANDS = {
    "match": ["match", "bad.py:mine", "Random", "--pairs", "1", "--no-save"],
    "tournament": ["tournament", "bad.py:mine", "Random", "--pairs", "2", "--no-save"],
    "play": ["play", "Random", "Greedy(bad.py:mine)"],
    "serve": ["serve", "bad.py", "--no-browser"],
    "truth": ["truth", "bad.py:mine"],
    "tune": ["tune", "w * bad.py:mine", "--range", "w=0:1"],
    "check": ["check", "bad.py"],
    "analyze": ["analyze", "bad.py", "--quick"],
}


def lastknight(*words: str, folder: Path) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "lastknight", *words],
        cwd=folder,
        capture_output=True,
        text=True,
        check=False,
        timeout=60,
    )


@pytest.mark.parametrize("kind", BREAKING)
def test_a_file_that_breaks_its_process_is_named_by_a_match(kind, tmp_path):
    source, words = BREAKING[kind]
    (tmp_path / "bad.py").write_text(source + GOOD.replace("good", "mine"))
    done = lastknight(*COMMANDS["match"], folder=tmp_path)
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.startswith("lastknight: bad.py ")
    assert words in done.stderr
    assert done.stderr.count("\n") == 1


@pytest.mark.parametrize("name", COMMANDS)
def test_every_command_tries_a_file_before_it_imports_it(name, tmp_path):
    (tmp_path / "bad.py").write_text("import os\nos._exit(0)\n" + GOOD.replace("good", "mine"))
    done = lastknight(*COMMANDS[name], folder=tmp_path)
    assert done.returncode == 2
    assert "bad.py" in done.stderr.splitlines()[-1]
    assert "exit code 0" in done.stderr.splitlines()[-1]
    assert "Traceback" not in done.stderr


def test_a_course_agent_is_tried_too(tmp_path):
    (tmp_path / "bad.py").write_text(
        "import os\nos._exit(0)\ndef score(game, player): return 0.0\n"
    )
    done = lastknight("play", "Random", "Greedy(bad.py:score)", folder=tmp_path)
    assert done.returncode == 2
    assert "bad.py cannot be imported" in done.stderr


def test_a_file_may_put_other_streams_in_place_of_ours(tmp_path):
    (tmp_path / "mine.py").write_text("import os, sys\nsys.stdout = open(os.devnull, 'w')\n" + GOOD)
    done = lastknight(
        "match", "mine.py:good", "Random", "--pairs", "2", "--no-save", folder=tmp_path
    )
    assert done.returncode == 0
    assert "pair-Elo" in done.stdout


@pytest.fixture
def files(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    Path("good.py").write_text(HELPER + GOOD)
    Path("syntax.py").write_text("def f(:\n")
    Path("leaves.py").write_text("import os\nos._exit(0)\n")
    return ["syntax.py", "good.py", "leaves.py", "imporved", "good.py:nothere"]


def test_check_examines_the_rest(files, capsys):
    code, out, err = run(capsys, "check", *files, "--positions", "5", "--json", "-")
    facts = {one["heuristic"]: one for one in json.loads(out)}
    assert code == 1
    assert facts["good.py:good"]["is_sound"]
    assert facts["good.py:good"]["error"] is None
    for name, words in {
        "syntax.py": "SyntaxError",
        "leaves.py": "exit code 0",
        "imporved": "did you mean 'improved'?",
        "good.py:nothere": "It has good",
    }.items():
        assert words in facts[name]["error"]
        assert not facts[name]["is_sound"]
    assert "skipped: distance(square, other) of good.py; heuristics take (position" in err
    code, out, _ = run(capsys, "check", *files, "--positions", "5")
    assert code == 1
    assert "\nsyntax.py was not checked: syntax.py raised SyntaxError" in out
    assert " good.py:good " in out


@pytest.mark.usefixtures("files")
def test_check_of_nothing_that_can_be_used_is_refused(capsys):
    code, out, err = run(capsys, "check", "syntax.py", "leaves.py", "imporved")
    assert (code, out) == (2, "")
    assert err.count("\n") == 1
    assert "SyntaxError" in err
    assert "exit code 0" in err
    assert "imporved" in err


def test_an_analysis_leaves_out_what_it_cannot_use(files):
    files.remove("imporved")  # a slip of the pen, which is refused before anything is played
    found = read_candidates(files, start=Position(5, 5))
    assert list(map(str, found.heuristics)) == ["good.py:good"]
    said = "\n".join(found.left_out)
    assert len(found.left_out) == 3
    for words in ("SyntaxError", "exit code 0", "good.py has no 'nothere'"):
        assert words in said
    assert found.passed_over[0].startswith("distance(square, other) of good.py; ")
    with pytest.raises(HeuristicError, match=r"SyntaxError.*exit code 0"):
        read_candidates(["syntax.py", "leaves.py"], start=Position(5, 5))


def test_a_compiled_function_with_wrong_arguments_fails_alone(tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    bad = "@lk.compiled\ndef two(position, player): return 1.0\n"
    Path("mine.py").write_text("import lastknight as lk\n" + bad + GOOD)
    code, out, _ = run(capsys, "check", "mine.py", "--positions", "5", "--json", "-")
    facts = {one["heuristic"]: one for one in json.loads(out)}
    assert code == 1
    assert facts["mine.py:good"]["is_sound"]
    said = facts["mine.py:two"]["raised"]["text"]
    assert "it takes (position, player); a compiled heuristic is a function of one argument" in said
    assert "0x" not in said
