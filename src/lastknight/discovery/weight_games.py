"""Games of champions with other weights than the shipped ones.

Such a champion has no spec, so that its games cannot be stored: they are played here, in threads.
"""

from __future__ import annotations

from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace

from lastknight import _core
from lastknight.discovery.champion import Weights
from lastknight.heuristics import Heuristic, heuristic
from lastknight.players import AlphaBeta
from lastknight.position import Position

_PIECE = 25
"""Positions that a thread plays at a time."""


def weighted_champion(weights: Weights) -> Heuristic:
    """The champion with these weights.

    >>> position = Position.from_moves("d4 b1")
    >>> same = weighted_champion(_core.champion_weights())
    >>> same(position, 1) == heuristic("champion")(position, 1)
    True
    """
    return replace(heuristic("champion"), core=_core.Heuristic.champion(weights))


def find_defended(
    attacker: Heuristic,
    defender: Heuristic,
    positions: Sequence[Position],
    *,
    nodes: int,
    seed: int,
) -> list[bool]:
    """From each position, whether the defender wins; that depends on it and the seed alone."""
    first, second = (AlphaBeta(one, nodes=nodes).native() for one in (attacker, defender))
    assert first is not None
    assert second is not None
    winners = _core.play_on(first, second, positions, seed=seed, stop=_core.StopFlag())
    return [winner != one.attacker for winner, one in zip(winners, positions, strict=True)]


def play_pairs(  # noqa: PLR0913  (all but three are keywords)
    one: Weights,
    other: Weights,
    positions: Sequence[Position],
    *,
    nodes: int,
    seed: int,
    threads: int,
) -> tuple[int, int, int]:
    """Pairs that the first won, split and lost: each position once in either role."""
    first, second = weighted_champion(one), weighted_champion(other)
    pieces = [positions[at : at + _PIECE] for at in range(0, len(positions), _PIECE)]
    with ThreadPoolExecutor(threads) as pool:
        tasks = [
            pool.submit(find_defended, attacker, defender, piece, nodes=nodes, seed=seed)
            for attacker, defender in ((second, first), (first, second))
            for piece in pieces
        ]
        defended = [result for task in tasks for result in task.result()]
    as_defender, by_other = defended[: len(positions)], defended[len(positions) :]
    won = [own + (not lost) for own, lost in zip(as_defender, by_other, strict=True)]
    return won.count(2), won.count(1), won.count(0)
