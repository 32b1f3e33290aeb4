"""What an opening is, and all openings of a length: counted, and found by their rank.

Ranks number the move sequences in the order of squares. Decks and lists of openings are elsewhere.
"""

from collections.abc import Iterator
from dataclasses import dataclass

from lastknight._core import Rng
from lastknight.errors import ArgumentError, show
from lastknight.notation import Square, format_moves
from lastknight.position import Position

MOST_PLIES = 8
"""The most plies of random and census openings."""
# Counting shorter sequences takes less time than looking the count up.
_KEPT_PLIES = 6


@dataclass(frozen=True, slots=True)
class Opening:
    """Moves from a start, and the position they lead to."""

    moves: tuple[Square, ...]
    position: Position

    @property
    def canonical(self) -> Position:
        """Equal for openings that are mirror images of each other."""
        return self.position.canonical()

    def __str__(self) -> str:
        return format_moves(self.moves)


class OpeningTree:
    """Counts move sequences; counts of large subtrees are kept, and mirror images share theirs."""

    def __init__(self) -> None:
        self._counts: dict[tuple[Position, int], int] = {}
        self._branches: dict[tuple[Position, int], list[tuple[Square, Position, int]]] = {}

    def count(self, position: Position, plies: int) -> int:
        """Number of move sequences of this length from a position."""
        if plies < _KEPT_PLIES:
            return position.perft(plies)
        key = (position.canonical(), plies)
        if key not in self._counts:
            counts = (below for _, _, below in self.branches(key[0], plies))
            self._counts[key] = sum(counts)
        return self._counts[key]

    def branches(self, position: Position, plies: int) -> list[tuple[Square, Position, int]]:
        """Each move, the position after it, and the number of sequences that begin with it."""
        found = self._branches.get((position, plies))
        if found is None:
            found = []
            for move in position.legal_moves():
                after = position.play(move)
                found.append((move, after, self.count(after, plies - 1)))
            if plies >= _KEPT_PLIES or position.location(2) is None:  # few, with many moves
                self._branches[position, plies] = found
        return found

    def opening(self, start: Position, plies: int, rank: int) -> Opening:
        """The opening with this rank among all move sequences of this length."""
        position = start
        moves: list[Square] = []
        for left in range(plies, 0, -1):
            move, position, rank = self._descend(position, left, rank)
            moves.append(move)
        return Opening(tuple(moves), position)

    def _descend(self, position: Position, plies: int, rank: int) -> tuple[Square, Position, int]:
        """The first move of the sequence with this rank, the position after it, the rank there."""
        for move, after, below in self.branches(position, plies):
            if rank < below:
                return move, after, rank
            rank -= below
        raise AssertionError("a rank is below the number of sequences")


def lazily_shuffled(count: int, rng: Rng) -> Iterator[int]:
    """The numbers below `count` in random order, lazily.

    A Fisher-Yates shuffle that stores only the places it has touched.
    """
    moved: dict[int, int] = {}
    for left in range(count, 0, -1):
        place = rng.below(left)
        yield moved.get(place, place)
        moved[place] = moved.pop(left - 1, left - 1)


def check_plies(plies: int) -> None:
    """Raise ArgumentError for a number of plies that random and census openings cannot have."""
    if isinstance(plies, bool) or not isinstance(plies, int) or not 0 <= plies <= MOST_PLIES:
        raise ArgumentError(f"an opening must have 0 to {MOST_PLIES} plies, got {show(plies)}")
