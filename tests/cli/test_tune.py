"""`lastknight tune`: files, resume after a kill, and one line for every mistake."""

import json
import signal

import pytest

from command_line import kill, read_csv, run

SPEC = "improved - w * center"
SMALL = ("--range", "w=0:2", "--nodes", "60", "--pairs", "160", "--check-pairs", "60")


def test_it_prints_the_result_and_writes_its_files(capsys, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    code, out, err = run(capsys, "tune", SPEC, *SMALL)
    assert (code, err) == (0, "")
    folder = tmp_path / "tune-improved-w-center"
    assert {path.name for path in folder.iterdir()} == {
        "games.db",
        "tune.html",
        "tune.json",
        "tune.csv",
    }
    facts = json.loads((folder / "tune.json").read_text("utf-8"))
    value = facts["parameters"][0]["value"]
    assert facts["tuned"] in out
    assert f"{value:g}" in out
    assert facts["verdict"] in ("better", "no gain shown", "inconclusive", "unchanged")
    rows = read_csv(folder / "tune.csv")
    assert len(rows) == 80
    assert all(0 <= float(row["w"]) <= 2 for row in rows)
    assert sum(int(row["ww"]) + int(row["split"]) + int(row["ll"]) for row in rows) == 160
    page = (folder / "tune.html").read_text("utf-8")
    assert 'class="lk-chart"' in page
    assert "lastknight tune &#39;improved - w * center&#39; --range w=0:2" in page
    assert "http://" not in page.replace("http://www.w3.org", "")


def test_json_can_be_printed_alone(capsys, tmp_path):
    code, out, _ = run(capsys, "tune", SPEC, *SMALL, "-o", str(tmp_path / "t"), "--json", "-")
    assert code == 0
    assert json.loads(out)["spec"] == SPEC


def test_a_killed_run_resumes_where_it_stopped(capsys, tmp_path):
    options = ("--range", "w=0:2", "--nodes", "1500", "--pairs", "640", "--check-pairs", "100")
    killed = tmp_path / "killed"
    for how, size in ((signal.SIGKILL, 100_000), (signal.SIGINT, 120_000)):
        said = kill("tune", SPEC, *options, folder=killed, how=how, size=size)
        assert not (killed / "tune.json").exists()
    assert "run the same command to resume" in said
    assert "Traceback" not in said
    for name in ("killed", "whole"):
        assert run(capsys, "tune", SPEC, *options, "-o", str(tmp_path / name))[0] == 0
    results = [(tmp_path / name / "tune.json").read_text("utf-8") for name in ("killed", "whole")]
    assert results[0].replace(str(tmp_path / "killed"), str(tmp_path / "whole")) == results[1]


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ((SPEC,), "got 0 ranges; write a range as w=0:2"),
        ((SPEC, "--range", "w"), "write a range as w=0:2, got 'w'"),
        ((SPEC, "--range", "w=2:0"), "must go from low to high: w=0:2"),
        ((SPEC, "--range", "w=nan:2"), "finite"),
        ((SPEC, "--range", "v=0:2"), "has no v"),
        ((SPEC, "--range", "w=0:2", "--range", "w=0:3"), "w has two ranges"),
        ((SPEC, "--range", "center=0:2"), "already has a meaning"),
        (("improved - center", "--range", "w=0:2"), "has no w"),
        (("improved - w * v", "--range", "w=0:2"), "give it a range: v=0:2"),
        (("improved - w *", "--range", "w=0:2"), "not a heuristic or a player"),
        ((SPEC, "--range", "w=0:2", "--start", "w=5"), "must be from 0 to 2, got 5"),
        ((SPEC, "--range", "w=0:2", "--start", "5"), "write a start as w=1"),
        ((SPEC, "--range", "w=0:2", "--pairs", "10"), "pairs must be a whole number from 80"),
        ((SPEC, "--range", "w=0:2", "--sprt", "much"), "the SPRT must be one of"),
        ((SPEC, "--range", "w=0:2", "--plies", "0"), "two halves"),
        ((SPEC, "--range", "w=0:2", "--against", "x"), "unknown player or heuristic 'x'"),
        (("AlphaBeta(open * w, depth=2)", "--range", "w=0:2", "--nodes", "9"), "leave out nodes"),
        (("reach(k=n)", "--range", "n=0.5:2"), "whole number"),
    ],
)
def test_a_mistake_is_one_line_and_leaves_nothing_behind(
    capsys, tmp_path, monkeypatch, words, said
):
    monkeypatch.chdir(tmp_path)
    code, out, err = run(capsys, "tune", *words)
    assert (code, out) == (2, "")
    assert said in err
    assert err.count("\n") == 1
    assert not list(tmp_path.iterdir())
