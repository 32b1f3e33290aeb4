"""The routes that run experiments: list, start, watch, stop and resume them."""

from __future__ import annotations

from fastapi import APIRouter
from starlette.responses import Response

from lastknight.matches.request import Request
from lastknight.web.experiments.requests import read_form, read_request
from lastknight.web.http_errors import HttpError
from lastknight.web.routes.parameters import STREAM, ExperimentId, find_location, read_spec
from lastknight.web.routes.services import Services
from lastknight.web.schemas.experiments import ExperimentRequest, Started, Summary


def lab_routes(services: Services) -> APIRouter:
    """The routes that run experiments."""
    routes = APIRouter(prefix="/api", tags=["lab"])
    laboratory, pool = services.laboratory, services.pool

    @routes.get("/experiments")
    async def list_experiments() -> list[Summary]:
        """All experiments in the store and the analyses next to it, newest first."""
        found = await pool.ask("experiments", store=services.store)
        return [Summary(**laboratory.update(one["id"], one)) for one in found["experiments"]]

    @routes.post("/experiments")
    async def start_experiment(request: ExperimentRequest) -> Started:
        """Start an experiment, or resume it where it exists already."""
        asked = read_form(request.model_dump())
        return Started(id=await _start(services, asked, workers=request.workers))

    @routes.get("/experiments/{experiment}/live", responses=STREAM, response_class=Response)
    async def watch_experiment(experiment: ExperimentId) -> Response:
        """A stream of its standing: `standing` at each change, then `end`."""
        find_location(services, experiment)
        return services.streams.answer(services.broadcaster.watch(experiment))

    @routes.post("/experiments/{experiment}/stop")
    async def stop_experiment(experiment: ExperimentId) -> Started:
        """Stop an experiment as Ctrl-C does; all games are kept."""
        find_location(services, experiment)
        await laboratory.stop(experiment)
        return Started(id=experiment)

    @routes.post("/experiments/{experiment}/resume")
    async def resume_experiment(experiment: ExperimentId) -> Started:
        """Resume a stopped experiment."""
        location = find_location(services, experiment)
        if laboratory.is_running(experiment):
            raise HttpError(f"experiment {experiment} is already running", 409)
        found = await pool.ask("request_for", experiment=experiment, store=services.store)
        request = read_request(found["request"])
        folder = location.folder.name if location.number is None else None
        started = await _start(services, request, workers=found["workers"], folder=folder)
        return Started(id=started)

    return routes


async def _start(
    services: Services, request: Request, *, workers: int | None, folder: str | None = None
) -> str:
    """Start what a request asks for; returns the experiment's id.

    Raises HttpError for code that the server was not started with, or while too many are running.
    """
    for what, specs in request.specs().items():
        for spec in specs:
            read_spec(spec, services.settings.files, what=what)
    services.laboratory.check_room()
    arguments = {"request": request.as_json(), "workers": workers, "folder": folder}
    prepared = await services.pool.ask("prepare", store=services.store, **arguments)
    await services.laboratory.start(prepared["id"], prepared["order"], prepared["planned"])
    return str(prepared["id"])
