"""Facts of matches: results, verdicts, the classic table, ratings and budgets, as frozen records.

Heuristics are given by their index in `Facts.heuristics`.
"""

from __future__ import annotations

from dataclasses import dataclass

from lastknight.matches.roles import RoleRecord
from lastknight.stats import Estimate
from lastknight.stats.transitivity import Transitivity

CONFIDENCE = 0.95
"""Of every interval; a test is significant at 1 minus this."""


def is_significant(p_value: float, confidence: float) -> bool:
    """Whether a p-value shows a difference at this confidence.

    >>> is_significant(0.05, 0.95), is_significant(0.06, 0.95), is_significant(0.06, 0.9)
    (True, False, True)
    """
    return p_value <= 1 - confidence + 1e-12


def sign_of(estimate: Estimate) -> int:
    """1 or -1 if the whole interval lies above or below 0, else 0.

    >>> sign_of(Estimate(2.0, 1.0, None)), sign_of(Estimate(2.0, -1.0, 5.0))
    (1, 0)
    """
    if estimate.low is not None and estimate.low > 0:
        return 1
    return -1 if estimate.high is not None and estimate.high < 0 else 0


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
    """Games won by the side that made the first move after the opening."""
    a_forfeits: int
    b_forfeits: int
    distinct_games: int
    openings: int
    """Distinct openings, up to the symmetries of the board."""
    roles: RoleRecord | None = None
    """What A and B won as attacker and as defender; None if openings leave knights to place."""

    def standing(self, confidence: float) -> str:
        """ahead, behind or open: what the test and the interval say together."""
        if not is_significant(self.p_value, confidence):
            return "open"
        return {1: "ahead", 0: "open", -1: "behind"}[sign_of(self.elo)]


@dataclass(frozen=True)
class Direct:
    """A candidate against the baseline at equal nodes: the question of the analysis."""

    candidate: int
    record: MatchRecord
    """Of all its pairs, with intervals for a single look at a single match."""
    elo: Estimate
    """The interval is at the level of the verdict; the value is corrected for an early stop."""
    level: float
    """The error rate of that interval: what the looks and the other candidates leave of it."""
    looks: int
    """How often the match was looked at until it was decided, or the pairs ran out."""
    p_adjusted: float
    """For all looks and all candidates (Holm)."""
    word: str
    """better, worse, equivalent or inconclusive, by the adjusted test."""
    sentence: str
    pairs_to_decide: int | None
    """If inconclusive: about how many pairs in all decide, wherever the truth is, at the level of
    the verdict."""
    seconds_to_decide: float | None
    """How long they would take at the speed measured here."""
    detectable: float | None
    """The Elo difference that this many pairs detect with 80 % power, at that level."""
    without_forfeits: MatchRecord
    score_elo: Estimate
    """Elo from the plain win rate; depends on the openings."""
    needs_other_openings: bool = False
    """If inconclusive: whether no number of pairs on these openings decides."""

    @property
    def strength(self) -> float:
        """A number to sort by: the Elo, or beyond all others if only one end is known."""
        elo = self.elo
        if elo.value is not None:
            return elo.value
        return (elo.low is not None) * 1e6 - (elo.high is not None) * 1e6


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
    """The advantage of the first move after the opening, in Elo."""
    games: int
    openings: int
    comparisons: int
    survive: int
    """Comparisons that are significant after Holm."""
    attacker_rate: Estimate | None = None
    """The share of the games that the attacker won; None if openings leave knights to place."""
    transitivity: Transitivity | None = None
    """What the ratings rest on, and whether the results fit them; None in older reports."""


@dataclass(frozen=True)
class Budget:
    """A candidate against the baseline at one search budget."""

    candidate: int
    kind: str
    """depth or nodes: what is equal."""
    limit: int
    record: MatchRecord
    depth: float | None
    """Mean depth of the candidate's completed iterations."""
    baseline_depth: float | None
