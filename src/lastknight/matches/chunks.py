"""Chunks: the games of consecutive pairs of one pairing, in columns of bytes.

The core writes them and the store keeps them unchanged; objects for single games are made only on
request. Games come in pairs: A makes the first move after the opening in the first game, B in the
second.
"""

from __future__ import annotations

import struct
from array import array
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from itertools import accumulate
from math import copysign, inf
from operator import add
from typing import NamedTuple

from lastknight.matches.play import REASONS, KeptChoice, PlayedGame
from lastknight.matches.tally import Tally

PLIES = 128


class Spent(NamedTuple):
    """The cost of choices, summed over games."""

    choices: float = 0.0
    depth: float = 0.0
    nodes: float = 0.0
    evaluations: float = 0.0
    seconds: float = 0.0
    solved: float = 0.0


TOTALS = Spent._fields
"""What is summed for A and for B at every ply after the opening."""


# One choice as the core writes it: score, seconds, nodes, evaluations, depth, solved, unused.
_CHOICE = struct.Struct("<ffIIBBH")
# The largest finite score that fits; larger ones become infinite.
_LARGEST = 3.4028234663852886e38


@dataclass(frozen=True, slots=True)
class Chunk:
    """The games of consecutive pairs of one pairing."""

    pairing: int
    first_pair: int
    a_won: bytes
    """1 for each game that A won, else 0."""
    reasons: bytes
    """The index in REASONS for each game."""
    plies: bytes
    """The number of moves after the opening for each game."""
    moves: bytes
    """All moves, game after game, as square indices."""
    choices: bytes
    """The kept choices, in the core's format."""
    totals: bytes
    """Sums by side and ply: 2 x PLIES x TOTALS doubles."""
    notes: dict[int, str] = field(default_factory=dict)
    """The notes of games that have one, by their place in the chunk."""
    harvest: bytes = b""
    """What the worker derived from the games, if its work has a harvest; never stored."""

    @property
    def pairs(self) -> int:
        """Number of pairs."""
        return len(self.a_won) // 2

    def outcomes(self) -> Iterator[tuple[int, int]]:
        """For each pair, whether A won its first and its second game."""
        return zip(self.a_won[::2], self.a_won[1::2], strict=True)

    def tally(self) -> Tally:
        """The counts of all pairs."""
        forfeits = self._forfeits()
        return replace(
            Tally.of_wins(self.a_won),
            a_forfeits=forfeits.count(0),
            b_forfeits=forfeits.count(1),
        )

    def clean_tally(self) -> Tally:
        """The counts of the pairs without a forfeit."""
        if self.reasons.count(0) == len(self.reasons):
            return self.tally()
        games = [
            won
            for pair in range(self.pairs)
            if not any(self.reasons[2 * pair : 2 * pair + 2])
            for won in self.a_won[2 * pair : 2 * pair + 2]
        ]
        return replace(self, a_won=bytes(games), reasons=bytes(len(games))).tally()

    def _forfeits(self) -> list[int]:
        """1 for each forfeit that A won, else 0."""
        if self.reasons.count(0) == len(self.reasons):
            return []
        return [won for won, reason in zip(self.a_won, self.reasons, strict=True) if reason]

    def head(self, pairs: int) -> Chunk:
        """The first pairs of the chunk; the sums by ply remain those of the whole chunk."""
        return self.part(range(self.first_pair, self.first_pair + min(pairs, self.pairs)))

    def part(self, pairs: range) -> Chunk:
        """Some consecutive pairs of the chunk, given by their numbers in the pairing.

        The sums by ply cannot be split: the part with the first pair keeps those of the whole
        chunk, any other has none.
        """
        games = slice(2 * (pairs.start - self.first_pair), 2 * (pairs.stop - self.first_pair))
        if games == slice(0, len(self.a_won)):
            return self
        at, end = sum(self.plies[: games.start]), sum(self.plies[: games.stop])
        is_first = games.start == 0
        return replace(
            self,
            first_pair=pairs.start,
            a_won=self.a_won[games],
            reasons=self.reasons[games],
            plies=self.plies[games],
            moves=self.moves[at:end],
            choices=self.choices[at * _CHOICE.size : end * _CHOICE.size],
            totals=self.totals if is_first else bytes(len(self.totals)),
            notes={
                game - games.start: note
                for game, note in self.notes.items()
                if games.start <= game < games.stop
            },
            harvest=b"",
        )

    def mistake(self) -> str:
        """What is wrong with the columns; empty if they can be the games of pairs."""
        games, length = len(self.a_won), sum(self.plies)
        if games % 2 or not games == len(self.reasons) == len(self.plies):
            return "its columns do not hold two games per pair"
        if length != len(self.moves) or max(self.plies, default=0) > PLIES:
            return "its games do not match its moves"
        if max(self.a_won, default=0) > 1 or max(self.reasons, default=0) >= len(REASONS):
            return "a game has an unknown ending"
        kept, rest = divmod(len(self.choices), _CHOICE.size)
        if rest or kept not in accumulate(self.plies, initial=0):
            return "its choices do not match its first games"
        return ""

    def kept_choices(self) -> Iterator[list[KeptChoice]]:
        """The choices of each game that kept them; these are the first games."""
        at = 0
        for plies in self.plies:
            end = at + plies * _CHOICE.size
            if end > len(self.choices) or not self.choices:
                return
            yield [
                KeptChoice(score, depth, nodes, evaluations, seconds, bool(solved))
                for score, seconds, nodes, evaluations, depth, solved, _ in _CHOICE.iter_unpack(
                    self.choices[at:end]
                )
            ]
            at = end

    def games(self) -> Iterator[tuple[bool, str, bytes]]:
        """For each game: whether A won, the reason, and the moves as square indices."""
        start = 0
        for won, reason, plies in zip(self.a_won, self.reasons, self.plies, strict=True):
            yield bool(won), REASONS[reason], self.moves[start : start + plies]
            start += plies


def gaps(taken: Iterable[range], within: range) -> list[range]:
    """The numbers of a range that are in none of some others, as ranges."""
    found, at = [], within.start
    for one in sorted(taken, key=lambda one: one.start):
        if one.start > at:
            found.append(range(at, min(one.start, within.stop)))
        at = max(at, one.stop)
        if at >= within.stop:
            return found
    return [*found, range(at, within.stop)] if at < within.stop else found


def wins_of(chunks: Iterable[Chunk], pairing: int) -> bytes:
    """For each game of a pairing, in the order of the chunks, 1 if A won."""
    return b"".join(chunk.a_won for chunk in chunks if chunk.pairing == pairing)


def spent_by_ply(chunks: Iterable[Chunk], side: int) -> list[Spent]:
    """What A (side 0) or B (side 1) spent at each ply after the opening, over all chunks."""
    sums = [0.0] * (PLIES * len(TOTALS))
    for chunk in chunks:
        part = array("d", chunk.totals)[side * len(sums) : (side + 1) * len(sums)]
        sums = [a + b for a, b in zip(sums, part, strict=True)]
    width = len(TOTALS)
    return [Spent(*sums[at : at + width]) for at in range(0, len(sums), width)]


def pack_choices(games: Sequence[PlayedGame]) -> bytes:
    """Every choice of some games as the core writes them, zeros for moves without one."""
    parts: list[bytes] = []
    for game in games:
        choices = game.choices or ()
        parts += map(_pack_choice, choices)
        parts.append(bytes(_CHOICE.size * (len(game.moves) - len(choices))))
    return b"".join(parts)


def _pack_choice(choice: KeptChoice) -> bytes:
    most = 2**32 - 1
    counts = (min(choice.nodes, most), min(choice.evaluations, most), min(choice.depth, 255))
    score = choice.score if abs(choice.score) <= _LARGEST else copysign(inf, choice.score)
    seconds = min(choice.seconds, _LARGEST)
    return _CHOICE.pack(score, seconds, *counts, choice.solved, 0)


def pack(
    pairing: int, first_pair: int, games: Sequence[PlayedGame], *, width: int, kept_pairs: int = 0
) -> Chunk:
    """A chunk of games that were played one by one.

    The first `kept_pairs` of the pairing keep every choice.
    """
    kept_games = 2 * max(0, kept_pairs - first_pair)
    totals = array("d", bytes(8 * 2 * PLIES * len(TOTALS)))
    for number, game in enumerate(games):
        for ply, choice in enumerate(game.choices or ()):
            side = (ply + number) % 2  # the second game of a pair begins with B
            at = (side * PLIES + ply) * len(TOTALS)
            for offset, value in enumerate((1, *choice[1:])):
                totals[at + offset] += value
    return Chunk(
        pairing,
        first_pair,
        a_won=bytes(game.a_won for game in games),
        reasons=bytes(REASONS.index(game.reason) for game in games),
        plies=bytes(len(game.moves) for game in games),
        moves=bytes(row * width + column for game in games for row, column in game.moves),
        choices=pack_choices(games[:kept_games]),
        totals=totals.tobytes(),
        notes={number: game.note for number, game in enumerate(games) if game.note},
    )


def join(chunks: Sequence[Chunk]) -> Chunk:
    """Consecutive chunks of one pairing as one chunk."""
    sums = array("d", chunks[0].totals)
    for chunk in chunks[1:]:
        sums = array("d", map(add, sums, array("d", chunk.totals)))
    starts = accumulate((len(chunk.a_won) for chunk in chunks), initial=0)
    return replace(
        chunks[0],
        a_won=b"".join(chunk.a_won for chunk in chunks),
        reasons=b"".join(chunk.reasons for chunk in chunks),
        plies=b"".join(chunk.plies for chunk in chunks),
        moves=b"".join(chunk.moves for chunk in chunks),
        choices=b"".join(chunk.choices for chunk in chunks),
        totals=sums.tobytes(),
        notes={
            start + game: note
            for start, chunk in zip(starts, chunks, strict=False)
            for game, note in chunk.notes.items()
        },
        harvest=b"".join(chunk.harvest for chunk in chunks),
    )
