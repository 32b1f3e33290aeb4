"""Opening tables: who wins after both knights are placed, for every placement on a board.

The package contains the tables of all boards with sides from 3 to 7, and of 8x8, as plain text: one
of each set of mirrored first placements, with a board showing the winner for every second
placement. `compute_table` made them; `lastknight solve --openings --verify` recomputes them.
"""

from collections import deque
from collections.abc import Callable, Iterable, Iterator, Mapping
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait
from dataclasses import dataclass, replace
from functools import cache
from importlib.resources import files
from itertools import combinations_with_replacement
from types import MappingProxyType

from lastknight import _core
from lastknight.errors import ArgumentError, NotationError
from lastknight.notation import Square, format_square, parse_square
from lastknight.position import Position

SHIPPED = (*combinations_with_replacement(range(3, 8), 2), (8, 8))
"""The boards whose tables are in the package, shorter side first."""

# The first node limit of an opening, and the factor it grows by each time the opening is retried.
_FIRST_LIMIT = 250_000_000
_LIMIT_GROWTH = 2
_UNKNOWN = "?"
_PLACED = "x"


@dataclass(frozen=True)
class OpeningTable:
    """The winner after two placements, player 1 to move; None if not computed yet."""

    width: int
    height: int
    winners: Mapping[tuple[Square, Square], int | None]
    """By first and second placement; mirrored first placements appear once."""

    @property
    def canonical(self) -> dict[Position, int | None]:
        """The winner of each opening; mirrored openings appear once."""
        return {_opening(self, *pair).canonical(): won for pair, won in self.winners.items()}

    @property
    def openings(self) -> int:
        """The number of openings, counting mirror images once."""
        return len(self.canonical)

    @property
    def is_complete(self) -> bool:
        """Whether every winner is known."""
        return None not in self.winners.values()

    @property
    def winner(self) -> int | None:
        """Who wins the empty board; None if the table is not complete.

        >>> read_table(7, 7).winner
        2
        """
        if not self.is_complete:
            return None
        firsts = {first for first, _ in self.winners}
        wins = (all(w == 1 for (f, _), w in self.winners.items() if f == first) for first in firsts)
        return 1 if any(wins) else 2

    def winner_of(self, first: Square, second: Square) -> int | None:
        """Who wins after these two placements.

        >>> table = read_table(7, 7)
        >>> table.winner_of((3, 3), (0, 1)) == table.winner_of((3, 3), (6, 5))
        True
        """
        for image in _opening(self, first, second).symmetries():
            pair = (image.location(1), image.location(2))
            if pair in self.winners:
                return self.winners[pair]  # type: ignore[index]
        raise ArgumentError(f"not an opening of a {self.width}x{self.height} board")

    def __str__(self) -> str:
        lines = [f"{self.width}x{self.height}"]
        for first in dict.fromkeys(first for first, _ in self.winners):
            rows = (
                "".join(self._cell(first, (row, column)) for column in range(self.width))
                for row in range(self.height)
            )
            lines.append(f"{format_square(first)} {'/'.join(rows)}")
        return "\n".join(lines) + "\n"

    def _cell(self, first: Square, second: Square) -> str:
        if first == second:
            return _PLACED
        return str(self.winners[first, second] or _UNKNOWN)


def empty_table(width: int, height: int) -> OpeningTable:
    """A table with no winners yet.

    Raises BoardError for an impossible board.
    """
    start = Position(width, height)
    firsts: dict[Position, Square] = {}
    for move in start.legal_moves():
        firsts.setdefault(start.play(move).canonical(), move)
    pairs = ((first, second) for first in firsts.values() for second in start.legal_moves())
    winners = {(first, second): None for first, second in pairs if first != second}
    return OpeningTable(width, height, MappingProxyType(winners))


def parse_table(text: str) -> OpeningTable:
    """Read the text of a table.

    Raises NotationError if it is not one.
    """
    heading, *lines = text.splitlines() or [""]
    width, _, height = heading.partition("x")
    if not (width.isdecimal() and height.isdecimal() and len(heading) < 8):
        raise NotationError(
            f"not an opening table: it starts with {heading[:40]!r}, not with a size such as 7x7"
        )
    table = empty_table(int(width), int(height))
    winners: dict[tuple[Square, Square], int | None] = {}
    for line in lines:
        square, _, rows = line.partition(" ")
        first = parse_square(square)
        for row, cells in enumerate(rows.split("/")):
            for column, cell in enumerate(cells):
                if cell != _PLACED:
                    winners[first, (row, column)] = int(cell) if cell in "12" else None
    if winners.keys() != table.winners.keys():
        raise NotationError(f"not an opening table of a {heading} board: its openings differ")
    return replace(table, winners=MappingProxyType(winners))


def is_shipped(width: int, height: int) -> bool:
    """Whether the package has the table of a board.

    >>> is_shipped(7, 5), is_shipped(11, 9)
    (True, False)
    """
    return tuple(sorted((width, height))) in SHIPPED


@cache
def read_table(width: int, height: int) -> OpeningTable:
    """The table of a board from the package.

    Raises ArgumentError if there is none.

    >>> read_table(3, 3).openings
    12
    """
    if not is_shipped(width, height):
        raise ArgumentError(f"no table for {width}x{height}; sides must be 3 to 7, or both 8")
    low, high = sorted((width, height))
    folder = files("lastknight") / "data" / "openings"
    table = parse_table((folder / f"{low}x{high}.txt").read_text(encoding="utf-8"))
    return table if width == low else _transposed(table)


def compute_table(
    table: OpeningTable,
    *,
    threads: int = 1,
    progress: Callable[[OpeningTable, int], object] | None = None,
) -> OpeningTable:
    """Compute the missing winners of a table.

    `progress` gets the table after each new opening, and the number of openings left. A partial
    table can be completed later.

    >>> compute_table(empty_table(3, 3)).winner
    2
    """
    jobs: dict[Position, list[tuple[Square, Square]]] = {}
    for pair, winner in table.winners.items():
        if winner is None:
            jobs.setdefault(_opening(table, *pair).canonical(), []).append(pair)
    left = len(jobs)
    solver = _core.Solver(table.width, table.height)
    for position, winner in _solve_all(solver, jobs, threads=threads):
        found = dict.fromkeys(jobs[position], winner)
        table = replace(table, winners=MappingProxyType({**table.winners, **found}))
        left -= 1
        if progress is not None:
            progress(table, left)
    return table


def _solve_all(
    solver: _core.Solver, positions: Iterable[Position], *, threads: int
) -> Iterator[tuple[Position, int]]:
    """Each position with its winner, as they are found; closing the generator stops the work.

    Quick proofs come first: on a large board a few openings take longer than all others together.
    """
    waiting = deque((position, _FIRST_LIMIT) for position in positions)
    running: dict[Future[int | None], tuple[Position, int]] = {}
    is_stopped = False

    def check(_nodes: int) -> None:
        if is_stopped:
            raise InterruptedError

    def prove(position: Position, nodes: int) -> int | None:
        return solver.solve(position, nodes=nodes, progress=check)[0]

    def find_winner(position: Position, nodes: int) -> int | None:
        if nodes == _FIRST_LIMIT:
            return prove(position, nodes)
        return _try_moves(position, nodes, prove)

    with ThreadPoolExecutor(threads) as pool:
        try:
            while waiting or running:
                while waiting and len(running) < threads:
                    job = waiting.popleft()
                    running[pool.submit(find_winner, *job)] = job
                for done in wait(running, return_when=FIRST_COMPLETED).done:
                    position, nodes = running.pop(done)
                    winner = done.result()
                    if winner is None:
                        waiting.append((position, nodes * _LIMIT_GROWTH))
                    else:
                        yield position, winner
        finally:
            is_stopped = True


def _try_moves(
    position: Position, nodes: int, prove: Callable[[Position, int], int | None]
) -> int | None:
    """Who wins, with this many nodes for each move: a low-ranked one may be proved much sooner."""
    verdicts = []
    for move in position.legal_moves():
        verdicts.append(prove(position.play(move), nodes))
        if verdicts[-1] == position.to_move:
            return position.to_move
    return None if None in verdicts else 3 - position.to_move


def _opening(table: OpeningTable, first: Square, second: Square) -> Position:
    return Position(table.width, table.height).play(first).play(second)


def _transposed(table: OpeningTable) -> OpeningTable:
    winners = {(f[::-1], s[::-1]): winner for (f, s), winner in table.winners.items()}
    return OpeningTable(table.height, table.width, MappingProxyType(winners))
