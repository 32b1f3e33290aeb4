"""The starter project of `lastknight aind new`, copied from the package's `starter` folder."""

from importlib.resources import files
from pathlib import Path

from lastknight.errors import ArgumentError

# In the package the Python files have an extra ending, so that they cannot be imported there.
_ENDING = ".txt"


def write_starter(folder: Path) -> list[Path]:
    """Write the starter project into a new or empty folder; returns the files.

    Raises ArgumentError if the folder is not empty, or is not a folder.
    """
    if folder.exists() and not folder.is_dir():
        raise ArgumentError(f"{str(folder)!r} exists and is not a folder; choose another name")
    if folder.is_dir() and any(folder.iterdir()):
        raise ArgumentError(f"{str(folder)!r} is not empty; choose a new folder")
    folder.mkdir(parents=True, exist_ok=True)
    written = []
    source = files("lastknight.aind").joinpath("starter")
    for file in sorted(source.iterdir(), key=lambda one: one.name):
        path = folder / file.name.removesuffix(_ENDING)
        path.write_text(file.read_text("utf-8"), encoding="utf-8")
        written.append(path)
    return written
