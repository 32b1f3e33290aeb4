"""The distributions the package needs, typed, from scipy.special.

scipy.stats takes a second to import. scipy.special is loaded on first use, so that commands without
statistics start at once.
"""

from collections.abc import Callable
from math import exp, log1p
from typing import Any

import numpy as np
import numpy.typing as npt
import scipy  # type: ignore[import-untyped]

Floats = npt.NDArray[np.float64]


def normal_quantile(confidence: float) -> float:
    """How many standard deviations around its mean contain this share of a normal distribution.

    >>> round(normal_quantile(0.95), 4)
    1.96
    """
    return -float(scipy.special.ndtri((1 - confidence) / 2))


def normal_below(z: float) -> float:
    """The share of a normal distribution below z.

    >>> round(normal_below(-1.96), 4)
    0.025
    """
    return float(scipy.special.ndtr(z))


def normals_below(z: Floats) -> Floats:
    """`normal_below` of each of several numbers.

    >>> normals_below(np.array([0.0, -1.96])).round(4).tolist()
    [0.5, 0.025]
    """
    return np.asarray(scipy.special.ndtr(z), dtype=np.float64)


def normal_densities(z: Floats) -> Floats:
    """The density of a normal distribution at each of several numbers.

    >>> normal_densities(np.array([0.0, 1.0])).round(4).tolist()
    [0.3989, 0.242]
    """
    return np.asarray(np.exp(-z * z / 2) / np.sqrt(2 * np.pi))


def t_quantile(confidence: float, degrees: int) -> float:
    """Like `normal_quantile`, for Student's t.

    >>> round(t_quantile(0.95, 10), 3)
    2.228
    """
    return -float(scipy.special.stdtrit(degrees, (1 - confidence) / 2))


def t_beyond(t: npt.ArrayLike, degrees: int) -> Floats:
    """The share of Student's t at least this far from the mean, both tails together.

    >>> t_beyond([0, 2.228], 10).round(3).tolist()
    [1.0, 0.05]
    """
    return np.asarray(2 * scipy.special.stdtr(degrees, -np.abs(t)), dtype=np.float64)


def binomial_below(most: npt.ArrayLike, trials: npt.ArrayLike, p: float) -> Floats:
    """P(at most `most` successes in `trials`); 0 where `most` is negative, 1 from `trials` on.

    >>> binomial_below([-1, 0, 1, 2], 2, 0.5).tolist()
    [0.0, 0.25, 0.75, 1.0]
    """
    k = np.asarray(most, dtype=np.float64)
    n = np.asarray(trials, dtype=np.float64)
    inside = np.clip(k, 0, np.maximum(n - 1, 0))
    below = scipy.special.betainc(np.maximum(n - inside, 1), inside + 1, 1 - p)
    return np.where(k < 0, 0.0, np.where(k >= n, 1.0, below))


def binomial_mass(k: Floats, trials: float, p: float) -> Floats:
    """P(exactly k successes in `trials`).

    >>> binomial_mass(np.array([0.0, 1.0, 2.0]), 2, 0.5).round(12).tolist()
    [0.25, 0.5, 0.25]
    """
    choose = (
        scipy.special.gammaln(trials + 1)
        - scipy.special.gammaln(k + 1)
        - scipy.special.gammaln(trials - k + 1)
    )
    log_mass = choose + scipy.special.xlogy(k, p) + scipy.special.xlog1py(trials - k, -p)
    return np.asarray(np.exp(log_mass), dtype=np.float64)


def beta_below(x: float, a: float, b: float) -> float:
    """The share of a beta distribution below x.

    >>> beta_below(0.5, 3, 3)
    0.5
    """
    return float(scipy.special.betainc(a, b, x))


def beta_quantile(share: float, a: float, b: float) -> float:
    """The value below which this share of a beta distribution lies.

    >>> beta_quantile(0.5, 3, 3)
    0.5
    """
    return float(scipy.special.betaincinv(a, b, share))


def log_beta(a: float, b: float) -> float:
    """The logarithm of the beta function."""
    return float(scipy.special.betaln(a, b))


def sigmoid(x: Any) -> Any:
    """1/(1 + exp(-x)), without overflow."""
    return scipy.special.expit(x)


def log_sigmoid(x: float) -> float:
    """The logarithm of 1/(1 + exp(-x)), without overflow.

    >>> log_sigmoid(-1000.0), round(log_sigmoid(0.0), 4)
    (-1000.0, -0.6931)
    """
    return -log1p(exp(-x)) if x > 0 else x - log1p(exp(x))


def crossing(is_past: Callable[[float], bool], low: float, high: float) -> float:
    """Where a condition turns from false to true between low and high, by bisection.

    >>> round(crossing(lambda x: x * x > 2, 0, 2), 6)
    1.414214
    """
    for _ in range(200):
        middle = (low + high) / 2
        if not low < middle < high:
            break
        if is_past(middle):
            high = middle
        else:
            low = middle
    return high
