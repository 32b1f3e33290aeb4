"""A linear model: a weight for each feature, by role, which changes with the blank squares.

It is written as a spec, so it prints, parses, is explained and composed as every heuristic is; a
sum of building blocks is also evaluated at once by the core.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from lastknight.heuristics import Heuristic, heuristic
from lastknight.heuristics.heuristic import format_number

ROLES = ("attacker", "defender")
DIGITS = 3
"""Significant digits of a weight."""
_MOST_NAMED = 3
_FEW = 0.2
"""Features with less than this part of the strongest pull are not named in words."""
_OWN_WORDS = {
    "exact_reach_own(k=1)": "moves of its own",
    "exact_reach_opp(k=1)": "moves for the opponent",
}
_WORDS = {
    "exact_reach_own": "squares it first reaches in {k}",
    "exact_reach_opp": "squares the opponent first reaches in {k}",
    "exact_private_own": "squares it reaches in {k}, sooner than the opponent",
    "exact_private_opp": "squares the opponent reaches in {k}, sooner than it does",
    "exact_shared": "squares both reach in {k}",
    "exits_own": "onward moves from its next squares",
    "exits_opp": "onward moves from the opponent's next squares",
    "dead_ends_own": "dead ends among its next squares",
    "dead_ends_opp": "dead ends among the opponent's next squares",
}


@dataclass(frozen=True)
class Term:
    """A feature and its weights: `base + phase * blank_fraction` in each role."""

    feature: str
    group: str
    attacker: tuple[float, float]
    """Base and phase."""
    defender: tuple[float, float]
    spread: float
    """The standard deviation of the feature's values."""
    pull: tuple[float, float] = (0.0, 0.0)
    """How the model's value goes with the feature among the moves of a position: the correlation
    for the attacker and for the defender. Weights of features that resemble each other can have
    opposite signs; this says what they come to."""

    def weights(self, role: str) -> tuple[float, float]:
        """Base and phase in a role."""
        return self.attacker if role == "attacker" else self.defender

    def effect(self, role: str, blank: float) -> float:
        """What one standard deviation of the feature adds while this part of the board is blank."""
        base, phase = self.weights(role)
        return (base + phase * blank) * self.spread


@dataclass(frozen=True)
class LinearModel:
    """Weights by role and phase.

    >>> term = Term("exact_reach_own(k=1)", "", (0.5, -1.0), (2.0, 0.0), 1.0)
    >>> LinearModel((term,)).spec
    'switch((0.5 - 1 * blank_fraction) * exact_reach_own(k=1), 2 * exact_reach_own(k=1),
    role=attacker)'
    """

    terms: tuple[Term, ...]

    @property
    def spec(self) -> str:
        """The model as a spec."""
        attacker, defender = (self._sum(role) for role in ROLES)
        return str(heuristic(f"switch({attacker}, {defender}, role=attacker)"))

    @property
    def heuristic(self) -> Heuristic:
        """The model as a heuristic."""
        return heuristic(self.spec)

    def _sum(self, role: str) -> str:
        terms = [_write(one.feature, *one.weights(role)) for one in self.terms]
        return " + ".join(one for one in terms if one) or "null"

    def words(self, role: str) -> str:
        """What a role prefers among its moves, the strongest first.

        >>> more = Term("exact_reach_own(k=2)", "", (1.0, 0.0), (1.0, 0.0), 2.0, pull=(0.9, 0.5))
        >>> fewer = Term("exits_opp", "", (-1.0, 0.0), (0.0, 0.0), 1.0, pull=(-0.4, 0.1))
        >>> LinearModel((more, fewer)).words("attacker")
        "The attacker prefers moves that leave more squares it first reaches in two moves; and
        fewer onward moves from the opponent's next squares."
        """
        place = ROLES.index(role)
        pulls = sorted(
            ((one.pull[place], one.feature) for one in self.terms), key=lambda pair: -abs(pair[0])
        )
        least = _FEW * abs(pulls[0][0]) if pulls else 0.0
        more = [describe_feature(name) for pull, name in pulls if pull > least][:_MOST_NAMED]
        fewer = [describe_feature(name) for pull, name in pulls if pull < -least][:_MOST_NAMED]
        parts = [f"more {one}" for one in more] + [f"fewer {one}" for one in fewer]
        if not parts:
            return f"The {role} has no preference."
        parts[-1] = f"and {parts[-1]}" if len(parts) > 1 else parts[-1]
        return f"The {role} prefers moves that leave {'; '.join(parts)}."


def round_weight(value: float) -> float:
    """A weight to the digits that a spec shows.

    >>> round_weight(0.123456), round_weight(-1234.5)
    (0.123, -1230.0)
    """
    return float(f"{value:.{DIGITS}g}")


def describe_feature(spec: str) -> str:
    """What a feature counts, in words; other features are named by their spec.

    >>> describe_feature("exact_shared(k=1)"), describe_feature("center")
    ('squares both reach in one move', 'center')
    """
    found = re.fullmatch(r"(\w+?)(?:\(k=(\d+)\))?", spec)
    if spec in _OWN_WORDS or found is None or found[1] not in _WORDS:
        return _OWN_WORDS.get(spec, spec)
    moves = {"1": "one move", "2": "two moves", "3": "three moves", "4": "four moves"}
    return _WORDS[found[1]].format(k=moves.get(found[2], f"{found[2]} moves"))


def _write(feature: str, base: float, phase: float) -> str:
    """A term of the sum; nothing if its weights are 0."""
    made = heuristic(feature)
    name = f"({made})" if made.tightness < _ATOM else str(made)
    if not phase:
        return f"{format_number(base)} * {name}" if base else ""
    later = f"{format_number(abs(phase))} * blank_fraction"
    weight = f"{format_number(base)} {'-' if phase < 0 else '+'} {later}"
    return f"({weight}) * {name}"


_ATOM = heuristic("open").tightness
