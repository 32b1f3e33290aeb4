"""From the games of a league to what each entrant did in them."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field

from lastknight.league.facts import Ending, Forfeited, Outcome
from lastknight.league.mistakes import Loss
from lastknight.matches.chunks import Chunk
from lastknight.matches.game_record import GameRecord, records_of
from lastknight.matches.plan import Plan
from lastknight.matches.play import REASONS
from lastknight.matches.tally import Tally
from lastknight.sandbox.printable import printable_lines

KEPT_KINDS = 12
"""How many kinds of forfeits of an entrant are told."""
NOTE = 4000
"""How many characters of a note are kept."""
OUTPUT = 16_000
"""How many characters of what an entrant printed are kept."""


@dataclass
class Record:
    """What one entrant did; opponents by their places in the plan."""

    tallies: dict[int, Tally] = field(default_factory=dict)
    won: Counter[str] = field(default_factory=Counter)
    lost: Counter[str] = field(default_factory=Counter)
    forfeits: list[tuple[int, GameRecord]] = field(default_factory=list)
    losses: list[Loss] = field(default_factory=list)
    outputs: list[tuple[int, str, str]] = field(default_factory=list)
    """Of games in which it printed something: opponent, game, text."""

    @property
    def total(self) -> Tally:
        """All its pairs."""
        return sum(self.tallies.values(), Tally())

    @property
    def forfeited(self) -> int:
        """How many games it lost by forfeit."""
        return len(self.forfeits)

    def outcomes(self, places: dict[int, int]) -> tuple[Outcome, ...]:
        """Against each opponent; `places` are those of the entries."""
        found = [
            Outcome(places[other], one.ww, one.split, one.ll, one.a_forfeits, one.b_forfeits)
            for other, one in self.tallies.items()
        ]
        return tuple(sorted(found, key=lambda outcome: outcome.opponent))

    def endings(self) -> tuple[Ending, ...]:
        """How its games ended, in the order of the reasons."""
        return tuple(
            Ending(reason, self.won[reason], self.lost[reason])
            for reason in REASONS
            if self.won[reason] or self.lost[reason]
        )

    def told_forfeits(self, places: dict[int, int]) -> tuple[Forfeited, ...]:
        """Its forfeits by kind, with the first game of each; numbers do not make a kind."""
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

    def told_output(self, names: Sequence[str]) -> str:
        """What it printed, game by game, as much as there is room for."""
        parts = [
            f"[game {game} against {names[other]}]\n{text}" for other, game, text in self.outputs
        ]
        return printable_lines("\n".join(parts), limit=OUTPUT)


def read_records(plan: Plan, chunks: Sequence[Chunk]) -> list[Record]:
    """What every player of a league did."""
    records = [Record() for _ in plan.players]
    for chunk in chunks:
        a, b = plan.pairings[chunk.pairing]
        tally = chunk.tally()
        records[a].tallies[b] = records[a].tallies.get(b, Tally()) + tally
        records[b].tallies[a] = records[b].tallies.get(a, Tally()) + tally.swapped()
    for game in records_of(plan, chunks):
        a, b = plan.pairings[game.pairing]
        for place, other, text in zip((a, b), (b, a), game.outputs, strict=True):
            if text:
                records[place].outputs.append((other, game.name_in_pairing, text))
        winner, loser = (a, b) if game.a_won else (b, a)
        records[winner].won[game.reason] += 1
        records[loser].lost[game.reason] += 1
        if game.is_forfeit:
            records[loser].forfeits.append((winner, game))
        else:
            records[loser].losses.append(Loss(game, not game.a_won, winner))
    return records
