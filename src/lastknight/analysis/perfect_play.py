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
from lastknight.truth.measurements import PlayerTruth, Truth
from lastknight.truth.mistakes import find_thrown
from lastknight.truth.sampling import sample_positions
from lastknight.truth.verdicts import MOST_SOLVED_SQUARES, Verdicts, prove

# By effort: the most positions in each group of plies, the pairs of each featured candidate whose
# games are checked, and roughly the seconds that a heuristic's searches may take.
_SIZES: Mapping[str, tuple[int, int, float]] = {
    "quick": (16, 8, 0.1),
    "default": (100, 30, 1.0),
    "thorough": (200, 100, 5.0),
}
_NODE_SECONDS = 1e-7
"""Rough time of a node of the baseline."""
_BRANCHING = 3.5
_REACH = 200_000
"""The most nodes of a proof on boards too large for the solver."""
_PROBES = 3


@dataclass(frozen=True)
class _Effort:
    """How much to search with a heuristic, given its cost."""

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

    def step(self, nodes: int) -> int:
        """The stride over critical positions that searches of this many nodes can afford."""
        return max(1, ceil(self.parts(nodes)))


def planned_truth(inquiry: Inquiry) -> float:
    """Estimated work, in nodes of the baseline."""
    positions, pairs, _ = _SIZES[inquiry.effort]
    return 1e6 * (positions + 2 * pairs * inquiry.featured_count)


def find_truth(
    session: Session,
    direct: Sequence[MeetingResult],
    featured: Sequence[int],
    *,
    costs: Mapping[Heuristic, float | None],
    verdicts: Verdicts,
) -> Truth | None:
    """The featured candidates and the baseline against perfect play; None beyond the solver.

    All are measured on the same positions, from the featured candidates' direct games. Expensive
    heuristics search less deep and choose in fewer positions; one that fails is left out.
    """
    inquiry = session.inquiry
    most, pairs, seconds = _SIZES[inquiry.effort]
    matches = [_first_games(direct[candidate], 4 * most) for candidate in featured]
    games = [one for one in chain.from_iterable(zip_longest(*matches)) if one is not None]
    session.watch("truth", 0.0, 0)
    if not any(game.contested for game in games) or not _is_solvable(inquiry.start, games):
        return None
    sample = sample_positions(
        games, verdicts, source="the direct games", most=most, seed=inquiry.seed
    )
    subjects = [*(inquiry.candidates[candidate] for candidate in featured), inquiry.baseline]
    sides = [(played, True, inquiry.baseline) for played in matches]
    sides.append((matches[0], False, subjects[0]))
    heuristics, players = [], []
    for subject, (played, is_a, opponent) in zip(subjects, sides, strict=True):
        effort = _Effort(len(sample.critical), costs[subject] or 1.0, seconds)
        own, threads = inquiry.player(subject), verdicts.threads
        try:
            said = measure_heuristic(subject, sample, depths=effort.depths, threads=threads)
            step = effort.step(inquiry.nodes)
            overall, groups = measure_picks(own, sample, threads=threads, step=step)
        except HeuristicError:  # its games show the failure too
            continue
        heuristics.append(said)
        whom = str(inquiry.player(opponent))
        thrown = find_thrown(played[: 2 * pairs], verdicts, is_a=is_a, opponent=whom)
        players.append(PlayerTruth(str(own), overall, groups, thrown))
    session.watch("truth", planned_truth(inquiry), 0)
    return Truth(
        width=inquiry.start.width,
        height=inquiry.start.height,
        seed=inquiry.seed,
        sample=sample.record(),
        heuristics=tuple(heuristics),
        players=tuple(players),
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
