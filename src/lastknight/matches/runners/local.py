"""The runner on this machine: threads for native players, processes for Python players."""

from collections.abc import Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait
from dataclasses import replace
from time import perf_counter

from lastknight import _core
from lastknight.errors import HeuristicError
from lastknight.matches.chunks import Chunk, pack
from lastknight.matches.play import play_game
from lastknight.matches.runners.processes import run_in_processes
from lastknight.matches.runners.work import Work
from lastknight.players import complete

# The time a chunk should take, in seconds, and its size in pairs: at first, and at most.
_CHUNK_SECONDS = 0.4
_FIRST_SIZE = 16
_LARGEST_SIZE = 4096


def run_locally(
    works: Sequence[Work], *, workers: int, move_seconds: float | None = None, kept_pairs: int = 0
) -> Iterator[Chunk]:
    """Play all the work and yield chunks as they finish, in any order.

    The first `kept_pairs` of every pairing keep every choice. Closing the iterator, or Ctrl-C,
    stops the games in progress. With a time limit a user's compiled code plays in processes too:
    only those can be stopped.
    """
    native: list[Work] = []
    python: list[Work] = []
    for work in works:
        is_native = work.is_native and not (move_seconds and work.runs_code)
        (native if is_native else python).append(work)
    yield from _run_in_threads(native, workers, kept_pairs)
    yield from run_in_processes(
        python, workers=workers, move_seconds=move_seconds, kept_pairs=kept_pairs
    )


def _run_in_threads(works: Sequence[Work], workers: int, kept_pairs: int) -> Iterator[Chunk]:
    if not works:
        return
    stop = _core.StopFlag()
    pending: set[Future[tuple[Chunk, float]]] = set()
    pool = ThreadPoolExecutor(workers, thread_name_prefix="lastknight")
    try:
        for work in works:
            size, start = _FIRST_SIZE, 0
            while start < len(work.openings):
                piece = work.piece(start, size)
                pending.add(pool.submit(play_timed, piece, kept_pairs, stop))
                start += size
                if len(pending) > workers:
                    finished, pending = wait(pending, return_when=FIRST_COMPLETED)
                    for future in finished:
                        chunk, seconds = future.result()
                        yield chunk
                        fitting = int(chunk.pairs * _CHUNK_SECONDS / max(seconds, 1e-6)) + 1
                        size = min(max(fitting, 1), 4 * size, _LARGEST_SIZE)
        while pending:
            finished, pending = wait(pending, return_when=FIRST_COMPLETED)
            for future in finished:
                yield future.result()[0]
    finally:
        stop.set()
        pool.shutdown(wait=True, cancel_futures=True)


def play_timed(work: Work, kept_pairs: int, stop: _core.StopFlag) -> tuple[Chunk, float]:
    """Play native players; returns the games, with their harvest, and the seconds taken."""
    start = perf_counter()
    try:
        chunk = _play_natively(work, kept_pairs, stop)
    except HeuristicError:  # a compiled heuristic failed: find out which, game by game
        chunk = _play_one_by_one(work, kept_pairs)
    if work.harvest is not None:
        chunk = replace(chunk, harvest=work.harvest(work, chunk, stop))
    return chunk, perf_counter() - start


def _play_natively(work: Work, kept_pairs: int, stop: _core.StopFlag) -> Chunk:
    a, b = complete(work.a).native(), complete(work.b).native()
    assert a is not None
    assert b is not None
    a_won, plies, moves, choices, totals = _core.play_chunk(
        a,
        b,
        work.openings,
        seed=work.seed,
        first_job=work.first_job,
        kept_pairs=max(0, kept_pairs - work.first_pair),
        stop=stop,
    )
    reasons = bytes(len(a_won))
    return Chunk(work.pairing, work.first_pair, a_won, reasons, plies, moves, choices, totals)


def _play_one_by_one(work: Work, kept_pairs: int) -> Chunk:
    games = [
        play_game(
            (work.a, work.b),
            opening,
            first=first,
            seeds=_core.Rng(work.seed, stream=work.first_job + 2 * pair + first),
        )
        for pair, opening in enumerate(work.openings)
        for first in (0, 1)
    ]
    width = work.openings[0].width
    return pack(work.pairing, work.first_pair, games, width=width, kept_pairs=kept_pairs)
