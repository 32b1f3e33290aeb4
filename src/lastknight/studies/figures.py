"""Figures: a number of ours next to the seed's, and how far they are apart in standard errors.

A win rate of pairs on random openings has an error by pairs; where the players place their knights
themselves, and for the seeds, whose pairs are not known, it is the binomial error of the games. To
counts one of each kind is added first, so that no error is 0.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict, dataclass
from math import hypot, sqrt
from statistics import fmean, stdev

from lastknight.matches.tally import Tally


@dataclass(frozen=True, slots=True)
class Figure:
    """One number of a study."""

    part: str
    measure: str
    """win rate, ratio or depth."""
    round: int
    """From 1 on; 0 for all rounds together."""
    player: str
    opponent: str
    """Empty for all opponents together."""
    value: float
    error: float | None
    games: int
    """Of ours behind the value."""
    wins: int | None = None
    """Of ours, for a win rate."""
    seed_value: float | None = None
    seed_error: float | None = None
    seed_games: int | None = None
    seed_wins: int | None = None

    @property
    def difference(self) -> float | None:
        """Ours less the seed's, in standard errors: over the root of both errors' squares.

        >>> Figure("A", "depth", 0, "x", "", 9.5, 0.3, 100, None, 9.0, 0.4).difference
        1.0
        """
        if self.seed_value is None or self.error is None or self.seed_error is None:
            return None
        return (self.value - self.seed_value) / hypot(self.error, self.seed_error)

    def as_json(self) -> dict[str, object]:
        """The same as plain data, with the difference."""
        return {**asdict(self), "difference": self.difference}


def game_error(wins: int, games: int) -> float:
    """The standard error of a win rate by games, as if each were a new one.

    >>> round(game_error(50, 100), 3), round(game_error(10, 10), 3)
    (0.05, 0.087)
    """
    rate = (wins + 1) / (games + 2)
    return sqrt(rate * (1 - rate) / games)


def pair_error(tally: Tally) -> float:
    """The standard error of a win rate by pairs.

    >>> round(pair_error(Tally(ww=30, split=40, ll=30)), 3)
    0.039
    """
    ww, split, ll = tally.ww + 1, tally.split + 1, tally.ll + 1
    pairs = ww + split + ll
    rate = (ww + split / 2) / pairs
    return sqrt(((ww + split / 4) / pairs - rate * rate) / tally.pairs)


def pooled_error(errors: Sequence[float]) -> float:
    """The standard error of the mean of rates that rest on as many games each.

    >>> round(pooled_error([0.1] * 4), 3)
    0.05
    """
    return hypot(*errors) / len(errors)


def mean_error(values: Sequence[float]) -> float | None:
    """The standard error of a mean, by the spread of the values; None for a single one.

    >>> round(mean_error([1.0, 1.1, 1.2, 1.3]), 3)
    0.065
    """
    return stdev(values, fmean(values)) / sqrt(len(values)) if len(values) > 1 else None
