"""Lookup tables of the course's board, one set for each board size.

Squares are numbered column by column, as in the course; 3 rows and 4 columns are

    0  3  6  9       the first entries of `_board_state`
    1  4  7 10       are the cells in this order
    2  5  8 11
"""

from collections.abc import Callable
from functools import cache
from random import getrandbits
from typing import Any

Square = tuple[int, int]

STEPS = ((-2, -1), (-2, 1), (-1, -2), (-1, 2), (1, -2), (1, 2), (2, -1), (2, 1))


class Shape:
    """The tables of one board size, shared by its boards; moves come shuffled or in fixed order."""

    def __init__(self, width: int, height: int, *, is_shuffled: bool) -> None:
        self.width, self.height, self.is_shuffled = width, height, is_shuffled
        self.squares = tuple((row, column) for column in range(width) for row in range(height))
        """All squares by index."""
        self.steps: dict[Any, tuple[Any, ...]] = {
            index: self._steps_from(*square) for index, square in enumerate(self.squares)
        }
        """For each square index, the squares a knight's move away: index, square, index, ..."""
        self.draw: Callable[[int], int] = getrandbits if is_shuffled else _unshuffled
        """Returns a number of random bits, which encode an order; -1 keeps the order."""

    def __reduce__(self) -> tuple[Callable[..., "Shape"], tuple[int, int, bool]]:
        return shape_of, (self.width, self.height, self.is_shuffled)

    def _steps_from(self, row: int, column: int) -> tuple[Any, ...]:
        squares = [(row + down, column + right) for down, right in STEPS]
        return tuple(
            part
            for square in squares
            if 0 <= square[0] < self.height and 0 <= square[1] < self.width
            for part in (square[0] + square[1] * self.height, square)
        )


def _unshuffled(_bits: int) -> int:
    return -1


@cache
def shape_of(width: int, height: int, is_shuffled: bool) -> Shape:
    """The tables of a board size, made once."""
    return Shape(width, height, is_shuffled=is_shuffled)
