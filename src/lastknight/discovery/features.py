"""Features: the heuristics that a discovery makes weighted sums of, and what each one costs."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from lastknight.discovery.label_arrays import Labels
from lastknight.errors import ArgumentError, LastknightError
from lastknight.heuristics import Heuristic, heuristic
from lastknight.position import Position

_SIDES = ("own", "opp")
BLOCKS = (
    *(f"exact_reach_{side}(k={k})" for k in (1, 2, 3, 4) for side in _SIDES),
    *(f"exact_private_{side}(k={k})" for k in (2, 3) for side in _SIDES),
    *(f"exact_shared(k={k})" for k in (1, 2, 3)),
    *(f"{name}_{side}" for name in ("exits", "dead_ends") for side in _SIDES),
)
"""The default features: building blocks that are cheap to count."""
PRICES = {"dead": 3, "exits": 7, "region": 10, "path": 10, "knight": 10}
"""What blocks cost, by how their names begin, where 1 is the price of counting one set of squares:
about 6 % of the time that a node takes with `improved`."""
OTHER_PRICE = 20
"""The price of a feature that the core does not count together with the others."""
_TRIED = 2000
# The group of a block, by how its name begins; reach has a group for each number of moves.
_GROUPS = {
    "exact_private": "private squares",
    "private": "private squares",
    "exact_shared": "shared squares",
    "shared": "shared squares",
    "exits": "exits and dead ends",
    "dead": "exits and dead ends",
}
_NUMBERS = {"1": "one move", "2": "two moves", "3": "three moves", "4": "four moves"}


@dataclass(frozen=True)
class Feature:
    """A heuristic that can be a term of a weighted sum."""

    spec: str
    group: str
    """The group it is left out with, to measure the group's value."""
    price: int
    """What it costs to evaluate: 1 for a set of squares to count."""

    @classmethod
    def of(cls, source: str | Heuristic) -> Feature:
        """The feature that a heuristic makes.

        >>> Feature.of("exact_reach_own(k=2)")
        Feature(spec='exact_reach_own(k=2)', group='squares two moves away', price=1)
        >>> Feature.of("exits_own").price, Feature.of("center").price
        (7, 20)
        """
        made = heuristic(source)
        known = PRICES.get(made.spec.split("_")[0], 1)
        return cls(made.spec, _group_of(made.spec), known if made.core.is_linear else OTHER_PRICE)


def choose_features(
    named: Sequence[str], labels: Labels, *, only_named: bool = False
) -> tuple[list[Feature], list[str]]:
    """The features to fit, and the blocks left out because they say nothing on this board.

    Raises ArgumentError for a named one that fails or has the same value everywhere, and if none
    is left; NotationError for text that is no heuristic.
    """
    tried = labels.select(slice(_TRIED))
    kept: dict[str, Feature] = {}
    for source in named:
        feature = Feature.of(source)
        if _is_constant(feature, tried):
            raise ArgumentError(
                f"feature {feature.spec} has the same value after all moves; leave it out"
            )
        kept[feature.spec] = feature
    left_out = []
    for feature in [] if only_named else map(Feature.of, BLOCKS):
        if _is_constant(feature, tried):
            left_out.append(feature.spec)
        else:
            kept.setdefault(feature.spec, feature)
    if not kept:
        raise ArgumentError("no features to fit: name some with --feature")
    return list(kept.values()), left_out


def try_feature(feature: Feature, position: Position) -> None:
    """Evaluate a feature once. Raises ArgumentError if it fails.

    >>> try_feature(Feature.of("open"), Position.from_moves("d4 b1"))
    """
    try:
        heuristic(feature.spec)(position, position.to_move)
    except LastknightError as error:
        raise ArgumentError(f"feature {feature.spec} fails: {error}") from error


def _is_constant(feature: Feature, labels: Labels) -> bool:
    """Whether a feature has one value after all moves. Raises ArgumentError if it fails."""
    try:
        values = labels.features([feature.spec])
    except LastknightError as error:
        raise ArgumentError(f"feature {feature.spec} fails: {error}") from error
    return bool(values.size == 0 or (values == values[0]).all())


def _group_of(spec: str) -> str:
    """The group of a feature: by its kind if it is a block, else on its own."""
    found = re.fullmatch(r"([a-z_]+?)(?:_own|_opp)?(?:\(k=(\d+)\))?", spec)
    if found is None:
        return spec
    name, k = found.groups()
    if name == "exact_reach":
        return f"squares {_NUMBERS.get(k, f'{k} moves')} away"
    return _GROUPS.get(name, _GROUPS.get(name.split("_")[0], spec))
