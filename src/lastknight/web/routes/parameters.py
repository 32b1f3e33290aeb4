"""What requests can ask for: positions, moves, specs and experiments, checked before any work.

A spec can name Python code. Only the specs that the server was started with are accepted, and no
other file is ever opened.
"""

from __future__ import annotations

from typing import Annotated, Any

from fastapi import Path as PathParameter
from fastapi import Query

from lastknight.errors import ArgumentError, NotationError
from lastknight.notation import format_moves, parse_moves
from lastknight.position import Position
from lastknight.spec import parse_expression, shorten
from lastknight.web.experiments.locations import Location, read_id
from lastknight.web.http_errors import HttpError
from lastknight.web.routes.services import Services
from lastknight.web.settings import MOST_HEURISTICS, MOST_MOVES, MOST_POSITION, MOST_SPEC

PositionText = Annotated[
    str,
    Query(
        max_length=MOST_POSITION,
        description="A position as text.",
        examples=[".2...../......./......./...1.../......./......./.......:1"],
    ),
]
Moves = Annotated[
    str,
    Query(
        max_length=MOST_MOVES, description="Squares, separated by commas.", examples=["d4,b1,c2"]
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
HeuristicTexts = Annotated[
    list[Annotated[str, Query(max_length=MOST_SPEC)]],
    Query(min_length=1, max_length=MOST_HEURISTICS, examples=[["improved", "ratio"]]),
]
Seed = Annotated[int, Query(ge=0, le=2**64 - 1, description="Random seed.")]
ExperimentId = Annotated[
    str, PathParameter(max_length=80, pattern=r"^[A-Za-z0-9_.-]+$", examples=["3", "analysis-1"])
]

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
"""The OpenAPI description of an answer that is a stream of events."""


def read_position(text: str) -> Position:
    """A position from its text.

    Raises NotationError or BoardError for other text.
    """
    _check_length("a position", text, MOST_POSITION)
    return Position.parse(text)


def read_line(start: Position, moves: str) -> list[Position]:
    """The positions of a line of moves, separated by commas or spaces, the start first.

    Raises HttpError for an illegal move, saying which one.
    """
    _check_length("a list of moves", moves, MOST_MOVES)
    positions = [start]
    for count, move in enumerate(parse_moves(moves.replace(",", " ")), 1):
        try:
            positions.append(positions[-1].play(move))
        except (NotationError, ValueError) as error:
            raise HttpError(f"move {count}: {error}") from None
    return positions


def format_line(moves: str) -> str:
    """Moves separated by spaces, as in the rest of the program."""
    return format_moves(parse_moves(moves.replace(",", " ")))


def read_spec(text: str, files: tuple[str, ...], *, what: str = "a heuristic") -> str:
    """The spec of a heuristic or a player that may be used here.

    Raises HttpError for one that names code which the server was not started with.
    """
    _check_length(what, text, MOST_SPEC)
    if "\0" in text:
        raise HttpError(f"not {what}: {shorten(text)}")
    known = {spec.strip("'\"") for spec in files}
    for named in parse_expression(text, what=what).files.values():
        if named not in known:
            raise HttpError(
                f"{shorten(named)} is not among the files this server was started with; "
                "restart it as: lastknight serve FILE",
                403,
            )
    if ".py" in text and not any(spec in text for spec in known):
        raise HttpError(f"not {what}: {shorten(text)}")
    return text


def find_location(services: Services, experiment: str) -> Location:
    """Where an experiment is stored.

    Raises HttpError where there is none.
    """
    try:
        return read_id(experiment, services.settings.store)
    except ArgumentError as error:
        raise HttpError(str(error), 404) from None


def _check_length(what: str, text: str, most: int) -> None:
    if len(text) > most:
        raise HttpError(f"{what} must have at most {most} characters, got {len(text)}")
