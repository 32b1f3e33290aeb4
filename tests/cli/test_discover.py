"""`lastknight discover`: files, resume after a kill, and one line for every mistake."""

import json
import signal

import pytest

import lastknight as lk
from command_line import kill, read_csv, run

BOARD = ("--width", "5", "--height", "5")
FEW = ("--feature", "open", "--feature", "exits_own", "--features-only")
SMALL = (*BOARD, "--quick", "--positions", "1200", "--nodes", "60", "--pairs", "4")


def test_it_prints_the_result_and_writes_its_files(capsys, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "mine.py").write_text(
        "def near(position, player):\n"
        "    own, other = position.location(player), position.location(3 - player)\n"
        "    return -abs(own[0] - other[0]) if own and other else 0.0\n"
    )
    code, out, err = run(capsys, "discover", *SMALL, "--feature", "mine.py:near")
    assert (code, err) == (0, "")
    folder = tmp_path / "discover"
    assert {path.name for path in folder.iterdir()} == {
        "games.db",
        "labels.lkl",
        "discover.html",
        "discover.json",
        "discover.csv",
        "discovered.py",
    }
    facts = json.loads((folder / "discover.json").read_text("utf-8"))
    assert facts["spec"] in out
    assert facts["sentence"] in out
    assert "mine.py:near" in facts["features"]
    assert all(words in out for words in facts["words"])
    rows = read_csv(folder / "discover.csv")
    assert [row["feature"] for row in rows] == [one["feature"] for one in facts["model"]["terms"]]
    found = lk.heuristic("discover/discovered.py:discovered")
    position = lk.Position(5, 5).play("c3").play("b1")
    assert found(position, 1) == lk.heuristic(facts["spec"])(position, 1)
    page = (folder / "discover.html").read_text("utf-8")
    assert page.count('class="lk-chart"') == 3
    assert "lastknight discover --feature mine.py:near" in page
    assert "http://" not in page.replace("http://www.w3.org", "")


def test_labels_can_be_given_and_json_printed_alone(capsys, tmp_path):
    path = tmp_path / "some.lkl"
    assert run(capsys, "labels", *BOARD, "--positions", "1200", "-o", str(path))[0] == 0
    before = path.read_bytes()
    words = (*BOARD, "--quick", "--nodes", "60", "--pairs", "4", *FEW, "--labels", str(path))
    code, out, _ = run(capsys, "discover", *words, "-o", str(tmp_path / "d"), "--json", "-")
    assert code == 0
    assert json.loads(out)["features"] == ["open", "exits_own"]
    assert not (tmp_path / "d" / "labels.lkl").exists()
    assert path.read_bytes() == before


def test_other_labels_in_the_folder_are_only_replaced_by_force(capsys, tmp_path):
    path = tmp_path / "labels.lkl"
    assert run(capsys, "labels", *BOARD, "--positions", "1200", "-o", str(path))[0] == 0
    content = path.read_bytes()
    words = ("discover", *SMALL, *FEW, "-o", str(tmp_path))
    for seed, labels, said in (
        ("2", content, "labels.lkl has other labels: seed 1, not 2; choose another folder"),
        ("1", content[:-3000], "labels.lkl is damaged, or not a file of labels; choose another"),
    ):
        path.write_bytes(labels)
        (tmp_path / "discover.json").unlink(missing_ok=True)  # as after a stopped run
        code, out, err = run(capsys, *words, "--seed", seed)
        assert (code, out) == (2, "")
        assert said in err
        assert "replace the labels with --force" in err
        assert path.read_bytes() == labels
        assert run(capsys, *words, "--seed", seed, "--force")[0] == 0
        assert (path.read_bytes() == content) == (seed == "1")


def test_a_recipe_makes_weights_and_says_whether_they_are_the_installed_ones(capsys, tmp_path):
    words = ("--recipe", "champion", "--quick", "--positions", "300", "-o", str(tmp_path))
    code, out, err = run(capsys, "discover", *words)
    assert (code, err) == (0, "")
    assert "are not those of the champion in this installation" in out
    header = (tmp_path / "champion_weights.hpp").read_text("utf-8")
    assert "constexpr ChampionWeight defender_weights_attacker_moves[] = {" in header
    rows = read_csv(tmp_path / "discover.csv")
    assert len(rows) == 2 * (47 + 46)
    facts = json.loads((tmp_path / "discover.json").read_text("utf-8"))
    assert facts["sentence"] in out
    assert facts["verification"] is None
    page = (tmp_path / "discover.html").read_text("utf-8")
    for said in ("rebuilt from its recipe", "The learning curve", "What else was tried"):
        assert said in page
    assert all(words in page for words in facts["findings"]["words"])


def test_a_killed_run_resumes_where_it_stopped(capsys, tmp_path):
    options = (*BOARD, "--quick", "--positions", "1200", "--nodes", "2000", "--pairs", "60", *FEW)
    killed = tmp_path / "killed"
    for how, size in ((signal.SIGKILL, 60_000), (signal.SIGINT, 80_000)):
        said = kill("discover", *options, folder=killed, how=how, size=size)
        assert not (killed / "discover.json").exists()
    assert f"labels and games are stored in {killed}, run the same command to resume" in said
    assert "Traceback" not in said
    results = []
    for name in ("killed", "whole"):
        assert run(capsys, "discover", *options, "-o", str(tmp_path / name))[0] == 0
        facts = json.loads((tmp_path / name / "discover.json").read_text("utf-8"))
        for timed in ("cost", "elo", "matches"):
            (facts["verification"]["equal_time"] or {}).pop(timed, None)
        assert facts.pop("command").endswith(f" --output {tmp_path / name}")
        results.append(facts)
    assert results[0] == results[1]


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("--features-only",), "--features-only has no effect without --feature"),
        (("--feature", "imporved"), "did you mean 'improved'"),
        (("--feature", "broken.py:bad"), "feature broken.py:bad fails"),
        (("--feature", "missing.py:bad"), "missing.py"),
        (("--positions", "3"), "positions must be a whole number from 100"),
        (("--pairs", "1"), "pairs must be a whole number from 2"),
        (("--labels", "none.lkl"), "none.lkl"),
        (("--labels", "broken.py"), "not a file of labels"),
        (("--labels", "five.lkl"), "five.lkl has labels of another board, 5x5, not 7x7; set"),
        (("--labels", "five.lkl", "--positions", "500"), "leave out --positions"),
        (("-o", "broken.py"), "broken.py is a file"),
        (("--recipe", "chmapion"), "there is no recipe 'chmapion'; known recipes: champion"),
        (("--recipe", "champion", "--feature", "open"), "a recipe has its own features"),
        (("--recipe", "champion", "--labels", "five.lkl"), "a recipe has its own features"),
        (("--recipe", "champion", "--width", "6"), "'champion' is for a 7x7 board"),
    ],
)
def test_a_mistake_is_one_line_and_leaves_nothing_behind(
    capsys, tmp_path, monkeypatch, words, said
):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "broken.py").write_text("def bad(position, player):\n    return 1 / 0\n")
    if "five.lkl" in words:
        run(capsys, "labels", *BOARD, "--positions", "100", "-o", "five.lkl")
    before = files_in(tmp_path)
    code, out, err = run(capsys, "discover", *words)
    assert (code, out) == (2, "")
    assert said in err
    assert err.count("\n") == 1
    assert files_in(tmp_path) == before


def files_in(folder):
    return sorted(path.name for path in folder.iterdir() if path.name != "__pycache__")


def test_a_constant_feature_is_named_and_the_labels_stay(capsys, tmp_path):
    folder = tmp_path / "d"
    code, _, err = run(capsys, "discover", *SMALL, "--feature", "null", "-o", str(folder))
    assert code == 2
    assert err.count("\n") == 1
    assert "null has the same value after all moves" in err
    assert (folder / "labels.lkl").exists()
