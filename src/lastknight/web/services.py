"""What the routes of a running server share: worker processes, streams and experiments."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from lastknight.web.broadcast import Broadcaster
from lastknight.web.experiments.laboratory import Laboratory
from lastknight.web.settings import Settings
from lastknight.web.streams import Streams
from lastknight.web.workers.pool import Pool

# Experiments that can be watched at once, each by any number of viewers.
_MOST_WATCHED = 8


class Services:
    """The worker pool, open streams, running experiments, and broadcasts about them."""

    def __init__(self, settings: Settings) -> None:
        self.settings = settings
        self.store = str(settings.store)
        self.pool = Pool(settings.workers, waiting=settings.waiting, seconds=settings.seconds)
        self.streams = Streams(settings)
        self.laboratory = Laboratory(settings.experiments)
        self._watchers = Pool(_MOST_WATCHED, waiting=0, seconds=None)
        self.broadcaster = Broadcaster(self._watchers, self.laboratory, settings.store)

    @asynccontextmanager
    async def running(self) -> AsyncIterator[None]:
        """Start everything, and stop it at the end; experiments keep their games."""
        await self.pool.open()
        await self._watchers.open(ready=0)
        try:
            yield
        finally:
            await self.laboratory.close()
            await self.broadcaster.close()
            await self._watchers.close()
            await self.pool.close()
