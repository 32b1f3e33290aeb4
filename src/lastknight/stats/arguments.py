"""Checks of arguments; each raises ArgumentError with one clear line.

Counts are returned as plain ints and real numbers as plain floats, whatever type came in.
"""

from collections.abc import Sequence
from math import inf, isfinite
from operator import index
from typing import Any, SupportsFloat, SupportsIndex

import numpy as np
import numpy.typing as npt

from lastknight.errors import ArgumentError, show
from lastknight.ranges import read_list

MOST_ELO = 10_000.0
"""The largest difference accepted; odds of 10^50 to 1 are not a question about games."""
MOST_PAIRS = 10**15
"""The largest count accepted; up to here every count is exact as a float."""
MOST_SPLITS = 0.999999
"""The largest split rate accepted; beyond it no pairs are left to plan with."""

Integers = npt.NDArray[np.int64]


def check_count(name: str, value: SupportsIndex) -> int:
    """A count from 0 to MOST_PAIRS."""
    try:
        count = -1 if isinstance(value, bool) else index(value)
    except TypeError:
        count = -1
    if not 0 <= count <= MOST_PAIRS:
        raise ArgumentError(f"{name} must be a whole number from 0 to 10^15, got {show(value)}")
    return count


def check_positive(name: str, value: SupportsIndex) -> int:
    """A count of at least 1."""
    count = check_count(name, value)
    if count == 0:
        raise ArgumentError(f"{name} must be at least 1, got 0")
    return count


def check_number(name: str, value: SupportsFloat, *, low: float, high: float) -> float:
    """A number from low to high, inclusive."""
    number = _as_float(value)
    if number is None or not low <= number <= high:
        raise ArgumentError(f"{name} must be a number from {low:g} to {high:g}, got {show(value)}")
    return number


def check_between(name: str, value: SupportsFloat, *, low: float, high: float) -> float:
    """A number strictly between low and high."""
    number = _as_float(value)
    if number is None or not low < number < high:
        raise ArgumentError(f"{name} must be above {low:g} and below {high:g}, got {show(value)}")
    return number


def check_elo(name: str, value: SupportsFloat) -> float:
    """A difference in Elo."""
    return check_number(name, value, low=-MOST_ELO, high=MOST_ELO)


def check_confidence(value: SupportsFloat) -> float:
    """The confidence level of an interval: above 0 and below 1."""
    return check_between("confidence", value, low=0, high=1)


def check_effect(value: SupportsFloat) -> float:
    """A design effect, at least 1: how many pairs are worth one. It may be infinite."""
    number = inf if value == inf else _as_float(value)
    if number is None or number < 1:
        raise ArgumentError(f"design_effect must be a number of at least 1, got {show(value)}")
    return number


def check_integers(name: str, values: npt.ArrayLike) -> Integers:
    """An array of non-negative whole numbers; True and False count as 1 and 0."""
    try:
        array: npt.NDArray[Any] = np.asarray(values)
    except ValueError:  # rows of different lengths
        raise ArgumentError(f"{name} must be an array of whole numbers") from None
    if array.size == 0:
        return array.astype(np.int64)
    if array.dtype.kind not in "biu":
        raise ArgumentError(f"{name} must be an array of whole numbers, got {array.dtype}")
    if array.min() < 0 or array.max() > MOST_PAIRS:
        worst = array.min() if array.min() < 0 else array.max()
        raise ArgumentError(f"{name} must hold whole numbers from 0 to 10^15, got {worst}")
    return array.astype(np.int64)


def check_p_values(values: Sequence[SupportsFloat]) -> list[float]:
    """Probabilities from 0 to 1."""
    listed = read_list("p-values", values, of="numbers")
    return [check_number("a p-value", value, low=0, high=1) for value in listed]


def _as_float(value: SupportsFloat) -> float | None:
    if isinstance(value, bool | str | bytes):
        return None
    try:
        number = float(value)
    except (TypeError, ValueError, OverflowError):
        return None
    return number if isfinite(number) else None
