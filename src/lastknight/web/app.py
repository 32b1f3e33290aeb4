"""The application: the routes, the page's files, and the gate in front of them."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from importlib.metadata import version
from importlib.resources import files
from pathlib import Path

from fastapi import FastAPI
from starlette.staticfiles import StaticFiles

from lastknight.web.gate import Gate
from lastknight.web.http_errors import answer_problems
from lastknight.web.routes.board import board_routes
from lastknight.web.routes.findings import findings_routes
from lastknight.web.routes.lab import lab_routes
from lastknight.web.routes.pictures import picture_routes
from lastknight.web.schemas.positions import Error
from lastknight.web.server import Server
from lastknight.web.settings import Settings

_PROBLEMS = (400, 401, 403, 404, 405, 408, 409, 413, 414, 415, 421, 422, 429, 503)


def make_app(settings: Settings) -> Gate:
    """The application of a server, behind its gate."""
    return Gate(make_api(settings), settings)


def make_api(settings: Settings) -> FastAPI:
    """All routes and the page, without the gate."""
    server = Server(settings)

    @asynccontextmanager
    async def lifespan(_: FastAPI) -> AsyncIterator[None]:
        async with server.running():
            yield

    app = FastAPI(
        title="lastknight",
        version=version("lastknight"),
        description="The heuristics laboratory for knight's Isolation: what its page asks.",
        docs_url=None,
        redoc_url=None,
        lifespan=lifespan,
        responses={status: {"model": Error} for status in _PROBLEMS},
    )
    answer_problems(app)
    app.include_router(board_routes(server))
    app.include_router(lab_routes(server))
    app.include_router(findings_routes(server))
    app.include_router(picture_routes(server))
    page = Path(str(files("lastknight.web"))) / "page"
    app.mount("/", StaticFiles(directory=page, html=True), name="page")
    return app
