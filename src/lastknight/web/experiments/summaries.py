"""Experiments in a list, read from stores: what they are, how far they are, how to repeat them."""

from __future__ import annotations

import json
import shlex
from collections.abc import Mapping
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from lastknight.errors import ArgumentError
from lastknight.matches.plan import KINDS
from lastknight.matches.store import Experiment, Store
from lastknight.notation import format_moves
from lastknight.position import Position
from lastknight.stats import PRESETS
from lastknight.web.experiments.orders import REQUEST
from lastknight.web.experiments.places import (
    GAMES,
    REPORT_PAGE,
    Place,
    analysis_folders,
    find_experiment,
    read_id,
)
from lastknight.web.experiments.standings import Count
from lastknight.web.protocol import Tell

_MOST_LISTED = 500
_COMMANDS = ("match", "tournament")


def experiments(_: Tell, *, store: str) -> dict[str, Any]:
    """All experiments of a store and the analyses next to it, the newest first."""
    file = Path(store)
    found = [summarise_folder(folder) for folder in analysis_folders(file)]
    if file.is_file():
        with Store(file) as opened:
            known = opened.experiments()[-_MOST_LISTED:]
            found += [summarise(opened, one, str(one.id)) for one in known]
    found.sort(key=lambda one: (one["created"], len(one["id"]), one["id"]), reverse=True)
    return {"experiments": found[:_MOST_LISTED]}


def summarise(store: Store, experiment: Experiment, name: str) -> dict[str, Any]:
    """An experiment in short; whether it is running, others know."""
    plan: Any = experiment.plan
    request = request_of(experiment)
    played = sum(store.done(experiment.id).values())
    planned = planned_pairs(experiment, request)
    is_done = planned is None or played >= planned
    if not is_done and experiment.about.get("sprt") is not None:
        count = Count(store, experiment)
        count.read()
        is_done = count.is_decided
    names = plan["players"]
    is_match = len(plan["pairings"]) == 1
    title = f"{names[0]} against {names[-1]}" if is_match else f"{len(names)} players"
    return {
        "id": name,
        "kind": "match" if is_match else "tournament",
        "title": title,
        "state": "finished" if is_done else "stopped",
        "played": played,
        "planned": planned,
        "created": experiment.started,
        "players": names,
        "command": _command(experiment),
        "report": None,
        "error": None,
    }


def summarise_folder(folder: Path) -> dict[str, Any]:
    """An analysis in short."""
    file = folder / GAMES
    played, created, players = 0, "", []
    if file.is_file():
        with Store(file) as store:
            known = store.experiments()
            played = sum(sum(store.done(one.id).values()) for one in known)
            created = known[0].started if known else ""
    asked = read_request(folder)
    report = folder / REPORT_PAGE
    is_done = report.is_file()
    command = asked.get("command", "")
    if not command and (folder / "command.txt").is_file():
        command = (folder / "command.txt").read_text(encoding="utf-8").strip()
    if asked:
        players = asked["request"]["heuristics"]
    made = datetime.fromtimestamp(folder.stat().st_ctime, UTC).isoformat(timespec="seconds")
    return {
        "id": folder.name,
        "kind": "analysis",
        "title": f"analysis of {', '.join(players)}" if players else f"analysis in {folder.name}",
        "state": "finished" if is_done else "stopped",
        "played": played,
        "planned": None,
        "created": created or made,
        "players": players,
        "command": command,
        "report": f"/reports/{folder.name}/{REPORT_PAGE}" if is_done else None,
        "error": None,
    }


def summarise_place(place: Place) -> dict[str, Any]:
    """Whatever an id stands for, in short.

    Raises ArgumentError where there is no such experiment.
    """
    if place.number is None:
        return summarise_folder(place.folder)
    with Store(place.store) as store:
        return summarise(store, find_experiment(store, place.number), place.id)


def request_for(_: Tell, *, experiment: str, store: str) -> dict[str, Any]:
    """What to ask for to go on with an experiment.

    Raises ArgumentError for one that the page cannot go on with.
    """
    place = read_id(experiment, Path(store))
    request: dict[str, Any] | None = None
    if place.number is None:
        request = read_request(place.folder).get("request")
        command = summarise_folder(place.folder)["command"]
    elif "." not in place.id:
        with Store(place.store) as opened:
            one = find_experiment(opened, place.number)
            request, command = request_of(one), _command(one)
    else:
        raise ArgumentError(f"{experiment} is part of an analysis; go on with that")
    if request is None:
        raise ArgumentError(f"this was begun elsewhere and goes on there: {command}")
    return request


def read_request(folder: Path) -> dict[str, Any]:
    """What the page asked for when it began an analysis; nothing for others."""
    try:
        found: dict[str, Any] = json.loads((folder / REQUEST).read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return {}
    return found if isinstance(found.get("request"), dict) else {}


def request_of(experiment: Experiment) -> dict[str, Any] | None:
    """What to ask for to go on with an experiment, where the page can: as it was asked for.

    One that the command line began is asked for by its plan and what its command says.
    """
    given = experiment.about.get("request")
    if isinstance(given, dict):
        return given
    plan: Any = experiment.plan
    words = shlex.split(str(experiment.about.get("command", "")))
    options = _read_options(words[2:])
    is_ours = len(words) > 1 and words[1] in _COMMANDS and plan["openings"] in KINDS
    if not is_ours or "--against" in options or plan["move_seconds"] is not None:
        return None
    return {
        "kind": words[1],
        "players": plan["players"],
        "pairs": int(options["--pairs"]) if options.get("--pairs", "").isdecimal() else None,
        "openings": plan["openings"],
        "plies": plan["plies"] if plan["plies"] is not None else 2,
        **_board(plan),
        "seed": plan["seed"],
        "sprt": _sprt(options.get("--sprt")),
    }


def planned_pairs(experiment: Experiment, request: Mapping[str, Any] | None) -> int | None:
    """How many pairs an experiment was to have, where it is known."""
    planned = experiment.about.get("planned")
    if isinstance(planned, int):
        return planned
    plan: Any = experiment.plan
    if request is None or request["openings"] != "random":
        return None
    usual = 50_000 if request["sprt"] else 1000 if request["kind"] == "match" else 100
    return (request["pairs"] or usual) * len(plan["pairings"])


def _read_options(words: list[str]) -> dict[str, str]:
    found = {}
    for word, following in zip(words, [*words[1:], ""], strict=True):
        if word.startswith("--"):
            name, sign, value = word.partition("=")
            found[name] = value if sign else following
    return found


def _sprt(text: str | None) -> dict[str, float] | None:
    if text in PRESETS:
        assert text is not None
        return {"elo0": PRESETS[text].elo0, "elo1": PRESETS[text].elo1}
    low, colon, high = (text or "").partition(":")
    try:
        return {"elo0": float(low), "elo1": float(high)} if colon else None
    except ValueError:
        return None


def _board(plan: Any) -> dict[str, Any]:
    start = Position.parse(plan["start"])
    blocked = format_moves(start.blocked)
    return {"width": start.width, "height": start.height, "blocked": blocked}


def _command(experiment: Experiment) -> str:
    words = shlex.split(str(experiment.about.get("command", "")))
    return shlex.join(["lastknight", *words[1:]]) if words else ""
