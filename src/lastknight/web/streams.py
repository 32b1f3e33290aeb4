"""Answers that come bit by bit: server-sent events."""

from __future__ import annotations

import json
from collections.abc import AsyncGenerator
from contextlib import aclosing
from typing import Any

from starlette.responses import StreamingResponse

from lastknight.web.http_errors import Problem, one_line
from lastknight.web.settings import Settings

Events = AsyncGenerator[tuple[str, dict[str, Any] | str], None]
"""Names of events and their data; text is JSON already."""


class Streams:
    """The streams that are open, so many and no more."""

    def __init__(self, settings: Settings) -> None:
        self._most = settings.streams
        self.open = 0

    def answer(self, events: Events) -> StreamingResponse:
        """Events as an answer; one that cannot be had becomes the event `error`.

        Raises Problem where too many streams are open.
        """
        if self.open >= self._most:
            raise Problem("too many streams at once; close one, or try again in a moment", 429)
        self.open += 1
        return _Counted(self, self._text(events))

    async def _text(self, events: Events) -> AsyncGenerator[str, None]:
        try:
            async for event, data in events:
                yield _format(event, data)
        except Problem as problem:
            yield _format("error", {"error": one_line(problem.line)})


class _Counted(StreamingResponse):
    """A stream that is counted until it is over, also where nobody ever reads it."""

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
    if event == "":
        return ": still here\n\n"
    text = data if isinstance(data, str) else json.dumps(data, allow_nan=False)
    return f"event: {event}\ndata: {text}\n\n"


async def rename_result(
    events: AsyncGenerator[tuple[str, dict[str, Any]], None], name: str
) -> Events:
    """The same events, the result among them under a name of its own."""
    async with aclosing(events):
        async for event, data in events:
            yield (name if event == "result" else event), data
