"""Counts of pairs and games between two players."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Tally:
    """How A did against B, in pairs: both games won, one each, both lost.

    Forfeits count as games like any other, and are also counted separately.

    >>> Tally(ww=3, split=5, ll=2) + Tally(ww=1)
    Tally(ww=4, split=5, ll=2, first_wins=0, a_forfeits=0, b_forfeits=0)
    """

    ww: int = 0
    split: int = 0
    ll: int = 0
    first_wins: int = 0
    """Games won by whoever made the first move after the opening."""
    a_forfeits: int = 0
    """Games that A lost by forfeit."""
    b_forfeits: int = 0
    """Games that B lost by forfeit."""

    @classmethod
    def of_wins(cls, a_won: bytes) -> Tally:
        """Count games that come in pairs: 1 for each game that A won, 0 for each it lost.

        A moves first in the first game of a pair, B in the second.

        >>> Tally.of_wins(bytes([1, 1, 1, 0, 0, 0]))
        Tally(ww=1, split=1, ll=1, first_wins=4, a_forfeits=0, b_forfeits=0)
        """
        firsts, seconds = a_won[::2], a_won[1::2]
        first, second, count = firsts.count(1), seconds.count(1), len(firsts)
        both = (int.from_bytes(firsts) & int.from_bytes(seconds)).bit_count()
        return cls(
            ww=both,
            split=first + second - 2 * both,
            ll=count - first - second + both,
            first_wins=first + count - second,
        )

    @property
    def pairs(self) -> int:
        """Number of pairs."""
        return self.ww + self.split + self.ll

    @property
    def games(self) -> int:
        """Number of games."""
        return 2 * self.pairs

    @property
    def wins(self) -> int:
        """Games that A won."""
        return 2 * self.ww + self.split

    @property
    def losses(self) -> int:
        """Games that A lost."""
        return 2 * self.ll + self.split

    def __add__(self, other: Tally) -> Tally:
        return Tally(
            self.ww + other.ww,
            self.split + other.split,
            self.ll + other.ll,
            self.first_wins + other.first_wins,
            self.a_forfeits + other.a_forfeits,
            self.b_forfeits + other.b_forfeits,
        )

    def swapped(self) -> Tally:
        """The same games from B's point of view."""
        return Tally(
            self.ll, self.split, self.ww, self.first_wins, self.b_forfeits, self.a_forfeits
        )
