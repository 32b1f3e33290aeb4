"""Which squares are strong: a player plays itself with the first knight on every kind of square.

Mirrored squares are one kind; 7x7 has ten kinds. The second player replies on every other square,
so the choice of openings adds no error, and all openings are played equally often.
"""

from __future__ import annotations

from dataclasses import dataclass

from lastknight import stats
from lastknight.matches.openings import census_openings
from lastknight.matches.plan import Plan
from lastknight.notation import Square
from lastknight.players import Player
from lastknight.position import Position
from lastknight.stats import Estimate


@dataclass(frozen=True, slots=True)
class SquareWins:
    """The games won by the player that starts on a kind of square."""

    square: Square
    wins: int
    games: int

    @property
    def win_rate(self) -> Estimate:
        """The share of games it won."""
        return stats.wilson(self.wins, self.games)


def square_kinds() -> list[Square]:
    """One square of each kind.

    >>> square_kinds()[:4], len(square_kinds())
    ([(0, 0), (0, 1), (0, 2), (0, 3)], 10)
    """
    return [opening.moves[0] for opening in census_openings(Position(), 1)]


def plan_squares(player: Player, *, repeats: int, seed: int) -> Plan:
    """The player against itself: every kind of square, every reply, `repeats` pairs each."""
    openings = [
        (first, second)
        for first in square_kinds()
        for second in Position().play(first).legal_moves()
    ]
    return Plan((player,), ((0, 0),), pairs=repeats * len(openings), openings=openings, seed=seed)


def count_squares(plan: Plan, a_won: bytes) -> list[SquareWins]:
    """For each kind of square, the games won by the first player, who starts there.

    Games come in the order of the plan's pairs.
    """
    wins = dict.fromkeys(square_kinds(), 0)
    games = dict.fromkeys(wins, 0)
    for number, opening in enumerate(plan.drawn):
        # A moves first in the first game of a pair, B in the second.
        first, second = a_won[2 * number : 2 * number + 2]
        wins[opening.moves[0]] += first + 1 - second
        games[opening.moves[0]] += 2
    return [SquareWins(square, wins[square], games[square]) for square in wins]
