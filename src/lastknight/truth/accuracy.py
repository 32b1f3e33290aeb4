"""How accurate heuristics' values and players' moves are, measured against proved winners."""

from __future__ import annotations

from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass

from lastknight.heuristics import Heuristic
from lastknight.players import AlphaBeta, Player, complete
from lastknight.stats import auc, clustered_rate
from lastknight.truth.measurements import Agreement, DepthPicks, Picks
from lastknight.truth.sampling import SolvedPosition, SolvedSample

_PART = 32
"""Positions that a thread takes at a time."""


@dataclass(frozen=True)
class _Valued:
    """A position with the value a heuristic gives it."""

    solved: SolvedPosition
    value: float
    """For the player to move."""
    order: float | None
    """In a critical position, how often a winning move is valued above a losing one."""

    @property
    def sign(self) -> float:
        """1 if the value's sign names the winner, 0 if it names the loser, 0.5 if it is 0."""
        if self.value == 0:
            return 0.5
        return float((self.value > 0) == self.solved.is_won)


def measure_agreement(
    subject: Heuristic, sample: SolvedSample, *, step: int = 1
) -> tuple[Agreement, tuple[Agreement, ...]]:
    """How well a heuristic's values agree with the winners: overall, and by group of plies.

    With a step, only every step-th position is used. Raises HeuristicError if a heuristic written
    in Python fails.
    """
    valued = [_value(subject, solved) for solved in sample.positions[::step]]
    groups = sample.by_ply(valued, lambda one: one.solved.ply)
    return _agreement(valued), tuple(map(_agreement, groups))


def compare_moves(won: Sequence[float], lost: Sequence[float]) -> float:
    """How often the value of a winning move is above that of a losing one; ties count half.

    >>> compare_moves([3, 1], [1, 0])
    0.875
    """
    points = sum((a > b) + (a == b) / 2 for a in won for b in lost)
    return points / (len(won) * len(lost))


def measure_picks(
    player: Player, sample: SolvedSample, *, threads: int = 1, step: int = 1
) -> tuple[Picks, tuple[Picks, ...]]:
    """How often a player picks a winning move: overall, and by group of plies.

    With a step, only every step-th critical position is used.
    """
    critical = sample.critical[::step]
    hits = list(zip(critical, find_wins(player, critical, threads=threads), strict=True))
    groups = sample.by_ply(hits, lambda hit: hit[0].ply)
    return picks_of(hits), tuple(map(picks_of, groups))


def picks_by_depth(
    subject: Heuristic,
    sample: SolvedSample,
    *,
    depths: Sequence[int],
    threads: int = 1,
    step: int = 1,
) -> tuple[DepthPicks, ...]:
    """How often alpha-beta with this heuristic picks a winning move, for each depth.

    With a step, only every step-th critical position is used.
    """
    return tuple(
        DepthPicks(
            depth,
            measure_picks(AlphaBeta(subject, depth=depth), sample, threads=threads, step=step)[0],
        )
        for depth in depths
    )


def _value(subject: Heuristic, solved: SolvedPosition) -> _Valued:
    position, mover = solved.position, solved.mover
    order = None
    if solved.is_critical:
        values = {move: subject(position.play(move), mover) for move in solved.moves}
        order = compare_moves(
            [value for move, value in values.items() if move in solved.winning],
            [value for move, value in values.items() if move not in solved.winning],
        )
    return _Valued(solved, subject(position, mover), order)


def _agreement(valued: Sequence[_Valued]) -> Agreement:
    clusters = [one.solved.cluster for one in valued]
    ordered = [(one.order, one.solved.cluster) for one in valued if one.order is not None]
    return Agreement(
        positions=len(valued),
        critical=len(ordered),
        sign=clustered_rate([one.sign for one in valued], clusters),
        auc=auc([one.value for one in valued], [one.solved.is_won for one in valued], clusters),
        order=clustered_rate([order for order, _ in ordered], [name for _, name in ordered]),
    )


def find_wins(
    player: Player, critical: Sequence[SolvedPosition], *, threads: int = 1
) -> list[bool]:
    """Whether a player picks a winning move in each critical position."""

    def choose(part: Sequence[SolvedPosition]) -> list[bool]:
        return [
            player.choose(solved.position, seed=solved.seed).move in solved.winning
            for solved in part
        ]

    if threads == 1 or complete(player).native() is None:
        return choose(critical)
    parts = [critical[at : at + _PART] for at in range(0, len(critical), _PART)]
    with ThreadPoolExecutor(threads, thread_name_prefix="lastknight") as pool:
        return [is_hit for hits in pool.map(choose, parts) for is_hit in hits]


def picks_of(hits: Sequence[tuple[SolvedPosition, bool]]) -> Picks:
    """How often a player was right, clustered by opening."""
    picked = [is_hit for _, is_hit in hits]
    return Picks(len(hits), sum(picked), clustered_rate(picked, [one.cluster for one, _ in hits]))
