"""Experiments in a list, read from stores: what they are, how far they are, how to repeat them."""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import suppress
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from lastknight.analysis import AnalysisRequest
from lastknight.errors import ArgumentError
from lastknight.matches.play_marks import is_marked
from lastknight.matches.shell_text import shell_text
from lastknight.matches.store import Experiment, Store
from lastknight.report.analysis_folder import GAMES, read_command, read_kept
from lastknight.report.write import REPORT_PAGE
from lastknight.web.experiments.labels import Label, read_labels
from lastknight.web.experiments.locations import (
    Location,
    analysis_folders,
    find_experiment,
    read_id,
)
from lastknight.web.experiments.requests import (
    has_all_pairs,
    kept_request,
    planned_pairs,
    request_from_plan,
    sprt_of,
    stored_request,
)
from lastknight.web.queries.standings import Count
from lastknight.web.queries.titles import title_of

_MOST_LISTED = 500


def experiments(*, store: str) -> dict[str, Any]:
    """All experiments in a store and the analyses next to it, newest first."""
    file = Path(store)
    labels = read_labels(file)
    found = []
    for folder in analysis_folders(file):
        with suppress(FileNotFoundError):  # deleted meanwhile
            found.append(summarise_folder(folder))
    if file.is_file():
        with Store(file) as opened:
            known = opened.experiments()[-_MOST_LISTED:]
            found += [summarise(opened, one, str(one.id)) for one in known]
    found.sort(key=lambda one: (one["created"], len(one["id"]), one["id"]), reverse=True)
    return {"experiments": [_label(one, labels) for one in found[:_MOST_LISTED]]}


def _label(summary: dict[str, Any], labels: Mapping[str, Label]) -> dict[str, Any]:
    """A summary with the name and the note that people gave it."""
    label = labels.get(summary["id"], Label())
    named = {"name": label.name, "note": label.note}
    return summary | named | {"title": label.name or summary["title"]}


def summary(*, experiment: str, store: str) -> dict[str, Any]:
    """Whatever an id stands for, in short, with its name and note.

    Raises ArgumentError if there is no such experiment.
    """
    location = read_id(experiment, Path(store))
    return _label(summarise_location(location), read_labels(Path(store)))


def summarise(store: Store, experiment: Experiment, name: str) -> dict[str, Any]:
    """An experiment in short; the laboratory knows whether this server runs it."""
    plan: Any = experiment.plan
    played = sum(store.done(experiment.id).values())
    is_done = has_all_pairs(experiment, played)
    if not is_done and sprt_of(experiment) is not None:
        count = Count(store, experiment, name)
        count.read()
        is_done = count.is_done
    return {
        "id": name,
        "kind": "match" if len(plan["pairings"]) == 1 else "tournament",
        "title": title_of(plan),
        "state": _state(is_done=is_done, is_played=is_marked(store.path, experiment.id)),
        "played": played,
        "planned": planned_pairs(experiment, played),
        "created": experiment.started,
        "players": plan["players"],
        "command": _command(experiment, store.path),
        "report": None,
        "error": None,
    }


def _state(*, is_done: bool, is_played: bool) -> str:
    return "running" if is_played else "finished" if is_done else "stopped"


def summarise_folder(folder: Path) -> dict[str, Any]:
    """An analysis in short."""
    played, created = 0, ""
    if (folder / GAMES).is_file():
        with Store(folder / GAMES) as store:
            known = store.experiments()
            played = sum(sum(store.done(one.id).values()) for one in known)
            created = known[0].started if known else ""
    request = kept_request(folder)
    subjects = list(request.heuristics) if request else []
    is_done = (folder / REPORT_PAGE).is_file()
    made = datetime.fromtimestamp(folder.stat().st_ctime, UTC).isoformat(timespec="seconds")
    return {
        "id": folder.name,
        "kind": "analysis",
        "title": _title(request, folder),
        "state": _state(is_done=is_done, is_played=is_marked(folder / GAMES)),
        "played": played,
        "planned": None,
        "created": created or made,
        "players": subjects,
        "command": _analysis_command(request, folder) if request else read_command(folder),
        "report": f"/reports/{folder.name}/{REPORT_PAGE}" if is_done else None,
        "error": None,
    }


def _title(request: AnalysisRequest | None, folder: Path) -> str:
    if request is None:
        return f"analysis in {folder.name}"
    subjects = request.heuristics or ("the heuristics of the five analyses",)
    return f"analysis of {', '.join(subjects)} against {request.baseline}"


def summarise_location(location: Location) -> dict[str, Any]:
    """Whatever an id stands for, in short.

    Raises ArgumentError if there is no such experiment.
    """
    if location.number is None:
        return summarise_folder(location.folder)
    with Store(location.store) as store:
        return summarise(store, find_experiment(store, location.number), location.id)


def request_for(*, experiment: str, store: str) -> dict[str, Any]:
    """The request and the number of workers that resume an experiment.

    Raises ArgumentError if the page cannot resume it, or another process is playing it.
    """
    location = read_id(experiment, Path(store))
    location.check_not_played()
    if location.number is None:
        analysis = kept_request(location.folder)
        if analysis is None:
            command = read_command(location.folder)
            raise ArgumentError(
                f"the page cannot resume {experiment}, but this command can: {command}"
            )
        workers = read_kept(location.folder).get("workers")
        return {"request": analysis.as_json(), "workers": workers}
    with Store(location.store) as opened:
        one = find_experiment(opened, location.number)
    request = stored_request(one)
    if isinstance(request, AnalysisRequest) or "." in location.id:
        raise ArgumentError(
            f"experiment {experiment} is part of an analysis; resume the analysis: "
            + _command(one, location.store)
        )
    request = request or request_from_plan(one.plan)
    return {"request": request.as_json(), "workers": one.about.get("workers")}


def _command(experiment: Experiment, store: Path) -> str:
    """The command that repeats an experiment, or its analysis; as stored, if it has no request."""
    request = stored_request(experiment)
    if request is None and store.name == GAMES:
        request = kept_request(store.parent)
    if isinstance(request, AnalysisRequest):
        return _analysis_command(request, store.parent)
    if request is not None:
        return shell_text(["lastknight", *request.words(file=store)])
    return str(experiment.about.get("command", ""))


def _analysis_command(request: AnalysisRequest, folder: Path) -> str:
    return shell_text(["lastknight", *request.words(output=folder)])
