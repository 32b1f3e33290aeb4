"""Labels as arrays: positions, the moves of each, which moves win, and heuristics' values there.

There are two kinds of arrays. Those of positions have an item for each position; those of moves
have one for each legal move of each position, position after position, by square. `first` and
`parent` lead from one kind to the other.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, replace
from functools import cached_property
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from lastknight import _core
from lastknight.discovery.harvest import Records
from lastknight.discovery.label_file import LabelFile
from lastknight.discovery.recipe import PARTS, LabelRecipe
from lastknight.errors import ArgumentError
from lastknight.heuristics import Heuristic, heuristic
from lastknight.notation import Square
from lastknight.position import Position
from lastknight.ranges import count_workers, read_path

OTHER_WEIGHT = 0.25
"""The weight of a position that is not critical; a critical one has 1."""
_MOST_MOVES = 8
# Positions that a thread evaluates at a time.
_BLOCK = 4096

Flags = npt.NDArray[np.bool_]
Floats = npt.NDArray[np.float32]
Indices = npt.NDArray[np.int64]


@dataclass(frozen=True, eq=False)
class Labels:
    """Labelled positions of one file, or some of them."""

    recipe: LabelRecipe
    records: Records
    """A record for each position: `blank`, `locations`, `to_move`, `ply`, `opening`, and so on."""
    unknown: int = 0
    """Positions that were drawn but could not be labelled, in the whole file."""

    def __len__(self) -> int:
        return len(self.records)

    @property
    def labelled_by(self) -> str:
        """`solver` if the labels are proved, else the player whose scores decided."""
        return self.recipe.labelled_by

    @property
    def ply(self) -> npt.NDArray[np.uint8]:
        """The ply of each position."""
        return np.asarray(self.records["ply"])

    @property
    def opening(self) -> npt.NDArray[np.uint64]:
        """The class of each position's opening: clusters for statistics."""
        return np.asarray(self.records["opening"])

    @cached_property
    def split(self) -> npt.NDArray[np.uint8]:
        """The part of each position: 0 train, 1 validation, 2 test."""
        classes, places = np.unique(self.opening, return_inverse=True)
        parts = np.array([self.recipe.part_of(int(one)) for one in classes], np.uint8)
        return parts[places]

    @cached_property
    def moves(self) -> Indices:
        """The number of moves of each position."""
        return self.records["moves"].astype(np.int64)

    @cached_property
    def first(self) -> Indices:
        """Position i has the moves from first[i] up to first[i + 1]."""
        return np.concatenate([np.zeros(1, np.int64), np.cumsum(self.moves)])

    @cached_property
    def parent(self) -> npt.NDArray[np.int32]:
        """The position of each move."""
        return np.repeat(np.arange(len(self), dtype=np.int32), self.moves)

    @cached_property
    def winning(self) -> Flags:
        """Whether each move wins for the player who makes it."""
        bits = np.unpackbits(self.records["winning"][:, None], axis=1, bitorder="little")
        found: Flags = bits[np.arange(_MOST_MOVES) < self.moves[:, None]].astype(np.bool_)
        return found

    @property
    def is_won(self) -> Flags:
        """Whether the player to move wins each position."""
        found: Flags = self.records["winning"] != 0
        return found

    @property
    def is_critical(self) -> Flags:
        """Whether each position has both winning and losing moves."""
        all_winning = (1 << self.moves) - 1
        found: Flags = self.is_won & (self.records["winning"] != all_winning)
        return found

    @cached_property
    def is_attacker(self) -> Flags:
        """Whether the player to move in each position is the attacker."""
        rows, columns = np.divmod(
            self.records["locations"].astype(np.int64), self.recipe.start.width
        )
        found: Flags = (rows + columns).sum(axis=1) % 2 == 0
        return found

    @cached_property
    def blank_fraction(self) -> Floats:
        """The share of the board's squares that are blank after a move in each position."""
        start = self.recipe.start
        blanks = len(start.blank) - 1 - self.ply.astype(np.float32)
        return (blanks / (start.width * start.height)).astype(np.float32)

    @cached_property
    def weights(self) -> Floats:
        """The weight of each position: 1 if it is critical, else a quarter."""
        return np.where(self.is_critical, 1, OTHER_WEIGHT).astype(np.float32)

    @cached_property
    def move_weights(self) -> Floats:
        """The weight of each move: the moves of a position share its weight."""
        return (self.weights / self.moves)[self.parent].astype(np.float32)

    def comparisons(self) -> tuple[Indices, Indices, Floats]:
        """A winning and a losing move of one position, for all such pairs, and their weights.

        The pairs of a position share its weight.
        """
        better, worse = [], []
        rows = np.arange(len(self.winning))
        for step in range(1, _MOST_MOVES):
            one, other = rows[:-step], rows[step:]
            is_pair = (self.parent[one] == self.parent[other]) & (
                self.winning[one] != self.winning[other]
            )
            one, other = one[is_pair], other[is_pair]
            better.append(np.where(self.winning[one], one, other))
            worse.append(np.where(self.winning[one], other, one))
        winners, losers = np.concatenate(better), np.concatenate(worse)
        positions = self.parent[winners]
        shares = np.bincount(positions, minlength=len(self))[positions]
        return winners, losers, (self.weights[positions] / shares).astype(np.float32)

    def part(self, name: str) -> Labels:
        """The positions of a part: `train`, `validation` or `test`.

        Raises ArgumentError for another name.
        """
        if name not in PARTS:
            raise ArgumentError(
                f"a part must be {', '.join(PARTS[:-1])} or {PARTS[-1]}, got {name!r}"
            )
        return self.select(self.split == PARTS.index(name))

    def select(self, which: Flags | Indices | slice) -> Labels:
        """Some of the positions: flags, indices or a slice."""
        return replace(self, records=self.records[which])

    def position(self, index: int) -> Position:
        """One of the positions."""
        return self._unpack(self.records[[index]])[0]

    def winners(self, index: int) -> Mapping[Square, int]:
        """The winner after each move of a position."""
        position = self.position(index)
        won = self.winning[self.first[index] :]
        mover = position.to_move
        return {
            move: mover if is_won else 3 - mover
            for move, is_won in zip(position.legal_moves(), won, strict=False)
        }

    def features(
        self, heuristics: Sequence[Heuristic | str], *, workers: int | None = None
    ) -> Floats:
        """The values of heuristics after each move, for the player who made it: moves x heuristics.

        No game is over after any of the moves. Native and compiled heuristics are evaluated in all
        cores. Raises HeuristicError if one fails, ArgumentError if there are none.
        """
        made = [heuristic(one) for one in heuristics]
        if not made:
            raise ArgumentError("features need at least one heuristic")
        values = np.empty((len(self.parent), len(made)), np.float32, order="F")
        with _pool(workers) as pool:
            for column, one in enumerate(made):
                self._evaluate(one.core, values[:, column], pool)
        return values

    def _evaluate(self, core: _core.Heuristic, column: Floats, pool: ThreadPoolExecutor) -> None:
        start = self.recipe.start

        def fill(at: int) -> None:
            block = self.records[at : at + _BLOCK]
            data = _core.values_after_moves(
                core, block.tobytes(), width=start.width, height=start.height
            )
            begin, end = self.first[at], self.first[at + len(block)]
            column[begin:end] = np.frombuffer(data, np.float32)

        blocks = range(0, len(self), _BLOCK)
        try:
            for _ in map(fill, blocks) if core.needs_python else pool.map(fill, blocks):
                pass
        except BaseException:
            pool.shutdown(wait=False, cancel_futures=True)
            raise

    def _unpack(self, records: Records) -> list[Position]:
        start = self.recipe.start
        return _core.unpack_positions(
            Position, records.tobytes(), width=start.width, height=start.height
        )

    def summary(self) -> dict[str, Any]:
        """Counts, as plain data."""
        plies, by_ply = np.unique(self.ply, return_counts=True)
        parts = np.bincount(self.split, minlength=len(PARTS)).tolist()
        return {
            "board": str(self.recipe.start),
            "labelled_by": self.labelled_by,
            "seed": self.recipe.seed,
            "players": list(self.recipe.players),
            "positions": len(self),
            "moves": len(self.parent),
            "critical": int(self.is_critical.sum()),
            "won": int(self.is_won.sum()),
            "attacker_to_move": int(self.is_attacker.sum()),
            "played_on": int((self.records["played"] != 0).sum()),
            "unknown": self.unknown,
            "opening_classes": len(np.unique(self.opening)),
            "parts": dict(zip(PARTS, parts, strict=True)),
            "by_ply": dict(zip(map(str, plies.tolist()), by_ply.tolist(), strict=True)),
        }


def load(path: Path | str) -> Labels:
    """The labels of a file.

    Raises StoreError for a file that is missing, damaged, in another format, or has no labels.
    """
    with LabelFile(read_path("path", path)) as file:
        records = file.records()
        return Labels(file.recipe, records, sum(one.unknown for one in file.counts))


def _pool(workers: int | None) -> ThreadPoolExecutor:
    return ThreadPoolExecutor(count_workers(workers), thread_name_prefix="lastknight")
