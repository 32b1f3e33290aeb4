"""The starter project of `lastknight aind new`: copied from the package's own files."""

from __future__ import annotations

from importlib.resources import files
from pathlib import Path

from lastknight.errors import ArgumentError

# In the package Python files have another ending, so that nobody imports them there.
_ENDING = ".txt"


def write_starter(folder: Path) -> list[Path]:
    """Write the starter project into a folder, which is made if it is not there.

    Raises ArgumentError for a folder with something in it, and for what is no folder.
    """
    if folder.exists() and not folder.is_dir():
        raise ArgumentError(f"{str(folder)!r} is there and no folder; name another one")
    if folder.is_dir() and any(folder.iterdir()):
        raise ArgumentError(f"{str(folder)!r} is not empty; name a new folder")
    folder.mkdir(parents=True, exist_ok=True)
    written = []
    source = files("lastknight.aind").joinpath("starter")
    for file in sorted(source.iterdir(), key=lambda one: one.name):
        path = folder / file.name.removesuffix(_ENDING)
        path.write_text(file.read_text("utf-8"), encoding="utf-8")
        written.append(path)
    return written
