"""Multiple comparisons: Holm's adjustment, and rank sets from adjusted p-values."""

import sys
from collections.abc import Sequence
from dataclasses import dataclass

from lastknight.errors import ArgumentError
from lastknight.ranges import read_list
from lastknight.stats.arguments import (
    check_between,
    check_confidence,
    check_count,
    check_number,
    check_p_values,
    check_positive,
)

_LARGEST = sys.float_info.max


@dataclass(frozen=True, slots=True)
class RankSet:
    """The ranks a player may hold, from the best to the worst.

    >>> str(RankSet(2, 4))
    '2nd to 4th'
    """

    best: int
    """The highest possible rank, 1 being the top."""
    worst: int
    """The lowest possible rank."""

    def __post_init__(self) -> None:
        best, worst = check_positive("best", self.best), check_positive("worst", self.worst)
        if best > worst:
            raise ArgumentError(f"ranks start at 1, best before worst; got {best}, {worst}")

    def __str__(self) -> str:
        if self.best == self.worst:
            return ordinal(self.best)
        return f"{ordinal(self.best)} to {ordinal(self.worst)}"


def holm(p_values: Sequence[float]) -> list[float]:
    """Holm's adjusted p-values, in the order given.

    All claims with an adjusted p-value of at most 0.05 are true together with 95 % confidence,
    however the comparisons depend on each other.

    >>> holm([0.01, 0.04, 0.03])
    [0.03, 0.06, 0.06]
    """
    values = check_p_values(p_values)
    adjusted = [1.0] * len(values)
    running = 0.0
    for place, position in enumerate(sorted(range(len(values)), key=values.__getitem__)):
        running = max(running, min(1.0, (len(values) - place) * values[position]))
        adjusted[position] = running
    return adjusted


def holm_confidences(p_values: Sequence[float], *, confidence: float = 0.95) -> list[float]:
    """The confidence of each interval at which it agrees with its adjusted p-value.

    An interval that inverts the test excludes 0 at this confidence exactly when the adjusted
    p-value is at most 1 - `confidence`.

    >>> [round(one, 4) for one in holm_confidences([0.01, 0.04, 0.03])]
    [0.9833, 0.9667, 0.975]
    """
    level = 1 - check_confidence(confidence)
    return [
        1 - level * (p / adjusted if adjusted else 1 / len(p_values))
        for p, adjusted in zip(p_values, holm(p_values), strict=True)
    ]


def rank_sets(
    values: Sequence[float], p_values: Sequence[Sequence[float]], level: float = 0.05
) -> list[RankSet]:
    """The ranks each player may hold, from adjusted p-values of all pairwise comparisons.

    A player ranks below all players shown to be better and above all shown to be worse; any other
    order is possible. The rank sets are simultaneously valid if the comparisons are.

    >>> p_values = [[1, 0.001, 0.001], [0.001, 1, 0.4], [0.001, 0.4, 1]]
    >>> [str(ranks) for ranks in rank_sets([90, 20, 0], p_values)]
    ['1st', '2nd to 3rd', '2nd to 3rd']
    """
    values = [
        check_number("a value", value, low=-_LARGEST, high=_LARGEST)
        for value in read_list("values", values, of="numbers")
    ]
    count = len(values)
    level = check_between("level", level, low=0, high=1)
    rows = read_list("p_values", p_values, of="rows")
    p_values = [read_list("a row of p_values", row, of="numbers") for row in rows]
    if len(p_values) != count or any(len(row) != count for row in p_values):
        raise ArgumentError(f"p_values needs a row and a column for each of the {count} players")
    table = [check_p_values(row) for row in p_values]
    sets = []
    for one in range(count):
        shown = [other for other in range(count) if table[one][other] <= level]
        above = sum(values[other] > values[one] for other in shown)
        below = sum(values[other] < values[one] for other in shown)
        sets.append(RankSet(1 + above, count - below))
    return sets


def ordinal(place: int) -> str:
    """An ordinal number.

    >>> [ordinal(place) for place in (1, 2, 3, 4, 11, 12, 21, 112)]
    ['1st', '2nd', '3rd', '4th', '11th', '12th', '21st', '112th']
    """
    place = check_count("place", place)
    is_teen = place % 100 in {11, 12, 13}
    return f"{place}{'th' if is_teen else {1: 'st', 2: 'nd', 3: 'rd'}.get(place % 10, 'th')}"
