"""Solving: a proof of who wins a position.

The core makes the proof. Proved positions stay in memory, by board, so a solve stopped by its limit
continues where it was when called again.
"""

from collections.abc import Callable
from dataclasses import dataclass, field
from functools import cached_property, lru_cache, partial
from time import perf_counter

from lastknight import _core
from lastknight.errors import ArgumentError, NotationError
from lastknight.notation import Square
from lastknight.position import Position
from lastknight.ranges import check_call, check_whole

TABLE_BYTES = 16 * 2**20
"""Default size of a board's table of proved positions."""
MOST_TABLE_BYTES = 2**46

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
    position: Position | str,
    *,
    nodes: int | None = None,
    threads: int = 1,
    table_bytes: int = TABLE_BYTES,
    progress: Callable[[int], object] | None = None,
) -> Solution:
    """Prove who wins a position; knights not yet placed are placed perfectly.

    A node limit stops it without a winner, and is never exceeded, however many threads there are.
    Called again, it continues from what it has proved, which pays off with limits of about a
    million nodes or more. Threads share their proofs. `progress` is called now and then with the
    nodes so far.

    The position may be text: its own line, or moves such as "d4 b1". Raises ArgumentError for a
    limit, a number of threads or a size out of range.

    >>> solution = solve(Position.from_moves("d4 b1"))
    >>> solution.winner, solution.best_move in Position.from_moves("d4 b1").legal_moves()
    (2, True)
    """
    if nodes is not None:
        check_whole("nodes", nodes, 1, 10**18)
    check_whole("threads", threads, 1, _MOST_THREADS)
    check_whole("table_bytes", table_bytes, 1, MOST_TABLE_BYTES)
    check_call("progress", progress)
    if position is None:
        raise NotationError("expected a position, its text, or moves such as 'd4 b1', got None")
    begin = Position.read(position)
    solver = solver_of(begin.width, begin.height, table_bytes)
    prove = partial(solver.solve, nodes=nodes, threads=threads, progress=progress)
    start = perf_counter()
    winner, move, searched = prove(begin)
    return Solution(winner, move, searched, perf_counter() - start, begin, prove)


@lru_cache(maxsize=_MOST_BOARDS)
def solver_of(width: int, height: int, table_bytes: int) -> _core.Solver:
    """The solver of a board, with all that it has proved so far; threads may share it.

    Raises ArgumentError if there is no memory for its table.
    """
    try:
        return _core.Solver(width, height, table_bytes=table_bytes)
    except MemoryError:
        raise ArgumentError(
            f"not enough memory for a table of {table_bytes:,} bytes; ask for a smaller one"
        ) from None
