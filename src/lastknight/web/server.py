"""The parts of a running server that its routes share."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from lastknight.web.experiments.laboratory import Laboratory
from lastknight.web.live import Live
from lastknight.web.settings import Settings
from lastknight.web.streams import Streams
from lastknight.web.workers.pool import Pool

# Experiments that can be watched at once, each by any number of viewers.
_WATCHERS = 8


class Server:
    """Workers, streams, experiments and those who watch them."""

    def __init__(self, settings: Settings) -> None:
        self.settings = settings
        self.store = str(settings.store)
        self.pool = Pool(settings.workers, waiting=settings.waiting, seconds=settings.seconds)
        self.streams = Streams(settings)
        self.laboratory = Laboratory(settings.experiments)
        self._watchers = Pool(_WATCHERS, waiting=0, seconds=None)
        self.live = Live(self._watchers, self.laboratory, settings.store)

    @asynccontextmanager
    async def running(self) -> AsyncIterator[None]:
        """Open everything, and close it in the end; experiments keep their games."""
        await self.pool.open()
        await self._watchers.open(ready=0)
        try:
            yield
        finally:
            await self.laboratory.close()
            await self.live.close()
            await self._watchers.close()
            await self.pool.close()
