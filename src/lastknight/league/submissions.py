"""Submissions: what a folder of a class holds, found without running any of it.

A submission is a .py file, alone, or a folder with a game_agent.py, a competition_agent.py or one
file with a player class. What is something else is named and left out; what should have been one
and cannot be read stays in the list with its problem.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from os import walk
from pathlib import Path

from lastknight.aind.source import choose_player, read_outline
from lastknight.errors import AgentError, ArgumentError
from lastknight.sandbox.agent_files import COURSE_FILES
from lastknight.sandbox.printable import printable_line

NAME = 60
"""How many characters of a name are shown."""
_DEPTH = 3
"""How many folders deep a file is looked for: unpacked archives wrap their content."""


@dataclass(frozen=True, slots=True)
class Submission:
    """What somebody handed in."""

    name: str
    """Of the file or folder, fit to be shown, and no other's."""
    path: Path
    """The file that holds the player."""
    folder: Path | None = None
    """What is handed in with the file; None for a file alone."""
    player: str = ""
    """The class that plays."""
    problem: str = ""
    """Why it cannot play; empty where it can."""


@dataclass(frozen=True, slots=True)
class Skipped:
    """Something in the folder that is not a submission."""

    name: str
    reason: str


def find_submissions(
    folder: Path, *, leave_out: Path | None = None
) -> tuple[list[Submission], list[Skipped]]:
    """What a folder holds, sorted by name; `leave_out` is the folder the results go to.

    Raises ArgumentError for what is no folder, or has no submission.
    """
    if not folder.is_dir():
        raise ArgumentError(f"a league needs a folder of submissions, got {str(folder)!r}")
    found: list[Submission] = []
    skipped: list[Skipped] = []
    for entry in sorted(folder.iterdir()):
        one = _read_entry(entry, leave_out=None if leave_out is None else leave_out.resolve())
        if isinstance(one, Submission):
            found.append(one)
        else:
            skipped.append(Skipped(printable_line(entry.name, limit=NAME), one))
    if not found:
        raise ArgumentError(
            f"{str(folder)!r} has no submission: no file and no folder with a player class"
        )
    return _with_names(found), skipped


def _read_entry(entry: Path, *, leave_out: Path | None) -> Submission | str:
    """A submission, or why it is none."""
    if entry.is_symlink():
        return "a link"
    if entry.name.startswith((".", "__")):
        return "hidden" if entry.name.startswith(".") else "not a submission by its name"
    if entry.is_dir():
        if entry.resolve() == leave_out:
            return "the folder of the results"
        return _read_folder(entry)
    if not entry.is_file() or entry.suffix != ".py":
        return "not a Python file"
    return _read_file(entry, None, is_surely_one=entry.name in COURSE_FILES)


def _read_folder(folder: Path) -> Submission | str:
    files = [path for path in _files(folder) if path.suffix == ".py"]
    for usual in COURSE_FILES:
        named = [path for path in files if path.name == usual]
        nearest = min((len(path.parts) for path in named), default=0)
        named = [path for path in named if len(path.parts) == nearest]
        if len(named) > 1:
            places = ", ".join(
                printable_line(str(path.relative_to(folder)), limit=NAME) for path in named
            )
            return Submission(folder.name, named[0], folder, problem=f"several agents: {places}")
        if named:
            return _read_file(named[0], named[0].parent, is_surely_one=True, name=folder.name)
    here = [path for path in files if path.parent == folder]
    players = [path for path in here if isinstance(_read_file(path, folder), Submission)]
    if len(players) > 1:
        names = ", ".join(printable_line(path.name, limit=NAME) for path in players)
        return Submission(
            folder.name, players[0], folder, problem=f"several files with a player: {names}"
        )
    if players:
        return _read_file(players[0], folder, is_surely_one=True, name=folder.name)
    return "no game_agent.py and no file with a player class"


def _files(folder: Path) -> Iterator[Path]:
    """The files of a folder, some folders deep, without links and hidden ones."""
    for place, folders, names in walk(folder):
        depth = len(Path(place).relative_to(folder).parts)
        inner = [name for name in folders if not name.startswith((".", "__"))]
        folders[:] = sorted(inner) if depth < _DEPTH else []
        for name in sorted(names):
            path = Path(place) / name
            if path.is_file() and not path.is_symlink():
                yield path


def _read_file(
    path: Path, folder: Path | None, *, is_surely_one: bool = False, name: str | None = None
) -> Submission | str:
    """A file as a submission; one that is none for sure and has no player is left out."""
    shown = path.stem if name is None else name
    try:
        outline = read_outline(path)
        if not outline.players and not is_surely_one:
            return "no class with a get_move"
        player = choose_player(outline, name=path.name)
    except AgentError as error:
        return Submission(shown, path, folder, problem=printable_line(str(error), limit=200))
    return Submission(shown, path, folder, player)


def _with_names(found: list[Submission]) -> list[Submission]:
    """The same, each with a name of its own that can be shown."""
    named: list[Submission] = []
    taken: set[str] = set()
    for one in found:
        plain = printable_line(one.name, limit=NAME) or "?"
        name, number = plain, 2
        while name.casefold() in taken:
            name, number = f"{plain} ({number})", number + 1
        taken.add(name.casefold())
        named.append(replace(one, name=name))
    return named
