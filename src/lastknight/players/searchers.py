"""Players of our own: by chance, and by looking ahead and asking a heuristic.

What a search does is the core's business.
"""

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import ClassVar

from lastknight import _core
from lastknight._core import Method, Rng
from lastknight.errors import ArgumentError
from lastknight.heuristics import Heuristic
from lastknight.heuristics import heuristic as make_heuristic
from lastknight.heuristics.heuristic import format_number
from lastknight.players.choice import Choice, check_limit
from lastknight.position import Position

Spec = str | Heuristic | Callable[[Position, int], float]


@dataclass(frozen=True, repr=False)
class Random:
    """A player that plays any legal move, each equally likely.

    >>> position = Position.from_moves("d4 b1")
    >>> Random().choose(position, seed=7) == Random().choose(position, seed=7)
    True
    """

    def choose(self, position: Position, *, seed: int = 0) -> Choice:
        """Choose by the seed alone.

        Raises ArgumentError when the game is over.
        """
        moves = position.legal_moves()
        if not moves:
            raise ArgumentError("the game is over: there is no move to choose")
        move = moves[Rng(seed).below(len(moves))]
        return Choice(move, line=(move,))

    def __str__(self) -> str:
        return "Random"

    def __repr__(self) -> str:
        return f"player({str(self)!r})"


@dataclass(frozen=True, init=False, repr=False)
class Searcher:
    """A player that looks ahead and asks a heuristic, until a limit is reached."""

    heuristic: Heuristic
    """What it asks at the leaves."""
    depth: int | None
    """How many plies it looks ahead at the most."""
    nodes: int | None
    """How many positions it looks at, at the most."""
    seconds: float | None
    """How long it takes at the most."""

    _method: ClassVar[Method]

    def __init__(
        self,
        heuristic: Spec,
        *,
        depth: int | None = None,
        nodes: int | None = None,
        seconds: float | None = None,
    ) -> None:
        limits = {"depth": depth, "nodes": nodes, "seconds": seconds}
        if all(value is None for value in limits.values()):
            raise ArgumentError(f"{type(self).__name__} needs a limit: depth, nodes or seconds")
        for name, value in limits.items():
            check_limit(name, value)
        object.__setattr__(self, "heuristic", make_heuristic(heuristic))
        for name, value in limits.items():
            object.__setattr__(self, name, value)

    @property
    def native(self) -> _core.NativePlayer:
        """The same player as the core plays it."""
        return _core.NativePlayer.search(
            self.heuristic.core,
            self._method,
            depth=self.depth,
            nodes=self.nodes,
            seconds=self.seconds,
        )

    def choose(self, position: Position, *, seed: int = 0) -> Choice:
        """Choose the best move, one of equally good ones by the seed.

        Raises ArgumentError when the game is over, HeuristicError when a heuristic of yours fails.
        """
        choice = Choice(
            *_core.choose(
                position,
                self.heuristic.core,
                self._method,
                depth=self.depth,
                nodes=self.nodes,
                seconds=self.seconds,
                seed=seed,
            )
        )
        return choice if choice.depth else replace(choice, score=None)

    def __str__(self) -> str:
        limits = {"depth": self.depth, "nodes": self.nodes, "seconds": self.seconds}
        text = "".join(
            f", {name}={format_number(value)}"
            for name, value in limits.items()
            if value is not None
        )
        return f"{type(self).__name__}({self.heuristic}{text})"

    def __repr__(self) -> str:
        return f"player({str(self)!r})"


class AlphaBeta(Searcher):
    """Alpha-beta search: to a depth, or deepening until the nodes or the seconds are used up.

    Limits can be combined; the first one reached stops it. The choice is that of the last finished
    iteration, and a decided game ends the search.

    >>> choice = AlphaBeta("ratio", nodes=15_000).choose(Position.from_moves("d4 b1"), seed=7)
    >>> choice.nodes, choice.depth
    (15000, 8)
    """

    _method = Method.ALPHA_BETA


class Minimax(Searcher):
    """Plain minimax to a depth, which looks at every position; other limits as in AlphaBeta.

    >>> Minimax("open").choose(Position.from_moves("d4 b1"), seed=7).nodes
    146
    """

    _method = Method.MINIMAX

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

    _method = Method.MINIMAX

    def __init__(self, heuristic: Spec) -> None:
        super().__init__(heuristic, depth=1)

    def __str__(self) -> str:
        return f"Greedy({self.heuristic})"
