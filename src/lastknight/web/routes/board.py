"""The routes of the board: stateless questions about positions, players, heuristics and puzzles."""

from __future__ import annotations

from typing import Annotated, Literal

from fastapi import APIRouter, Query
from starlette.responses import Response

from lastknight.errors import NotationError
from lastknight.position import Position
from lastknight.web.http_errors import HttpError, one_line
from lastknight.web.queries.json_values import json_position, json_squares
from lastknight.web.routes.catalog import catalog
from lastknight.web.routes.parameters import (
    STREAM,
    HeuristicText,
    HeuristicTexts,
    Moves,
    PlayerText,
    PositionText,
    Seed,
    format_line,
    read_line,
    read_position,
    read_spec,
)
from lastknight.web.routes.services import Services, rename_result
from lastknight.web.schemas.positions import (
    AnswerShape,
    Catalog,
    ChoiceShape,
    GameLine,
    PositionShape,
    PuzzleShape,
    SolutionShape,
    SpecCheck,
    Values,
    Why,
)
from lastknight.web.settings import MOST_POSITION

PuzzleNumber = Annotated[int, Query(ge=1, le=10**6, description="Starting at 1.")]
SpecKind = Literal["heuristic", "player"]
Lines = Annotated[int, Query(ge=1, le=5, description="How many lines to show.")]
PuzzleLevel = Annotated[Literal["easy", "medium", "hard"] | None, Query()]


def board_routes(services: Services) -> APIRouter:
    """The routes that answer about positions."""
    routes = APIRouter(prefix="/api", tags=["board"])
    for add in (_add_games, _add_searches, _add_heuristics, _add_proofs, _add_puzzles):
        add(routes, services)
    return routes


def _add_games(routes: APIRouter, services: Services) -> None:
    known = catalog(services.settings)

    @routes.get("/catalog")
    async def read_catalog() -> Catalog:
        """Heuristics, levels, stop rules and limits."""
        return known

    @routes.get("/line")
    async def line(
        start: Annotated[str | None, Query(max_length=MOST_POSITION)] = None,
        moves: Moves = "",
        width: Annotated[int, Query(ge=1, le=128)] = 7,
        height: Annotated[int, Query(ge=1, le=128)] = 7,
        blocked: Annotated[str, Query(max_length=MOST_POSITION)] = "",
    ) -> GameLine:
        """Every position of a game that starts from a given position or an empty board."""
        if start is None:
            first = Position(width, height, blocked.replace(",", " "))
        else:
            first = read_position(start)
        positions = read_line(first, moves)
        return GameLine(
            start=str(first),
            width=first.width,
            height=first.height,
            blocked=json_squares(first.blocked),
            moves=format_line(moves).split(),
            positions=[PositionShape(**json_position(position)) for position in positions],
        )


def _add_searches(routes: APIRouter, services: Services) -> None:
    pool = services.pool

    def arguments_of(position: str, player: str, seed: int) -> dict[str, object]:
        here = read_position(position)
        spec = read_spec(player, services.settings.files, what="a player")
        return {"position": str(here), "player": spec, "seed": seed}

    @routes.get("/choose")
    async def choose(position: PositionText, player: PlayerText, seed: Seed = 0) -> ChoiceShape:
        """The move a player chooses."""
        return ChoiceShape(**await pool.ask("choose", **arguments_of(position, player, seed)))

    @routes.get("/think", responses=STREAM, response_class=Response)
    async def think(
        position: PositionText, player: PlayerText, seed: Seed = 0, lines: Lines = 1
    ) -> Response:
        """A player's search: an `iteration` for every finished depth, then the `choice`.

        With more lines, `others` has the best of the other moves, before the choice.
        """
        arguments = arguments_of(position, player, seed) | {"lines": lines}
        return services.streams.answer(rename_result(pool.events("think", **arguments), "choice"))


def _add_heuristics(routes: APIRouter, services: Services) -> None:
    files, pool = services.settings.files, services.pool

    @routes.get("/values")
    async def values(position: PositionText, heuristic: HeuristicTexts) -> Values:
        """Values of heuristics for the player to move, here and after each legal move."""
        text = str(read_position(position))
        specs = [read_spec(spec, files) for spec in heuristic]
        return Values(**await pool.ask("values", position=text, heuristics=specs))

    @routes.get("/check")
    async def check(what: SpecKind, spec: HeuristicText, on_board: bool = False) -> SpecCheck:
        """Whether a spec is valid, for forms that check input as it is typed.

        With `on_board`, a player's limits must be within those of one request.
        """
        try:
            read = read_spec(spec, files, what=f"a {what}")
        except HttpError as error:
            return SpecCheck(problem=one_line(error.line))
        except NotationError as error:
            return SpecCheck(problem=one_line(str(error)))
        return SpecCheck(**await pool.ask("check", what=what, spec=read, on_board=on_board))

    @routes.get("/why")
    async def why(
        position: PositionText,
        heuristic: HeuristicText,
        player: Annotated[int | None, Query(ge=1, le=2)] = None,
    ) -> Why:
        """What a heuristic counted, with the squares; by default for the player to move."""
        here = read_position(position)
        return Why(
            **await pool.ask(
                "why",
                position=str(here),
                heuristic=read_spec(heuristic, files),
                player=here.to_move if player is None else player,
            )
        )


def _add_proofs(routes: APIRouter, services: Services) -> None:
    pool = services.pool

    @routes.get("/solve")
    async def solve(position: PositionText) -> SolutionShape:
        """The winner with perfect play, here and after each legal move, as far as proved."""
        return SolutionShape(**await pool.ask("solve", position=str(read_position(position))))

    @routes.get("/review", responses=STREAM, response_class=Response)
    async def review(start: PositionText, moves: Moves) -> Response:
        """The winner after each ply of a game, the last first, and which moves were mistakes."""
        positions = read_line(read_position(start), moves)
        arguments = {"start": str(positions[0]), "moves": format_line(moves)}
        return services.streams.answer(rename_result(pool.events("review", **arguments), "done"))


def _add_puzzles(routes: APIRouter, services: Services) -> None:
    pool = services.pool

    @routes.get("/puzzles")
    async def puzzle(number: PuzzleNumber = 1, level: PuzzleLevel = None) -> PuzzleShape:
        """A position with exactly one winning move; each level numbers its puzzles from 1."""
        return PuzzleShape(**await pool.ask("puzzle", number=number, level=level))

    @routes.get("/puzzles/answer")
    async def answer(
        number: PuzzleNumber, move: Annotated[str, Query(max_length=4)], level: PuzzleLevel = None
    ) -> AnswerShape:
        """Whether a move solves a puzzle, and how the game continues after it."""
        arguments = {"number": number, "level": level, "move": move}
        return AnswerShape(**await pool.ask("answer", **arguments))
