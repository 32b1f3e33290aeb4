"""A process next to a worker of the cluster, for players that need Python.

It has one thread, so it can fork the processes that games are played in, and the user's code never
runs inside the worker itself. It ends when the worker does.
"""

from __future__ import annotations

import os
import signal
import socket
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager, suppress
from multiprocessing.connection import Connection
from pathlib import Path
from time import perf_counter
from typing import Any

from lastknight.matches.chunks import Chunk, join
from lastknight.matches.runners.cluster.parcels import Parcel, Shelf
from lastknight.matches.runners.processes import run_in_processes
from lastknight.matches.runners.work import Work
from lastknight.sandbox.process_lifetime import end_with_parent

_CODE = (
    "import sys; from lastknight.matches.runners.cluster.host import serve; serve(*sys.argv[1:])"
)


class HostError(RuntimeError):
    """A host that died, or was ended because nobody waits for its answer any more."""


class Host:
    """The process, seen from the worker."""

    def __init__(self, folder: Path) -> None:
        ours, theirs = socket.socketpair()
        with theirs:
            self._process = subprocess.Popen(
                [
                    sys.executable,
                    "-P",
                    "-c",
                    _CODE,
                    str(theirs.fileno()),
                    str(folder),
                    str(os.getpid()),
                ],
                pass_fds=[theirs.fileno()],
                stdin=subprocess.DEVNULL,
            )
        self._pipe = Connection(ours.detach())
        self.has: set[str] = set()
        """The parcels it was given."""

    def ask(self, message: tuple[Any, ...], *, is_wanted: Callable[[], bool]) -> Any:
        """Its answer to a message.

        Raises HostError where it dies, or where nobody wants the answer any more: then it is ended.
        """
        try:
            self._pipe.send(message)
            while not self._pipe.poll(0.1):
                if not is_wanted():
                    self.end()
                    raise HostError("nobody waits for these games any more")
            return self._pipe.recv()
        except (EOFError, OSError) as error:
            self.end()
            code = self._process.returncode
            raise HostError(f"the process that plays ended with exit code {code}") from error

    @property
    def is_alive(self) -> bool:
        """Whether it can be asked."""
        return self._process.poll() is None and not self._pipe.closed

    def end(self) -> None:
        """End it, and everything it has started."""
        self._process.kill()
        self._process.wait()
        self._pipe.close()


_idle: list[Host] = []


@contextmanager
def borrowed_host(folder: Path) -> Iterator[Host]:
    """A host for one question: one that has nothing to do, or a new one."""
    host = None
    while _idle and (host is None or not host.is_alive):
        with suppress(IndexError):  # another thread was quicker
            host = _idle.pop()
    if host is None or not host.is_alive:
        host = Host(folder)
    try:
        yield host
    except BaseException:
        host.end()
        raise
    if host.is_alive:
        _idle.append(host)


def end_hosts() -> None:
    """End all hosts that have nothing to do."""
    while _idle:
        _idle.pop().end()


def play_pairs(
    work: Work, *, seconds: float, move_seconds: float | None, kept_pairs: int
) -> tuple[Chunk, float]:
    """Play pairs until the seconds are over, at least one: the games, and how long they took."""
    began = perf_counter()
    chunks: list[Chunk] = []
    playing = run_in_processes(
        [work], workers=1, move_seconds=move_seconds, kept_pairs=kept_pairs, is_pinned=False
    )
    with closing(playing):  # type: ignore[type-var]
        for chunk in playing:
            chunks.append(chunk)
            if perf_counter() - began >= seconds:
                break
    return join(chunks), perf_counter() - began


def serve(descriptor: str, folder: str, parent: str) -> None:
    """The life of a host: take parcels, play what is asked for, until nothing comes any more."""
    end_with_parent(int(parent))
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    os.set_inheritable(int(descriptor), False)
    pipe = Connection(int(descriptor))
    shelf = Shelf(Path(folder))
    with suppress(EOFError, ConnectionError):
        while True:
            match pipe.recv():
                case "take", digest, data, names:
                    shelf.names |= names
                    pipe.send(_take(shelf, Parcel(digest, data)))
                case "play", a, b, fields, options:
                    work = Work(a=shelf[a], b=shelf[b], **fields)
                    chunk, seconds = play_pairs(work, **options)
                    pipe.send((shelf.named_as_at_home(chunk), seconds))


def _take(shelf: Shelf, parcel: Parcel) -> str:
    """Why the player of a parcel cannot be made here; nothing where it can."""
    try:
        shelf.add(parcel)
    except (Exception, SystemExit) as error:  # the user's code may raise anything
        return f"{type(error).__name__}: {error}"
    return ""
