"""From what the page asks for to what is run: a checked plan, and the command that plays it."""

from __future__ import annotations

import json
import shlex
from collections.abc import Mapping
from importlib.metadata import version
from pathlib import Path
from typing import Any

from lastknight.analysis import Inquiry, choose_companions, planned_work, read_candidates
from lastknight.analysis.inquiry import read_opponents
from lastknight.errors import ArgumentError
from lastknight.heuristics import heuristic
from lastknight.matches.engine import plan_tournament
from lastknight.matches.plan import Plan
from lastknight.matches.store import Store
from lastknight.players import player
from lastknight.position import Position
from lastknight.stats import Sprt
from lastknight.web.protocol import Tell
from lastknight.web.settings import MOST_PAIRS

REQUEST = "request.json"
"""The file in the folder of an analysis that says what the page asked for."""
_PAIRS = {"match": 1000, "tournament": 100}
_SPRT_PAIRS = 50_000
# What the command line takes for granted: it is left out of commands.
_DEFAULTS = {"openings": "random", "plies": 2, "width": 7, "height": 7, "blocked": "", "seed": 1}


def prepare(
    _: Tell, *, request: dict[str, Any], store: str, folder: str | None = None
) -> dict[str, Any]:
    """Check a request and make room for it: its id, the words of its command, the pairs planned.

    `folder` names the analysis to go on with.
    """
    if request["kind"] == "analysis":
        return _prepare_analysis(request, Path(store), folder)
    plan, sprt = _plan(request)
    planned = len(plan.drawn) * len(plan.pairings)
    words = _words(request, plan, Path(store))
    about = plan.about(version("lastknight")) | {
        "command": shlex.join(["lastknight", *words]),
        "request": request,
        "planned": planned,
        "sprt": None if sprt is None else [sprt.elo0, sprt.elo1],
    }
    with Store(store) as opened:
        number = opened.open_experiment(plan.identity(), about).id
    return {"id": str(number), "words": words, "planned": planned}


def _plan(request: Mapping[str, Any]) -> tuple[Plan, Sprt | None]:
    kind, openings, pairs = request["kind"], request["openings"], request["pairs"]
    start = Position(request["width"], request["height"], request["blocked"])
    sprt = _sprt(request)
    if pairs is None and sprt is not None:
        pairs = _SPRT_PAIRS
    elif pairs is None and openings == "random":
        pairs = _PAIRS[kind]
    conditions: dict[str, Any] = {
        "pairs": pairs,
        "openings": openings,
        "plies": request["plies"],
        "start": start,
        "seed": request["seed"],
    }
    players = request["players"]
    if kind == "match":
        if len(players) != 2:
            raise ArgumentError(f"a match has two players, got {len(players)}")
        plan = Plan((player(players[0]), player(players[1])), ((0, 1),), **conditions)
    else:
        if len(players) + len(request["against"]) < 2:
            raise ArgumentError("a tournament has two players or more")
        plan = plan_tournament(players, request["against"] or None, **conditions)
    if len(plan.drawn) > MOST_PAIRS:
        raise ArgumentError(f"an experiment of the page has {MOST_PAIRS} pairs at the most")
    return plan, sprt


def _sprt(request: Mapping[str, Any]) -> Sprt | None:
    if request["sprt"] is None:
        return None
    if request["kind"] != "match":
        raise ArgumentError("only a match has an SPRT")
    return Sprt(request["sprt"]["elo0"], request["sprt"]["elo1"])


def _words(request: Mapping[str, Any], plan: Plan, store: Path) -> list[str]:
    words = [request["kind"], *_options(request), "--file", str(store)]
    if request["pairs"] is not None:
        words += ["--pairs", str(request["pairs"])]
    if request["sprt"] is not None:
        words.append(f"--sprt={request['sprt']['elo0']:g}:{request['sprt']['elo1']:g}")
    named = [str(one) for one in plan.players]
    opponents = [str(player(one)) for one in request["against"]]
    words += [f"--against={one}" for one in opponents]
    return [*words, "--", *(named if not opponents else named[: len(request["players"])])]


def _options(request: Mapping[str, Any]) -> list[str]:
    words = [
        f"--{name}={request[name]}" for name, usual in _DEFAULTS.items() if request[name] != usual
    ]
    return words + ([] if request["workers"] is None else [f"--workers={request['workers']}"])


def _prepare_analysis(
    request: Mapping[str, Any], store: Path, folder: str | None
) -> dict[str, Any]:
    inquiry = _inquiry(request)
    place = store.parent / folder if folder is not None else _new_folder(store.parent)
    words = ["analyze", *_options(request), f"--output={place}"]
    words += [f"--{inquiry.effort}"] if inquiry.effort != "default" else []
    words += [f"--baseline={inquiry.baseline}", f"--nodes={inquiry.nodes}"]
    words += [] if inquiry.pairs is None else [f"--pairs={inquiry.pairs}"]
    words += ["--", *(str(heuristic(spec)) for spec in request["heuristics"])]
    written = {
        "request": request,
        "command": shlex.join(["lastknight", *words]),
        "work": sum(work for name, work in planned_work(inquiry).items() if name != "truth"),
    }
    (place / REQUEST).write_text(json.dumps(written, indent=1) + "\n", encoding="utf-8")
    return {"id": place.name, "words": words, "planned": None}


def _inquiry(request: Mapping[str, Any]) -> Inquiry:
    if request["sprt"] is not None:
        raise ArgumentError("only a match has an SPRT")
    start = Position(request["width"], request["height"], request["blocked"])
    reference = heuristic(request["baseline"])
    candidates = read_candidates(request["heuristics"], start=start)
    return Inquiry(
        candidates=tuple(candidate for candidate in candidates if candidate != reference),
        companions=choose_companions([*candidates, reference]),
        baseline=reference,
        nodes=request["nodes"],
        opponents=read_opponents([], nodes=request["nodes"]),
        start=start,
        openings=request["openings"],
        plies=request["plies"],
        seed=request["seed"],
        effort=request["effort"],
        pairs=request["pairs"],
    )


def _new_folder(parent: Path) -> Path:
    for number in range(1, 10_000):
        place = parent / f"analysis-{number}"
        try:
            place.mkdir()
        except FileExistsError:
            continue
        return place
    raise ArgumentError(f"{parent} has too many analyses; move some away")
