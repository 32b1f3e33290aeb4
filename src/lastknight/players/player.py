"""What a player is: anything that chooses moves, and what else matches need to know about it.

A player needs only `choose`. Matches use `complete(player)`, which fills in defaults for everything
else; no other module looks at the kind of a player.
"""

from __future__ import annotations

from contextlib import AbstractContextManager, nullcontext
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
    """A player with everything that matches need; a subclass must only define `choose`."""

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
        """The user's functions and classes that it runs."""
        return [] if type(self).__module__.startswith("lastknight.") else [type(self)]

    def sources(self) -> Sources:
        """The user's code that it runs."""
        return Sources.of(self.codes())

    @property
    def patience(self) -> float | None:
        """How many seconds to wait for a move if it has its own clock, else None."""
        return None

    def seat(self) -> AbstractContextManager[Seat]:
        """Itself in one game, with whatever it needs for that."""
        return nullcontext(self)

    def output(self) -> str:
        """What it printed in a game: nothing, unless its seat records it."""
        return ""


@dataclass(frozen=True)
class _Adapted(CompletePlayer):
    """A user's player that has only `choose`."""

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
    """The player itself if it has everything that matches need, else with defaults for the rest.

    >>> class First:
    ...     def choose(self, position, *, seed=0):
    ...         return Choice(position.legal_moves()[0])
    >>> complete(First()).native() is None
    True
    """
    return player if isinstance(player, CompletePlayer) else _Adapted(player)


def name_of(player: Player) -> str:
    """A player's name: its text, or its class name if it defines no text.

    Half a character, as in the path of a file whose name is not UTF-8, is spelled out: names are
    stored and printed.
    """
    kind = type(player)
    has_text = kind.__str__ is not object.__str__ or kind.__repr__ is not object.__repr__
    name = str(player) if has_text else kind.__qualname__
    return name.encode("utf-8", "backslashreplace").decode()
