"""The shapes of the lab: what an experiment is asked for with, and what is told about it."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field

from lastknight.web.settings import MOST_HEURISTICS, MOST_PAIRS, MOST_PLAYERS, MOST_SPEC

Kind = Literal["match", "tournament", "analysis"]
State = Literal["running", "stopped", "finished"]
Spec = Annotated[str, Field(min_length=1, max_length=MOST_SPEC)]


class SprtRequest(BaseModel):
    """Two differences in pair-Elo, between which the test decides."""

    model_config = ConfigDict(extra="forbid")

    elo0: float = Field(ge=-1000, le=1000)
    elo1: float = Field(ge=-1000, le=1000)


class ExperimentRequest(BaseModel):
    """An experiment to be started; what a kind does not need is left out."""

    model_config = ConfigDict(extra="forbid")

    kind: Kind
    players: list[Spec] = Field([], max_length=MOST_PLAYERS, description="Of a match two: A, B.")
    against: list[Spec] = Field(
        [], max_length=MOST_PLAYERS, description="Of a tournament: opponents; none: all play all."
    )
    heuristics: list[Spec] = Field(
        [], max_length=MOST_HEURISTICS, description="Of an analysis; none: the five analyses'."
    )
    baseline: Spec = Field("improved", description="Of an analysis: the heuristic to beat.")
    effort: Literal["quick", "default", "thorough"] = Field("quick", description="Of an analysis.")
    nodes: int = Field(15_000, ge=50, le=1_000_000, description="Of an analysis: nodes a move.")
    pairs: int | None = Field(None, ge=1, le=MOST_PAIRS, description="Of each pairing.")
    openings: Literal["random", "census", "empty"] = "random"
    plies: int = Field(2, ge=0, le=8, description="How long openings are.")
    width: int = Field(7, ge=1, le=128)
    height: int = Field(7, ge=1, le=128)
    blocked: str = Field("", max_length=500, description="Squares with spaces between them.")
    seed: int = Field(1, ge=0, le=2**64 - 1)
    sprt: SprtRequest | None = Field(None, description="Of a match: stop when decided.")
    workers: int | None = Field(None, ge=1, le=64, description="Games at once; null: all cores.")


class Started(BaseModel):
    """The experiment that runs now."""

    id: str


class Summary(BaseModel):
    """An experiment in a list."""

    id: str
    kind: Kind
    title: str
    state: State
    played: int = Field(description="Pairs.")
    planned: int | None = Field(description="Pairs; null where nobody said how many.")
    created: str
    players: list[str]
    command: str = Field(description="The command line that does the same.")
    report: str | None = Field(description="Where the report is, once it is written.")
    error: str | None = Field(description="Why it ended, where it failed.")


class EloShape(BaseModel):
    """A number with its interval; null where it is unknown or has no bound."""

    value: float | None
    low: float | None
    high: float | None


class PairingShape(BaseModel):
    """What A did against B so far."""

    pairing: int
    a: str
    b: str
    ww: int
    split: int
    ll: int
    wins: int
    losses: int
    elo: EloShape = Field(description="Pair-Elo of A over B, with an interval for any time.")
    forfeits: tuple[int, int] = Field(description="Games that A and that B lost by forfeit.")


class SprtShape(BaseModel):
    """Where a sequential test is."""

    elo0: float
    elo1: float
    llr: float
    low: float
    high: float
    decision: Literal["elo0", "elo1"] | None


class BoardShape(BaseModel):
    """A game that was finished lately."""

    name: str
    players: tuple[str, str]
    start: str
    moves: list[str]
    position: str
    winner: Literal[1, 2]
    reason: str


class StandingShape(BaseModel):
    """Where an experiment is, as a live stream tells it."""

    state: State
    played: int
    planned: int | None
    games: int
    games_per_second: float | None
    seconds_left: float | None
    progress: float | None = Field(description="The part that is done, from 0 to 1.")
    pairings: list[PairingShape]
    sprt: SprtShape | None
    boards: list[BoardShape]
    error: str | None


class MatchShape(BaseModel):
    """What the games of a pairing say, as `lastknight match --json` writes it."""

    model_config = ConfigDict(extra="allow")

    a: str
    b: str
    ww: int
    split: int
    ll: int
    elo: float | None
    elo_low: float | None
    elo_high: float | None
    verdict: str
    sentence: str


class RatingShape(BaseModel):
    """The rating of a player of a tournament; the first player has 0."""

    player: str
    elo: float | None
    elo_low: float | None
    elo_high: float | None
    rank: str


class Detail(Summary):
    """Everything that is known about an experiment."""

    standing: StandingShape
    matches: list[MatchShape]
    ratings: list[RatingShape] | None
    plan: dict[str, Any]
    about: dict[str, Any]
    parts: list[Summary] = Field(description="The experiments that an analysis consists of.")
    charts: list[str]


class GameRow(BaseModel):
    """A game in a list."""

    name: str
    pairing: int
    pair: int
    game: Literal[1, 2]
    a: str
    b: str
    first: Literal["a", "b"]
    opening: list[str]
    moves: list[str]
    winner: Literal["a", "b"]
    reason: str


class GameList(BaseModel):
    """Games of a pairing, from a pair on."""

    games: list[GameRow]
    next: int | None = Field(description="The pair to go on from; null at the end.")


class PlyShape(BaseModel):
    """What a player thought at a ply."""

    ply: int
    player: Literal[1, 2]
    move: str
    score: float | Literal["win", "loss"]
    depth: int
    nodes: int
    evaluations: int
    seconds: float
    solved: bool


class GameShape(GameRow):
    """A game, to be replayed."""

    experiment: str
    start: str
    players: tuple[str, str] = Field(description="Who was player 1 and who was player 2.")
    line: list[str] = Field(description="All moves from the start.")
    note: str
    choices: list[PlyShape] | None = Field(
        description="Both players' thinking, ply by ply; null where it was not kept."
    )


class DifferenceShape(BaseModel):
    """Two pairings next to each other: what A did in each, and by how much more in the first."""

    what: str
    first: MatchShape
    second: MatchShape
    difference: EloShape
    sentence: str


class Comparison(BaseModel):
    """Two experiments next to each other."""

    a: Summary
    b: Summary
    differences: list[DifferenceShape]
    conditions: list[str] = Field(description="What was not the same in both.")
