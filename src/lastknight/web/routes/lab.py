"""The routes that run experiments: list, start, watch, stop and resume them."""

from __future__ import annotations

from asyncio import Lock

from fastapi import APIRouter
from starlette.responses import Response

from lastknight.matches.request import Request
from lastknight.web.experiments.requests import read_form, read_request
from lastknight.web.http_errors import HttpError
from lastknight.web.routes.parameters import STREAM, ExperimentId, find_location, read_spec
from lastknight.web.routes.services import Services
from lastknight.web.schemas.experiments import (
    ExperimentRequest,
    LabelRequest,
    Started,
    Summary,
)


def lab_routes(services: Services) -> APIRouter:
    """The routes that run experiments."""
    routes = APIRouter(prefix="/api", tags=["lab"])
    for add in (_add_overviews, _add_runs, _add_changes):
        add(routes, services)
    return routes


def _add_overviews(routes: APIRouter, services: Services) -> None:
    laboratory, pool = services.laboratory, services.pool

    @routes.get("/experiments")
    async def list_experiments() -> list[Summary]:
        """All experiments in the store and the analyses next to it, newest first."""
        before = laboratory.active()
        found = (await pool.ask("experiments", store=services.store))["experiments"]
        return [Summary(**laboratory.update(one["id"], one, before=before)) for one in found]

    @routes.get("/experiments/{experiment}/summary")
    async def summarise_experiment(experiment: ExperimentId) -> Summary:
        """An experiment in brief: a cheap way to see whether it has changed."""
        find_location(services, experiment)
        before = laboratory.active()
        found = await pool.ask("summary", experiment=experiment, store=services.store)
        return Summary(**laboratory.update(experiment, found, before=before))

    @routes.get("/experiments/{experiment}/live", responses=STREAM, response_class=Response)
    async def watch_experiment(experiment: ExperimentId) -> Response:
        """A stream of its standing: `standing` at each change, then `end`."""
        find_location(services, experiment)
        return services.streams.answer(services.broadcaster.watch(experiment))


def _add_runs(routes: APIRouter, services: Services) -> None:
    laboratory = services.laboratory

    @routes.post("/experiments")
    async def start_experiment(request: ExperimentRequest) -> Started:
        """Start an experiment, or resume it if it exists.

        While others run, it waits for its turn.
        """
        asked = read_form(request.model_dump())
        return Started(id=await _start(services, asked, workers=request.workers))

    @routes.post("/experiments/{experiment}/stop")
    async def stop_experiment(experiment: ExperimentId) -> Started:
        """Stop an experiment as Ctrl-C does, or take it out of the queue; all games are kept.

        If it has already ended, nothing happens.
        """
        location = find_location(services, experiment)
        if not laboratory.is_active(experiment):
            location.check_not_played()
        await laboratory.stop(experiment)
        return Started(id=experiment)

    @routes.post("/experiments/{experiment}/resume")
    async def resume_experiment(experiment: ExperimentId) -> Started:
        """Resume a stopped experiment."""
        location = find_location(services, experiment)
        if laboratory.is_active(experiment):
            raise HttpError(f"experiment {experiment} is already running or waiting", 409)
        found = await services.pool.ask("request_for", experiment=experiment, store=services.store)
        request = read_request(found["request"])
        folder = location.folder.name if location.number is None else None
        started = await _start(services, request, workers=found["workers"], folder=folder)
        return Started(id=started)


def _add_changes(routes: APIRouter, services: Services) -> None:
    laboratory, pool = services.laboratory, services.pool
    writing_labels = Lock()

    @routes.post("/experiments/{experiment}/label")
    async def label_experiment(experiment: ExperimentId, label: LabelRequest) -> Started:
        """Name an experiment, and keep a note about it; empty text removes them."""
        find_location(services, experiment)
        given = {"experiment": experiment, "name": label.name, "note": label.note}
        async with writing_labels:
            await pool.ask("label", store=services.store, **given)
        return Started(id=experiment)

    @routes.post("/experiments/{experiment}/delete")
    async def delete_experiment(experiment: ExperimentId) -> Started:
        """Delete an experiment and its games for good; an analysis with its folder."""
        find_location(services, experiment)
        laboratory.forget(experiment)
        async with writing_labels:
            await pool.ask("delete", experiment=experiment, store=services.store)
        return Started(id=experiment)


async def _start(
    services: Services, request: Request, *, workers: int | None, folder: str | None = None
) -> str:
    """Start what a request asks for; returns the experiment's id.

    Raises HttpError for code that the server was not started with, or while too many are waiting.
    """
    for what, specs in request.specs().items():
        for spec in specs:
            read_spec(spec, services.settings.files, what=what)
    services.laboratory.check_room()
    arguments = {"request": request.as_json(), "workers": workers, "folder": folder}
    prepared = await services.pool.ask("prepare", store=services.store, **arguments)
    await services.laboratory.start(prepared["id"], prepared["order"], prepared["planned"])
    return str(prepared["id"])
