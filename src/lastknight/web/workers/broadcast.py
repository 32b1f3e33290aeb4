"""Live updates: one producer for each watched experiment, any number of viewers.

Each update is written once for all viewers. A slow viewer skips updates; the others do not
wait for it.
"""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncGenerator
from contextlib import aclosing
from dataclasses import dataclass, field
from pathlib import Path
from time import monotonic
from typing import Any

from lastknight.web.experiments.laboratory import Laboratory
from lastknight.web.http_errors import HttpError
from lastknight.web.workers.pool import Pool

HEARTBEAT = ""
"""The name of an event that only keeps the connection open."""
Events = AsyncGenerator[tuple[str, dict[str, Any] | str], None]
"""Names of events and their data; a string is JSON already."""

# An experiment may be running in another process: how long to wait for a new game, in seconds.
_WAIT = 4.0
# Seconds between heartbeats, which reveal lost connections.
_HEARTBEAT_SECONDS = 15.0


@dataclass
class _Channel:
    """The latest standing of an experiment, and how often it has changed."""

    version: int = 0
    standing: dict[str, Any] | None = None
    text: str = ""
    """The standing as JSON, written once for all viewers."""
    is_over: bool = False
    error: HttpError | None = None
    changed: asyncio.Condition = field(default_factory=asyncio.Condition)
    viewers: int = 0
    task: asyncio.Task[None] | None = None

    async def publish(self, standing: dict[str, Any] | None, *, is_over: bool = False) -> None:
        """Notify all viewers."""
        async with self.changed:
            if standing is not None and standing != self.standing:
                self.standing = standing
                self.text = json.dumps(standing, allow_nan=False)
                self.version += 1
            self.is_over = is_over
            self.changed.notify_all()

    async def wait_after(self, seen: int) -> bool:
        """Wait for a version newer than `seen` or the end; False after a heartbeat's time."""
        try:
            async with asyncio.timeout(_HEARTBEAT_SECONDS), self.changed:
                await self.changed.wait_for(
                    lambda: self.version > seen or self.is_over or self.error is not None
                )
        except TimeoutError:
            return False
        return True


class _Activity:
    """Whether games still arrive: the only sign of an experiment running in another process."""

    def __init__(self) -> None:
        self._games: int | None = None
        self._looks_since_end = 0
        self._last_change = monotonic()
        self._has_grown = False

    def note(self, games: int, *, is_here: bool) -> None:
        """Note how many games there are, and whether this server runs the experiment."""
        if self._games is not None and games != self._games:
            self._last_change, self._has_grown = monotonic(), True
        self._games = games
        self._looks_since_end = 0 if is_here else self._looks_since_end + 1

    @property
    def is_complete(self) -> bool:
        """Whether the experiment had ended before the last look, so that no game was missed."""
        return self._looks_since_end > 1

    @property
    def is_idle(self) -> bool:
        """Whether no game has arrived for a while."""
        return monotonic() - self._last_change > _WAIT

    @property
    def is_alive(self) -> bool:
        """Whether games have been arriving."""
        return self._has_grown and not self.is_idle


class Broadcaster:
    """All experiments that are being watched."""

    def __init__(self, pool: Pool, laboratory: Laboratory, store: Path) -> None:
        self._pool = pool
        self._laboratory = laboratory
        self._store = store
        self._channels: dict[str, _Channel] = {}

    async def watch(self, name: str) -> Events:
        """Standings of an experiment as they change, then `end`."""
        channel = self._channels.get(name)
        if channel is None or channel.task is None or channel.task.done():
            channel = self._channels[name] = _Channel()
            channel.task = asyncio.get_running_loop().create_task(self._produce(name, channel))
        channel.viewers += 1
        seen = 0
        try:
            while True:
                has_changed = await channel.wait_after(seen)
                if channel.standing is not None and channel.version > seen:
                    seen = channel.version
                    yield "standing", channel.text
                if channel.error is not None:
                    raise channel.error
                if channel.is_over:
                    state = (channel.standing or {}).get("state", "stopped")
                    yield "end", {"state": state}
                    return
                if not has_changed:
                    yield HEARTBEAT, {}
        finally:
            channel.viewers -= 1
            if not channel.viewers:
                channel.task.cancel()
                if self._channels.get(name) is channel:
                    del self._channels[name]

    async def close(self) -> None:
        """End all streams."""
        for channel in list(self._channels.values()):
            await channel.publish(None, is_over=True)

    async def _produce(self, name: str, channel: _Channel) -> None:
        """Publish an experiment's standing until it no longer changes."""
        activity = _Activity()
        events = self._pool.events("watch", experiment=name, store=str(self._store))
        try:
            async with aclosing(events):
                async for _, standing in events:
                    is_here = self._laboratory.is_running(name)
                    was_here = self._laboratory.has_run(name)
                    activity.note(standing["games"], is_here=is_here)
                    is_running = is_here or (activity.is_alive and not was_here)
                    is_over = activity.is_complete if was_here else not is_here and activity.is_idle
                    completed = self._complete(name, standing, is_running=is_running)
                    await channel.publish(completed, is_over=is_over)
                    if is_over:
                        return
        except HttpError as error:
            channel.error = error
            await channel.publish(None, is_over=True)

    def _complete(self, name: str, standing: dict[str, Any], *, is_running: bool) -> dict[str, Any]:
        planned, played = standing["planned"], standing["played"]
        is_done = standing.pop("is_decided") or (planned is not None and played >= planned)
        state = "running" if is_running else "finished" if is_done else "stopped"
        known = standing | {"state": state, "error": None}
        return settle(self._laboratory.update(name, known))


def settle(standing: dict[str, Any]) -> dict[str, Any]:
    """A standing without speed and time left, unless the experiment is running."""
    if standing["state"] == "running":
        return standing
    progress = 1.0 if standing["state"] == "finished" else standing["progress"]
    return standing | {"games_per_second": None, "seconds_left": None, "progress": progress}
