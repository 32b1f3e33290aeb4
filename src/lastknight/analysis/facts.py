"""Facts: every number of an analysis, as frozen records.

They are what report.json holds, and a report is made from them alone, so no sentence, table or
chart can say what is not in the data. A heuristic is given by its index in `Facts.heuristics`.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import asdict, dataclass, field
from typing import Annotated, ClassVar

from pydantic import ConfigDict, Strict

from lastknight.analysis.breakdown import Breakdown
from lastknight.stats import Estimate
from lastknight.truth.measurements import Truth

FORMAT = 1
Value = Annotated[float, Strict(strict=False)]
"""A heuristic's value; report.json has an infinite one as text."""
CONFIDENCE = 0.95
"""Of every interval; a test is significant at 1 minus this."""


def is_significant(p_value: float, confidence: float) -> bool:
    """Whether a p-value shows a difference at this confidence.

    >>> is_significant(0.05, 0.95), is_significant(0.06, 0.95), is_significant(0.06, 0.9)
    (True, False, True)
    """
    return p_value <= 1 - confidence + 1e-12


@dataclass(frozen=True)
class HeuristicFacts:
    """A heuristic in the analysis."""

    name: str
    """Short, for tables and charts; unique."""
    spec: str
    kind: str
    """native, compiled, python, or composed (of native ones)."""
    meaning: str
    """One sentence; empty for a user's heuristic without a docstring."""
    origin: str
    """Where it comes from: one of the five analyses, built in, or the user's file."""
    is_candidate: bool
    cost: float | None
    """Time per searched node, as a multiple of the baseline's; None if not measured."""
    code: str | None = None
    """The user's source code, if any."""


@dataclass(frozen=True)
class MatchRecord:
    """The result of A against B in pairs and games, with the statistics computed from it."""

    ww: int
    split: int
    ll: int
    pairs: int
    games: int
    wins: int
    losses: int
    win_rate: Estimate
    """Between 0 and 1; depends on the openings."""
    elo: Estimate
    """Pair-Elo, clustered by opening."""
    p_value: float
    """Of the test that both are equally strong; clustered by opening."""
    first_wins: int
    """Games won by the side that moved first after the opening."""
    a_forfeits: int
    b_forfeits: int
    distinct_games: int
    openings: int
    """Distinct openings, up to the symmetries of the board."""


@dataclass(frozen=True)
class Direct:
    """A candidate against the baseline at equal nodes: the question of the analysis."""

    candidate: int
    record: MatchRecord
    p_adjusted: float
    """Holm-adjusted over all candidates."""
    word: str
    """better, worse, equivalent or inconclusive, by the adjusted test."""
    sentence: str
    pairs_to_decide: int | None
    """If inconclusive: the total number of pairs that would decide; None if out of reach."""
    seconds_to_decide: float | None
    """How long they would take at the speed measured here."""
    detectable: float | None
    """The Elo difference that this many pairs detect with 80 % power."""
    without_forfeits: MatchRecord
    score_elo: Estimate
    """Elo from the plain win rate; depends on the openings."""


@dataclass(frozen=True)
class Opponent:
    """An opponent in the classic table."""

    name: str
    """As the course calls it, such as MM_Open."""
    player: str


@dataclass(frozen=True)
class ClassicCell:
    """The result of one heuristic against one opponent."""

    heuristic: int
    opponent: int
    record: MatchRecord | None
    """None if it would have played itself."""


@dataclass(frozen=True)
class Classic:
    """The classic tournament table: heuristics against the opponents of the course."""

    opponents: tuple[Opponent, ...]
    cells: tuple[ClassicCell, ...]
    """In the order of the heuristics, each against all opponents."""
    win_rates: tuple[Estimate, ...]
    """Of each heuristic over all its opponents."""

    def record(self, heuristic: int, opponent: int) -> MatchRecord | None:
        """The result of a heuristic against an opponent."""
        return self.cells[heuristic * len(self.opponents) + opponent].record


@dataclass(frozen=True)
class Rating:
    """The rating of a heuristic."""

    heuristic: int
    elo: Estimate
    """Relative to the baseline, which has 0."""
    best_rank: int
    worst_rank: int
    rank: str
    """As text: 1st, 2nd to 4th."""
    wins: int
    games: int


@dataclass(frozen=True)
class Difference:
    """The rating difference of two heuristics."""

    a: int
    b: int
    elo: Estimate
    p_adjusted: float
    """Holm-adjusted over all pairs of heuristics."""


@dataclass(frozen=True)
class Ranking:
    """Everyone against everyone: ratings and their differences."""

    ratings: tuple[Rating, ...]
    """Best first."""
    differences: tuple[Difference, ...]
    """One for every two heuristics, the lower index first."""
    first_move: Estimate
    """The advantage of moving first, in Elo."""
    games: int
    openings: int
    comparisons: int
    survive: int
    """Comparisons that are significant after Holm."""


@dataclass(frozen=True)
class Budget:
    """A candidate against the baseline at one search budget."""

    candidate: int
    kind: str
    """depth, nodes or time: what is equal."""
    limit: int
    """In plies for depth, in nodes of the baseline for nodes and time."""
    candidate_limit: int
    """The candidate's own limit: fewer nodes if its nodes take longer."""
    record: MatchRecord
    depth: float | None
    """Mean depth of the candidate's completed iterations."""
    baseline_depth: float | None


@dataclass(frozen=True)
class Crossing:
    """Where a candidate's curve crosses 0, between two neighbouring budgets."""

    candidate: int
    kind: str
    low: int
    high: int
    at: float
    """Interpolated linearly over the logarithm of the budget."""
    is_sure: bool
    """Whether both intervals exclude 0, on opposite sides."""


@dataclass(frozen=True)
class Moment:
    """The turning point of a game: the last position from which the loser could have won.

    If there is none after the opening, or none can be proved, the first position proved lost.
    """

    candidate: int
    is_win: bool
    """Whether the candidate won the game."""
    game: str
    """Its name in the store."""
    moves: str
    """All moves of the game."""
    ply: int
    """How many of them lead to the position."""
    position: str
    """As one line of text."""
    candidate_player: int
    """1 or 2: which side the candidate plays."""
    played: str
    """The move played in the position."""
    winning: tuple[str, ...]
    """The moves that would have won, as far as known."""
    is_proved: bool
    """Whether the loser had a proved win here, so the move played was the mistake."""
    values: tuple[tuple[str, Value, Value], ...]
    """For the played and the winning moves: the move, then the candidate's and the baseline's value
    of the position after it, for the player who moves."""


@dataclass(frozen=True)
class Audit:
    """Whether the games meet the assumptions of the statistics."""

    games: int
    distinct_games: int
    openings: int
    """Distinct openings drawn."""
    canonical_openings: int
    """Distinct up to the symmetries of the board."""
    forfeits: int
    replayed: int
    """Games played a second time."""
    identical: int
    """Of these, identical move by move."""
    first_wins: int
    """Games won by the side that moved first after the opening."""


@dataclass(frozen=True)
class Undecided:
    """A comparison that the games leave open."""

    about: str
    candidate: int
    kind: str
    pairs: int
    pairs_to_decide: int | None
    seconds: float | None


@dataclass(frozen=True)
class Advice:
    """The recommendation, and how strong it is."""

    heuristic: int
    """The baseline if no candidate is shown to be better."""
    strength: str
    """clear, limited or none; see `conclusions`."""
    reasons: tuple[str, str, str]
    """Names of the reasons; the report words them."""
    subject: int = 0
    """The candidate the reasons are about: the recommended one, or the highest rated if none is
    shown to be better."""


@dataclass(frozen=True)
class AnalysisConditions:
    """The conditions under which everything was played."""

    width: int
    height: int
    start: str
    nodes: int
    """Node limit per move of the main comparison."""
    seconds: float
    """The time per move in the course that the node limit stands for."""
    openings: str
    plies: int
    seed: int
    effort: str
    """quick, default or thorough."""
    baseline: int
    opponents: tuple[str, ...]
    pairs: Mapping[str, int]
    """Planned pairs per pairing, by part of the analysis; expensive heuristics play fewer."""
    confidence: float = CONFIDENCE
    equivalence: float = 20.0
    """Differences smaller than this, in Elo, count as none."""


@dataclass(frozen=True)
class Origin:
    """How the analysis was made, and how to repeat it."""

    version: str
    made: str
    """The date."""
    command: str
    """The command that reproduces it."""
    seconds: float
    games: int
    machine: str


@dataclass(frozen=True)
class Facts(Breakdown):
    """All numbers of an analysis; those of a `Breakdown` are among them."""

    __pydantic_config__: ClassVar = ConfigDict(strict=True, extra="forbid")

    origin: Origin
    conditions: AnalysisConditions
    heuristics: tuple[HeuristicFacts, ...]
    featured: tuple[int, ...]
    """The candidates examined in detail: all of a few, the best of many."""
    direct: tuple[Direct, ...]
    classic: Classic
    ranking: Ranking
    budgets: tuple[Budget, ...]
    crossings: tuple[Crossing, ...]
    moments: tuple[Moment, ...]
    audit: Audit
    undecided: tuple[Undecided, ...]
    advice: Advice
    ledger: tuple[Mapping[str, object], ...] = field(default=())
    """The claims of the five analyses with their verdicts, if they were tested too."""
    format: int = FORMAT
    truth: Truth | None = None
    """The featured candidates, then the baseline, against perfect play; None if the board is too
    large for the solver."""

    def as_json(self) -> dict[str, object]:
        """The same as plain data."""
        return asdict(self)

    @property
    def baseline(self) -> HeuristicFacts:
        """The heuristic that the candidates are compared with."""
        return self.heuristics[self.conditions.baseline]

    @property
    def strongest_first(self) -> list[Direct]:
        """The direct matches by Elo; one-sided results come first or last."""
        return sorted(self.direct, key=lambda match: -_strength(match.record.elo))

    @property
    def main_depth(self) -> int | None:
        """The depth at which most candidates were compared; the deepest of several."""
        depths = Counter(budget.limit for budget in self.budgets if budget.kind == "depth")
        return max(depths, key=lambda depth: (depths[depth], depth), default=None)

    def direct_match(self, candidate: int) -> Direct | None:
        """A candidate's match against the baseline at equal nodes."""
        return next((match for match in self.direct if match.candidate == candidate), None)

    def rating(self, heuristic: int) -> Rating | None:
        """The rating of a heuristic."""
        ratings = self.ranking.ratings
        return next((rating for rating in ratings if rating.heuristic == heuristic), None)

    def curve(self, candidate: int, kind: str) -> list[Budget]:
        """A candidate's budgets of one kind, smallest first."""
        found = (one for one in self.budgets if (one.candidate, one.kind) == (candidate, kind))
        return sorted(found, key=lambda budget: budget.limit)

    def main_budget(self, candidate: int, kind: str) -> Budget | None:
        """A candidate's main comparison of one kind; None if it was not played."""
        limit = self.main_depth if kind == "depth" else self.conditions.nodes
        return next((one for one in self.curve(candidate, kind) if one.limit == limit), None)


def _strength(elo: Estimate) -> float:
    """A number to sort by: the value, or beyond all values if only one end is known."""
    if elo.value is not None:
        return elo.value
    return (elo.low is not None) * 1e6 - (elo.high is not None) * 1e6
