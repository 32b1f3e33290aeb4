"""Everything known about one experiment."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from lastknight.matches.store import Store
from lastknight.web.experiments.locations import Location, read_id
from lastknight.web.experiments.summaries import summarise, summarise_location
from lastknight.web.experiments.watching import standing_of
from lastknight.web.protocol import Tell
from lastknight.web.queries.experiment_charts import chart_names
from lastknight.web.queries.stored_results import StoredResults, open_experiment


def detail(_: Tell, *, experiment: str, store: str) -> dict[str, Any]:
    """An experiment's summary and standing, with its matches or, for an analysis, its parts."""
    location = read_id(experiment, Path(store))
    found = summarise_location(location) | {"standing": standing_of(location)}
    if location.number is None:
        nothing: dict[str, Any] = {"matches": [], "ratings": None, "plan": {}, "about": {}}
        return found | nothing | {"parts": _parts(location), "charts": chart_names(location)}
    with open_experiment(experiment, store) as (opened, one):
        results = StoredResults.read(opened, one)
    return found | {
        "matches": [match.facts() for match in results.matches()],
        "ratings": results.ratings(),
        "plan": dict(one.plan),
        "about": {key: value for key, value in one.about.items() if key != "sources"},
        "parts": [],
        "charts": chart_names(location) if results.chunks else [],
    }


def _parts(location: Location) -> list[dict[str, Any]]:
    if not location.store.is_file():
        return []
    with Store(location.store) as store:
        return [summarise(store, one, f"{location.id}.{one.id}") for one in store.experiments()]
