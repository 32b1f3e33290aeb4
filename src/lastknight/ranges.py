"""Checks of arguments: their range and type. Errors say what was expected and what was given."""

import os
from collections.abc import Iterable
from math import isfinite
from pathlib import Path
from typing import TypeVar

from lastknight.errors import ArgumentError, show

MOST_SEED = 2**64 - 1
MOST_WORKERS = 1024
"""Workers on one machine; beyond this, it is a typing mistake."""
MOST_SECONDS = 10**6
"""The longest limit of a move: eleven days."""

_Item = TypeVar("_Item")


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


def check_whole(name: str, value: object, least: int, most: int) -> int:
    """A whole number from `least` to `most`.

    Raises ArgumentError for anything else.

    >>> check_whole("pairs", 50, 1, 100)
    50
    """
    is_whole = isinstance(value, int) and not isinstance(value, bool)
    if is_whole and least <= value <= most:  # type: ignore[operator]
        return value  # type: ignore[return-value]
    raise ArgumentError(f"{name} must be a whole number from {least} to {most}, got {show(value)}")


def count_workers(workers: int | None) -> int:
    """How many workers to use on this machine: those given, or one for each core.

    Raises ArgumentError for an invalid number.
    """
    if workers is None:
        return len(os.sched_getaffinity(0))
    return check_whole("workers", workers, 1, MOST_WORKERS)


def check_seed(value: object) -> int:
    """A random seed: a whole number of 64 bits.

    Raises ArgumentError for anything else.
    """
    return check_whole("seed", value, 0, MOST_SEED)


def check_seconds(name: str, value: object) -> float:
    """A time in seconds: a number above 0, at most a million.

    Raises ArgumentError for anything else.
    """
    if not is_finite(value) or not 0 < value <= MOST_SECONDS:  # type: ignore[operator]
        raise ArgumentError(
            f"{name} must be a number of seconds above 0, at most {MOST_SECONDS}; got {show(value)}"
        )
    return value  # type: ignore[return-value]


def check_call(name: str, value: object) -> None:
    """Raise ArgumentError unless a value is None or can be called."""
    if value is not None and not callable(value):
        raise ArgumentError(f"{name} must be a function to call, or None, got {show(value)}")


def check_kind(name: str, value: object, kind: type) -> None:
    """Raise ArgumentError unless a value is of a class.

    >>> check_kind("truth", "ratio", dict)
    Traceback (most recent call last):
    lastknight.errors.ArgumentError: truth must be a dict, got 'ratio'
    """
    if not isinstance(value, kind):
        article = "an" if kind.__name__[0] in "AEIOU" else "a"
        raise ArgumentError(f"{name} must be {article} {kind.__name__}, got {show(value)}")


def read_path(name: str, value: str | Path) -> Path:
    """A path, also given as text. Raises ArgumentError for anything that cannot be a path."""
    if isinstance(value, str | Path):
        try:
            os.lstat(value)
        except (FileNotFoundError, NotADirectoryError, PermissionError):
            return Path(value)
        except (OSError, ValueError):  # too long, or with characters that no name has
            value = str(value)
        else:
            return Path(value)
    raise ArgumentError(f"{name} must be the path of a file or folder, got {show(value)}")


def read_list(name: str, values: Iterable[_Item], *, of: str) -> tuple[_Item, ...]:
    """The items of a list; `of` describes them in the error.

    Raises ArgumentError for anything else, including text, which Python would split into letters.
    """
    if isinstance(values, str | bytes) or not isinstance(values, Iterable):
        raise ArgumentError(f"{name} must be a list of {of}, got {show(values)}")
    return tuple(values)
