"""Running the server: its socket and uvicorn."""

from __future__ import annotations

import asyncio
import json
import socket
from collections.abc import Callable
from http import HTTPStatus
from typing import Any

import uvicorn
from uvicorn.protocols.http.h11_impl import H11Protocol

from lastknight.errors import ArgumentError
from lastknight.web.app import make_app
from lastknight.web.settings import Settings

_MOST_CONNECTIONS = 1000
# Seconds in which a client that has connected must send a request.
_PATIENCE = 20.0


class ImpatientProtocol(H11Protocol):
    """uvicorn's HTTP, but connections that send no request are closed."""

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Accept a connection, and check later that it has sent a request."""
        super().connection_made(transport)
        self.loop.call_later(_PATIENCE, self._close_if_idle)
        if len(self.connections) > _MOST_CONNECTIONS:
            self._refuse(503, "too many connections; try again in a moment")

    def send_400_response(self, msg: str) -> None:
        """Answer what is not HTTP."""
        self._refuse(400, msg)

    def _refuse(self, status: int, line: str) -> None:
        body = json.dumps({"error": line}).encode()
        head = f"HTTP/1.1 {status} {HTTPStatus(status).phrase}\r\nconnection: close\r\n"
        head += f"content-type: application/json\r\ncontent-length: {len(body)}\r\n\r\n"
        self.transport.write(head.encode() + body)
        self.transport.close()

    def _close_if_idle(self) -> None:
        if self.cycle is None and not self.transport.is_closing():
            self.transport.close()


def open_socket(settings: Settings) -> socket.socket:
    """The socket a server listens on.

    Raises ArgumentError where the port is taken or the address is not one of this machine.
    """
    family = socket.AF_INET6 if ":" in settings.host else socket.AF_INET
    # With the protocol named, asyncio sets TCP_NODELAY; without it answers wait 40 ms for an ACK.
    listening = socket.socket(family, socket.SOCK_STREAM, socket.IPPROTO_TCP)
    try:
        listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listening.bind((settings.host, settings.port))
    except OSError as error:
        listening.close()
        raise ArgumentError(
            f"cannot listen on {settings.host}:{settings.port}: {error.strerror or error}; "
            "try another --port"
        ) from None
    listening.set_inheritable(False)
    return listening


def make_server(
    settings: Settings, *, on_ready: Callable[[], Any] = lambda: None
) -> uvicorn.Server:
    """A server ready to run; it calls `on_ready` once it listens."""
    config = uvicorn.Config(
        make_app(settings),
        http=ImpatientProtocol,
        ws="none",
        log_level="warning",
        access_log=False,
        server_header=False,
        date_header=False,
        timeout_keep_alive=30,
        timeout_graceful_shutdown=3,
        proxy_headers=False,
    )
    return _Server(config, on_ready)


class _Server(uvicorn.Server):
    def __init__(self, config: uvicorn.Config, on_ready: Callable[[], Any]) -> None:
        super().__init__(config)
        self._on_ready = on_ready

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Start, and call `on_ready`."""
        await super().startup(sockets)
        if self.started:
            self._on_ready()
