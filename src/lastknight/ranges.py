"""Numbers from outside, checked for their range: what was expected, and what came."""

from math import isfinite

from lastknight.errors import ArgumentError, show

MOST_SEED = 2**64 - 1


def is_finite(value: object) -> bool:
    """Whether a value is a number other than infinity and NaN; True and False are none.

    >>> is_finite(1.5), is_finite(float("nan")), is_finite(10**400), is_finite(True)
    (True, False, False, False)
    """
    if isinstance(value, bool) or not isinstance(value, int | float):
        return False
    try:
        return isfinite(value)
    except OverflowError:  # an integer beyond the largest float
        return False


def check_whole(name: str, value: object, least: int, most: int | None = None) -> int:
    """A whole number from `least` on, or up to `most`.

    Raises ArgumentError for anything else.

    >>> check_whole("pairs", 50, 1)
    50
    """
    is_whole = isinstance(value, int) and not isinstance(value, bool)
    if is_whole and least <= value and (most is None or value <= most):  # type: ignore[operator]
        return value  # type: ignore[return-value]
    span = f"of at least {least}" if most is None else f"from {least} to {most}"
    raise ArgumentError(f"{name} must be a whole number {span}, got {show(value)}")


def check_seed(value: object) -> int:
    """A random seed: a whole number of 64 bits.

    Raises ArgumentError for anything else.
    """
    return check_whole("seed", value, 0, MOST_SEED)


def check_seconds(name: str, value: object) -> float:
    """A time in seconds: a finite number above 0.

    Raises ArgumentError for anything else.
    """
    if not is_finite(value) or value <= 0:  # type: ignore[operator]
        raise ArgumentError(f"{name} must be a number of seconds above 0, got {show(value)}")
    return value  # type: ignore[return-value]


def check_call(name: str, value: object) -> None:
    """Raise ArgumentError unless a value is None or can be called."""
    if value is not None and not callable(value):
        raise ArgumentError(f"{name} must be a function to call, or None, got {show(value)}")
