"""Openings: short move sequences that games start from, each played from both sides.

The game is never over after an opening.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

from lastknight._core import Rng
from lastknight.errors import ArgumentError, IllegalMove, NotationError
from lastknight.notation import Square, format_moves, parse_moves
from lastknight.position import Position

# Openings are drawn from their own random stream, far from those of the games.
_STREAM = 2**63
_MOST_PLIES = 8


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
    _check_plies(plies)
    drawn: list[Opening] = []
    known: dict[int, Opening] = {}
    rng = Rng(seed, stream=_STREAM)
    while len(drawn) < count:
        before = len(drawn)
        for rank in _shuffled(start.perft(plies), rng):
            opening = known.get(rank) or _opening_of_rank(start, plies, rank)
            known[rank] = opening
            if not opening.position.is_over:
                drawn.append(opening)
            if len(drawn) == count:
                break
        if len(drawn) == before:
            raise ArgumentError(f"every game on this board is over after {plies} plies")
    return drawn


def census_openings(start: Position, plies: int) -> list[Opening]:
    """Every opening of this length once, without mirror images.

    >>> len(census_openings(Position(), 2))
    315
    """
    _check_plies(plies)
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


def _opening_of_rank(start: Position, plies: int, rank: int) -> Opening:
    """The opening with this rank among all move sequences in the order of squares."""
    position = start
    moves: list[Square] = []
    for left in reversed(range(plies)):
        for move in position.legal_moves():
            after = position.play(move)
            below = after.perft(left)
            if rank < below:
                break
            rank -= below
        moves.append(move)
        position = after
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


def _check_plies(plies: int) -> None:
    if isinstance(plies, bool) or not isinstance(plies, int) or not 0 <= plies <= _MOST_PLIES:
        raise ArgumentError(f"an opening has 0 to {_MOST_PLIES} plies, got {plies!r}")
