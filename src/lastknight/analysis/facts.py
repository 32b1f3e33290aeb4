"""Facts: every number of an analysis, as plain frozen records.

They are what report.json holds; a report is made from them alone, so that no sentence, table or
chart can say what is not in the data. Heuristics are named by their place in `Facts.heuristics`.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass, field

from lastknight.stats import Estimate
from lastknight.truth.measurements import Truth

FORMAT = 1


@dataclass(frozen=True)
class HeuristicFacts:
    """A heuristic that took part."""

    name: str
    """Short, for tables and charts; unlike that of any other."""
    spec: str
    kind: str
    """native, compiled, python, or composed of native ones."""
    meaning: str
    """In one sentence; empty for one of the user's without a docstring."""
    origin: str
    """Where it comes from: an analysis, built in, or the user's file."""
    is_candidate: bool
    cost: float | None
    """What a searched node costs, as a multiple of the baseline's; None where not measured."""
    code: str | None = None
    """The user's source, where there is one."""


@dataclass(frozen=True)
class Record:
    """What A did against B, in pairs and games, with what follows from the counts."""

    ww: int
    split: int
    ll: int
    pairs: int
    games: int
    wins: int
    losses: int
    win_rate: Estimate
    """As a part of 1; depends on the openings."""
    elo: Estimate
    """Pair-Elo, clustered by opening."""
    p_value: float
    """Of the test that both are equally strong."""
    first_wins: int
    """Games won by whoever moved first after the opening."""
    a_forfeits: int
    b_forfeits: int
    distinct_games: int
    openings: int
    """How many openings differ under the board's symmetries."""


@dataclass(frozen=True)
class Direct:
    """A candidate against the baseline at equal nodes: the question of the analysis."""

    candidate: int
    record: Record
    p_adjusted: float
    """Holm-adjusted over all candidates."""
    word: str
    """better, worse, equivalent or inconclusive, by the adjusted test."""
    sentence: str
    pairs_to_decide: int | None
    """When inconclusive: how many pairs in all would decide; None also if too many to count."""
    seconds_to_decide: float | None
    """How long these would take at the speed seen here."""
    detectable: float | None
    """The difference in Elo that so many pairs find four times in five."""
    without_forfeits: Record
    score_elo: Estimate
    """Elo of the plain win rate; depends on the openings."""


@dataclass(frozen=True)
class Opponent:
    """A player of the classic table."""

    name: str
    """As the course calls it, such as MM_Open."""
    player: str


@dataclass(frozen=True)
class ClassicCell:
    """What one heuristic did against one opponent."""

    heuristic: int
    opponent: int
    record: Record | None
    """None where it would have met itself."""


@dataclass(frozen=True)
class Classic:
    """The classic tournament table: heuristics against the opponents of the course."""

    opponents: tuple[Opponent, ...]
    cells: tuple[ClassicCell, ...]
    """Heuristic by heuristic, in the order of the heuristics, each against all opponents."""
    win_rates: tuple[Estimate, ...]
    """Of each heuristic over all opponents it met."""


@dataclass(frozen=True)
class Rating:
    """The rating of a heuristic among all."""

    heuristic: int
    elo: Estimate
    """The baseline is at 0."""
    best_rank: int
    worst_rank: int
    rank: str
    """As text: 1st, or 2nd to 4th."""
    wins: int
    games: int


@dataclass(frozen=True)
class Difference:
    """How two heuristics differ in rating."""

    a: int
    b: int
    elo: Estimate
    p_adjusted: float
    """Holm-adjusted over all pairs of heuristics."""


@dataclass(frozen=True)
class Ranking:
    """All against all: ratings and differences."""

    ratings: tuple[Rating, ...]
    """The best first."""
    differences: tuple[Difference, ...]
    """Of every two, the one with the lower place first."""
    first_move: Estimate
    """What moving first is worth, in Elo."""
    games: int
    openings: int
    comparisons: int
    survive: int
    """How many comparisons tell the two apart, after Holm."""


@dataclass(frozen=True)
class Budget:
    """A candidate against the baseline at one budget."""

    candidate: int
    kind: str
    """depth, nodes or time: what is equal."""
    limit: int
    """Plies for depth, the baseline's nodes for nodes and time."""
    candidate_limit: int
    """The candidate's own: fewer nodes where a node of its costs more time."""
    record: Record
    depth: float | None
    """Mean depth that the candidate's finished iterations reached."""
    baseline_depth: float | None


@dataclass(frozen=True)
class Crossing:
    """Where the curve of a candidate crosses 0, between two budgets next to each other."""

    candidate: int
    kind: str
    low: int
    high: int
    at: float
    """By a straight line over the logarithm of the budget."""
    is_sure: bool
    """Whether the intervals at both ends exclude 0, on different sides."""


@dataclass(frozen=True)
class Group:
    """Some of a candidate's direct games against the baseline."""

    candidate: int
    by: str
    """side, opening or length."""
    label: str
    order: int
    wins: int
    games: int
    win_rate: Estimate
    elo: Estimate | None
    """Pair-Elo, for groups of whole pairs."""


@dataclass(frozen=True)
class Length:
    """How many direct games of a candidate lasted so many plies, the opening included."""

    candidate: int
    plies: int
    won: int
    lost: int


@dataclass(frozen=True)
class Ply:
    """What a heuristic's searches did at one ply of its direct games, on average."""

    heuristic: int
    ply: int
    choices: int
    depth: float
    nodes: float
    evaluations: float
    nanoseconds: float
    """What one evaluation took, with all the search around it."""
    solved: float
    """The part of the choices that saw the end of the game."""


@dataclass(frozen=True)
class Ending:
    """How direct games of a candidate ended."""

    candidate: int
    reason: str
    """no_moves, or what kind of forfeit."""
    won: int
    lost: int
    note: str
    """The first thing a forfeit had to say."""


@dataclass(frozen=True)
class Moment:
    """The turning point of a game: the last position from which the loser could have won.

    Or, where there is none after the opening or none that can be proved, the first position that is
    proved lost.
    """

    candidate: int
    is_win: bool
    """Whether the candidate won the game."""
    game: str
    """Its name among the stored games."""
    moves: str
    """All moves of the game."""
    ply: int
    """How many of them lead to the position."""
    position: str
    """In its one line of text."""
    candidate_player: int
    """1 or 2: who the candidate is in this game."""
    played: str
    """The move that was made in the position."""
    winning: tuple[str, ...]
    """The moves that would have won, where they are known."""
    is_proved: bool
    """Whether the position was won for the loser, so that the move was the mistake."""
    values: tuple[tuple[str, float, float], ...]
    """For the played and the winning moves: the move, and what candidate and baseline heuristic
    say after it, for the player who moves."""


@dataclass(frozen=True)
class Audit:
    """Whether the games are what the statistics take them for."""

    games: int
    distinct_games: int
    openings: int
    """Different openings that were drawn."""
    canonical_openings: int
    """Those that differ under the symmetries of the board."""
    forfeits: int
    replayed: int
    """Games that were played again."""
    identical: int
    """Those that came out the same, move by move."""
    first_wins: int
    """Games won by whoever moved first after the opening."""


@dataclass(frozen=True)
class Undecided:
    """A comparison that the games do not decide."""

    about: str
    candidate: int
    kind: str
    pairs: int
    pairs_to_decide: int | None
    seconds: float | None


@dataclass(frozen=True)
class Advice:
    """The recommendation: which heuristic, and how sure."""

    heuristic: int
    """The baseline where no candidate is shown to be better."""
    strength: str
    """clear, limited or none; see `conclusions`."""
    reasons: tuple[str, str, str]
    """Names of the reasons; the report puts them into words with their numbers."""
    subject: int = 0
    """The candidate that the reasons are about: the advised one, or the strongest of those that
    are not shown to be better."""


@dataclass(frozen=True)
class Conditions:
    """Under what conditions all this was played."""

    width: int
    height: int
    start: str
    nodes: int
    """The limit of the main comparison."""
    seconds: float
    """The time of the originals that the nodes stand for."""
    openings: str
    plies: int
    seed: int
    effort: str
    """quick, default or thorough."""
    baseline: int
    opponents: tuple[str, ...]
    pairs: Mapping[str, int]
    """Pairs of each pairing that were planned, by chapter; dear heuristics play fewer."""
    confidence: float = 0.95
    """Of all intervals; a test tells two apart at 1 less this."""
    equivalence: float = 20.0
    """Differences below it, in Elo either way, count as none."""


@dataclass(frozen=True)
class Origin:
    """How the analysis was made, and how to make it again."""

    version: str
    made: str
    """The day."""
    command: str
    """The command that reproduces it."""
    seconds: float
    games: int
    machine: str


@dataclass(frozen=True)
class Facts:
    """All numbers of an analysis."""

    origin: Origin
    conditions: Conditions
    heuristics: tuple[HeuristicFacts, ...]
    featured: tuple[int, ...]
    """The candidates that get chapters of their own: all of few, the best of many."""
    direct: tuple[Direct, ...]
    classic: Classic
    ranking: Ranking
    budgets: tuple[Budget, ...]
    crossings: tuple[Crossing, ...]
    groups: tuple[Group, ...]
    lengths: tuple[Length, ...]
    plies: tuple[Ply, ...]
    endings: tuple[Ending, ...]
    moments: tuple[Moment, ...]
    audit: Audit
    undecided: tuple[Undecided, ...]
    advice: Advice
    ledger: tuple[Mapping[str, object], ...] = field(default=())
    """The claims of the five analyses with their verdicts, where they were tested as well."""
    format: int = FORMAT
    truth: Truth | None = None
    """The featured candidates and the baseline against perfect play, in that order; None on boards
    beyond the solver's reach."""

    def as_json(self) -> dict[str, object]:
        """The same as plain data."""
        return asdict(self)
