"""The benchmark: fixed positions whose node counts are the fingerprint of behaviour.

A change that is not meant to change behaviour leaves the fingerprint as it is. Speeds are compared
within one run, because absolute ones say more about the machine than about the code.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cache, partial
from importlib.util import find_spec
from time import perf_counter

from lastknight import _core
from lastknight.heuristics import (
    Heuristic,
    View,
    building_blocks,
    compiled,
    heuristic,
    heuristics,
)
from lastknight.players import AlphaBeta
from lastknight.position import Position

Timed = tuple[int, float]
"""Nodes and seconds of one round."""

_ROUNDS = 5
_DEPTH = 3

_OPENING = Position.from_moves("d4 f5")
_POSITIONS = {
    "7x7 empty board": (Position(), 8),
    "7x7 opening": (_OPENING, 12),
    "7x7 corners blocked": (Position.from_moves("c3 e5", blocked="a1 a7 g1 g7"), 12),
    "8x8 opening": (Position.from_moves("d4 f5", width=8, height=8), 11),
    "11x9 opening": (Position.from_moves("d4 f5", width=11, height=9), 10),
}


@dataclass(frozen=True, slots=True)
class Speed:
    """How many nodes were counted, and the shortest time of several rounds."""

    name: str
    nodes: int
    seconds: float

    @property
    def nodes_per_second(self) -> float:
        """The speed itself."""
        return self.nodes / self.seconds


@dataclass(frozen=True, slots=True)
class Ratio:
    """A speed divided by another one of the same run, and the least it should be."""

    name: str
    value: float
    least: float


@dataclass(frozen=True, slots=True)
class Benchmark:
    """One run: the fingerprint, the speeds, and their ratios."""

    fingerprint: int
    speeds: tuple[Speed, ...]
    ratios: tuple[Ratio, ...]


def count_fingerprint() -> int:
    """The sum of leaves and searched nodes of fixed positions.

    A search with every heuristic of the catalogue visits every position, and so does one with a
    sum of all building blocks.
    """
    leaves = sum(position.perft(depth) for position, depth in _POSITIONS.values())
    return leaves + _count_searched(depth=4)


@cache
def quick_fingerprint() -> int:
    """The same with shallow searches: in milliseconds, whether another process plays as this."""
    return sum(position.perft(4) for position, _ in _POSITIONS.values()) + _count_searched(depth=3)


def _count_searched(*, depth: int) -> int:
    subjects = [*map(heuristic, heuristics()), _all_blocks()]
    players = [AlphaBeta(subject, depth=depth) for subject in subjects]
    return sum(
        player.choose(position, seed=1).nodes
        for player in players
        for position, _ in _POSITIONS.values()
    )


def _all_blocks() -> Heuristic:
    """A sum of all building blocks, with weights by role: whole numbers, to be exact anywhere."""
    names = building_blocks().keys() - {"blank_fraction"}
    sums = [
        " + ".join(
            f"{(place * step) % 11 - 5} * {name}" for place, name in enumerate(sorted(names))
        )
        for step in (3, 7)
    ]
    return heuristic(f"switch({sums[0]}, {sums[1]}, role=attacker)")


def run_benchmark() -> Benchmark:
    """Count and time: the rules, the search, and the same search through Python."""
    rules = [
        _time(f"perft, {name}", partial(position.perft, depth))
        for name, (position, depth) in _POSITIONS.items()
    ]
    python_rules = _time("perft, 7x7 in a Python loop", partial(_count_leaves, _OPENING, 5))
    bare, search, large = _time_searches()
    plain = _time("search, Python callable", _searched(AlphaBeta(_difference_of_moves, depth=6)))
    native = _time("search, the same natively", _searched(AlphaBeta("improved", depth=6)))
    ratios: tuple[Ratio, ...] = (
        Ratio("perft: native over a Python loop", _over(rules[1], python_rules), 10),
        Ratio("search: AlphaBeta over the bare loop", _over(search, bare), 0.5),
        Ratio("search: 11x9 over 7x7", _over(large, search), 0.4),
        Ratio("search: native over a Python callable", _over(native, plain), 10),
    )
    speeds: tuple[Speed, ...] = (*rules, python_rules, bare, search, large, plain, native)
    if find_spec("numba") is not None:
        twin, same = _time_compiled()
        speeds += (twin, same)
        ratios += (Ratio("search: compiled over native", _over(twin, same), 0.8),)
    return Benchmark(count_fingerprint(), speeds, ratios)


def _time_searches() -> list[Speed]:
    """The bare loop, and the search on 7x7 and on 11x9."""
    improved = heuristic("improved").core
    works = {
        "search, bare loop": partial(_core.time_bare_loop, _DEPTH),
        "search, AlphaBeta 7x7": partial(_core.time_searches, Position(), improved, _DEPTH),
        "search, AlphaBeta 11x9": partial(_core.time_searches, Position(11, 9), improved, _DEPTH),
    }
    return _take_turns(works, rounds=10 * _ROUNDS)


def _time_compiled() -> list[Speed]:
    """A compiled heuristic and its native twin."""
    players = {
        "search, compiled heuristic": AlphaBeta(compiled(_compiled_difference), depth=10),
        "search, its native twin": AlphaBeta("improved", depth=10),
    }
    works = {name: partial(_timed, _searched(player)) for name, player in players.items()}
    return _take_turns(works, rounds=4 * _ROUNDS)


def _time(name: str, count: Callable[[], int]) -> Speed:
    return _take_turns({name: partial(_timed, count)}, rounds=_ROUNDS)[0]


def _take_turns(works: Mapping[str, Callable[[], Timed]], *, rounds: int) -> list[Speed]:
    """The fastest round of each; they take turns, so that a slow moment hits all of them."""
    turns = [[Speed(name, *work()) for name, work in works.items()] for _ in range(rounds)]
    return [min(speeds, key=lambda speed: speed.seconds) for speeds in zip(*turns, strict=True)]


def _timed(count: Callable[[], int]) -> Timed:
    start = perf_counter()
    nodes = count()
    return nodes, perf_counter() - start


def _searched(player: AlphaBeta) -> Callable[[], int]:
    return lambda: player.choose(_OPENING).nodes


def _over(first: Speed, second: Speed) -> float:
    return first.nodes_per_second / second.nodes_per_second


def _difference_of_moves(position: Position, player: int) -> float:
    return len(position.legal_moves(player)) - len(position.legal_moves(3 - player))


def _compiled_difference(view: View) -> float:
    return view.own - view.opp


def _count_leaves(position: Position, depth: int) -> int:
    moves = position.legal_moves()
    if depth == 1:
        return len(moves)
    return sum(_count_leaves(position.play(move), depth - 1) for move in moves)
