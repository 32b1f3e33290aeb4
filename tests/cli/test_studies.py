"""Studies and claims on the command line."""

import json

import pytest

from command_line import read_csv, run
from lastknight.studies.claims import read_claims
from lastknight.studies.study import STUDIES

pytestmark = pytest.mark.usefixtures("folder")

COSTS = [
    text
    for name in ("null", "ratio", "longest_path", "ratio_chase")
    for text in ("--cost", f"{name}=2")
]


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["study", "004t1"], "unknown study '004t1'; did you mean '004-t1'?"),
        (["study", "004-t1", "--scale", "0"], "--scale"),
        (["study", "000", "--cost", "ratio"], "write a cost as improved=1.1"),
        (["study", "000", "--cost", "rato=2"], "did you mean 'ratio'?"),
        (["study", "000", "--file", "no/folder/x.db"], "no/folder/x.db"),
        (["study", "000", "--calibrate"], "study 000 has no search depths"),
        (["study", "all", "--calibrate"], "--calibrate takes one study"),
        (["study", "004-t3", "--calibrate", *COSTS], "--calibrate finds the speed"),
        (["study", "004-t3", "--nodes-per-second", "10"], "--nodes-per-second"),
        (["claims", "--quick", "--thorough"], "choose one of --quick and --thorough"),
        (["claims", "--quick", "--pairs", "3"], "choose one of --quick and --pairs"),
        (["claims", "--pairs", "0"], "--pairs"),
        (["claims", "--cost", "ratio=-1"], "got 'ratio=-1'"),
    ],
)
def test_bad_input_is_one_line_and_exit_code_2(capsys, arguments, words):
    code, out, err = run(capsys, *arguments)
    assert code == 2
    assert out == ""
    assert err.strip().count("\n") == 0
    assert err.startswith("lastknight: ")
    assert words in err


@pytest.mark.parametrize("command", ["study", "claims"])
def test_help_has_an_example(capsys, command):
    code, out, _ = run(capsys, command, "--help")
    assert code == 0
    assert "Example:" in out


def test_without_a_name_the_studies_are_listed(capsys):
    code, out, _ = run(capsys, "study")
    assert code == 0
    assert [line.split()[0] for line in out.splitlines()] == list(STUDIES)


def test_a_study_is_printed_written_and_resumed(capsys, folder):
    arguments = ["study", "004-t3", *COSTS, "--nodes-per-second", "100000", "--csv", "s.csv"]
    code, out, _ = run(capsys, *arguments, "--json", "s.json")
    assert code == 0
    assert "Search Depth in 30 ms" in out
    facts = json.loads((folder / "s.json").read_text())
    assert facts["study"] == "004-t3"
    assert {clock["nodes"] for clock in facts["clocks"]} == {1500, 3000}
    rows = read_csv(folder / "s.csv")
    assert len(rows) == len(facts["figures"])
    depth = next(row for row in rows if row["measure"] == "depth" and row["player"] == "null_score")
    assert depth["original_value"] == "10.06"
    assert f"{float(depth['value']):.3f}" in out
    assert f"{float(depth['difference']):+.1f}" in out
    code, again, _ = run(capsys, *arguments, "--json", "-")
    assert code == 0
    assert json.loads(again) == facts
    _, fresh, _ = run(capsys, *arguments, "--no-save", "--workers", "1", "--json", "-")
    assert json.loads(fresh) == facts
    _, other, _ = run(capsys, *arguments, "--no-save", "--seed", "2", "--json", "-")
    assert json.loads(other)["figures"] != facts["figures"]


def test_the_speed_of_the_clock_can_be_given(capsys):
    arguments = ["study", "004-t3", *COSTS, "--nodes-per-second", "10000", "--json", "-"]
    code, out, _ = run(capsys, *arguments)
    assert code == 0
    facts = json.loads(out)
    assert facts["nodes_per_second"] == 10_000
    assert {clock["nodes"] for clock in facts["clocks"]} == {150, 300}


def test_a_calibration_is_printed_and_written(capsys, folder, monkeypatch):
    monkeypatch.setattr("lastknight.studies.calibration.SPEEDS", (1000, 2000))
    monkeypatch.setattr("lastknight.studies.study_text.SPEEDS", (1000, 2000))
    arguments = ["study", "004-t3", "--calibrate", "--json", "c.json", "--csv", "c.csv"]
    code, out, _ = run(capsys, *arguments)
    assert code == 0
    assert "the speed of its clock" in out
    assert "at none of these speeds" in out
    facts = json.loads((folder / "c.json").read_text())
    assert facts["nodes_per_second"] is None
    assert len(read_csv(folder / "c.csv")) == len(facts["figures"]) == 10


def test_the_ledger_is_printed_and_written_for_every_claim(capsys, folder, monkeypatch):
    monkeypatch.setattr("lastknight.matches.costs.measure_cost", lambda *_, **__: 1.5)
    files = ["--json", "c.json", "--csv", "c.csv", "--markdown", "c.md"]
    code, out, _ = run(capsys, "claims", "--pairs", "1", "--seed", "3", "--cost", "ratio=2", *files)
    assert code == 0
    facts = json.loads((folder / "c.json").read_text())
    assert [fact["id"] for fact in facts] == [claim.id for claim in read_claims()]
    page = (folder / "c.md").read_text()
    assert page.startswith("<!-- lastknight claims --pairs 1 --seed 3 --cost ratio=2 -->")
    for fact in facts:
        assert fact["verdict"] in {"supported", "contradicted", "not decided"}
        assert fact["ours"] in out
        assert f"| {fact['id']} | {fact['claim']} |" in page
    rows = read_csv(folder / "c.csv")
    assert [row["verdict"] for row in rows] == [fact["verdict"] for fact in facts]
    assert "| 30 ms | 420,000 | `ratio` | 2 | 6,300 |" in page
    assert f"{len(facts)} claims:" in out
