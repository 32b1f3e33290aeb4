"""Live streams: one producer for each experiment that is watched, any number of viewers.

What is told is made once. A viewer who is slow misses what came in between and slows nobody down.
"""

from __future__ import annotations

import asyncio
import json
from contextlib import aclosing
from dataclasses import dataclass, field
from pathlib import Path
from time import monotonic
from typing import Any

from lastknight.web.experiments.laboratory import Laboratory
from lastknight.web.http_errors import Problem
from lastknight.web.streams import Events
from lastknight.web.workers.pool import Pool

# An experiment that does not run here may run elsewhere: so long it is watched for a change.
_WAIT = 4.0
# So often a viewer hears something, so that a connection that is gone is found out.
_HEARTBEAT = 15.0


@dataclass
class _Channel:
    """What is told about an experiment: the last of it, and how often it changed."""

    version: int = 0
    standing: dict[str, Any] | None = None
    text: str = ""
    """The standing as it is sent: written once for all viewers."""
    is_over: bool = False
    problem: Problem | None = None
    changed: asyncio.Condition = field(default_factory=asyncio.Condition)
    viewers: int = 0
    task: asyncio.Task[None] | None = None

    async def tell(self, standing: dict[str, Any] | None, *, is_over: bool = False) -> None:
        """Tell all viewers."""
        async with self.changed:
            if standing is not None and standing != self.standing:
                self.standing = standing
                self.text = json.dumps(standing, allow_nan=False)
                self.version += 1
            self.is_over = is_over
            self.changed.notify_all()


class _Pulse:
    """Whether games still come: what is run elsewhere is known by nothing else."""

    def __init__(self) -> None:
        self._games: int | None = None
        self._quiet = 0
        self._since = monotonic()
        self._has_grown = False

    def feel(self, games: int, *, is_here: bool) -> None:
        """Note how many games there are, and whether the experiment runs here."""
        if self._games is not None and games != self._games:
            self._since, self._has_grown = monotonic(), True
        self._games = games
        self._quiet = 0 if is_here else self._quiet + 1

    @property
    def is_still(self) -> bool:
        """Whether it had ended before it was last looked at, so that nothing was missed."""
        return self._quiet > 1

    @property
    def is_late(self) -> bool:
        """Whether no game has come for a while."""
        return monotonic() - self._since > _WAIT

    @property
    def is_alive(self) -> bool:
        """Whether games have been seen coming."""
        return self._has_grown and not self.is_late


class Live:
    """All experiments that are being watched."""

    def __init__(self, pool: Pool, laboratory: Laboratory, store: Path) -> None:
        self._pool = pool
        self._laboratory = laboratory
        self._store = store
        self._channels: dict[str, _Channel] = {}

    async def watch(self, name: str) -> Events:
        """Standings of an experiment as they change, until it is over: then `end`."""
        channel = self._channels.get(name)
        if channel is None or channel.task is None or channel.task.done():
            channel = self._channels[name] = _Channel()
            channel.task = asyncio.get_running_loop().create_task(self._produce(name, channel))
        channel.viewers += 1
        seen = 0
        try:
            while True:
                is_new = await _news(channel, seen)
                if channel.standing is not None and channel.version > seen:
                    seen = channel.version
                    yield "standing", channel.text
                if channel.problem is not None:
                    raise channel.problem
                if channel.is_over:
                    state = (channel.standing or {}).get("state", "stopped")
                    yield "end", {"state": state}
                    return
                if not is_new:
                    yield "", {}
        finally:
            channel.viewers -= 1
            if not channel.viewers:
                channel.task.cancel()
                if self._channels.get(name) is channel:
                    del self._channels[name]

    async def close(self) -> None:
        """End all streams."""
        for channel in list(self._channels.values()):
            await channel.tell(None, is_over=True)

    async def _produce(self, name: str, channel: _Channel) -> None:
        """Watch an experiment and tell what changes, until nothing does any more."""
        pulse = _Pulse()
        events = self._pool.events("watch", experiment=name, store=str(self._store))
        try:
            async with aclosing(events):
                async for _, told in events:
                    is_here = self._laboratory.is_running(name)
                    pulse.feel(told["games"], is_here=is_here)
                    is_elsewhere = pulse.is_alive and not self._laboratory.has_run(name)
                    standing = self._standing(name, told, is_running=is_here or is_elsewhere)
                    is_ours = self._laboratory.has_run(name)
                    is_over = pulse.is_still if is_ours else not is_here and pulse.is_late
                    await channel.tell(standing, is_over=is_over)
                    if is_over:
                        return
        except Problem as problem:
            channel.problem = problem
            await channel.tell(None, is_over=True)

    def _standing(self, name: str, told: dict[str, Any], *, is_running: bool) -> dict[str, Any]:
        planned, played = told["planned"], told["played"]
        is_done = told.pop("is_decided") or (planned is not None and played >= planned)
        state = "running" if is_running else "finished" if is_done else "stopped"
        standing = self._laboratory.update(name, told | {"state": state, "error": None})
        return settle(standing)


def settle(standing: dict[str, Any]) -> dict[str, Any]:
    """A standing without what only running experiments have."""
    if standing["state"] == "running":
        return standing
    progress = 1.0 if standing["state"] == "finished" else standing["progress"]
    return standing | {"games_per_second": None, "seconds_left": None, "progress": progress}


async def _news(channel: _Channel, seen: int) -> bool:
    """Wait until there is something to say; whether there is."""
    try:
        async with asyncio.timeout(_HEARTBEAT), channel.changed:
            await channel.changed.wait_for(
                lambda: channel.version > seen or channel.is_over or channel.problem is not None
            )
    except TimeoutError:
        return False
    return True
