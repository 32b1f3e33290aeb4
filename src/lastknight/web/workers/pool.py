"""The pool of worker processes: a limited number of queries runs at once.

A query that takes too long is stopped, and so is one whose client has gone. A worker that dies is
replaced.
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

from lastknight.web.http_errors import HttpError

# Seconds a worker may take to drop its query when told to; then the worker is killed.
_GRACE = 1.0
# Seconds a worker may take to start, on a busy machine.
_START = 60.0
_LONGEST_ANSWER = 64 * 2**20

Event = tuple[str, dict[str, Any]]
"""The name of an event and its data; the last one is `result`."""


class Pool:
    """Worker processes that answer queries."""

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
        """Start the workers, or only the first `ready` of them; the others start when needed."""
        for number in range(self._size):
            is_ready = ready is None or number < ready
            self._free.put_nowait(await self._start() if is_ready else None)

    async def close(self) -> None:
        """Kill all workers."""
        self._is_closed = True
        for process in list(self._all):
            await self._kill(process)

    async def ask(self, query: str, **arguments: object) -> dict[str, Any]:
        """The result of a query.

        Raises HttpError where there is none.
        """
        result: dict[str, Any] = {}
        async for event, data in self.events(query, **arguments):
            if event == "result":
                result = data
        return result

    async def events(self, query: str, **arguments: object) -> AsyncGenerator[Event, None]:
        """The events of a query as they come, then its result.

        Raises HttpError where there is none. Closing the iterator stops the query.
        """
        process = await self._take()
        is_done = False
        try:
            await self._get_ready(process)
            assert process.stdin is not None
            asked = json.dumps({"query": query, "arguments": arguments}, allow_nan=False)
            process.stdin.write(asked.encode() + b"\n")
            end = None
            if self._seconds is not None:
                end = asyncio.get_running_loop().time() + self._seconds
            while "event" in (message := await self._read_until(process, end)):
                yield message["event"], message["data"]
            is_done = True
        finally:
            self._give_back(process, is_done=is_done)
        if "error" in message:
            raise HttpError(message["error"])
        yield "result", message["result"]

    async def _take(self) -> Process:
        if self._free.empty() and self._waiting >= self._most_waiting:
            raise HttpError("too many requests at once; try again in a moment", 429)
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
        """Wait until a new worker has loaded its modules."""
        if process in self._ready:
            return
        try:
            async with asyncio.timeout(_START):
                await self._read(process)
        except TimeoutError:
            raise HttpError("the server is too busy; try again in a moment", 503) from None
        self._ready.add(process)

    async def _read_until(self, process: Process, end: float | None) -> dict[str, Any]:
        try:
            async with asyncio.timeout_at(end):
                return await self._read(process)
        except TimeoutError:
            raise HttpError(f"stopped after {self._seconds:g} s; ask for less", 503) from None

    async def _read(self, process: Process) -> dict[str, Any]:
        assert process.stdout is not None
        try:
            line = await process.stdout.readline()
        except ValueError:
            raise HttpError("the answer is too long; ask for less") from None
        if not line:
            raise HttpError("the worker process crashed while answering")
        message: dict[str, Any] = json.loads(line)
        return message

    def _give_back(self, process: Process, *, is_done: bool) -> None:
        if is_done:
            self._free.put_nowait(process)
        else:
            task = asyncio.get_running_loop().create_task(self._recover(process))
            _RECOVERIES.add(task)
            task.add_done_callback(_RECOVERIES.discard)

    async def _recover(self, process: Process) -> None:
        """Make a worker drop its query; kill one that does not react."""
        try:
            with suppress(ProcessLookupError, TimeoutError, HttpError, ValueError):
                if hasattr(signal, "SIGUSR1"):
                    if process not in self._ready:
                        raise TimeoutError
                    process.send_signal(signal.SIGUSR1)
                    async with asyncio.timeout(_GRACE):
                        while "event" in await self._read(process):
                            pass
                    self._free.put_nowait(process)
                    return
            await self._kill(process)
            self._free.put_nowait(None)
        except BaseException:
            self._free.put_nowait(None)
            raise

    async def _start(self) -> Process:
        if self._is_closed:
            raise HttpError("the server is shutting down", 503)
        process = await asyncio.create_subprocess_exec(
            sys.executable,
            "-P",
            "-m",
            "lastknight.web.workers.worker_process",
            str(os.getpid()),
            stdin=PIPE,
            stdout=PIPE,
            limit=_LONGEST_ANSWER,
            start_new_session=True,  # Ctrl-C is for the server
            env=os.environ | {"PYTHONUNBUFFERED": "1"},
        )
        self._all.add(process)
        return process

    async def _kill(self, process: Process) -> None:
        with suppress(ProcessLookupError):
            process.kill()
        await process.wait()
        self._forget(process)

    def _forget(self, process: Process) -> None:
        self._all.discard(process)
        self._ready.discard(process)


_RECOVERIES: set[asyncio.Task[None]] = set()
"""Running recoveries; without a reference the event loop would drop them."""
