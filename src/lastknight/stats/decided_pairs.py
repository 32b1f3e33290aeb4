"""Decided pairs counted by opening as they arrive, and how much repeated openings are worth.

Sequential tests and live intervals are updated after every pair, so three running sums replace the
table of openings that `clusters` reads.
"""

from __future__ import annotations

from collections.abc import Iterable
from math import inf, sqrt

_TINY = 1e-300


class DecidedPairs:
    """The WW and LL so far, and how much their openings repeat.

    >>> once, thrice = DecidedPairs(), DecidedPairs()
    >>> for opening in range(12):
    ...     once.add(opening, is_won=opening < 8)
    ...     thrice.add(opening // 3, is_won=opening < 6)
    >>> once.design_effect(0.5), thrice.design_effect(0.5)
    (1.0, 4.0)
    """

    def __init__(self) -> None:
        self.ww = 0
        self.ll = 0
        self._counts: dict[int, tuple[int, int]] = {}
        # Sums over openings: WW squared, WW times decided pairs, decided pairs squared.
        self._squares = (0, 0, 0)

    @classmethod
    def of(cls, counts: Iterable[tuple[int, int]]) -> DecidedPairs:
        """Count the (WW, LL) of each opening."""
        found = cls()
        for opening, (ww, ll) in enumerate(counts):
            found._add(opening, ww, ll)
        return found

    def add(self, opening: int, *, is_won: bool) -> None:
        """Count a pair that was won twice, or lost twice."""
        self._add(opening, int(is_won), int(not is_won))

    def add_pairs(self, openings: Iterable[int], outcomes: Iterable[tuple[int, int]]) -> None:
        """Count pairs: the opening of each, and whether A won its first and its second game."""
        for opening, (first, second) in zip(openings, outcomes, strict=True):
            if first == second:
                self.add(opening, is_won=bool(first))

    def _add(self, opening: int, ww: int, ll: int) -> None:
        if not ww and not ll:
            return
        won, decided = self._counts.get(opening, (0, 0))
        now, all_ = won + ww, decided + ww + ll
        own, both, squares = self._squares
        self._squares = (
            own + now * now - won * won,
            both + now * all_ - won * decided,
            squares + all_ * all_ - decided * decided,
        )
        self._counts[opening] = now, all_
        self.ww += ww
        self.ll += ll

    def design_effect(self, *chances: float) -> float:
        """How many of these pairs are worth one pair on an opening of its own.

        This is the variance of the openings' sums over that of single pairs, if a decided pair is
        won with a probability from `chances`; the largest, if several are given. It is 1 while no
        opening repeats, and infinite with a single opening, which says nothing about others.
        """
        n, openings = self.ww + self.ll, len(self._counts)
        own, both, squares = self._squares
        if squares == n:
            return 1.0
        if openings == 1:
            return inf
        between = [
            (own - 2 * p * both + p * p * squares) / max(p * (1 - p), _TINY) for p in chances
        ]
        # It is at most that of openings whose pairs all end alike, which `squares` gives.
        return max(1.0, min(max(between), squares) / n * openings / (openings - 1))

    def live_design_effect(self) -> float:
        """The larger of the design effects at equal strength and at the share of WW so far."""
        n = self.ww + self.ll
        seen = [self.ww / n] if self.ww and self.ll else []
        return self.design_effect(0.5, *seen)

    @property
    def crowd(self) -> float:
        """The mean number of decided pairs on the opening of a decided pair, itself included."""
        n = self.ww + self.ll
        return self._squares[2] / n if n else 1.0

    def likeness(self, errors: float) -> float:
        """How alike pairs of one opening end: from 0, as if unrelated, to 1, always alike.

        It is also 0 if it is less than `errors` standard errors above 0: with few repeats it is
        mostly noise.
        """
        n, (own, both, squares) = self.ww + self.ll, self._squares
        if not (self.ww and self.ll) or squares == n:
            return 0.0
        p = self.ww / n
        excess = (own - 2 * p * both + p * p * squares) / (n * p * (1 - p)) - 1
        if excess < errors * sqrt(2 * (self.crowd - 1) / n):
            return 0.0
        return min(excess / (self.crowd - 1), 1.0)
