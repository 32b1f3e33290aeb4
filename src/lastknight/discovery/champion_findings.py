"""Findings about the champion's fit: learning curve, value of feature groups, weights in words.

The value of a group is how much the fit with all features gains over one without the group, in
games and in predicting the winners of the test positions.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field

import numpy as np
import numpy.typing as npt

from lastknight.discovery.champion import (
    ChampionFit,
    CountedLabels,
    Weights,
    attacker_chances,
    feature_names,
    score_weights,
)
from lastknight.discovery.label_arrays import Labels
from lastknight.discovery.linear_model import ROLES
from lastknight.discovery.recipe import PARTS
from lastknight.stats import Estimate, pair_elo

Play = Callable[[Weights, Weights], tuple[int, int, int]]

CURVE = (32, 16, 8, 4, 2)
"""The learning curve has fits to these parts of the positions, one in 32 and so on, and the whole
fit."""
_GROUP_PART = 8
"""Fits without a group of features use one in so many positions; they take time."""
_LEAST = 1000
"""Fits to fewer positions are meaningless."""
GROUPS: Mapping[str, Callable[[str], bool]] = {
    "how many moves each side has": lambda name: name.endswith(" moves"),
    "squares two moves away": lambda name: " in 2: " in name,
    "squares three moves away": lambda name: " in 3: " in name,
    "squares four moves away": lambda name: " in 4: " in name,
    "exits of squares": lambda name: name.endswith((": odd", ": two", ": four")),
    "squares that both reach": lambda name: name.startswith("shared "),
}
_EXITS = {"odd": 1, "two": 2, "four": 4}
_MOST_NAMED = 3
_FEW = 0.2
"""Counts that pull less than this share of the strongest are not described."""
_TIMES = {"2": "two", "3": "three", "4": "four"}


@dataclass(frozen=True)
class AreaPoint:
    """A fit to the first positions, and how well its evaluations tell who wins in the test part."""

    positions: int
    areas: Mapping[str, Estimate]
    """As in `score_weights`."""


@dataclass(frozen=True)
class GroupValue:
    """A fit without a group of features, or with all of them."""

    group: str
    """Empty for the fit with all features, to the same positions."""
    areas: Mapping[str, Estimate]
    pairs: tuple[int, int, int] = (0, 0, 0)
    """What the fit with all features won, split and lost against this one."""
    elo: Estimate = field(default_factory=lambda: Estimate(None, None, None))
    """Of the fit with all features over this one."""


@dataclass(frozen=True)
class Pull:
    """How an evaluation correlates with a count, among positions with equally many blanks."""

    role: str
    """Whose evaluation it is."""
    what: str
    value: float
    """The correlation of the count with the evaluation, which is high if the role does well."""


@dataclass(frozen=True)
class ChampionFindings:
    """All of it."""

    curve: tuple[AreaPoint, ...]
    groups: tuple[GroupValue, ...]
    pulls: tuple[Pull, ...]
    words: tuple[str, ...]
    """What each role's evaluation favours."""


def examine_fit(labels: Labels, fit: ChampionFit, weights: Weights, play: Play) -> ChampionFindings:
    """The findings about weights fitted to all labels except the test part.

    `play` plays two sets of weights against each other and returns the pairs that the first won,
    split and lost.
    """
    test = PARTS.index("test")
    known, tested = labels.select(labels.split != test), labels.select(labels.split == test)
    curve = [*_curve(known, tested, fit), AreaPoint(len(known), score_weights(tested, weights))]
    pulls = tuple(_pulls(tested, weights))
    return ChampionFindings(
        curve=tuple(curve),
        groups=tuple(_groups(known.select(slice(len(known) // _GROUP_PART)), tested, fit, play)),
        pulls=pulls,
        words=tuple(describe_pulls(role, pulls) for role in ROLES),
    )


def _curve(known: Labels, tested: Labels, fit: ChampionFit) -> Iterator[AreaPoint]:
    for part in CURVE:
        first = known.select(slice(len(known) // part))
        if len(first) >= _LEAST:
            yield AreaPoint(len(first), score_weights(tested, fit.weights(first)))


def _groups(known: Labels, tested: Labels, fit: ChampionFit, play: Play) -> Iterator[GroupValue]:
    """The fit with everything, then without each group."""
    if len(known) < _LEAST:
        return
    whole = fit.weights(known)
    yield GroupValue("", score_weights(tested, whole))
    for group, is_out in GROUPS.items():
        weights = fit.weights(known, leave_out=is_out)
        pairs = play(whole, weights)
        yield GroupValue(group, score_weights(tested, weights), pairs, pair_elo(pairs[0], pairs[2]))


def _pulls(tested: Labels, weights: Weights) -> Iterator[Pull]:
    quantities = count_quantities(tested)
    phases = 2 * tested.ply.astype(np.int64) + tested.is_attacker
    for role, sign in zip(ROLES, (1, -1), strict=True):
        values = _within(sign * attacker_chances(tested, weights, role), phases)
        for what, counts in quantities.items():
            yield Pull(role, what, _correlation(values, _within(counts, phases)))


def count_quantities(labels: Labels) -> dict[str, npt.NDArray[np.float64]]:
    """What a player can count in each position, from the champion's features."""
    found: dict[str, npt.NDArray[np.float64]] = {}
    for mover in ROLES:
        is_here = labels.is_attacker == (mover == ROLES[0])
        counts = CountedLabels(labels.select(is_here)).counts.astype(float)
        for place, name in enumerate(feature_names(mover)):
            what, factor = _quantity(name)
            found.setdefault(what, np.zeros(len(labels)))[is_here] += factor * counts[:, place]
    return found


def _quantity(name: str) -> tuple[str, int]:
    """What a feature counts, and how often it counts for that.

    >>> _quantity("attacker: 3 moves"), _quantity("defender in 2: four")
    (('moves of the attacker', 3), ('exits of the squares two moves from the defender', 4))
    """
    if name.startswith("shared "):
        return "squares that both reach", 1
    if name.endswith(" moves"):
        role, _, count = name.removesuffix(" moves").partition(": ")
        return f"moves of the {role}", int(count)
    place, _, part = name.partition(": ")
    role, _, moves = place.partition(" in ")
    squares = f"squares {_TIMES[moves]} moves from the {role}"
    return (squares, 1) if part == "squares" else (f"exits of the {squares}", _EXITS[part])


def describe_pulls(role: str, pulls: tuple[Pull, ...]) -> str:
    """What a role's evaluation favours, strongest pull first.

    >>> more = Pull("attacker", "squares two moves from the attacker", 0.6)
    >>> fewer = Pull("attacker", "moves of the defender", -0.5)
    >>> describe_pulls("attacker", (more, fewer))
    'An attacker wants more squares two moves away; for the defender, fewer moves.'
    """
    own = sorted((one for one in pulls if one.role == role), key=lambda one: -abs(one.value))
    least = _FEW * abs(own[0].value) if own else 0.0
    wanted = {
        "more": [one.what for one in own if one.value > least][:_MOST_NAMED],
        "fewer": [one.what for one in own if one.value < -least][:_MOST_NAMED],
    }
    (other,) = set(ROLES) - {role}
    said = []
    for is_others in (False, True):
        named = {
            word: [_said(what) for what in counts if (other in what) == is_others]
            for word, counts in wanted.items()
        }
        parts = " and ".join(f"{word} {_listed(found)}" for word, found in named.items() if found)
        if parts:
            said.append(f"for the {other}, {parts}" if is_others else parts)
    article = "An" if role == "attacker" else "A"
    return f"{article} {role} wants {'; '.join(said) or 'nothing in particular'}."


def _said(what: str) -> str:
    """What is counted, without the role it belongs to."""
    return re.sub(
        r" (of|from) the (attacker|defender)$", lambda m: " away" * (m[1] == "from"), what
    )


def _listed(parts: Sequence[str]) -> str:
    *first, last = parts
    return f"{', '.join(first)} and {last}" if first else last


def _within(
    values: npt.NDArray[np.float64], groups: npt.NDArray[np.int64]
) -> npt.NDArray[np.float64]:
    """The values minus the mean of their group."""
    numbers = np.unique(groups, return_inverse=True)[1]
    sums = np.bincount(numbers, values) / np.maximum(np.bincount(numbers), 1)
    found: npt.NDArray[np.float64] = values - sums[numbers]
    return found


def _correlation(one: npt.NDArray[np.float64], two: npt.NDArray[np.float64]) -> float:
    """0 if either does not vary."""
    scale = float(np.sqrt((one @ one) * (two @ two)))
    return float(one @ two) / scale if scale else 0.0
