"""The shapes of answers about positions, players and heuristics."""

from __future__ import annotations

from typing import Literal

from pydantic import BaseModel, Field

Number = float | Literal["win", "loss"]
"""A number; `win` and `loss` where it is infinite."""
Side = Literal[1, 2]


class Error(BaseModel):
    """An error, in one line."""

    error: str


class ParameterShape(BaseModel):
    """A parameter of a heuristic."""

    name: str
    default: float
    low: float
    high: float
    is_whole: bool
    meaning: str


class HeuristicShape(BaseModel):
    """A heuristic of the catalogue."""

    name: str
    spec: str
    meaning: str
    formula: str
    source: str
    parameters: list[ParameterShape]


class Level(BaseModel):
    """A player with a familiar name."""

    name: str
    spec: str
    about: str


class RequestLimits(BaseModel):
    """The limits of one request."""

    most_nodes: int
    most_proof_nodes: int
    most_seconds: float
    most_squares: int
    most_heuristics: int
    most_players: int
    most_pairs: int


class StopRule(BaseModel):
    """A named sequential test."""

    name: str
    elo0: float
    elo1: float


class Catalog(BaseModel):
    """Everything a request can name, and the limits."""

    version: str
    heuristics: list[HeuristicShape]
    files: list[str]
    levels: list[Level]
    limits: RequestLimits
    sprts: list[StopRule]
    efforts: list[str]
    openings: list[str]
    store: str


class PositionShape(BaseModel):
    """A position with everything that a board shows."""

    text: str
    to_move: Side
    locations: list[str | None]
    blank: list[str]
    legal_moves: list[str]
    is_over: bool
    winner: Side | None


class GameLine(BaseModel):
    """The positions of a game, the start first."""

    start: str
    width: int
    height: int
    blocked: list[str]
    moves: list[str]
    positions: list[PositionShape]


class ChoiceShape(BaseModel):
    """A player's choice, and what the search cost."""

    move: str
    score: Number | None
    depth: int
    nodes: int
    evaluations: int
    seconds: float
    line: list[str]
    solved: bool


class MoveValue(BaseModel):
    """The value of the position after a move."""

    move: str
    value: Number


class HeuristicValues(BaseModel):
    """The values of a heuristic for the player to move."""

    spec: str
    here: Number | None
    moves: list[MoveValue]
    problem: str | None = Field(None, description="Why it has no values here.")


class Values(BaseModel):
    """The values of heuristics, here and after every move."""

    heuristics: list[HeuristicValues]


class SpecCheck(BaseModel):
    """The full form of a spec, or what is wrong with it."""

    spec: str | None = None
    problem: str | None = None


class MoveWinner(BaseModel):
    """The winner after a move; null where it was not proved."""

    move: str
    winner: Side | None


class SolutionShape(BaseModel):
    """The winner with perfect play, here and after every move."""

    winner: Side | None
    best_move: str | None
    nodes: int
    moves: list[MoveWinner]
    reason: str | None = Field(description="Why a winner is missing; null where all are proved.")


class PartShape(BaseModel):
    """A term of a heuristic's value."""

    label: str
    sign: Literal["+", "-", "*", "/"]
    number: float | None
    squares: list[str]
    player: Side | None


class Why(BaseModel):
    """A heuristic's value, and what it counted."""

    spec: str
    value: Number
    parts: list[PartShape]
    sentence: str


class PuzzleShape(BaseModel):
    """A position with exactly one winning move."""

    number: int
    count: int
    position: str
    grade: int = Field(description="The number of heuristics that miss the move.")
    heuristics: int = Field(description="The number of heuristics that tried.")
    missed_by: list[str]
    level: str


class AnswerShape(BaseModel):
    """Whether a move solves a puzzle, and how the game continues."""

    right: bool
    best: str
    line: list[str]
