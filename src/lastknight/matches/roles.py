"""Results by role: what a player wins as attacker and as defender.

Who attacks is a property of the position (`Position.attacker`) and never changes once both knights
are placed, so in a reversed pair each player attacks once. Openings that leave a knight to place
give no roles.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from lastknight import stats
from lastknight.position import Position
from lastknight.stats import Estimate
from lastknight.stats.means import rate_of_counts

Integers = npt.NDArray[np.int64]


def is_first_attacking(opening: Position) -> bool | None:
    """Whether the player who moves first after an opening attacks; None if there are no roles yet.

    >>> is_first_attacking(Position.from_moves("d4 b4"))
    True
    """
    attacker = opening.attacker
    return None if attacker is None else attacker == opening.to_move


@dataclass(frozen=True, slots=True)
class RoleCount:
    """The pairs of one opening that has roles, and A's wins in them."""

    pairs: int
    attacker_wins: int
    """Games that A won as attacker, one in each pair."""
    defender_wins: int
    """Games that A won as defender, the other one."""


@dataclass(frozen=True)
class RoleResult:
    """The games of a player in one role."""

    wins: int
    games: int
    rate: Estimate
    """The share won: value, low and high."""


@dataclass(frozen=True)
class RoleRecord:
    """What A and B won in each role.

    >>> found = RoleRecord.of([RoleCount(1, 1, 0)] * 80 + [RoleCount(1, 1, 1)] * 20)
    >>> found.a_attacker.wins, found.a_defender.wins, found.b_attacker.wins, found.b_defender.wins
    (100, 20, 80, 0)
    """

    a_attacker: RoleResult
    a_defender: RoleResult
    b_attacker: RoleResult
    b_defender: RoleResult
    attacker: RoleResult
    """All games from the attacker's point of view."""

    @classmethod
    def of(cls, counts: Sequence[RoleCount]) -> RoleRecord:
        """Sum up the openings; where openings repeat, intervals cluster by opening."""
        rows = [(one.pairs, one.attacker_wins, one.defender_wins) for one in counts]
        pairs, attacker, defender = np.array(rows, dtype=np.int64).reshape(-1, 3).T
        return cls(
            a_attacker=_result(attacker, pairs),
            a_defender=_result(defender, pairs),
            b_attacker=_result(pairs - defender, pairs),
            b_defender=_result(pairs - attacker, pairs),
            attacker=_result(attacker + pairs - defender, 2 * pairs),
        )


def role_facts(found: RoleRecord | None) -> dict[str, object]:
    """Results by role as plain data: the same names without roles, with None for every value.

    >>> role_facts(None)["a_attacker_rate"] is None
    True
    """
    facts: dict[str, object] = {
        "role_games": None if found is None else found.a_attacker.games,
        "attacker_wins": None if found is None else found.attacker.wins,
    }
    for name in ("a_attacker", "a_defender", "b_attacker", "b_defender"):
        result: RoleResult | None = None if found is None else getattr(found, name)
        rate = Estimate(None, None, None) if result is None else result.rate
        facts |= {
            f"{name}_wins": None if result is None else result.wins,
            f"{name}_rate": rate.value,
            f"{name}_low": rate.low,
            f"{name}_high": rate.high,
        }
    return facts


def _result(wins: Integers, games: Integers) -> RoleResult:
    """The result from the wins and games of each opening.

    The interval is Wilson's; where openings repeat, it is widened to include the clustered one.
    """
    won, played = int(wins.sum()), int(games.sum())
    rate = stats.wilson(won, played)
    if games.max(initial=0) > 1:
        rate = _hull(rate, rate_of_counts(wins, games))
    return RoleResult(won, played, rate)


def _hull(one: Estimate, other: Estimate) -> Estimate:
    """The value of one estimate, with the outer ends of both."""
    ends = [(x.low, x.high) for x in (one, other) if x.low is not None and x.high is not None]
    lows, highs = zip(*ends, strict=True)
    return Estimate(one.value, min(lows), max(highs))
