"""Costs: how many nodes stand for a time limit, and how much a node costs with each heuristic.

The original programs searched about 100,000 positions per second, so the nodes that stand for their
clock are the same on every machine. The cost of a heuristic is the CPU time of all its searches
over all their nodes, as a multiple of the baseline's: the same as in the games of an analysis. A
store keeps it, so that a resumed run uses the same value.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cache
from itertools import accumulate

from lastknight._core import Rng
from lastknight.errors import ArgumentError, HeuristicError
from lastknight.heuristics import Heuristic, heuristic
from lastknight.matches.chunks import Chunk, spent_by_ply
from lastknight.matches.openings import random_openings
from lastknight.matches.play import play_game
from lastknight.matches.runners import Work, run_locally
from lastknight.matches.store import Store
from lastknight.players import AlphaBeta
from lastknight.position import Position

NODES_PER_SECOND = 100_000
"""Positions per second that the original Python board searched."""

_GAMES = 8
_ROUNDS = 3
_ROUGH_SECONDS = 0.3
# When to stop playing the games that a cost is measured in: CPU seconds, and pairs at most.
_GAME_SECONDS = 4.0
_MOST_PAIRS = 80
_PAIRS_AT_ONCE = 4
# Limits on a measurement in positions, in CPU seconds, for slow heuristics in Python: for all
# searches, checked after the first few positions, and for each search.
_MOST_SECONDS = 10.0
_SEARCH_SECONDS = 0.05
_FEWEST_POSITIONS = 5
_FEWEST_NODES = 20
_STRIDE = 5


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


def relative_costs(
    subjects: Sequence[Heuristic],
    *,
    nodes: int = 1000,
    tick: Callable[[Position], object] = lambda _: None,
) -> list[float]:
    """The mean cost of a node with each heuristic, as a multiple of `improved`, which costs 1.

    All take turns searching this many nodes in the same positions of real games, one position after
    the other; `tick` is called with each position first. Raises HeuristicError if a user's
    heuristic fails.
    """
    improved = heuristic("improved")
    timed = [one for one in subjects if one != improved]
    first, *others = _search_seconds([improved, *timed], nodes=nodes, tick=tick)
    found = iter(others)
    return [1.0 if one == improved else next(found) / first for one in subjects]


def node_seconds(chunks: Sequence[Chunk], side: int) -> float:
    """CPU seconds per node of A (side 0) or B (side 1) in games, over all choices.

    0 if nothing was searched or measured.
    """
    spent = spent_by_ply(chunks, side)
    nodes = sum(one.nodes for one in spent)
    return sum(one.seconds for one in spent) / nodes if nodes else 0.0


@cache
def measure_cost(subject: Heuristic, baseline: Heuristic, *, nodes: int) -> float:
    """The cost of a heuristic as a multiple of the baseline, to two digits.

    Both play each other, and the cost is that of `node_seconds`, as in an analysis: a mean over
    positions would make heuristics look cheap that take most of their time in a few of them. Games
    with heuristics in Python would take too long; these search positions of games instead. Raises
    HeuristicError if a user's heuristic fails.
    """
    if subject.core.needs_python or baseline.core.needs_python:
        fast, slow = _search_seconds([baseline, subject], nodes=nodes)
    else:
        slow, fast = _game_seconds(subject, baseline, nodes=nodes)
    return max(round_to_two_digits(slow / fast), 0.01)


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


def _game_seconds(a: Heuristic, b: Heuristic, *, nodes: int) -> tuple[float, float]:
    """CPU seconds per node of A and B in games between them, stopped after a few seconds."""
    players = AlphaBeta(a, nodes=nodes), AlphaBeta(b, nodes=nodes)
    openings = [one.position for one in random_openings(Position(), 2, _MOST_PAIRS, seed=1)]
    chunks: list[Chunk] = []
    for first in range(0, _MOST_PAIRS, _PAIRS_AT_ONCE):
        work = Work(0, *players, first, openings[first : first + _PAIRS_AT_ONCE], seed=1)
        (chunk,) = run_locally([work], workers=1)
        if any(chunk.reasons):
            raise HeuristicError(f"{a} or {b} fails in a game: {next(iter(chunk.notes.values()))}")
        chunks.append(chunk)
        spent = [one.seconds for side in (0, 1) for one in spent_by_ply(chunks, side)]
        if sum(spent) > _GAME_SECONDS:
            break
    return node_seconds(chunks, 0), node_seconds(chunks, 1)


def _search_seconds(
    contestants: Sequence[Heuristic],
    *,
    nodes: int,
    tick: Callable[[Position], object] = lambda _: None,
) -> list[float]:
    """CPU seconds per node of each heuristic, over all its searches.

    All positions are searched once before the first is searched again, so that none is still in the
    processor's cache. Slow heuristics search fewer nodes, and in fewer positions.
    """
    players = [AlphaBeta(one, nodes=_affordable_nodes(one, nodes)) for one in contestants]
    seconds, searched = [0.0] * len(players), [0] * len(players)
    found = _positions()
    in_turn = [one for first in range(_STRIDE) for one in found[first::_STRIDE]]
    for number, position in enumerate(in_turn * _ROUNDS):
        if sum(seconds) > _MOST_SECONDS and number >= _FEWEST_POSITIONS:
            break
        tick(position)
        for place, player in enumerate(players):
            choice = player.choose(position, seed=1)
            seconds[place] += choice.seconds
            searched[place] += choice.nodes
    return [max(one, 1e-9) / max(count, 1) for one, count in zip(seconds, searched, strict=True)]


def _affordable_nodes(subject: Heuristic, nodes: int) -> int:
    """At most `nodes`; fewer for a slow heuristic in Python, so that searches stay short."""
    if not subject.core.needs_python:
        return nodes
    pace = max(_rough_seconds(subject, nodes=_FEWEST_NODES), 1e-9)
    return max(_FEWEST_NODES, min(nodes, int(_SEARCH_SECONDS / pace)))


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


def check_costs(costs: Mapping[str, float], used: Iterable[str]) -> None:
    """Raise ArgumentError for the cost of a heuristic that is not used.

    >>> check_costs({"ratio": 1.4}, ["ratio", "open"])
    """
    known = sorted(set(used))
    for spec in costs:
        if spec not in known:
            raise ArgumentError(
                f"the cost of {spec} is not used here; leave it out (known: {', '.join(known)})"
            )


def read_costs(texts: Iterable[str]) -> Mapping[str, float]:
    """Costs given as text, such as `ratio=1.4`, by the spec of the heuristic.

    Raises ArgumentError for other text, and for two costs of one heuristic.

    >>> read_costs(["ratio=1.4", "reach(k=3)=3.9"])
    {'ratio': 1.4, 'reach(k=3)': 3.9}
    """
    costs: dict[str, float] = {}
    for text in texts:
        spec, sign, number = text.rpartition("=")
        try:
            cost = float(number)
        except ValueError:
            cost = -1.0
        if not sign or not 0.01 <= cost <= 1e6:
            raise ArgumentError(
                f"write a cost as improved=1.1, a number of at least 0.01; got {text!r}"
            )
        known = str(heuristic(spec))
        if known in costs:
            raise ArgumentError(f"the cost of {known} is given twice")
        costs[known] = cost
    return costs
