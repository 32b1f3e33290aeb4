"""Everything a command writes: checked before any work, and never lost in the end."""

import errno
import json
import os
import re
import shlex
import subprocess
import sys
from io import StringIO
from pathlib import Path

import pytest

from command_line import COMMANDS, run
from lastknight.cli.support import outputs
from lastknight.cli.support.folders import name_folder
from lastknight.discovery.label_file import LabelFile, LabelHeader
from lastknight.discovery.recipe import LabelRecipe
from lastknight.errors import LastknightError
from lastknight.matches.store import Store

CHECKS = (
    outputs.check_file,
    outputs.check_named_file,
    outputs.check_store,
    outputs.check_folder,
)
# Paths that are read; every other path that an option takes is written.
INPUTS = {("play", "--load"), ("games", "--import"), ("discover", "--labels")}


def check_of(option):
    """The function that checks the path of an option before any work."""
    return getattr(option.callback, "__wrapped__", None)


def paths_of(command: str) -> dict:
    return {
        option.opts[0]: option
        for option in COMMANDS[command].params
        if option.param_type_name == "option"
        and option.type_descriptor.annotation is Path
        and (command, option.opts[0]) not in INPUTS
    }


OUTPUTS = [(command, option) for command in COMMANDS for option in paths_of(command)]


@pytest.mark.parametrize(("command", "option"), OUTPUTS)
def test_every_path_that_is_written_passes_the_border(command, option):
    assert check_of(paths_of(command)[option]) in CHECKS


@pytest.mark.parametrize(("command", "option"), OUTPUTS)
def test_a_path_that_cannot_be_written_is_refused_before_any_work(
    capsys, monkeypatch, tmp_path, command, option
):
    monkeypatch.chdir(tmp_path)
    file = tmp_path / "file"
    file.write_text("mine")
    (tmp_path / "folder").mkdir()
    is_folder = check_of(paths_of(command)[option]) is outputs.check_folder
    bad = ["file/inside", "/proc/none", "n" * 300]
    bad += ["file"] if is_folder else ["missing/result", "folder", ""]
    words = shlex.split(COMMANDS[command].epilog.removeprefix("Example: lastknight "))
    for path in bad:
        # An option given twice keeps the last value, so the example may have it too.
        code, out, err = run(capsys, *words, option, path)
        assert (code, out) == (2, "")
        assert err.count("\n") == 1
        assert re.search(rf"Invalid value for .*'{option}'", err)
        assert "Errno" not in err
    assert sorted(path.name for path in tmp_path.iterdir()) == ["file", "folder"]
    assert file.read_text() == "mine"


def test_a_path_that_can_be_written_is_left_as_it_is(capsys, tmp_path):
    there, new = tmp_path / "there.json", tmp_path / "new.svg"
    there.write_text("mine")
    assert run(capsys, "show", "zz", "--json", str(there), "--svg", str(new))[0] == 2
    assert there.read_text() == "mine"
    assert not new.exists()


def test_a_program_is_not_written_over(capsys, folder):
    (folder / "mine.py").write_text("mine")
    for words in (["show", "d4", "--json"], ["puzzles", "--make"], [*MATCH[:3], "--csv"]):
        code, out, err = run(capsys, *words, "mine.py")
        assert (code, out, err.count("\n")) == (2, "", 1)
        assert "that would replace a program; name another file" in err
    assert (folder / "mine.py").read_text() == "mine"


@pytest.fixture
def kept(folder):
    """A file of games and one of labels, by their names, and what is in them."""
    Store(folder / "games.db").close()
    LabelFile.create(folder / "labels.lkl", LabelHeader(LabelRecipe(), {})).close()
    (folder / "link.json").symlink_to("games.db")
    return {name: (folder / name).read_bytes() for name in ("games.db", "labels.lkl", "link.json")}


@pytest.mark.parametrize(
    ("command", "option"),
    [one for one in OUTPUTS if check_of(paths_of(one[0])[one[1]]) in CHECKS[:2]],
)
def test_games_and_labels_are_not_written_over(capsys, folder, kept, command, option):
    words = shlex.split(COMMANDS[command].epilog.removeprefix("Example: lastknight "))
    for name in (*kept, "./games.db", "games.db-wal"):
        code, out, err = run(capsys, *words, option, name)
        assert (code, out, err.count("\n")) == (2, "", 1)
        assert f"cannot write {Path(name)}: that would replace games or labels; name" in err
    assert {name: (folder / name).read_bytes() for name in kept} == kept


def test_games_and_labels_are_not_written_into_each_other(capsys, folder, kept):
    for words in (
        "match Random Random --pairs 1 --file labels.lkl",
        "games labels.lkl",
        "games labels.lkl --check",
        "games labels.lkl --import x.jsonl",
        "serve --file labels.lkl --no-browser",
        "labels --positions 1 -o games.db",
    ):
        code, out, err = run(capsys, *shlex.split(words))
        assert (code, out, err.count("\n")) == (2, "", 1)
        assert "is a database, but not " in err
    assert {name: (folder / name).read_bytes() for name in kept} == kept


def test_a_game_in_play_is_not_saved_over_games(capsys, folder, kept, monkeypatch):
    monkeypatch.setattr("sys.stdin", StringIO("save games.db\nquit\n"))
    code, out, _ = run(capsys, "play", "human", "Random")
    assert code == 0
    assert "cannot save in games.db: that would replace games or labels" in out
    assert (folder / "games.db").read_bytes() == kept["games.db"]


RANGE = "tune 'improved - w * center' --range w=0:1"


@pytest.mark.parametrize(
    ("words", "path"),
    [
        ("match Random Random --pairs 1 --json", "lastknight.db"),
        ("tournament Random 'Greedy(open)' --pairs 1 --csv", "lastknight.db"),
        ("truth open --positions 1 --json", "inner/../lastknight.db"),
        ("claims --pairs 1 --markdown", "lastknight.db"),
        (f"{RANGE} -o inner --json", "inner/games.db"),
        ("discover --quick -o inner --json", "inner/games.db"),
        ("discover --quick -o inner --json", "inner/labels.lkl"),
    ],
)
def test_a_result_does_not_go_where_the_command_stores_its_games(capsys, folder, words, path):
    (folder / "inner").mkdir()
    code, out, err = run(capsys, *shlex.split(words), path)
    assert (code, out, err.count("\n")) == (2, "", 1)
    name = Path(path).name
    assert re.search(rf"--(json|csv|markdown) would replace (inner/)?{name}, which this", err)
    assert list(folder.rglob("*")) == [folder / "inner"]


def test_two_options_do_not_write_one_file(capsys, tmp_path):
    (tmp_path / "link").symlink_to(tmp_path / "same")
    code, _, err = run(
        capsys, *MATCH[:3], "--json", f"{tmp_path}/link", "--csv", f"{tmp_path}/same"
    )
    assert code == 2
    assert "already writes to" in err
    path = str(tmp_path / "same")
    code, _, err = run(capsys, "show", "d4", "--json", path, "--svg", path)
    assert code == 2
    assert f"--json already writes to {path}" in err or f"--svg already writes to {path}" in err
    assert run(capsys, "match", "Random", "Random", "--json", "-", "--csv", "-")[0] == 2


MATCH = ("match", "Random", "Greedy(open)", "--pairs", "2", "--no-save", "--workers", "1")
WRITTEN = [
    (("show", "d4"), "--json"),
    (("show", "d4"), "--svg"),
    (("solve", "d4 b1", "--width", "4", "--height", "4"), "--json"),
    (("check", "open", "--positions", "3"), "--json"),
    (MATCH, "--json"),
    (MATCH, "--csv"),
]


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs /dev/full")
@pytest.mark.parametrize(("words", "option"), WRITTEN, ids=lambda value: value[0])
def test_a_result_that_cannot_be_written_is_printed_and_kept(
    capsys, monkeypatch, tmp_path, words, option
):
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    code, out, err = run(capsys, *words, option, "/dev/full")
    assert code == 2
    assert out.strip()
    assert err.strip().count("\n") == 0
    assert "cannot write /dev/full: no space left on device; it is kept in " in err
    (kept,) = tmp_path.glob("lastknight-*/full")
    text = kept.read_text(encoding="utf-8")
    assert json.loads(text) if option == "--json" else text
    assert str(kept) in err


def test_files_of_a_folder_that_cannot_be_written_are_kept(monkeypatch, tmp_path):
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    full = tmp_path / "full"
    said: list[list[Path]] = []

    def write(folder):
        if folder == full:
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
        (folder / "page").write_text("page")
        return [folder / "page"]

    with pytest.raises(LastknightError, match=r"cannot write into .*: no space .* are kept in"):
        outputs.deliver_folder(full, write, said.append)
    assert said[0][0].read_text() == "page"


def test_what_cannot_be_kept_anywhere_is_printed(capsys, monkeypatch):
    monkeypatch.setattr("tempfile.tempdir", "/proc")
    with pytest.raises(LastknightError, match="it is printed instead"):
        outputs.deliver({Path("/dev/full"): "the result"}, lambda: None)
    assert "the result" in capsys.readouterr().out


NOISY = '''"""A heuristic that prints."""
import os


def loud(position, player):
    """Own moves."""
    print("noise")
    os.write(1, b"more noise")
    return len(position.legal_moves(player))
'''


LOUD = ("match", "AlphaBeta(mine.py:loud, nodes=5)", "Random", "--pairs", "1", "--workers", "1")


def test_a_printed_result_is_all_that_goes_to_standard_output(tmp_path):
    (tmp_path / "mine.py").write_text(NOISY)
    command = [sys.executable, "-m", "lastknight", *LOUD, "--json", "-"]
    done = subprocess.run(command, capture_output=True, text=True, cwd=tmp_path, check=True)
    assert json.loads(done.stdout)["wins"] in (0, 1, 2)
    assert "noise" in done.stderr


def test_printed_rows_are_all_that_goes_to_standard_output(capsys, folder):
    (folder / "mine.py").write_text(NOISY.replace("    os.write", "    # os.write"))
    code, out, _ = run(capsys, *LOUD, "--csv", "-")
    assert code == 0
    heading, row = out.splitlines()
    assert heading.startswith("a,b,ww")
    assert "mine.py:loud" in row


def test_a_closed_pipe_is_not_an_error():
    words = [sys.executable, "-m", "lastknight", "--help"]
    with subprocess.Popen(words, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as child:
        child.stdout.close()
        assert child.stderr.read() == b""
        assert child.wait() != 2


def test_folders_of_long_names_differ_as_what_they_hold_does():
    long = [f"improved - {number} * center - 2 * reach(k=3) - ratio" for number in range(50)]
    names = [str(name_folder("analysis", [text])) for text in long]
    assert len(set(names)) == len(names)
    assert all(len(name) <= 40 for name in names)
    assert names == [str(name_folder("analysis", [text])) for text in long]
    assert str(name_folder("analysis", ["a/" + "x" * 50 + ".py"])) != str(
        name_folder("analysis", ["b/" + "x" * 50 + ".py"])
    )
    assert str(name_folder("analysis", ["mine.py", "ratio"])) == "analysis-mine-ratio"


def test_the_check_of_a_path_neither_makes_nor_removes_the_file(monkeypatch, tmp_path):
    """Another process may make it in between, and must not lose it."""
    for call in ("open", "unlink"):
        monkeypatch.setattr(Path, call, lambda *_: pytest.fail("it touched the file"))
    outputs.try_file(tmp_path / "games.db")


def test_a_default_folder_that_cannot_be_created_is_refused_with_the_cure(
    capsys, monkeypatch, tmp_path
):
    def refuse(*_, **__):
        raise PermissionError(errno.EACCES, os.strerror(errno.EACCES), "folder")

    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(Path, "mkdir", refuse)
    code, out, err = run(capsys, "analyze", "ratio", "--quick")
    assert (code, out, err.count("\n")) == (2, "", 1)
    assert "cannot create the folder analysis-quick-ratio: permission denied; name another" in err
