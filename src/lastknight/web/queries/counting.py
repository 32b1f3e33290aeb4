"""What each heuristic of the catalogue counts, as parts with their squares.

The values themselves are the core's; here is only what they are made of, and a test compares.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cached_property
from math import hypot, nan

from lastknight.heuristics import heuristic
from lastknight.notation import Square
from lastknight.position import Position

Numbers = Mapping[str, float]
"""The parameters of a heuristic."""


@dataclass(frozen=True)
class Part:
    """Something that was counted: what, how it goes into the value, how much, and where."""

    label: str
    sign: str
    number: float
    squares: tuple[Square, ...] = ()
    player: int | None = None
    """Whose it is; None where it belongs to both."""


@dataclass(frozen=True)
class Sight:
    """A position as one player sees it."""

    position: Position
    player: int

    @property
    def other(self) -> int:
        """The opponent."""
        return 3 - self.player

    def moves(self, player: int) -> tuple[Square, ...]:
        """The legal moves of a player, whoever is to move."""
        return tuple(self.position.legal_moves(player))

    def place(self, player: int) -> tuple[Square, ...]:
        """Where a player stands, if anywhere."""
        location = self.position.location(player)
        return () if location is None else (location,)

    def is_edge(self, square: Square) -> bool:
        """Whether a square is on the edge of the board."""
        row, column = square
        return row in (0, self.position.height - 1) or column in (0, self.position.width - 1)

    @cached_property
    def blank(self) -> frozenset[Square]:
        """The squares that are free."""
        return frozenset(self.position.blank)

    def reach(self, player: int, moves: int) -> tuple[Square, ...]:
        """The squares that a player can come to in so many moves, alone on the board."""
        found = set(self.moves(player))
        edge = set(found)
        for _ in range(moves - 1):
            edge = {to for square in edge for to in _steps(square) if to in self.blank} - found
            if not edge:
                break
            found |= edge
        return tuple(sorted(found))

    def steps_from(self, square: Square) -> int:
        """How many moves a square has on an empty board."""
        height, width = self.position.height, self.position.width
        return sum(0 <= row < height and 0 <= column < width for row, column in _steps(square))


def count_parts(name: str, numbers: Numbers, sight: Sight) -> list[Part]:
    """What a heuristic of the catalogue counts for a player."""
    return _COUNTS[name](sight, numbers)


def _steps(square: Square) -> list[Square]:
    row, column = square
    jumps = ((1, 2), (2, 1))
    return [
        (row + down * a, column + right * b)
        for a, b in jumps
        for down in (-1, 1)
        for right in (-1, 1)
    ]


def _own(sight: Sight, times: float = 1, sign: str = "+") -> Part:
    moves = sight.moves(sight.player)
    return Part(_times("own moves", times), sign, times * len(moves), moves, sight.player)


def _opp(sight: Sight, times: float = 1, sign: str = "-") -> Part:
    moves = sight.moves(sight.other)
    return Part(_times("the opponent's moves", times), sign, times * len(moves), moves, sight.other)


def _times(label: str, times: float) -> str:
    return label if times == 1 else f"{label}, times {times:g}"


def _center(sight: Sight, _: Numbers) -> list[Part]:
    place = sight.place(sight.player)
    height, width = sight.position.height, sight.position.width
    number = sum((height / 2 - row) ** 2 + (width / 2 - column) ** 2 for row, column in place)
    return [Part("squared distance from the middle", "+", number, place, sight.player)]


def _center_weighted(sight: Sight, _: Numbers) -> list[Part]:
    middle = (sight.position.width // 2, sight.position.height // 2)
    own, opp = (middle in sight.place(player) for player in (sight.player, sight.other))
    return [_own(sight, 2 if own else 1), _opp(sight, 2 if opp else 1)]


def _blank_ratio(sight: Sight, _: Numbers) -> list[Part]:
    blanks = len(sight.blank)
    own, opp = _own(sight), _opp(sight)
    return [
        Part("own moves / blank squares", "+", own.number / blanks, own.squares, own.player),
        Part("the opponent's / blank squares", "-", opp.number / blanks, opp.squares, opp.player),
    ]


def _edge_ratio(sight: Sight, _: Numbers) -> list[Part]:
    parts = []
    for player, sign, whose in ((sight.other, "+", "the opponent's"), (sight.player, "-", "own")):
        moves = sight.moves(player)
        edge = tuple(filter(sight.is_edge, moves))
        standing = tuple(filter(sight.is_edge, sight.place(player)))
        number = (len(edge) + len(standing)) / len(moves) if moves else 0.0
        parts.append(Part(f"part of {whose} moves to the edge", sign, number, edge, player))
    return parts


def _max_distance(sight: Sight, _: Numbers) -> list[Part]:
    places = sight.place(1) + sight.place(2)
    number = abs(sum(places[0]) - sum(places[1])) if len(places) == 2 else 0
    return [Part("difference of row + column", "+", number, places)]


def _outer(sight: Sight, _: Numbers) -> list[Part]:
    parts = []
    for player, sign, whose in ((sight.player, "+", "own"), (sight.other, "-", "the opponent's")):
        inner = tuple(square for square in sight.moves(player) if not sight.is_edge(square))
        parts.append(Part(f"{whose} moves off the edge", sign, len(inner), inner, player))
    return parts


def _value(sight: Sight, numbers: Numbers) -> list[Part]:
    parts = []
    for player, sign, times in ((sight.player, "+", 1.0), (sight.other, "-", numbers["weight"])):
        moves = sight.moves(player)
        worth = sum((sight.steps_from(square) / 8) ** numbers["power"] for square in moves)
        whose = "own" if player == sight.player else "the opponent's"
        label = _times(f"what {whose} moves are worth", times)
        parts.append(Part(label, sign, times * worth, moves, player))
    return parts


def _reach_own(sight: Sight, numbers: Numbers) -> list[Part]:
    return [_reached(sight, numbers, sight.player, "+")]


def _reach(sight: Sight, numbers: Numbers) -> list[Part]:
    opposite = _reached(sight, numbers, sight.other, "-")
    return [_reached(sight, numbers, sight.player, "+"), opposite]


def _reached(sight: Sight, numbers: Numbers, player: int, sign: str) -> Part:
    moves = int(numbers["k"]) + 1
    squares = sight.reach(player, moves)
    whose = "own" if player == sight.player else "the opponent's"
    return Part(f"squares within {moves} of {whose} moves", sign, len(squares), squares, player)


def _shared_moves(sight: Sight, _: Numbers) -> list[Part]:
    shared = tuple(sorted(set(sight.moves(1)) & set(sight.moves(2))))
    return [Part("squares that both can go to", "+", len(shared), shared)]


def _ratio(sight: Sight, _: Numbers) -> list[Part]:
    return [_own(sight), _opp(sight, sign="/")]


def _ratio_chase(sight: Sight, numbers: Numbers) -> list[Part]:
    places = sight.place(1) + sight.place(2)
    if len(places) < 2:
        return _ratio(sight, numbers)
    (row, column), (other_row, other_column) = places
    diagonal = hypot(sight.position.height - 1, sight.position.width - 1)
    number = hypot(row - other_row, column - other_column) / diagonal
    return [*_ratio(sight, numbers), Part("distance / diagonal", "-", number, places)]


def _longest_path(sight: Sight, numbers: Numbers) -> list[Part]:
    squares = sight.position.width * sight.position.height
    if 2 * len(sight.blank) > squares:
        return _ratio(sight, numbers)
    parts = []
    for player, sign, whose in ((sight.player, "+", "own"), (sight.other, "-", "the opponent's")):
        length = _path_alone(sight.position, player)
        reached = sight.reach(player, squares)
        parts.append(Part(f"{whose} longest walk alone", sign, length, reached, player))
    return parts


def _path_alone(position: Position, player: int) -> float:
    """How long a player can walk alone.

    The core tells only the difference of both. So the opponent is put where it has no move: on
    columns of gone squares that are added at the right.
    """
    if not position.legal_moves(player):
        return 0.0
    rows = str(position).split(":")[0].replace(str(3 - player), "x").split("/")
    if (position.width + 3) * position.height > 128:
        return nan
    rows = [
        row + ("xx" + str(3 - player) if number == 0 else "xxx") for number, row in enumerate(rows)
    ]
    alone = Position.parse("/".join(rows) + f":{player}")
    return heuristic("longest_path")(alone, player)


_COUNTS: dict[str, Callable[[Sight, Numbers], list[Part]]] = {
    "null": lambda _sight, _numbers: [],
    "open": lambda sight, _: [_own(sight)],
    "improved": lambda sight, _: [_own(sight), _opp(sight)],
    "center": _center,
    "center_weighted": _center_weighted,
    "blank_ratio": _blank_ratio,
    "edge_ratio": _edge_ratio,
    "max_distance": _max_distance,
    "outer": _outer,
    "value": _value,
    "reach": _reach,
    "reach_own": _reach_own,
    "shared_moves": _shared_moves,
    "ratio": _ratio,
    "longest_path": _longest_path,
    "ratio_chase": _ratio_chase,
}
