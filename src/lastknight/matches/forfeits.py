"""Forfeits of a match: how many, why, and whether they decide it instead of strength."""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import dataclass, field, replace

from lastknight.matches.chunks import Chunk
from lastknight.matches.play import REASONS, PlayedGame
from lastknight.sandbox.printable import printable_line
from lastknight.stats import Verdict
from lastknight.stats.words import counted

_NOTE = 300
"""How many characters of a reason to show."""
ALPHA = 0.05
# What precedes our own message in the last line of a traceback.
_OUR_ERROR = re.compile(r"^lastknight\.errors\.\w+: ")


@dataclass(frozen=True, slots=True)
class Forfeits:
    """The games that one player of a match lost by forfeit; there is at least one."""

    by_reason: tuple[tuple[str, int], ...]
    """Each reason, such as crash or timeout, and its games, the most frequent first."""
    first: str
    """The name of the first of these games, as `lastknight games --show` takes it."""
    note: str
    """What happened in it, in one line."""

    @property
    def games(self) -> int:
        """Number of games."""
        return sum(games for _, games in self.by_reason)

    def sentence(self, name: str) -> str:
        """How many games a player of this name lost by forfeit, and why it lost the first.

        >>> Forfeits((("illegal_move", 2),), "0.3.1", "it returned None").sentence("A")
        'A lost 2 games by forfeit (illegal move), the first, 0.3.1, because: it returned None'
        """
        games = counted(self.games, "game")
        reasons = [
            reason.replace("_", " ") + (f" {count:,}" if len(self.by_reason) > 1 else "")
            for reason, count in self.by_reason
        ]
        first = "" if self.games == 1 else "the first, "
        said = f"{first}{self.first}, because: {self.note}" if self.note else f"{first}{self.first}"
        return f"{name} lost {games} by forfeit ({', '.join(reasons)}), {said}"

    def __add__(self, other: Forfeits) -> Forfeits:
        """The forfeits of two matches; the first game is that of the first match."""
        reasons = Counter(dict(self.by_reason)) + Counter(dict(other.by_reason))
        return replace(self, by_reason=_ranked(reasons))


@dataclass
class ForfeitCount:
    """Counts the forfeits of one side of a pairing; chunks may come in any order."""

    reasons: Counter[str] = field(default_factory=Counter)
    first: tuple[int, str] | None = None
    """The number of the first game, and its note."""

    def result(self, pairing: int) -> Forfeits | None:
        """The forfeits counted so far; None without any."""
        if self.first is None:
            return None
        number, note = self.first
        last = (note.splitlines() or [""])[-1]
        return Forfeits(
            _ranked(self.reasons),
            f"{pairing}.{number // 2}.{number % 2 + 1}",
            printable_line(_OUR_ERROR.sub("", last), limit=_NOTE),
        )


def _ranked(reasons: Counter[str]) -> tuple[tuple[str, int], ...]:
    return tuple(sorted(reasons.items(), key=lambda item: (-item[1], item[0])))


def count_forfeits(chunk: Chunk, counts: tuple[ForfeitCount, ForfeitCount]) -> None:
    """Add a chunk to the counts of A and of B."""
    if not any(chunk.reasons):
        return
    for place, (won, reason) in enumerate(zip(chunk.a_won, chunk.reasons, strict=True)):
        if not reason:
            continue
        count, number = counts[1 if won else 0], 2 * chunk.first_pair + place
        count.reasons[REASONS[reason]] += 1
        if count.first is None or number < count.first[0]:
            played = PlayedGame((), bool(won), REASONS[reason], chunk.notes.get(place, ""))
            count.first = number, played.end_note


def as_forfeited(verdict: Verdict, name: str, opponent: str) -> Verdict:
    """The verdict on a match that forfeits decide."""
    said = f"{name} against {opponent} is decided by forfeits, which say nothing about strength."
    return replace(verdict, word="forfeited", sentence=said, pairs_to_decide=None)
