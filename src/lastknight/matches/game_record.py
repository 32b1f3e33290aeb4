"""The record of a finished game of an experiment, for every module that reads games.

Stores, leagues, analyses, proofs and the page all read games as `GameRecord`. A game as text, also
an unfinished one, is a `lastknight.games.Game`.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import accumulate

from lastknight.games import Game
from lastknight.matches.chunks import Chunk
from lastknight.matches.openings import Opening
from lastknight.matches.plan import Plan
from lastknight.matches.play import PlayedGame
from lastknight.notation import Square
from lastknight.position import Position


@dataclass(frozen=True, kw_only=True)
class GameRecord(PlayedGame):
    """A finished game: who played, from which opening, and how it went."""

    pairing: int
    pair: int
    second: bool
    """Whether it is the second game of its pair, in which B moves first after the opening."""
    a: str
    b: str
    start: Position
    opening: Opening

    @property
    def number(self) -> int:
        """1 for the first game of its pair, 2 for the second."""
        return 2 if self.second else 1

    @property
    def name(self) -> str:
        """Pairing, pair and number, such as `0.12.1`."""
        return f"{self.pairing}.{self.name_in_pairing}"

    @property
    def name_in_pairing(self) -> str:
        """Pair and number, such as `12.1`."""
        return f"{self.pair}.{self.number}"

    @property
    def winner(self) -> str:
        """The name of the player who won."""
        return self.a if self.a_won else self.b

    @property
    def a_player(self) -> int:
        """Whether A is player 1 or player 2."""
        first = self.opening.position.to_move
        return 3 - first if self.second else first

    @property
    def a_attacks(self) -> bool | None:
        """Whether A is the attacker; None if the opening leaves a knight to place."""
        attacker = self.opening.position.attacker
        return None if attacker is None else attacker == self.a_player

    @property
    def all_moves(self) -> tuple[Square, ...]:
        """The moves from the start, those of the opening included."""
        return self.opening.moves + self.moves

    @cached_property
    def positions(self) -> tuple[Position, ...]:
        """Every position from the start to the last: one more than there are moves."""
        return tuple(accumulate(self.all_moves, Position.play, initial=self.start))

    @cached_property
    def contested(self) -> tuple[int, ...]:
        """The plies at which both knights are on the board and the game is not over."""
        return tuple(ply for ply, one in enumerate(self.positions) if is_contested(one))

    @property
    def cluster(self) -> str:
        """Equal for games that share their first contested position, mirror images included."""
        first = self.contested[0] if self.contested else 0
        return str(self.positions[first].canonical())

    @property
    def game(self) -> Game:
        """The game as text, from its start, with the players in the order in which they move."""
        players = (self.a, self.b) if self.a_player == 1 else (self.b, self.a)
        return Game(self.start, self.all_moves, players)


def is_contested(position: Position) -> bool:
    """Whether both knights are on the board and the game is not over.

    >>> is_contested(Position.from_moves("d4 b1")), is_contested(Position.from_moves("d4"))
    (True, False)
    """
    return None not in (position.location(1), position.location(2)) and not position.is_over


def records_in(
    chunk: Chunk,
    names: tuple[str, str],
    start: Position,
    *,
    openings: Sequence[Opening],
    pair: int = 0,
) -> Iterator[GameRecord]:
    """The games of a chunk from a pair on; `openings` are those of all pairs from the first on."""
    a, b = names
    kept = list(map(tuple, chunk.kept_choices()))
    for index, (a_won, reason, moves) in enumerate(chunk.games()):
        number = chunk.first_pair + index // 2
        if number >= pair:
            yield GameRecord(
                tuple(divmod(square, start.width) for square in moves),
                a_won,
                reason,
                chunk.notes.get(index, ""),
                kept[index] if index < len(kept) else None,
                pairing=chunk.pairing,
                pair=number,
                second=index % 2 == 1,
                a=a,
                b=b,
                start=start,
                opening=openings[number],
            )


def records_of(plan: Plan, chunks: Iterable[Chunk]) -> Iterator[GameRecord]:
    """The games of a plan's chunks, by pairing and pair."""
    for chunk in sorted(chunks, key=lambda one: (one.pairing, one.first_pair)):
        names = plan.names(chunk.pairing)
        yield from records_in(chunk, names, plan.start, openings=plan.drawn)
