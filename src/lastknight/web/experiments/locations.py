"""Where experiments are: the ids that the page uses, and the files behind them."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from lastknight.analysis import AnalysisRequest
from lastknight.errors import ArgumentError
from lastknight.matches.play_marks import WHOLE, is_marked
from lastknight.matches.store import Experiment, Store
from lastknight.report.analysis_folder import GAMES, read_kept

_FOLDER = re.compile(r"[A-Za-z_][A-Za-z0-9_-]{0,63}")
_ID = re.compile(r"(?:(?P<folder>[A-Za-z_][A-Za-z0-9_-]{0,63})(?:\.|$))?(?P<number>[1-9]\d{0,8})?")


@dataclass(frozen=True)
class Location:
    """An experiment in a store, or the folder of an analysis."""

    id: str
    store: Path
    number: int | None
    """None for a whole analysis."""

    @property
    def folder(self) -> Path:
        """The folder of the store."""
        return self.store.parent

    @property
    def is_played(self) -> bool:
        """Whether a process is playing it now: one of this server, or one in a terminal."""
        return is_marked(self.store, WHOLE if self.number is None else self.number)

    def check_not_played(self) -> None:
        """Raise ArgumentError while a process is playing it."""
        if self.is_played:
            raise ArgumentError(
                f"experiment {self.id} is running in a terminal or another program; stop it there"
            )

    def part(self, number: int) -> Location:
        """An experiment of an analysis, by its number; an experiment is its own only part."""
        name = f"{self.id}.{number}" if self.number is None else self.id
        return Location(name, self.store, number)


def read_id(text: str, store: Path) -> Location:
    """The location behind an id: `3`, `analysis-1` or `analysis-1.3`.

    Raises ArgumentError for other text, and if there is no such experiment.
    """
    found = _ID.fullmatch(text)
    if found is None or not text or text.endswith("."):
        raise ArgumentError(
            f"expected an experiment such as 3, analysis-1 or analysis-1.3, got {text!r}"
        )
    folder = found["folder"]
    file = store if folder is None else store.parent / folder / GAMES
    if not (file.is_file() or (found["number"] is None and is_analysis(file.parent))):
        raise ArgumentError(f"there is no experiment {text!r}")
    return Location(text, file, None if found["number"] is None else int(found["number"]))


def find_experiment(store: Store, number: int) -> Experiment:
    """An experiment in a store, by its number.

    Raises ArgumentError if there is none.
    """
    for experiment in store.experiments():
        if experiment.id == number:
            return experiment
    raise ArgumentError(f"there is no experiment {number} in {store.path.name}")


def is_analysis(folder: Path) -> bool:
    """Whether a folder is that of an analysis, even one that has not played a game yet."""
    if (folder / GAMES).is_file():
        return True
    request = read_kept(folder).get("request")
    return isinstance(request, dict) and request.get("kind") == AnalysisRequest.kind


def analysis_folders(store: Path) -> Iterator[Path]:
    """The folders of analyses next to a store."""
    parent = store.parent
    if parent.is_dir():
        for folder in sorted(parent.iterdir()):
            is_named = _FOLDER.fullmatch(folder.name) is not None
            if is_named and folder.is_dir() and is_analysis(folder):
                yield folder
