"""Openings: short move sequences that games start from, each played from both sides.

The game is never over after an opening.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import islice
from pathlib import Path

from lastknight._core import Rng
from lastknight.errors import ArgumentError, IllegalMove, NotationError
from lastknight.notation import Square, format_moves, parse_moves
from lastknight.position import Position

# Openings are drawn from their own random stream, far from those of the games.
STREAM = 2**63
_MOST_PLIES = 8
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


def random_openings(start: Position, plies: int, count: int, *, seed: int) -> list[Opening]:
    """Draw openings without repetition, every move sequence of this length equally likely.

    Once all have been drawn they are drawn again in another order, so their counts differ by at
    most one. Raises ArgumentError if every game on the board is over after this many plies.

    >>> drawn = random_openings(Position(), 2, 2352, seed=1)
    >>> len({opening.moves for opening in drawn}), len({opening.canonical for opening in drawn})
    (2352, 315)
    """
    check_plies(plies)
    return list(islice(endless_openings(start, plies, seed=seed), count))


def endless_openings(start: Position, plies: int, *, seed: int) -> Iterator[Opening]:
    """The openings that `random_openings` draws, without end."""
    known: dict[int, Opening] = {}
    rng = Rng(seed, stream=STREAM)
    tree = _Tree()
    while True:
        is_over = True
        for rank in _shuffled(tree.count(start, plies), rng):
            opening = known.get(rank) or _opening_of_rank(tree, start, plies, rank)
            known[rank] = opening
            if not opening.position.is_over:
                is_over = False
                yield opening
        if is_over:
            raise ArgumentError(f"every game on this board is over after {plies} plies")


def census_openings(start: Position, plies: int) -> list[Opening]:
    """Every opening of this length once, without mirror images.

    >>> len(census_openings(Position(), 2))
    315
    """
    check_plies(plies)
    level = [Opening((), start)]
    for _ in range(plies):
        found: dict[Position, Opening] = {}
        for opening in level:
            for move in opening.position.legal_moves():
                after = Opening((*opening.moves, move), opening.position.play(move))
                found.setdefault(after.canonical, after)
        level = list(found.values())
    openings = [opening for opening in level if not opening.position.is_over]
    if not openings:
        raise ArgumentError(f"every game on this board is over after {plies} plies")
    return openings


def list_openings(start: Position, openings: Iterable[str | Iterable[Square]]) -> list[Opening]:
    """Openings given as moves, either text or squares.

    Raises IllegalMove or NotationError with the number of the opening, and ArgumentError if the
    game is over after an opening or the list is empty.

    >>> [str(opening) for opening in list_openings(Position(), ["d4 b1", [(3, 3), (0, 0)]])]
    ['d4 b1', 'd4 a1']
    """
    found = []
    for number, given in enumerate(openings, 1):
        try:
            moves = tuple(parse_moves(given) if isinstance(given, str) else given)
            position = start
            for move in moves:
                position = position.play(move)
        except (IllegalMove, NotationError) as error:
            raise type(error)(f"opening {number}: {error}") from None
        except TypeError:
            raise NotationError(f"opening {number}: not a list of moves: {given!r}") from None
        if position.is_over:
            raise ArgumentError(f"opening {number}: the game is over after {format_moves(moves)}")
        found.append(Opening(moves, position))
    if not found:
        raise ArgumentError("the list of openings is empty")
    return found


def read_openings(start: Position, path: Path) -> list[Opening]:
    """Openings from a file: moves such as `d4 b1` on each line; # starts a comment.

    Raises as `list_openings` does.
    """
    try:
        text = path.read_text(encoding="utf-8-sig")
    except UnicodeDecodeError:
        raise NotationError(f"{path} is not a list of openings: not text") from None
    lines = (line.partition("#")[0].strip() for line in text.splitlines())
    return list_openings(start, [line for line in lines if line])


class _Tree:
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

    def descend(self, position: Position, plies: int, rank: int) -> tuple[Square, Position, int]:
        """The first move of the sequence with this rank, the position after it, the rank there."""
        for move, after, below in self.branches(position, plies):
            if rank < below:
                return move, after, rank
            rank -= below
        raise AssertionError("a rank is below the number of sequences")


def _opening_of_rank(tree: _Tree, start: Position, plies: int, rank: int) -> Opening:
    """The opening with this rank among all move sequences in the order of squares."""
    position = start
    moves: list[Square] = []
    for left in range(plies, 0, -1):
        move, position, rank = tree.descend(position, left, rank)
        moves.append(move)
    return Opening(tuple(moves), position)


def _shuffled(count: int, rng: Rng) -> Iterator[int]:
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
    if isinstance(plies, bool) or not isinstance(plies, int) or not 0 <= plies <= _MOST_PLIES:
        raise ArgumentError(f"an opening has 0 to {_MOST_PLIES} plies, got {plies!r}")
