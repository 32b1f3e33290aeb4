"""The routes to results: details of experiments, games, comparisons, charts and reports."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Annotated, Any, Literal

from fastapi import APIRouter, Query
from fastapi import Path as PathParameter
from starlette.responses import FileResponse, JSONResponse, RedirectResponse, Response

from lastknight.report.analysis_folder import REPORT_PAGE
from lastknight.web.http_errors import HttpError
from lastknight.web.routes.parameters import ExperimentId, find_location
from lastknight.web.routes.services import Services
from lastknight.web.schemas.experiments import Detail, ExperimentComparison, GameList, GameShape
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

    async def ask(query: str, experiment: str, **arguments: object) -> dict[str, Any]:
        find_location(services, experiment)
        return await services.pool.ask(
            query, experiment=experiment, store=services.store, **arguments
        )

    @routes.get("/api/experiments/{experiment}")
    async def read_experiment(experiment: ExperimentId) -> Detail:
        """Everything known about an experiment."""
        found = services.laboratory.update(experiment, await ask("detail", experiment))
        standing = found["standing"] | {"state": found["state"], "error": found["error"]}
        standing.pop("is_decided")
        return Detail(**found | {"standing": settle(standing)})

    @routes.get("/api/experiments/{experiment}/games")
    async def list_games(
        experiment: ExperimentId,
        pairing: Annotated[int, Query(ge=0, le=10**6)] = 0,
        pair: Annotated[int, Query(ge=0, le=10**9, description="The first pair to list.")] = 0,
        count: Annotated[int, Query(ge=1, le=200, description="Pairs of two games.")] = 25,
    ) -> GameList:
        """Games of a pairing."""
        return GameList(**await ask("games", experiment, pairing=pairing, pair=pair, count=count))

    @routes.get("/api/experiments/{experiment}/games/{name}")
    async def read_game(experiment: ExperimentId, name: GameName) -> GameShape:
        """A game to replay, with both players' thinking where it is known."""
        find_location(services, experiment)
        found = _GAME_NAME.fullmatch(name)
        if found is None:
            raise HttpError(f"expected a game such as 0.17.2 (pairing.pair.game), got {name!r}")
        pairing, pair, number = map(int, found.groups())
        return GameShape(**await ask("game", experiment, pairing=pairing, pair=pair, number=number))

    @routes.get("/api/compare")
    async def compare(a: ComparedId, b: ComparedId) -> ExperimentComparison:
        """Two experiments side by side."""
        for one in (a, b):
            find_location(services, one)
        found = await services.pool.ask("compare", a=a, b=b, store=services.store)
        summaries = {
            side: services.laboratory.update(found[side]["id"], found[side]) for side in ("a", "b")
        }
        return ExperimentComparison(**found | summaries)

    @routes.get(
        "/api/experiments/{experiment}/charts/{name}",
        responses=_JSON_OR_SVG,
        response_class=Response,
    )
    async def chart(
        experiment: ExperimentId, name: ChartName, scheme: Literal["light", "dark"] = "light"
    ) -> Response:
        """A chart as its Vega-Lite description, or as a picture where the name ends in .svg."""
        base_name = name.removesuffix(".svg")
        if base_name == name:
            return JSONResponse(await ask("chart", experiment, name=name, scheme=None))
        drawn = await ask("chart", experiment, name=base_name, scheme=scheme)
        headers = {"content-security-policy": _CHART_POLICY}
        return Response(drawn["svg"], media_type="image/svg+xml", headers=headers)

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
        return FileResponse(path, headers={"content-security-policy": _REPORT_POLICY})

    return routes


def _is_inside(path: Path) -> bool:
    """Whether a file exists and is not a link to somewhere else."""
    return path.is_file() and path.resolve().parent == path.parent.resolve()
