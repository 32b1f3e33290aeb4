"""The routes of puzzles, charts and reports."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Annotated, Any, Literal

from fastapi import APIRouter, Query
from fastapi import Path as InPath
from starlette.responses import FileResponse, JSONResponse, RedirectResponse, Response

from lastknight.report.analysis_folder import REPORT_PAGE
from lastknight.web.http_errors import Problem
from lastknight.web.routes.lab import Id, find_place
from lastknight.web.schemas.positions import AnswerShape, PuzzleShape
from lastknight.web.server import Server

Number = Annotated[int, Query(ge=1, le=10**6, description="From 1 on.")]
PuzzleLevel = Annotated[Literal["easy", "medium", "hard"] | None, Query()]
ChartName = Annotated[str, InPath(max_length=40, pattern=r"^[a-z_]+(\.svg)?$")]
# A report is one file with its style and its pictures inside.
_REPORT_POLICY = (
    "default-src 'none'; style-src 'unsafe-inline'; img-src 'self' data:; "
    "base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
)
_FILE = re.compile(r"[A-Za-z0-9][A-Za-z0-9_-]{0,80}\.(html|md|json|csv|txt|svg)")
_SVG: dict[int | str, dict[str, Any]] = {
    200: {"content": {"application/json": {}, "image/svg+xml": {"schema": {"type": "string"}}}}
}


def picture_routes(server: Server) -> APIRouter:
    """The routes, for a server."""
    routes = APIRouter()

    @routes.get("/api/puzzles", tags=["board"])
    async def puzzle(number: Number = 1, level: PuzzleLevel = None) -> PuzzleShape:
        """A position with exactly one winning move; of a level, numbers count within it."""
        return PuzzleShape(**await server.pool.ask("puzzle", number=number, level=level))

    @routes.get("/api/puzzles/answer", tags=["board"])
    async def answer(
        number: Number, move: Annotated[str, Query(max_length=4)], level: PuzzleLevel = None
    ) -> AnswerShape:
        """Whether a move solves a puzzle, and how the game goes on after it."""
        asked = {"number": number, "level": level, "move": move}
        return AnswerShape(**await server.pool.ask("answer", **asked))

    @routes.get(
        "/api/experiments/{experiment}/charts/{name}",
        tags=["lab"],
        responses=_SVG,
        response_class=Response,
    )
    async def chart(
        experiment: Id, name: ChartName, scheme: Literal["light", "dark"] = "light"
    ) -> Response:
        """A chart as its Vega-Lite description; drawn as a picture where the name ends in .svg."""
        find_place(server, experiment)
        plain_name = name.removesuffix(".svg")
        is_drawn = plain_name != name
        found = await server.pool.ask(
            "chart",
            experiment=experiment,
            store=server.store,
            name=plain_name,
            scheme=scheme if is_drawn else None,
        )
        if not is_drawn:
            return JSONResponse(found)
        headers = {"content-security-policy": "default-src 'none'; style-src 'unsafe-inline'"}
        return Response(found["svg"], media_type="image/svg+xml", headers=headers)

    @routes.get("/reports/{experiment}/", include_in_schema=False)
    async def report(experiment: Id) -> Response:
        """Leads to the report of an analysis."""
        find_place(server, experiment)
        return RedirectResponse(f"/reports/{experiment}/{REPORT_PAGE}", status_code=303)

    @routes.get("/reports/{experiment}/{file}", include_in_schema=False)
    async def report_file(experiment: Id, file: str) -> Response:
        """A file of the report of an analysis."""
        place = find_place(server, experiment)
        path = place.folder / file
        is_there = place.number is None and _FILE.fullmatch(file) and _is_inside(path)
        if not is_there:
            raise Problem(f"experiment {experiment} has no report file of this name", 404)
        return FileResponse(path, headers={"content-security-policy": _REPORT_POLICY})

    return routes


def _is_inside(path: Path) -> bool:
    """Whether a file is there, and not a link to somewhere else."""
    return path.is_file() and path.resolve().parent == path.parent.resolve()
