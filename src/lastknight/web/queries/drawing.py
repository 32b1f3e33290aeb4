"""Charts of experiments, from the descriptions that reports use: questions of the lab."""

from __future__ import annotations

from importlib.util import find_spec
from pathlib import Path
from typing import Any

from lastknight.errors import ArgumentError
from lastknight.matches.store import Store
from lastknight.report import load_facts
from lastknight.report.facts_json import REPORT
from lastknight.report.libraries import check_libraries
from lastknight.stats import Estimate
from lastknight.web.experiments.places import Place, find_experiment, read_id
from lastknight.web.protocol import Tell
from lastknight.web.queries.played import matches_of, ratings_of, read_plan

STANDINGS = "standings"
# Charts that every analysis has the facts for.
_OF_ANALYSIS = ("direct", "ratings", "opponents", "depths", "costs")


def chart_names(place: Place) -> list[str]:
    """The charts that can be had of an experiment."""
    if find_spec("altair") is None or find_spec("vl_convert") is None:
        return []
    if place.number is not None:
        return [STANDINGS]
    return list(_OF_ANALYSIS) if (place.folder / REPORT).is_file() else []


def chart(_: Tell, *, experiment: str, store: str, name: str, scheme: str | None) -> dict[str, Any]:
    """A chart as its description, or drawn in a light or a dark scheme."""
    place = read_id(experiment, Path(store))
    if name not in chart_names(place):
        known = ", ".join(chart_names(place)) or "none"
        raise ArgumentError(f"there is no chart {name!r} of {experiment}; there are: {known}")
    check_libraries()
    from lastknight.report.charts.svg import (  # noqa: PLC0415  (needs those libraries)
        darken,
        describe_chart,
        draw_chart,
    )

    made = _standings(place) if place.number is not None else _of_analysis(place, name)
    if scheme is None:
        return describe_chart(made)
    drawn = draw_chart(made, name=name, label=f"{name} of experiment {experiment}")
    return {"svg": darken(drawn) if scheme == "dark" else drawn}


def _of_analysis(place: Place, name: str) -> Any:
    from lastknight.report.charts.gallery import CHARTS  # noqa: PLC0415  (as above)

    return CHARTS[name](load_facts(place.folder))


def _standings(place: Place) -> Any:
    from lastknight.report.charts.standings import standings  # noqa: PLC0415  (as above)

    with Store(place.store) as opened:
        one = find_experiment(opened, place.number or 0)
        plan, chunks = read_plan(opened, one)
    ratings = ratings_of(plan, chunks)
    if ratings is not None:
        best = sorted(ratings, key=lambda row: -(row["elo"] or 0.0))
        rows = {
            row["player"]: Estimate(row["elo"], row["elo_low"], row["elo_high"]) for row in best
        }
        return standings(rows, title=f"Elo, {ratings[0]['player']} is 0")
    matches = [match for match in matches_of(one, plan, chunks) if match.tally.pairs]
    if not matches:
        raise ArgumentError(f"experiment {place.id} has no games yet")
    rows = {f"{match.a} - {match.b}": match.elo for match in matches}
    return standings(rows, title="pair-Elo of the first over the second")
