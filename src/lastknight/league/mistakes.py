"""Mistakes of an entrant: won positions it gave away in games it lost, proved by the solver."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import chain, zip_longest

from lastknight.league.facts import Mistakes, Thrown
from lastknight.matches.game_record import GameRecord
from lastknight.truth.mistakes import find_thrown
from lastknight.truth.verdicts import Verdicts

LOOKED = 24
"""How many lost games of an entrant are looked through at the most."""


@dataclass(frozen=True, slots=True)
class Loss:
    """A game that an entrant lost on the board, without a forfeit."""

    game: GameRecord
    is_a: bool
    """Whether the entrant was A in it."""
    opponent: int
    """The place of the opponent among the entries."""


def find_mistakes(losses: Sequence[Loss], verdicts: Verdicts, *, boards: int) -> Mistakes:
    """Look through lost games, those against all opponents in turns, and keep some boards.

    The boards are those on which most moves would have won, of another opponent each while there
    are enough.
    """
    chosen = _in_turns(losses)[:LOOKED]
    verdicts.learn(loss.game.positions[ply] for loss in chosen for ply in loss.game.contested)
    had_won = thrown = 0
    found: dict[str, Thrown] = {}
    for loss in chosen:
        seen = find_thrown([loss.game], verdicts, is_a=loss.is_a, opponent=str(loss.opponent))
        had_won += seen.lost_won
        thrown += seen.thrown
        if seen.first is not None:  # a position that comes again is shown once
            found.setdefault(seen.first.position, Thrown(loss.opponent, seen.first))
    ranked = sorted(found.values(), key=lambda one: (-len(one.mistake.winning), one.mistake.ply))
    return Mistakes(len(chosen), had_won, thrown, tuple(_spread(ranked)[:boards]))


def _in_turns(losses: Sequence[Loss]) -> list[Loss]:
    """One game of each opponent after the other."""
    by_opponent: dict[int, list[Loss]] = {}
    for loss in losses:
        by_opponent.setdefault(loss.opponent, []).append(loss)
    turns = zip_longest(*by_opponent.values())
    return [loss for loss in chain.from_iterable(turns) if loss is not None]


def _spread(found: Sequence[Thrown]) -> list[Thrown]:
    """The first of every opponent before the second of any."""
    places: dict[int, int] = {}
    ranked = []
    for order, one in enumerate(found):
        places[one.opponent] = places.get(one.opponent, 0) + 1
        ranked.append((places[one.opponent], order, one))
    return [one for _, _, one in sorted(ranked, key=lambda item: item[:2])]
