"""The rules of knight's Isolation, written to be trusted at a glance rather than to be fast.

A position is its rows of characters and the player to move; everything else is worked out from
these whenever it is asked for. Heuristics and search are in the neighbouring modules.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import random
    from collections.abc import Callable, Iterable

Square = tuple[int, int]

BLANK = "."
BLOCKED = "x"
KNIGHT = {1: "1", 2: "2"}
OTHER = {1: 2, 2: 1}
MAX_SQUARES = 128

#       . A . B .
#       H . . . C      the eight steps of the knight K,
#       . . K . .      as (rows down, columns right)
#       G . . . D
#       . F . E .
STEPS = [(-2, -1), (-2, 1), (-1, 2), (1, 2), (2, 1), (2, -1), (1, -2), (-1, -2)]


@dataclass(frozen=True)
class Position:
    """Rows from the top, one character a square, and the player to move."""

    rows: tuple[str, ...]
    to_move: int

    @property
    def height(self) -> int:
        """The number of rows."""
        return len(self.rows)

    @property
    def width(self) -> int:
        """The number of columns."""
        return len(self.rows[0])

    @property
    def squares(self) -> list[Square]:
        """All squares, as (row, column), sorted."""
        return [(row, column) for row in range(self.height) for column in range(self.width)]

    @property
    def blank(self) -> list[Square]:
        """The squares a knight may still go to."""
        return self.squares_with(BLANK)

    @property
    def blocked(self) -> list[Square]:
        """The squares that are neither blank nor under a knight."""
        return self.squares_with(BLOCKED)

    @property
    def text(self) -> str:
        """The one line of text that the position is outside the process."""
        return "/".join(self.rows) + ":" + str(self.to_move)

    def cell(self, square: Square) -> str:
        """Return the character of the square."""
        row, column = square
        return self.rows[row][column]

    def squares_with(self, character: str) -> list[Square]:
        """List the squares that hold the character, sorted."""
        return [square for square in self.squares if self.cell(square) == character]

    def location(self, player: int) -> Square | None:
        """Return the square of the player's knight; None if it is unplaced."""
        found = self.squares_with(KNIGHT[player])
        return found[0] if found else None


def from_cells(width: int, height: int, cells: dict[Square, str], to_move: int) -> Position:
    """Make a position from the characters of its squares; squares not given are blank."""
    rows = tuple(
        "".join(cells.get((row, column), BLANK) for column in range(width)) for row in range(height)
    )
    return Position(rows, to_move)


def start(width: int, height: int, blocked: Iterable[Square] = ()) -> Position:
    return from_cells(width, height, dict.fromkeys(blocked, BLOCKED), to_move=1)


def parse(text: str) -> Position:
    """Return the position that prints as this text; ValueError if there is none."""
    board, colon, to_move = text.partition(":")
    rows = board.split("/")
    if colon != ":" or to_move not in ("1", "2"):
        raise ValueError(f"expected ':1' or ':2' at the end: {text!r}")
    if rows[0] == "" or any(len(row) != len(rows[0]) for row in rows):
        raise ValueError(f"expected rows of one length, at least 1: {text!r}")
    if any(character not in ".x12" for row in rows for character in row):
        raise ValueError(f"expected only . x 1 2 in the rows: {text!r}")
    if board.count("1") > 1 or board.count("2") > 1:
        raise ValueError(f"expected at most one knight of each player: {text!r}")
    if len(rows) * len(rows[0]) > MAX_SQUARES:
        raise ValueError(f"expected at most {MAX_SQUARES} squares: {text!r}")
    return Position(tuple(rows), int(to_move))


def steps_from(square: Square, width: int, height: int) -> list[Square]:
    """List the squares of an empty board that a knight on this square could go to."""
    row, column = square
    targets = [(row + down, column + right) for down, right in STEPS]
    return sorted((r, c) for r, c in targets if 0 <= r < height and 0 <= c < width)


def legal_moves(position: Position, player: int | None = None) -> list[Square]:
    """List the legal moves of a player (by default the one to move), sorted."""
    location = position.location(player or position.to_move)
    if location is None:
        return position.blank
    targets = steps_from(location, position.width, position.height)
    return [square for square in targets if position.cell(square) == BLANK]


def play(position: Position, square: Square) -> Position:
    """Move the player to move to the square; ValueError if it may not go there."""
    if square not in legal_moves(position):
        raise ValueError(f"{square} is not a legal move in {position.text}")
    cells = {s: position.cell(s) for s in position.squares}
    left = position.location(position.to_move)
    if left is not None:
        cells[left] = BLOCKED
    cells[square] = KNIGHT[position.to_move]
    return from_cells(position.width, position.height, cells, OTHER[position.to_move])


def is_over(position: Position) -> bool:
    return len(legal_moves(position)) == 0


def winner(position: Position) -> int | None:
    """Name the opponent of a player who must move and cannot; None while the game goes on."""
    return OTHER[position.to_move] if is_over(position) else None


def perft(position: Position, depth: int) -> int:
    """Count the move sequences of exactly this many plies."""
    if depth == 0:
        return 1
    return sum(perft(play(position, square), depth - 1) for square in legal_moves(position))


def symmetry_maps(width: int, height: int) -> list[Callable[[Square], Square]]:
    """List where each symmetry of the board sends a square; the identity is the first."""
    bottom, right = height - 1, width - 1
    maps: list[Callable[[Square], Square]] = [
        lambda s: (s[0], s[1]),
        lambda s: (s[0], right - s[1]),
        lambda s: (bottom - s[0], s[1]),
        lambda s: (bottom - s[0], right - s[1]),
    ]
    if width == height:
        maps += [
            lambda s: (s[1], s[0]),
            lambda s: (s[1], right - s[0]),
            lambda s: (bottom - s[1], s[0]),
            lambda s: (bottom - s[1], right - s[0]),
        ]
    return maps


def symmetries(position: Position) -> list[Position]:
    """List the images of the position under the symmetries of its board, itself first."""
    images = []
    for send in symmetry_maps(position.width, position.height):
        cells = {send(square): position.cell(square) for square in position.squares}
        images.append(from_cells(position.width, position.height, cells, position.to_move))
    return images


def canonical(position: Position) -> Position:
    """Return the image whose text is the smallest in ASCII order."""
    return parse(sorted(image.text for image in symmetries(position))[0])


def random_position(
    rng: random.Random, width: int, height: int, *, blocked_fraction: float = 0.0, plies: int
) -> Position:
    """Play random moves from the start, fewer than `plies` if the game ends before."""
    board = start(width, height)
    blocked = rng.sample(board.squares, int(blocked_fraction * len(board.squares)))
    position = start(width, height, blocked)
    for _ in range(plies):
        if is_over(position):
            break
        position = play(position, rng.choice(legal_moves(position)))
    return position


def scattered_position(
    rng: random.Random, width: int, height: int, *, blocked_fraction: float = 0.3
) -> Position:
    """Make any consistent position: squares blocked anywhere, knights anywhere or unplaced."""
    squares = start(width, height).squares
    cells = {s: BLOCKED if rng.random() < blocked_fraction else BLANK for s in squares}
    rng.shuffle(squares)
    for player in (1, 2):
        if squares and rng.random() < 0.8:
            cells[squares.pop()] = KNIGHT[player]
    return from_cells(width, height, cells, to_move=rng.choice([1, 2]))
