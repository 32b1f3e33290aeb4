"""The recipe of a file of labels: which games, which of their positions, and who labels them.

Two files of one recipe hold the same positions; one may only have more of them.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, fields
from itertools import combinations_with_replacement
from typing import Any, ClassVar

from pydantic import ConfigDict, TypeAdapter, ValidationError

from lastknight._core import Rng
from lastknight.errors import ArgumentError, show
from lastknight.matches.request import Start
from lastknight.notation import format_moves
from lastknight.players import Player, complete, player
from lastknight.position import Position
from lastknight.ranges import read_list
from lastknight.truth.verdicts import reach_of

STRONG = ("AlphaBeta(reach(k=3), nodes=2000)", "AlphaBeta(improved, nodes=2000)")
"""The default players: each plays itself and every other."""
PARTS = ("train", "validation", "test")
"""The parts of a split, in the order of their numbers."""
TENTHS = (8, 1, 1)
"""How many tenths of the opening classes each part gets."""
SOLVER = "solver"
"""Who labels positions within the solver's reach."""

_MOST_SOLVED = 64
_EXPERT = "Expert(nodes=20000)"
# Proofs of positions with more blank squares take too long.
_MOST_BLANK = 42
_MOST_PLIES = 8
# Shorter openings of random moves on boards with fewer squares: the games are short.
_SMALL = 25


@dataclass(frozen=True, kw_only=True)
class LabelRecipe:
    """Which positions to label, and how.

    Raises ArgumentError for values out of range and for players that need Python.
    """

    __pydantic_config__: ClassVar = ConfigDict(extra="forbid")

    start: Start = field(default_factory=Position)
    seed: int = 1
    players: tuple[str, ...] = STRONG
    """Specs of players that the core plays."""
    opening_plies: tuple[int, ...] = ()
    """Lengths of the random openings, in equal shares; by default 2 and 6, on small boards 2."""
    first_ply: int = 0
    """The first ply to draw; 0 for a fifth of the squares, or where proofs become quick."""
    last_ply: int = 0
    """The last ply to draw; 0 for the last one that half of the games reach."""
    labelled_by: str = ""
    """`solver`, or the spec of a player whose scores decide; by default the solver up to 64
    squares, and Expert beyond its reach."""
    solver_nodes: int = 0
    """Node limit of a proof; 0 for none up to 49 squares, else a million."""
    strays: int = 0
    """Most random moves between a position of a game and the one to label, each number in equal
    shares: searches evaluate positions that no good game has."""
    has_ends: bool = False
    """Whether to label positions in which a move ends the game too."""
    played_on_by: tuple[str, ...] = ()
    """An attacker and a defender, who play on from every position; empty if nobody does."""

    def __post_init__(self) -> None:
        object.__setattr__(self, "start", Position.read(self.start))
        for name in ("players", "played_on_by"):
            listed = read_list(name, getattr(self, name), of="players")
            object.__setattr__(self, name, tuple(map(str, listed)))
        squares = self.start.width * self.start.height
        quick = max(squares // 5, squares - _MOST_BLANK)
        is_solved = squares <= _MOST_SOLVED
        for name, value in (
            ("opening_plies", (2,) if squares < _SMALL else (2, 6)),
            ("first_ply", max(2, quick if is_solved else squares // 5)),
            ("labelled_by", SOLVER if is_solved else _EXPERT),
        ):
            if not getattr(self, name):
                object.__setattr__(self, name, value)
        self._check_numbers(squares)
        if self.played_on_by and len(self.played_on_by) != 2:
            raise ArgumentError(
                "an attacker and a defender play on, so name two players; got "
                f"{len(self.played_on_by)}"
            )
        judges = [] if self.is_proved else [self.labelled_by]
        for spec in (*self.players, *judges, *self.played_on_by):
            if complete(player(spec)).native() is None:
                raise ArgumentError(f"{spec} needs Python; only native players can make labels")
        if not self.is_proved and not complete(player(self.labelled_by)).limit.given:
            raise ArgumentError(f"{self.labelled_by} gives no scores; labels need a search")

    def _check_numbers(self, squares: int) -> None:
        if not self.players:
            raise ArgumentError("labels need at least one player to play the games")
        for plies in self.opening_plies:
            if type(plies) is not int or not 2 <= plies <= _MOST_PLIES:
                raise ArgumentError(
                    f"an opening must have 2 to {_MOST_PLIES} plies here, got {plies!r}"
                )
        last = max(2, squares)  # without a second square, there is no opening either
        for name, value, least, most in (
            ("seed", self.seed, 0, 2**64 - 1),
            ("first_ply", self.first_ply, 2, last),
            ("last_ply", self.last_ply or last, self.first_ply, last),
            ("solver_nodes", self.solver_nodes, 0, 10**18),
            ("strays", self.strays, 0, squares),
        ):
            if type(value) is not int or not least <= value <= most:
                raise ArgumentError(
                    f"{name} must be a whole number from {least} to {most} here, got {show(value)}"
                )

    @property
    def is_proved(self) -> bool:
        """Whether the labels are proved."""
        return self.labelled_by == SOLVER

    @property
    def proof_nodes(self) -> int | None:
        """The node limit of a proof; None for no limit."""
        return self.solver_nodes or reach_of(self.start)

    def series(self) -> list[tuple[Player, Player, int]]:
        """Who plays whom, from openings of how many plies: each in equal shares."""
        made = [player(spec) for spec in self.players]
        pairings = list(combinations_with_replacement(made, 2))
        return [(a, b, plies) for plies in self.opening_plies for a, b in pairings]

    def part_of(self, opening: int) -> int:
        """The number of the part that an opening class is in, from the class's hash and the seed.

        >>> recipe = LabelRecipe()
        >>> {recipe.part_of(opening) for opening in range(100)} == {0, 1, 2}
        True
        """
        tenth = Rng(self.seed, stream=opening).below(10)
        return int(tenth >= TENTHS[0]) + int(tenth >= TENTHS[0] + TENTHS[1])

    def as_json(self) -> dict[str, Any]:
        """The recipe as plain data."""
        data: dict[str, Any] = TypeAdapter(LabelRecipe).dump_python(self, mode="json")
        return data

    @classmethod
    def from_json(cls, data: Mapping[str, object]) -> LabelRecipe:
        """Read what `as_json` writes.

        Raises ArgumentError for other data.

        >>> LabelRecipe.from_json(LabelRecipe(seed=7).as_json()) == LabelRecipe(seed=7)
        True
        """
        try:
            return TypeAdapter(cls).validate_python(data)
        except ValidationError as error:
            raise ArgumentError(f"not a recipe: {error.errors()[0]['msg']}") from None

    def difference(self, other: LabelRecipe) -> str:
        """The first field in which two recipes differ, in words; empty if they are equal.

        >>> LabelRecipe(seed=1).difference(LabelRecipe(seed=2))
        'seed 1, not 2'
        """
        for one in fields(self):
            own, its = getattr(self, one.name), getattr(other, one.name)
            if own != its:
                name = "board" if one.name == "start" else one.name.replace("_", " ")
                return f"{name} {_describe_value(own)}, not {_describe_value(its)}"
        return ""


def describe_start(start: Position) -> str:
    """A start in words: size and blocked squares of an empty board, else the whole position.

    >>> describe_start(Position(5, 6)), describe_start(Position(3, 4, blocked="a1 c4"))
    ('5x6', '3x4 without a1 c4')
    """
    if start != Position(start.width, start.height, blocked=start.blocked):
        return str(start)
    size = f"{start.width}x{start.height}"
    return f"{size} without {format_moves(start.blocked)}" if start.blocked else size


def _describe_value(value: object) -> str:
    if isinstance(value, Position):
        return describe_start(value)
    return ", ".join(map(str, value)) if isinstance(value, tuple) else str(value)
