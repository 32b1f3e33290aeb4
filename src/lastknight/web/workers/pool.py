"""The pool of worker processes: questions in, answers out, so many at once and no more.

A question that takes too long is ended, and so is one whose client has gone away. A worker that
dies is replaced.
"""

from __future__ import annotations

import asyncio
import json
import os
import signal
import sys
from asyncio.subprocess import PIPE, Process
from collections.abc import AsyncGenerator
from contextlib import suppress
from typing import Any

from lastknight.web.http_errors import Problem

# How long a worker that is told to end its question may take before it is ended itself.
_GRACE = 1.0
# How long a worker may take to start, on a machine that is busy.
_START = 60.0
_LONGEST_LINE = 4 * 2**20

Event = tuple[str, dict[str, Any]]
"""The name of an event and its data; the last one is called `result`."""


class Pool:
    """Worker processes that answer questions."""

    def __init__(self, size: int, *, waiting: int, seconds: float | None) -> None:
        self._size = size
        self._most_waiting = waiting
        self._seconds = seconds
        self._free: asyncio.Queue[Process | None] = asyncio.Queue()
        self._all: set[Process] = set()
        self._ready: set[Process] = set()
        self._waiting = 0
        self._is_closed = False

    async def open(self, *, ready: int | None = None) -> None:
        """Start the workers, all or so many; they get ready by themselves, others when needed."""
        for number in range(self._size):
            is_ready = ready is None or number < ready
            self._free.put_nowait(await self._start() if is_ready else None)

    async def close(self) -> None:
        """End all workers."""
        self._is_closed = True
        for process in list(self._all):
            await self._finish(process)

    async def ask(self, question: str, **arguments: object) -> dict[str, Any]:
        """The result of a question.

        Raises Problem where there is none.
        """
        result: dict[str, Any] = {}
        async for event, data in self.events(question, **arguments):
            if event == "result":
                result = data
        return result

    async def events(self, question: str, **arguments: object) -> AsyncGenerator[Event, None]:
        """What a question says while it is answered, and its result.

        Raises Problem where there is none; the question ends where the iterator is closed.
        """
        process = await self._take()
        is_whole = False
        try:
            await self._get_ready(process)
            line = json.dumps({"question": question, "arguments": arguments})
            assert process.stdin is not None
            process.stdin.write(line.encode() + b"\n")
            end = None
            if self._seconds is not None:
                end = asyncio.get_running_loop().time() + self._seconds
            while "event" in (said := await self._listen_until(process, end)):
                yield said["event"], said["data"]
            is_whole = True
        finally:
            self._give_back(process, is_whole=is_whole)
        if "problem" in said:
            raise Problem(said["problem"])
        yield "result", said["result"]

    async def _take(self) -> Process:
        if self._free.empty() and self._waiting >= self._most_waiting:
            raise Problem("too many questions at once; ask again in a moment", 429)
        self._waiting += 1
        try:
            process = await self._free.get()
        finally:
            self._waiting -= 1
        if process is not None:
            if process.returncode is None:
                return process
            self._forget(process)
        try:
            return await self._start()
        except BaseException:
            self._free.put_nowait(None)
            raise

    async def _get_ready(self, process: Process) -> None:
        """Wait until a worker that was started has loaded what it needs."""
        if process in self._ready:
            return
        try:
            async with asyncio.timeout(_START):
                await self._listen(process)
        except TimeoutError:
            raise Problem("the server is too busy; ask again in a moment", 503) from None
        self._ready.add(process)

    async def _listen_until(self, process: Process, end: float | None) -> dict[str, Any]:
        try:
            async with asyncio.timeout_at(end):
                return await self._listen(process)
        except TimeoutError:
            raise Problem(
                f"this took more than {self._seconds:g} s and was ended; ask for less", 503
            ) from None

    async def _listen(self, process: Process) -> dict[str, Any]:
        assert process.stdout is not None
        line = await process.stdout.readline()
        if not line:
            raise Problem("the question ended its worker: it needs too much, or its code fails")
        said: dict[str, Any] = json.loads(line)
        return said

    def _give_back(self, process: Process, *, is_whole: bool) -> None:
        if is_whole:
            self._free.put_nowait(process)
        else:
            task = asyncio.get_running_loop().create_task(self._recover(process))
            _KEPT.add(task)
            task.add_done_callback(_KEPT.discard)

    async def _recover(self, process: Process) -> None:
        """End what a worker is doing; where it does not listen, end the worker."""
        try:
            with suppress(ProcessLookupError, TimeoutError, Problem, ValueError):
                if hasattr(signal, "SIGUSR1"):
                    if process not in self._ready:
                        raise TimeoutError
                    process.send_signal(signal.SIGUSR1)
                    async with asyncio.timeout(_GRACE):
                        while "event" in await self._listen(process):
                            pass
                    self._free.put_nowait(process)
                    return
            await self._finish(process)
            self._free.put_nowait(None)
        except BaseException:
            self._free.put_nowait(None)
            raise

    async def _start(self) -> Process:
        if self._is_closed:
            raise Problem("the server is going down", 503)
        process = await asyncio.create_subprocess_exec(
            sys.executable,
            "-P",
            "-m",
            "lastknight.web.workers.worker_process",
            stdin=PIPE,
            stdout=PIPE,
            limit=_LONGEST_LINE,
            env=os.environ | {"PYTHONUNBUFFERED": "1"},
        )
        self._all.add(process)
        return process

    async def _finish(self, process: Process) -> None:
        with suppress(ProcessLookupError):
            process.kill()
        await process.wait()
        self._forget(process)

    def _forget(self, process: Process) -> None:
        self._all.discard(process)
        self._ready.discard(process)


_KEPT: set[asyncio.Task[None]] = set()
"""Tasks that nobody waits for, so that they are not forgotten half-way."""
