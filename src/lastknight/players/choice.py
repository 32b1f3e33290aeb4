"""What every player has in common: it makes choices within limits, or forfeits.

Players that need something of their own for a game, such as a process, take a seat for it.
"""

from contextlib import AbstractContextManager
from dataclasses import dataclass
from math import isfinite
from typing import Protocol, runtime_checkable

from lastknight.errors import ArgumentError
from lastknight.notation import Square
from lastknight.position import Position

_MOST = {"depth": 128, "nodes": 10**18}


@dataclass(frozen=True, slots=True)
class Choice:
    """What a player chose, and what it took."""

    move: Square
    """The square it goes to, always a legal move."""
    score: float | None = None
    """What the last finished iteration says of the position; infinite once the game is decided,
    None when no iteration was finished."""
    depth: int = 0
    """How many plies that iteration looked ahead; 0 when none was finished."""
    nodes: int = 0
    """How many positions were looked at, the root not counted."""
    evaluations: int = 0
    """How often the heuristic was asked."""
    seconds: float = 0.0
    """How long it took."""
    line: tuple[Square, ...] = ()
    """The moves both sides are expected to make, this one first."""
    solved: bool = False
    """Whether the score is the result of the game, proved."""

    def spent(self) -> tuple[int, int, int, float, bool]:
        """What is added up over games: depth, nodes, evaluations, seconds, solved."""
        return self.depth, self.nodes, self.evaluations, self.seconds, self.solved


class Player(Protocol):
    """Something that chooses moves."""

    def choose(self, position: Position, *, seed: int = 0) -> Choice:
        """Choose a legal move of the player to move."""


def name_of(player: Player) -> str:
    """What a player is called: its text, or that of its class where it has none of its own."""
    kind = type(player)
    has_text = kind.__str__ is not object.__str__ or kind.__repr__ is not object.__repr__
    return str(player) if has_text else kind.__qualname__


class Seat(Player, Protocol):
    """A player for one game, with what it needs for that."""

    def output(self) -> str:
        """The first of what it printed in this game, as plain text."""


@runtime_checkable
class Seated(Protocol):
    """A player that needs something of its own for every game, such as a process."""

    @property
    def patience(self) -> float:
        """How long a move of it may be waited for, in seconds; it keeps its own, tighter clock."""

    def seat(self) -> AbstractContextManager[Seat]:
        """What chooses for it in one game."""


def check_limit(name: str, value: float | None) -> None:
    """Raises ArgumentError for a limit out of its range; None is no limit."""
    if value is None:
        return
    if name == "seconds":
        is_valid = isinstance(value, int | float) and isfinite(value) and value > 0
        wanted = "above 0"
    else:
        most = _MOST[name]
        is_valid = isinstance(value, int) and 1 <= value <= most
        wanted = f"a whole number from 1 to {most}"
    if isinstance(value, bool) or not is_valid:
        raise ArgumentError(f"{name} is {wanted}, got {value!r}")
