"""What a player is: anything that chooses moves, and what matches ask of it besides.

A player needs only `choose`. Matches ask more through `complete(player)`, which fills in defaults
for players that answer nothing else; no other module looks at the kind of a player.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager
from dataclasses import dataclass
from typing import TYPE_CHECKING, Protocol, Self

from lastknight.players.choice import Choice, Limit, OnDepth
from lastknight.players.sources import Sources

if TYPE_CHECKING:
    from lastknight import _core
    from lastknight.position import Position


class Player(Protocol):
    """Something that chooses moves."""

    def choose(self, position: Position, *, seed: int = 0) -> Choice:
        """Choose a legal move for the player to move."""


class Seat(Protocol):
    """A player in one game."""

    def choose(self, position: Position, *, seed: int = 0) -> Choice:
        """Choose a legal move for the player to move."""

    def output(self) -> str:
        """The beginning of what it printed in this game, as plain text."""


class CompletePlayer:
    """A player that answers everything a match asks; a subclass needs only `choose`."""

    def choose(
        self, position: Position, *, seed: int = 0, on_depth: OnDepth | None = None
    ) -> Choice:
        """Choose a legal move; players that deepen report each finished depth."""
        raise NotImplementedError

    def native(self) -> _core.NativePlayer | None:
        """The same player for the core, or None if it needs Python."""
        return None

    @property
    def limit(self) -> Limit:
        """What one choice may take."""
        return Limit()

    def with_limit(self, **limits: float | None) -> Self:  # noqa: ARG002
        """The same player with some of its limits replaced; itself if it takes no limits."""
        return self

    def expected_nodes(self) -> float:
        """Roughly how many nodes it searches for a move."""
        return 1.0

    def codes(self) -> list[object]:
        """The functions and classes of the user's that it runs."""
        return [] if type(self).__module__.startswith("lastknight.") else [type(self)]

    def sources(self) -> Sources:
        """The user's code that it runs."""
        return Sources.of(self.codes())

    @property
    def patience(self) -> float | None:
        """How long to wait for a move, in seconds, if it keeps a clock of its own; else None."""
        return None

    def seat(self) -> AbstractContextManager[Seat]:
        """Itself in one game, with whatever it needs for that."""
        return _plain_seat(self)


@dataclass(frozen=True)
class _Adapted(CompletePlayer):
    """A player of the user's that has only `choose`."""

    player: Player

    def choose(
        self,
        position: Position,
        *,
        seed: int = 0,
        on_depth: OnDepth | None = None,  # noqa: ARG002
    ) -> Choice:
        return self.player.choose(position, seed=seed)

    def codes(self) -> list[object]:
        return [type(self.player)]


def complete(player: Player) -> CompletePlayer:
    """The player with everything a match asks: itself, or with defaults where it lacks the rest.

    >>> class First:
    ...     def choose(self, position, *, seed=0):
    ...         return Choice(position.legal_moves()[0])
    >>> complete(First()).native() is None
    True
    """
    return player if isinstance(player, CompletePlayer) else _Adapted(player)


def name_of(player: Player) -> str:
    """What a player is called: its text, or the name of its class if it has no text of its own."""
    kind = type(player)
    has_text = kind.__str__ is not object.__str__ or kind.__repr__ is not object.__repr__
    return str(player) if has_text else kind.__qualname__


@dataclass(frozen=True)
class _PlainSeat:
    """A player that needs nothing of its own for a game."""

    player: CompletePlayer

    def choose(self, position: Position, *, seed: int = 0) -> Choice:
        return self.player.choose(position, seed=seed)

    def output(self) -> str:
        return ""


@contextmanager
def _plain_seat(player: CompletePlayer) -> Iterator[Seat]:
    yield _PlainSeat(player)
