"""Work for a runner, and what a runner is."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Protocol

from lastknight import _core
from lastknight.matches.chunks import Chunk
from lastknight.players import Player, complete
from lastknight.position import Position

GAMES_PER_PAIRING = 2**32


@dataclass(frozen=True)
class Work:
    """Consecutive pairs of one pairing to be played, each with its opening."""

    pairing: int
    a: Player
    b: Player
    first_pair: int
    openings: Sequence[Position]
    seed: int
    key: int | None = None
    """The number its random seeds come from, if it is not the pairing."""
    harvest: Harvest | None = None
    """What the worker derives from the games; the core must be able to play both players."""

    @property
    def first_job(self) -> int:
        """The number of the first game; every game's random seeds come from its number."""
        key = self.pairing if self.key is None else self.key
        return key * GAMES_PER_PAIRING + 2 * self.first_pair

    @property
    def is_native(self) -> bool:
        """Whether the core can play both players."""
        return all(complete(player).native() is not None for player in (self.a, self.b))

    @property
    def runs_code(self) -> bool:
        """Whether one of the players runs a user's code."""
        return any(complete(player).codes() for player in (self.a, self.b))

    def pieces(self, size: int) -> Iterator[Work]:
        """The same work in pieces of `size` pairs."""
        for start in range(0, len(self.openings), size):
            yield self.piece(start, size)

    def piece(self, start: int, size: int) -> Work:
        """`size` of the pairs, from `start` on."""
        openings = list(self.openings[start : start + size])  # a plan's are drawn on demand
        return replace(self, first_pair=self.first_pair + start, openings=openings)


class Harvest(Protocol):
    """Derives data from games where they are played, such as labels of their positions.

    The data of a game must depend on that game alone. A harvest is sent to other machines.
    """

    def __call__(self, work: Work, chunk: Chunk, stop: _core.StopFlag, /) -> bytes:
        """The data of a chunk, which holds all games of the work, in order."""


class Runner(Protocol):
    """Plays work, on this machine or elsewhere."""

    def __call__(
        self, works: Sequence[Work], /, *, move_seconds: float | None = None, kept_pairs: int = 0
    ) -> Iterator[Chunk]:
        """Play all the work and yield chunks as they finish, in any order.

        The first `kept_pairs` of every pairing keep every choice.
        """
