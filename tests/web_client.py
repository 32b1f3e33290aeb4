"""A server in a thread, on a real socket, and a client for it."""

import json
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any

import httpx

from lastknight.web.app import make_server, open_socket
from lastknight.web.settings import Settings

PATIENCE = 60.0


@contextmanager
def running(folder: Path, **settings: Any) -> Iterator[httpx.Client]:
    """A client of a new server whose store is in a folder."""
    given = {"rate": 1e6, "burst": 1e6} | settings
    asked = Settings(store=folder / "games.db", port=0, **given)
    listening = open_socket(asked)
    made = replace(asked, port=listening.getsockname()[1])
    ready = threading.Event()
    server = make_server(made, on_ready=ready.set)
    thread = threading.Thread(target=server.run, kwargs={"sockets": [listening]})
    thread.start()
    try:
        assert ready.wait(PATIENCE)
        with httpx.Client(base_url=made.address, timeout=PATIENCE) as client:
            yield client
    finally:
        server.should_exit = True
        thread.join(PATIENCE)
        listening.close()
    assert not thread.is_alive()


def events_of(text: str) -> list[tuple[str, dict[str, Any]]]:
    """The events of a finished stream."""
    found = []
    for block in text.strip().split("\n\n"):
        if not block.startswith(":"):
            event, data = block.split("\n")
            found.append((event.removeprefix("event: "), json.loads(data.removeprefix("data: "))))
    return found
