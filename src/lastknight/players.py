"""Players: things that choose moves, by the position and the seed alone."""

from dataclasses import dataclass
from typing import Protocol

from lastknight._core import Rng
from lastknight.errors import ArgumentError
from lastknight.notation import Square
from lastknight.position import Position


@dataclass(frozen=True, slots=True)
class Choice:
    """What a player chose."""

    move: Square


class Player(Protocol):
    """Something that chooses moves."""

    def choose(self, position: Position, *, seed: int) -> Choice:
        """Choose a legal move of the player to move."""


@dataclass(frozen=True, slots=True)
class Random:
    """A player that plays any legal move, each equally likely.

    >>> position = Position.from_moves("d4 b1")
    >>> Random().choose(position, seed=7) == Random().choose(position, seed=7)
    True
    """

    def choose(self, position: Position, *, seed: int) -> Choice:
        """Choose a legal move by the seed alone.

        Raises ArgumentError when the game is over.
        """
        moves = position.legal_moves()
        if not moves:
            raise ArgumentError(f"player {position.to_move} has no legal move: the game is over")
        return Choice(move=moves[Rng(seed).below(len(moves))])
