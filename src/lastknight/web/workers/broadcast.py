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
from typing import Any

from lastknight.web.experiments.laboratory import Laboratory
from lastknight.web.http_errors import HttpError
from lastknight.web.workers.pool import Pool

HEARTBEAT = ""
"""The name of an event that only keeps the connection open."""
Events = AsyncGenerator[tuple[str, dict[str, Any] | str], None]
"""Names of events and their data; a string is JSON already."""

# How often to look at an experiment that has stopped: the first look may miss its last games.
_LAST_LOOKS = 2
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
        """Wait for a version newer than `seen`, or the end; False if a heartbeat is due first."""
        try:
            async with asyncio.timeout(_HEARTBEAT_SECONDS), self.changed:
                await self.changed.wait_for(
                    lambda: self.version > seen or self.is_over or self.error is not None
                )
        except TimeoutError:
            return False
        return True


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
        events = self._pool.events("watch", experiment=name, store=str(self._store))
        idle = 0
        try:
            async with aclosing(events):
                was_here = self._laboratory.is_active(name)
                async for _, standing in events:
                    is_here = self._laboratory.is_active(name)
                    # An experiment that this look saw running may have ended on this server since.
                    is_played = standing.pop("is_played") and (is_here or not was_here)
                    was_here = is_here
                    is_on = is_played or name in self._laboratory.active()
                    idle = 0 if is_on else idle + 1
                    is_over = idle >= _LAST_LOOKS
                    completed = self._complete(name, standing, is_played=is_played)
                    await channel.publish(completed, is_over=is_over)
                    if is_over:
                        return
        except HttpError as error:
            channel.error = error
            await channel.publish(None, is_over=True)

    def _complete(self, name: str, standing: dict[str, Any], *, is_played: bool) -> dict[str, Any]:
        is_done = standing.pop("is_done")
        state = "running" if is_played else "finished" if is_done else "stopped"
        return settle(self._laboratory.update(name, standing | {"state": state, "error": None}))


def settle(standing: dict[str, Any]) -> dict[str, Any]:
    """A standing without speed and time left, unless the experiment is running."""
    if standing["state"] == "running":
        return standing
    progress = 1.0 if standing["state"] == "finished" else standing["progress"]
    return standing | {"games_per_second": None, "seconds_left": None, "progress": progress}
