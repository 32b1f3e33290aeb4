"""Verdicts: who wins a position with perfect play, proved in threads and kept in a store."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait
from dataclasses import dataclass, field
from itertools import islice

from lastknight import _core
from lastknight.matches.store import Store
from lastknight.notation import Square
from lastknight.position import Position
from lastknight.ranges import count_workers
from lastknight.solving.solver import solve

Watch = Callable[[str, int, int], None]
"""Called with the current step, how much of it is done, and the total."""

MOST_SOLVED_SQUARES = 49
"""On boards of up to this many squares the solver proves every position."""
_DEFAULT_NODES = 1_000_000
"""Default node limit for a position on larger boards."""
_BATCH = 16
_KEPT = 512
"""Winners written to the store at a time."""
_LIMITED_BYTES = 2 * 2**20


def reach_of(board: Position) -> int | None:
    """The default node limit for a position of this board; None for no limit.

    >>> reach_of(Position()), reach_of(Position(8, 8))
    (None, 1000000)
    """
    return None if board.width * board.height <= MOST_SOLVED_SQUARES else _DEFAULT_NODES


def prove(position: Position | str, *, nodes: int | None = None) -> int | None:
    """Who wins a position, or its text; None if the proof takes more than `nodes`.

    With a limit it starts from an empty table, so the outcome does not depend on earlier proofs.

    >>> prove(Position.from_moves("d4 b1")), prove(Position.from_moves("d4 b1"), nodes=10)
    (2, None)
    """
    position = Position.read(position)
    if position.is_over:
        return position.winner
    if nodes is None:
        return solve(position).winner
    solver = _core.Solver(position.width, position.height, table_bytes=_LIMITED_BYTES)
    return solver.solve(position, nodes=nodes)[0]


@dataclass
class Verdicts:
    """Proved winners of positions, each proved once and remembered."""

    nodes: int | None = None
    """Node limit of a proof; None for no limit."""
    workers: int | None = None
    store: Store | None = None
    watch: Watch = field(default=lambda *_: None)
    _known: dict[str, int | None] = field(default_factory=dict, repr=False)

    def __post_init__(self) -> None:
        count_workers(self.workers)

    @property
    def threads(self) -> int:
        """How many positions to prove at once."""
        return count_workers(self.workers)

    def winner(self, position: Position) -> int | None:
        """Who wins; None if the solver hit its limit."""
        if position.is_over:
            return position.winner
        key = _key(position)
        if key not in self._known:
            self.learn([position])
        return self._known[key]

    def moves(self, position: Position) -> dict[Square, int | None]:
        """Who wins after each legal move."""
        return {move: self.winner(position.play(move)) for move in position.legal_moves()}

    def learn(self, positions: Iterable[Position]) -> None:
        """Prove positions that are not known yet; mirror images once."""
        wanted = dict.fromkeys(_key(one) for one in positions if not one.is_over)
        missing = [key for key in wanted if key not in self._known]
        if self.store is not None and missing:
            self._known |= self.store.known_winners(missing)
            missing = [key for key in missing if key not in self._known]
        if missing:
            self._prove(missing)

    def learn_moves(self, positions: Sequence[Position]) -> None:
        """Prove the positions after each legal move."""
        self.learn(one.play(move) for one in positions for move in one.legal_moves())

    def _prove(self, keys: Sequence[str]) -> None:
        batches = (keys[at : at + _BATCH] for at in range(0, len(keys), _BATCH))
        fresh: dict[str, int] = {}
        pending: set[Future[dict[str, int | None]]] = set()
        done = 0
        pool = ThreadPoolExecutor(self.threads, thread_name_prefix="lastknight")
        try:
            while True:
                for batch in islice(batches, 2 * self.threads - len(pending)):
                    pending.add(pool.submit(self._prove_batch, batch))
                if not pending:
                    break
                finished, pending = wait(pending, return_when=FIRST_COMPLETED)
                for future in finished:
                    found = future.result()
                    done += len(found)
                    self._known |= found
                    fresh |= {key: won for key, won in found.items() if won is not None}
                if len(fresh) >= _KEPT:
                    self._keep(fresh)
                self.watch("positions proved", done, len(keys))
        finally:
            pool.shutdown(wait=True, cancel_futures=True)
            self._keep(fresh)

    def _prove_batch(self, keys: Sequence[str]) -> dict[str, int | None]:
        return {key: prove(Position.parse(key), nodes=self.nodes) for key in keys}

    def _keep(self, fresh: dict[str, int]) -> None:
        if self.store is not None and fresh:
            self.store.keep_winners(fresh)
        fresh.clear()


def winning(moves: Mapping[Square, int | None], player: int) -> list[Square]:
    """The moves after which a player wins."""
    return [move for move, winner in moves.items() if winner == player]


def _key(position: Position) -> str:
    return str(position.canonical())
