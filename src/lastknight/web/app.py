"""The application: the API's routes and the page's files, behind the gate."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from importlib.metadata import version
from importlib.resources import files
from pathlib import Path

from fastapi import FastAPI
from starlette.staticfiles import StaticFiles

from lastknight.web.gate import Gate
from lastknight.web.http_errors import handle_errors
from lastknight.web.routes.board import board_routes
from lastknight.web.routes.lab import lab_routes
from lastknight.web.routes.results import result_routes
from lastknight.web.schemas.positions import Error
from lastknight.web.services import Services
from lastknight.web.settings import Settings

_ERROR_STATUSES = (400, 401, 403, 404, 405, 408, 409, 413, 414, 415, 421, 422, 429, 503)


def make_app(settings: Settings) -> Gate:
    """The application behind its gate."""
    return Gate(make_api(settings), settings)


def make_api(settings: Settings) -> FastAPI:
    """All routes and the page, without the gate."""
    services = Services(settings)

    @asynccontextmanager
    async def lifespan(_: FastAPI) -> AsyncIterator[None]:
        async with services.running():
            yield

    app = FastAPI(
        title="lastknight",
        version=version("lastknight"),
        description="The API of lastknight, the heuristics laboratory for knight's Isolation.",
        docs_url=None,
        redoc_url=None,
        lifespan=lifespan,
        responses={status: {"model": Error} for status in _ERROR_STATUSES},
    )
    handle_errors(app)
    for routes in (board_routes, lab_routes, result_routes):
        app.include_router(routes(services))
    page = Path(str(files("lastknight.web"))) / "page"
    app.mount("/", StaticFiles(directory=page, html=True), name="page")
    return app
