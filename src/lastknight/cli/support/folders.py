"""Folders for results: named after their content, and never overwritten by another result."""

import re
from collections.abc import Iterable
from contextlib import suppress
from hashlib import sha256
from pathlib import Path

from lastknight.errors import ArgumentError, NotationError
from lastknight.matches.json_text import parse_object
from lastknight.matches.request import Request
from lastknight.matches.shell_text import shell_text

_LONGEST_NAME = 40
_MARK = 6
"""Length of the hash at the end of a shortened name."""


def name_folder(kind: str, texts: Iterable[str]) -> Path:
    """A folder for results, named after the specs and files in them.

    A long name is shortened and ends in a hash, so that names with the same beginning differ.

    >>> str(name_folder("tune", ["improved - w * center"]))
    'tune-improved-w-center'
    >>> str(name_folder("analysis", ["course/mine.py", "reach(k=3)"]))
    'analysis-mine-reach-k-3'
    """
    given = list(texts)
    names = (re.sub(r"(\S*/)?([^/\s]+)\.py\b", r"\2", text) for text in given)
    words = [word for name in names for word in re.findall(r"\w+", name.lower())]
    name = "-".join([kind, *words])
    if len(name) <= _LONGEST_NAME:
        return Path(name)
    mark = sha256("\0".join(given).encode("utf-8", "replace")).hexdigest()[:_MARK]
    return Path(f"{name[: _LONGEST_NAME - _MARK - 1].rstrip('-')}-{mark}")


def command_of(request: Request, folder: Path | None) -> str:
    """The command that repeats a request, with its folder if one was given."""
    where = {} if folder is None else {"output": str(folder)}
    return shell_text(["lastknight", *request.words(**where)])


def check_command(folder: Path, results: str, command: str, *, force: bool) -> None:
    """Refuse a folder with results of another command, unless forced.

    `results` is the JSON file that names the command. Raises ArgumentError.
    """
    other = ""
    with suppress(OSError, NotationError):
        other = str(parse_object((folder / results).read_bytes(), results).get("command", ""))
    if other and other != command:
        refuse_other(folder, other, force=force)


def refuse_other(folder: Path, other: str, *, force: bool) -> None:
    """Refuse to replace other results, unless forced; `other` is the command that made them."""
    if not force:
        made = f", those of '{other}'" if other else ""
        raise ArgumentError(
            f"{folder} already holds other results{made}; choose another folder with --output, or "
            "replace them with --force"
        )
