"""Costs: how many nodes stand for a time limit, and how much a node costs with each heuristic.

The original programs searched about 100,000 positions per second, so the nodes that stand for their
clock are the same on every machine. The cost of a heuristic is measured side by side with the
baseline; a store keeps it, so that a resumed run uses the same value.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from itertools import accumulate
from math import exp, log
from statistics import fmean

from lastknight._core import Rng
from lastknight.errors import ArgumentError, HeuristicError
from lastknight.heuristics import Heuristic, heuristic
from lastknight.matches.openings import random_openings
from lastknight.matches.play import play_game
from lastknight.matches.store import Store
from lastknight.players import AlphaBeta
from lastknight.position import Position

NODES_PER_SECOND = 100_000
"""Positions per second that the original Python board searched."""

_GAMES = 8
_ROUNDS = 3
_ROUGH_SECONDS = 0.3


def nodes_for(seconds: float, cost: float = 1.0) -> int:
    """The nodes that stand for the original time limit, given a heuristic's relative cost.

    >>> nodes_for(0.15), nodes_for(0.03), nodes_for(0.15, cost=3.7)
    (15000, 3000, 4100)
    """
    return divide_nodes(round(seconds * NODES_PER_SECOND), cost)


def divide_nodes(nodes: int, cost: float) -> int:
    """The nodes that take as long as `nodes` of the baseline, to two digits and at least 1.

    >>> divide_nodes(15_000, 148.0), divide_nodes(3_000, 1.0)
    (100, 3000)
    """
    return nodes if cost == 1.0 else max(1, int(round_to_two_digits(nodes / cost)))


def round_to_two_digits(value: float) -> float:
    """A number to the precision of a measurement.

    >>> round_to_two_digits(147.83), round_to_two_digits(1.3861)
    (150.0, 1.4)
    """
    return float(f"{value:.2g}")


def relative_costs(subjects: Sequence[Heuristic], *, nodes: int = 1000) -> list[float]:
    """The mean cost of a node with each heuristic, as a multiple of `improved`.

    All take turns searching this many nodes in the same positions of real games. Raises
    HeuristicError if a user's heuristic fails.
    """
    rows = _time([heuristic("improved"), *subjects], nodes=nodes)
    totals = [sum(column) for column in zip(*rows, strict=True)]
    return [total / totals[0] for total in totals[1:]]


@cache
def measure_cost(subject: Heuristic, baseline: Heuristic, *, nodes: int) -> float:
    """The cost of a heuristic under a clock, as a multiple of the baseline, to two digits.

    A clock gives every move the same time, and depth grows with the logarithm of the nodes. So the
    logarithms of the costs are averaged: it is the geometric mean over positions. Raises
    HeuristicError if a user's heuristic fails.
    """
    rows = _time([baseline, subject], nodes=nodes)
    return max(round_to_two_digits(exp(fmean(log(slow / fast) for fast, slow in rows))), 0.01)


def keep_cost(
    subject: Heuristic, baseline: Heuristic, *, nodes: int, store: Store | None = None
) -> float | None:
    """The cost of a heuristic: from the store, or measured now and stored.

    The baseline costs 1. The cost of a heuristic that fails is unknown: None, which is not stored.
    """
    if subject == baseline:
        return 1.0
    name = f"cost of {_identity(subject)} over {_identity(baseline)} at {nodes} nodes"
    kept = None if store is None else store.measured(name)
    if kept is not None:
        return kept
    try:
        cost = measure_cost(subject, baseline, nodes=nodes)
    except HeuristicError:
        return None
    return cost if store is None else store.keep_measured(name, cost)


def keep_costs(
    subjects: Iterable[Heuristic],
    *,
    baseline: Heuristic,
    nodes: int,
    known: Mapping[str, float],
    store: Store | None = None,
) -> dict[Heuristic, float | None]:
    """The cost of each heuristic under a clock: the known one, or else that of `keep_cost`.

    >>> improved = heuristic("improved")
    >>> keep_costs([improved, heuristic("ratio")], baseline=improved, nodes=300, known={"ratio": 2})
    {heuristic('improved'): 1.0, heuristic('ratio'): 2}
    """
    costs = {}
    for subject in subjects:
        given = known.get(str(subject))
        costs[subject] = given or keep_cost(subject, baseline, nodes=nodes, store=store)
    return costs


def rough_cost(subject: Heuristic) -> float | None:
    """About what a node costs, as a multiple of `improved`: a few searches in a second at most.

    None for a heuristic that fails.
    """
    try:
        return _rough_seconds(subject, nodes=20) / _rough_seconds(heuristic("improved"), nodes=5000)
    except HeuristicError:
        return None


def _rough_seconds(subject: Heuristic, *, nodes: int) -> float:
    """Seconds per node in a few positions."""
    player = AlphaBeta(subject, nodes=nodes)
    seconds, searched = 0.0, 0
    for position in _positions()[::5]:
        choice = player.choose(position, seed=1)
        seconds, searched = seconds + choice.seconds, searched + choice.nodes
        if seconds > _ROUGH_SECONDS:
            break
    return seconds / max(searched, 1)


def _time(contestants: Sequence[Heuristic], *, nodes: int) -> list[list[float]]:
    """Seconds per node for each position and heuristic, the fastest of a few rounds.

    Positions near the end are skipped: their searches are too short to time.
    """
    players = [AlphaBeta(contestant, nodes=nodes) for contestant in contestants]
    table = []
    for position in _positions():
        rounds = [[player.choose(position, seed=1) for player in players] for _ in range(_ROUNDS)]
        if rounds[0][0].nodes >= nodes // 4:
            columns = zip(*rounds, strict=True)
            table.append([min(c.seconds / max(c.nodes, 1) for c in column) for column in columns])
    return table


def _identity(subject: Heuristic) -> str:
    """The spec, and a digest of the code if it is a user's heuristic."""
    return f"{subject} {AlphaBeta(subject, depth=1).sources().digest or ''}".strip()


def _positions() -> list[Position]:
    """Every other position of a few games."""
    player = AlphaBeta("improved", nodes=1000)
    found: list[Position] = []
    for number, opening in enumerate(random_openings(Position(), 2, _GAMES, seed=1)):
        game = play_game((player, player), opening.position, first=0, seeds=Rng(1, stream=number))
        positions = list(accumulate(game.moves, Position.play, initial=opening.position))
        found += positions[number % 2 : -1 : 2]
    return found


def read_costs(texts: Iterable[str]) -> Mapping[str, float]:
    """Costs given as text, such as `ratio=1.4`, by the spec of the heuristic.

    Raises ArgumentError for other text.

    >>> read_costs(["ratio=1.4", "reach(k=3)=3.9"])
    {'ratio': 1.4, 'reach(k=3)': 3.9}
    """
    costs = {}
    for text in texts:
        spec, sign, number = text.rpartition("=")
        try:
            cost = float(number)
        except ValueError:
            cost = -1.0
        if not sign or not 0.01 <= cost <= 1e6:
            raise ArgumentError(f"a cost is a heuristic, = and a number from 0.01 up, got {text!r}")
        costs[str(heuristic(spec))] = cost
    return costs
