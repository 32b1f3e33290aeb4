"""Formats: how numbers are written, each way under a name.

Numbers are written here and nowhere else. An unknown or unbounded one has no text of its own; the
sentence around it says so (see `quantities`).
"""

from __future__ import annotations

from collections.abc import Callable
from math import ceil, floor
from typing import Literal

Format = Literal[
    "elo",
    "elo_low",
    "elo_high",
    "elo_size",
    "whole",
    "rate",
    "rate_low",
    "rate_high",
    "area",
    "correlation",
    "area_low",
    "area_high",
    "points",
    "points_low",
    "points_high",
    "part",
    "count",
    "plain",
    "about",
    "chance",
    "chance_bare",
    "times",
    "times_low",
    "times_high",
    "multiple",
    "multiple_low",
    "multiple_high",
    "decimal",
    "seconds",
    "nanoseconds",
    "value",
    "setting",
]
MINUS = "\N{MINUS SIGN}"
NOTHING = "\N{EN DASH}"
"""Stands in a table in place of a missing number."""
TIMES = "\N{MULTIPLICATION SIGN}"
TIED = "\N{NO-BREAK SPACE}"
THIN = "\N{NARROW NO-BREAK SPACE}"

_UNITS = ((86_400.0, "days"), (3_600.0, "h"), (60.0, "min"), (1.0, "s"))
_SMALL = 0.001
_DECIDED = 1e6
"""Values of at least this size mean that the game is over; they stand for infinity."""


def write_number(value: float, form: Format) -> str:
    r"""The text of a number in a format.

    >>> write_number(24.6, "elo"), write_number(24.6, "elo_low"), write_number(0.6243, "rate")
    ('+25', '+24', '62.4\u202f%')
    """
    return FORMATS[form](value)


def _elo(value: float, rounding: Callable[[float], float] = round) -> str:
    """With a sign; one decimal below 10, none above. What rounds to 0 keeps its sign."""
    rounded = rounding(value) if abs(value) >= 10 else rounding(value * 10) / 10
    if not value:
        return "0.0"
    return _signed(f"{abs(rounded):.1f}" if abs(rounded) < 10 else f"{abs(rounded):,.0f}", value)


def _signed(digits: str, value: float) -> str:
    return f"{MINUS if value < 0 else '+'}{digits}"


def _whole_elo(value: float) -> str:
    return _signed(f"{abs(round(value)):,}", value) if round(value) else "0"


def _rate(value: float, rounding: Callable[[float], float] = round) -> str:
    """A percentage with one decimal; never rounded to none or all."""
    tenths = min(max(rounding(value * 1000) / 10, 0.0), 100.0)
    if rounding is round and 0 < value < 1 and tenths in {0.0, 100.0}:
        return f"{'<' if tenths == 0 else '>'}{THIN}{0.1 if tenths == 0 else 99.9}{THIN}%"
    return f"{tenths:.1f}{THIN}%"


def _points(value: float, rounding: Callable[[float], float] = round) -> str:
    """A difference of rates in percentage points, with a sign."""
    rounded = rounding(value * 10_000) / 100
    return _signed(f"{abs(rounded):.2f}", rounded) if rounded else "0.00"


def _chance(value: float) -> str:
    """A p-value; three digits near the level, so that none is rounded across it."""
    if value < 0.001:
        return "p < 0.001"
    digits = 3 if 0.045 < value < 0.055 else 2
    return f"p = {value:.{digits}g}"


def _rounded_up(value: float) -> str:
    """Two digits, rounded up: for plans."""
    unit = 10 ** max(0, len(str(ceil(value))) - 2)
    return f"{-(-ceil(value) // unit) * unit:,}"


def _seconds(value: float) -> str:
    for size, unit in _UNITS:
        if value >= size * (1.5 if unit == "days" else 1):
            return f"{_two_digits(value / size)}{THIN}{unit}"
    if value >= 0.001:
        return f"{_two_digits(value * 1000)}{THIN}ms"
    return f"{_two_digits(value * 1e6)}{THIN}µs"


def _nanoseconds(value: float) -> str:
    for size, unit in ((1e9, "s"), (1e6, "ms"), (1e3, "µs")):
        if value >= size:
            return f"{_two_digits(value / size)}{THIN}{unit}"
    return f"{_two_digits(value)}{THIN}ns"


def _two_digits(value: float) -> str:
    if 0 < value < _SMALL:
        return f"<{THIN}{_SMALL}"
    return f"{value:,.0f}" if value >= 9.95 else f"{value:.2g}"


def _times(value: float) -> str:
    return f"{_multiple(value).removeprefix(TIMES)} times"


def _multiple(value: float, rounding: Callable[[float], float] = round) -> str:
    """A ratio: two decimals, none above 10."""
    if value >= 9.995:
        return f"{TIMES}{rounding(value):,.0f}"
    return f"{TIMES}{rounding(value * 100) / 100:.2f}"


def _value(value: float) -> str:
    """A heuristic's value: three digits, or words if the game is over."""
    if abs(value) >= _DECIDED:
        return "as good as won" if value > 0 else "as good as lost"
    if 0 < abs(value) < _SMALL:
        return "just above 0" if value > 0 else "just below 0"
    text = f"{abs(value):.3g}" if abs(value) < 1000 else f"{abs(value):,.0f}"
    return _signed(text, value) if float(text.replace(",", "")) else "0"


def _setting(value: float) -> str:
    """A number in a spec: four digits, whole ones in full."""
    text = f"{value:,.0f}" if abs(value) >= 1000 else f"{value:.4g}"
    return text.replace("-", MINUS)


FORMATS: dict[Format, Callable[[float], str]] = {
    "elo": _elo,
    "elo_low": lambda value: _elo(value, floor),
    "elo_high": lambda value: _elo(value, ceil),
    "elo_size": lambda value: _elo(abs(value)).removeprefix("+"),
    "whole": _whole_elo,
    "rate": _rate,
    "rate_low": lambda value: _rate(value, floor),
    "rate_high": lambda value: _rate(value, ceil),
    "area": lambda value: f"{value:.2f}",
    "correlation": lambda value: _signed(f"{abs(value):.2f}", value),
    "area_low": lambda value: f"{floor(100 * value) / 100:.2f}",
    "area_high": lambda value: f"{ceil(100 * value) / 100:.2f}",
    "points": _points,
    "points_low": lambda value: _points(value, floor),
    "points_high": lambda value: _points(value, ceil),
    "part": lambda value: f"{round(100 * value, 1):g}{THIN}%",
    "count": lambda value: f"{value:,.0f}".replace("-", MINUS),
    "plain": lambda value: f"{value:.0f}",
    "about": _rounded_up,
    "chance": _chance,
    "chance_bare": lambda value: _chance(value).removeprefix("p = ").removeprefix("p "),
    "times": _times,
    "times_low": lambda value: f"{_multiple(value, floor).removeprefix(TIMES)} times",
    "times_high": lambda value: f"{_multiple(value, ceil).removeprefix(TIMES)} times",
    "multiple": _multiple,
    "multiple_low": lambda value: _multiple(value, floor),
    "multiple_high": lambda value: _multiple(value, ceil),
    "decimal": lambda value: f"{value:,.1f}",
    "seconds": _seconds,
    "nanoseconds": _nanoseconds,
    "value": _value,
    "setting": _setting,
}
"""Every format by its name."""
