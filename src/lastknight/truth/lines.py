"""Lines: games as they were played, move by move, from whatever keeps them."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from itertools import accumulate
from math import ceil

from lastknight.errors import ArgumentError
from lastknight.matches.archive import stored_games
from lastknight.matches.chunks import Chunk
from lastknight.matches.engine import ProgressCallback, run_plan
from lastknight.matches.openings import Opening
from lastknight.matches.plan import Plan
from lastknight.matches.store import Experiment, Store
from lastknight.notation import Square
from lastknight.players import Player
from lastknight.position import Position


@dataclass(frozen=True)
class Line:
    """A game that was played."""

    name: str
    """Pairing, pair, and 1 or 2."""
    moves: tuple[Square, ...]
    """All of them, those of the opening first."""
    positions: tuple[Position, ...]
    """One more than there are moves."""
    a_player: int
    """1 or 2: who A was."""
    a_won: bool

    @property
    def contested(self) -> list[int]:
        """The plies after which both knights stand and the game goes on."""
        return [ply for ply, position in enumerate(self.positions) if is_contested(position)]

    @property
    def cluster(self) -> str:
        """What it has in common with other games: the first position with both knights."""
        first = self.contested
        return str(self.positions[first[0] if first else 0].canonical())


def is_contested(position: Position) -> bool:
    """Whether both knights stand and the game goes on.

    >>> is_contested(Position.from_moves("d4 b1")), is_contested(Position.from_moves("d4"))
    (True, False)
    """
    return None not in (position.location(1), position.location(2)) and not position.is_over


def lines_of(plan: Plan, chunks: Iterable[Chunk]) -> list[Line]:
    """The games of a plan's chunks, in the order of their names."""
    width = plan.start.width
    found = []
    for chunk in sorted(chunks, key=lambda chunk: (chunk.pairing, chunk.first_pair)):
        for index, (a_won, _, moves) in enumerate(chunk.games()):
            pair = chunk.first_pair + index // 2
            squares = tuple(divmod(square, width) for square in moves)
            name = f"{chunk.pairing}.{pair}.{1 + index % 2}"
            found.append(_line(name, plan.start, plan.drawn[pair], squares, a_won=a_won))
    return found


def stored_lines(store: Store, experiment: Experiment, *, most: int | None = None) -> list[Line]:
    """The games of a stored experiment, or about as many whole pairs, spread evenly over it.

    Raises ArgumentError where it has none.
    """
    games = 2 * sum(store.done(experiment.id).values())
    step = 1 if most is None else max(1, ceil(games / most))
    lines = [
        _line(game.name, game.start, game.opening, game.moves, a_won=game.a_won)
        for number, game in enumerate(stored_games(store, experiment))
        if number // 2 % step == 0
    ]
    if not lines:
        raise ArgumentError(f"experiment {experiment.id} of {store.path} has no games")
    return lines


def play_lines(  # noqa: PLR0913  (all but two are keywords)
    players: tuple[Player, Player],
    pairings: tuple[tuple[int, int], ...],
    *,
    pairs: int,
    start: Position,
    seed: int,
    workers: int | None = None,
    store: Store | None = None,
    progress: ProgressCallback | None = None,
) -> list[Line]:
    """Play pairs of every pairing from random openings of two plies, and give the games."""
    plan = Plan(players, pairings, pairs=pairs, start=start, seed=seed)
    return lines_of(plan, run_plan(plan, workers=workers, store=store, progress=progress))


def _line(
    name: str, start: Position, opening: Opening, moves: tuple[Square, ...], *, a_won: bool
) -> Line:
    """A game from its start; its name says who began after the opening."""
    everything = (*opening.moves, *moves)
    first = opening.position.to_move
    a_player = first if name.endswith(".1") else 3 - first
    positions = tuple(accumulate(everything, Position.play, initial=start))
    return Line(name, everything, positions, a_player, a_won)
