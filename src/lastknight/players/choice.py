"""A player's choice, and its limits."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

from lastknight import _core
from lastknight.errors import ArgumentError, show
from lastknight.heuristics.heuristic import format_number
from lastknight.notation import Square
from lastknight.ranges import MOST_SECONDS, check_seed, is_finite

_HIGHEST = {"depth": 128, "nodes": 10**18}


@dataclass(frozen=True, slots=True)
class Choice:
    """What a player chose, and what it took."""

    move: Square
    """The square it goes to, always a legal move."""
    score: float | None = None
    """The score of the last finished iteration; infinite once the game is decided, None if no
    iteration was finished."""
    depth: int = 0
    """The depth of that iteration in plies; 0 if none was finished."""
    nodes: int = 0
    """Positions visited, not counting the root."""
    evaluations: int = 0
    """Heuristic evaluations."""
    seconds: float = field(default=0.0, compare=False)
    """The CPU time it took."""
    line: tuple[Square, ...] = ()
    """The expected moves of both sides, beginning with this one."""
    solved: bool = False
    """Whether the score is the proved result of the game."""

    def spent(self) -> tuple[int, int, int, float, bool]:
        """What matches add up over games: depth, nodes, evaluations, seconds, solved."""
        return self.depth, self.nodes, self.evaluations, self.seconds, self.solved


OnDepth = Callable[[Choice], object]
"""Gets the choice of each finished depth; an exception it raises ends the search."""


def check_choice(position: object, seed: object) -> None:
    """Raise ArgumentError for a choice that no player can make: no position, or no seed."""
    if not isinstance(position, _core.Position):
        raise ArgumentError(f"a player chooses a move in a Position, got {show(position)}")
    check_seed(seed)


@dataclass(frozen=True, slots=True)
class Limit:
    """What one choice may take; the first limit reached stops a search, None is no limit.

    Raises ArgumentError for a value out of range.

    >>> str(Limit(depth=4, seconds=0.5))
    'depth=4, seconds=0.5'
    """

    depth: int | None = None
    nodes: int | None = None
    seconds: float | None = None

    def __post_init__(self) -> None:
        for name, value in self.given.items():
            if name == "seconds":
                is_valid = is_finite(value) and 0 < value <= MOST_SECONDS
                wanted = f"above 0, at most {MOST_SECONDS}"
            else:
                highest = _HIGHEST[name]
                is_valid = isinstance(value, int) and 1 <= value <= highest
                wanted = f"a whole number from 1 to {highest}"
            if isinstance(value, bool) or not is_valid:
                raise ArgumentError(f"{name} must be {wanted}, got {show(value)}")

    @property
    def given(self) -> dict[str, float]:
        """The limits that are set."""
        limits = {"depth": self.depth, "nodes": self.nodes, "seconds": self.seconds}
        return {name: value for name, value in limits.items() if value is not None}

    def __str__(self) -> str:
        return ", ".join(f"{name}={format_number(value)}" for name, value in self.given.items())
