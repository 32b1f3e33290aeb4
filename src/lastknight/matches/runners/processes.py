"""Worker processes for players that need Python.

A worker plays one pair at a time and says which move it is about to ask for, so that when it dies
or hangs the game is lost by whoever was thinking, and a new worker goes on with the next one. When
it dies while nobody's code runs in it, for agents have processes of their own, the game is played
again.
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

# How long a move may take beyond its limit before the worker is ended, and the limit where none is
# given, in seconds.
_GRACE = 1.0
_PATIENCE = 600.0
# How many processes may end in one game without anybody's fault.
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
    """Play all the work, pair by pair, and yield a chunk for each pair as it is finished.

    The first `kept_pairs` of every pairing keep every choice. Each worker stays on a core of its
    own, unless others are at work on this machine of whom nothing is known here.
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
    """Wait until something happens, and yield the pairs that are finished by it."""
    busy = {worker.pipe: worker for worker in staff if worker.work is not None}
    ready = wait(list(busy), timeout=0.1)
    for worker in busy.values():
        # Who takes the chunks may have been slow: what was said meanwhile is heard first.
        if worker.pipe in ready or worker.pipe.poll():
            worker.listen()
        elif worker.is_hanging():
            worker.lose_game("timeout", f"no move within {worker.patience():g} s; ended")
        if (chunk := worker.finished()) is not None:
            yield chunk


@dataclass
class _Worker:
    """A process, what it is playing, and what it has said about it."""

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
    """How often it died in the game it is playing, without anybody's fault."""

    def __post_init__(self) -> None:
        self.start()

    def patience(self) -> float:
        """How long the one who is thinking may be waited for, in seconds."""
        assert self.work is not None
        own = complete(self.players[self.work.pairing][self.mover]).patience
        return (self.move_seconds or _PATIENCE) + _GRACE if own is None else own

    def start(self) -> None:
        """Start the process."""
        self.pipe, other = _CONTEXT.Pipe()
        self.process = _CONTEXT.Process(
            target=_serve,
            args=(other, self.pipe, self.core, self.move_seconds, self.players),
            daemon=True,
        )
        self.process.start()
        other.close()

    def give(self, work: Work) -> None:
        """Let it play a pair."""
        self.work, self.games = work, []
        self.ask_for_game()

    def ask_for_game(self) -> None:
        """Let it play the next game of the pair."""
        assert self.work is not None
        self.heard = monotonic()
        self.mover, self.moves = len(self.games), ()
        job = self.work.first_job + self.mover
        game = (self.work.pairing, self.work.openings[0], self.mover, self.work.seed, job)
        with suppress(OSError):  # where the process is dead, listening will tell
            self.pipe.send(game)

    def listen(self) -> None:
        """Take in what it says: that it asks for a move, or a finished game."""
        self.heard = monotonic()
        try:
            said = self.pipe.recv()
        except (EOFError, OSError):
            self.process.join(timeout=1)
            if self.is_nobodys_fault():
                self.play_again()
                return
            self.lose_game("crash", f"the process ended with exit code {self.process.exitcode}")
            return
        if isinstance(said, SandboxError):  # nobody's fault: the run ends, and can go on later
            raise said
        if isinstance(said, PlayedGame):
            self.add(said)
        else:
            self.mover, self.moves = said

    def is_nobodys_fault(self) -> bool:
        """Whether the one who is thinking runs no code of a user's in the worker itself."""
        assert self.work is not None
        mover = complete(self.players[self.work.pairing][self.mover])
        return mover.patience is not None or mover.sources().digest is None

    def play_again(self) -> None:
        """Let another process play the game from its beginning; it comes out the same.

        Raises SandboxError where processes end again and again.
        """
        self.deaths += 1
        if self.deaths >= _MOST_DEATHS:
            raise SandboxError(
                f"{self.deaths} worker processes were ended from outside; run it again to go on"
            )
        self.end()
        self.start()
        self.ask_for_game()

    def is_hanging(self) -> bool:
        """Whether nothing has been heard for longer than a move may take."""
        return monotonic() - self.heard > self.patience()

    def lose_game(self, reason: str, note: str) -> None:
        """The one who was thinking loses; another process takes over."""
        self.end()
        self.start()
        self.add(PlayedGame(tuple(self.moves), self.mover == 1, reason, note))

    def add(self, game: PlayedGame) -> None:
        """Keep a game, and let the second of the pair follow the first."""
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
        is_kept = work.first_pair < self.kept_pairs
        return pack(work.pairing, work.first_pair, self.games, width=width, is_kept=is_kept)

    def end(self) -> None:
        """End the process."""
        self.process.kill()
        self.process.join()
        self.pipe.close()


def _serve(
    pipe: Connection,
    parents_end: Connection,
    core: int | None,
    move_seconds: float | None,
    players: Mapping[int, tuple[Player, Player]],
) -> None:
    """The life of a worker process: play what comes until nothing comes any more."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the one who started us
    end_with_parent()
    parents_end.close()  # so that the pipe breaks, and the worker ends, when its parent dies
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
