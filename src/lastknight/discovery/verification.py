"""Verification: games of a discovered heuristic on openings that gave no training labels.

On the board of the labels, the openings are those of the test part's classes. Other boards have no
labels, so all their openings are fresh.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import islice

from lastknight.discovery.discovery_request import BASELINE, RIVAL, DiscoverRequest
from lastknight.discovery.discovery_results import (
    EqualTimeResult,
    MatchResult,
    RoleRate,
    Verification,
)
from lastknight.discovery.labels import Labels
from lastknight.discovery.recipe import PARTS, LabelRecipe
from lastknight.discovery.selection import critical_positions
from lastknight.discovery.split_openings import draw_part
from lastknight.heuristics import Heuristic, heuristic
from lastknight.matches.costs import keep_cost
from lastknight.matches.engine import RunProgress, run_plan
from lastknight.matches.openings import Opening, random_openings
from lastknight.matches.plan import Plan
from lastknight.matches.results import Match, gather
from lastknight.matches.runners import Runner
from lastknight.matches.store import Store
from lastknight.players import AlphaBeta, Perfect, Player, complete
from lastknight.position import Position
from lastknight.stats import Estimate
from lastknight.stats.break_even import fit_break_even
from lastknight.truth.measurements import WinningMoves
from lastknight.truth.sampling import SolvedSample
from lastknight.truth.verdicts import MOST_SOLVED_SQUARES
from lastknight.truth.winning_moves import compare_picks

SHORTER = (10, 3)
"""The main node limit is divided by these for matches with less time to think."""
RATIOS = (1.5, 2.0, 3.0, 4.5)
BOARDS = ((6, 6), (8, 8))
_COST_NODES = 2000
# Ratios and other boards have this many times fewer pairs.
_FEWER = 2

Tell = Callable[[float], None]
"""Told the work done since the last call, in nodes."""


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
        return self.workers or len(os.sched_getaffinity(0))

    def openings(self, count: int) -> list[Opening]:
        """The first openings of the test part."""
        test = PARTS.index("test")
        drawn = draw_part(self.recipe, test, plies=self.request.plies, seed=self.request.seed)
        return list(islice(drawn, count))

    def play(self, a: Player, b: Player, openings: Sequence[Opening], start: Position) -> Match:
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
        chunks = run_plan(
            plan, workers=workers, runner=self.runner, store=self.store, progress=progress
        )
        return gather(plan, chunks)[0]


def match_work(a: Player, b: Player, pairs: int) -> float:
    """Estimated nodes of a match."""
    return 2 * 12 * pairs * sum(complete(one).expected_nodes() for one in (a, b))


def planned_work(request: DiscoverRequest) -> float:
    """Estimated nodes of the whole verification."""
    sizes = request.sizes
    each = 2.0 * 12 * 2 * sizes.nodes * sizes.pairs
    budgets = 2 * (1 + sum(1 / part for part in SHORTER))
    more = len(RATIOS) * 0.7 + 2 * len(_boards(request.start))
    return each * (budgets + more / _FEWER + 0.6)


def verify(found: Heuristic, labels: Labels, table: Table) -> Verification:
    """All that a verification plays and measures."""
    request = table.request
    openings = table.openings(request.sizes.pairs)
    matches = list(_budgets(found, openings, table))
    direct = next(match for one, match in matches if (one.opponent, one.ratio) == (BASELINE, 1.0))
    ratios = list(_ratios(found, openings[: _few(request)], table))
    lines = [direct, *(match for _, match in ratios)]
    return Verification(
        openings=len({one.canonical for one in openings}),
        matches=tuple(one for one, _ in matches),
        ratios=tuple(one for one, _ in ratios),
        equal_time=_equal_time(found, [1.0, *RATIOS], lines, table.store),
        roles=tuple(_roles(direct, openings, table)),
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
            match = table.play(own, other, openings, start)
            yield MatchResult.of(match, board=_say(start), opponent=name, nodes=nodes), match


def _ratios(
    found: Heuristic, openings: Sequence[Opening], table: Table
) -> Iterator[tuple[MatchResult, Match]]:
    """Against the baseline, with fewer nodes."""
    start, nodes = table.request.start, table.request.sizes.nodes
    for ratio in RATIOS:
        own = AlphaBeta(found, nodes=max(1, round(nodes / ratio)))
        match = table.play(own, AlphaBeta(BASELINE, nodes=nodes), openings, start)
        result = MatchResult.of(
            match, board=_say(start), opponent=BASELINE, nodes=nodes, ratio=ratio
        )
        yield result, match


def _equal_time(
    found: Heuristic, ratios: Sequence[float], matches: Sequence[Match], store: Store | None
) -> EqualTimeResult | None:
    """Break-even cost and cost; shorter matches have the first openings of the longest."""
    most = max(match.distinct_openings for match in matches)
    counts = [
        [(one.ww, one.split, one.ll) for one in match.by_opening]
        + [(0, 0, 0)] * (most - match.distinct_openings)
        for match in matches
    ]
    line = fit_break_even(ratios, counts)
    if line is None:
        return None
    cost = keep_cost(found, heuristic(BASELINE), nodes=_COST_NODES, store=store)
    elo = Estimate(None, None, None) if cost is None else line.at(cost)
    return EqualTimeResult(line.ratio, line.per_doubling, cost, elo)


def _roles(direct: Match, openings: Sequence[Opening], table: Table) -> Iterator[RoleRate]:
    """Results by role against the baseline, next to those of perfect play."""
    start, sizes = table.request.start, table.request.sizes
    if direct.roles is not None:
        yield RoleRate("discovered", direct.roles.a_attacker.games, *_rates(direct))
    if start.width * start.height > MOST_SOLVED_SQUARES:
        return
    few, baseline = openings[: sizes.perfect_pairs], AlphaBeta(BASELINE, nodes=sizes.nodes)
    perfect = table.play(Perfect(), baseline, few, start)
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
            match = table.play(own, other, openings, start)
            yield MatchResult.of(match, board=_say(start), opponent=name, nodes=nodes)


def _boards(start: Position) -> list[Position]:
    """The other boards."""
    return [
        Position(width, height)
        for width, height in BOARDS
        if (width, height) != (start.width, start.height)
    ]


def _few(request: DiscoverRequest) -> int:
    return max(1, request.sizes.pairs // _FEWER)


def _say(start: Position) -> str:
    return f"{start.width}x{start.height}"
