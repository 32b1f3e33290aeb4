"""What more pairs on repeated openings will be worth, from the pairs so far.

Pairs on one opening may end alike, and the more often an opening is played, the more pairs share
it. If repeats end alike, the worth of all pairs together has a limit, however many are played.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import ceil

from lastknight.stats.decided_pairs import DecidedPairs

# Repeats count as new pairs unless they are more alike than chance by this many standard errors.
_SHOWN = 2.0


@dataclass(frozen=True, slots=True)
class Repeats:
    """How much is lost to repeated openings, pair by pair.

    The design effect of N pairs is 1 + (N - 1) loss, so they are never worth more than 1/loss.

    >>> deterministic = Repeats(loss=0.001)
    >>> round(deterministic.effective(1000)), deterministic.pairs_for(900)
    (500, 8992)
    >>> deterministic.pairs_for(1000) is None
    True
    """

    loss: float = 0.0
    """0 if every pair is as good as one on an opening of its own."""
    most: int | None = None
    """The most pairs that can be played; None if openings can be played again."""

    @classmethod
    def of(
        cls,
        decided: DecidedPairs,
        pairs: int,
        *,
        openings: int | None = None,
        most: int | None = None,
    ) -> Repeats:
        """Estimate the loss from the decided ones among `pairs` pairs, counted by opening.

        All pairs on a single opening are worth one: they say nothing about other openings.
        """
        if pairs < 2:
            return cls(most=most)
        if openings == 1:
            return cls(1.0, most)
        return cls(decided.likeness(_SHOWN) * (decided.crowd - 1) / (pairs - 1), most)

    def effective(self, pairs: float) -> float:
        """How many pairs on openings of their own this many pairs are worth."""
        return pairs / (1 + max(pairs - 1, 0) * self.loss)

    def pairs_for(self, effective: float) -> int | None:
        """How many pairs are worth this many on openings of their own; None if no number is."""
        if effective * self.loss >= 1:
            return None
        needed = ceil(effective * (1 - self.loss) / (1 - effective * self.loss))
        return needed if self.most is None or needed <= self.most else None
