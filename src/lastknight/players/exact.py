"""Perfect play: a player that proves who wins."""

from dataclasses import dataclass
from math import inf
from time import perf_counter

from lastknight.errors import ArgumentError
from lastknight.players.choice import Choice, OnDepth, check_choice
from lastknight.players.player import CompletePlayer
from lastknight.position import Position
from lastknight.solving.perfect import choose_perfect


@dataclass(frozen=True, repr=False)
class Perfect(CompletePlayer):
    """A player that never loses a won position on boards the solver can handle.

    In a lost position it plays where the opponent can most easily go wrong; beyond the solver's
    reach it plays like an Expert.

    >>> Perfect().choose(Position.from_moves("d4 e6")).score
    inf
    """

    def choose(
        self,
        position: Position,
        *,
        seed: int = 0,
        on_depth: OnDepth | None = None,  # noqa: ARG002
    ) -> Choice:
        """Choose a move, which depends only on the position.

        Raises ArgumentError when the game is over.
        """
        check_choice(position, seed)
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
