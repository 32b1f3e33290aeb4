"""Training: labels and features as the rows of a fit, and how well a fit does on other labels.

A model is fitted to two things at once: the order of moves in critical positions, and who wins
after each move. `mix` is the weight of the second; the first has the rest.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property

import numpy as np
import numpy.typing as npt

from lastknight.discovery.features import Feature
from lastknight.discovery.label_arrays import Flags, Floats, Indices, Labels
from lastknight.discovery.linear_model import ROLES, LinearModel, Term, round_weight
from lastknight.errors import ArgumentError
from lastknight.stats import Estimate, auc, clustered_rate
from lastknight.stats.logistic import Margins, fit_logistic

Doubles = npt.NDArray[np.float64]
# Columns besides the features: a constant and the blank fraction, which no move can change.
_EXTRA = 2
_SLIGHT = 1e-6
# Sums of larger values would overflow; infinite ones come as the largest of 32 bits.
_LARGEST = 1e30
_REPLICATES = 50


@dataclass(frozen=True, eq=False)
class Examples:
    """The labels of one part, with the values of all features after every move."""

    labels: Labels
    values: Floats
    """Moves x features."""

    @classmethod
    def of(
        cls, labels: Labels, features: Sequence[Feature], *, workers: int | None = None
    ) -> Examples:
        """Evaluate the features. Raises ArgumentError if one has values too large to fit."""
        values = labels.features([one.spec for one in features], workers=workers)
        for feature, column in zip(features, values.T, strict=True):
            if len(column) and float(np.abs(column).max()) > _LARGEST:
                raise ArgumentError(
                    f"feature {feature.spec} has values beyond {_LARGEST:g}, too large to fit; "
                    "scale it down"
                )
        return cls(labels, values)

    def first(self, positions: int) -> Examples:
        """The first positions."""
        labels = self.labels
        return Examples(labels.select(slice(positions)), self.values[: labels.first[positions]])

    @cached_property
    def blank(self) -> Floats:
        """The part of the board that is blank after each move."""
        return self.labels.blank_fraction[self.labels.parent]

    @cached_property
    def comparisons(self) -> tuple[Indices, Indices, Floats]:
        """Winning and losing moves of one position, and their weights."""
        return self.labels.comparisons()

    def is_role(self, role: str) -> Flags:
        """Whether each move was made by a player in a role."""
        found: Flags = self.labels.is_attacker[self.labels.parent] == (role == ROLES[0])
        return found


class RoleRows:
    """The rows of one role: columns are features, features times blank fraction, and two more."""

    def __init__(self, examples: Examples, role: str, scales: Doubles | None = None) -> None:
        is_own = examples.is_role(role)
        values, blank = examples.values[is_own], examples.blank[is_own, None]
        extra = np.broadcast_to(np.ones(1, np.float32), blank.shape)
        table = np.hstack([values, values * blank, extra, blank])
        self.scales = _scales(table) if scales is None else scales
        table /= self.scales.astype(np.float32)
        places = np.cumsum(is_own) - 1
        better, worse, weights = examples.comparisons
        is_kept = is_own[better]
        better, worse = places[better[is_kept]], places[worse[is_kept]]
        won = examples.labels.winning[is_own]
        self.order = Margins(table[better] - table[worse], _normal(weights[is_kept]))
        signs = np.where(won, 1, -1).astype(np.float32)
        self.winner = Margins(table * signs[:, None], _normal(examples.labels.move_weights[is_own]))
        self.has_both = bool(won.any() and not won.all())

    def mixed(self, mix: float, columns: Sequence[int]) -> Margins:
        """The rows of both aims, with some columns."""
        rows = np.concatenate([self.order.rows[:, columns], self.winner.rows[:, columns]])
        weights = np.concatenate([self.order.weights * (1 - mix), self.winner.weights * mix])
        return Margins(rows, weights)


@dataclass(frozen=True)
class Settings:
    """How a model is fitted."""

    mix: float
    """The weight of who wins; the order of moves has the rest."""
    penalty: float
    """The strength of the L2 penalty on weights of standardised features."""


class Trainer:
    """Fits models to the training part."""

    def __init__(self, features: Sequence[Feature], train: Examples, validation: Examples) -> None:
        self.features = list(features)
        self.train = {role: RoleRows(train, role) for role in ROLES}
        check_classes(self.train)
        self.validation = {
            role: RoleRows(validation, role, rows.scales) for role, rows in self.train.items()
        }
        self._spreads = train.values.std(axis=0, dtype=np.float64)
        self._fits: dict[str, Doubles] = {}

    def fit(self, settings: Settings, kept: Sequence[int]) -> dict[str, Doubles]:
        """The values of the columns of some features, by role; it starts from the last fit."""
        return {role: self._fit_role(role, settings, kept) for role in ROLES}

    def _fit_role(self, role: str, settings: Settings, kept: Sequence[int]) -> Doubles:
        columns = self.columns(kept)
        margins = self.train[role].mixed(settings.mix, columns)
        full = self._fits.get(role, np.zeros(self._width))
        found = fit_logistic(margins, self.penalties(settings, kept), start=full[columns])
        self._fits[role] = np.zeros(self._width)
        self._fits[role][columns] = found
        return found

    def loss(self, fit: Mapping[str, Doubles], settings: Settings, kept: Sequence[int]) -> float:
        """The mean of both roles' losses on the validation part."""
        columns = self.columns(kept)
        losses = [
            self.validation[role].mixed(settings.mix, columns).loss(fit[role]) for role in ROLES
        ]
        return sum(losses) / len(losses)

    def model(self, fit: Mapping[str, Doubles], kept: Sequence[int]) -> LinearModel:
        """A fit as a model, its weights rounded."""
        count = len(kept)
        raw = {
            role: fit[role][: 2 * count] / self.train[role].scales[self.columns(kept)[: 2 * count]]
            for role in ROLES
        }
        terms = []
        for place, number in enumerate(kept):
            attacker, defender = (
                (
                    round_weight(float(raw[role][place])),
                    round_weight(float(raw[role][count + place])),
                )
                for role in ROLES
            )
            feature = self.features[number]
            spread = float(self._spreads[number])
            terms.append(Term(feature.spec, feature.group, attacker, defender, spread))
        return LinearModel(tuple(terms))

    def columns(self, kept: Sequence[int]) -> list[int]:
        """The columns of some features, and the two that every fit has."""
        count = len(self.features)
        extra = range(2 * count, 2 * count + _EXTRA)
        return [*kept, *(count + number for number in kept), *extra]

    def penalties(self, settings: Settings, kept: Sequence[int]) -> Doubles:
        """The penalty of each column."""
        found = np.full(2 * len(kept) + _EXTRA, settings.penalty)
        found[-_EXTRA:] = _SLIGHT
        return found

    @property
    def _width(self) -> int:
        return 2 * len(self.features) + _EXTRA


@dataclass(frozen=True)
class Score:
    """How well a heuristic does on labels it was not fitted to."""

    positions: int
    critical: int
    accuracy: Estimate
    """How often the move with the highest value wins, in critical positions."""
    attacker_auc: Estimate
    """How well values tell won from lost after the attacker's moves."""
    defender_auc: Estimate


def accuracy_of(labels: Labels, values: Doubles | Floats) -> Estimate:
    """How often the move with the highest value wins, in critical positions; ties count in part."""
    is_critical = labels.is_critical
    best = np.maximum.reduceat(values, labels.first[:-1]) if len(labels) else values
    is_best = values == best[labels.parent]
    hits = np.bincount(labels.parent, is_best & labels.winning, minlength=len(labels))
    rates = hits / np.bincount(labels.parent, is_best, minlength=len(labels))
    return clustered_rate(rates[is_critical], _openings(labels)[is_critical])


def score_values(labels: Labels, values: Doubles | Floats) -> Score:
    """Score a heuristic's values after every move."""
    openings = _openings(labels)

    def area(role: str) -> Estimate:
        is_own = labels.is_attacker[labels.parent] == (role == ROLES[0])
        clusters = openings[labels.parent[is_own]]
        return auc(values[is_own], labels.winning[is_own], clusters, replicates=_REPLICATES)

    return Score(
        positions=len(labels),
        critical=int(labels.is_critical.sum()),
        accuracy=accuracy_of(labels, values),
        attacker_auc=area("attacker"),
        defender_auc=area("defender"),
    )


def _openings(labels: Labels) -> Indices:
    """The number of each position's opening class."""
    found: Indices = np.unique(labels.opening, return_inverse=True)[1]
    return found


def model_values(examples: Examples, features: Sequence[Feature], model: LinearModel) -> Doubles:
    """The values of a model after every move."""
    places = {one.spec: place for place, one in enumerate(features)}
    is_attacker = examples.is_role("attacker")
    found = np.zeros(len(examples.values))
    for term in model.terms:
        base, phase = (
            np.where(is_attacker, *pair) for pair in zip(term.attacker, term.defender, strict=True)
        )
        found += (base + phase * examples.blank) * examples.values[:, places[term.feature]]
    return found


def with_pulls(model: LinearModel, examples: Examples, features: Sequence[Feature]) -> LinearModel:
    """The model with the pull of each term, measured on some examples."""
    places = {one.spec: place for place, one in enumerate(features)}
    parent, count = examples.labels.parent, len(examples.labels)
    moves = np.maximum(examples.labels.moves, 1)

    def within(values: Doubles | Floats) -> Doubles:
        """The difference to the mean of all moves of the position."""
        means = np.bincount(parent, values, minlength=count) / moves
        found: Doubles = values - means[parent]
        return found

    value = within(model_values(examples, features, model))
    roles = [examples.is_role(role) for role in ROLES]
    terms = []
    for term in model.terms:
        own = within(examples.values[:, places[term.feature]])
        attacker, defender = (_correlation(own[rows], value[rows]) for rows in roles)
        terms.append(replace(term, pull=(attacker, defender)))
    return LinearModel(tuple(terms))


def _correlation(one: Doubles, other: Doubles) -> float:
    """The correlation of numbers whose means are 0; 0 if they do not vary."""
    size = float(np.sqrt((one @ one) * (other @ other)))
    return round(float(one @ other) / size, 4) if size else 0.0


def check_classes(rows: Mapping[str, RoleRows]) -> None:
    """Raise ArgumentError unless each role has moves that win and moves that lose."""
    for role, own in rows.items():
        if not own.has_both or not len(own.order.rows):
            raise ArgumentError(
                f"the labels have only one kind of moves for the {role}: a fit needs winning and "
                "losing moves of one position; label more --positions"
            )


def _scales(table: Floats) -> Doubles:
    """The standard deviation of each column; 1 for columns that do not vary."""
    if not len(table):
        return np.ones(table.shape[1])
    found = table.std(axis=0, dtype=np.float64)
    found[-_EXTRA:] = 1
    return np.where(found > 0, found, 1.0)


def _normal(weights: Floats) -> Doubles:
    total = float(weights.sum(dtype=np.float64))
    return weights.astype(np.float64) / (total or 1.0)
