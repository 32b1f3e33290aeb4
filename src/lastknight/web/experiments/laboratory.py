"""The laboratory: the experiments that this server runs, each in its own process."""

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


@dataclass
class RunningExperiment:
    """An experiment that was started here."""

    process: Process
    planned: int | None
    state: str = "running"
    error: str | None = None
    is_asked_to_stop: bool = False
    end: asyncio.Task[None] | None = None


class Laboratory:
    """Starts and stops experiments, and limits how many run at once."""

    def __init__(self, most: int) -> None:
        self._most = most
        self._runs: dict[str, RunningExperiment] = {}
        self._is_closed = False

    def check_room(self) -> None:
        """Raise HttpError if no more experiments may run."""
        running = [name for name, run in self._runs.items() if run.state == "running"]
        if self._is_closed or len(running) >= self._most:
            raise HttpError(
                f"{len(running)} experiments are running, which is the limit; stop one: "
                + ", ".join(running),
                429,
            )

    async def start(self, name: str, order: dict[str, Any], planned: int | None) -> None:
        """Start the process of an experiment; `order` is what it reads.

        Raises HttpError if the experiment is running already.
        """
        self.check_room()
        if self.is_running(name):
            raise HttpError(f"experiment {name} is running already", 409)
        while len(self._runs) >= _MOST_REMEMBERED:
            self._runs.pop(next(key for key, run in self._runs.items() if run.state != "running"))
        process = await asyncio.create_subprocess_exec(
            sys.executable,
            "-P",
            "-m",
            "lastknight.web.experiments.experiment_process",
            stdin=PIPE,
            stdout=DEVNULL,
            stderr=PIPE,
            start_new_session=True,  # so that only we interrupt it
        )
        run = RunningExperiment(process, planned)
        written = json.dumps(order | {"parent": os.getpid()}).encode()
        run.end = asyncio.get_running_loop().create_task(self._wait(run, written))
        self._runs[name] = run

    async def stop(self, name: str) -> None:
        """Stop an experiment as Ctrl-C does; its games are kept.

        Raises HttpError if it is not running here.
        """
        run = self._runs.get(name)
        if run is None or run.state != "running":
            raise HttpError(f"experiment {name} is not running here", 409)
        await self._stop(run)

    async def close(self) -> None:
        """Stop all experiments; their games are kept."""
        self._is_closed = True
        running = [run for run in self._runs.values() if run.state == "running"]
        await asyncio.gather(*(self._stop(run) for run in running))

    def is_running(self, name: str) -> bool:
        """Whether an experiment is running here."""
        return name in self._runs and self._runs[name].state == "running"

    def has_run(self, name: str) -> bool:
        """Whether an experiment was started here, running or not."""
        return name in self._runs

    def update(self, name: str, facts: dict[str, Any]) -> dict[str, Any]:
        """Facts about an experiment, with its state if it was started here."""
        run = self._runs.get(name)
        if run is None:
            return facts
        known = facts | {"error": run.error}
        if run.planned is not None and "planned" in known:
            known["planned"] = max(run.planned, known["planned"] or 0)
        if run.state != "stopped" or known.get("state") != "finished":
            known["state"] = run.state
        return known

    async def _stop(self, run: RunningExperiment) -> None:
        run.is_asked_to_stop = True
        assert run.end is not None
        # An interrupt that arrives in a finaliser or a callback is lost, so it is repeated.
        for _ in range(_INTERRUPTS):
            with suppress(ProcessLookupError):
                run.process.send_signal(signal.SIGINT)
            finished, _ = await asyncio.wait([run.end], timeout=_GRACE / _INTERRUPTS)
            if finished:
                return
        with suppress(ProcessLookupError):
            run.process.kill()
        await run.end

    async def _wait(self, run: RunningExperiment, order: bytes) -> None:
        _, errors = await run.process.communicate(order)
        code = run.process.returncode
        if code == 0:
            run.state = "finished"
            return
        run.state = "stopped"
        if not run.is_asked_to_stop and code not in (130, -signal.SIGINT):
            lines = errors.decode(errors="replace").strip().splitlines()
            run.error = one_line(lines[-1] if lines else f"it ended with exit code {code}")
