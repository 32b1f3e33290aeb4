"""Many comparisons with a few looks each: which are decided, with one error rate for all.

A comparison rejects at a look if its p-value is below the level of that look (`spending`), which
depends on how much all its looks together may err. Holm's procedure shares alpha out among the
comparisons that are not yet shown to differ, and so keeps the chance of any false "better" or
"worse" below alpha. The interval of a comparison is given at the level of its own verdict, so it
excludes 0 exactly where the verdict is "better" or "worse".
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from math import inf, sqrt

import numpy.typing as npt

from lastknight.errors import ArgumentError
from lastknight.stats.arguments import check_between, check_count, check_number
from lastknight.stats.clusters import clustered_p_value, clustered_pairs
from lastknight.stats.distributions import normal_below, normal_quantile
from lastknight.stats.estimate import Estimate
from lastknight.stats.spending import look_levels, spent_alpha
from lastknight.stats.words import Word


@dataclass(frozen=True, slots=True)
class Look:
    """A look at a comparison, after this many pairs."""

    pairs: int
    fractions: tuple[float, ...]
    """The pairs at this look and all before it, as fractions of those at the last planned look."""

    def level(self, alpha: float) -> float:
        """The p-value that rejects, if all looks together may err with probability alpha."""
        return look_levels(self.fractions, alpha)[-1]

    def alpha(self, p_value: float) -> float:
        """The smallest alpha with which a p-value rejects."""
        return spent_alpha(self.fractions, p_value)


def plan_looks(pairs: Sequence[int]) -> tuple[Look, ...]:
    """Looks after these numbers of pairs.

    >>> [round(look.level(0.05), 4) for look in plan_looks([500, 1000])]
    [0.0125, 0.0436]
    """
    if not pairs or any(one >= two for one, two in pairwise(pairs)):
        raise ArgumentError(f"looks must be increasing numbers of pairs, got {list(pairs)}")
    fractions = tuple(check_count("pairs", one) / pairs[-1] for one in pairs)
    return tuple(Look(one, fractions[:place]) for place, one in enumerate(pairs, 1))


def chance_to_decide(
    elo: float, error: float, *, last_error: float, bound: float, equivalence: float
) -> float:
    """The chance that a comparison is decided at its last look, given what is known now.

    `error` is the standard error now, `last_error` the one at the last look, and `bound` how many
    of the latter 0 must be away.

    >>> round(chance_to_decide(40, 12, last_error=8, bound=3, equivalence=30), 2)
    0.96
    >>> round(chance_to_decide(10, 12, last_error=8, bound=3, equivalence=30), 2)
    0.35
    """
    spread = sqrt(max(error**2 - last_error**2, 1e-9))
    far, near = bound * last_error, equivalence - bound * last_error
    decided = normal_below((elo - far) / spread) + normal_below((-elo - far) / spread)
    if near > 0:
        decided += normal_below((near - elo) / spread) - normal_below((-near - elo) / spread)
    return min(1.0, decided)


@dataclass(frozen=True, slots=True)
class Decision:
    """What the looks say about one comparison so far."""

    word: Word
    elo: Estimate
    """Pair-Elo with the interval at the level of the verdict."""
    p_adjusted: float
    """Adjusted for the looks and for all comparisons."""
    level: float
    """The two-sided error rate of the interval."""


@dataclass(slots=True)
class _Member:
    counts: npt.ArrayLike
    newest: Look
    p_value: float
    """At that look alone."""
    decision: Decision | None = None
    share: float = 0.0
    """How much all looks together may err; fixed by the decision."""


class Family:
    """Comparisons that are judged together, each on its newest look.

    >>> family = Family(2)
    >>> looks = plan_looks([200, 400])
    >>> family.look(0, looks[0], [[1, 0, 0]] * 60 + [[0, 1, 0]] * 120 + [[0, 0, 1]] * 20)
    >>> family.look(1, looks[0], [[1, 0, 0]] * 30 + [[0, 1, 0]] * 140 + [[0, 0, 1]] * 30)
    >>> family.settle()
    [0]
    >>> family.decision(0).word, family.decision(1).word
    ('better', 'inconclusive')
    """

    def __init__(self, size: int, *, alpha: float = 0.05, equivalence: float = 30.0) -> None:
        self.alpha = check_between("alpha", alpha, low=0, high=1)
        self.equivalence = check_number("equivalence", equivalence, low=0.1, high=1000)
        self._size = check_count("size", size)
        self._members: dict[int, _Member] = {}

    def look(self, number: int, look: Look, counts: npt.ArrayLike) -> None:
        """Record a comparison's (WW, split, LL) of each opening at a look."""
        self._members[number] = _Member(counts, look, clustered_p_value(counts))

    def settle(self) -> list[int]:
        """Decide what the newest looks allow; returns the comparisons decided just now."""
        left = self._reject()
        for number, member in self._members.items():
            if member.decision is None:
                elo = self._interval(member)
                low, high = elo.low, elo.high
                if low is not None and high is not None and max(-low, high) < self.equivalence:
                    self._decide(member, "equivalent")
                    left.append(number)
        return left

    def narrow(self, number: int, look: Look, counts: npt.ArrayLike) -> None:
        """Narrow the interval of a decided comparison at a later look; its word stays.

        The intervals of all looks are valid simultaneously, so their overlap is valid too.
        """
        member = self._members[number]
        before = member.decision
        assert before is not None
        level = look.level(member.share)
        found = clustered_pairs(counts, confidence=1 - level).elo
        adjusted = look.alpha(clustered_p_value(counts)) * self.alpha / member.share
        member.decision = replace(
            before,
            elo=_overlap(found, before.elo),
            p_adjusted=min(before.p_adjusted, adjusted),
            level=level,
        )

    def decision(self, number: int) -> Decision:
        """The decision on a comparison; "inconclusive", with its numbers, while there is none."""
        member = self._members[number]
        return member.decision or self._describe(member)

    def bound(self, number: int, look: Look | None = None) -> float:
        """How many standard errors away from the estimate 0 must be, now or at another look."""
        own = self._members[number].newest if look is None else look
        return normal_quantile(1 - own.level(self._share()))

    @property
    def undecided(self) -> list[int]:
        """The comparisons that are not decided yet."""
        return [
            number
            for number in range(self._size)
            if number not in self._members or self._members[number].decision is None
        ]

    def _reject(self) -> list[int]:
        """Holm's steps: the clearest difference first, each against those not yet rejected."""
        left: list[int] = []
        while True:
            found = [
                (member.p_value / self._level(member), number)
                for number, member in self._members.items()
                if member.decision is None
            ]
            clearest, number = min(found, default=(inf, -1))
            if clearest > 1:
                return left
            member = self._members[number]
            low = self._interval(member).low
            self._decide(member, "better" if low is not None and low > 0 else "worse")
            left.append(number)

    def _decide(self, member: _Member, word: Word) -> None:
        member.share = self._share()
        member.decision = replace(self._describe(member), word=word)

    def _rest(self) -> int:
        """How many comparisons are not shown to differ; equivalence frees no alpha."""
        shown = sum(
            member.decision is not None and member.decision.word in ("better", "worse")
            for member in self._members.values()
        )
        return self._size - shown

    def _describe(self, member: _Member) -> Decision:
        """The state of an undecided member, as an inconclusive decision."""
        p_adjusted = min(1.0, member.newest.alpha(member.p_value) * self._rest())
        return Decision("inconclusive", self._interval(member), p_adjusted, self._level(member))

    def _interval(self, member: _Member) -> Estimate:
        return clustered_pairs(member.counts, confidence=1 - self._level(member)).elo

    def _level(self, member: _Member) -> float:
        """The p-value below which an undecided member would be better or worse."""
        return member.newest.level(self._share())

    def _share(self) -> float:
        """How much all looks at an undecided member together may err."""
        return self.alpha / max(1, self._rest())


def _overlap(found: Estimate, before: Estimate) -> Estimate:
    """The new value with the overlap of both intervals; the earlier estimate if there is none."""
    lows = [low for low in (found.low, before.low) if low is not None]
    highs = [high for high in (found.high, before.high) if high is not None]
    low, high = max(lows, default=None), min(highs, default=None)
    if low is not None and high is not None and low > high:
        return before
    return Estimate(found.value, low, high)
