"""The application and its server: the routes and the page's files, behind the gate, on a socket."""

from __future__ import annotations

import asyncio
import errno
import json
import socket
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from http import HTTPStatus
from importlib.metadata import version
from importlib.resources import files
from pathlib import Path
from typing import Any

import uvicorn
from fastapi import FastAPI
from starlette.staticfiles import StaticFiles
from uvicorn.protocols.http.h11_impl import H11Protocol

from lastknight.errors import ArgumentError
from lastknight.web.connection_owner import is_foreign
from lastknight.web.gate import Gate
from lastknight.web.http_errors import handle_errors
from lastknight.web.routes.board import board_routes
from lastknight.web.routes.lab import lab_routes
from lastknight.web.routes.results import result_routes
from lastknight.web.routes.services import Services
from lastknight.web.schemas.positions import Error
from lastknight.web.settings import Settings

_ERROR_STATUSES = (400, 401, 403, 404, 405, 408, 409, 413, 414, 415, 421, 422, 429, 503)
_MOST_CONNECTIONS = 1000
# Seconds that a client has, after connecting, to send a request.
_PATIENCE = 20.0


def make_api(settings: Settings) -> FastAPI:
    """All routes and the page, without the gate."""
    return _make_api(Services(settings))


def _make_api(services: Services) -> FastAPI:
    @asynccontextmanager
    async def lifespan(_: FastAPI) -> AsyncIterator[None]:
        async with services.running():
            yield

    app = FastAPI(
        title="lastknight",
        version=version("lastknight"),
        description="The API of lastknight, the heuristics laboratory for knight's Isolation.",
        docs_url=None,
        redoc_url=None,
        lifespan=lifespan,
        responses={status: {"model": Error} for status in _ERROR_STATUSES},
    )
    handle_errors(app)
    for routes in (board_routes, lab_routes, result_routes):
        app.include_router(routes(services))
    page = Path(str(files("lastknight.web"))) / "page"
    app.mount("/", StaticFiles(directory=page, html=True), name="page")
    return app


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
        is_host = isinstance(error, socket.gaierror) or error.errno == errno.EADDRNOTAVAIL
        cure = "--host must be an address of this machine" if is_host else "try another --port"
        raise ArgumentError(
            f"cannot listen on {settings.host}:{settings.port}: {error.strerror or error}; {cure}"
        ) from None
    listening.set_inheritable(False)
    return listening


def make_server(
    settings: Settings, *, on_ready: Callable[[], Any] = lambda: None
) -> uvicorn.Server:
    """A server ready to run; it calls `on_ready` once it listens."""
    services = Services(settings)
    config = uvicorn.Config(
        Gate(_make_api(services), settings),
        http=ImpatientProtocol if settings.token else OwnersProtocol,
        ws="none",
        log_level="warning",
        access_log=False,
        server_header=False,
        date_header=False,
        timeout_keep_alive=30,
        timeout_graceful_shutdown=3,
        proxy_headers=False,
    )
    return _Server(config, services, on_ready)


class _Server(uvicorn.Server):
    def __init__(
        self, config: uvicorn.Config, services: Services, on_ready: Callable[[], Any]
    ) -> None:
        super().__init__(config)
        self._services = services
        self._on_ready = on_ready

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Start, and call `on_ready`."""
        await super().startup(sockets)
        if self.started:
            self._on_ready()

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """End open streams at once, then stop; otherwise pages with live updates would delay it."""
        self._services.streams.ending.set()
        await super().shutdown(sockets)


class ImpatientProtocol(H11Protocol):
    """uvicorn's HTTP, but connections that send no request are closed."""

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Accept a connection, and check later that it has sent a request."""
        super().connection_made(transport)
        self.loop.call_later(_PATIENCE, self._close_if_idle)
        if len(self.connections) > _MOST_CONNECTIONS:
            self._refuse(503, "too many connections; try again in a moment")

    def send_400_response(self, msg: str) -> None:
        """Answer a request that is not HTTP."""
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


class OwnersProtocol(ImpatientProtocol):
    """Only the user who runs the server gets in; for a server without a token, on loopback."""

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Accept a connection of our own user."""
        super().connection_made(transport)
        if is_foreign(transport.get_extra_info("socket")):
            self._refuse(403, "only the user who started the server gets in without a token")
