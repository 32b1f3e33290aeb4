"""Solving: a proof of who wins a position.

The core makes the proof. Proved positions stay in memory, by board, so a solve stopped by its limit
continues where it was when called again.
"""

from collections.abc import Callable
from dataclasses import dataclass, field
from functools import cached_property, lru_cache, partial
from time import perf_counter

from lastknight import _core
from lastknight.errors import ArgumentError
from lastknight.notation import Square
from lastknight.position import Position

TABLE_BYTES = 16 * 2**20
"""Default size of a board's table of proved positions."""

_Proof = tuple[int | None, Square | None, int]
"""Winner, best move and nodes."""

_MOST_BOARDS = 4
_MOST_THREADS = 64


@dataclass(frozen=True)
class Solution:
    """Who wins a position, and what the proof took."""

    winner: int | None
    """The player who wins with perfect play, 1 or 2; None if the limit came before the proof."""
    best_move: Square | None
    """A winning move; in a lost position the one that took longest to refute; None if there is no
    move or no proof."""
    nodes: int
    """Positions searched."""
    seconds: float
    """Time taken."""
    position: Position = field(repr=False)
    """The position solved."""
    _prove: Callable[[Position], _Proof] = field(repr=False, compare=False)

    @cached_property
    def moves(self) -> dict[Square, int | None]:
        """The winner after each legal move; computed on first use, each within the limit.

        >>> solve(Position.parse("1../.../.x2:1")).moves
        {(1, 2): 1}
        """
        winners = {}
        for move in self.position.legal_moves():
            winners[move], _, _ = self._prove(self.position.play(move))
        return winners


def solve(
    position: Position,
    *,
    nodes: int | None = None,
    threads: int = 1,
    table_bytes: int = TABLE_BYTES,
    progress: Callable[[int], object] | None = None,
) -> Solution:
    """Prove who wins a position; knights not yet placed are placed perfectly.

    A node limit stops it without a winner. Called again, it continues with what it has proved,
    which pays off from a limit of about a million nodes. Threads share their proofs. `progress` is
    called now and then with the nodes so far.

    Raises ArgumentError for a limit, a number of threads or a size out of range.

    >>> solution = solve(Position.from_moves("d4 b1"))
    >>> solution.winner, solution.best_move in Position.from_moves("d4 b1").legal_moves()
    (2, True)
    """
    _check("nodes", nodes, least=1, most=10**18)
    _check("threads", threads, least=1, most=_MOST_THREADS)
    _check("table_bytes", table_bytes, least=1, most=2**46)
    solver = solver_of(position.width, position.height, table_bytes)
    prove = partial(solver.solve, nodes=nodes, threads=threads, progress=progress)
    start = perf_counter()
    winner, move, searched = prove(position)
    return Solution(winner, move, searched, perf_counter() - start, position, prove)


@lru_cache(maxsize=_MOST_BOARDS)
def solver_of(width: int, height: int, table_bytes: int) -> _core.Solver:
    """The solver of a board, with all that it has proved so far; threads may share it."""
    return _core.Solver(width, height, table_bytes=table_bytes)


def _check(name: str, value: int | None, *, least: int, most: int) -> None:
    if value is None and name == "nodes":
        return
    if isinstance(value, bool) or not isinstance(value, int) or not least <= value <= most:
        raise ArgumentError(f"{name} must be a whole number from {least} to {most}, got {value!r}")
