"""A number with its interval. Unknown or unbounded values are None, never infinite."""

from collections.abc import Callable
from dataclasses import dataclass
from math import hypot, isfinite

from lastknight.errors import ArgumentError, show
from lastknight.ranges import check_kind


@dataclass(frozen=True, slots=True)
class Estimate:
    """A value with the lower and upper ends of its interval.

    `low` is None if there is no lower bound, `high` if there is no upper one, and `value` if the
    data give none. Raises ArgumentError for infinite numbers and for low above high.

    >>> Estimate(1.0, 0.5, None)
    Estimate(value=1.0, low=0.5, high=None)
    """

    value: float | None
    """The point estimate."""
    low: float | None
    """The lower end of the interval."""
    high: float | None
    """The upper end of the interval."""

    def __post_init__(self) -> None:
        for name in ("value", "low", "high"):
            number = getattr(self, name)
            if number is not None and not _is_finite(number):
                raise ArgumentError(f"{name} must be a finite number or None, got {show(number)}")
        if self.low is not None and self.high is not None and self.low > self.high:
            raise ArgumentError(f"low must be at most high, got {self.low} and {self.high}")

    def __neg__(self) -> "Estimate":
        return Estimate(_minus(self.value), _minus(self.high), _minus(self.low))

    def through(self, function: Callable[[float], float | None]) -> "Estimate":
        """Apply an increasing function to the value and both ends.

        The function returns None where its value is unbounded.

        >>> Estimate(2.0, 1.0, None).through(lambda x: x * 100)
        Estimate(value=200.0, low=100.0, high=None)
        """
        ends = (self.value, self.low, self.high)
        return Estimate(*(None if end is None else function(end) for end in ends))


def difference(a: Estimate, b: Estimate) -> Estimate:
    """A minus b, for two estimates from separate pairs.

    The distances to the ends of the intervals are treated as errors whose squares add: at each end,
    that of a and that of b on the opposite side (Zou and Donner 2008). This gives the price of a
    slow heuristic: its Elo at equal nodes minus its Elo at equal time. If both matches share their
    openings, the interval is if anything too wide.

    >>> difference(Estimate(50.0, 44.0, 56.0), Estimate(20.0, 12.0, 28.0))
    Estimate(value=30.0, low=20.0, high=40.0)
    """
    check_kind("a", a, Estimate)
    check_kind("b", b, Estimate)
    if a.value is None or b.value is None:
        low = None if a.low is None or b.high is None else a.low - b.high
        high = None if a.high is None or b.low is None else a.high - b.low
        return Estimate(None, low, high)
    value = a.value - b.value
    low = high = None
    if a.low is not None and b.high is not None:
        low = value - hypot(a.value - a.low, b.high - b.value)
    if a.high is not None and b.low is not None:
        high = value + hypot(a.high - a.value, b.value - b.low)
    return Estimate(value, low, high)


def _is_finite(number: float) -> bool:
    try:
        return isfinite(number)
    except (TypeError, OverflowError):  # not a number, or an integer beyond the largest float
        return False


def _minus(number: float | None) -> float | None:
    return None if number is None else 0.0 - number
