"""Many comparisons with a few looks each: who leaves as decided, with one error rate for all.

Each look may spend its share of alpha, and the shares add up to 1. A p-value divided by the share
of its look is therefore valid however often a comparison was looked at, and whichever looks were
left out. Holm's procedure over these keeps the chance of any false "better" or "worse" below
alpha. The interval of a comparison is given at the level of its own verdict, so it excludes 0
exactly where the verdict is "better" or "worse".
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from math import sqrt

import numpy.typing as npt

from lastknight.errors import ArgumentError
from lastknight.stats.arguments import check_between, check_count, check_number
from lastknight.stats.clusters import clustered_p_value, clustered_pairs
from lastknight.stats.distributions import normal_below, normal_quantile
from lastknight.stats.estimate import Estimate
from lastknight.stats.words import Word


@dataclass(frozen=True, slots=True)
class Look:
    """A look at a comparison, once this many pairs were played."""

    pairs: int
    share: float
    """The part of alpha that it may spend."""


def plan_looks(pairs: Sequence[int]) -> tuple[Look, ...]:
    """Looks after these numbers of pairs.

    After a fraction t of all pairs, t^2 of alpha may be spent: early looks catch what is obvious,
    and the last one keeps most of the power.

    >>> [look.share for look in plan_looks([500, 1000])]
    [0.25, 0.75]
    """
    if not pairs or any(one >= two for one, two in pairwise(pairs)):
        raise ArgumentError(f"looks must be increasing numbers of pairs, got {list(pairs)}")
    spent = [(check_count("pairs", one) / pairs[-1]) ** 2 for one in pairs]
    return tuple(
        Look(one, now - before)
        for one, now, before in zip(pairs, spent, [0.0, *spent], strict=False)
    )


def chance_to_decide(
    elo: float, error: float, *, last_error: float, bound: float, equivalence: float
) -> float:
    """The chance that a comparison is decided at its last look, given what is known now.

    `error` is the standard error now, `last_error` then; `bound` how many of them 0 must be away.

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
    """For the looks and for all comparisons."""
    level: float
    """The two-sided error rate of the interval."""


@dataclass(slots=True)
class _Member:
    counts: npt.ArrayLike
    share: float
    p_value: float
    """Divided by the share of its look."""
    decision: Decision | None = None


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
        """Note the (WW, split, LL) of each opening that one comparison has at a look."""
        p_value = clustered_p_value(counts)
        self._members[number] = _Member(counts, look.share, min(1.0, p_value / look.share))

    def settle(self) -> list[int]:
        """Decide what can be decided on the newest looks: which comparisons leave now."""
        left = self._reject()
        for number, member in self._members.items():
            if member.decision is None:
                found = self._open_decision(member)
                low, high = found.elo.low, found.elo.high
                if low is not None and high is not None and max(-low, high) < self.equivalence:
                    member.decision = Decision(
                        "equivalent", found.elo, found.p_adjusted, found.level
                    )
                    left.append(number)
        return left

    def decision(self, number: int) -> Decision:
        """What is known of a comparison: its decision, or why there is none yet."""
        member = self._members[number]
        return member.decision or self._open_decision(member)

    def bound(self, number: int, look: Look | None = None) -> float:
        """How many standard errors away 0 must be, now or at another look."""
        share = self._members[number].share if look is None else look.share
        return normal_quantile(1 - share * self.alpha / max(1, self._rest()))

    @property
    def undecided(self) -> list[int]:
        """The comparisons that have not left."""
        return [
            number
            for number in range(self._size)
            if number not in self._members or self._members[number].decision is None
        ]

    def _reject(self) -> list[int]:
        """Holm's steps: the smallest p-value first, each against those not yet rejected."""
        left = []
        open_members = [item for item in self._members.items() if item[1].decision is None]
        for number, member in sorted(open_members, key=lambda item: item[1].p_value):
            rest = self._rest()
            if member.p_value * rest > self.alpha:
                break
            level = member.share * self.alpha / rest
            elo = clustered_pairs(member.counts, confidence=1 - level).elo
            word: Word = "better" if elo.low is not None and elo.low > 0 else "worse"
            member.decision = Decision(word, elo, min(1.0, member.p_value * rest), level)
            left.append(number)
        return left

    def _rest(self) -> int:
        """How many comparisons are not shown to differ; equivalence frees no alpha."""
        shown = sum(
            member.decision is not None and member.decision.word in ("better", "worse")
            for member in self._members.values()
        )
        return self._size - shown

    def _open_decision(self, member: _Member) -> Decision:
        rest = self._rest()
        level = member.share * self.alpha / rest
        elo = clustered_pairs(member.counts, confidence=1 - level).elo
        return Decision("inconclusive", elo, min(1.0, member.p_value * rest), level)
