"""The routes that run experiments: they are started, watched, stopped and gone on with."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter
from fastapi import Path as InPath
from starlette.responses import Response

from lastknight.errors import ArgumentError
from lastknight.matches.request import Request
from lastknight.web.experiments.places import Place, read_id
from lastknight.web.experiments.requests import read_form, read_request
from lastknight.web.http_errors import Problem
from lastknight.web.routes.arguments import read_spec
from lastknight.web.routes.board import STREAM
from lastknight.web.schemas.experiments import ExperimentRequest, Started
from lastknight.web.server import Server

Id = Annotated[
    str, InPath(max_length=80, pattern=r"^[A-Za-z0-9_.-]+$", examples=["3", "analysis-1"])
]


def lab_routes(server: Server) -> APIRouter:
    """The routes, for a server."""
    routes = APIRouter(prefix="/api", tags=["lab"])

    @routes.post("/experiments")
    async def start_experiment(request: ExperimentRequest) -> Started:
        """Start an experiment, or go on with it where it is there already."""
        asked = read_form(request.model_dump())
        return Started(id=await _start(server, asked, workers=request.workers))

    @routes.get("/experiments/{experiment}/live", responses=STREAM, response_class=Response)
    async def watch_experiment(experiment: Id) -> Response:
        """Its standings as they change: `standing`, and `end` when it is over."""
        find_place(server, experiment)
        return server.streams.answer(server.live.watch(experiment))

    @routes.post("/experiments/{experiment}/stop")
    async def stop_experiment(experiment: Id) -> Started:
        """End an experiment as Ctrl-C does; all games are kept."""
        find_place(server, experiment)
        await server.laboratory.stop(experiment)
        return Started(id=experiment)

    @routes.post("/experiments/{experiment}/resume")
    async def resume_experiment(experiment: Id) -> Started:
        """Go on with an experiment where it was stopped."""
        place = find_place(server, experiment)
        if server.laboratory.is_running(experiment):
            raise Problem(f"experiment {experiment} is running already", 409)
        found = await server.pool.ask("request_for", experiment=experiment, store=server.store)
        folder = place.folder.name if place.number is None else None
        request = read_request(found["request"])
        started = await _start(server, request, workers=found["workers"], folder=folder)
        return Started(id=started)

    return routes


def find_place(server: Server, experiment: str) -> Place:
    """Where an experiment is.

    Raises Problem where there is none.
    """
    try:
        return read_id(experiment, server.settings.store)
    except ArgumentError as error:
        raise Problem(str(error), 404) from None


async def _start(
    server: Server, request: Request, *, workers: int | None, folder: str | None = None
) -> str:
    """Run a request; returns the id of the experiment.

    Raises Problem for code that the server was not started with, or if too much is running.
    """
    for what, specs in request.specs().items():
        for spec in specs:
            read_spec(spec, server.settings.files, what=what)
    server.laboratory.check_room()
    asked = {"request": request.as_json(), "workers": workers, "folder": folder}
    found = await server.pool.ask("prepare", store=server.store, **asked)
    await server.laboratory.start(found["id"], found["order"], found["planned"])
    return str(found["id"])
