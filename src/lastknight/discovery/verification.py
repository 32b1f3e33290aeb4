"""Verification: games of a discovered heuristic on openings that gave no training labels.

On the board of the labels, the openings are those of the test part's classes. Other boards have no
labels, so all their openings are fresh.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import islice
from typing import NamedTuple

from lastknight.discovery.discovery_request import BASELINE, RIVAL, DiscoverRequest
from lastknight.discovery.discovery_results import (
    EqualTimeResult,
    MatchResult,
    RoleRate,
    Verification,
)
from lastknight.discovery.label_arrays import Labels
from lastknight.discovery.recipe import PARTS, LabelRecipe
from lastknight.discovery.selection import critical_positions
from lastknight.discovery.split_openings import draw_part
from lastknight.discovery.tuning_results import describe_test
from lastknight.heuristics import Heuristic, heuristic
from lastknight.matches.costs import keep_cost
from lastknight.matches.counting import gather
from lastknight.matches.engine import RunProgress, run_plan
from lastknight.matches.openings import Opening, random_openings
from lastknight.matches.plan import Plan
from lastknight.matches.results import Match
from lastknight.matches.runners import Runner
from lastknight.matches.store import Store
from lastknight.players import AlphaBeta, Perfect, Player, complete
from lastknight.position import Position
from lastknight.ranges import count_workers
from lastknight.stats import PRESETS, Estimate
from lastknight.stats.break_even import FURTHER_RATIOS, RATIOS, fit_break_even
from lastknight.truth.measurements import WinningMoves
from lastknight.truth.sampling import SolvedSample
from lastknight.truth.verdicts import MOST_SOLVED_SQUARES
from lastknight.truth.winning_moves import compare_picks

SHORTER = (10, 3)
"""The main node limit is divided by these for matches with less time to think."""
BOARDS = ((6, 6), (8, 8))
_COST_NODES = 2000
# Ratios and other boards have this many times fewer pairs.
_FEWER = 2

SPRT = PRESETS["standard"]
"""The sequential test that says what is better."""

Tell = Callable[[float], None]
"""Told the work done since the last call, in nodes."""


class Played(NamedTuple):
    """A match, and as far as the sequential test counts it.

    All pairs are played, so that the estimate is not that of a match that stopped when it went
    well; the test decides from the pairs up to its end.
    """

    whole: Match
    tested: Match

    def result(self, *, board: str, opponent: str, nodes: int, ratio: float = 1.0) -> MatchResult:
        """The match as a result."""
        return MatchResult(
            board=board,
            opponent=opponent,
            nodes=nodes,
            ratio=ratio,
            elo=self.whole.elo,
            verdict=describe_test(self.tested),
            tested_pairs=self.tested.tally.pairs,
            facts=self.whole.facts(),
        )


@dataclass
class Table:
    """Where matches are played: request, workers, store, and the openings of the board."""

    request: DiscoverRequest
    recipe: LabelRecipe
    workers: int | None = None
    runner: Runner | None = None
    store: Store | None = None
    tell: Tell = field(default=lambda _: None)

    @property
    def threads(self) -> int:
        """How many positions are searched at a time on this machine."""
        return count_workers(self.workers)

    def openings(self, count: int) -> list[Opening]:
        """The first openings of the test part."""
        test = PARTS.index("test")
        drawn = draw_part(self.recipe, test, plies=self.request.plies, seed=self.request.seed)
        return list(islice(drawn, count))

    def play(self, a: Player, b: Player, openings: Sequence[Opening], start: Position) -> Played:
        """A match on some openings, one pair each."""
        plan = Plan(
            (a, b),
            ((0, 1),),
            openings=[opening.moves for opening in openings],
            start=start,
            seed=self.request.seed,
            request=self.request,
        )
        seen = 0

        def progress(standing: RunProgress) -> None:
            nonlocal seen
            self.tell(match_work(a, b, standing.played - seen))
            seen = standing.played

        workers = None if self.runner else self.workers
        chunks = list(
            run_plan(plan, workers=workers, runner=self.runner, store=self.store, progress=progress)
        )
        return Played(gather(plan, chunks)[0], gather(plan, chunks, sprt=SPRT)[0])


def match_work(a: Player, b: Player, pairs: int) -> float:
    """Estimated nodes of a match."""
    return 2 * 12 * pairs * sum(complete(one).expected_nodes() for one in (a, b))


def planned_work(request: DiscoverRequest) -> float:
    """Estimated nodes of the whole verification."""
    sizes = request.sizes
    each = 2.0 * 12 * 2 * sizes.nodes * sizes.pairs
    budgets = 2 * (1 + sum(1 / part for part in SHORTER))
    more = (len(RATIOS) + 1) * 0.7 + 2 * len(_boards(request.start))
    at_equal_time = 2 * 0.7
    return each * (budgets + more / _FEWER + at_equal_time + 0.6)


def verify(
    found: Heuristic, labels: Labels, table: Table, *, called: str = "discovered"
) -> Verification:
    """All that a verification plays and measures, and what to call what was found."""
    request = table.request
    openings = table.openings(request.sizes.pairs)
    matches = list(_budgets(found, openings, table))
    direct = next(match for one, match in matches if (one.opponent, one.ratio) == (BASELINE, 1.0))
    ratios = list(_ratios(found, openings[: _few(request)], table))
    lines = {1.0: direct, **{one.ratio: match for one, match in ratios}}
    return Verification(
        openings=len({one.canonical for one in openings}),
        matches=tuple(one for one, _ in matches),
        ratios=tuple(one for one, _ in ratios),
        equal_time=_equal_time(found, lines, openings, table),
        roles=tuple(_roles(called, direct, openings, table)),
        winning_moves=_winning_moves(found, labels, table),
        boards=tuple(_other_boards(found, table)),
    )


def _budgets(
    found: Heuristic, openings: Sequence[Opening], table: Table
) -> Iterator[tuple[MatchResult, Match]]:
    """At equal nodes against baseline and rival, the main limit first."""
    start, most = table.request.start, table.request.sizes.nodes
    for nodes in dict.fromkeys([most, *(max(1, most // part) for part in reversed(SHORTER))]):
        for name in (BASELINE, RIVAL):
            own, other = AlphaBeta(found, nodes=nodes), AlphaBeta(name, nodes=nodes)
            played = table.play(own, other, openings, start)
            result = played.result(board=_describe_board(start), opponent=name, nodes=nodes)
            yield result, played.whole


def _ratios(
    found: Heuristic, openings: Sequence[Opening], table: Table
) -> Iterator[tuple[MatchResult, Match]]:
    """Against the baseline, with fewer nodes; with very few only if it is still ahead."""
    start, nodes = table.request.start, table.request.sizes.nodes
    is_ahead = True
    for ratio in (*RATIOS, *FURTHER_RATIOS):
        if ratio in FURTHER_RATIOS and not is_ahead:
            return
        own = AlphaBeta(found, nodes=max(1, round(nodes / ratio)))
        played = table.play(own, AlphaBeta(BASELINE, nodes=nodes), openings, start)
        is_ahead = played.whole.tally.ww > played.whole.tally.ll
        yield (
            played.result(
                board=_describe_board(start), opponent=BASELINE, nodes=nodes, ratio=ratio
            ),
            played.whole,
        )


def _equal_time(
    found: Heuristic, matches: Mapping[float, Match], openings: Sequence[Opening], table: Table
) -> EqualTimeResult | None:
    """Break-even cost and cost, from matches by ratio of nodes.

    Shorter matches have the first openings of the longest.
    """
    most = max(match.distinct_openings for match in matches.values())
    counts = [
        [(one.ww, one.split, one.ll) for one in match.by_opening]
        + [(0, 0, 0)] * (most - match.distinct_openings)
        for match in matches.values()
    ]
    line = fit_break_even(list(matches), counts)
    if line is None:
        return None
    costs = {
        name: keep_cost(one, heuristic(BASELINE), nodes=_COST_NODES, store=table.store)
        for name, one in ((BASELINE, found), (RIVAL, heuristic(RIVAL)))
    }
    cost = costs[BASELINE]
    elo = Estimate(None, None, None) if cost is None else line.at(cost)
    matched = tuple(_at_equal_time(found, costs, openings, table))
    return EqualTimeResult(line.ratio, line.per_doubling, cost, elo, matched)


def _at_equal_time(
    found: Heuristic,
    costs: Mapping[str, float | None],
    openings: Sequence[Opening],
    table: Table,
) -> Iterator[MatchResult]:
    """Against baseline and rival, with the nodes that take as long as theirs here."""
    start, nodes = table.request.start, table.request.sizes.nodes
    cost, rival_cost = costs[BASELINE], costs[RIVAL]
    if cost is None or rival_cost is None:
        return
    for name, ratio in ((BASELINE, cost), (RIVAL, cost / rival_cost)):
        own = AlphaBeta(found, nodes=max(1, round(nodes / ratio)))
        played = table.play(own, AlphaBeta(name, nodes=nodes), openings, start)
        yield played.result(board=_describe_board(start), opponent=name, nodes=nodes, ratio=ratio)


def _roles(
    called: str, direct: Match, openings: Sequence[Opening], table: Table
) -> Iterator[RoleRate]:
    """Results by role against the baseline, next to those of perfect play."""
    start, sizes = table.request.start, table.request.sizes
    if direct.roles is not None:
        yield RoleRate(called, direct.roles.a_attacker.games, *_rates(direct))
    if start.width * start.height > MOST_SOLVED_SQUARES:
        return
    few, baseline = openings[: sizes.perfect_pairs], AlphaBeta(BASELINE, nodes=sizes.nodes)
    perfect = table.play(Perfect(), baseline, few, start).whole
    if perfect.roles is not None:
        yield RoleRate("Perfect", perfect.roles.a_attacker.games, *_rates(perfect))


def _rates(match: Match) -> tuple[Estimate, Estimate]:
    assert match.roles is not None
    return match.roles.a_attacker.rate, match.roles.a_defender.rate


def _winning_moves(found: Heuristic, labels: Labels, table: Table) -> WinningMoves | None:
    """How often searches find a winning move in critical positions of the test part."""
    request, test = table.request, labels.part("test")
    critical = critical_positions(test, request.sizes.critical, seed=request.seed)
    if not critical or not labels.recipe.is_proved:
        return None
    plies = ((int(test.ply.min()), int(test.ply.max())),)
    source = "labels of the test part"
    sample = SolvedSample(source, request.seed, (), plies, tuple(critical), labels.unknown)
    candidates = [found, heuristic(RIVAL)]
    return compare_picks(candidates, heuristic(BASELINE), sample, threads=table.threads)


def _other_boards(found: Heuristic, table: Table) -> Iterator[MatchResult]:
    """Against baseline and rival on other boards."""
    request = table.request
    nodes = request.sizes.nodes
    for start in _boards(request.start):
        openings = random_openings(start, request.plies, _few(request), seed=request.seed)
        for name in (BASELINE, RIVAL):
            own, other = AlphaBeta(found, nodes=nodes), AlphaBeta(name, nodes=nodes)
            played = table.play(own, other, openings, start)
            yield played.result(board=_describe_board(start), opponent=name, nodes=nodes)


def _boards(start: Position) -> list[Position]:
    """The other boards."""
    return [
        Position(width, height)
        for width, height in BOARDS
        if (width, height) != (start.width, start.height)
    ]


def _few(request: DiscoverRequest) -> int:
    return max(1, request.sizes.pairs // _FEWER)


def _describe_board(start: Position) -> str:
    return f"{start.width}x{start.height}"
