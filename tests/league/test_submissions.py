"""Finding the submissions in a class's folder."""

import os
from pathlib import Path

import pytest

from lastknight.errors import ArgumentError
from lastknight.league.submissions import _unused, find_submissions, page_names
from lastknight.sandbox import AgentFiles, Sandbox
from lastknight.sandbox.process import OverrunError, Process

CLASS = Path(__file__).parents[1] / "class"
PLAYER = "class {}:\n    def get_move(self, game, time_left):\n        return None\n"


def find(folder, **options):
    return find_submissions(folder, sandbox=Sandbox.detect(), **options)


def test_all_submissions_of_a_class_are_found():
    found, skipped = find(CLASS)
    assert [(one.name, one.player, one.problem) for one in found] == [
        ("alpha_beta", "AlphaBetaPlayer", ""),
        ("brief", "AlphaBetaPlayer", ""),
        ("crowding", "CustomPlayer", ""),
        ("drifter", "Wanderer", ""),
        ("early", "CustomPlayer", ""),
        ("folder", "AlphaBetaPlayer", ""),
        ("graph", "CustomPlayer", ""),
        ("hearsay", "CustomPlayer", ""),
        ("idle", "CustomPlayer", ""),
        ("judge", "AlphaBetaPlayer", ""),
    ]
    folders = {one.name: one.folder and one.folder.name for one in found}
    assert folders["folder"] == "folder"
    assert folders["alpha_beta"] is None
    assert [one.name for one in skipped if one.name != "__pycache__"] == []


def test_anything_else_in_the_folder_is_skipped_with_a_reason(tmp_path):
    (tmp_path / "ann.py").write_text(PLAYER.format("CustomPlayer"))
    (tmp_path / "notes.txt").write_text("hello")
    (tmp_path / "tools.py").write_text("def helper(game): return 1\n")
    (tmp_path / ".hidden").write_text("")
    (tmp_path / "empty").mkdir()
    (tmp_path / "results").mkdir()
    (tmp_path / "link.py").symlink_to(tmp_path / "ann.py")
    found, skipped = find(tmp_path, leave_out=tmp_path / "results")
    assert [one.name for one in found] == ["ann"]
    assert {one.name: one.reason for one in skipped} == {
        ".hidden": "hidden",
        "empty": "no game_agent.py and no file with a player class",
        "link.py": "a link",
        "notes.txt": "not a Python file",
        "results": "the results folder",
        "tools.py": "no class with a get_move",
    }


def test_an_unreadable_submission_is_listed_with_its_problem(tmp_path):
    (tmp_path / "syntax.py").write_text("def f(:\n")
    (tmp_path / "zeros.py").write_bytes(b"\0" * 20)
    (tmp_path / "deep.py").write_text("(" * 5000)
    (tmp_path / "large.py").write_text("#" * 2**21)
    (tmp_path / "several.py").write_text(PLAYER.format("One") + PLAYER.format("Two"))
    two = tmp_path / "two"
    two.mkdir()
    (two / "a.py").write_text(PLAYER.format("A"))
    (two / "b.py").write_text(PLAYER.format("B"))
    nothing = tmp_path / "nothing"
    nothing.mkdir()
    (nothing / "game_agent.py").write_text("x = 1\n")
    problems = {one.name: one.problem for one in find(tmp_path)[0]}
    assert sorted(problems) == ["deep", "large", "nothing", "several", "syntax", "two", "zeros"]
    assert problems["syntax"] == "syntax.py, line 1: invalid syntax"
    assert problems["large"] == "large.py is larger than 1,048,576 bytes"
    assert problems["several"].startswith("several.py has several players (One, Two)")
    assert problems["two"] == "several files with a player: a.py, b.py"
    assert problems["nothing"] == "game_agent.py has no class with a get_move"
    assert all("\n" not in problem for problem in problems.values())
    assert all(problems.values())


def test_a_file_in_an_unpacked_archive_is_found_with_its_folder(tmp_path):
    inner = tmp_path / "student 7" / "isolation-master"
    inner.mkdir(parents=True)
    (inner / "game_agent.py").write_text(PLAYER.format("AlphaBetaPlayer"))
    ((one,), _) = find(tmp_path)
    assert (one.name, one.folder) == ("student 7", inner)


def test_names_are_printable_and_unique(tmp_path):
    for name in ("a\x1b[2Jb.py", "same.py", "Same.py"):
        (tmp_path / name).write_text(PLAYER.format("CustomPlayer"))
    (tmp_path / "same").mkdir()
    (tmp_path / "same" / "game_agent.py").write_text(PLAYER.format("CustomPlayer"))
    names = [one.name for one in find(tmp_path)[0]]
    assert sorted(names) == ["Same", "a\\x1b[2Jb", "same (2)", "same (3)"]
    pages = page_names(names)
    assert len({page.casefold() for page in pages.values()}) == 4


@pytest.mark.parametrize("make", [lambda path: path / "missing", lambda path: path])
def test_a_folder_without_submissions_is_refused(tmp_path, make):
    with pytest.raises(ArgumentError, match=r"folder of submissions|has no submission"):
        find(make(tmp_path))


BOMBS = {
    "deep": "(" * 150 + "1" + ")" * 150,
    "signs": "x = " + "-" * 100_000 + "1",
    "names": "\n".join(f"class Name{number}: pass" for number in range(20_000)),
    "nested": "x = " + "[" * 90 + "0" * 500_000 + "]" * 90,
    "elif": "if x: pass\n" + "elif x: pass\n" * 1400,
    "chain": "class C0: pass\n" + "".join(f"class C{n}(C{n - 1}): pass\n" for n in range(1, 3000)),
}


def test_no_file_hangs_or_ends_a_league_by_being_read(tmp_path):
    for name, text in BOMBS.items():
        (tmp_path / f"{name}.py").write_text(text + "\n" + PLAYER.format("CustomPlayer"))
    (tmp_path / "ann.py").write_text(PLAYER.format("CustomPlayer"))
    found, _ = find(tmp_path)
    problems = {one.name: one.problem for one in found}
    assert set(problems) == {"ann", *BOMBS}
    assert problems["ann"] == ""
    assert "has more names than an agent could need" in problems["names"]
    assert all("\n" not in problem for problem in problems.values())


def test_what_is_too_much_for_the_parser_is_the_files_problem(tmp_path, monkeypatch):
    def overrun(_process, _allowance, what):
        raise OverrunError("timeout", f"5.1 s of CPU for {what}; the limit is 5 s")

    monkeypatch.setattr(Process, "wait", overrun)
    (tmp_path / "slow.py").write_text(PLAYER.format("CustomPlayer") + "# slow\n")
    ((one,), _) = find(tmp_path)
    assert "slow.py cannot be read" in one.problem
    assert "5.1 s of CPU for reading it" in one.problem


class Counting(str):
    """A format that counts how often it is used."""

    __slots__ = ("used",)
    used: int

    def format(self, *parts):
        self.used += 1
        return super().format(*parts)


def test_names_are_made_unique_without_trying_numbers_again():
    numbered, taken = Counting("{} ({})"), {}
    numbered.used = 0
    names = [_unused(name, numbered, taken) for name in ["Ann (3)", *["ann"] * 1000, "Ann"]]
    assert names[:5] == ["Ann (3)", "ann", "ann (2)", "ann (4)", "ann (5)"]
    assert len({name.casefold() for name in names}) == len(names)
    assert numbered.used <= len(names) + 1


def test_many_files_cost_neither_a_process_each_nor_a_line_without_end(tmp_path):
    (tmp_path / "ann.py").write_text(PLAYER.format("CustomPlayer"))
    for number in range(101):
        (tmp_path / "many" / f"archive{number}").mkdir(parents=True)
        (tmp_path / "many" / f"archive{number}" / "game_agent.py").touch()
        (tmp_path / "loose").mkdir(exist_ok=True)
        (tmp_path / "loose" / f"part{number}.py").touch()
    problems = {one.name: one.problem for one in find(tmp_path)[0]}
    assert problems["many"].startswith("several agents: archive0/game_agent.py, ")
    assert problems["many"].endswith(" and 91 more")
    assert problems["loose"] == "no game_agent.py, and more than 100 Python files"


def test_a_folder_of_too_many_empty_folders_is_refused(tmp_path):
    for number in range(1001):
        (tmp_path / f"empty{number}").mkdir()
    (tmp_path / "game_agent.py").write_text(PLAYER.format("CustomPlayer"))
    with pytest.raises(ArgumentError, match="or 1000 files"):
        AgentFiles.read(tmp_path / "game_agent.py")


def test_folders_that_cannot_be_gone_through_are_their_submissions_problem(tmp_path, monkeypatch):
    """A path may have 4,095 bytes, and walking through folders is recursive in Python."""
    base = tmp_path
    while len(str(base)) < 3300:
        base /= "d" * 200
    base.mkdir(parents=True)
    (base / "ann.py").write_text(PLAYER.format("CustomPlayer"))
    (base / "bob").mkdir()
    (base / "bob" / "game_agent.py").write_text(PLAYER.format("CustomPlayer"))
    for inner in ("bob", "d" * 250, "e" * 250):
        monkeypatch.chdir(base if inner == "bob" else Path())
        Path(inner).mkdir(exist_ok=True)
        os.chdir(inner)
    Path("f" * 250).touch()
    found, _ = find(base)
    assert {one.name: one.problem for one in found} == {
        "ann": "",
        "bob": "cannot be read: file name too long",
    }
