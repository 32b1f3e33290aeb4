"""`lastknight labels`: what it prints, writes, keeps and refuses."""

import json

import pytest

from command_line import run
from lastknight.discovery import load

pytestmark = pytest.mark.usefixtures("folder")

SMALL = ["labels", "--width", "5", "--height", "5", "--player", "AlphaBeta(open, nodes=50)"]


def test_it_makes_a_file_and_says_what_is_in_it(capsys, folder):
    code, out, err = run(capsys, *SMALL, "-o", "my.lkl", "--positions", "300")
    assert (code, err) == (0, "")
    labels = load(folder / "my.lkl")
    assert f"my.lkl: {len(labels):,} positions with {len(labels.parent):,} moves" in out
    assert "labelled by solver" in out
    assert f"train {len(labels.part('train'))}, validation" in out


def test_json_has_the_counts_and_the_same_command_adds_nothing(capsys, folder):
    command = (*SMALL, "--positions", "300", "--json", "-")
    first = run(capsys, *command)[1]
    content = (folder / "labels.lkl").read_bytes()
    facts = json.loads(first)
    assert facts["file"] == "labels.lkl"
    assert facts["positions"] >= 300
    assert facts["labelled_by"] == "solver"
    assert sum(facts["parts"].values()) == sum(facts["by_ply"].values()) == facts["positions"]
    assert run(capsys, *command)[1] == first
    assert (folder / "labels.lkl").read_bytes() == content


def test_it_says_when_a_board_has_no_more_positions(capsys):
    _, out, _ = run(capsys, "labels", "--width", "3", "--height", "4", "--positions", "50000")
    assert "the games have hardly any new positions left; 50,000 were requested" in out


def test_mistakes_are_one_line(capsys):
    run(capsys, *SMALL, "--positions", "10")
    for words, message in (
        (["--seed", "2"], "labels.lkl has other labels: seed 1, not 2; choose another file"),
        (["--player", "Perfect"], "Perfect needs Python; only native players can make labels"),
        (["--labelled-by", "nobody"], "nobody"),
        (["-o", "none/labels.lkl"], "cannot write none/labels.lkl: there is no folder none"),
    ):
        code, out, err = run(capsys, *SMALL, "--positions", "10", *words)
        assert code != 0
        assert out == ""
        assert message in err
        assert err.count("\n") == 1
