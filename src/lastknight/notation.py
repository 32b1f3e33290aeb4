"""Text for squares and lists of moves, in pairs of parse and format.

The text of a position is the position's own: `str(position)` and `Position.parse`.
"""

from collections.abc import Iterable, Sequence

from lastknight._core import format_square, parse_square
from lastknight.errors import NotationError, show

__all__ = ["Square", "format_moves", "format_square", "parse_moves", "parse_square"]

Square = tuple[int, int]
"""A square as (row, column), row 0 at the top."""


def parse_moves(text: str) -> list[Square]:
    """Read squares separated by white space.

    Raises NotationError, naming the first part that is not a square.

    >>> parse_moves("d4 b1")
    [(3, 3), (0, 1)]
    """
    if not isinstance(text, str):
        raise NotationError(f"expected moves as text, such as 'd4 b1', got {show(text)}")
    return [parse_square(word) for word in text.split()]


def format_moves(moves: Iterable[str | Sequence[int]]) -> str:
    """Write squares as text, separated by spaces.

    Raises NotationError for anything that is not a square.

    >>> format_moves([(3, 3), (0, 1)])
    'd4 b1'
    """
    if isinstance(moves, str):
        moves = parse_moves(moves)
    if not isinstance(moves, Iterable):
        raise NotationError(f"expected a list of squares, got {show(moves)}")
    return " ".join(format_square(move) for move in moves)
