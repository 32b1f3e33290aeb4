"""Agreement: what a heuristic says of positions and moves, next to who wins."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from lastknight.heuristics import Heuristic
from lastknight.stats import auc, clustered_rate
from lastknight.truth.records import Agreement
from lastknight.truth.sampling import Judged, Judgement


@dataclass(frozen=True)
class _Said:
    """What a heuristic says of one position."""

    judged: Judged
    value: float
    """For the player to move."""
    order: float | None
    """In a critical position: how often the value after a winning move is above that after a
    losing one; equal values count half."""

    @property
    def sign(self) -> float:
        """1 where the sign names the winner, 0 where it names the loser."""
        if self.value == 0:
            return 0.5
        return float((self.value > 0) == self.judged.is_won)


def agree(subject: Heuristic, judgement: Judgement) -> tuple[Agreement, tuple[Agreement, ...]]:
    """How the values of a heuristic agree with the winners: overall, and for each group of plies.

    Raises HeuristicError when a heuristic of yours fails.
    """
    said = [_ask(subject, judged) for judged in judgement.positions]
    groups = [
        [one for one in said if first <= one.judged.drawn.ply <= last]
        for first, last in judgement.plies
    ]
    return _agreement(said), tuple(_agreement(group) for group in groups)


def compare_moves(won: Sequence[float], lost: Sequence[float]) -> float:
    """The part of all pairs of a winning and a losing move in which the winning one has more.

    >>> compare_moves([3, 1], [1, 0])
    0.875
    """
    points = sum((a > b) + (a == b) / 2 for a in won for b in lost)
    return points / (len(won) * len(lost))


def _ask(subject: Heuristic, judged: Judged) -> _Said:
    position, mover = judged.position, judged.mover
    order = None
    if judged.is_critical:
        values = {move: subject(position.play(move), mover) for move in judged.moves}
        order = compare_moves(
            [value for move, value in values.items() if move in judged.winning],
            [value for move, value in values.items() if move not in judged.winning],
        )
    return _Said(judged, subject(position, mover), order)


def _agreement(said: Sequence[_Said]) -> Agreement:
    clusters = [one.judged.drawn.cluster for one in said]
    ordered = [(one.order, one.judged.drawn.cluster) for one in said if one.order is not None]
    return Agreement(
        positions=len(said),
        critical=len(ordered),
        sign=clustered_rate([one.sign for one in said], clusters),
        auc=auc([one.value for one in said], [one.judged.is_won for one in said], clusters),
        order=clustered_rate([order for order, _ in ordered], [name for _, name in ordered]),
    )
