"""The command line: what it prints, what it writes, and what it says to bad input."""

import errno
import io
import json
import os
import re
import shlex
import subprocess
import sys
from pathlib import Path
from pkgutil import iter_modules

import pytest
import typer

import lastknight as lk
from command_line import COMMANDS, run
from lastknight import cli
from lastknight.cli.support import commands
from lastknight.cli.support.contents import GUESSES, list_commands
from lastknight.cli.support.options import BoardOptions, Seed
from lastknight.cli.support.outputs import JsonOptions


@pytest.fixture
def typed(monkeypatch):
    """Put lines where the prompt reads them."""
    return lambda *lines: monkeypatch.setattr(
        "sys.stdin", io.StringIO("".join(line + "\n" for line in lines))
    )


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["show", "d4 k9"], "k9, (8, 10), is not on the 7x7 board"),
        (["show", "d4 d4"], "not blank"),
        (["show", "hello"], "not a square: 'hello'"),
        (["show", "..:7"], "':1' or ':2'"),
        (["show", "..:1", "--width", "3"], "has its own board"),
        (["show", "", "--width", "0"], "at least 1"),
        (["show", "", "--width", "129", "--height", "1"], "got 129x1"),
        (["show", "", "--width", "9" * 30], "at least 1 and at most 128"),
        (["show", "", "--blocked", "h8"], "h8, (7, 7), is not on the 7x7 board"),
        (["show", "", "--width", "x"], "--width"),
        (["show", "", "--svg", "/no/such/folder/x.svg"], "/no/such/folder/x.svg"),
        (["show"], "POSITION"),
        (["shwo"], "Did you mean 'show'"),
        (["show", "", "--colour"], "--colour"),
        (["play", "human", "rando"], "unknown player or heuristic 'rando'"),
        (["play", "human", "AlphaBeta(imporved, depth=2)"], "did you mean 'improved'?"),
        (["play", "human", "AlphaBeta(improved, nodes=0)"], "nodes must be a whole number from 1"),
        (["check", "imporved"], "did you mean 'improved'? See 'lastknight catalog'"),
        (
            ["check", "value(power=99)"],
            "power of heuristic 'value' must be a whole number from 0 to 16",
        ),
        (["check", "no_such_file.py"], "cannot read no_such_file.py"),
        (["check"], "HEURISTIC"),
        (["play", "--seed", "-1"], "'--seed': a seed must be a number from 0"),
        (["play", "--seed", str(2**64)], f"to {2**64 - 1}, got {2**64}"),
        (["play", "--load", "/no/such/game.txt"], "/no/such/game.txt"),
        (["play", "--load", "game.txt", "--width", "5"], "has its own board"),
    ],
)
def test_bad_input_is_one_line_and_exit_code_2(capsys, arguments, words):
    code, out, err = run(capsys, *arguments)
    assert code == 2
    assert out == ""
    assert err.startswith("lastknight: ")
    assert err.count("\n") == 1
    assert words in err


@pytest.mark.parametrize("command", ["", "aind", *COMMANDS])
def test_help_has_an_example_and_no_python_types(capsys, command):
    for words in (
        [*command.split(), "--help"],
        [*command.split(), "-h"],
        ["help", *command.split()],
    ):
        code, out, _ = run(capsys, *words)
        assert code == 0
        assert re.search(rf"Examples?: lastknight {command}", " ".join(out.split()))
        assert not re.search(r"[<{]\w+|\[\[|18446744073709551615", out)


@pytest.mark.parametrize("command", COMMANDS)
def test_the_example_of_a_command_is_read_as_it_stands(command):
    words = shlex.split(COMMANDS[command].epilog.removeprefix("Example: lastknight "))
    assert " ".join(words).startswith(f"{command} ") or words == [command]
    arguments = words[len(command.split()) :]
    COMMANDS[command].make_context(command, arguments)


def test_the_help_lists_commands_in_groups_analyze_and_serve_first(capsys):
    _, out, _ = run(capsys, "--help")
    panels = re.findall(r"─ ([A-Z][\w ]+) ─", out)
    assert panels == ["Options", *commands.PANELS]
    listed = re.findall(r"^│ ([a-z]+) ", out, re.M)
    assert listed[:2] == ["analyze", "serve"]
    assert set(listed) == {name.split()[0] for name in COMMANDS}


def test_the_list_of_commands_is_what_the_commands_declare():
    listed = list_commands(Path(cli.__path__[0]))
    for declared in commands.COMMANDS:
        group = declared.group
        found = listed[declared.run.__name__ if group is None else group.name]
        assert found.panel == declared.panel
        assert found.help == (declared.help if group is None else group.help)


def test_version_is_a_word_too(capsys):
    assert run(capsys, "version") == run(capsys, "--version")


@pytest.mark.parametrize("guess", GUESSES)
def test_a_guessed_name_leads_to_the_command(capsys, guess):
    code, out, err = run(capsys, guess, "--help")
    assert (code, out) == (2, "")
    assert f"No such command {guess!r}. Did you mean {GUESSES[guess]!r}?" in err
    assert GUESSES[guess] in {name.split()[0] for name in COMMANDS}
    assert guess not in COMMANDS


def test_a_mistake_names_the_help_of_its_command(capsys):
    for words, path in ((["show"], "show"), (["aind", "new"], "aind new"), (["aind", "x"], "aind")):
        assert run(capsys, *words)[2].endswith(f" See 'lastknight {path} --help'.\n")


@pytest.mark.parametrize("option", ["--version", "--help"])
def test_the_program_starts_without_what_it_does_not_need(option):
    program = (
        "import sys; from lastknight.cli import main; main(sys.argv[1:]); "
        "print(*sys.modules, file=sys.stderr)"
    )
    command = [sys.executable, "-c", program, option]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    heavy = {"numpy", "scipy", "pydantic", "altair", "jinja2", "fastapi", "numba", "sqlite3"}
    heavy |= {"asyncio", "importlib.metadata", "lastknight.matches", "lastknight.heuristics"}
    heavy |= {"rich.console"} if option == "--version" else set()
    assert not heavy & set(done.stderr.split())


def test_the_usage_line_names_the_arguments(capsys, monkeypatch):
    monkeypatch.setenv("COLUMNS", "100")
    usages = {
        "match": "match [OPTIONS] A B",
        "analyze": "analyze [OPTIONS] [MY_HEURISTICS.PY | SPEC]...",
        "tournament": "tournament [OPTIONS] PLAYER...",
        "play": "play [OPTIONS] [ONE] [TWO]",
    }
    for name, usage in usages.items():
        assert f"Usage: lastknight {usage} \n" in re.sub(
            r" +\n", " \n", run(capsys, name, "--help")[1]
        )


def test_every_module_is_a_command_and_needs_no_other_place():
    declared = {one.run.__module__ for one in commands.COMMANDS}
    there = {f"lastknight.cli.{one.name}" for one in iter_modules(cli.__path__) if not one.ispkg}
    assert declared == there


def test_options_of_a_group_are_those_of_the_command():
    def sample(board: BoardOptions, output: JsonOptions, *, seed: Seed = 4) -> None:
        seen.append((board.start, output.json_file, seed))

    seen: list[object] = []
    try:
        commands.command("sample", panel=commands.START)(sample)
        app = typer.Typer()
        app.command()(commands.COMMANDS[-1].run)
        app(["--width", "5", "--blocked", "a1"], standalone_mode=False)
    finally:
        del commands.COMMANDS[-1]
    assert seen == [(lk.Position(5, 7, "a1"), None, 4)]


def test_without_a_command_the_help_is_shown(capsys):
    assert run(capsys)[0] == 0


def test_version(capsys):
    assert run(capsys, "--version")[1] == f"lastknight {lk.__version__}\n"


def test_show_draws_and_describes(capsys):
    code, out, _ = run(capsys, "show", "d4 b1 c2")
    position = lk.Position.from_moves("d4 b1 c2")
    assert code == 0
    assert position.diagram() in out
    assert str(position) in out
    assert str(position.canonical()) in out
    assert "d2 a3 c3" in out


def test_show_writes_picture_and_facts(capsys, tmp_path):
    position = lk.Position.parse("..1/x../2..:1")
    picture, facts = tmp_path / "board.svg", tmp_path / "board.json"
    assert run(capsys, "show", str(position), "--svg", str(picture), "--json", str(facts))[0] == 0
    assert picture.read_text(encoding="utf-8") == position.svg()
    assert json.loads(facts.read_text(encoding="utf-8"))["legal_moves"] == [[2, 1]]
    _, out, _ = run(capsys, "show", str(position), "--json", "-")
    assert json.loads(out) == json.loads(facts.read_text(encoding="utf-8"))


def test_a_game_of_random_players_is_drawn_to_its_end(capsys):
    _, out, _ = run(capsys, "play", "random", "random", "--width", "4", "--height", "4")
    game = lk.Game.parse(out[out.index("player 1: Random") :])
    assert game.winner is not None
    for count in range(1, len(game.moves) + 1):
        assert f"{count}. player" in out
    again = run(capsys, "play", "random", "random", "--width", "4", "--height", "4")[1]
    other = run(capsys, "play", "random", "random", "--width", "4", "--height", "4", "--seed", "9")
    assert again == out
    assert other[1] != out


def test_a_person_plays_undoes_saves_and_resumes(capsys, typed, tmp_path):
    kept, copy = tmp_path / "kept.txt", tmp_path / "copy.txt"
    typed("d4", "moves", "nonsense", "a1", "help", "undo", "c3", f"save {copy}", "quit")
    code, out, _ = run(capsys, "play", "human", "random", "--save", str(kept))
    assert code == 0
    assert "not a square: 'nonsense'" in out
    assert "from d4 to a1: not a knight's move" in out
    game = lk.Game.parse(kept.read_text(encoding="utf-8"))
    assert game.moves[0] == (2, 2)
    assert len(game.moves) == 2
    assert copy.read_text(encoding="utf-8") == kept.read_text(encoding="utf-8")
    assert out.endswith(str(game))

    typed(lk.format_square(game.position.legal_moves()[0]))
    run(capsys, "play", "--load", str(kept), "--save", str(kept))
    assert len(lk.Game.parse(kept.read_text(encoding="utf-8")).moves) == 4


def test_a_loaded_game_keeps_its_players_unless_others_are_named(capsys, typed, tmp_path):
    kept, copy = tmp_path / "kept.txt", tmp_path / "copy.txt"
    typed("quit")
    run(capsys, "play", "Greedy(open)", "human", "--save", str(kept))
    typed("quit")
    _, out, _ = run(capsys, "play", "--load", str(kept), "--save", str(copy))
    assert "player 1: Greedy(open)\nplayer 2: human" in out
    assert copy.read_text() == kept.read_text()
    _, out, _ = run(capsys, "play", "Random", "Greedy(improved)", "--load", str(kept))
    assert "player 1: Random\nplayer 2: Greedy(improved)" in out
    code, _, err = run(capsys, "play", "human", "--save", str(kept))
    assert code == 2
    assert f"{kept} already exists; continue its game with --load" in err
    assert kept.read_text() == copy.read_text()


def test_a_game_that_cannot_be_saved_any_more_is_printed(capsys, typed, monkeypatch, tmp_path):
    def fail(path, _):
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC), str(path))

    monkeypatch.setattr("lastknight.cli.play.replace_file", fail)
    typed("d4", "quit")
    code, out, err = run(capsys, "play", "human", "human", "--save", str(tmp_path / "game.txt"))
    assert code == 2
    assert "moves: d4" in out
    assert "game.txt: no space left on device; the game is printed above" in err


def test_a_save_that_fails_does_not_end_the_game(capsys, typed, tmp_path):
    program = tmp_path / "mine.py"
    program.write_text("mine = 1\n")
    typed("d4", f"save {tmp_path}", f"save {program}", "quit")
    code, out, _ = run(capsys, "play")
    assert code == 0
    assert out.count("cannot save in") == 2
    assert program.read_text() == "mine = 1\n"
    assert list(tmp_path.parent.glob(".*.new")) == []


def test_two_people_play_to_the_end(capsys, typed):
    typed("a1", "a2", "b3")
    code, out, _ = run(capsys, "play", "human", "human", "--width", "2", "--height", "3")
    assert code == 0
    assert out.endswith("result: player 1 wins, player 2 cannot move\n")


def test_undo_at_the_start_takes_nothing_back(capsys, typed):
    typed("undo", "quit")
    _, out, _ = run(capsys, "play", "random", "human")
    assert "you have no move to take back" in out
    assert "moves: " in out


def test_a_file_that_is_not_a_game_is_refused(capsys, tmp_path):
    path = tmp_path / "game.txt"
    path.write_bytes(b"\xff\xfe\x00")
    code, _, err = run(capsys, "play", "--load", str(path))
    assert code == 2
    assert "is not a saved game" in err


def test_bench_prints_a_table_and_writes_a_file(capsys, tmp_path):
    path = tmp_path / "bench.json"
    code, out, _ = run(capsys, "bench", "--json", str(path))
    assert code == 0
    facts = json.loads(path.read_text(encoding="utf-8"))
    assert f"fingerprint  {facts['fingerprint']}" in out


def test_catalog_lists_every_heuristic(capsys):
    _, out, _ = run(capsys, "catalog")
    known = [*lk.heuristics(), *lk.building_blocks()]
    assert all(name in out for name in known)
    _, out, _ = run(capsys, "catalog", "--json", "-")
    assert [entry["name"] for entry in json.loads(out)] == known


@pytest.mark.parametrize(
    "content", [b"\x80\xff\x00" * 500, b"\x80\xff\x00", b"SQLite format 3\0" * 99]
)
def test_serve_refuses_a_file_without_games_before_it_starts(capsys, tmp_path, content):
    path = tmp_path / "some.db"
    path.write_bytes(content)
    code, out, err = run(capsys, "serve", "--no-browser", "--port", "1", "--file", str(path))
    assert (code, out) == (2, "")
    assert str(path) in err
    assert err.count("\n") == 1
    assert path.read_bytes() == content


def test_check_tells_sound_heuristics_from_others(capsys, tmp_path):
    path = tmp_path / "mine.py"
    path.write_text(
        "import lastknight as lk\n"
        "def plain(position, player):\n    return len(position.legal_moves(player))\n"
        "def broken(position, player):\n    raise KeyError('lost')\n"
        "mixed = lk.heuristic('improved') - 0.5 * lk.heuristic('open')\n"
        "def _private(position, player):\n    return 1\n"
    )
    code, out, _ = run(capsys, "check", f"{path}:plain", f"{path}:mixed", "--positions", "20")
    assert code == 0
    code, out, _ = run(capsys, "check", str(path), "--positions", "20", "--json", "-")
    assert code == 1
    facts = {entry["heuristic"].rpartition(":")[2]: entry for entry in json.loads(out)}
    assert list(facts) == ["plain", "broken", "mixed"]
    assert facts["plain"]["is_sound"]
    assert "KeyError" in facts["broken"]["raised"]["text"]
    assert facts["broken"]["raised"]["position"] in facts["broken"]["raised"]["text"]


def test_a_search_plays_a_person(capsys, typed):
    typed("d4", "quit")
    _, out, _ = run(capsys, "play", "human", "AlphaBeta(ratio, nodes=1_000)")
    assert "player 2: AlphaBeta(ratio, nodes=1000)" in out
    assert "player 2 goes to" in out


def test_the_installed_command_ends_with_the_right_code():
    command = [sys.executable, "-m", "lastknight", "show", "zz"]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 2
    assert "Traceback" not in done.stderr


@pytest.mark.parametrize(
    "arguments",
    [
        ["LONG"],
        ["check", "LONG"],
        ["games", "LONG"],
        ["league", "LONG"],
        ["match", "LONG", "Random"],
        ["match", "Random", "Random", "--openings", "d4 b1; LONG"],
        ["match", "Random", "Random", "--pairs", "1", "--file", "LONG"],
        ["tournament", "Random", "Greedy(open)", "--anchor", "LONG"],
    ],
)
def test_a_message_does_not_repeat_a_whole_long_argument(capsys, tmp_path, monkeypatch, arguments):
    monkeypatch.chdir(tmp_path)
    code, _, err = run(capsys, *(word.replace("LONG", 3000 * "x") for word in arguments))
    assert code == 2
    assert len(err) < 1000
    assert "xxx..." in err
