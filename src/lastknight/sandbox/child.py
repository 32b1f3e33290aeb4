"""A process that runs a user's code, and how it ended.

It is forked, so it has everything this process has loaded. Strangers' agents run behind walls
instead, in host.py.
"""

from __future__ import annotations

import multiprocessing
import os
import signal
import sys
from collections.abc import Callable
from contextlib import suppress
from multiprocessing.connection import Connection
from pathlib import Path
from typing import Any

from lastknight.sandbox.process_lifetime import end_with_parent

_CONTEXT: Any = multiprocessing.get_context(
    "fork" if "fork" in multiprocessing.get_all_start_methods() else None
)


class Child:
    """A process that runs `serve(pipe, *arguments)` until the pipe closes.

    Whatever it prints goes to `output`, a file descriptor: by default the standard error, so that
    our own standard output stays clean. Ctrl-C is for the parent, and ends it too.
    """

    def __init__(
        self, serve: Callable[..., None], *arguments: object, output: int | None = None
    ) -> None:
        self.pipe, other = _CONTEXT.Pipe()
        self.process = _CONTEXT.Process(
            target=_run, args=(os.getpid(), (other, self.pipe), output, serve, arguments)
        )
        self.process.daemon = True
        self.process.start()
        other.close()

    @property
    def pid(self) -> int:
        """Its process id."""
        found: int = self.process.pid
        return found

    @property
    def exit_code(self) -> int | None:
        """Its exit code, or the negative number of the signal that ended it; None while it runs."""
        self.process.join(timeout=1)
        code: int | None = self.process.exitcode
        return code

    def ending(self) -> str:
        """How it ended, in words: its pipe is closed."""
        code = self.exit_code
        if code is None:
            return "the process closed its pipe"
        if code < 0:
            with suppress(ValueError):
                return f"the process was killed by {signal.Signals(-code).name}"
        return f"the process ended with exit code {code}"

    def end(self) -> None:
        """Kill it."""
        self.process.kill()
        self.process.join()
        self.pipe.close()


def limit_memory(added: int) -> None:
    """Let this process allocate at most this many bytes more than it holds now.

    A forked process has all that its parent had, such as the tables of a solver.
    """
    with suppress(ImportError, OSError, ValueError):
        import resource  # noqa: PLC0415  (not on every system)

        pages = int(Path("/proc/self/statm").read_text().split()[5])
        most = pages * resource.getpagesize() + added
        resource.setrlimit(resource.RLIMIT_DATA, (most, most))


def _run(
    parent: int,
    pipes: tuple[Connection, Connection],
    output: int | None,
    serve: Callable[..., None],
    arguments: tuple[object, ...],
) -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    end_with_parent(parent)
    pipe, parents_end = pipes
    parents_end.close()  # so that the pipe breaks when the parent dies
    _redirect(output)
    with suppress(EOFError, ConnectionError):
        serve(pipe, *arguments)


def _redirect(output: int | None) -> None:
    """Let both standard streams lead to a descriptor; by default to where the error stream does."""
    with suppress(OSError):  # there is no stream to replace
        if output is not None:
            os.dup2(output, 2)
        os.dup2(2, 1)
        streams = [
            open(one, "w", buffering=1, errors="backslashreplace", closefd=False)  # noqa: SIM115
            for one in (1, 2)
        ]
        sys.stdout, sys.stderr = streams
