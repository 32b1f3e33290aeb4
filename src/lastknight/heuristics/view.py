"""A position as one player sees it: the argument of a compiled heuristic.

Everything here is plain Python; machine_code.py compiles these very functions, so that a heuristic
returns the same number compiled and uncompiled. A square is its index, row * width + column:

    0  1  2      on a board three squares wide; a player
    3  4  5      who is not placed is at -1
"""

from __future__ import annotations

from dataclasses import dataclass
from math import sqrt
from operator import index
from typing import TYPE_CHECKING, Self

from lastknight.errors import ArgumentError, show

if TYPE_CHECKING:
    from collections.abc import Iterator

    from lastknight.position import Position

CAPACITY = 128
NOT_A_SQUARE = "not a square of the board; a player who is not placed is at -1"


class Squares:
    """A set of squares that never changes: `&`, `|`, `-`, `==`, `len`, `in`, and `for` in order.

    Raises IndexError for a number that cannot be the index of a square.

    >>> corners = Squares(0, 6, 42, 48)
    >>> len(corners), 6 in corners, list(corners - Squares(6))
    (4, True, [0, 42, 48])
    """

    __slots__ = ("_bits",)

    def __init__(self, *squares: int) -> None:
        self._bits = 0
        for square in squares:
            try:
                number = index(square)
            except TypeError:
                raise ArgumentError(
                    f"squares are whole numbers from 0, got {show(square)}"
                ) from None
            if not 0 <= number < CAPACITY:
                raise IndexError(NOT_A_SQUARE)
            self._bits |= 1 << number

    @classmethod
    def from_bits(cls, bits: int) -> Squares:
        """The set that has a square where the number has a 1."""
        squares = cls()
        squares._bits = bits
        return squares

    def to_bits(self) -> int:
        """The number that has a 1 where the set has a square."""
        return self._bits

    def __and__(self, other: Squares) -> Squares:
        return Squares.from_bits(self._bits & other._bits)

    def __or__(self, other: Squares) -> Squares:
        return Squares.from_bits(self._bits | other._bits)

    def __sub__(self, other: Squares) -> Squares:
        return Squares.from_bits(self._bits & ~other._bits)

    def __len__(self) -> int:
        return self._bits.bit_count()

    def __contains__(self, square: int) -> bool:
        return 0 <= square < CAPACITY and bool(self._bits >> square & 1)

    def __iter__(self) -> Iterator[int]:
        rest = self._bits
        while rest:
            yield (rest & -rest).bit_length() - 1
            rest &= rest - 1

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Squares) and self._bits == other._bits

    def __hash__(self) -> int:
        return hash(self._bits)

    def __repr__(self) -> str:
        return f"Squares({', '.join(map(str, self))})"


def moved_up(squares: Squares, by: int) -> Squares:
    """Every square with a larger index; those beyond the end are lost. `by` is not negative."""
    return Squares.from_bits(squares.to_bits() << by & (1 << CAPACITY) - 1)


def moved_down(squares: Squares, by: int) -> Squares:
    """Every square with a smaller index; those beyond the end are lost. `by` is not negative."""
    return Squares.from_bits(squares.to_bits() >> by)


def row_of(view: View, square: int) -> int:
    """The row of a square of the board."""
    return square // view.width


def steps_from(view: View, square: int) -> Squares:
    """The squares a knight's move away from a square of the board."""
    return view.spread(Squares(square))


@dataclass(frozen=True, slots=True)
class View:
    """A position as one player sees it: `own` is the player being evaluated, `opp` the opponent.

    A player's moves are the same whoever is to move. A player who is not placed can move to any
    blank square.

    >>> view = View.of(Position.from_moves("d4 b1"), 1)
    >>> view.own, view.opp, view.blanks, view.squares
    (8, 3, 47, 49)
    >>> view.own_location, list(view.opp_moves), view.distance(24, 1)
    (24, [10, 14, 16], 3.605551275463989)
    """

    own_moves: Squares
    """The squares the player can move to."""
    opp_moves: Squares
    """The squares the opponent can move to."""
    blank: Squares
    """The squares nobody has visited."""
    own_location: int
    """The player's square, -1 before placement."""
    opp_location: int
    """The opponent's square, -1 before placement."""
    width: int
    """The number of columns."""
    height: int
    """The number of rows."""
    player: int
    """The player being evaluated: 1 or 2."""
    to_move: int
    """The player to move: 1 or 2."""

    @classmethod
    def of(cls, position: Position, player: int) -> Self:
        """The position as the player, 1 or 2, sees it."""
        width = position.width

        def index(square: tuple[int, int] | None) -> int:
            return -1 if square is None else square[0] * width + square[1]

        return cls(
            own_moves=Squares(*map(index, position.legal_moves(player))),
            opp_moves=Squares(*map(index, position.legal_moves(3 - player))),
            blank=Squares(*map(index, position.blank)),
            own_location=index(position.location(player)),
            opp_location=index(position.location(3 - player)),
            width=width,
            height=position.height,
            player=player,
            to_move=position.to_move,
        )

    @property
    def own(self) -> int:
        """How many moves the player has."""
        return len(self.own_moves)

    @property
    def opp(self) -> int:
        """How many moves the opponent has."""
        return len(self.opp_moves)

    @property
    def blanks(self) -> int:
        """How many squares are blank."""
        return len(self.blank)

    @property
    def squares(self) -> int:
        """How many squares the board has."""
        return self.width * self.height

    @property
    def is_own_placed(self) -> bool:
        """Whether the player is on the board."""
        return self.own_location >= 0

    @property
    def is_opp_placed(self) -> bool:
        """Whether the opponent is on the board."""
        return self.opp_location >= 0

    @property
    def are_both_placed(self) -> bool:
        """Whether both players are on the board."""
        return self.own_location >= 0 and self.opp_location >= 0

    @property
    def edge(self) -> Squares:
        """The outermost squares of the board."""
        last_row = self.squares - self.width
        rows = Squares(*range(self.width), *range(last_row, self.squares))
        return (self._left | self._right | rows) & self._all

    # The core has these ready for compiled functions.

    @property
    def _all(self) -> Squares:
        """The squares of the board."""
        return Squares(*range(self.squares))

    @property
    def _left(self) -> Squares:
        """The first column, continued below the board."""
        return Squares(*range(0, CAPACITY, self.width))

    @property
    def _right(self) -> Squares:
        """The last column, continued below the board."""
        return Squares(*range(self.width - 1, CAPACITY, self.width))

    def row(self, square: int) -> int:
        """The row of a square, 0 at the top."""
        if not 0 <= square < self.squares:
            raise IndexError(NOT_A_SQUARE)
        return row_of(self, square)

    def column(self, square: int) -> int:
        """The column of a square, 0 on the left."""
        if not 0 <= square < self.squares:
            raise IndexError(NOT_A_SQUARE)
        return square - row_of(self, square) * self.width

    def square(self, row: int, column: int) -> int:
        """The square in a row and a column."""
        if not (0 <= row < self.height and 0 <= column < self.width):
            raise IndexError("the board has no such row or column")
        return row * self.width + column

    def distance(self, first: int, second: int) -> float:
        """The Euclidean distance between two squares."""
        down = self.row(first) - self.row(second)
        right = self.column(first) - self.column(second)
        return sqrt(down * down + right * right)

    def steps(self, square: int) -> Squares:
        """The squares a knight's move away, blank or not."""
        if not 0 <= square < self.squares:
            raise IndexError(NOT_A_SQUARE)
        return steps_from(self, square)

    def moves(self, square: int) -> Squares:
        """The blank squares a knight's move away: where a knight on the square could move."""
        return self.steps(square) & self.blank

    def spread(self, squares: Squares) -> Squares:
        """The squares a knight's move away from any of these, blank or not."""
        # A step to the side that leaves its row ends in the column on the other side.
        left, right = self._left, self._right
        east, west = moved_up(squares, 1) - left, moved_down(squares, 1) - right
        far_east, far_west = moved_up(east, 1) - left, moved_down(west, 1) - right
        near, far = east | west, far_east | far_west
        # Row by row: moving by two rows at once makes LLVM compile loops again for long rows.
        up = moved_down(moved_down(near, self.width) | far, self.width)
        down = moved_up(moved_up(near, self.width) | far, self.width)
        return (up | down) & self._all

    def reach(self, first_moves: Squares, moves: int) -> Squares:
        """The blank squares reachable in 1 to `moves` moves while the other player stands still."""
        reached = frontier = first_moves
        for _ in range(moves - 1):
            frontier = (self.spread(frontier) & self.blank) - reached
            if not frontier:
                break
            reached = reached | frontier
        return reached
