"""Inquiry: the question of an analysis, with its heuristics, opponents and limits."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property

from lastknight.errors import ArgumentError, HeuristicError, LastknightError, show
from lastknight.heuristics import Heuristic, heuristic
from lastknight.heuristics.check import check_heuristic, sample_positions
from lastknight.matches.costs import nodes_for, rough_cost
from lastknight.matches.guarded_check import check_guarded, list_specs
from lastknight.matches.openings import census_openings
from lastknight.matches.plan import Openings, draw
from lastknight.matches.request import Request
from lastknight.matches.self_play import SELF_PLAY, find_openings
from lastknight.players import AlphaBeta, Player, player
from lastknight.position import Position
from lastknight.ranges import check_whole, read_list
from lastknight.sandbox.guard import Guard
from lastknight.spec import parse_expression

# The heuristics that the five analyses propose, with their parameters.
PROPOSED = (
    "center_weighted",
    "blank_ratio",
    "edge_ratio",
    "max_distance",
    "outer",
    "value(power=1, weight=1)",
    "value(power=2, weight=1)",
    "value(power=3, weight=1)",
    "value(power=1, weight=2)",
    "value(power=2, weight=2)",
    "value(power=3, weight=2)",
    "reach(k=3)",
    "reach_own(k=3)",
    "shared_moves",
    "ratio",
    "longest_path",
    "ratio_chase",
)
# Rated next to a user's heuristic: the built-in ones and the best of the five analyses.
COMPANIONS = ("open", "center", "ratio", "reach(k=3)")
BASELINE = "improved"
CLOCK = 0.15
"""Seconds per move in the course."""

# The opponents of the course's tournament; AB_ ones search the nodes of the analysis.
OPPONENTS: Mapping[str, str] = {
    "Random": "Random",
    "MM_Open": "Minimax(open, depth=3)",
    "MM_Center": "Minimax(center, depth=3)",
    "MM_Improved": "Minimax(improved, depth=3)",
    "AB_Open": "open",
    "AB_Center": "center",
    "AB_Improved": "improved",
}
_CHECKED = 40
FEWEST_NODES = 2
"""The smallest node limit."""
_MOST_NODES = 10**9
# Node limits to choose from: steps so wide that a measurement seldom falls near one. The last are
# for heuristics so slow that the course's clock leaves them no more.
_NODES = (nodes_for(CLOCK), 5000, 1500, 500, 150, 50, 15)
_FEW_NODES = (15, 5, FEWEST_NODES)
_CLOCK_WORK = 6_000_000
"""About what fits into the course's clock, in nodes of `improved`, which take 25 ns each."""
_SLOWEST = 0.1
"""Seconds of CPU that a value may take on average."""
_CHECK_SECONDS = 3.0
_MOST_FEATURED = 3
# So few candidates leave time for better estimates: they are looked at so often, at the end.
_FEW, _LAST = 3, 4
# How often the direct matches may repeat each opening: ties are broken anew each time.
_REPEATS = 8


@dataclass(frozen=True)
class Sizes:
    """Pairs of each round in total, and the most pairs of one pairing."""

    looks: tuple[int, ...]
    """Pairs after which each direct match is looked at."""
    ranking: int
    classic: int
    ratios: tuple[int, int]
    """Pairs of each match at a node ratio: of the strongest candidate, and of the others."""
    depth: int
    ladder: int
    most: int
    work: int
    """What a move of a heuristic in Python may cost, in nodes of `improved`."""
    seconds: float
    """CPU time that the games of heuristics in Python may take in each round."""


EFFORTS: Mapping[str, Sizes] = {
    "quick": Sizes(
        looks=(50, 100, 200),
        ranking=150,
        classic=160,
        ratios=(60, 30),
        depth=4000,
        ladder=150,
        most=400,
        work=100_000,
        seconds=20.0,
    ),
    "default": Sizes(
        looks=(250, 400, 650, 1000, 1400, 1800, 2200),
        ranking=700,
        classic=640,
        ratios=(1000, 200),
        depth=16000,
        ladder=1000,
        most=2000,
        work=250_000,
        seconds=200.0,
    ),
    "thorough": Sizes(
        looks=(250, 500, 1000, 2000, 4000, 8000),
        ranking=16000,
        classic=12000,
        ratios=(4000, 600),
        depth=60000,
        ladder=20000,
        most=2352,
        work=2_000_000,
        seconds=10_000.0,
    ),
}


def check_effort(effort: object) -> None:
    """Raise ArgumentError unless this is an effort."""
    if not isinstance(effort, str) or effort not in EFFORTS:
        raise ArgumentError(f"effort must be one of {', '.join(EFFORTS)}, got {show(effort)}")


@dataclass(frozen=True)
class Inquiry:
    """Asks which candidates are better than the baseline.

    Raises ArgumentError for values that make no sense.
    """

    candidates: tuple[Heuristic, ...]
    companions: tuple[Heuristic, ...] = ()
    """Other heuristics to rate with them."""
    baseline: Heuristic = field(default_factory=lambda: heuristic(BASELINE))
    nodes: int = nodes_for(CLOCK)
    opponents: Mapping[str, Player] = field(default_factory=dict)
    start: Position = field(default_factory=Position)
    openings: Openings = "random"
    plies: int = 2
    start_ply: int | None = None
    seed: int = 1
    effort: str = "default"
    pairs: int | None = None
    """Pairs of each direct match; None leaves it to the effort."""
    has_equal_cells: bool = False
    """Whether all cells of the classic table get as many games, expensive heuristics too."""
    known_costs: Mapping[str, float] = field(default_factory=dict)
    move_seconds: float | None = None
    request: Request | None = field(default=None, compare=False, repr=False)
    """The analysis that was asked for; stored with the games."""
    left_out: tuple[str, ...] = ()
    """Which heuristics that were asked for are left out, and why."""
    passed_over: tuple[str, ...] = field(default=(), compare=False, repr=False)
    """Functions in the files that do not count as heuristics, and why."""

    def __post_init__(self) -> None:
        for name in ("candidates", "companions"):
            given = read_list(name, getattr(self, name), of="heuristics")
            object.__setattr__(self, name, tuple(map(heuristic, given)))
        object.__setattr__(self, "baseline", heuristic(self.baseline))
        object.__setattr__(self, "start", Position.read(self.start))
        check_effort(self.effort)
        if not self.candidates:
            raise ArgumentError("an analysis needs a heuristic other than the baseline")
        check_whole("nodes", self.nodes, FEWEST_NODES, _MOST_NODES)
        draw(
            self.openings,
            self.start,
            None if self.openings == "census" else 1,
            plies=self.plies,
            seed=0,
            start_ply=self.start_ply,
        )
        specs = [str(subject) for subject in self.heuristics]
        for spec in specs:
            if specs.count(spec) > 1:
                raise ArgumentError(f"heuristic {spec} is listed twice")

    @property
    def heuristics(self) -> tuple[Heuristic, ...]:
        """The candidates, the baseline and the companions."""
        return (*self.candidates, self.baseline, *self.companions)

    @property
    def featured_count(self) -> int:
        """How many candidates are examined in detail."""
        return min(len(self.candidates), _MOST_FEATURED)

    def looks(self) -> tuple[int, ...]:
        """After how many pairs the direct matches are looked at."""
        if self.openings == "census":
            assert self.different_openings is not None
            return (self.different_openings,)
        if self.pairs is not None:
            return (self.pairs,)
        looks = EFFORTS[self.effort].looks
        if len(self.candidates) <= _FEW:
            looks = looks[-_LAST:]
        if self.different_openings is None:
            return looks
        most = self.different_openings * (1 if self.start_ply is not None else _REPEATS)
        return tuple(sorted({min(pairs, most) for pairs in looks}))

    @property
    def ratio_pairs(self) -> tuple[int, int]:
        """Pairs of each match at a node ratio: of the strongest candidate, and of the others."""
        first, others = EFFORTS[self.effort].ratios
        most = self.looks()[-1]
        return min(first, most), min(others, most)

    def player(self, subject: Heuristic, nodes: int | None = None) -> AlphaBeta:
        """The player that searches with a heuristic in the main comparison."""
        return AlphaBeta(subject, nodes=self.nodes if nodes is None else nodes)

    def pairs_of(self, part: str, pairings: int, *, divisor: int = 1) -> int:
        """Pairs of each pairing of a round; expensive heuristics have a larger divisor."""
        if self.openings == "census":
            assert self.different_openings is not None
            return self.different_openings
        sizes = EFFORTS[self.effort]
        most = min(sizes.most, self.different_openings or sizes.most)
        total: int = getattr(sizes, part)
        pairs = max(4, min(total // max(pairings, 1), most))
        return max(2, pairs // divisor)

    @property
    def kind_of_openings(self) -> str:
        """What the openings are called in the facts."""
        if self.start_ply is not None:
            return SELF_PLAY
        return self.openings if isinstance(self.openings, str) else "list"

    @cached_property
    def different_openings(self) -> int | None:
        """How many distinct openings there are; None for the empty board."""
        if self.start_ply is not None:
            most = EFFORTS[self.effort].looks[-1]
            later = find_openings(
                self.start, self.start_ply, most, plies=self.plies, seed=self.seed
            )
            return len(later)
        if self.openings == "random":
            return self.start.perft(self.plies)
        if self.openings == "census":
            return len(census_openings(self.start, self.plies))
        return None if isinstance(self.openings, str) else len(self.openings)


@dataclass(frozen=True)
class Candidates:
    """The heuristics to analyse, and why others that were asked for are left out."""

    heuristics: tuple[Heuristic, ...]
    left_out: tuple[str, ...] = ()
    passed_over: tuple[str, ...] = ()
    """Functions in the files that do not count as heuristics, and why."""


def read_candidates(texts: Sequence[str], *, start: Position) -> Candidates:
    """The heuristics in specs and files; without any, those that the five analyses propose.

    Heuristics are checked first, those in files in a process of their own. What a file lacks, and
    what is unreliable, is left out, with the reason. Raises NotationError or ArgumentError for a
    spec that is wrong without any file, and HeuristicError if none is left.

    >>> read_candidates(["ratio"], start=Position()).heuristics
    (heuristic('ratio'),)
    """
    texts, start = read_list("texts", texts, of="specs"), Position.read(start)
    if not texts:
        return Candidates(tuple(map(heuristic, PROPOSED)))
    sample = sample_positions(start, _CHECKED, seed=1)
    found: list[Heuristic] = []
    with Guard() as guard:
        listed = list_specs(guard, texts)
        left_out = list(listed.unusable.values())
        hint = "; 'lastknight check' shows more" if listed.specs else ""
        for spec in listed.specs:
            if not parse_expression(spec, what="a heuristic").files:
                heuristic(spec)  # a mistake in a spec is not left out but refused
            try:
                _check_reliable(guard, spec, sample)
                found.append(heuristic(spec))
            except LastknightError as error:
                left_out.append(str(error))
    if not found:
        raise HeuristicError("; ".join(left_out) + hint)
    return Candidates(tuple(found), tuple(left_out), listed.passed_over)


def _check_reliable(guard: Guard, spec: str, sample: Sequence[Position]) -> None:
    """Raises LastknightError if a heuristic cannot be loaded, is unreliable or far too slow."""
    if parse_expression(spec, what="a heuristic").files:
        result = check_guarded(guard, spec, sample, most_seconds=_CHECK_SECONDS).result
    else:
        result = check_heuristic(heuristic(spec), sample, most_seconds=_CHECK_SECONDS)
    bad = result.raised or result.not_a_number or result.unstable
    if bad is not None:
        where = "" if str(bad.position) in bad.text else f", at {bad.position}"
        raise HeuristicError(f"{spec} is unreliable: {bad.text}{where}")
    if result.seconds > _SLOWEST:
        raise HeuristicError(
            f"{spec} is too slow to analyse: {result.seconds:.2g} s for a value, {_SLOWEST:g} s is "
            "the most"
        )


def affordable_nodes(subjects: Sequence[Heuristic], effort: str) -> int:
    """Nodes per move: those of the course's clock, or what the slowest heuristic in Python affords.

    >>> affordable_nodes([heuristic("longest_path")], "default")
    15000
    """
    slow = [subject for subject in subjects if subject.core.needs_python]
    cost = max((rough_cost(one) or 1.0 for one in slow), default=1.0)
    for nodes in _NODES:
        if nodes * cost <= EFFORTS[effort].work or not slow:
            return nodes
    return next((nodes for nodes in _FEW_NODES if nodes * cost <= _CLOCK_WORK), FEWEST_NODES)


def read_opponents(texts: Sequence[str], *, nodes: int) -> dict[str, Player]:
    """The opponents of the classic table, from specs of players or of heuristics for AlphaBeta.

    Without any, those of the course.

    >>> list(read_opponents([], nodes=1000))[-1], list(read_opponents(["Random"], nodes=1000))
    ('AB_Improved', ['Random'])
    """
    named = {text: text for text in read_list("texts", texts, of="specs")} or OPPONENTS
    return {name: player(spec, nodes=nodes) for name, spec in named.items()}


def choose_companions(candidates: Sequence[Heuristic]) -> tuple[Heuristic, ...]:
    """Heuristics to rate alongside a few candidates; many candidates need none.

    >>> choose_companions([heuristic("ratio")])
    (heuristic('open'), heuristic('center'), heuristic('reach(k=3)'))
    """
    listed = list(map(heuristic, read_list("candidates", candidates, of="heuristics")))
    if len(listed) > 6:
        return ()
    known = [heuristic(spec) for spec in COMPANIONS]
    return tuple(companion for companion in known if companion not in listed)
