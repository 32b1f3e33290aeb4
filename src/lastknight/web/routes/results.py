"""The routes to results: details of experiments, games, comparisons, charts and reports."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Annotated, Any, Literal

from fastapi import APIRouter, Query
from fastapi import Path as PathParameter
from starlette.responses import FileResponse, JSONResponse, RedirectResponse, Response

from lastknight.report.text.game_links import link_to
from lastknight.report.write import REPORT_PAGE
from lastknight.web.http_errors import HttpError
from lastknight.web.routes.parameters import ExperimentId, find_location
from lastknight.web.routes.services import Services
from lastknight.web.schemas.experiments import (
    Detail,
    ExperimentComparison,
    GameList,
    GameQuery,
    GameShape,
    History,
)
from lastknight.web.workers.broadcast import settle

GameName = Annotated[str, PathParameter(max_length=30, examples=["0.17.2"])]
ChartName = Annotated[str, PathParameter(max_length=40, pattern=r"^[a-z_]+(\.svg)?$")]
ComparedId = Annotated[str, Query(max_length=80)]
_GAME_NAME = re.compile(r"(\d{1,6})\.(\d{1,9})\.([12])")
# A report is one file that contains its own styles and pictures.
_REPORT_POLICY = (
    "default-src 'none'; style-src 'unsafe-inline'; img-src 'self' data:; "
    "base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
)
_CHART_POLICY = "default-src 'none'; style-src 'unsafe-inline'"
_REPORT_FILE = re.compile(r"[A-Za-z0-9][A-Za-z0-9_-]{0,80}\.(html|md|json|csv|txt|svg)")
_JSON_OR_SVG: dict[int | str, dict[str, Any]] = {
    200: {"content": {"application/json": {}, "image/svg+xml": {"schema": {"type": "string"}}}}
}


def result_routes(services: Services) -> APIRouter:
    """The routes to what experiments have found."""
    routes = APIRouter(tags=["lab"])
    for add in (_add_details, _add_games, _add_charts, _add_reports):
        add(routes, services)
    return routes


def _add_details(routes: APIRouter, services: Services) -> None:
    laboratory = services.laboratory

    @routes.get("/api/experiments/{experiment}")
    async def read_experiment(experiment: ExperimentId) -> Detail:
        """Everything known about an experiment."""
        before = laboratory.active()
        found = await _ask(services, "detail", experiment)
        found = laboratory.update(experiment, found, before=before)
        shared = {name: found[name] for name in ("state", "error", "elsewhere")}
        shared["place"] = found.get("place", 0)
        standing = found["standing"] | shared
        for name in ("is_done", "is_played"):
            standing.pop(name)
        return Detail(**found | {"standing": settle(standing)})

    @routes.get("/api/compare")
    async def compare(a: ComparedId, b: ComparedId) -> ExperimentComparison:
        """Two experiments side by side."""
        for one in (a, b):
            find_location(services, one)
        before = laboratory.active()
        found = await services.pool.ask("compare", a=a, b=b, store=services.store)
        summaries = {
            side: laboratory.update(found[side]["id"], found[side], before=before)
            for side in ("a", "b")
        }
        return ExperimentComparison(**found | summaries)


def _add_games(routes: APIRouter, services: Services) -> None:
    @routes.get("/api/experiments/{experiment}/games")
    async def list_games(
        experiment: ExperimentId,
        wanted: Annotated[GameQuery, Query()],
    ) -> GameList:
        """Games by player, result and opening; for an analysis, from all its experiments."""
        names = ("player", "opponent", "result", "opening", "reason")
        given = wanted.model_dump()
        wish = {name: given[name] for name in names}
        rest = {name: given[name] for name in ("pair", "after", "count")}
        return GameList(**await _ask(services, "games", experiment, wanted=wish, **rest))

    @routes.get("/api/experiments/{experiment}/games/{name}")
    async def read_game(experiment: ExperimentId, name: GameName) -> GameShape:
        """A game to replay, with both players' thinking where it is known."""
        find_location(services, experiment)
        found = _GAME_NAME.fullmatch(name)
        if found is None:
            raise HttpError(f"expected a game such as 0.17.2 (pairing.pair.game), got {name!r}")
        pairing, pair, number = map(int, found.groups())
        return GameShape(
            **await _ask(services, "game", experiment, pairing=pairing, pair=pair, number=number)
        )


def _add_charts(routes: APIRouter, services: Services) -> None:
    @routes.get("/api/experiments/{experiment}/history")
    async def history(
        experiment: ExperimentId, pairing: Annotated[int, Query(ge=0, le=10**6)] = 0
    ) -> History:
        """How the result of a pairing grew over its pairs."""
        return History(**await _ask(services, "history", experiment, pairing=pairing))

    @routes.get(
        "/api/experiments/{experiment}/charts/{name}",
        responses=_JSON_OR_SVG,
        response_class=Response,
    )
    async def chart(
        experiment: ExperimentId, name: ChartName, scheme: Literal["light", "dark"] = "light"
    ) -> Response:
        """A chart as a Vega-Lite specification, or as a picture if the name ends in .svg."""
        base_name = name.removesuffix(".svg")
        if base_name == name:
            return JSONResponse(await _ask(services, "chart", experiment, name=name, scheme=None))
        drawn = await _ask(services, "chart", experiment, name=base_name, scheme=scheme)
        headers = {"content-security-policy": _CHART_POLICY}
        return Response(drawn["svg"], media_type="image/svg+xml", headers=headers)


def _add_reports(routes: APIRouter, services: Services) -> None:
    @routes.get("/reports/{experiment}/", include_in_schema=False)
    async def report(experiment: ExperimentId) -> Response:
        """Redirects to the report of an analysis."""
        find_location(services, experiment)
        return RedirectResponse(f"/reports/{experiment}/{REPORT_PAGE}", status_code=303)

    @routes.get("/reports/{experiment}/{file}", include_in_schema=False)
    async def report_file(experiment: ExperimentId, file: str) -> Response:
        """A file of an analysis's report."""
        location = find_location(services, experiment)
        path = location.folder / file
        if location.number is not None or not _REPORT_FILE.fullmatch(file) or not _is_inside(path):
            raise HttpError(f"the report of {experiment} has no such file", 404)
        return _answer_report(path)


async def _ask(
    services: Services, query: str, experiment: str, **arguments: object
) -> dict[str, Any]:
    find_location(services, experiment)
    return await services.pool.ask(query, experiment=experiment, store=services.store, **arguments)


def _answer_report(path: Path) -> Response:
    """A file of a report; the links of its page lead to this server's own."""
    headers = {"content-security-policy": _REPORT_POLICY}
    if path.name != REPORT_PAGE or not path.is_file():
        return FileResponse(path, headers=headers)
    page = link_to("/", path.read_bytes())
    return Response(page, media_type="text/html; charset=utf-8", headers=headers)


def _is_inside(path: Path) -> bool:
    """Whether a file exists and is not a link to somewhere else."""
    return path.is_file() and path.resolve().parent == path.parent.resolve()
