"""The course's tournament, starter projects and leagues on the command line."""

import csv
import json
import os
import shlex
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from command_line import run
from lastknight.league.course_tournament import read_course
from lastknight.sandbox import Allowance, Sandbox, walls

pytestmark = pytest.mark.usefixtures("folder")

CLASS = Path(__file__).parents[1] / "class"


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["aind", "tournament", "nowhere.py"], "cannot read nowhere.py: No such file"),
        (["aind", "tournament", "nowhere/a.py"], "cannot read nowhere/a.py: No such file"),
        (["aind", "tournament", str(CLASS / "drifter.py")], "has no AlphaBetaPlayer and no"),
        (["aind", "tournament", "x.py", "--nodes", "5", "--seconds", "1"], "choose one of"),
        (["aind", "tournament", "x.py", "--nodes", "0"], "--nodes"),
        (["aind", "tournament", "broken.py"], "broken.py, line 1: invalid syntax"),
        (["aind", "new", "full"], "'full' is not empty; choose a new folder"),
        (["aind", "new", "broken.py"], "'broken.py' exists and is not a folder"),
        (["aind", "turnament"], "turnament"),
        (["league", "nowhere"], "a league needs a folder of submissions, got 'nowhere'"),
        (["league", "full"], "'full' has no submission"),
        (["league", "full", "-o", "full"], "need a separate folder"),
        (["league", str(CLASS), "--pairs", "0"], "--pairs"),
    ],
)  # fmt: skip
def test_bad_input_is_one_line_and_exit_code_2(capsys, folder, arguments, words):
    (folder / "broken.py").write_text("def f(:\n")
    (folder / "full").mkdir()
    (folder / "full" / "notes.txt").write_text("mine")
    code, out, err = run(capsys, *arguments)
    assert (code, out) == (2, "")
    assert words in err
    assert err.count("\n") == 1
    assert (folder / "full" / "notes.txt").read_text() == "mine"


def test_without_bubblewrap_there_is_a_warning_or_a_refusal(capsys, folder, monkeypatch):
    monkeypatch.setattr(walls, "_fault", lambda: "bubblewrap is not installed")
    (folder / "class").mkdir()
    shutil.copy(CLASS / "idle.py", folder / "class")
    options = ["--nodes", "20", "--pairs", "1", "--boards", "0"]
    code, out, err = run(capsys, "league", "class", "--require-sandbox", *options)
    assert (code, out) == (2, "")
    assert "bubblewrap is not installed" in err
    code, _, err = run(capsys, "league", "class", *options)
    assert code == 0
    assert "warning: agents run with limits only" in err
    assert "Played without bubblewrap" in Path("league/index.html").read_text(encoding="utf-8")


# ---- the tournament


def test_the_players_of_the_new_course():
    course = read_course(CLASS / "alpha_beta.py", Allowance(nodes=50), sandbox=Sandbox.detect())
    assert [seat.label for seat in course.entrants] == [
        "AB_Improved",
        "AB_Custom",
        "AB_Custom_2",
        "AB_Custom_3",
    ]
    assert [seat.label for seat in course.opponents] == [
        "Random",
        "MM_Open",
        "MM_Center",
        "MM_Improved",
        "AB_Open",
        "AB_Center",
        "AB_Improved",
    ]
    names = [str(seat.player).rpartition(":")[2] for seat in course.opponents]
    assert names[2] == "MinimaxPlayer(center_score, nodes=50)"
    assert names[6] == "AlphaBetaPlayer(improved_score, nodes=50)"
    assert course.plan().pairs == 5
    assert len(course.plan().pairings) == 28


def test_the_players_of_the_old_course():
    path = CLASS / "early" / "game_agent.py"
    course = read_course(path, Allowance(seconds=0.02), sandbox=Sandbox.detect())
    assert [seat.label for seat in course.entrants] == ["ID_Improved", "Student"]
    opponents = {seat.label: str(seat.player).rpartition(":")[2] for seat in course.opponents}
    minimax = "CustomPlayer(null_score, depth=3, seconds=0.02, method=minimax)"
    assert opponents["MM_Null"] == minimax
    assert opponents["AB_Open"] == (
        "CustomPlayer(open_move_score, depth=5, seconds=0.02, method=alphabeta)"
    )
    assert next(iter(opponents)) == "Random"
    assert course.plan().pairs == 10


def test_native_opponents_get_nodes_worth_the_time():
    course = read_course(
        CLASS / "brief.py", Allowance(seconds=0.15), sandbox=Sandbox.detect(), native_opponents=True
    )
    assert [str(seat.player) for seat in course.opponents][1::3] == [
        "Minimax(open, depth=3)",
        "AlphaBeta(open, nodes=15000)",
    ]
    assert any("custom_score_2" in remark for remark in course.remarks)


def test_the_tournament_prints_the_table_and_resumes(capsys, folder):
    options = ["--nodes", "40", "--pairs", "1", "--workers", "2", "--native-opponents"]
    words = ["aind", "tournament", str(CLASS / "brief.py"), *options]
    code, out, _ = run(capsys, *words, "--csv", "cells.csv", "--json", "all.json")
    assert code == 0
    lines = out.splitlines()
    assert lines[4] == " Match #   Opponent    AB_Improved   AB_Custom  "
    assert [line[9:22].strip() for line in lines[6:13]] == [
        "Random",
        "MM_Open",
        "MM_Center",
        "MM_Improved",
        "AB_Open",
        "AB_Center",
        "AB_Improved",
    ]
    assert lines[13] == "-" * 48
    assert lines[14].startswith("           Win Rate:  ")
    assert "compared with AB_Improved: AB_Custom" in " ".join(out.split())
    with (folder / "cells.csv").open(encoding="utf-8") as file:
        cells = list(csv.DictReader(file))
    assert len(cells) == 14
    assert all(int(cell["won"]) + int(cell["lost"]) == 2 for cell in cells)
    told = json.loads((folder / "all.json").read_text(encoding="utf-8"))
    assert [one["wins"] for one in told["entrants"]] == [
        sum(int(cell["won"]) for cell in cells if cell["entrant"] == label)
        for label in ("AB_Improved", "AB_Custom")
    ]
    size = (folder / "lastknight.db").stat().st_size
    assert run(capsys, *words)[1] == out
    assert (folder / "lastknight.db").stat().st_size == size


def test_forfeits_are_listed_with_their_reasons(capsys, folder):
    (folder / "game_agent.py").write_text(
        "class CustomPlayer:\n"
        "    def get_move(self, game, time_left):\n"
        "        raise ValueError('no \\x1b[31m idea')\n"
    )
    options = ["--nodes", "20", "--pairs", "1", "--no-save"]
    code, out, _ = run(capsys, "aind", "tournament", "game_agent.py", *options)
    assert code == 0
    assert "\x1b" not in out
    text = " ".join(out.split())
    assert "CustomPlayer lost 14 games by crash: ValueError: no \\x1b[31m idea" in text
    assert "To see the whole message, run it again and store the games." in text
    _, out, _ = run(capsys, "aind", "tournament", "game_agent.py", *options[:-1])
    shown = out.partition("Whole message: lastknight ")[2].split("\n")[0]
    code, out, _ = run(capsys, *shlex.split(shown))
    assert code == 0
    assert "Traceback" in out
    assert "no \\x1b[31m idea" in out


def test_the_printed_command_shows_the_game_that_was_forfeited(capsys, folder):
    """Every pairing is an experiment of its own, and others may have been played since."""
    (folder / "game_agent.py").write_text(
        "def custom_score(game, player): raise ValueError(game.move_count)\n"
        "class AlphaBetaPlayer:\n"
        "    def __init__(self, search_depth=3, score_fn=custom_score, timeout=10.0):\n"
        "        self.score = score_fn\n"
        "    def get_move(self, game, time_left):\n"
        "        moves = game.get_legal_moves()\n"
        "        return max(moves, key=lambda move: self.score(game, self), default=None)\n"
    )
    options = ("--nodes", "20", "--pairs", "1", "--native-opponents")
    tournament = ("aind", "tournament", "game_agent.py", *options)
    assert run(capsys, *tournament)[0] == 0
    assert run(capsys, "match", "Random", "Random", "--pairs", "1")[0] == 0
    _, out, _ = run(capsys, *tournament)
    shown = out.partition("Whole message: lastknight ")[2].split("\n")[0]
    code, out, _ = run(capsys, *shlex.split(shown))
    assert code == 0
    assert "ValueError: 2" in out


# ---- the league


def test_names_are_not_markup_on_a_terminal(capsys, folder, monkeypatch):
    monkeypatch.setenv("FORCE_COLOR", "1")
    (folder / "class").mkdir()
    shutil.copy(CLASS / "idle.py", folder / "class" / "[b] [red]x.py")
    options = ["--nodes", "20", "--pairs", "1", "--boards", "0", "--against-baselines"]
    code, out, err = run(capsys, "league", "class", *options, "-o", "my results")
    assert code == 0
    assert "[b] [red]x" in out
    assert "[b] [red]x" in err


def test_the_printed_command_resumes_the_league(capsys, folder):
    (folder / "class").mkdir()
    for name in ("idle.py", "judge.py"):
        shutil.copy(CLASS / name, folder / "class" / name)
    options = ["--nodes", "20", "--pairs", "1", "--boards", "0", "--against-baselines"]
    code, out, _ = run(capsys, "league", "class", *options, "-o", "my results")
    assert code == 0
    assert "too few games" in out
    league = json.loads((folder / "my results" / "league.json").read_text(encoding="utf-8"))
    games = folder / "my results" / "games.db"
    before = games.stat().st_size
    code, again, _ = run(capsys, *shlex.split(league["conditions"]["command"])[1:])
    assert (code, again) == (0, out)
    assert games.stat().st_size == before
    assert not (folder / "league").exists()


def test_a_league_says_where_forfeits_are_explained(capsys, folder):
    (folder / "class").mkdir()
    shutil.copy(CLASS / "judge.py", folder / "class" / "judge.py")
    (folder / "class" / "crash.py").write_text(
        "class CustomPlayer:\n"
        "    def get_move(self, game, time_left):\n"
        "        raise ValueError('no idea')\n"
    )
    options = ["--nodes", "20", "--pairs", "1", "--boards", "0", "--against-baselines"]
    code, out, _ = run(capsys, "league", "class", *options)
    assert code == 0
    assert "Full forfeit messages are on the pages of those who forfeited." in out
    pages = [path.read_text(encoding="utf-8") for path in (folder / "league").rglob("crash*.html")]
    assert any("no idea" in page for page in pages)


# ---- the starter project


def unittest_output(project: Path) -> str:
    """The output of a project's tests, run as its README says."""
    environment = os.environ | {"PYTHONWARNINGS": "error"}
    done = subprocess.run(
        [sys.executable, "-m", "unittest"],
        cwd=project,
        capture_output=True,
        text=True,
        check=False,
        env=environment,
    )
    return done.stderr


def test_a_new_project_says_what_to_do(capsys, folder):
    code, out, _ = run(capsys, "aind", "new", "mine")
    assert code == 0
    assert "start with mine/README.md" in out
    project = folder / "mine"
    assert sorted(path.name for path in project.iterdir()) == [
        "README.md",
        "game_agent.py",
        "test_agent.py",
    ]
    said = unittest_output(project)
    assert "FAILED (failures=5)" in said
    told = [line for line in said.splitlines() if line.startswith("AssertionError")]
    assert len(told) == 5
    assert all("TO DO: " in line for line in told)
    assert "TO DO: minimax to depth 2" in said


def test_a_solved_project_passes_and_a_half_solved_one_does_not(folder, capsys):
    run(capsys, "aind", "new", "mine")
    solved = (CLASS / "alpha_beta.py").read_text(encoding="utf-8")
    project = folder / "mine"
    agent = project / "game_agent.py"
    agent.write_text(solved, encoding="utf-8")
    said = unittest_output(project)
    assert "OK" in said
    assert "Ran 9 tests" in said
    agent.write_text(solved.replace("if alpha >= beta:", "if False:"), encoding="utf-8")
    assert "TO DO: alphabeta should skip moves that cannot matter" in unittest_output(project)
    agent.write_text(solved.replace("len(game.get_blank_spaces()) + 1", "3"), encoding="utf-8")
    assert "TO DO: AlphaBetaPlayer.get_move should search deeper and deeper" in unittest_output(
        project
    )


def test_a_new_project_plays_its_tournament(capsys, folder):
    run(capsys, "aind", "new", "mine")
    words = ["aind", "tournament", "mine/game_agent.py", "--nodes", "30", "--pairs", "1"]
    code, out, _ = run(capsys, *words, "--native-opponents")
    assert code == 0
    assert "AB_Custom_3" in out
    assert "forfeit" not in out
    assert "lost" not in out
    assert (folder / "lastknight.db").exists()


def test_the_group_alone_lists_its_commands(capsys):
    code, out, err = run(capsys, "aind")
    assert (code, err) == (0, "")
    assert "tournament" in out
    assert "new" in out
