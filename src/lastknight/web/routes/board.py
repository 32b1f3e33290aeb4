"""The routes of the board: stateless questions about positions, players and heuristics."""

from __future__ import annotations

from typing import Annotated, Any

from fastapi import APIRouter, Query
from starlette.responses import Response

from lastknight.position import Position
from lastknight.web.queries.json_values import plain_position, plain_squares
from lastknight.web.routes.arguments import (
    format_line,
    read_line,
    read_position,
    read_spec,
    read_specs,
)
from lastknight.web.routes.catalog import catalog
from lastknight.web.schemas.positions import (
    Catalog,
    ChoiceShape,
    Line,
    PositionShape,
    SolutionShape,
    Values,
    Why,
)
from lastknight.web.server import Server
from lastknight.web.settings import MOST_HEURISTICS, MOST_POSITION, MOST_SPEC
from lastknight.web.streams import rename_result

PositionText = Annotated[
    str,
    Query(
        max_length=MOST_POSITION,
        description="A position's line of text.",
        examples=[".2...../......./......./...1.../......./......./.......:1"],
    ),
]
Moves = Annotated[
    str,
    Query(
        max_length=4 * MOST_POSITION,
        description="Squares with commas between them.",
        examples=["d4,b1,c2"],
    ),
]
PlayerText = Annotated[
    str,
    Query(
        max_length=MOST_SPEC,
        description="The spec of a player.",
        examples=["AlphaBeta(improved, nodes=15000)"],
    ),
]
HeuristicText = Annotated[
    str,
    Query(max_length=MOST_SPEC, description="The spec of a heuristic.", examples=["improved"]),
]
Seed = Annotated[int, Query(ge=0, le=2**64 - 1, description="Names the random numbers.")]
_EVENT = {
    "type": "object",
    "required": ["event", "data"],
    "properties": {
        "event": {"type": "string"},
        "data": {"type": "string", "contentMediaType": "application/json"},
    },
}
STREAM: dict[int | str, dict[str, Any]] = {
    200: {"content": {"text/event-stream": {"schema": _EVENT}}}
}
"""The answers of routes that stream."""


def board_routes(server: Server) -> APIRouter:
    """The routes, for a server."""
    routes = APIRouter(prefix="/api", tags=["board"])
    settings, pool, streams = server.settings, server.pool, server.streams
    known = catalog(settings)

    @routes.get("/catalog")
    async def read_catalog() -> Catalog:
        """Everything that can be asked for: heuristics, levels, stop rules, limits."""
        return known

    @routes.get("/line")
    async def line(
        start: Annotated[str | None, Query(max_length=MOST_POSITION)] = None,
        moves: Moves = "",
        width: Annotated[int, Query(ge=1, le=128)] = 7,
        height: Annotated[int, Query(ge=1, le=128)] = 7,
        blocked: Annotated[str, Query(max_length=MOST_POSITION)] = "",
    ) -> Line:
        """Every position of a game, from a start or from an empty board."""
        if start is None:
            first = Position(width, height, blocked.replace(",", " "))
        else:
            first = read_position(start)
        positions = read_line(first, moves)
        return Line(
            start=str(first),
            width=first.width,
            height=first.height,
            blocked=plain_squares(first.blocked),
            moves=format_line(moves).split(),
            positions=[PositionShape(**plain_position(position)) for position in positions],
        )

    @routes.get("/choose")
    async def choose(position: PositionText, player: PlayerText, seed: Seed = 0) -> ChoiceShape:
        """What a player chooses."""
        asked = _ask_player(position, player, seed)
        return ChoiceShape(**await pool.ask("choose", **asked))

    @routes.get("/think", responses=STREAM, response_class=Response)
    async def think(position: PositionText, player: PlayerText, seed: Seed = 0) -> Response:
        """What a player thinks: an `iteration` for every finished depth, then the `choice`."""
        asked = _ask_player(position, player, seed)
        return streams.answer(rename_result(pool.events("think", **asked), "choice"))

    @routes.get("/values")
    async def values(
        position: PositionText,
        heuristic: Annotated[
            list[Annotated[str, Query(max_length=MOST_SPEC)]],
            Query(min_length=1, max_length=MOST_HEURISTICS, examples=[["improved", "ratio"]]),
        ],
    ) -> Values:
        """What heuristics say for the player to move, here and after each legal move."""
        text, specs = str(read_position(position)), read_specs(heuristic, settings.files)
        return Values(**await pool.ask("values", position=text, heuristics=specs))

    @routes.get("/solve")
    async def solve(position: PositionText) -> SolutionShape:
        """Who wins with perfect play, here and after each legal move, as far as can be proved."""
        return SolutionShape(**await pool.ask("solve", position=str(read_position(position))))

    @routes.get("/why")
    async def why(
        position: PositionText,
        heuristic: HeuristicText,
        player: Annotated[int | None, Query(ge=1, le=2)] = None,
    ) -> Why:
        """What a heuristic counted, with the squares; for the player to move if none is named."""
        here = read_position(position)
        return Why(
            **await pool.ask(
                "why",
                position=str(here),
                heuristic=read_spec(heuristic, settings.files),
                player=here.to_move if player is None else player,
            )
        )

    @routes.get("/review", responses=STREAM, response_class=Response)
    async def review(start: PositionText, moves: Moves) -> Response:
        """Who wins after each ply of a game, the last first, and which moves were mistakes."""
        positions = read_line(read_position(start), moves)
        asked = {"start": str(positions[0]), "moves": format_line(moves)}
        return streams.answer(rename_result(pool.events("review", **asked), "done"))

    def _ask_player(position: str, player: str, seed: int) -> dict[str, object]:
        here = read_position(position)
        spec = read_spec(player, settings.files, what="a player")
        return {"position": str(here), "player": spec, "seed": seed}

    return routes
