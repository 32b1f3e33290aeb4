"""Parameters of a spec: their names and ranges, and the spec with numbers in their place.

A search sees every parameter from 0 to 1, the ends of its range; only this module knows the
numbers that are played.
"""

from __future__ import annotations

import keyword
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from math import floor, isfinite, log10

from lastknight.errors import ArgumentError, LastknightError, NotationError
from lastknight.heuristics.catalogue import ALIASES, CATALOGUE
from lastknight.players import is_player_spec
from lastknight.spec import did_you_mean, fill_names, names_in, shorten

MOST_PARAMETERS = 20
# A probe of a whole number plays two neighbours, even after rounding errors.
_HALF = 0.5001
_EXAMPLE = "write a range as w=0:2"

Point = Sequence[float]
"""A value from 0 to 1 for each parameter."""


@dataclass(frozen=True, slots=True)
class Range:
    """A parameter by name, and the lowest and highest number it may have.

    Raises ArgumentError for a name that cannot be one, and for a range that is none.

    >>> Range("w", 0, 2)
    Range(name='w', low=0, high=2, is_whole=False)
    """

    name: str
    low: float
    high: float
    is_whole: bool = False
    """Whether it takes whole numbers only; the spec decides, see `Space.of`."""

    def __post_init__(self) -> None:
        _check_name(self.name)
        low, high = (check_number(end, f"the range of {self.name}") for end in self.ends)
        if low == high:
            raise ArgumentError(
                f"the range of {self.name} contains only {low:g}; {_EXAMPLE}, or put the number "
                "into the spec"
            )
        if low > high:
            raise ArgumentError(
                f"the range of {self.name} must go from low to high: {self.name}={high:g}:{low:g}, "
                f"got {low:g}:{high:g}"
            )
        if not isfinite(high - low):
            raise ArgumentError(f"the range of {self.name} is too wide: {low:g} to {high:g}")

    @property
    def ends(self) -> tuple[float, float]:
        """The lowest and the highest number."""
        return self.low, self.high

    @property
    def span(self) -> float:
        """How wide it is."""
        return self.high - self.low

    @property
    def least_probe(self) -> float:
        """The smallest step from 0 to 1 that changes the number played in one of two directions."""
        return _HALF / self.span if self.is_whole else 0.0

    def number(self, part: float) -> float:
        """The number to play for a part of the range: a whole one, or rounded to be readable.

        >>> Range("w", 0, 2).number(0.123456), Range("k", 1, 4, is_whole=True).number(0.5)
        (0.247, 3)
        """
        value = self.low + part * self.span
        if self.is_whole:
            return int(min(max(floor(value + 0.5), self.low), self.high))
        digits = max(0, 3 - floor(log10(self.span)))
        return min(max(round(float(value), digits), self.low), self.high)

    def part(self, number: float) -> float:
        """The part of the range below a number, from 0 to 1."""
        return (number - self.low) / self.span


@dataclass(frozen=True)
class Space:
    """A spec with parameters, which stands for one spec at every point."""

    spec: str
    ranges: tuple[Range, ...]

    @classmethod
    def of(cls, spec: str, ranges: Sequence[Range], *, check: Callable[[str], object]) -> Space:
        """The space of a spec; `check` raises for a filled spec that nothing can be made of.

        A parameter is whole if the spec takes whole numbers only in its place. Raises
        ArgumentError or NotationError for parameters that are missing, unused or named twice, and
        for a range that the spec does not allow.
        """
        _check_ranges(spec, ranges)
        space = cls(spec, tuple(replace(one, is_whole=_has_whole_ends(one)) for one in ranges))
        space._check_corners(check)
        space = space._without_needless_whole(check)
        space._check_corners(check)
        return space

    @property
    def names(self) -> tuple[str, ...]:
        """The names of the parameters."""
        return tuple(one.name for one in self.ranges)

    def numbers(self, point: Point) -> tuple[float, ...]:
        """The numbers to play at a point."""
        return tuple(one.number(part) for one, part in zip(self.ranges, point, strict=True))

    def fill(self, numbers: Sequence[float]) -> str:
        """The spec with these numbers for its parameters."""
        return fill_names(self.spec, dict(zip(self.names, numbers, strict=True)))

    def start(self, given: Mapping[str, float]) -> tuple[float, ...]:
        """The point to start from: the numbers given, the middle of the range for the others.

        Raises ArgumentError for a number outside its range and for a name that is no parameter.
        """
        for name in given:
            if name not in self.names:
                hint = did_you_mean(name, self.names)
                raise ArgumentError(f"a start for {name!r}, which is not a parameter{hint}")
        return tuple(
            _check_start(one, given[one.name]) if one.name in given else one.part(one.number(0.5))
            for one in self.ranges
        )

    def _check_corners(self, check: Callable[[str], object]) -> None:
        for part in (0.0, 0.5, 1.0):
            point = [part] * len(self.ranges)
            self._explain(_problem_of(self.fill(self.numbers(point)), check))

    def _without_needless_whole(self, check: Callable[[str], object]) -> Space:
        """The space with only those parameters whole that the spec refuses fractions for."""
        found = []
        for place, one in enumerate(self.ranges):
            numbers = list(self.numbers([0.0] * len(self.ranges)))
            numbers[place] = one.low + 0.5
            is_refused = _problem_of(self.fill(numbers), check) is not None
            found.append(replace(one, is_whole=one.is_whole and is_refused))
        return replace(self, ranges=tuple(found))

    def _explain(self, problem: LastknightError | None) -> None:
        """Raise what is wrong with the spec; a name without a meaning may lack its range."""
        if problem is None:
            return
        known = {*CATALOGUE, *ALIASES, *self.names}
        strange = [name for name in names_in(self.spec) if name not in known]
        if strange and repr(strange[0]) in str(problem):
            raise NotationError(
                f"{problem}. If {strange[0]} is a parameter, give it a range: {strange[0]}=0:2"
            ) from None
        raise problem


def read_range(text: str) -> Range:
    """A range from its text.

    Raises ArgumentError for other text.

    >>> read_range("w=0:2")
    Range(name='w', low=0.0, high=2.0, is_whole=False)
    """
    name, equals, ends = text.partition("=")
    low, colon, high = ends.partition(":")
    if not equals or not colon:
        raise ArgumentError(f"{_EXAMPLE}, got {shorten(text)}")
    lowest, highest = (_read_number(end, text, _EXAMPLE) for end in (low, high))
    return Range(name.strip(), lowest, highest)


def read_start(texts: Sequence[str]) -> dict[str, float]:
    """The numbers to start from, by parameter.

    Raises ArgumentError for other text, and for a parameter with two starts.

    >>> read_start(["w=1", "v=0.5"])
    {'w': 1.0, 'v': 0.5}
    """
    found: dict[str, float] = {}
    for text in texts:
        name, equals, number = (part.strip() for part in text.partition("="))
        example = "write a start as w=1"
        if not equals:
            raise ArgumentError(f"{example}, got {shorten(text)}")
        if name in found:
            raise ArgumentError(f"{name} has two starts")
        found[name] = _read_number(number, text, example)
    return found


def check_number(value: object, what: str) -> float:
    """The value if it is a finite number.

    Raises ArgumentError for anything else.
    """
    if type(value) not in (int, float) or not isfinite(value):  # type: ignore[arg-type]
        raise ArgumentError(f"{what} needs finite numbers, got {value!r}")
    assert isinstance(value, int | float)
    return value


def _read_number(text: str, whole: str, example: str) -> float:
    try:
        return float(text)
    except ValueError:
        raise ArgumentError(f"{example}, got {shorten(whole)}") from None


def _check_name(name: str) -> None:
    is_word = name.isascii() and name.isidentifier() and not keyword.iskeyword(name)
    if not is_word or name.startswith("in_file_"):
        raise ArgumentError(f"a parameter needs a name such as w, got {shorten(name)}")
    if name in CATALOGUE or name in ALIASES or is_player_spec(name):
        raise ArgumentError(f"{name} already has a meaning in specs; call the parameter w")


def _check_ranges(spec: str, ranges: Sequence[Range]) -> None:
    names = [one.name for one in ranges]
    used = names_in(spec, what="a heuristic or a player")
    if not 1 <= len(names) <= MOST_PARAMETERS:
        raise ArgumentError(
            f"tuning takes 1 to {MOST_PARAMETERS} parameters, got {len(names)} ranges; {_EXAMPLE}"
        )
    for place, name in enumerate(names):
        if name in names[:place]:
            raise ArgumentError(f"{name} has two ranges")
        if name not in used:
            raise ArgumentError(
                f"{name} has a range, but {shorten(spec)} has no {name}"
                f"{did_you_mean(name, [one for one in used if one not in CATALOGUE])}"
            )


def _has_whole_ends(one: Range) -> bool:
    return one.low == int(one.low) and one.high == int(one.high)


def _check_start(one: Range, number: float) -> float:
    check_number(number, f"the start of {one.name}")
    if not one.low <= number <= one.high:
        raise ArgumentError(
            f"the start of {one.name} must be from {one.low:g} to {one.high:g}, got {number:g}"
        )
    if one.is_whole and number != int(number):
        raise ArgumentError(f"the start of {one.name} must be a whole number, got {number:g}")
    return one.part(number)


def _problem_of(spec: str, check: Callable[[str], object]) -> LastknightError | None:
    try:
        check(spec)
    except LastknightError as error:
        return error
    return None
