"""The routes that tell what experiments say: in a list, one by one, their games, side by side."""

from __future__ import annotations

import re
from typing import Annotated

from fastapi import APIRouter, Query
from fastapi import Path as InPath

from lastknight.web.http_errors import Problem
from lastknight.web.live import settle
from lastknight.web.routes.lab import Id, find_place
from lastknight.web.schemas.experiments import Comparison, Detail, GameList, GameShape, Summary
from lastknight.web.server import Server

_GAME = re.compile(r"(\d{1,6})\.(\d{1,9})\.([12])")


def findings_routes(server: Server) -> APIRouter:
    """The routes, for a server."""
    routes = APIRouter(prefix="/api", tags=["lab"])

    @routes.get("/experiments")
    async def list_experiments() -> list[Summary]:
        """All experiments of the file, and the analyses next to it, the newest first."""
        found = await server.pool.ask("experiments", store=server.store)
        return [Summary(**server.laboratory.update(one["id"], one)) for one in found["experiments"]]

    @routes.get("/experiments/{experiment}")
    async def read_experiment(experiment: Id) -> Detail:
        """Everything that is known about an experiment."""
        find_place(server, experiment)
        found = await server.pool.ask("detail", experiment=experiment, store=server.store)
        found = server.laboratory.update(experiment, found)
        standing = found["standing"] | {"state": found["state"], "error": found["error"]}
        standing.pop("is_decided")
        return Detail(**found | {"standing": settle(standing)})

    @routes.get("/experiments/{experiment}/games")
    async def list_games(
        experiment: Id,
        pairing: Annotated[int, Query(ge=0, le=10**6)] = 0,
        pair: Annotated[int, Query(ge=0, le=10**9, description="The first to be told.")] = 0,
        count: Annotated[int, Query(ge=1, le=200, description="Pairs, of two games.")] = 25,
    ) -> GameList:
        """Games of a pairing, from a pair on."""
        find_place(server, experiment)
        asked = {"pairing": pairing, "pair": pair, "count": count}
        return GameList(
            **await server.pool.ask("games", experiment=experiment, store=server.store, **asked)
        )

    @routes.get("/experiments/{experiment}/games/{name}")
    async def read_game(
        experiment: Id, name: Annotated[str, InPath(max_length=30, examples=["0.17.2"])]
    ) -> GameShape:
        """A game to be replayed, with both players' thinking where it was kept."""
        find_place(server, experiment)
        found = _GAME.fullmatch(name)
        if found is None:
            raise Problem(f"a game is called pairing.pair.1 or .2, such as 0.17.2, got {name!r}")
        pairing, pair, number = map(int, found.groups())
        asked = {"pairing": pairing, "pair": pair, "number": number}
        return GameShape(
            **await server.pool.ask("game", experiment=experiment, store=server.store, **asked)
        )

    @routes.get("/compare")
    async def compare(
        a: Annotated[str, Query(max_length=80)], b: Annotated[str, Query(max_length=80)]
    ) -> Comparison:
        """Two experiments next to each other."""
        for one in (a, b):
            find_place(server, one)
        found = await server.pool.ask("compare", a=a, b=b, store=server.store)
        sides = {
            side: server.laboratory.update(found[side]["id"], found[side]) for side in ("a", "b")
        }
        return Comparison(**found | sides)

    return routes
