"""From the games of a league to what each entrant did in them."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from lastknight.league.facts import Ending, Forfeited, Outcome
from lastknight.league.mistakes import Loss
from lastknight.matches.chunks import Chunk
from lastknight.matches.plan import Plan
from lastknight.matches.play import REASONS, split_note
from lastknight.matches.tally import Tally
from lastknight.sandbox.printable import printable_lines
from lastknight.truth.lines import Line, lines_of

KEPT_KINDS = 12
"""How many kinds of forfeits of an entrant are told."""
NOTE = 4000
"""How many characters of a note are kept."""
OUTPUT = 16_000
"""How many characters of what an entrant printed are kept."""
ON_THE_BOARD = REASONS[0]


@dataclass(frozen=True, slots=True)
class PlayedGame:
    """A game of a meeting."""

    a: int
    b: int
    line: Line
    reason: str
    note: str
    """What there is to say about a forfeit; it is about the loser."""
    outputs: tuple[str, str]
    """What A and B printed, as far as it was kept."""

    @property
    def name(self) -> str:
        """What it is called within its meeting: pair, and 1 or 2."""
        return self.line.name.partition(".")[2]

    @property
    def loser(self) -> int:
        """The place of who lost."""
        return self.b if self.line.a_won else self.a

    @property
    def winner(self) -> int:
        """The place of who won."""
        return self.a if self.line.a_won else self.b


@dataclass
class Record:
    """What one entrant did; opponents by their places in the plan."""

    tallies: dict[int, Tally] = field(default_factory=dict)
    won: Counter[str] = field(default_factory=Counter)
    lost: Counter[str] = field(default_factory=Counter)
    forfeits: list[tuple[int, PlayedGame]] = field(default_factory=list)
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
        kinds: dict[tuple[str, str], list[tuple[int, PlayedGame]]] = {}
        for other, game in self.forfeits:
            gist = re.sub(r"\d+", "#", (game.note.splitlines() or [""])[-1])
            kinds.setdefault((game.reason, gist), []).append((other, game))
        found = sorted(kinds.values(), key=len, reverse=True)[:KEPT_KINDS]
        return tuple(
            Forfeited(
                game=game.name,
                opponent=places[other],
                plies=len(game.line.moves),
                position=str(game.line.positions[-1]),
                reason=game.reason,
                note=printable_lines(game.note, limit=NOTE),
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


def games_of(plan: Plan, chunks: Sequence[Chunk]) -> Iterator[PlayedGame]:
    """All games, pairing by pairing; the chunks are in this order."""
    said = [
        (chunk.pairing, reason, chunk.notes.get(place, ""))
        for chunk in chunks
        for place, (_, reason, _) in enumerate(chunk.games())
    ]
    for line, (pairing, reason, note) in zip(lines_of(plan, chunks), said, strict=True):
        bare, *outputs = split_note(note)
        yield PlayedGame(*plan.pairings[pairing], line, reason, bare, (outputs[0], outputs[1]))


def read_records(plan: Plan, chunks: Sequence[Chunk]) -> list[Record]:
    """What every player of a league did."""
    records = [Record() for _ in plan.players]
    for chunk in chunks:
        a, b = plan.pairings[chunk.pairing]
        tally = chunk.tally()
        records[a].tallies[b] = records[a].tallies.get(b, Tally()) + tally
        records[b].tallies[a] = records[b].tallies.get(a, Tally()) + tally.swapped()
    for game in games_of(plan, chunks):
        for place, other, text in (
            (game.a, game.b, game.outputs[0]),
            (game.b, game.a, game.outputs[1]),
        ):
            if text:
                records[place].outputs.append((other, game.name, text))
        records[game.winner].won[game.reason] += 1
        records[game.loser].lost[game.reason] += 1
        if game.reason != ON_THE_BOARD:
            records[game.loser].forfeits.append((game.winner, game))
        else:
            loss = Loss(game.line, game.loser == game.a, game.winner)
            records[game.loser].losses.append(loss)
    return records
