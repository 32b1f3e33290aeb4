"""What a heuristic counted in a position: the terms of its value, with their squares.

Native heuristics list their terms in the core; compositions are explained here from their parts.
A compiled function is explained by the fields it read, a plain Python function by its docstring.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from inspect import getdoc
from math import isfinite
from typing import TYPE_CHECKING

from lastknight._core import Combination
from lastknight.errors import cut
from lastknight.heuristics.compiled import CompiledHeuristic
from lastknight.heuristics.heuristic import by_role, combine, constant, until_blank
from lastknight.heuristics.view import View

if TYPE_CHECKING:
    from lastknight.heuristics.heuristic import Heuristic
    from lastknight.notation import Square
    from lastknight.position import Position

_FLIPPED = {"+": "-", "-": "+", "*": "*", "/": "/"}


@dataclass(frozen=True, slots=True)
class Term:
    """Something that was counted: what, how it enters the value, how much, and where."""

    label: str
    sign: str
    """`+` and `-` add up in order; `*` and `/` apply to the term before them."""
    number: float
    squares: tuple[Square, ...] = ()
    player: int | None = None
    """Whose squares they are; None if they are not one player's."""


@dataclass(frozen=True, slots=True)
class Explanation:
    """A value, the terms that make it up, and a sentence where they do not say everything."""

    value: float
    terms: tuple[Term, ...] = ()
    sentence: str = ""


def explain(subject: Heuristic, position: Position, player: int) -> Explanation:
    """A heuristic's value of a position for a player, and what it counted.

    Raises HeuristicError if a user's heuristic fails.

    >>> found = explain(heuristic("improved"), Position.from_moves("d4 b1"), 1)
    >>> found.value, [(term.sign, term.number, term.label) for term in found.terms]
    (5.0, [('+', 8.0, 'own moves'), ('-', 3.0, "opponent's moves")])
    """
    value = subject(position, player)
    if not isfinite(value):
        return Explanation(value, sentence="The game is over: the value only says who has won.")
    return _Explainer(position, player).explain(subject)


@dataclass(frozen=True, slots=True)
class _Explainer:
    """Explains the parts of a composition in one position for one player."""

    position: Position
    player: int

    def explain(self, subject: Heuristic) -> Explanation:
        value = subject(self.position, self.player)
        native = subject.core.terms(self.position, self.player)
        if native is not None:
            return Explanation(value, tuple(Term(*term) for term in native))
        if isinstance(subject.source, tuple) and len(subject.source) == 1:
            return self.explain(*subject.source)  # what a name in a file stands for
        make, given = subject.recipe or (None, ())
        if make is combine:
            return self._combination(value, *given)
        if make is constant:
            return Explanation(value, (Term("constant", "+", value),))
        if make is until_blank:
            return self._switch_by_blank(*given)
        if make is by_role:
            return self._switch_by_role(*given)
        if isinstance(subject, CompiledHeuristic):
            return self._compiled(subject, value)
        what = f"{subject} is your own function, so only its code shows what it counts."
        return Explanation(value, sentence=f"{what} {_doc(subject)}".strip())

    def _combination(
        self, value: float, kind: Combination, left: Heuristic, right: Heuristic
    ) -> Explanation:
        if kind in (Combination.SUM, Combination.DIFFERENCE):
            one, two = self._terms(left), self._terms(right)
            other = two.terms if kind == Combination.SUM else tuple(map(_flip, two.terms))
            return Explanation(value, one.terms + other, f"{one.sentence} {two.sentence}".strip())
        if kind == Combination.PRODUCT:
            for factor, other_part in ((left, right), (right, left)):
                if factor.recipe is not None and factor.recipe[0] is constant:
                    found = self._terms(other_part)
                    scaled = tuple(_scale(term, factor.recipe[1][0]) for term in found.terms)
                    return Explanation(value, scaled, found.sentence)
        sign = "*" if kind == Combination.PRODUCT else "/"
        return Explanation(value, (self._whole(left, "+"), self._whole(right, sign)))

    def _switch_by_blank(self, first: Heuristic, second: Heuristic, blank: float) -> Explanation:
        blanks, squares = len(self.position.blank), self.position.width * self.position.height
        is_first = blanks > blank * squares
        are = "is" if blanks == 1 else "are"
        return self._chosen(
            first if is_first else second, f"{blanks} of {squares} squares {are} blank"
        )

    def _switch_by_role(self, first: Heuristic, second: Heuristic, role: str) -> Explanation:
        attacker = self.position.attacker
        if attacker is None:
            return self._chosen(second, "There are no roles before both knights are placed")
        own = "attacker" if attacker == self.player else "defender"
        return self._chosen(first if own == role else second, f"Player {self.player} is the {own}")

    def _chosen(self, chosen: Heuristic, reason: str) -> Explanation:
        """The part of a switch that counts, and why."""
        found = self.explain(chosen)
        why = f"{reason}, so {cut(str(chosen))} counts."
        return replace(found, sentence=f"{why} {found.sentence}".strip())

    def _compiled(self, subject: CompiledHeuristic, value: float) -> Explanation:
        view = _RecordingView.of(self.position, self.player)
        subject.function(view)
        read = list(dict.fromkeys(view.reads))
        players = {"own": self.player, "opp": 3 - self.player}
        sides = {name[:3] for name in read if name[:3] in players}
        squares = {square for name in read for square in view.squares_of(name)}
        term = Term(
            str(subject),
            "+",
            value,
            tuple(divmod(square, view.width) for square in sorted(squares)),
            players[sides.pop()] if len(sides) == 1 else None,
        )
        what = f"{subject} is your own compiled function; here it read {', '.join(read)}."
        return Explanation(value, (term,), f"{what} {_doc(subject)}".strip())

    def _terms(self, subject: Heuristic) -> Explanation:
        """The terms of a part of a sum; the part as a whole if it lists none."""
        found = self.explain(subject)
        return found if found.terms else replace(found, terms=(self._whole(subject, "+"),))

    def _whole(self, subject: Heuristic, sign: str) -> Term:
        """A part of a composition as one term."""
        found = self.explain(subject)
        squares = tuple(dict.fromkeys(square for term in found.terms for square in term.squares))
        players = {term.player for term in found.terms}
        whose = players.pop() if len(players) == 1 else None
        return Term(str(subject), sign, found.value, squares, whose)


class _RecordingView(View):
    """A view that remembers which of its fields were read."""

    @property
    def reads(self) -> list[str]:
        """The fields that were read, in order."""
        reads: list[str] = vars(self).setdefault("_reads", [])
        return reads

    def squares_of(self, name: str) -> list[int]:
        """The squares of a field that belongs to one player; none for any other field."""
        value = object.__getattribute__(self, name)
        if name.endswith("_location"):
            return [value] if value >= 0 else []
        return list(value) if name.endswith("_moves") else []

    def __getattribute__(self, name: str) -> object:
        if name in View.__slots__:
            self.reads.append(name)
        return super().__getattribute__(name)


def _doc(subject: Heuristic) -> str:
    """The first line of the docstring of the user's function."""
    functions = subject.functions()
    text = getdoc(functions[0]) if len(functions) == 1 else None
    return f"Its docstring: {text.splitlines()[0]}" if text else ""


def _flip(term: Term) -> Term:
    return replace(term, sign=_FLIPPED[term.sign])


def _scale(term: Term, factor: float) -> Term:
    """A term times a number; a divisor stays as it is, because the term before it is scaled."""
    if term.sign in "*/":
        return term
    scaled = _flip(term) if factor < 0 else term
    size = abs(factor)
    if size == 1:
        return scaled
    return replace(scaled, label=f"{size:g} * {term.label}", number=size * term.number)
