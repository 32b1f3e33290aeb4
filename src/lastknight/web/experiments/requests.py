"""Requests of the page: read from its forms, found in stores, checked, and given a place to run."""

from __future__ import annotations

import json
from collections.abc import Mapping
from functools import lru_cache
from importlib.metadata import version
from pathlib import Path
from typing import Any

from pydantic import ValidationError

from lastknight.analysis import AnalysisRequest
from lastknight.errors import ArgumentError, LastknightError
from lastknight.matches.plan import stored_openings
from lastknight.matches.request import MatchRequest, Request, TournamentRequest
from lastknight.matches.store import Experiment, Store
from lastknight.notation import format_moves
from lastknight.position import Position
from lastknight.report.analysis_folder import GAMES, keep_request, read_kept
from lastknight.stats import Sprt
from lastknight.web.schemas.experiments import ExperimentRequest
from lastknight.web.settings import MOST_BODY, MOST_PAIRS

_KINDS: Mapping[str, type[Request]] = {
    kind.kind: kind for kind in (MatchRequest, TournamentRequest, AnalysisRequest)
}
_NOT_IN_FORMS = ("start", "move_seconds", "costs", "claims")
_LISTED = "list"
# JavaScript rounds larger whole numbers.
_LARGEST_NUMBER = 2**53 - 1


def read_form(form: Mapping[str, Any]) -> Request:
    """The request that a form of the page makes; what its kind does not need is ignored.

    Raises ArgumentError for a form that asks for nothing that can be played.
    """
    kind = _KINDS[form["kind"]]
    if form.get("sprt") is not None and kind is not MatchRequest:
        raise ArgumentError("only a match has an SPRT")
    start = Position(form["width"], form["height"], form["blocked"])
    wanted = {name: form[name] for name in kind.__dataclass_fields__ if name in form}
    if wanted.get("openings") == _LISTED:
        wanted["openings"] = tuple(form.get("moves", ()))
    return kind.from_json({"kind": form["kind"], **wanted, "start": str(start)})


def form_of(request: Request | None) -> dict[str, Any] | None:
    """The form that starts exactly this request; None if the page cannot show or send all of it."""
    if request is None:
        return None
    form = _write_form(request)
    try:
        read = read_form(ExperimentRequest.model_validate(form).model_dump())
    except (LastknightError, ValidationError):
        return None
    return form if read == request and _fits_fields(form) else None


def _write_form(request: Request) -> dict[str, Any]:
    """A request as the fields of a form, without what no field is for."""
    form = request.as_json() | {
        "width": request.start.width,
        "height": request.start.height,
        "blocked": format_moves(request.start.blocked),
    }
    for name in _NOT_IN_FORMS:
        form.pop(name, None)
    if isinstance(form.get("sprt"), dict):
        form["sprt"] = {name: form["sprt"][name] for name in ("elo0", "elo1", "alpha", "beta")}
    if not isinstance(form["openings"], str):
        form |= {"openings": _LISTED, "moves": form["openings"]}
    if form["seed"] > _LARGEST_NUMBER:
        form["seed"] = str(form["seed"])
    return form


def _fits_fields(form: Mapping[str, Any]) -> bool:
    """Whether the page's fields keep all of a form, and its request is not too long to be sent.

    They hold single lines without spaces around them, and none for the pairs of a census.
    """
    if form["openings"] == "census" and form["pairs"] is not None:
        return False
    values = [value if isinstance(value, list) else [value] for value in form.values()]
    texts = [text for listed in values for text in listed if isinstance(text, str)]
    are_lines = all(text == text.strip() and len(text.splitlines()) <= 1 for text in texts)
    return are_lines and len(json.dumps(form)) <= MOST_BODY


def read_request(data: Mapping[str, Any]) -> Request:
    """A request from its JSON, or from a form as earlier versions stored it.

    Raises ArgumentError for other data.
    """
    if data.get("kind") not in _KINDS:
        raise ArgumentError(f"expected a {', '.join(_KINDS)}, got {data.get('kind')!r}")
    return read_form(data) if "width" in data else _KINDS[data["kind"]].from_json(data)


def stored_request(experiment: Experiment) -> Request | None:
    """The request of a stored experiment; None if it was stored without one."""
    return _read_stored(experiment.about.get("request"))


def kept_request(folder: Path) -> AnalysisRequest | None:
    """The request of the analysis in a folder; None if it has none."""
    request = _read_stored(read_kept(folder).get("request"))
    return request if isinstance(request, AnalysisRequest) else None


def _read_stored(data: Any) -> Request | None:
    """A stored request; None where there is none, or one that only another version can read."""
    return _read_text(json.dumps(data)) if isinstance(data, dict) else None


@lru_cache(maxsize=1000)
def _read_text(text: str) -> Request | None:
    """A request from the text of its JSON; the parts of an analysis all have the same."""
    try:
        return read_request(json.loads(text))
    except (LastknightError, KeyError, TypeError, ValueError):
        return None


def sprt_of(experiment: Experiment) -> Sprt | None:
    """The sequential test of a stored experiment, if it has one."""
    request = stored_request(experiment)
    return request.sprt if isinstance(request, MatchRequest) else None


def planned_pairs(experiment: Experiment, played: int = 0) -> int | None:
    """Number of pairs that a stored experiment was to play; None if unknown.

    It is also unknown if more were played: an earlier version kept only the first request.
    """
    planned = experiment.about.get("planned")
    return planned if isinstance(planned, int) and planned >= played else None


def has_all_pairs(experiment: Experiment, played: int) -> bool:
    """Whether an experiment has played what was planned; where that is unknown, it has."""
    planned = planned_pairs(experiment)
    return planned is None or played >= planned


def request_from_plan(plan: Mapping[str, Any]) -> Request:
    """The request that plays a stored plan, for experiments stored without one.

    The plan says everything but the number of pairs, which is the default of its kind.
    """
    names, pairings = plan["players"], plan["pairings"]
    data: dict[str, Any] = {
        **stored_openings(plan),
        "start": plan["start"],
        "seed": plan["seed"],
        "move_seconds": plan["move_seconds"],
    }
    if pairings == [[0, 1]]:
        return MatchRequest.from_json({"kind": "match", "players": names, **data})
    everyone = [[a, b] for a in range(len(names)) for b in range(a + 1, len(names))]
    if pairings != everyone:
        raise ArgumentError("this experiment was stored without its request")
    return TournamentRequest.from_json({"kind": "tournament", "players": names, **data})


def prepare(
    *,
    request: dict[str, Any],
    store: str,
    workers: int | None = None,
    folder: str | None = None,
) -> dict[str, Any]:
    """Check a request and give it a place: its id, the order for its process, the pairs planned.

    `folder` names the analysis to resume.
    """
    asked = read_request(request)
    order = {"request": asked.as_json(), "store": store, "workers": workers}
    if isinstance(asked, AnalysisRequest):
        asked = asked.settled()
        order["request"] = asked.as_json()
        inquiry = asked.inquiry()
        place = Path(store).parent / folder if folder is not None else _new_folder(Path(store))
        keep_request(asked, inquiry, place, workers=workers)
        return {"id": place.name, "order": order | {"store": str(place / GAMES)}, "planned": None}
    assert isinstance(asked, MatchRequest | TournamentRequest)
    plan = asked.plan()
    if len(plan.drawn) > MOST_PAIRS:
        raise ArgumentError(f"experiments on the page can have at most {MOST_PAIRS:,} pairs")
    about = plan.about(version("lastknight")) | {"workers": workers}
    with Store(store) as opened:
        # What is there keeps its record until its process begins: the laboratory may refuse.
        number = opened.number_of(plan.identity())
        if number is None:
            number = opened.open_experiment(plan.identity(), about).id
    return {"id": str(number), "order": order, "planned": about["planned"]}


def _new_folder(store: Path) -> Path:
    for number in range(1, 10_000):
        place = store.parent / f"analysis-{number}"
        try:
            place.mkdir()
        except FileExistsError:
            continue
        return place
    raise ArgumentError(f"{store.parent} has too many analyses; move some away")
