"""SPSA, simultaneous perturbation stochastic approximation, as engine testers use it.

One iteration moves all parameters at once a little up or down, at random, lets the point that
results play the point opposite to it, and goes a step towards the winner. However many parameters
there are, an iteration costs the same games. Points are numbers from 0 to 1; nothing here knows
games.

Several runs from different starts share the budget. Their mean is the result, and how far they
end apart says what it is worth: runs that a parameter means nothing to stay where they began.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import sqrt

from lastknight._core import Rng
from lastknight.stats import Estimate
from lastknight.stats.distributions import t_quantile

RUNS = 4
# A random stream of its own, far from those of games and openings.
_STREAM = 2**62
# Starts of the runs, in any order, as distances from the start that was asked for.
_AROUND = (-0.25, -0.25 / 3, 0.25 / 3, 0.25)
# Spall's exponents: how fast steps and probes shrink; and the part of the pairs that steps wait.
_ALPHA, _GAMMA, _WAIT = 0.602, 0.101, 0.1
# The last probe goes this part of the range up and down: games are few and noisy here, so probes
# are far wider than those of chess engines.
_LAST_PROBE = 0.15
# The last step for one decided pair, as a part of the probe, if a run has this many pairs.
_LAST_RATE, _USUAL_PAIRS = 0.07, 1000

Point = tuple[float, ...]


@dataclass(frozen=True, slots=True)
class Gains:
    """How far probes and steps go, by the pairs that a run has played."""

    pairs: int
    """Pairs of the whole run."""

    def probe(self, played: float) -> float:
        """How far up and down from a point its probes are."""
        return _LAST_PROBE * float((self.pairs / max(played, 1.0)) ** _GAMMA)

    def rate(self, played: float) -> float:
        """The step for each pair that one probe won more than the other, as a part of the probe."""
        wait = _WAIT * self.pairs
        last = _LAST_RATE * sqrt(_USUAL_PAIRS / self.pairs)
        slope = float(((wait + self.pairs) / (wait + max(played, 1.0))) ** _ALPHA)
        return last * slope * (_LAST_PROBE / self.probe(played)) ** 2


@dataclass(frozen=True, slots=True)
class Probes:
    """The two points that play each other in an iteration of one run."""

    up: Point
    down: Point


class Spsa:
    """A search for the best point: ask for `probes`, play them, and `step` with the results.

    `least_probes` are the shortest probes of each parameter; whole numbers need one.

    >>> search = Spsa((0.5,), iterations=10, pairs=8, seed=1)
    >>> for _ in range(10):  # whoever is nearer to 0.8 wins five pairs more
    ...     search.step([5 if abs(0.8 - p.up[0]) < abs(0.8 - p.down[0]) else -5
    ...                  for p in search.probes()])
    >>> search.is_over, round(search.spread(0).value, 1)
    (True, 0.8)
    """

    def __init__(
        self,
        start: Sequence[float],
        *,
        iterations: int,
        pairs: int,
        seed: int,
        least_probes: Sequence[float] | None = None,
    ) -> None:
        self.iterations = iterations
        self.pairs = pairs
        """Pairs of each run in each iteration."""
        self._least = tuple(least_probes or [0.0] * len(start))
        self._gains = Gains(iterations * pairs)
        self._rng = Rng(seed, stream=_STREAM)
        self.paths = [[point] for point in _starts(start, self._rng)]
        """The points of each run, its start first."""
        self._signs = self._draw_signs()

    @property
    def iteration(self) -> int:
        """How many iterations are done."""
        return len(self.paths[0]) - 1

    @property
    def is_over(self) -> bool:
        """Whether all iterations are done."""
        return self.iteration >= self.iterations

    def probes(self) -> list[Probes]:
        """What each run plays in this iteration."""
        return [
            Probes(self._moved(path[-1], signs, 1), self._moved(path[-1], signs, -1))
            for path, signs in zip(self.paths, self._signs, strict=True)
        ]

    def step(self, leads: Sequence[int]) -> None:
        """Finish the iteration: how many pairs the upper probe of each run won more than it lost.

        No step is longer than its probe, so that one lucky batch cannot throw a run away.
        """
        rate = self._gains.rate(self._played)
        for path, signs, lead in zip(self.paths, self._signs, leads, strict=True):
            share = min(max(rate * lead, -1.0), 1.0)
            path.append(self._moved(path[-1], signs, share))
        self._signs = self._draw_signs()

    def ends(self) -> list[Point]:
        """Where each run ended: the mean of the second half of its path."""
        half = [path[(len(path) - 1) // 2 :] for path in self.paths]
        return [
            tuple(sum(values) / len(path) for values in zip(*path, strict=True)) for path in half
        ]

    def spread(self, parameter: int) -> Estimate:
        """The mean of the runs' ends in one parameter, with a 95 % interval from their spread."""
        return spread_of([end[parameter] for end in self.ends()])

    @property
    def _played(self) -> float:
        """Pairs of a run up to the middle of this iteration."""
        return (self.iteration + 0.5) * self.pairs

    def _moved(self, point: Point, signs: Sequence[int], share: float) -> Point:
        """The point moved by a share of the probe, and kept inside the ranges."""
        probe = self._gains.probe(self._played)
        return tuple(
            min(max(value + share * sign * max(probe, least), 0.0), 1.0)
            for value, sign, least in zip(point, signs, self._least, strict=True)
        )

    def _draw_signs(self) -> list[list[int]]:
        return [[2 * self._rng.below(2) - 1 for _ in self._least] for _ in range(RUNS)]


def spread_of(ends: Sequence[float]) -> Estimate:
    """The mean of some runs' ends with its 95 % interval, by Student's t.

    >>> spread_of([0.4, 0.5, 0.5, 0.6]).through(lambda value: round(value, 2))
    Estimate(value=0.5, low=0.37, high=0.63)
    """
    count, mean = len(ends), sum(ends) / len(ends)
    variance = sum((end - mean) ** 2 for end in ends) / (count - 1)
    reach = t_quantile(0.95, count - 1) * sqrt(variance / count)
    return Estimate(mean, mean - reach, mean + reach)


def _starts(start: Sequence[float], rng: Rng) -> list[Point]:
    """A start for each run around the one asked for: a Latin square, so that no two agree."""
    columns = []
    for value in start:
        around = list(_AROUND)
        for place in range(len(around) - 1, 0, -1):
            other = rng.below(place + 1)
            around[place], around[other] = around[other], around[place]
        columns.append([min(max(value + distance, 0.0), 1.0) for distance in around])
    return list(zip(*columns, strict=True))
