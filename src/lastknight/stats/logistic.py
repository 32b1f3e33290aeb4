"""Penalised logistic regression of margins: weights under which given sums come out positive.

Each row is a margin: what should be positive, such as the features of a winning move minus those of
a losing one. Its loss is log(1 + exp(-row @ values)), times its weight.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt
import scipy  # type: ignore[import-untyped]

from lastknight.errors import ArgumentError
from lastknight.stats.distributions import Floats, sigmoid

Rows = npt.NDArray[np.float32]
# Rows that are computed with at a time, in double precision.
_BLOCK = 1 << 14
_MOST_STEPS = 100
_SMALL_SLOPE = 1e-5
_RADIUS = 8.0


@dataclass(frozen=True, eq=False)
class Margins:
    """Rows that should come out positive, and the weight of each."""

    rows: Rows
    weights: Floats

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
            # Weights are small; scaled up, they lose no precision.
            scaled = (weights * len(self.rows)).astype(np.float32)
            found += rows.T @ (scaled[:, None] * rows)
        return found / max(len(self.rows), 1)


def fit_logistic(margins: Margins, penalty: Floats, *, start: Floats | None = None) -> Floats:
    """The values with the least loss plus half the penalty times their squares, by scipy.

    Its trust-region Newton method needs about ten steps; methods that know the gradient only need
    hundreds, because features that count similar squares are correlated. Raises ArgumentError if
    there is nothing to fit.

    >>> rows = np.array([[1], [1], [1], [-1]], np.float32)
    >>> found = fit_logistic(Margins(rows, np.ones(4)), np.zeros(1))
    >>> round(float(found[0]), 2)
    1.1
    """
    if not len(margins.rows) or not margins.weights.any():
        raise ArgumentError("a fit needs at least one row with a weight")

    def objective(values: Floats) -> tuple[float, Floats]:
        loss, gradient = margins.slope(values)
        return loss + float(penalty @ values**2) / 2, gradient + penalty * values

    found = scipy.optimize.minimize(
        objective,
        np.zeros(margins.rows.shape[1]) if start is None else start,
        jac=True,
        hess=lambda values: margins.curvature(values) + np.diag(penalty),
        method="trust-exact",
        options={"maxiter": _MOST_STEPS, "gtol": _SMALL_SLOPE, "initial_trust_radius": _RADIUS},
    )
    values: Floats = found.x
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
