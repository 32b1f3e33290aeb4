"""Everything known about one experiment, and its charts, drawn as in reports."""

from __future__ import annotations

from importlib.util import find_spec
from pathlib import Path
from typing import Any

from lastknight.errors import ArgumentError
from lastknight.matches.request import Request
from lastknight.matches.store import Store
from lastknight.report import load_facts
from lastknight.report.facts_json import REPORT
from lastknight.report.write import check_libraries
from lastknight.stats import Estimate
from lastknight.web.experiments.locations import Location, find_experiment, read_id
from lastknight.web.experiments.requests import form_of, kept_request, stored_request
from lastknight.web.queries.analysis_results import report_results
from lastknight.web.queries.stored_results import StoredResults, open_experiment, open_parts
from lastknight.web.queries.summaries import summarise, summary
from lastknight.web.queries.watching import standing_of

_STANDINGS = "standings"
# Charts for which every analysis has the facts.
_ANALYSIS_CHARTS = ("direct", "ratings", "opponents", "depths", "costs")


def detail(*, experiment: str, store: str) -> dict[str, Any]:
    """An experiment's summary, standing and results; an analysis also has parts."""
    location = read_id(experiment, Path(store))
    found = summary(experiment=experiment, store=store) | {
        "form": form_of(_request(location)),
        "standing": standing_of(location),
        "meetings": _meetings(experiment, store) if location.store.is_file() else [],
    }
    if location.number is None:
        results = report_results(location.folder) | {"plan": {}, "about": {}}
        return found | results | {"parts": _parts(location), "charts": _chart_names(location)}
    with open_experiment(experiment, store) as (opened, one):
        stored = StoredResults.read(opened, one)
    return found | {
        "matches": [match.facts() for match in stored.matches()],
        "ratings": stored.ratings(),
        "cautions": stored.cautions(),
        "plan": dict(one.plan),
        "about": {key: value for key, value in one.about.items() if key != "sources"},
        "parts": [],
        "charts": _chart_names(location) if stored.chunks else [],
    }


def _request(location: Location) -> Request | None:
    """The request of an experiment, if it was stored with one."""
    if location.number is None:
        return kept_request(location.folder)
    with Store(location.store) as store:
        return stored_request(find_experiment(store, location.number))


def _meetings(experiment: str, store: str) -> list[dict[str, Any]]:
    """Who meets whom, in all parts."""
    with open_parts(experiment, store) as (_, parts):
        plans: list[tuple[str, Any]] = [(name, one.plan) for name, one in parts]
    return [
        {"experiment": name, "a": plan["players"][a], "b": plan["players"][b]}
        for name, plan in plans
        for a, b in plan["pairings"]
    ]


def _parts(location: Location) -> list[dict[str, Any]]:
    if not location.store.is_file():
        return []
    with Store(location.store) as store:
        return [summarise(store, one, location.part(one.id).id) for one in store.experiments()]


def chart(*, experiment: str, store: str, name: str, scheme: str | None) -> dict[str, Any]:
    """A chart as its Vega-Lite description, or drawn for a light or dark scheme."""
    location = read_id(experiment, Path(store))
    known = _chart_names(location)
    if name not in known:
        listed = ", ".join(known) or "none"
        raise ArgumentError(f"experiment {experiment} has no chart {name!r}; it has: {listed}")
    check_libraries()
    from lastknight.report.charts.svg import (  # noqa: PLC0415  (needs those libraries)
        darken,
        describe_chart,
        draw_chart,
    )

    if location.number is None:
        from lastknight.report.charts.gallery import CHARTS  # noqa: PLC0415  (as above)

        made = CHARTS[name](load_facts(location.folder))
    else:
        made = _standings(experiment, store)
    if scheme is None:
        return describe_chart(made)
    drawn = draw_chart(made, name=name, label=f"{name} of experiment {experiment}")
    return {"svg": darken(drawn) if scheme == "dark" else drawn}


def _chart_names(location: Location) -> list[str]:
    """The charts that an experiment has."""
    if find_spec("altair") is None or find_spec("vl_convert") is None:
        return []
    if location.number is not None:
        return [_STANDINGS]
    return list(_ANALYSIS_CHARTS) if (location.folder / REPORT).is_file() else []


def _standings(experiment: str, store: str) -> Any:
    from lastknight.report.charts.gallery import standings  # noqa: PLC0415  (as above)

    with open_experiment(experiment, store) as opened:
        results = StoredResults.read(*opened)
    ratings = results.ratings()
    if ratings is not None:
        rows = {
            row["player"]: Estimate(row["elo"], row["elo_low"], row["elo_high"]) for row in ratings
        }
        return standings(rows, title=f"Elo, {results.plan.player_names[0]} is 0")
    matches = results.matches()
    if not matches:
        raise ArgumentError(f"experiment {experiment} has no games yet")
    rows = {f"{match.a} - {match.b}": match.elo for match in matches}
    return standings(rows, title="pair-Elo of the first over the second")
