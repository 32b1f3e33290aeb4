"""Messages between the server and its worker processes: one JSON object per line."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

Tell = Callable[[str, dict[str, Any]], None]
"""Sends an event, its name and data, before the query's result."""
Message = dict[str, Any]


def encode(message: Message) -> bytes:
    """A message as a line."""
    return json.dumps(message, allow_nan=False).encode() + b"\n"


def decode(line: bytes) -> Message:
    """The message in a line."""
    message: Message = json.loads(line)
    return message
