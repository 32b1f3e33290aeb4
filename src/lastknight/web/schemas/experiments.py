"""The shapes of the lab: requests for experiments, and answers about them."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field

from lastknight.web.settings import (
    MOST_HEURISTICS,
    MOST_OPENINGS,
    MOST_PAIRS,
    MOST_PLAYERS,
    MOST_POSITION,
    MOST_SPEC,
)

Kind = Literal["match", "tournament", "analysis"]
State = Literal["running", "waiting", "stopped", "finished"]
Spec = Annotated[str, Field(min_length=1, max_length=MOST_SPEC)]
OpeningMoves = Annotated[str, Field(min_length=1, max_length=MOST_POSITION)]


class SprtRequest(BaseModel):
    """The two hypotheses of a sequential test, in pair-Elo, and its error rates."""

    model_config = ConfigDict(extra="forbid")

    elo0: float = Field(ge=-1000, le=1000)
    elo1: float = Field(ge=-1000, le=1000)
    alpha: float = Field(0.05, gt=0, lt=0.5, description="Chance of elo1 if elo0 is true.")
    beta: float = Field(0.05, gt=0, lt=0.5, description="Chance of elo0 if elo1 is true.")


class ExperimentRequest(BaseModel):
    """An experiment to start; leave out what its kind does not need."""

    model_config = ConfigDict(extra="forbid")

    kind: Kind
    players: list[Spec] = Field([], max_length=MOST_PLAYERS, description="A match has two: A, B.")
    against: list[Spec] = Field(
        [],
        max_length=MOST_PLAYERS,
        description=(
            "Tournament: opponents; if empty, everyone plays everyone. Analysis: opponents of the "
            "classic table; if empty, those of the course."
        ),
    )
    heuristics: list[Spec] = Field(
        [],
        max_length=MOST_HEURISTICS,
        description="Analysis; if empty, those of the five analyses.",
    )
    baseline: Spec = Field("improved", description="Analysis: the heuristic to beat.")
    effort: Literal["quick", "default", "thorough"] = Field("quick", description="Analysis.")
    nodes: int | None = Field(
        None, ge=50, le=1_000_000, description="Analysis: nodes per move; null for the default."
    )
    pairs: int | None = Field(
        None,
        ge=1,
        le=MOST_PAIRS,
        description="For each pairing; in an analysis, for each candidate against the baseline.",
    )
    openings: Literal["random", "census", "empty", "list"] = "random"
    moves: list[OpeningMoves] = Field(
        [], max_length=MOST_OPENINGS, description="Of each opening of a list, such as d4 b1."
    )
    plies: int = Field(2, ge=0, le=8, description="Length of openings.")
    start_ply: int | None = Field(
        None, description="Start from positions of quick self-play at this ply; null for openings."
    )
    width: int = Field(7, ge=1, le=128)
    height: int = Field(7, ge=1, le=128)
    blocked: str = Field("", max_length=500, description="Squares, separated by spaces.")
    seed: int = Field(
        1, ge=0, le=2**64 - 1, description="Can be text: JavaScript rounds numbers beyond 2^53."
    )
    sprt: SprtRequest | None = Field(None, description="Match: stop when decided.")
    workers: int | None = Field(None, ge=1, le=64, description="Games at once; null for all cores.")


class LabelRequest(BaseModel):
    """What to call an experiment, and a note about it."""

    model_config = ConfigDict(extra="forbid")

    name: str = Field("", max_length=200)
    note: str = Field("", max_length=4000)


class GameQuery(BaseModel):
    """Which games to list."""

    model_config = ConfigDict(extra="forbid")

    player: Spec | None = None
    opponent: Spec | None = None
    result: Literal["won", "lost"] | None = Field(None, description="By the player.")
    opening: str = Field("", max_length=200, description="The first moves, such as d4 b1.")
    reason: str | None = Field(None, max_length=40, examples=["no_moves", "timeout"])
    pair: int = Field(0, ge=0, le=10**9, description="The first pair to list.")
    after: str = Field("", max_length=60, description="The `next` of an earlier answer.")
    count: int = Field(50, ge=1, le=500, description="Games.")


class Started(BaseModel):
    """The experiment that was started, stopped or changed."""

    id: str


class Summary(BaseModel):
    """An experiment in a list."""

    id: str
    kind: Kind
    title: str
    state: State
    played: int = Field(description="Pairs.")
    planned: int | None = Field(description="Pairs; null where no number was given.")
    created: str
    players: list[str]
    command: str = Field(description="The equivalent command line.")
    report: str | None = Field(description="The path of the report, once written.")
    error: str | None = Field(description="Why it failed, if it did.")
    place: int = Field(0, description="Place in the queue, starting at 1; 0 unless waiting.")
    elsewhere: bool = Field(
        False, description="Whether it is running in a terminal or another program."
    )
    name: str = Field("", description="The name it was given, if any, which is then its title.")
    note: str = Field("", description="The note it was given, if any.")


class EloShape(BaseModel):
    """A number with its interval; null where it is unknown or has no bound."""

    value: float | None
    low: float | None
    high: float | None


class PairingShape(BaseModel):
    """The result of A against B so far."""

    experiment: str = Field(description="Its id; in an analysis, that of the part.")
    pairing: int
    a: str
    b: str
    ww: int
    split: int
    ll: int
    wins: int
    losses: int
    elo: EloShape = Field(description="Pair-Elo of A over B, with an anytime-valid interval.")
    forfeits: tuple[int, int] = Field(description="Games lost by forfeit, by A and by B.")


class SprtStanding(BaseModel):
    """The current state of a sequential test."""

    elo0: float
    elo1: float
    llr: float
    low: float
    high: float
    decision: Literal["elo0", "elo1"] | None
    pairs_left: float | None = Field(
        description="Expected at the difference so far; null while unknown."
    )
    left: str = Field(description="The same in words; empty once it is over.")


class BoardShape(BaseModel):
    """A recently finished game."""

    experiment: str = Field(description="Its id; in an analysis, that of the part.")
    name: str
    players: tuple[str, str]
    start: str
    moves: list[str]
    position: str
    winner: Literal[1, 2]
    reason: str


class RatingShape(BaseModel):
    """A player's rating in a tournament; one player's is 0."""

    player: str
    elo: float | None
    elo_low: float | None
    elo_high: float | None
    rank: str


class StandingShape(BaseModel):
    """An experiment's progress and results so far, as sent by a live stream."""

    state: State
    played: int
    planned: int | None
    games: int
    games_per_second: float | None
    seconds_left: float | None
    progress: float | None = Field(description="The fraction done, from 0 to 1.")
    now: str | None = Field(description="Analysis: what is being played.")
    pairings: list[PairingShape] = Field(
        description="For an analysis, only the direct matches: each candidate against the baseline."
    )
    ratings: list[RatingShape] | None = Field(description="Tournament: so far, best first.")
    sprt: SprtStanding | None
    boards: list[BoardShape]
    error: str | None
    place: int = Field(0, description="Place in the queue, starting at 1; 0 unless waiting.")
    elsewhere: bool = Field(
        False, description="Whether it is running in a terminal or another program."
    )


class MatchShape(BaseModel):
    """The result of a pairing, as written by `lastknight match --json`."""

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
    role_games: int | None = Field(
        description="Games of each player in each role; null if openings leave knights to place."
    )
    a_attacker_rate: float | None
    a_attacker_low: float | None
    a_attacker_high: float | None
    a_defender_rate: float | None
    a_defender_low: float | None
    a_defender_high: float | None
    b_attacker_rate: float | None
    b_attacker_low: float | None
    b_attacker_high: float | None
    b_defender_rate: float | None
    b_defender_low: float | None
    b_defender_high: float | None


class MeetingShape(BaseModel):
    """Two players that meet in an experiment, or in a part of an analysis."""

    experiment: str
    a: str
    b: str


class Detail(Summary):
    """Everything known about an experiment."""

    standing: StandingShape
    meetings: list[MeetingShape]
    matches: list[MatchShape] = Field(description="For an analysis, as in its report.")
    ratings: list[RatingShape] | None = Field(description="Best first.")
    cautions: list[str] = Field(description="What a reader of the results should know.")
    plan: dict[str, Any]
    about: dict[str, Any]
    parts: list[Summary] = Field(description="The experiments of an analysis.")
    charts: list[str]
    form: dict[str, Any] | None = Field(
        description="The request that runs it again; null if the form cannot express it."
    )


class HistoryPoint(BaseModel):
    """The result after some pairs; null where it is unknown or has no bound."""

    pairs: int
    elo: float | None
    low: float | None
    high: float | None
    llr: float | None


class History(BaseModel):
    """How the result of A against B grew."""

    a: str
    b: str
    bounds: tuple[float, float] | None = Field(description="From the SPRT, if there is one.")
    points: list[HistoryPoint]


class GameRow(BaseModel):
    """A game in a list."""

    experiment: str = Field(description="Its id; in an analysis, that of the part.")
    name: str
    pairing: int
    pair: int
    game: Literal[1, 2]
    a: str
    b: str
    first: Literal["a", "b"]
    attacker: Literal["a", "b"] | None = Field(
        description="Who attacks; null if the opening leaves a knight to place."
    )
    opening: list[str]
    moves: list[str]
    winner: Literal["a", "b"]
    reason: str


class GameList(BaseModel):
    """Games of an experiment."""

    games: list[GameRow]
    next: str | None = Field(description="Where to continue: the next `after`; null at the end.")


class PlyShape(BaseModel):
    """A player's thinking at a ply."""

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
    """A game to replay."""

    start: str
    players: tuple[str, str] = Field(description="Player 1 and player 2.")
    line: list[str] = Field(description="All moves, including the opening.")
    note: str
    choices: list[PlyShape] | None = Field(
        description="Both players' thinking, ply by ply; null where unknown."
    )


class DifferenceShape(BaseModel):
    """Two pairings side by side: A's result in each, and the first minus the second."""

    what: str
    first: MatchShape
    second: MatchShape
    difference: EloShape
    sentence: str


class ExperimentComparison(BaseModel):
    """Two experiments side by side."""

    a: Summary
    b: Summary
    differences: list[DifferenceShape]
    conditions: list[str] = Field(description="Conditions that differ between the two.")
