"""Work for a runner: pairs of one pairing that are still to be played; and what a runner is."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Protocol

from lastknight.matches.chunks import Chunk
from lastknight.players import Player, complete
from lastknight.position import Position

GAMES_PER_PAIRING = 2**32


@dataclass(frozen=True)
class Work:
    """The pairs from one on, each with its opening; A moves first in the first game of a pair."""

    pairing: int
    a: Player
    b: Player
    first_pair: int
    openings: Sequence[Position]
    seed: int
    key: int | None = None
    """What its random numbers are drawn for, where that is not the pairing."""

    @property
    def first_job(self) -> int:
        """The number of the first game, which its random numbers come from."""
        key = self.pairing if self.key is None else self.key
        return key * GAMES_PER_PAIRING + 2 * self.first_pair

    @property
    def is_native(self) -> bool:
        """Whether both players can be played without Python."""
        return all(complete(player).native() is not None for player in (self.a, self.b))

    def pieces(self, size: int) -> Iterator[Work]:
        """The same work in pieces of so many pairs."""
        for start in range(0, len(self.openings), size):
            yield self.piece(start, size)

    def piece(self, start: int, size: int) -> Work:
        """Some of the pairs."""
        return Work(
            self.pairing,
            self.a,
            self.b,
            self.first_pair + start,
            self.openings[start : start + size],
            self.seed,
            self.key,
        )


class Runner(Protocol):
    """Something that plays work, here or elsewhere."""

    def __call__(
        self, works: Sequence[Work], /, *, move_seconds: float | None = None, kept_pairs: int = 0
    ) -> Iterator[Chunk]:
        """Play all the work and yield chunks as they are finished, in any order.

        The first `kept_pairs` of every pairing keep every choice.
        """
