"""Worker processes for players that need Python.

A worker plays one pair at a time and reports each move before it asks for it. If it dies or hangs,
the player that was choosing loses the game, and a new worker plays the next one. If it is killed
from outside, or dies while no user code runs in it (agents have their own processes), the game is
replayed; after the third kill the player loses, and after too many other deaths the run stops.
"""

from __future__ import annotations

import os
import signal
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from multiprocessing.connection import Connection, wait

from lastknight._core import Rng
from lastknight.errors import SandboxError
from lastknight.matches.chunks import Chunk, pack
from lastknight.matches.play import PlayedGame, play_game
from lastknight.matches.runners.work import Work
from lastknight.notation import Square
from lastknight.players import Player, complete
from lastknight.players.player import CompletePlayer
from lastknight.sandbox.child import Child
from lastknight.sandbox.meters import Meter, Stopwatch

# In seconds: how far a move may exceed its limit before the worker is killed, and the limit if
# none is given.
_GRACE = 1.0
_PATIENCE = 600.0
# How many workers may die in one game: while no user code is choosing (a player may have left a
# thread behind that ends the process later), and by a kill from outside while some is.
_MOST_DEATHS = 20
_MOST_KILLS = 3
# Exit codes of processes killed by an administrator, or by the kernel when memory runs out.
_KILLED = (-signal.SIGKILL, -signal.SIGTERM)


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
    pairs = (piece for work in works for piece in work.pieces(1))
    count = sum(len(work.openings) for work in works)
    players = {work.pairing: (work.a, work.b) for work in works}
    staff = [
        _Worker(core if is_pinned else None, move_seconds, players, kept_pairs)
        for core in range(min(workers, count))
    ]
    try:
        while True:
            for worker in staff:
                if worker.work is None and (piece := next(pairs, None)) is not None:
                    worker.give(piece)
            if all(worker.work is None for worker in staff):
                return
            yield from _collect(staff)
    finally:
        for worker in staff:
            worker.end()


def _collect(staff: list[_Worker]) -> Iterator[Chunk]:
    """Wait for reports of the workers, and yield the finished pairs."""
    busy = {worker.pipe: worker for worker in staff if worker.work is not None}
    ready = wait(list(busy), timeout=0.1)
    for worker in busy.values():
        # The consumer of the chunks may be slow, so first read what has arrived since.
        if worker.pipe in ready or worker.pipe.poll():
            worker.listen()
        elif worker.is_hanging():
            worker.give_up()
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
    watch: Stopwatch | None = None
    """Measures the time since its last report; None until it is first checked."""
    deaths: int = 0
    """How often it died in the current game through no fault of the player."""

    def __post_init__(self) -> None:
        self.start()

    @property
    def choosing(self) -> CompletePlayer:
        """The player that is choosing."""
        assert self.work is not None
        return complete(self.players[self.work.pairing][self.mover])

    def patience(self) -> float:
        """How long to wait for the player that is choosing, in seconds."""
        own = self.choosing.patience
        return (self.move_seconds or _PATIENCE) + _GRACE if own is None else own

    def start(self) -> None:
        """Start the process."""
        self.child = Child(_serve, self.core, self.move_seconds, self.players)
        self.pipe = self.child.pipe

    def give(self, work: Work) -> None:
        """Let it play a pair."""
        self.work, self.games = work, []
        self.ask_for_game()

    def ask_for_game(self) -> None:
        """Let it play the next game of the pair."""
        assert self.work is not None
        self.watch = None
        self.mover, self.moves = len(self.games), ()
        job = self.work.first_job + self.mover
        game = (self.work.pairing, self.work.openings[0], self.mover, self.work.seed, job)
        with suppress(OSError):  # if the process is dead, `listen` will notice
            self.pipe.send(game)

    def listen(self) -> None:
        """Read a report: the move it is about to ask for, or a finished game."""
        self.watch = None
        try:
            said = self.pipe.recv()
        except (EOFError, OSError):
            self.handle_death()
            return
        if isinstance(said, SandboxError):  # not the player's fault: stop, so it can be resumed
            raise said
        if isinstance(said, PlayedGame):
            self.add(said)
        else:
            self.mover, self.moves = said

    def handle_death(self) -> None:
        """Decide who is to blame for the death of the process, and play on.

        Raises SandboxError if processes without user code keep dying.
        """
        ending = self.child.ending()
        if not self.runs_user_code():
            self.play_again()
        elif self.child.exit_code not in _KILLED:
            self.lose_game("crash", ending)
        elif self.deaths < _MOST_KILLS - 1:
            self.play_again()
        else:
            self.lose_game("crash", f"{ending}, as in {self.deaths} earlier attempts")

    def runs_user_code(self) -> bool:
        """Whether the player that is choosing runs user code in the worker itself."""
        return self.choosing.patience is None and self.choosing.sources().digest is not None

    def play_again(self) -> None:
        """Let another process replay the game, with the same moves.

        Raises SandboxError if processes keep dying.
        """
        self.deaths += 1
        if self.deaths >= _MOST_DEATHS:
            raise SandboxError(
                f"{self.deaths} worker processes hung or were killed from outside; "
                "run it again to resume"
            )
        self.end()
        self.start()
        self.ask_for_game()

    def is_hanging(self) -> bool:
        """Whether a move takes longer than it may; waiting for a core does not count."""
        if self.watch is None:  # created late, so that quick moves cost nothing extra
            self.watch = Stopwatch(Meter(self.child.pid))
        return self.watch.is_longer_than(self.patience())

    def give_up(self) -> None:
        """End a process that hangs: the player loses, unless it has its own process and clock.

        Raises SandboxError if processes keep hanging.
        """
        if self.choosing.patience is None:
            self.lose_game("timeout", f"no move within {self.patience():g} s; process killed")
        else:
            self.play_again()

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
        self.child.end()


def _serve(
    pipe: Connection,
    core: int | None,
    move_seconds: float | None,
    players: Mapping[int, tuple[Player, Player]],
) -> None:
    """The main loop of a worker process: play games until the pipe closes."""
    if core is not None and hasattr(os, "sched_setaffinity"):
        cores = sorted(os.sched_getaffinity(0))
        os.sched_setaffinity(0, {cores[core % len(cores)]})
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
