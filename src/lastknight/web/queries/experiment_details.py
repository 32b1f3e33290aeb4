"""Everything known about one experiment."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from lastknight.matches.store import Store
from lastknight.web.experiments.places import Place, read_id
from lastknight.web.experiments.summaries import summarise, summarise_place
from lastknight.web.experiments.watching import standing_of
from lastknight.web.protocol import Tell
from lastknight.web.queries.experiment_charts import chart_names
from lastknight.web.queries.stored_results import StoredResults, open_experiment


def detail(_: Tell, *, experiment: str, store: str) -> dict[str, Any]:
    """An experiment's summary and standing, with its matches or, for an analysis, its parts."""
    place = read_id(experiment, Path(store))
    found = summarise_place(place) | {"standing": standing_of(place)}
    if place.number is None:
        nothing: dict[str, Any] = {"matches": [], "ratings": None, "plan": {}, "about": {}}
        return found | nothing | {"parts": _parts(place), "charts": chart_names(place)}
    with open_experiment(experiment, store) as (opened, one):
        results = StoredResults.read(opened, one)
    return found | {
        "matches": [match.facts() for match in results.matches()],
        "ratings": results.ratings(),
        "plan": dict(one.plan),
        "about": {key: value for key, value in one.about.items() if key != "sources"},
        "parts": [],
        "charts": chart_names(place) if results.chunks else [],
    }


def _parts(place: Place) -> list[dict[str, Any]]:
    if not place.store.is_file():
        return []
    with Store(place.store) as store:
        return [summarise(store, one, f"{place.id}.{one.id}") for one in store.experiments()]
