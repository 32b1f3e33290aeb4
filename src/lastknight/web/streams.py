"""Server-sent events: answers that are sent event by event."""

from __future__ import annotations

import json
from collections.abc import AsyncGenerator
from contextlib import aclosing
from typing import Any

from starlette.responses import StreamingResponse

from lastknight.web.http_errors import HttpError, one_line
from lastknight.web.settings import Settings

HEARTBEAT = ""
"""The name of an event that only keeps the connection open."""
Events = AsyncGenerator[tuple[str, dict[str, Any] | str], None]
"""Names of events and their data; a string is JSON already."""


class Streams:
    """The open streams, limited in number."""

    def __init__(self, settings: Settings) -> None:
        self._most = settings.streams
        self.open = 0

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
    """A stream that counts as open until it ends, even if nobody ever reads it."""

    def __init__(self, streams: Streams, text: AsyncGenerator[str, None]) -> None:
        super().__init__(text, media_type="text/event-stream")
        self._streams = streams
        self._text = text

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        try:
            await super().__call__(scope, receive, send)
        finally:
            self._streams.open -= 1
            await self._text.aclose()


def _format(event: str, data: dict[str, Any] | str) -> str:
    if event == HEARTBEAT:
        return ": heartbeat\n\n"
    text = data if isinstance(data, str) else json.dumps(data, allow_nan=False)
    return f"event: {event}\ndata: {text}\n\n"


async def rename_result(
    events: AsyncGenerator[tuple[str, dict[str, Any]], None], name: str
) -> Events:
    """The same events, with the result's event renamed."""
    async with aclosing(events):
        async for event, data in events:
            yield (name if event == "result" else event), data
