"""Players that the core plays by itself: random, searching with a heuristic, and the expert."""

from __future__ import annotations

from collections.abc import Callable
from copy import copy
from dataclasses import dataclass
from typing import ClassVar, Self

from lastknight import _core
from lastknight.errors import ArgumentError
from lastknight.heuristics import Heuristic
from lastknight.heuristics import heuristic as make_heuristic
from lastknight.players.choice import Choice, Limit, OnDepth, check_choice
from lastknight.players.player import CompletePlayer
from lastknight.position import Position
from lastknight.ranges import check_call

Spec = str | Heuristic | Callable[[Position, int], float]

USUAL_NODES = 15_000
"""Nodes of a move where a heuristic stands for a player: they stand for the course's 0.15 s."""


class CorePlayer(CompletePlayer):
    """A player whose choices the core makes."""

    _method: ClassVar[str]
    """Its name in the core."""

    def core(self) -> _core.NativePlayer:
        """What the core plays."""
        return self._make(None)

    def native(self) -> _core.NativePlayer | None:
        """The same player for the core, or None if a subclass overrides `choose`."""
        return self.core() if type(self).choose is CorePlayer.choose else None

    def choose(
        self, position: Position, *, seed: int = 0, on_depth: OnDepth | None = None
    ) -> Choice:
        """Choose the best move; the seed decides between equally good ones.

        `on_depth` gets the choice of each finished depth. Raises ArgumentError when the game is
        over, HeuristicError when a user's heuristic fails, and whatever `on_depth` raises.
        """
        check_choice(position, seed)
        check_call("on_depth", on_depth)
        report = None if on_depth is None else lambda told: on_depth(Choice(*told))
        return Choice(*_core.choose(self.core(), position, seed=seed, on_depth=report))

    def _make(self, heuristic: _core.Heuristic | None) -> _core.NativePlayer:
        limit = self.limit
        return _core.NativePlayer(
            self._method, heuristic, depth=limit.depth, nodes=limit.nodes, seconds=limit.seconds
        )

    def __str__(self) -> str:
        return self._method

    def __repr__(self) -> str:
        return f"player({str(self)!r})"


@dataclass(frozen=True, repr=False)
class Random(CorePlayer):
    """A player that plays any legal move, each equally likely.

    >>> position = Position.from_moves("d4 b1")
    >>> Random().choose(position, seed=7) == Random().choose(position, seed=7)
    True
    """

    _method = "Random"


class LimitedPlayer(CorePlayer):
    """A player of the core with limits, which are among its fields."""

    takes: ClassVar[tuple[str, ...]] = ("depth", "nodes", "seconds")
    """The limits its spec takes."""

    @property
    def limit(self) -> Limit:
        """What one choice may take."""
        return Limit(*(getattr(self, name, None) for name in Limit.__slots__))

    def with_limit(self, **limits: float | None) -> Self:
        """The same player with some of its limits replaced."""
        limited = copy(self)
        limited._set(**limits)
        return limited

    def _set(self, **values: object) -> None:
        for name, value in values.items():
            object.__setattr__(self, name, value)
        if not self.limit.given:
            *others, last = self.takes
            wanted = f"{', '.join(others)} or {last}"
            raise ArgumentError(f"{type(self).__name__} needs a limit: {wanted}")


@dataclass(frozen=True, init=False, repr=False)
class Searcher(LimitedPlayer):
    """A player that searches with a heuristic until a limit is reached."""

    heuristic: Heuristic
    """Evaluates the leaves."""
    depth: int | None
    """The greatest depth, in plies."""
    nodes: int | None
    """The most nodes."""
    seconds: float | None
    """The most time."""

    _branching: ClassVar[float]
    """The factor by which one more ply multiplies the nodes."""

    def __init__(
        self,
        heuristic: Spec,
        *,
        depth: int | None = None,
        nodes: int | None = None,
        seconds: float | None = None,
    ) -> None:
        self._set(depth=depth, nodes=nodes, seconds=seconds, heuristic=make_heuristic(heuristic))

    def core(self) -> _core.NativePlayer:
        """What the core plays."""
        return self._make(self.heuristic.core)

    def native(self) -> _core.NativePlayer | None:
        """The same player for the core, or None if it, or its heuristic, needs Python."""
        return None if self.heuristic.core.needs_python else super().native()

    def expected_nodes(self) -> float:
        """Roughly how many nodes it searches for a move."""
        limits = [] if self.nodes is None else [float(self.nodes)]
        if self.depth is not None:
            limits.append(self._branching**self.depth)
        return min(limits, default=1000.0)

    def codes(self) -> list[object]:
        """The user's functions and classes that it runs."""
        return super().codes() + self.heuristic.functions()

    def __str__(self) -> str:
        return f"{type(self).__name__}({self.heuristic}, {self.limit})"


class AlphaBeta(Searcher):
    """Alpha-beta search: to a depth, or deepening until the nodes or the seconds are used up.

    Limits can be combined; the first one reached stops it. The choice is that of the last finished
    iteration, and a decided game ends the search.

    >>> choice = AlphaBeta("ratio", nodes=15_000).choose(Position.from_moves("d4 b1"), seed=7)
    >>> choice.nodes, choice.depth
    (15000, 8)
    """

    _method = "AlphaBeta"
    _branching = 3.0


class Minimax(Searcher):
    """Plain minimax to a depth, which visits every position; other limits as in AlphaBeta.

    >>> Minimax("open").choose(Position.from_moves("d4 b1"), seed=7).nodes
    146
    """

    _method = "Minimax"
    _branching = 5.0

    def __init__(
        self,
        heuristic: Spec,
        *,
        depth: int | None = 3,
        nodes: int | None = None,
        seconds: float | None = None,
    ) -> None:
        super().__init__(heuristic, depth=depth, nodes=nodes, seconds=seconds)


class Greedy(Searcher):
    """The best value after one move.

    >>> Greedy("open").choose(Position.from_moves("a1 g7"), seed=7).score
    5.0
    """

    _method = "Minimax"
    _branching = 5.0
    takes = ()

    def __init__(self, heuristic: Spec) -> None:
        super().__init__(heuristic, depth=1)

    def __str__(self) -> str:
        return f"Greedy({self.heuristic})"


@dataclass(frozen=True, init=False, repr=False)
class Expert(LimitedPlayer):
    """The strongest search for any board: alpha-beta that proves what it can.

    Its choice depends only on the position, not on the seed.

    >>> Expert(nodes=10_000).choose(Position.from_moves("d4 b1", width=11, height=9)).nodes
    10000
    """

    nodes: int | None
    """The most nodes."""
    seconds: float | None
    """The most time."""

    _method = "Expert"
    takes = ("nodes", "seconds")

    def __init__(self, *, nodes: int | None = None, seconds: float | None = None) -> None:
        self._set(nodes=nodes, seconds=seconds)

    def expected_nodes(self) -> float:
        """Roughly how many nodes it searches for a move."""
        return float(self.nodes or 1000)

    def __str__(self) -> str:
        return f"Expert({self.limit})"


SEARCHERS: dict[str, type[Searcher]] = {
    kind.__name__: kind for kind in (AlphaBeta, Greedy, Minimax)
}
"""The kinds of search with a heuristic, by the name that a spec uses."""
