"""Finding the submissions in a class's folder, without running any of them.

Even their syntax is read in a sandbox.

A submission is a single .py file, or a folder with a game_agent.py, a competition_agent.py or one
file with a player class. Anything else is skipped with a reason; a submission that cannot be read
stays in the list with its problem.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, replace
from functools import partial
from os import walk
from pathlib import Path

from lastknight.aind.source import Outline, choose_player
from lastknight.errors import AgentError, ArgumentError
from lastknight.ranges import check_kind, count_workers, read_path
from lastknight.sandbox import Sandbox
from lastknight.sandbox.agent_files import COURSE_FILES
from lastknight.sandbox.printable import printable_line
from lastknight.sandbox.reading import read_outline

NAME = 60
"""Characters shown of a name."""
PAGES = "submissions"
"""The folder of their pages."""
_LONGEST_PAGE = 40
_Read = Callable[[Path], Outline]
_DEPTH = 3
"""How many folders deep to search: unpacked archives wrap their content."""
# Files of a folder that are read to find the player, each in a process of its own.
_MOST_READ = 100
_MOST_LISTED = 10


@dataclass(frozen=True, slots=True)
class Submission:
    """What a student handed in."""

    name: str
    """The name of the file or folder, made printable and unique."""
    path: Path
    """The file with the player."""
    folder: Path | None = None
    """The folder handed in with the file; None for a single file."""
    player: str = ""
    """The player class."""
    problem: str = ""
    """Why it cannot play; empty if it can."""


@dataclass(frozen=True, slots=True)
class Skipped:
    """A name in the folder that is not a submission."""

    name: str
    reason: str


def find_submissions(
    folder: Path | str, *, sandbox: Sandbox, leave_out: Path | str | None = None
) -> tuple[list[Submission], list[Skipped]]:
    """The submissions in a folder, sorted by name, and what was skipped.

    `leave_out` is the folder the results go to. Raises ArgumentError if the folder does not exist
    or has no submission, SandboxError if no process can be started to read them.
    """
    check_kind("sandbox", sandbox, Sandbox)
    folder = read_path("folder", folder)
    if not folder.is_dir():
        raise ArgumentError(f"a league needs a folder of submissions, got {str(folder)!r}")
    found: list[Submission] = []
    skipped: list[Skipped] = []
    read = partial(read_outline, sandbox=sandbox)
    left_out = None if leave_out is None else read_path("leave_out", leave_out).resolve()
    entries = sorted(folder.iterdir())
    with ThreadPoolExecutor(count_workers(None), thread_name_prefix="lastknight") as pool:
        seen = list(pool.map(lambda entry: _read_entry(entry, read, leave_out=left_out), entries))
    for entry, one in zip(entries, seen, strict=True):
        if isinstance(one, Submission):
            found.append(one)
        else:
            skipped.append(Skipped(printable_line(entry.name, limit=NAME), one))
    if not found:
        raise ArgumentError(
            f"{str(folder)!r} has no submission: expected .py files or folders with a player class"
        )
    return _with_names(found), skipped


def _read_entry(entry: Path, read: _Read, *, leave_out: Path | None) -> Submission | str:
    """A submission, or why it is not one; what cannot be gone through is its own problem."""
    try:
        return _recognise(entry, read, leave_out=leave_out)
    except OSError as error:  # such as a path that is too long
        reason = (error.strerror or str(error)).lower()
        return Submission(entry.name, entry, problem=f"cannot be read: {reason}")


def _recognise(entry: Path, read: _Read, *, leave_out: Path | None) -> Submission | str:
    if entry.is_symlink():
        return "a link"
    if entry.name.startswith((".", "__")):
        return "hidden" if entry.name.startswith(".") else "its name starts with __"
    if entry.is_dir():
        if entry.resolve() == leave_out:
            return "the results folder"
        return _read_folder(entry, read)
    if not entry.is_file() or entry.suffix != ".py":
        return "not a Python file"
    return _read_file(entry, read, None, is_expected=entry.name in COURSE_FILES)


def _read_folder(folder: Path, read: _Read) -> Submission | str:
    files = [path for path in _files(folder) if path.suffix == ".py"]
    for usual in COURSE_FILES:
        named = [path for path in files if path.name == usual]
        nearest = min((len(path.parts) for path in named), default=0)
        named = [path for path in named if len(path.parts) == nearest]
        if len(named) > 1:
            places = _listed([str(path.relative_to(folder)) for path in named])
            return Submission(folder.name, named[0], folder, problem=f"several agents: {places}")
        if named:
            found = _read_file(named[0], read, named[0].parent, is_expected=True)
            return replace(found, name=folder.name) if isinstance(found, Submission) else found
    here = [path for path in files if path.parent == folder]
    if len(here) > _MOST_READ:
        problem = f"no game_agent.py, and more than {_MOST_READ} Python files"
        return Submission(folder.name, here[0], folder, problem=problem)
    read_ones = [_read_file(path, read, folder) for path in here]
    players = [one for one in read_ones if isinstance(one, Submission)]
    if len(players) > 1:
        names = _listed([one.path.name for one in players])
        return Submission(
            folder.name, players[0].path, folder, problem=f"several files with a player: {names}"
        )
    if players:
        return replace(players[0], name=folder.name)
    return "no game_agent.py and no file with a player class"


def _listed(names: Sequence[str]) -> str:
    """The first names of a list, and how many more there are."""
    shown = ", ".join(printable_line(name, limit=NAME) for name in names[:_MOST_LISTED])
    more = len(names) - _MOST_LISTED
    return shown if more <= 0 else f"{shown} and {more:,} more"


def _files(folder: Path) -> Iterator[Path]:
    """The files in a folder, a few folders deep, without links and hidden ones."""
    for place, folders, names in walk(folder):
        depth = len(Path(place).relative_to(folder).parts)
        inner = [name for name in folders if not name.startswith((".", "__"))]
        folders[:] = sorted(inner) if depth < _DEPTH else []
        for name in sorted(names):
            path = Path(place) / name
            if path.is_file() and not path.is_symlink():
                yield path


def _read_file(
    path: Path, read: _Read, folder: Path | None, *, is_expected: bool = False
) -> Submission | str:
    """A file as a submission; one without a player is skipped unless it is expected to have one."""
    try:
        outline = read(path)
        if not outline.players and not is_expected:
            return "no class with a get_move"
        player = choose_player(outline, name=path.name)
    except AgentError as error:
        return Submission(path.stem, path, folder, problem=printable_line(str(error), limit=200))
    return Submission(path.stem, path, folder, player)


def _with_names(found: list[Submission]) -> list[Submission]:
    """The same submissions with printable, unique names."""
    taken: dict[str, int] = {}
    return [
        replace(one, name=_unused(printable_line(one.name, limit=NAME) or "?", "{} ({})", taken))
        for one in found
    ]


def page_names(names: Sequence[str]) -> dict[str, str]:
    """The page of each name: safe in file names and links, and unique even ignoring case.

    >>> list(page_names(["Zoë", "../x", "ZOE"]).values())
    ['submissions/zoe.html', 'submissions/x.html', 'submissions/zoe-2.html']
    """
    taken: dict[str, int] = {}
    pages = {}
    for name in names:
        plain = unicodedata.normalize("NFKD", name).encode("ascii", "ignore").decode().lower()
        stem = re.sub(r"[^a-z0-9]+", "-", plain).strip("-")[:_LONGEST_PAGE].strip("-")
        pages[name] = f"{PAGES}/{_unused(stem or 'submission', '{}-{}', taken)}.html"
    return pages


def _unused(name: str, numbered: str, taken: dict[str, int]) -> str:
    """The name, numbered if it is taken; the result is taken from then on.

    `taken` has the last number given to each name, so that no number is tried twice.
    """
    found, plain, number = name, name.casefold(), taken.get(name.casefold(), 1)
    while found.casefold() in taken:
        number += 1
        found = numbered.format(name, number)
    taken[plain] = number
    taken.setdefault(found.casefold(), 1)
    return found
