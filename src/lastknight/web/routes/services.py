"""What the routes of a running server share: worker processes, experiments, streams of events."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncGenerator, AsyncIterator
from contextlib import aclosing, asynccontextmanager, suppress
from typing import Any

from starlette.responses import StreamingResponse

from lastknight.web.experiments.laboratory import Laboratory
from lastknight.web.http_errors import HttpError, one_line
from lastknight.web.settings import Settings
from lastknight.web.workers.broadcast import HEARTBEAT, Broadcaster, Events
from lastknight.web.workers.pool import Event, Pool

# Experiments that can be watched at once, each by any number of viewers.
_MOST_WATCHED = 8


class Services:
    """The worker pool, open streams, running experiments, and broadcasts about them."""

    def __init__(self, settings: Settings) -> None:
        self.settings = settings
        self.store = str(settings.store)
        self.pool = Pool(settings.workers, waiting=settings.waiting, seconds=settings.seconds)
        self.streams = Streams(settings.streams)
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


class Streams:
    """Answers that are streams of events; only a limited number can be open."""

    def __init__(self, most: int) -> None:
        self._most = most
        self.open = 0
        self.ending = asyncio.Event()
        """Set when the server stops, so that open streams end and it does not wait for them."""

    def answer(self, events: Events) -> StreamingResponse:
        """Events as an answer; an HttpError on the way is sent as the event `error`.

        Raises HttpError where too many streams are open.
        """
        if self.open >= self._most:
            raise HttpError("too many open streams; close one, or try again in a moment", 429)
        self.open += 1
        return _CountedResponse(self, self._text(events))

    async def _text(self, events: Events) -> AsyncGenerator[str, None]:
        try:
            async for event, data in events:
                yield _format(event, data)
        except HttpError as error:
            yield _format("error", {"error": one_line(error.line)})


class _CountedResponse(StreamingResponse):
    """A stream that counts as open until it ends, even if the client never reads it."""

    def __init__(self, streams: Streams, text: AsyncGenerator[str, None]) -> None:
        super().__init__(text, media_type="text/event-stream")
        self._streams = streams
        self._text = text

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        sending = asyncio.ensure_future(super().__call__(scope, receive, send))
        ending = asyncio.ensure_future(self._streams.ending.wait())
        try:
            await asyncio.wait([sending, ending], return_when=asyncio.FIRST_COMPLETED)
            if sending.done():
                await sending
                return
            sending.cancel()
            with suppress(asyncio.CancelledError):
                await sending
            await send({"type": "http.response.body", "body": b"", "more_body": False})
        finally:
            for task in (sending, ending):
                task.cancel()
            self._streams.open -= 1
            await asyncio.gather(sending, ending, return_exceptions=True)
            await self._text.aclose()


def _format(event: str, data: dict[str, Any] | str) -> str:
    if event == HEARTBEAT:
        return ": heartbeat\n\n"
    text = data if isinstance(data, str) else json.dumps(data, allow_nan=False)
    return f"event: {event}\ndata: {text}\n\n"


async def rename_result(events: AsyncGenerator[Event, None], name: str) -> Events:
    """The same events, with the result's event renamed."""
    async with aclosing(events):
        async for event, data in events:
            yield (name if event == "result" else event), data
