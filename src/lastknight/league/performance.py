"""What each entrant did in the games of a league, and the won positions it gave away."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import chain, zip_longest

from lastknight.league.final_standings import Forfeited, LeagueEnding, Mistakes, Outcome, ThrownWin
from lastknight.matches.chunks import Chunk
from lastknight.matches.game_record import GameRecord, records_of
from lastknight.matches.plan import Plan
from lastknight.matches.play import REASONS
from lastknight.matches.tally import Tally
from lastknight.sandbox.printable import printable_lines
from lastknight.truth.mistakes import find_thrown
from lastknight.truth.verdicts import Verdicts

KEPT_KINDS = 12
"""Kinds of forfeits listed for an entrant."""
NOTE = 4000
"""Characters kept of a forfeit's note."""
OUTPUT = 16_000
"""Characters kept of what an entrant printed."""
EXAMINED = 24
"""The most lost games of an entrant that are examined."""


@dataclass(frozen=True, slots=True)
class Loss:
    """A game an entrant lost on the board, without a forfeit."""

    game: GameRecord
    is_a: bool
    """Whether the entrant was A in it."""
    opponent: int
    """The opponent's index."""


@dataclass
class Performance:
    """What one entrant did; opponents are indices of the plan's players."""

    tallies: dict[int, Tally] = field(default_factory=dict)
    won: Counter[str] = field(default_factory=Counter)
    lost: Counter[str] = field(default_factory=Counter)
    forfeits: list[tuple[int, GameRecord]] = field(default_factory=list)
    losses: list[Loss] = field(default_factory=list)
    outputs: list[tuple[int, str, str]] = field(default_factory=list)
    """For games in which it printed something: opponent, game, text."""

    @property
    def total(self) -> Tally:
        """All its pairs."""
        return sum(self.tallies.values(), Tally())

    def outcomes(self, places: dict[int, int]) -> tuple[Outcome, ...]:
        """Results against each opponent; `places` maps players to entries."""
        found = [
            Outcome(places[other], one.ww, one.split, one.ll, one.a_forfeits, one.b_forfeits)
            for other, one in self.tallies.items()
        ]
        return tuple(sorted(found, key=lambda outcome: outcome.opponent))

    def endings(self) -> tuple[LeagueEnding, ...]:
        """How its games ended, by reason."""
        return tuple(
            LeagueEnding(reason, self.won[reason], self.lost[reason])
            for reason in REASONS
            if self.won[reason] or self.lost[reason]
        )

    def forfeits_by_kind(self, places: dict[int, int]) -> tuple[Forfeited, ...]:
        """Its forfeits by kind, with the first game of each; numbers in notes are ignored."""
        kinds: dict[tuple[str, str], list[tuple[int, GameRecord]]] = {}
        for other, game in self.forfeits:
            gist = re.sub(r"\d+", "#", (game.end_note.splitlines() or [""])[-1])
            kinds.setdefault((game.reason, gist), []).append((other, game))
        found = sorted(kinds.values(), key=len, reverse=True)[:KEPT_KINDS]
        return tuple(
            Forfeited(
                game=game.name_in_pairing,
                opponent=places[other],
                plies=len(game.all_moves),
                position=str(game.positions[-1]),
                reason=game.reason,
                note=printable_lines(game.end_note, limit=NOTE),
                games=len(games),
            )
            for games in found
            for other, game in games[:1]
        )

    def all_output(self, names: Sequence[str]) -> str:
        """What it printed, game by game, up to the limit."""
        parts = [
            f"[game {game} against {names[other]}]\n{text}" for other, game, text in self.outputs
        ]
        return printable_lines("\n".join(parts), limit=OUTPUT)


def read_performances(plan: Plan, chunks: Sequence[Chunk]) -> list[Performance]:
    """What every player of a league did."""
    performances = [Performance() for _ in plan.players]
    for chunk in chunks:
        a, b = plan.pairings[chunk.pairing]
        tally = chunk.tally()
        performances[a].tallies[b] = performances[a].tallies.get(b, Tally()) + tally
        performances[b].tallies[a] = performances[b].tallies.get(a, Tally()) + tally.swapped()
    for game in records_of(plan, chunks):
        a, b = plan.pairings[game.pairing]
        for place, other, text in zip((a, b), (b, a), game.outputs, strict=True):
            if text:
                performances[place].outputs.append((other, game.name_in_pairing, text))
        winner, loser = (a, b) if game.a_won else (b, a)
        performances[winner].won[game.reason] += 1
        performances[loser].lost[game.reason] += 1
        if game.is_forfeit:
            performances[loser].forfeits.append((winner, game))
        else:
            performances[loser].losses.append(Loss(game, not game.a_won, winner))
    return performances


def find_mistakes(losses: Sequence[Loss], verdicts: Verdicts, *, boards: int) -> Mistakes:
    """Examine lost games, taking opponents in turn, and keep some boards.

    Boards with the most winning moves come first, and each opponent's first board comes before
    anyone's second.
    """
    chosen = _in_turns(losses)[:EXAMINED]
    verdicts.learn(loss.game.positions[ply] for loss in chosen for ply in loss.game.contested)
    had_won = thrown = 0
    found: dict[str, ThrownWin] = {}
    for loss in chosen:
        seen = find_thrown([loss.game], verdicts, is_a=loss.is_a, opponent=str(loss.opponent))
        had_won += seen.lost_won
        thrown += seen.thrown
        if seen.first is not None:  # show a repeated position once
            found.setdefault(seen.first.position, ThrownWin(loss.opponent, seen.first))
    ranked = sorted(found.values(), key=lambda one: (-len(one.mistake.winning), one.mistake.ply))
    return Mistakes(len(chosen), had_won, thrown, tuple(_spread(ranked)[:boards]))


def _in_turns(losses: Sequence[Loss]) -> list[Loss]:
    """One game against each opponent, then another round."""
    by_opponent: dict[int, list[Loss]] = {}
    for loss in losses:
        by_opponent.setdefault(loss.opponent, []).append(loss)
    turns = zip_longest(*by_opponent.values())
    return [loss for loss in chain.from_iterable(turns) if loss is not None]


def _spread(found: Sequence[ThrownWin]) -> list[ThrownWin]:
    """The first board of every opponent before the second of any."""
    places: dict[int, int] = {}
    ranked = []
    for order, one in enumerate(found):
        places[one.opponent] = places.get(one.opponent, 0) + 1
        ranked.append((places[one.opponent], order, one))
    return [one for _, _, one in sorted(ranked, key=lambda item: item[:2])]
