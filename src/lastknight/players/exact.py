"""Players that prove what they can: Perfect on boards the solver commands, Expert on any."""

from dataclasses import dataclass
from math import inf
from time import perf_counter

from lastknight import _core
from lastknight.errors import ArgumentError
from lastknight.heuristics.heuristic import format_number
from lastknight.players.choice import Choice, check_limit
from lastknight.position import Position
from lastknight.solving.perfect import choose_perfect


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
            check_limit(name, value)
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
