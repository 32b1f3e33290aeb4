"""Mistakes on the command line: every option says what it expected, what came, and whose help."""

import re
import shlex
from pathlib import Path

import pytest

from command_line import COMMANDS, run

OPTIONS = [
    (name, option)
    for name, command in COMMANDS.items()
    for option in command.params
    if option.opts[0].startswith("-") and not option.is_flag and not option.hidden
]
TEXTS = [
    (name, parameter)
    for name, command in COMMANDS.items()
    for parameter in command.params
    if {Path, str, list[str], tuple[str, str]} & {parameter.type_descriptor.annotation}
]
NUMBERS = [
    (name, option) for name, option in OPTIONS if option.type_descriptor.annotation in (int, float)
]


@pytest.mark.parametrize(
    ("name", "option"), OPTIONS, ids=[f"{name} {option.opts[0]}" for name, option in OPTIONS]
)
def test_an_option_without_its_value_names_the_help_of_its_command(name, option, capsys):
    for word in option.opts:
        code, out, err = run(capsys, *name.split(), word)
        assert (code, out) == (2, "")
        assert err.endswith(f"See 'lastknight {name} --help'.\n")
        assert word in err


@pytest.mark.parametrize(
    ("name", "option"), NUMBERS, ids=[f"{name} {option.opts[0]}" for name, option in NUMBERS]
)
def test_a_value_that_is_not_a_number_gets_our_own_message(name, option, capsys):
    for bad in ("x", "", "1e", "\N{BLACK CHESS KNIGHT}", "9" * 100 + "x"):
        code, out, err = run(capsys, *name.split(), option.opts[0], bad)
        assert (code, out) == (2, "")
        assert re.search(r"expected a (whole )?number[^,]*, got '", err)
        assert f"got {bad!r}." in err or len(bad) > 60
        assert "Input should" not in err
        assert err.endswith(f"See 'lastknight {name} --help'.\n")
        assert err.count("\n") == 1


@pytest.mark.parametrize(
    ("name", "parameter"), TEXTS, ids=[f"{name} {parameter.opts[0]}" for name, parameter in TEXTS]
)
def test_an_empty_text_is_refused_before_any_work(name, parameter, capsys, folder):
    words = shlex.split(COMMANDS[name].epilog.removeprefix("Example: lastknight "))
    if parameter.name in ("blocked", "position"):  # none of them is a right answer
        return
    if parameter.opts[0].startswith("-"):
        for empty in ("", " \t"):
            code, out, err = run(capsys, *words, parameter.opts[0], *[empty] * parameter.nargs)
            assert (code, out, err.count("\n")) == (2, "", 1)
            assert re.search(rf"Invalid value for .*{parameter.opts[0]}.*: it is empty; exp", err)
            assert err.endswith(f"See 'lastknight {name} --help'.\n")
    else:
        code, out, err = run(capsys, *name.split(), *[""] * len(COMMANDS[name].params))
        assert (code, out, err.count("\n")) == (2, "", 1)
        assert "it is empty. See" in err
    assert list(folder.iterdir()) == []


@pytest.mark.parametrize("words", ["show ''", "show d4 --blocked ''"])
def test_no_moves_and_no_blocked_squares_are_right_answers(words, capsys):
    assert run(capsys, *shlex.split(words))[0] == 0


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ("catalog Perfect", "lastknight catalog takes no arguments, got 'Perfect'. See"),
        ("bench now", "lastknight bench takes no arguments, got 'now'. See"),
        ("show d4 b1", "unexpected argument 'b1'; put text with spaces in quotes. See"),
        ("match Greedy(open) Random and more", "unexpected argument 'and more'; put"),
        ("aind new here there", "unexpected argument 'there'; put"),
    ],
)
def test_too_many_arguments_are_shown_with_what_to_do(words, said, capsys):
    code, out, err = run(capsys, *words.split())
    assert (code, out, err.count("\n")) == (2, "", 1)
    assert said in err


def test_numbers_out_of_range_say_the_range(capsys):
    for words, said in {
        "match Random Random --pairs 0": "expected a whole number of at least 1, got '0'",
        "serve --port 70000": "expected a whole number from 1 to 65535, got '70000'",
        "match Random Random --move-seconds -1": "a number from 0.001 to 1000000, got '-1'",
        "puzzles 0": "expected a whole number of at least 1, got '0'",
    }.items():
        code, _, err = run(capsys, *words.split())
        assert code == 2
        assert said in err


def test_an_option_is_named_as_it_was_typed(capsys):
    """And a limit in a spec is not mistaken for an option of the same name."""
    _, _, err = run(capsys, "match", "Random", "Random", "--start-ply", "200")
    assert "--start-ply must be a whole number from 3 to 48" in err
    _, _, err = run(capsys, "labels", "--last-ply", "90")
    assert "--last-ply must be a whole number" in err
    opponent = ["--against", "AlphaBeta(ratio, nodes=0)"]
    _, _, err = run(capsys, "analyze", "ratio", "--nodes", "500", *opponent)
    assert "lastknight: nodes must be a whole number" in err


def test_a_wrong_combination_or_place_is_named(capsys, tmp_path):
    for words, said in {
        "solve": "give a position, or --openings",
        f"games {tmp_path}": "is a folder; name the file with the games in it",
        "serve --no-browser --token long;enough;with;signs": "a token can only have letters",
        "serve --no-browser --token ключключключключключ": "a token can only have letters",
        "serve --no-browser --host 192.0.2.1": "--host must be an address of this machine",
    }.items():
        code, out, err = run(capsys, *words.split())
        assert (code, out, err.count("\n")) == (2, "", 1)
        assert said in err


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ("match 'AlphaBeta(ratio, depth=3' Random", "with 1 '(' and 0 ')'; write one like Alpha"),
        ("match 'AlphaBeta(ratio, nodes=15,000)' Random", "write one like AlphaBeta(improved, nod"),
        ("match mine.py: Random", "not a player: 'mine.py:'; write one like AlphaBeta(improved, "),
        ("match given Random", "given is a folder; name what plays, such as given/mine.py:NAME"),
        (
            "match ./given/ Random",
            "./given/ is a folder; name what plays, such as",
        ),
        (
            "analyze ./given",
            "./given is a folder; name one heuristic, such as",
        ),
        ("check 'ratio +'", "not a heuristic: 'ratio +'; write one like improved - 0.5 * center"),
        ("check op.txt", "not a heuristic: 'op.txt'; 'lastknight catalog' lists heuristics"),
        ("show ./x./...", "it does not end in ':1' or ':2'"),
        ("analyze ratio --cost ratio=1 --cost ratio=2", "the cost of ratio is given twice"),
        ("games /dev/null", "/dev/null is not a file of games"),
        ("games new.db --import mine.txt", "line 1 is not JSON: expecting value at line 1, column"),
        ("games new.db --import given", "given is a folder; name a file"),
        ("play --load missing.txt", "cannot open missing.txt: no such file or directory"),
    ],
)
def test_unreadable_input_is_reported_with_what_to_do(words, said, capsys, folder):
    (folder / "given").mkdir()
    (folder / "mine.txt").write_text("no games\n")
    code, out, err = run(capsys, *shlex.split(words))
    assert (code, out, err.count("\n")) == (2, "", 1)
    assert said in err


@pytest.mark.usefixtures("folder")
def test_counts_of_one_are_singular(capsys):
    words = ["match", "Greedy(open)", "Greedy(open)", "--pairs", "1", "--openings", "d4 b1"]
    code, out, _ = run(capsys, *words)
    assert code == 0
    assert "1 opening\n" in re.sub(" +\n", "\n", out)
    assert "1 openings" not in out
