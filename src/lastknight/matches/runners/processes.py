"""Worker processes for players that need Python.

A worker plays one pair at a time and reports each move before it asks for it. If it dies or hangs,
the player that was choosing loses the game, and a new worker plays the next one. If it dies while
no user code runs in it (agents have their own processes), the game is replayed.
"""

from __future__ import annotations

import multiprocessing
import os
import signal
from collections import deque
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from multiprocessing.connection import Connection, wait
from time import monotonic
from typing import Any

from lastknight._core import Rng
from lastknight.errors import SandboxError
from lastknight.matches.chunks import Chunk, pack
from lastknight.matches.play import PlayedGame, play_game
from lastknight.matches.runners.work import Work
from lastknight.notation import Square
from lastknight.players import Player, complete
from lastknight.sandbox.process_lifetime import end_with_parent

# In seconds: how far a move may exceed its limit before the worker is killed, and the limit if
# none is given.
_GRACE = 1.0
_PATIENCE = 600.0
# How many workers may die in one game while no user code runs in them.
_MOST_DEATHS = 20

_CONTEXT: Any = multiprocessing.get_context(
    "fork" if "fork" in multiprocessing.get_all_start_methods() else None
)


def run_in_processes(
    works: Sequence[Work],
    *,
    workers: int,
    move_seconds: float | None,
    kept_pairs: int = 0,
    is_pinned: bool = True,
) -> Iterator[Chunk]:
    """Play all the work pair by pair, and yield a chunk for each pair as it finishes.

    The first `kept_pairs` of every pairing keep every choice. If `is_pinned`, each worker stays on
    its own core; that is wrong if other programs use this machine as well.
    """
    pairs = deque(piece for work in works for piece in work.pieces(1))
    if not pairs:
        return
    players = {work.pairing: (work.a, work.b) for work in works}
    staff = [
        _Worker(core if is_pinned else None, move_seconds, players, kept_pairs)
        for core in range(min(workers, len(pairs)))
    ]
    try:
        while pairs or any(worker.work for worker in staff):
            for worker in staff:
                if worker.work is None and pairs:
                    worker.give(pairs.popleft())
            yield from _collect(staff)
    finally:
        for worker in staff:
            worker.end()


def _collect(staff: list[_Worker]) -> Iterator[Chunk]:
    """Wait for news of the workers, and yield the pairs that are finished."""
    busy = {worker.pipe: worker for worker in staff if worker.work is not None}
    ready = wait(list(busy), timeout=0.1)
    for worker in busy.values():
        # The consumer of the chunks may have been slow, so read what arrived meanwhile first.
        if worker.pipe in ready or worker.pipe.poll():
            worker.listen()
        elif worker.is_hanging():
            worker.lose_game("timeout", f"no move within {worker.patience():g} s; process killed")
        if (chunk := worker.finished()) is not None:
            yield chunk


@dataclass
class _Worker:
    """A process, what it is playing, and what it has reported."""

    core: int | None
    move_seconds: float | None
    players: Mapping[int, tuple[Player, Player]]
    kept_pairs: int
    work: Work | None = None
    games: list[PlayedGame] = field(default_factory=list)
    mover: int = 0
    moves: Sequence[Square] = ()
    heard: float = 0.0
    deaths: int = 0
    """How often it died in the current game while no user code ran in it."""

    def __post_init__(self) -> None:
        self.start()

    def patience(self) -> float:
        """How long to wait for the player that is choosing, in seconds."""
        assert self.work is not None
        own = complete(self.players[self.work.pairing][self.mover]).patience
        return (self.move_seconds or _PATIENCE) + _GRACE if own is None else own

    def start(self) -> None:
        """Start the process."""
        self.pipe, other = _CONTEXT.Pipe()
        self.process = _CONTEXT.Process(
            target=_serve,
            args=(os.getpid(), (other, self.pipe), self.core, self.move_seconds, self.players),
            daemon=True,
        )
        self.process.start()
        other.close()

    def give(self, work: Work) -> None:
        """Have it play a pair."""
        self.work, self.games = work, []
        self.ask_for_game()

    def ask_for_game(self) -> None:
        """Have it play the next game of the pair."""
        assert self.work is not None
        self.heard = monotonic()
        self.mover, self.moves = len(self.games), ()
        job = self.work.first_job + self.mover
        game = (self.work.pairing, self.work.openings[0], self.mover, self.work.seed, job)
        with suppress(OSError):  # if the process is dead, `listen` will notice
            self.pipe.send(game)

    def listen(self) -> None:
        """Read a report: the move it is about to ask for, or a finished game."""
        self.heard = monotonic()
        try:
            said = self.pipe.recv()
        except (EOFError, OSError):
            self.process.join(timeout=1)
            if self.is_blameless():
                self.play_again()
                return
            self.lose_game("crash", f"the process ended with exit code {self.process.exitcode}")
            return
        if isinstance(said, SandboxError):  # not the player's fault: stop, so it can be resumed
            raise said
        if isinstance(said, PlayedGame):
            self.add(said)
        else:
            self.mover, self.moves = said

    def is_blameless(self) -> bool:
        """Whether the player that is choosing runs no user code in the worker itself."""
        assert self.work is not None
        mover = complete(self.players[self.work.pairing][self.mover])
        return mover.patience is not None or mover.sources().digest is None

    def play_again(self) -> None:
        """Have another process replay the game, which comes out the same.

        Raises SandboxError if processes keep dying.
        """
        self.deaths += 1
        if self.deaths >= _MOST_DEATHS:
            raise SandboxError(
                f"{self.deaths} worker processes were killed from outside; run it again to resume"
            )
        self.end()
        self.start()
        self.ask_for_game()

    def is_hanging(self) -> bool:
        """Whether a move takes longer than it may."""
        return monotonic() - self.heard > self.patience()

    def lose_game(self, reason: str, note: str) -> None:
        """The player that was choosing loses; another process takes over."""
        self.end()
        self.start()
        self.add(PlayedGame(tuple(self.moves), self.mover == 1, reason, note))

    def add(self, game: PlayedGame) -> None:
        """Keep a game, and start the second one of the pair after the first."""
        self.games.append(game)
        self.deaths = 0
        if len(self.games) < 2:
            self.ask_for_game()

    def finished(self) -> Chunk | None:
        """The pair as a chunk, once both games are played."""
        if self.work is None or len(self.games) < 2:
            return None
        work, self.work = self.work, None
        width = work.openings[0].width
        return pack(
            work.pairing, work.first_pair, self.games, width=width, kept_pairs=self.kept_pairs
        )

    def end(self) -> None:
        """Kill the process."""
        self.process.kill()
        self.process.join()
        self.pipe.close()


def _serve(
    parent: int,
    pipes: tuple[Connection, Connection],
    core: int | None,
    move_seconds: float | None,
    players: Mapping[int, tuple[Player, Player]],
) -> None:
    """The main loop of a worker process: play games until the pipe closes."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the parent
    end_with_parent(parent)
    pipe, parents_end = pipes
    parents_end.close()  # so that the pipe breaks when the parent dies
    if core is not None and hasattr(os, "sched_setaffinity"):
        cores = sorted(os.sched_getaffinity(0))
        os.sched_setaffinity(0, {cores[core % len(cores)]})
    with suppress(EOFError, ConnectionError):
        while True:
            pairing, opening, first, seed, job = pipe.recv()
            try:
                played = play_game(
                    players[pairing],
                    opening,
                    first=first,
                    seeds=Rng(seed, stream=job),
                    move_seconds=move_seconds,
                    watch=lambda mover, moves: pipe.send((mover, moves)),
                )
            except SandboxError as error:
                pipe.send(error)
            else:
                pipe.send(played)
