"""The harvest of labels: positions drawn from games by ply, and labelled where they were played."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from lastknight import _core
from lastknight.discovery.recipe import LabelRecipe
from lastknight.errors import ArgumentError
from lastknight.matches.chunks import Chunk
from lastknight.matches.runners import Work
from lastknight.players import complete, player
from lastknight.position import Position
from lastknight.solving.solver import TABLE_BYTES, solver_of

RECORD = np.dtype(
    [
        ("blank", "<u8", 2),
        ("form", "<u8"),
        ("opening", "<u8"),
        ("locations", "u1", 2),
        ("to_move", "u1"),
        ("ply", "u1"),
        ("moves", "u1"),
        ("winning", "u1"),
        ("is_known", "u1"),
        ("played", "u1"),
    ]
)
"""A labelled position, as the core writes it (core/labels.hpp)."""
Records = npt.NDArray[Any]

POSITIONS_PER_GAME = 4
"""Most positions of a game, on average: those of one game resemble each other."""
# A random stream of its own for the draws of each game, far from those of the games.
_DRAWS = 3 * 2**60
_WHOLE = 2**32


@dataclass(frozen=True)
class LabelHarvest:
    """Draws positions of games, each ply with its own probability, and labels them.

    Until the caller replaces it, `opening` of a record is the number of the pair.
    """

    recipe: LabelRecipe
    rates: Mapping[int, int]
    """How often each ply is drawn, in parts of 2**32."""

    def __call__(self, work: Work, chunk: Chunk, stop: _core.StopFlag) -> bytes:
        """The records of the positions drawn, game by game."""
        drawn = list(self._draw(work, chunk))
        positions = [position for _, _, position in drawn]
        records = np.frombuffer(self._label(positions, stop), RECORD).copy()
        if self.recipe.played_on_by:
            records["played"] = np.frombuffer(self._play_on(positions, stop), np.uint8)
        records["opening"] = [pair for pair, _, _ in drawn]
        records["ply"] = [ply for _, ply, _ in drawn]
        return records.tobytes()

    def _draw(self, work: Work, chunk: Chunk) -> Iterator[tuple[int, int, Position]]:
        for game, positions in enumerate(_games(work, chunk)):
            rng = _core.Rng(work.seed, stream=_DRAWS + work.first_job + game)
            pair = work.first_pair + game // 2
            for ply, position in plies_of(self.recipe.start, positions):
                rate = self.rates.get(ply)
                if rate is None or rng.next() >> 32 >= rate or not is_open(position):
                    continue
                moves = rng.below(self.recipe.strays + 1) if self.recipe.strays else 0
                stray = _play_random_moves(position, moves, rng)
                if is_open(stray) or (self.recipe.has_ends and not stray.is_over):
                    yield pair, ply + moves, stray

    def _label(self, positions: list[Position], stop: _core.StopFlag) -> bytes:
        recipe = self.recipe
        if recipe.is_proved:
            solver = solver_of(recipe.start.width, recipe.start.height, TABLE_BYTES)
            return _core.label_by_proof(solver, positions, nodes=recipe.proof_nodes, stop=stop)
        judge = complete(player(recipe.labelled_by)).native()
        assert judge is not None
        return _core.label_by_score(judge, positions, stop=stop)

    def _play_on(self, positions: list[Position], stop: _core.StopFlag) -> bytes:
        attacker, defender = (complete(player(spec)).native() for spec in self.recipe.played_on_by)
        assert attacker is not None
        assert defender is not None
        return _core.play_on(attacker, defender, positions, seed=self.recipe.seed, stop=stop)


def _play_random_moves(position: Position, moves: int, rng: _core.Rng) -> Position:
    """The position some random moves later; earlier if the game ends."""
    for _ in range(moves):
        legal = position.legal_moves()
        if not legal:
            break
        position = position.play(legal[rng.below(len(legal))])
    return position


def is_open(position: Position) -> bool:
    """Whether both knights are placed, the mover can move, and no move ends the game.

    A search sees the end of the game by itself, without a heuristic.

    >>> is_open(Position.from_moves("d4 b1")), is_open(Position.parse("1../..x/.x2:1"))
    (True, False)
    """
    if position.location(1) is None or position.location(2) is None:
        return False
    own, others = position.legal_moves(), position.legal_moves(3 - position.to_move)
    is_last_taken = len(others) == 1 and others[0] in own
    return bool(own) and bool(others) and not is_last_taken


def draw_rates(recipe: LabelRecipe, played: Iterable[tuple[Work, Chunk]]) -> dict[int, int]:
    """How often to draw each ply, in parts of 2**32, so that all come out equally often.

    Some games show how many of them have an open position at each ply. Raises ArgumentError if no
    ply in the recipe's range has any.
    """
    counts: dict[int, int] = {}
    games = 0
    for work, chunk in played:
        for positions in _games(work, chunk):
            games += 1
            for ply, position in plies_of(recipe.start, positions):
                if is_open(position):
                    counts[ply] = counts.get(ply, 0) + 1
    least = 1 if recipe.last_ply else games / 2
    last = recipe.last_ply or max((ply for ply in counts if counts[ply] >= least), default=0)
    wanted = [ply for ply in range(recipe.first_ply, last + 1) if counts.get(ply)]
    if not wanted:
        raise ArgumentError(
            f"the games have no open positions from ply {recipe.first_ply} on; "
            "choose other plies or a larger board"
        )
    scarcest = min(counts[ply] for ply in wanted)
    each = min(scarcest, games * POSITIONS_PER_GAME / len(wanted))
    return {ply: min(_WHOLE, int(_WHOLE * each / counts[ply])) for ply in wanted}


def plies_of(start: Position, positions: list[Position]) -> Iterator[tuple[int, Position]]:
    """Consecutive positions of a game, each with its ply."""
    return enumerate(positions, len(start.blank) - len(positions[0].blank))


def _games(work: Work, chunk: Chunk) -> Iterator[list[Position]]:
    """The positions of each game, from its opening on."""
    for game, (_, _, moves) in enumerate(chunk.games()):
        position = work.openings[game // 2]
        positions = [position]
        for square in moves:
            position = position.play(divmod(square, position.width))
            positions.append(position)
        yield positions
