"""The shapes of what the board's questions are answered with, which the OpenAPI text is made of."""

from __future__ import annotations

from typing import Literal

from pydantic import BaseModel, Field

Number = float | Literal["win", "loss"]
"""A number; `win` and `loss` where it is infinite."""
Side = Literal[1, 2]


class Error(BaseModel):
    """What is wrong, in one line."""

    error: str


class ParameterShape(BaseModel):
    """A number that a heuristic takes."""

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
    """A player with a name that a person understands."""

    name: str
    spec: str
    about: str


class Limits(BaseModel):
    """How much one request may ask for."""

    most_nodes: int
    most_proof_nodes: int
    most_seconds: float
    most_squares: int
    most_heuristics: int
    most_players: int
    most_pairs: int


class SprtShape(BaseModel):
    """A stop rule that has a name."""

    name: str
    elo0: float
    elo1: float


class Catalog(BaseModel):
    """What can be asked for."""

    version: str
    heuristics: list[HeuristicShape]
    files: list[str]
    levels: list[Level]
    limits: Limits
    sprts: list[SprtShape]
    efforts: list[str]
    openings: list[str]
    store: str


class PositionShape(BaseModel):
    """A position, with everything that a board shows."""

    text: str
    to_move: Side
    locations: list[str | None]
    blank: list[str]
    legal_moves: list[str]
    is_over: bool
    winner: Side | None


class Line(BaseModel):
    """The positions of a game, the start first."""

    start: str
    width: int
    height: int
    blocked: list[str]
    moves: list[str]
    positions: list[PositionShape]


class ChoiceShape(BaseModel):
    """What a player chose, and what it took."""

    move: str
    score: Number | None
    depth: int
    nodes: int
    evaluations: int
    seconds: float
    line: list[str]
    solved: bool


class MoveValue(BaseModel):
    """What a heuristic says of the position after a move."""

    move: str
    value: Number


class HeuristicValues(BaseModel):
    """What a heuristic says, for the player to move."""

    spec: str
    here: Number
    moves: list[MoveValue]


class Values(BaseModel):
    """What heuristics say of a position and of every move."""

    heuristics: list[HeuristicValues]


class MoveWinner(BaseModel):
    """Who wins after a move; nobody where it was not proved."""

    move: str
    winner: Side | None


class SolutionShape(BaseModel):
    """Who wins with perfect play, here and after every move."""

    winner: Side | None
    best_move: str | None
    nodes: int
    moves: list[MoveWinner]
    reason: str | None = Field(description="Why something is missing; null where nothing is.")


class PartShape(BaseModel):
    """Something that a heuristic counted."""

    label: str
    sign: Literal["+", "-", "*", "/"]
    number: float | None
    squares: list[str]
    player: Side | None


class Why(BaseModel):
    """What a heuristic says, and what it counted."""

    spec: str
    value: Number
    parts: list[PartShape]
    sentence: str


class PuzzleShape(BaseModel):
    """A position with exactly one winning move."""

    number: int
    count: int
    position: str
    grade: int = Field(description="How many heuristics miss the move.")
    heuristics: int = Field(description="How many heuristics were asked.")
    missed_by: list[str]
    level: str


class AnswerShape(BaseModel):
    """Whether a move solves a puzzle, and how the game goes on."""

    right: bool
    best: str
    line: list[str]
