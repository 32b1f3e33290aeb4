"""A guard: runs a user's code in a separate process, so that nothing it does harms ours.

Code that never returns, exits, breaks its streams or prints endlessly gets its own error message,
and the next call gets a new process.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Callable
from contextlib import suppress
from multiprocessing.connection import Connection, wait
from typing import Any, Self, TypeVar

from lastknight.errors import HeuristicError, LastknightError, show_error
from lastknight.sandbox.allowance import Bounds
from lastknight.sandbox.child import Child, limit_memory
from lastknight.sandbox.meters import Meter, Stopwatch
from lastknight.sandbox.printable import first_bytes

PATIENCE = 10.0
"""CPU seconds for a step; the limit on idle time is six times as long."""
_IDLE = 6
_KEPT = 300
"""Bytes kept of what a call prints."""
_MOST_OUTPUT = Bounds().output
_MOST_MEMORY = 4 * 2**30
"""Bytes that the user's code may add."""
# How often the process is looked at, in seconds.
_PAUSE = 0.05

T = TypeVar("T")


class GuardError(HeuristicError):
    """User code that gave no answer; `step` is the last step it began."""

    def __init__(self, reason: str, step: object = None) -> None:
        super().__init__(reason)
        self.step = step


class Guard:
    """Calls functions in a separate process, one after the other."""

    def __init__(self, *, patience: float = PATIENCE) -> None:
        self.patience = patience
        self.output = ""
        """The beginning of what the last call printed."""
        self._child: Child | None = None
        self._prints = -1

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.renew()

    def call(self, function: Callable[..., T], *arguments: object) -> T:
        """The result of a function, which gets a `tick` to call with each step that it begins.

        Raises GuardError if there is none, and any lastknight error that the function raises.
        """
        if self._child is None:
            self._start()
        assert self._child is not None
        self.output = ""
        try:
            self._child.pipe.send((function, arguments))
            result: T = self._wait(self._child)
        except GuardError:
            self.renew()
            raise
        return result

    def _start(self) -> None:
        self._prints, write_end = os.pipe()
        os.set_blocking(self._prints, False)
        sys.stdout.flush()
        self._child = Child(_serve, output=write_end)
        os.close(write_end)

    def renew(self) -> None:
        """End the process; the next call gets a fresh one."""
        if self._child is not None:
            self._child.end()
            os.close(self._prints)
            self._child = None

    def _wait(self, child: Child) -> Any:
        step, meter = None, Meter(child.pid)
        watch = Stopwatch(meter)
        kept, end, printed, is_printing = bytearray(), b"", 0, True
        while True:
            ready = wait([child.pipe, *([self._prints] if is_printing else [])], timeout=_PAUSE)
            part = self._read_output()
            printed += len(part)
            kept += part[: _KEPT - len(kept)]
            end = (end + part)[-_KEPT:]
            self.output = first_bytes(bytes(kept), total=printed, limit=_KEPT)
            if printed > _MOST_OUTPUT:
                raise GuardError(f"it printed more than {_MOST_OUTPUT:,} bytes", step)
            is_printing = self._prints not in ready or bool(part)  # the user may close the stream
            if child.pipe not in ready:
                self._check_time(watch, step)
                continue
            try:
                kind, said = child.pipe.recv()
            except (EOFError, OSError):
                raise GuardError(f"it gave no answer: {self._ending(child, end)}", step) from None
            if kind == "step":
                step, watch = said, Stopwatch(meter)
            elif kind == "result":
                return said
            elif kind == "error":
                raise said
            else:
                raise GuardError(said, step)

    def _ending(self, child: Child, end: bytes) -> str:
        """How the process ended, with the last line of what it printed."""
        ending = child.ending()
        printed = (end + self._read_output()).decode(errors="replace").split("\n")
        last = next((line.strip() for line in reversed(printed) if line.strip()), "")
        return f"{ending}; its last line: {last[:200]}" if last else ending

    def _check_time(self, watch: Stopwatch, step: object) -> None:
        if watch.cpu > self.patience:
            raise GuardError(f"it did not answer within {self.patience:g} s of CPU", step)
        if watch.is_idle_for(_IDLE * self.patience):
            raise GuardError(f"it did not answer within {watch.wall:.0f} s, and was idle", step)

    def _read_output(self) -> bytes:
        with suppress(BlockingIOError):
            return os.read(self._prints, 2**20)
        return b""


def _serve(pipe: Connection) -> None:
    """The main loop of the process."""
    limit_memory(_MOST_MEMORY)
    while True:
        function, arguments = pipe.recv()

        def tick(step: object) -> None:
            pipe.send(("step", step))

        try:
            answer: tuple[str, object] = ("result", function(*arguments, tick=tick))
        except LastknightError as error:
            # What lies behind it may be of a class that only this process has; some libraries make
            # pickle take that along.
            error.__cause__ = error.__context__ = None
            answer = ("error", error.with_traceback(None))
        except BaseException as error:  # Ctrl-C is ignored here, so this is the user's own
            answer = ("failure", f"it raised {show_error(error)}")
        with suppress(OSError, ValueError, AttributeError):  # the user may have closed it
            sys.stdout.flush()
        pipe.send(answer)
