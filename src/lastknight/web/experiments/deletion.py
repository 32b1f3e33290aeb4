"""Deleting experiments: their games in the store, or the folder of an analysis."""

from __future__ import annotations

from pathlib import Path
from uuid import uuid4

from lastknight.errors import ArgumentError
from lastknight.matches.store import Store
from lastknight.report.analysis_folder import is_of_analysis
from lastknight.web.experiments.labels import Label, keep_label
from lastknight.web.experiments.locations import Location, find_experiment, read_id


def delete(*, experiment: str, store: str) -> dict[str, object]:
    """Delete an experiment with its games, or an analysis with its folder.

    Raises ArgumentError for a part of an analysis, for a folder with files that the analysis did
    not write, and while a process is playing.
    """
    location = read_id(experiment, Path(store))
    location.check_not_played()
    if location.number is None:
        _delete_folder(location)
    elif location.store != Path(store):
        raise ArgumentError(
            f"{experiment} is part of an analysis, which needs it; delete the analysis instead"
        )
    else:
        with Store(location.store) as opened:
            opened.delete(find_experiment(opened, location.number).id)
    keep_label(Path(store), experiment, Label())
    return {}


def _delete_folder(location: Location) -> None:
    files = sorted(location.folder.iterdir())
    for file in files:
        if not file.is_file() or not is_of_analysis(file.name):
            raise ArgumentError(
                f"{file.name} in the folder {location.folder.name} is not from this analysis; "
                "delete the folder yourself"
            )
    # Renamed first, so that nobody who lists analyses meanwhile finds half of this one.
    doomed = location.folder.rename(location.folder.with_name(f".deleted-{uuid4().hex}"))
    for file in doomed.iterdir():
        file.unlink(missing_ok=True)
    doomed.rmdir()
