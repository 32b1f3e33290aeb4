"""The laboratory: the experiments that this server runs, each in its own process, or queues."""

from __future__ import annotations

import asyncio
import json
import os
import signal
import sys
from asyncio.subprocess import DEVNULL, PIPE, Process
from contextlib import suppress
from dataclasses import dataclass
from typing import Any

from lastknight.web.http_errors import HttpError, one_line

# How long an experiment may take to stop, in seconds.
_GRACE = 15.0
_INTERRUPTS = 5
_MOST_REMEMBERED = 1000
_MOST_WAITING = 100


@dataclass
class RunningExperiment:
    """An experiment that was started here, or waits for its turn."""

    order: dict[str, Any]
    planned: int | None
    state: str = "waiting"
    error: str | None = None
    is_asked_to_stop: bool = False
    process: Process | None = None
    end: asyncio.Task[None] | None = None


class Laboratory:
    """Starts and stops experiments. Only a few run at once; the others wait in a queue."""

    def __init__(self, most: int) -> None:
        self._most = most
        self._runs: dict[str, RunningExperiment] = {}
        self._is_closed = False
        self._starts: set[asyncio.Task[None]] = set()

    def check_room(self) -> None:
        """Raise HttpError if no more experiments may be started."""
        waiting = self.queue()
        if self._is_closed or len(waiting) >= _MOST_WAITING:
            raise HttpError(
                f"{len(waiting)} experiments are waiting, which is the limit; remove one", 429
            )

    async def start(self, name: str, order: dict[str, Any], planned: int | None) -> None:
        """Start an experiment, or queue it while others run; `order` is what its process reads.

        Raises HttpError if the experiment is running or waiting already.
        """
        self.check_room()
        if self.is_active(name):
            raise HttpError(f"experiment {name} is already {self._runs[name].state}", 409)
        while len(self._runs) >= _MOST_REMEMBERED:
            self._runs.pop(next(key for key, run in self._runs.items() if not _is_active(run)))
        self._runs.pop(name, None)  # it goes to the end of the queue
        self._runs[name] = RunningExperiment(order, planned)
        await self._start_next()

    async def stop(self, name: str) -> None:
        """Stop an experiment as Ctrl-C does, or take it out of the queue; its games are kept.

        Nothing happens if it has already ended. Raises HttpError for a part of an analysis.
        """
        whole = _whole(name)
        if name != whole:
            raise HttpError(f"{name} is part of an analysis; stop {whole} instead", 400)
        if self.is_active(name):
            await self._stop(self._runs[name])

    def forget(self, name: str) -> None:
        """Forget an experiment that was deleted.

        Raises HttpError while it is running or waiting.
        """
        if self.is_active(name):
            raise HttpError(f"experiment {name} is {self._runs[name].state}; stop it first", 409)
        self._runs.pop(name, None)

    async def close(self) -> None:
        """Stop all experiments; their games are kept."""
        self._is_closed = True
        await asyncio.gather(*(self._stop(run) for run in self._runs.values() if _is_active(run)))

    def is_active(self, name: str) -> bool:
        """Whether an experiment is running or waiting here; a part, if its analysis is."""
        run = self._run_of(name)
        return run is not None and _is_active(run)

    def active(self) -> frozenset[str]:
        """The experiments that are running or waiting here."""
        return frozenset(name for name, run in self._runs.items() if _is_active(run))

    def queue(self) -> list[str]:
        """The experiments that are waiting for their turn, the next one first."""
        return [name for name, run in self._runs.items() if run.state == "waiting"]

    def update(
        self, name: str, facts: dict[str, Any], *, before: frozenset[str] = frozenset()
    ) -> dict[str, Any]:
        """Facts about an experiment, with its state if it was started here.

        `before` were active when the facts were asked for: a run that ended since is not running
        elsewhere, even if the facts say that it is running.
        """
        run = self._runs.get(name)
        is_here = self.is_active(name) or _whole(name) in before
        is_elsewhere = facts.get("state") == "running" and not is_here
        known = facts | {"elsewhere": is_elsewhere}
        if run is None or is_elsewhere:
            return known
        known["error"] = run.error
        if run.planned is not None and "planned" in known:
            known["planned"] = max(run.planned, known["planned"] or 0)
        if run.state != "stopped" or known.get("state") != "finished":
            known["state"] = run.state
        if run.state == "waiting":
            known["place"] = 1 + self.queue().index(name)
        return known

    def _run_of(self, name: str) -> RunningExperiment | None:
        """The run of an experiment, or of the analysis that it is part of."""
        return self._runs.get(name) or self._runs.get(_whole(name))

    async def _start_next(self) -> None:
        """Start waiting experiments while there is room."""
        for name in self.queue():
            running = sum(run.state == "running" for run in self._runs.values())
            if self._is_closed or running >= self._most:
                return
            run = self._runs[name]
            run.state = "running"
            run.end = asyncio.get_running_loop().create_task(self._play(run))

    async def _stop(self, run: RunningExperiment) -> None:
        run.is_asked_to_stop = True
        if run.end is None:
            run.state = "stopped"
            return
        # An interrupt that arrives in a finaliser or a callback is lost, so it is repeated.
        for _ in range(_INTERRUPTS):
            _interrupt(run)
            finished, _ = await asyncio.wait([run.end], timeout=_GRACE / _INTERRUPTS)
            if finished:
                return
        if run.process is not None:
            with suppress(ProcessLookupError):
                run.process.kill()
        await run.end

    async def _play(self, run: RunningExperiment) -> None:
        """Run the process of an experiment, note how it ended, and start the next one."""
        try:
            await self._run(run)
        except OSError as error:  # no process could be started
            run.state, run.error = "stopped", one_line(f"the experiment cannot start: {error}")
        # A separate task: a request to stop this experiment must not wait for the next one.
        task = asyncio.get_running_loop().create_task(self._start_next())
        self._starts.add(task)
        task.add_done_callback(self._starts.discard)

    async def _run(self, run: RunningExperiment) -> None:
        run.process = await asyncio.create_subprocess_exec(
            sys.executable,
            "-P",
            "-m",
            "lastknight.web.experiments.experiment_process",
            stdin=PIPE,
            stdout=DEVNULL,
            stderr=PIPE,
            start_new_session=True,  # so that only we interrupt it
        )
        if run.is_asked_to_stop:  # while the process was being started
            _interrupt(run)
        order = json.dumps(run.order | {"parent": os.getpid()}).encode()
        _, errors = await run.process.communicate(order)
        code = run.process.returncode
        run.state = "finished" if code == 0 else "stopped"
        if code != 0 and not run.is_asked_to_stop and code not in (130, -signal.SIGINT):
            lines = errors.decode(errors="replace").strip().splitlines()
            run.error = one_line(lines[-1] if lines else f"it ended with exit code {code}")


def _interrupt(run: RunningExperiment) -> None:
    if run.process is not None:
        with suppress(ProcessLookupError):
            run.process.send_signal(signal.SIGINT)


def _is_active(run: RunningExperiment) -> bool:
    return run.state in ("running", "waiting")


def _whole(name: str) -> str:
    """The analysis that an experiment is part of; else the experiment itself."""
    return name.partition(".")[0]
