"""A heuristic as a value: it evaluates positions, has a text, and combines by arithmetic.

Where a heuristic comes from (the catalogue, a file, a function) is up to the other modules here.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any

from lastknight import _core
from lastknight._core import Combination
from lastknight.errors import ArgumentError, show
from lastknight.ranges import is_finite

if TYPE_CHECKING:
    from collections.abc import Callable

    from lastknight.position import Position

    Recipe = tuple[Callable[..., "Heuristic"], tuple[Any, ...]]

# How tightly operators bind, and their signs.
_SUM, _PRODUCT, _ATOM = 1, 2, 3
_SIGNS = {
    Combination.SUM: ("+", _SUM),
    Combination.DIFFERENCE: ("-", _SUM),
    Combination.PRODUCT: ("*", _PRODUCT),
    Combination.QUOTIENT: ("/", _PRODUCT),
}

# Roles, and their numbers in the core.
ROLES = {"attacker": 1.0, "defender": -1.0}


@dataclass(frozen=True, eq=False)
class Heuristic:
    """A function that rates a position for a player: larger is better.

    Where the player to move has no legal move the value is -inf for that player and +inf for the
    other, whatever the heuristic. Heuristics add, subtract, multiply and divide, with each other
    and with numbers; the native search evaluates the result without calling Python.

    >>> mixed = heuristic("improved") - 0.5 * heuristic("center")
    >>> mixed
    heuristic('improved - 0.5 * center')
    >>> mixed(Position.from_moves("d4 b1"), 1)
    4.75
    """

    spec: str
    """The canonical text; `heuristic` can read it unless it names a function defined at runtime."""
    core: _core.Heuristic = field(repr=False)
    """What the native search evaluates."""
    recipe: Recipe | None = field(default=None, repr=False)
    """How to make it again in another process; equal recipes make equal heuristics."""
    source: object = field(default=None, repr=False)
    """The user's function, the parts of a composition, or what a name stands for: what must live
    as long as it does."""
    tightness: int = field(default=_ATOM, repr=False)

    def __call__(self, position: Position, player: int) -> float:
        """The value of a position for a player.

        Raises ArgumentError for anything but a position and a player, 1 or 2.
        """
        if not isinstance(position, _core.Position):
            raise ArgumentError(f"a heuristic evaluates a Position, got {show(position)}")
        return self.core.value(position, player)

    def named(self, spec: str, recipe: Recipe | None) -> Heuristic:
        """The same heuristic under another name."""
        source = (self,) if isinstance(self.source, tuple | None) else self.source
        return replace(self, spec=spec, recipe=recipe, source=source, tightness=_ATOM)

    @property
    def is_course(self) -> bool:
        """Whether it, or a part of it, is a function of a course agent."""
        parts = self.source if isinstance(self.source, tuple) else ()
        return any(part.is_course for part in parts)

    def missed_attributes(self) -> list[str]:
        """The missing attributes that a course agent's part of it has looked up so far."""
        parts = self.source if isinstance(self.source, tuple) else ()
        return [name for part in parts for name in part.missed_attributes()]

    def functions(self) -> list[object]:
        """The user's functions that it calls, in the order of its text."""
        if isinstance(self.source, tuple):
            return [function for part in self.source for function in part.functions()]
        return [] if self.source is None else [self.source]

    def __str__(self) -> str:
        return self.spec

    def __repr__(self) -> str:
        return f"heuristic({self.spec!r})"

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Heuristic):
            return NotImplemented
        if self.recipe is None or other.recipe is None:
            return self is other
        return self.recipe == other.recipe

    def __hash__(self) -> int:
        return hash(self.spec)

    def __reduce__(self) -> Recipe:
        if self.recipe is None:
            raise TypeError(f"heuristic {self.spec} cannot be sent to another process")
        return self.recipe

    def __add__(self, other: Heuristic | float) -> Heuristic:
        return combine(Combination.SUM, self, other)

    def __radd__(self, other: float) -> Heuristic:
        return combine(Combination.SUM, other, self)

    def __sub__(self, other: Heuristic | float) -> Heuristic:
        return combine(Combination.DIFFERENCE, self, other)

    def __rsub__(self, other: float) -> Heuristic:
        return combine(Combination.DIFFERENCE, other, self)

    def __mul__(self, other: Heuristic | float) -> Heuristic:
        return combine(Combination.PRODUCT, self, other)

    def __rmul__(self, other: float) -> Heuristic:
        return combine(Combination.PRODUCT, other, self)

    def __truediv__(self, other: Heuristic | float) -> Heuristic:
        return combine(Combination.QUOTIENT, self, other)

    def __rtruediv__(self, other: float) -> Heuristic:
        return combine(Combination.QUOTIENT, other, self)

    def __neg__(self) -> Heuristic:
        return combine(Combination.PRODUCT, -1, self)


def combine(kind: Combination, first: Heuristic | float, second: Heuristic | float) -> Heuristic:
    """Combine two heuristics, or a heuristic and a number, by arithmetic."""
    sign, tightness = _SIGNS[kind]
    left, right = constant(first), constant(second)
    return Heuristic(
        spec=f"{_inside(left, tightness)} {sign} {_inside(right, tightness + 1)}",
        core=_core.Heuristic.combine(kind, left.core, right.core),
        recipe=(combine, (kind, left, right)),
        source=(left, right),
        tightness=tightness,
    )


def until_blank(first: Heuristic, second: Heuristic, blank: float) -> Heuristic:
    """The first heuristic while more than this share of the squares is blank, then the second.

    Raises ArgumentError for a share outside 0 to 1.
    """
    if not is_finite(blank) or not 0 <= blank <= 1:
        raise ArgumentError(f"blank must be a share of the squares, from 0 to 1, got {show(blank)}")
    return Heuristic(
        spec=f"switch({first}, {second}, blank={format_number(blank)})",
        core=_core.Heuristic.combine(
            Combination.UNTIL_BLANK, first.core, second.core, number=float(blank)
        ),
        recipe=(until_blank, (first, second, blank)),
        source=(first, second),
    )


def by_role(first: Heuristic, second: Heuristic, role: str) -> Heuristic:
    """The first heuristic for a player with this role, otherwise the second.

    There are no roles before both knights are placed, so the second counts. Raises ArgumentError
    for a role other than attacker and defender.
    """
    if not isinstance(role, str) or role not in ROLES:
        raise ArgumentError(f"role must be {' or '.join(ROLES)}, got {show(role)}")
    return Heuristic(
        spec=f"switch({first}, {second}, role={role})",
        core=_core.Heuristic.combine(
            Combination.BY_ROLE, first.core, second.core, number=ROLES[role]
        ),
        recipe=(by_role, (first, second, role)),
        source=(first, second),
    )


def constant(value: Heuristic | float) -> Heuristic:
    """A number as a heuristic with that value everywhere; a heuristic unchanged.

    Raises ArgumentError for anything else.
    """
    if isinstance(value, Heuristic):
        return value
    if not is_finite(value):
        raise ArgumentError(
            f"a heuristic combines only with heuristics and finite numbers, got {show(value)}"
        )
    number = float(value)
    return Heuristic(
        spec=format_number(number),
        core=_core.Heuristic.number(number),
        recipe=(constant, (number,)),
        tightness=_PRODUCT if number < 0 else _ATOM,
    )


def format_number(number: float) -> str:
    """A number as text; whole numbers have no decimal point."""
    return str(int(number)) if number == int(number) and abs(number) < 1e15 else repr(float(number))


def _inside(part: Heuristic, tightness: int) -> str:
    return part.spec if part.tightness >= tightness else f"({part.spec})"
