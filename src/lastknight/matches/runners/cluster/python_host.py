"""Hosts: processes next to a Dask worker, for players that need Python.

A host has one thread, so it can fork the processes that games are played in, and no user code runs
in the worker itself. It ends with the worker.
"""

from __future__ import annotations

import os
import signal
import socket
import subprocess
import sys
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, suppress
from multiprocessing.connection import Connection
from pathlib import Path
from typing import Any

from lastknight.matches.chunks import Chunk
from lastknight.matches.runners.cluster.assignment import Assignment, play_in_process
from lastknight.matches.runners.cluster.parcels import Parcel, Shelf
from lastknight.sandbox.process_lifetime import end_with_parent

_CODE = (
    "import sys; from lastknight.matches.runners.cluster.python_host import serve; "
    "serve(*sys.argv[1:])"
)


class HostError(RuntimeError):
    """A host died, could not play, or was ended because its answer is no longer needed."""


class PythonHost:
    """A host, as its worker sees it."""

    def __init__(self, folder: Path) -> None:
        ours, theirs = socket.socketpair()
        with theirs:
            arguments = [str(theirs.fileno()), str(folder), str(os.getpid())]
            self._process = subprocess.Popen(
                [sys.executable, "-P", "-c", _CODE, *arguments],
                pass_fds=[theirs.fileno()],
                stdin=subprocess.DEVNULL,
            )
        self._pipe = Connection(ours.detach())
        self._has: set[str] = set()

    def take(self, parcel: Parcel, names: Mapping[str, str]) -> str:
        """Make the player of a parcel, unless it exists already; returns why that failed, or ""."""
        if parcel.digest in self._has:
            return ""
        refusal = str(self._ask((parcel, dict(names)), is_wanted=lambda: True))
        if not refusal:
            self._has.add(parcel.digest)
        return refusal

    def play(self, assignment: Assignment, *, is_wanted: Callable[[], bool]) -> tuple[Chunk, float]:
        """Play an assignment of players it has; returns the games and the seconds they took."""
        answer = self._ask(assignment, is_wanted=is_wanted)
        if isinstance(answer, str):
            raise HostError(answer)
        chunk, seconds = answer
        return chunk, seconds

    def _ask(self, message: object, *, is_wanted: Callable[[], bool]) -> Any:
        try:
            self._pipe.send(message)
            while not self._pipe.poll(0.1):
                if not is_wanted():
                    self.end()
                    raise HostError("these games are no longer needed")
            return self._pipe.recv()
        except (EOFError, OSError) as error:
            self.end()
            code = self._process.returncode
            raise HostError(
                f"the process for Python players ended with exit code {code}"
            ) from error

    @property
    def is_alive(self) -> bool:
        """Whether it can take requests."""
        return self._process.poll() is None and not self._pipe.closed

    def end(self) -> None:
        """End it and everything it started."""
        self._process.kill()
        self._process.wait()
        self._pipe.close()


class HostPool:
    """The hosts of a worker: as many as it plays Python games at a time."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._idle: list[PythonHost] = []

    @contextmanager
    def borrow(self) -> Iterator[PythonHost]:
        """An idle host, or a new one."""
        host = None
        with suppress(IndexError):
            while host is None or not host.is_alive:
                host = self._idle.pop()
        if host is None or not host.is_alive:
            host = PythonHost(self._folder)
        try:
            yield host
        except BaseException:
            host.end()
            raise
        if host.is_alive:
            self._idle.append(host)

    def close(self) -> None:
        """End the idle hosts."""
        while self._idle:
            self._idle.pop().end()


def serve(descriptor: str, folder: str, parent: str) -> None:
    """Run a host process: make players and play assignments until the pipe closes."""
    end_with_parent(int(parent))
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    os.set_inheritable(int(descriptor), False)
    pipe = Connection(int(descriptor))
    shelf = Shelf(Path(folder))
    with suppress(EOFError, ConnectionError):
        while True:
            match pipe.recv():
                case Parcel() as parcel, names:
                    shelf.names |= names
                    pipe.send(shelf.try_add(parcel))
                case Assignment() as assignment:
                    pipe.send(_play(assignment, shelf))


def _play(assignment: Assignment, shelf: Shelf) -> tuple[Chunk, float] | str:
    """The games and the seconds they took, or what went wrong."""
    try:
        chunk, seconds = play_in_process(assignment.work(shelf.player), assignment.limits)
    except Exception as error:  # a sandbox that fails, a full disk, anything
        return f"{type(error).__name__}: {error}"
    return shelf.with_home_names(chunk), seconds
