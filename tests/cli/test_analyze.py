"""`lastknight analyze` from the command line: its folder, its words, its refusals."""

import csv
import json
import os
import re
import shlex
import signal
import sqlite3
import time
from contextlib import closing

import pytest

from command_line import MINE
from lastknight import Store, cli
from lastknight.analysis import AnalysisRequest
from lastknight.report import write
from lastknight.report.analysis_folder import is_of_analysis
from lastknight.report.text.game_links import LOCAL_PAGE
from listening import start_listening

pytestmark = pytest.mark.usefixtures("folder", "few_games", "no_charts")

SMALL = ["--width", "5", "--height", "5", "--nodes", "60", "--quick", "--pairs", "30"]


def run(capsys, *arguments: str) -> tuple[int, str, str]:
    where = () if "--output" in arguments else ("--output", "analysis")
    code = cli.main(["analyze", *arguments, *where])
    out, err = capsys.readouterr()
    return code, out, err


def facts_of(folder) -> dict:
    return json.loads((folder / "analysis" / "report.json").read_text(encoding="utf-8"))


def test_a_users_heuristic_gets_a_report(capsys, folder):
    (folder / "it.py").write_text(MINE, encoding="utf-8")
    code, out, _ = run(capsys, "it.py", *SMALL, "--cost", "it.py:mine=2")
    assert code == 0
    assert "mine" in out
    assert "improved" in out
    assert "analysis/report.html" in out
    names = {path.name for path in (folder / "analysis").iterdir()}
    assert {"report.html", "report.md", "report.json", "direct.csv", "games.db"} <= names
    facts = facts_of(folder)
    assert facts["heuristics"][0]["name"] == "mine"
    assert facts["heuristics"][0]["meaning"] == "Own moves less twice the opponent's."
    assert facts["ledger"] == []
    page = (folder / "analysis" / "report.html").read_text(encoding="utf-8")
    assert "<svg" in page
    assert "http://" not in page.replace("http://www.w3.org", "").replace(LOCAL_PAGE, "")
    with (folder / "analysis" / "direct.csv").open(encoding="utf-8", newline="") as file:
        assert len(list(csv.DictReader(file))) == 1


def test_an_analysis_from_later_starts_says_so_in_every_table(capsys, folder):
    words = "from positions after 6 plies of quick self-play"
    code, out, _ = run(capsys, "ratio", *SMALL, "--start-ply", "6", "--cost", "ratio=1")
    assert code == 0
    assert words in " ".join(out.split())
    facts = facts_of(folder)
    assert (facts["conditions"]["openings"], facts["conditions"]["start_ply"]) == ("self-play", 6)
    assert "--start-ply 6" in facts["origin"]["command"]
    text = (folder / "analysis" / "report.md").read_text(encoding="utf-8")
    assert f"Seed 1, {words}, effort" in text
    page = (folder / "analysis" / "report.html").read_text(encoding="utf-8")
    captions = re.findall(r"<caption.*?</caption>", page, re.DOTALL)
    unnamed = [caption for caption in captions if "quick self-play" not in caption]
    assert len(captions) > 5
    assert len(unnamed) == 1
    assert "The heuristics of this report" in unnamed[0]
    with (folder / "analysis" / "direct.csv").open(encoding="utf-8", newline="") as file:
        assert [row["start_ply"] for row in csv.DictReader(file)] == ["6"]


def test_the_command_in_the_folder_makes_the_same_again(capsys, folder):
    run(capsys, "ratio", *SMALL, "--seed", "5", "--output", "one")
    command = (folder / "one" / "command.txt").read_text(encoding="utf-8")
    words = shlex.split(command)
    assert words[:3] == ["lastknight", "analyze", "ratio"]
    assert words[-2:] == ["--output", "one"]
    assert cli.main(words[1:]) == 0  # the command with its measured costs is no other request
    assert cli.main([*words[1:-1], "two"]) == 0
    first, second = (
        json.loads((folder / name / "report.json").read_text(encoding="utf-8"))
        for name in ("one", "two")
    )
    chapters = "conditions classic ranking budgets groups moments advice truth"
    for chapter in chapters.split():
        assert first[chapter] == second[chapter], chapter
    assert first["origin"]["command"].replace("one", "two") == second["origin"]["command"]


def test_the_command_says_all_that_was_asked_for_but_where_it_ran(capsys, folder):
    (folder / "openings.txt").write_text("a1 c3\nb2 d5\n", encoding="utf-8")
    asked = ["ratio", "--baseline", "open", "--against", "Random", "--openings", "openings.txt"]
    assert run(capsys, *asked, *SMALL, "--no-claims", "--workers", "1", "--cost", "ratio=2")[0] == 0
    words = shlex.split((folder / "analysis" / "command.txt").read_text(encoding="utf-8"))
    kept = json.loads((folder / "analysis" / "request.json").read_text(encoding="utf-8"))
    request = AnalysisRequest.from_json(kept["request"])
    assert request.openings == ("a1 c3", "b2 d5")
    assert words[:3] == ["lastknight", "analyze", "ratio"]
    assert {"--quick", "--no-claims", "--baseline", "--against", "ratio=2"} <= set(words)
    assert words[words.index("--openings") + 1] == "a1 c3;b2 d5;"
    assert "--workers" not in words
    with Store(folder / "analysis" / "games.db") as store:
        for experiment in store.experiments():
            assert AnalysisRequest.from_json(experiment.about["request"]) == request


def test_running_it_again_plays_nothing_new(capsys, folder):
    def chunks() -> int:
        with closing(sqlite3.connect(folder / "analysis" / "games.db")) as connection:
            return connection.execute("SELECT count(*) FROM chunks").fetchone()[0]

    run(capsys, "ratio", *SMALL)
    before, first = chunks(), facts_of(folder)
    run(capsys, "ratio", *SMALL)
    assert chunks() == before
    assert facts_of(folder)["direct"] == first["direct"]


def test_a_folder_is_named_after_what_is_analysed(capsys):
    assert cli.main(["analyze", "ratio", *SMALL]) == 0
    out = " ".join(capsys.readouterr().out.split())
    assert "the report: analysis-quick-ratio/report.html" in out
    assert re.search(
        r"to repeat it: lastknight analyze ratio .* --output analysis-quick-ratio", out
    )


def test_another_report_is_replaced_only_by_force(capsys, folder):
    small = (*SMALL, "--pairs", "2")
    assert run(capsys, "ratio", *small)[0] == 0
    before = {path.name: path.read_bytes() for path in (folder / "analysis").iterdir()}
    code, out, err = run(capsys, "open", *small)
    assert (code, out) == (2, "")
    assert "other results, those of 'lastknight analyze ratio" in err
    after = {path.name: path.read_bytes() for path in (folder / "analysis").iterdir()}
    assert after == before
    (folder / "analysis" / "notes.csv").write_text("mine", encoding="utf-8")
    assert run(capsys, "open", *small, "--force")[0] == 0
    assert facts_of(folder)["heuristics"][0]["name"] == "open"
    kept = {path.name for path in (folder / "analysis").iterdir()}
    assert {"notes.csv", "report.html", "games.db"} <= kept

    cli.main(["report", "analysis", "-o", "copy", "--hand-in"])
    assert (folder / "copy" / "hand_in.html").is_file()
    assert run(capsys, "ratio", *small, "--output", "other")[0] == 0
    assert cli.main(["report", "other", "-o", "copy"]) == 2
    assert "copy already holds other results" in capsys.readouterr().err
    assert cli.main(["report", "other", "-o", "copy", "--force"]) == 0
    assert list((folder / "copy").glob("hand_in.*")) == []


def test_no_hand_in_of_another_analysis_stays(capsys, folder):
    small = (*SMALL, "--pairs", "2")
    assert run(capsys, "ratio", *small, "--hand-in")[0] == 0
    names = {path.name for path in (folder / "analysis").iterdir()}
    assert {"hand_in.html", "hand_in.md"} < names
    assert all(map(is_of_analysis, names))
    assert run(capsys, "open", *small, "--force")[0] == 0
    assert list((folder / "analysis").glob("hand_in.*")) == []


def test_a_hand_in_has_as_many_games_in_every_cell(capsys, folder):
    def games() -> set[int]:
        return {cell["record"]["games"] for cell in facts_of(folder)["classic"]["cells"]}

    asked = ("ratio", *SMALL, "--cost", "ratio=1e6", "--against", "Random")
    assert run(capsys, *asked)[0] == 0
    assert len(games()) > 1
    code, out, _ = run(capsys, *asked, "--hand-in")
    assert code == 0
    assert "to hand in: analysis/hand_in.html, two pages when printed" in out
    assert "--hand-in --output analysis" in out
    assert len(games()) == 1
    before = (folder / "analysis" / "hand_in.md").read_text(encoding="utf-8")
    assert " games in every cell." in before
    assert cli.main(["report", "analysis", "-o", "copy", "--hand-in"]) == 0
    assert (folder / "copy" / "hand_in.md").read_text(encoding="utf-8") == before


def test_several_specs_a_baseline_opponents_and_openings(capsys, folder):
    (folder / "openings.txt").write_text("a1 c3\nb2 d5\nc3 a2\n", encoding="utf-8")
    code, out, _ = run(
        capsys,
        *("ratio", "improved - center", "--baseline", "open", "--against", "Random"),
        *("--against", "Minimax(open, depth=1)", "--openings", "openings.txt", *SMALL),
        *("--pairs", "3"),
    )
    assert code == 0, out
    facts = facts_of(folder)
    assert [one["name"] for one in facts["heuristics"]][:3] == [
        "ratio",
        "improved - center",
        "open",
    ]
    assert facts["conditions"]["opponents"] == ["Random", "Minimax(open, depth=1)"]
    assert facts["conditions"]["openings"] == "list"
    assert facts["direct"][0]["record"]["pairs"] == 3


def test_claims_are_tested_where_they_are_asked_for(capsys, monkeypatch):
    asked = {}

    def ledger(**options):
        asked.update(options)
        return ()

    monkeypatch.setattr("lastknight.report.analysis_folder.run_ledger", ledger)
    run(capsys, "ratio", *SMALL)
    assert not asked
    code, _, err = run(capsys, "ratio", "--claims", *SMALL)
    assert code == 2
    assert "analysis already holds other results" in err
    run(capsys, "ratio", "--claims", *SMALL, "--force")
    assert asked["effort"] == "quick"


@pytest.mark.parametrize(
    ("options", "has_claims"),
    [
        ({}, False),
        ({"effort": "quick"}, False),
        ({"effort": "thorough"}, True),
        ({"effort": "thorough", "heuristics": ("ratio",)}, False),
        ({"effort": "thorough", "claims": False}, False),
        ({"claims": True}, True),
    ],
)
def test_claims_are_tested_by_default_only_if_they_get_decided(options, has_claims):
    assert AnalysisRequest(**options).has_claims == has_claims


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["ratio", "imporved"], "did you mean 'improved'"),
        (["imporved"], "did you mean 'improved'"),
        (["nowhere.py"], "cannot read nowhere.py"),
        (["improved"], "needs a heuristic other than the baseline"),
        (["ratio", "ratio"], "heuristic ratio is listed twice"),
        (["ratio", "--quick", "--thorough"], "choose one of --quick and --thorough"),
        (["ratio", "--nodes", "1"], "--nodes"),
        (["ratio", "--against", "Nobody(1)"], "Nobody"),
        (["ratio", "--cost", "ratio=free"], "write a cost as improved=1.1"),
        (["ratio", "--openings", "missing.txt"], "an existing file"),
        (
            ["ratio", "--width", "1", "--height", "1"],
            "every game on this board is over after 2 plies",
        ),
        (["ratio", "--output", "file.txt"], "file.txt"),
        (["broken.py"], "broken.py raised ZeroDivisionError"),
        (["failing.py"], "is unreliable"),
    ],
    ids=lambda value: " ".join(value) if isinstance(value, list) else "",
)
def test_bad_input_is_refused_in_one_line(capsys, folder, arguments, words):
    (folder / "file.txt").write_text("text", encoding="utf-8")
    (folder / "broken.py").write_text("1 / 0\n", encoding="utf-8")
    (folder / "failing.py").write_text(
        "def failing(position, player):\n    return 1 / 0\n", encoding="utf-8"
    )
    code, out, err = run(capsys, *arguments)
    assert code == 2
    assert out == ""
    assert err.startswith("lastknight: ")
    assert err.count("\n") == 1
    assert words in err


def test_missing_libraries_are_named_before_anything_is_played(capsys, folder, monkeypatch):
    monkeypatch.setattr(write, "find_spec", lambda name: None if name == "altair" else name)
    code, _, err = run(capsys, "ratio", *SMALL)
    assert code == 2
    assert "a report needs altair: pip install 'lastknight[report]'" in err
    assert not (folder / "analysis").exists()


def test_ctrl_c_keeps_the_games_and_the_same_command_resumes(folder):
    effort = ("--quick", "--nodes", "20000", "--pairs", "600")
    child = start_listening("analyze", "ratio", *effort, "-o", "analysis")
    path = folder / "analysis" / "games.db"
    deadline = time.monotonic() + 60
    while time.monotonic() < deadline and not _has_chunks(path):
        time.sleep(0.05)
    os.kill(child.pid, signal.SIGINT)
    _, err = child.communicate(timeout=60)
    assert child.returncode == 130
    assert "Traceback" not in err
    assert "run the same command to resume" in err
    assert not (folder / "analysis" / "report.html").exists()


def _has_chunks(path) -> bool:
    if not path.exists():
        return False
    with closing(sqlite3.connect(path)) as connection:
        try:
            return connection.execute("SELECT count(*) FROM chunks").fetchone()[0] > 0
        except sqlite3.OperationalError:
            return False
