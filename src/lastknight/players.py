"""Players: things that choose moves, by the position and the seed alone.

A player is a value with a spec in text: `AlphaBeta(ratio, nodes=15000)`. What a search does is the
core's business.
"""

import ast
from collections.abc import Callable
from dataclasses import dataclass, replace
from math import inf, isfinite
from time import perf_counter
from typing import ClassVar, Protocol

from lastknight import _core
from lastknight._core import Method, Rng
from lastknight.errors import ArgumentError, NotationError
from lastknight.heuristics import Heuristic, read_heuristic
from lastknight.heuristics import heuristic as make_heuristic
from lastknight.heuristics.heuristic import format_number
from lastknight.notation import Square
from lastknight.perfection import choose_perfect
from lastknight.position import Position
from lastknight.spec import Expression, did_you_mean, parse_expression, read_keywords, read_number

Spec = str | Heuristic | Callable[[Position, int], float]


@dataclass(frozen=True, slots=True)
class Choice:
    """What a player chose, and what it took."""

    move: Square
    """The square it goes to, always a legal move."""
    score: float | None = None
    """What the last finished iteration says of the position; infinite once the game is decided,
    None when no iteration was finished."""
    depth: int = 0
    """How many plies that iteration looked ahead; 0 when none was finished."""
    nodes: int = 0
    """How many positions were looked at, the root not counted."""
    evaluations: int = 0
    """How often the heuristic was asked."""
    seconds: float = 0.0
    """How long it took."""
    line: tuple[Square, ...] = ()
    """The moves both sides are expected to make, this one first."""
    solved: bool = False
    """Whether the score is the result of the game, proved."""

    def spent(self) -> tuple[int, int, int, float, bool]:
        """What is added up over games: depth, nodes, evaluations, seconds, solved."""
        return self.depth, self.nodes, self.evaluations, self.seconds, self.solved


class Player(Protocol):
    """Something that chooses moves."""

    def choose(self, position: Position, *, seed: int = 0) -> Choice:
        """Choose a legal move of the player to move."""


def name_of(player: Player) -> str:
    """What a player is called: its text, or that of its class where it has none of its own."""
    kind = type(player)
    has_text = kind.__str__ is not object.__str__ or kind.__repr__ is not object.__repr__
    return str(player) if has_text else kind.__qualname__


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
            _check_limit(name, value)
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


@dataclass(frozen=True, repr=False)
class Perfect:
    """A player that never loses a won position on boards the solver commands.

    In a lost position it plays where the opponent can go wrong most easily; beyond the solver's
    reach it plays as an Expert does.

    >>> Perfect().choose(Position.from_moves("d4 e6")).score
    inf
    """

    def choose(self, position: Position, *, seed: int = 0) -> Choice:  # noqa: ARG002
        """Choose by the position alone.

        Raises ArgumentError when the game is over.
        """
        if position.is_over:
            raise ArgumentError("the game is over: there is no move to choose")
        start = perf_counter()
        move, winner, nodes = choose_perfect(position)
        is_solved = winner is not None
        score = inf if winner == position.to_move else -inf
        return Choice(
            move,
            score=score if is_solved else None,
            depth=len(position.blank) if is_solved else 0,
            nodes=nodes,
            seconds=perf_counter() - start,
            line=(move,),
            solved=is_solved,
        )

    def __str__(self) -> str:
        return "Perfect"

    def __repr__(self) -> str:
        return f"player({str(self)!r})"


@dataclass(frozen=True, init=False, repr=False)
class Expert:
    """The strongest search there is for any board: alpha-beta that proves what it can.

    >>> Expert(nodes=10_000).choose(Position.from_moves("d4 b1", width=11, height=9)).nodes
    10000
    """

    nodes: int | None
    """How many positions it looks at, at the most."""
    seconds: float | None
    """How long it takes at the most."""

    def __init__(self, *, nodes: int | None = None, seconds: float | None = None) -> None:
        if nodes is None and seconds is None:
            raise ArgumentError("Expert needs a limit: nodes or seconds")
        for name, value in (("nodes", nodes), ("seconds", seconds)):
            _check_limit(name, value)
            object.__setattr__(self, name, value)

    def choose(self, position: Position, *, seed: int = 0) -> Choice:  # noqa: ARG002
        """Choose by the position alone.

        Raises ArgumentError when the game is over.
        """
        start = perf_counter()
        move, score, depth, nodes, is_solved = _core.choose_expert(
            position, nodes=self.nodes, seconds=self.seconds
        )
        value = (inf if score > 0 else -inf) if is_solved else float(score)
        return Choice(
            move,
            score=value if depth or is_solved else None,
            depth=depth,
            nodes=nodes,
            seconds=perf_counter() - start,
            line=(move,),
            solved=is_solved,
        )

    def __str__(self) -> str:
        limits = {"nodes": self.nodes, "seconds": self.seconds}
        given = (f"{name}={format_number(value)}" for name, value in limits.items() if value)
        return f"Expert({', '.join(given)})"

    def __repr__(self) -> str:
        return f"player({str(self)!r})"


_SEARCHERS: dict[str, type[Searcher]] = {
    "AlphaBeta": AlphaBeta,
    "Greedy": Greedy,
    "Minimax": Minimax,
}
_LIMITS = ("depth", "nodes", "seconds")
_MOST = {"depth": 128, "nodes": 10**18}


def player(spec: str) -> Player:
    """Make a player from its spec.

    Raises NotationError for other text, ArgumentError for a limit out of its range.

    >>> player("Minimax(open, depth=3)")
    player('Minimax(open, depth=3)')
    """
    expression = parse_expression(spec, what="a player")
    match expression.tree:
        case ast.Name(id="Random") | ast.Call(func=ast.Name(id="Random"), args=[], keywords=[]):
            return Random()
        case ast.Name(id="Perfect") | ast.Call(func=ast.Name(id="Perfect"), args=[], keywords=[]):
            return Perfect()
        case ast.Name(id="Expert"):
            raise NotationError("Expert needs a limit: Expert(nodes=100000)")
        case ast.Call(func=ast.Name(id="Expert"), args=[]) as call:
            return _read_expert(call)
        case ast.Call(func=ast.Name(id=name)) as call if name in _SEARCHERS:
            return _read_searcher(_SEARCHERS[name], call, expression)
        case ast.Name(id=name) if name in _SEARCHERS:
            raise NotationError(f"{name} needs a heuristic: {name}(improved{_example(name)})")
        case ast.Name(id=name) | ast.Call(func=ast.Name(id=name)):
            known = ["Random", "Perfect", "Expert", *_SEARCHERS]
            hint = did_you_mean(name, known)
            raise NotationError(f"unknown player {name!r}{hint} Known are {', '.join(known)}")
    raise NotationError(f"not a player: {spec!r}; one is written AlphaBeta(improved, nodes=15000)")


def _read_searcher(kind: type[Searcher], call: ast.Call, expression: Expression) -> Player:
    name = kind.__name__
    if len(call.args) != 1:
        raise NotationError(f"{name} takes one heuristic: {name}(improved{_example(name)})")
    keywords = read_keywords(call)
    limits = () if kind is Greedy else _LIMITS
    for key in keywords:
        if key not in limits:
            takes = ", ".join(limits) if limits else "no limit"
            raise NotationError(f"{name} takes {takes}, not {key!r}")
    numbers = {key: read_number(node, what=f"{key} of {name}") for key, node in keywords.items()}
    return kind(read_heuristic(call.args[0], expression), **numbers)  # type: ignore[arg-type]


def _read_expert(call: ast.Call) -> Player:
    keywords = read_keywords(call)
    for key in keywords:
        if key not in ("nodes", "seconds"):
            raise NotationError(f"Expert takes nodes, seconds, not {key!r}")
    numbers = {key: read_number(node, what=f"{key} of Expert") for key, node in keywords.items()}
    return Expert(**numbers)  # type: ignore[arg-type]


def _example(name: str) -> str:
    return "" if name == "Greedy" else ", depth=3"


def _check_limit(name: str, value: float | None) -> None:
    if value is None:
        return
    if name == "seconds":
        is_valid = isinstance(value, int | float) and isfinite(value) and value > 0
        wanted = "above 0"
    else:
        most = _MOST[name]
        is_valid = isinstance(value, int) and 1 <= value <= most
        wanted = f"a whole number from 1 to {most}"
    if isinstance(value, bool) or not is_valid:
        raise ArgumentError(f"{name} is {wanted}, got {value!r}")
