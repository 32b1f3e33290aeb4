"""Penalised logistic regression of margins: weights under which given sums come out positive.

Each row is a margin: what should be positive, such as the features of a winning move minus those of
a losing one. Its loss is log(1 + exp(-row @ values)), times its weight.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Protocol

import numpy as np
import numpy.typing as npt
import scipy  # type: ignore[import-untyped]

from lastknight.errors import ArgumentError
from lastknight.stats.distributions import Floats, sigmoid

Rows = npt.NDArray[np.float32]
# Rows processed at a time.
_BLOCK = 1 << 14
_MOST_STEPS = 100
_SMALL_SLOPE = 1e-5
_RADIUS = 8.0


class Loss(Protocol):
    """What a fit minimizes: a loss with its first and second derivatives."""

    @property
    def columns(self) -> int:
        """How many values it depends on."""

    def slope(self, values: Floats) -> tuple[float, Floats]:
        """The loss and its gradient."""

    def curvature(self, values: Floats) -> Floats:
        """The matrix of second derivatives."""


@dataclass(frozen=True, eq=False)
class Margins:
    """Rows that should come out positive, and the weight of each."""

    rows: Rows
    weights: Floats

    @property
    def columns(self) -> int:
        """How many columns the rows have."""
        return int(self.rows.shape[1])

    def blocks(self) -> Iterator[tuple[Floats, Floats]]:
        """Rows and weights, a block at a time."""
        for at in range(0, len(self.rows), _BLOCK):
            yield (
                self.rows[at : at + _BLOCK].astype(np.float64),
                self.weights[at : at + _BLOCK],
            )

    def loss(self, values: Floats) -> float:
        """The weighted sum of the losses.

        >>> margins = Margins(np.ones((2, 1), np.float32), np.array([0.5, 0.5]))
        >>> round(margins.loss(np.zeros(1)), 4)
        0.6931
        """
        return sum(
            float(weights @ np.logaddexp(0, -(rows @ values))) for rows, weights in self.blocks()
        )

    def slope(self, values: Floats) -> tuple[float, Floats]:
        """The loss and its gradient."""
        loss, gradient = 0.0, np.zeros(len(values))
        for rows, weights in self.blocks():
            margin = rows @ values
            loss += float(weights @ np.logaddexp(0, -margin))
            gradient -= rows.T @ (weights * sigmoid(-margin))
        return loss, gradient

    def curvature(self, values: Floats) -> Floats:
        """The matrix of second derivatives, in single precision: it only guides the search."""
        found = np.zeros((len(values), len(values)))
        single = values.astype(np.float32)
        for at in range(0, len(self.rows), _BLOCK):
            rows = self.rows[at : at + _BLOCK]
            part = sigmoid(rows @ single)
            weights = self.weights[at : at + _BLOCK] * part * (1 - part)
            # Scale the small weights up, so that they keep their precision.
            scaled = (weights * len(self.rows)).astype(np.float32)
            found += rows.T @ (scaled[:, None] * rows)
        return found / max(len(self.rows), 1)


@dataclass(frozen=True, eq=False)
class PhasedCounts:
    """Rows of small counts times powers of each row's phase, and whether each row is a win.

    Rows of one phase share its powers, so derivatives are computed on the counts alone and combined
    by phase: much less work than with whole rows. Everything is in double precision.
    """

    groups: Sequence[tuple[Floats, npt.NDArray[np.uint8], npt.NDArray[np.int8]]]
    """For each phase its powers, the counts of its rows, and 1 for each win, else -1."""

    @classmethod
    def of(
        cls,
        counts: npt.NDArray[np.uint8],
        phases: Floats,
        wins: npt.NDArray[np.bool_],
        *,
        powers: int,
    ) -> PhasedCounts:
        """Group rows by phase; the columns are the counts times 1, the phase, its square ..."""
        signs = np.where(wins, 1, -1).astype(np.int8)
        groups = []
        for phase in np.unique(phases):
            own = phases == phase
            groups.append((phase ** np.arange(powers), counts[own], signs[own]))
        return cls(groups)

    @property
    def rows(self) -> int:
        """How many rows there are."""
        return sum(len(signs) for _, _, signs in self.groups)

    @property
    def columns(self) -> int:
        """How many columns there are: one for each count and power."""
        powers, counts, _ = self.groups[0]
        return len(powers) * int(counts.shape[1])

    def variances(self) -> Floats:
        """The variance of each column; 1 for a column that does not vary."""
        total, squares = np.zeros(self.columns), np.zeros(self.columns)
        for powers, counts, _ in self.groups:
            total += np.kron(powers, counts.sum(axis=0, dtype=np.float64))
            squares += np.kron(powers**2, (counts.astype(np.float64) ** 2).sum(axis=0))
        found = squares / self.rows - (total / self.rows) ** 2
        return np.where(found > 0, found, 1.0)

    def slope(self, values: Floats) -> tuple[float, Floats]:
        """The mean loss and its gradient."""
        loss, gradient = 0.0, np.zeros(self.columns)
        for powers, counts, signs in self.groups:
            margin = signs * (counts @ (powers @ values.reshape(len(powers), -1)))
            loss += float(np.logaddexp(0, -margin).sum())
            gradient -= np.kron(powers, (signs * sigmoid(-margin)) @ counts)
        return loss / self.rows, gradient / self.rows

    def curvature(self, values: Floats) -> Floats:
        """The matrix of second derivatives of the mean loss."""
        found = np.zeros((self.columns, self.columns))
        for powers, counts, _ in self.groups:
            wide = counts.astype(np.float64)
            part = sigmoid(wide @ (powers @ values.reshape(len(powers), -1)))
            own = wide.T @ ((part * (1 - part))[:, None] * wide)
            found += np.kron(np.outer(powers, powers), own)
        return found / self.rows


def fit_logistic(
    loss: Loss,
    penalty: Floats,
    *,
    start: Floats | None = None,
    scales: Floats | None = None,
    slope: float = _SMALL_SLOPE,
) -> Floats:
    """The values with the least loss plus half the penalty times their squares, by scipy.

    Its trust-region Newton method needs about ten steps; methods that know only the gradient need
    hundreds, because features that count similar squares are correlated. If columns differ much in
    scale, giving their `scales` makes the fit faster. It ends once the gradient is as small as
    `slope`. Raises ArgumentError if there is nothing to fit.

    >>> rows = np.array([[1], [1], [1], [-1]], np.float32)
    >>> found = fit_logistic(Margins(rows, np.ones(4)), np.zeros(1))
    >>> round(float(found[0]), 2)
    1.1
    """
    if isinstance(loss, Margins) and not (len(loss.rows) and loss.weights.any()):
        raise ArgumentError("a fit needs at least one row with a weight")
    unit = np.ones(loss.columns) if scales is None else scales

    def objective(scaled: Floats) -> tuple[float, Floats]:
        values = scaled / unit
        size, gradient = loss.slope(values)
        return size + float(penalty @ values**2) / 2, (gradient + penalty * values) / unit

    def curvature(scaled: Floats) -> Floats:
        found: Floats = loss.curvature(scaled / unit) + np.diag(penalty)
        return found / np.outer(unit, unit)

    found = scipy.optimize.minimize(
        objective,
        np.zeros(loss.columns) if start is None else start * unit,
        jac=True,
        hess=curvature,
        method="trust-exact",
        options={"maxiter": _MOST_STEPS, "gtol": slope, "initial_trust_radius": _RADIUS},
    )
    values: Floats = found.x / unit
    return values


def removal_losses(
    margins: Margins, penalty: Floats, values: Floats, groups: Sequence[Sequence[int]]
) -> list[float]:
    """About how much the loss of a fit grows if each group of columns is left out.

    This is the quadratic approximation at the fit: no group is fitted again.

    >>> rows = np.array([[1, 0], [1, 0], [1, 0], [-1, 0], [0, 1], [0, -1]], np.float32)
    >>> margins, penalty = Margins(rows, np.ones(6)), np.full(2, 1e-6)
    >>> found = removal_losses(margins, penalty, fit_logistic(margins, penalty), [[0], [1]])
    >>> found[0] > 0.3, abs(found[1]) < 1e-6
    (True, True)
    """
    inverse = np.linalg.pinv(margins.curvature(values) + np.diag(penalty))
    found = []
    for group in groups:
        own = values[list(group)]
        found.append(float(own @ np.linalg.pinv(inverse[np.ix_(group, group)]) @ own) / 2)
    return found
