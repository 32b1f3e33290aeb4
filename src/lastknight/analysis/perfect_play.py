"""Perfect play: how heuristics compare with the solver on positions from the analysed games."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import chain, islice, zip_longest
from math import ceil

from lastknight.analysis.inquiry import Inquiry
from lastknight.analysis.meetings import MeetingResult, Session
from lastknight.errors import HeuristicError
from lastknight.heuristics import Heuristic
from lastknight.matches.game_record import GameRecord, records_of
from lastknight.position import Position
from lastknight.truth.accuracy import measure_picks
from lastknight.truth.measure import DEPTHS, measure_heuristic
from lastknight.truth.measurements import PlayerTruth, Truth, WinningMoves
from lastknight.truth.mistakes import find_thrown
from lastknight.truth.sampling import sample_critical, sample_positions
from lastknight.truth.source_games import STRONG_SOURCE, strong_games
from lastknight.truth.verdicts import MOST_SOLVED_SQUARES, Verdicts, prove
from lastknight.truth.winning_moves import PICK_NODES, compare_picks


@dataclass(frozen=True)
class _Sizes:
    """How much an effort measures."""

    positions: int
    """The most positions in each group of plies."""
    pairs: int
    """The pairs of each featured candidate whose games are checked."""
    seconds: float
    """Roughly what a featured heuristic's searches may take."""
    critical: int
    """Critical positions in which all heuristics choose."""


_SIZES: Mapping[str, _Sizes] = {
    "quick": _Sizes(positions=16, pairs=8, seconds=0.1, critical=400),
    "default": _Sizes(positions=100, pairs=30, seconds=1.0, critical=5000),
    "thorough": _Sizes(positions=200, pairs=100, seconds=5.0, critical=15000),
}
_COLLECTING = 15_000
"""Rough work to find a critical position, in nodes of the baseline."""
_NODE_SECONDS = 1e-7
"""Rough time of a node of the baseline."""
_BRANCHING = 3.5
_VALUE_PARTS = 30
_REACH = 200_000
"""The most nodes of a proof on boards too large for the solver."""
_PROBES = 3


@dataclass(frozen=True)
class _Effort:
    """How much to search with a heuristic, given its cost."""

    positions: int
    critical: int
    cost: float
    seconds: float

    def parts(self, nodes: float) -> float:
        """Time to search this many nodes in all critical positions, as a multiple of `seconds`."""
        return self.critical * nodes * _NODE_SECONDS * self.cost / self.seconds

    @property
    def depths(self) -> list[int]:
        """The depths that can be searched in all of them; depth 1 always."""
        return [depth for depth in DEPTHS if depth == 1 or self.parts(_BRANCHING**depth) <= 1]

    @property
    def value_step(self) -> int:
        """The stride over all positions that their values can afford, in much more time."""
        values = self.positions + _BRANCHING * self.critical
        seconds = values * _NODE_SECONDS * self.cost
        return max(1, ceil(seconds / (_VALUE_PARTS * self.seconds)))

    def step(self, nodes: int) -> int:
        """The stride over critical positions that searches of this many nodes can afford."""
        return max(1, ceil(self.parts(nodes)))


def planned_truth(inquiry: Inquiry) -> float:
    """Estimated work, in nodes of the baseline."""
    sizes = _SIZES[inquiry.effort]
    checked = 1e6 * (sizes.positions + 2 * sizes.pairs * inquiry.featured_count)
    return checked + _planned_picks(inquiry)


def _planned_picks(inquiry: Inquiry) -> float:
    """The part of it for the critical positions."""
    searched = _pick_nodes(inquiry) * (len(inquiry.candidates) + 1)
    return float(_SIZES[inquiry.effort].critical * (_COLLECTING + searched))


def _pick_nodes(inquiry: Inquiry) -> int:
    return min(PICK_NODES, inquiry.nodes)


def find_truth(
    session: Session,
    direct: Sequence[MeetingResult],
    featured: Sequence[int],
    *,
    costs: Mapping[Heuristic, float | None],
    verdicts: Verdicts,
) -> Truth | None:
    """The heuristics against perfect play; None beyond the solver.

    The featured candidates and the baseline are measured on the same positions, from the featured
    candidates' direct games. Expensive heuristics search less deep and choose in fewer positions;
    one that fails is left out. All candidates are compared with the baseline in critical positions.
    """
    inquiry = session.inquiry
    sizes = _SIZES[inquiry.effort]
    matches = [_first_games(direct[candidate], 4 * sizes.positions) for candidate in featured]
    games = [one for one in chain.from_iterable(zip_longest(*matches)) if one is not None]
    session.watch("truth", 0.0, 0)
    if not any(game.contested for game in games) or not _is_solvable(inquiry.start, games):
        return None
    sample = sample_positions(
        games, verdicts, source="the direct games", most=sizes.positions, seed=inquiry.seed
    )
    subjects = [*(inquiry.candidates[candidate] for candidate in featured), inquiry.baseline]
    sides = [(played, True, inquiry.baseline) for played in matches]
    sides.append((matches[0], False, subjects[0]))
    heuristics, players = [], []
    for subject, (played, is_a, opponent) in zip(subjects, sides, strict=True):
        cost, count = costs[subject] or 1.0, len(sample.positions)
        effort = _Effort(count, len(sample.critical), cost, sizes.seconds)
        own, threads = inquiry.player(subject), verdicts.threads
        try:
            step = effort.value_step
            said = measure_heuristic(
                subject, sample, depths=effort.depths, threads=threads, step=step
            )
            step = effort.step(inquiry.nodes)
            overall, groups = measure_picks(own, sample, threads=threads, step=step)
        except HeuristicError:  # its games show the failure too
            continue
        heuristics.append(said)
        whom = str(inquiry.player(opponent))
        thrown = find_thrown(played[: 2 * sizes.pairs], verdicts, is_a=is_a, opponent=whom)
        players.append(PlayerTruth(str(own), overall, groups, thrown))
    session.watch("truth", planned_truth(inquiry) - _planned_picks(inquiry), 0)
    return Truth(
        width=inquiry.start.width,
        height=inquiry.start.height,
        seed=inquiry.seed,
        sample=sample.record(),
        heuristics=tuple(heuristics),
        players=tuple(players),
        winning_moves=_find_winning_moves(session, verdicts),
    )


def _find_winning_moves(session: Session, verdicts: Verdicts) -> WinningMoves | None:
    """All candidates and the baseline in the critical positions of games of their own.

    These games and proofs depend on the board, the effort and the seed alone: every analysis that
    shares them has the same positions.
    """
    inquiry = session.inquiry
    wanted = _SIZES[inquiry.effort].critical
    games = strong_games(
        wanted,
        start=inquiry.start,
        seed=inquiry.seed,
        verdicts=verdicts,
        request=inquiry.request,
    )
    sample = sample_critical(
        games, verdicts, source=STRONG_SOURCE, wanted=wanted, seed=inquiry.seed
    )
    nodes = _pick_nodes(inquiry)
    session.watch("truth", float(wanted * _COLLECTING), 0)
    return compare_picks(
        inquiry.candidates,
        inquiry.baseline,
        sample,
        nodes=nodes,
        threads=verdicts.threads,
        watch=lambda _: session.watch("truth", float(wanted * nodes), 0),
    )


def reach_in_report(start: Position) -> int | None:
    """The most nodes of a proof; None for no limit."""
    return None if start.width * start.height <= MOST_SOLVED_SQUARES else _REACH


def _is_solvable(start: Position, games: Sequence[GameRecord]) -> bool:
    """Whether the solver quickly proves how games begin on a board."""
    limit = reach_in_report(start)
    if limit is None:
        return True
    first = (game.positions[game.contested[0]] for game in games if game.contested)
    return all(prove(position, nodes=limit) is not None for position in islice(first, _PROBES))


def _first_games(result: MeetingResult, games: int) -> list[GameRecord]:
    """The first games of a match."""
    pairs = ceil(games / 2)
    chunks = [chunk.head(max(0, pairs - chunk.first_pair)) for chunk in result.chunks]
    return list(records_of(result.plan, chunks))
