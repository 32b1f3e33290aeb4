"""Facts: every number of an analysis, as frozen records.

They are what report.json holds, and a report is made from them alone, so no sentence, table or
chart can say what is not in the data. A heuristic is given by its index in `Facts.heuristics`.
Each kind of record stands next to the code that computes it; `Facts` has them all.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import asdict, dataclass, field
from typing import ClassVar

from pydantic import ConfigDict

from lastknight.analysis.breakdown import Breakdown
from lastknight.analysis.ceiling import Ceiling
from lastknight.analysis.champion import Champion
from lastknight.analysis.conclusions import Advice, Crossing, Undecided
from lastknight.analysis.equal_time import EqualTime
from lastknight.analysis.match_facts import CONFIDENCE, Budget, Classic, Direct, Ranking, Rating
from lastknight.analysis.moments import Moment
from lastknight.analysis.subjects import HeuristicFacts
from lastknight.truth.measurements import Truth

FORMAT = 2


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
    """Games won by the side that made the first move after the opening."""
    role_games: int = 0
    """Games with an attacker and a defender from the opening on."""
    attacker_wins: int = 0
    """Of these, games that the attacker won."""


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
    equivalence: float = 30.0
    """Differences smaller than this, in Elo, count as none."""
    looks: tuple[int, ...] = ()
    """Pairs after which the direct matches are looked at; expensive heuristics play fewer."""
    start_ply: int | None = None
    left_out: tuple[str, ...] = ()
    """Which heuristics that were asked for are left out, and why."""
    """If given, games start at this ply of quick self-play, not from openings."""


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


@dataclass(frozen=True, kw_only=True)
class Facts(Breakdown):
    """Every number in an analysis, including those of each `Breakdown`."""

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
    ceiling: Ceiling | None = None
    """Perfect play against the baseline; None if the board is too large for the solver."""
    champion: Champion | None = None
    """The laboratory's own heuristic against the baseline; None if it is one of the heuristics."""
    equal_time: tuple[EqualTime, ...] = ()
    """What candidates are worth at equal time: those shown to be better, strongest first."""
    crossings: tuple[Crossing, ...]
    moments: tuple[Moment, ...]
    audit: Audit
    undecided: tuple[Undecided, ...]
    advice: Advice
    ledger: tuple[Mapping[str, object], ...] = field(default=())
    """The claims of the five analyses with their verdicts, if they were tested too."""
    format: int = FORMAT
    truth: Truth | None = None
    """The featured candidates, then the baseline, against perfect play, and all candidates in
    critical positions; None if the board is too large for the solver."""

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
        return sorted(self.direct, key=lambda match: -match.strength)

    @property
    def main_depth(self) -> int | None:
        """The depth at which most pairs were played; the deepest of several."""
        pairs: Counter[int] = Counter()
        for budget in self.budgets:
            if budget.kind == "depth":
                pairs[budget.limit] += budget.record.pairs
        return max(pairs, key=lambda depth: (pairs[depth], depth), default=None)

    def direct_match(self, candidate: int) -> Direct | None:
        """A candidate's match against the baseline at equal nodes."""
        return next((match for match in self.direct if match.candidate == candidate), None)

    def at_equal_time(self, candidate: int) -> EqualTime | None:
        """What a candidate is worth at equal time; None if that was not played."""
        return next((one for one in self.equal_time if one.candidate == candidate), None)

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
