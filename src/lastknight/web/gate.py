"""The gate in front of everything: who may come in, with how much, how often.

A web site that the user visits must not reach the server: names that are not ours, other origins
and requests from other sites are turned away. Answers carry headers that keep the page to itself.
"""

from __future__ import annotations

import asyncio
import hmac
import logging
from collections.abc import MutableMapping
from http.cookies import CookieError, SimpleCookie
from ipaddress import ip_address
from socket import gethostname
from time import monotonic
from typing import Any
from urllib.parse import parse_qs

from starlette.responses import RedirectResponse, Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from lastknight.web.http_errors import DEFECT, Problem, problem_answer
from lastknight.web.settings import MOST_BODY, MOST_QUERY, Settings

COOKIE = "lastknight_token"
_LOG = logging.getLogger("uvicorn.error")
_LOOPBACK = ("127.0.0.1", "localhost", "::1")
_MOST_PATH = 1024
_MOST_CLIENTS = 10_000
# How long a body may take to come.
_PATIENCE = 10.0

HEADERS = {
    "content-security-policy": (
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; "
        "connect-src 'self'; font-src 'self'; manifest-src 'self'; base-uri 'none'; "
        "form-action 'self'; frame-ancestors 'none'"
    ),
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "permissions-policy": "camera=(), geolocation=(), microphone=()",
    "referrer-policy": "no-referrer",
    "x-content-type-options": "nosniff",
    "x-frame-options": "DENY",
}


class Gate:
    """An application with the gate in front of it."""

    def __init__(self, app: ASGIApp, settings: Settings) -> None:
        self._app = app
        self._settings = settings
        self._rates = Rates(settings.rate, settings.burst)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Let a request through, or say why not."""
        if scope["type"] == "lifespan":
            await self._app(scope, receive, send)
            return
        if scope["type"] != "http":
            return  # nothing here speaks anything else; the server closes the connection
        guarded = Guarded(send)
        try:
            welcome = self._check(scope)
        except Problem as problem:
            answer: Response = problem_answer(problem.line, problem.status)
            await answer(scope, receive, guarded)
            return
        if welcome is not None:
            await welcome(scope, receive, guarded)
            return
        try:
            await self._app(scope, _with_limit(receive), guarded)
        except Exception:
            _LOG.exception("%s failed", scope["path"])
            if not guarded.has_begun:
                await problem_answer(DEFECT, 500)(scope, receive, guarded)

    def _check(self, scope: Scope) -> Response | None:
        """Raise Problem for whom we do not let in; a first visit with a token gets its cookie."""
        client = scope["client"][0] if scope.get("client") else ""
        self._rates.take(client)
        headers = _headers(scope)
        self._check_host(headers)
        self._check_origin(headers, scope)
        if len(scope["query_string"]) > MOST_QUERY or len(scope["path"]) > _MOST_PATH:
            raise Problem(f"an address has {MOST_QUERY} characters at the most", 414)
        _check_body(headers, scope["method"])
        return self._check_token(headers, scope)

    def _check_host(self, headers: MutableMapping[str, list[str]]) -> None:
        names = headers.get("host", [])
        if len(names) != 1 or not self._is_ours(names[0]):
            raise Problem(
                f"this server is {self._settings.address}; it does not answer under another name",
                421,
            )

    def _is_ours(self, authority: str) -> bool:
        """Whether an authority, name and port, is this server's."""
        host, colon, port = authority.rpartition(":")
        if not colon or port != str(self._settings.port):
            return False
        name = host.strip("[]").lower()
        if name in _LOOPBACK or name == self._settings.host.lower():
            return True
        if self._settings.is_loopback:
            return False
        # No web site can make a browser take a bare address for its own name.
        return name == gethostname().lower() or _is_address(name)

    def _check_origin(self, headers: MutableMapping[str, list[str]], scope: Scope) -> None:
        for origin in headers.get("origin", []):
            scheme, _, authority = origin.partition("://")
            if scheme != "http" or not self._is_ours(authority):
                raise Problem("requests from other web sites are not answered", 403)
        site = headers.get("sec-fetch-site", ["none"])[0]
        is_visit = headers.get("sec-fetch-mode", [""])[0] == "navigate" and scope["path"] == "/"
        if site not in ("none", "same-origin") and not is_visit:
            raise Problem("requests from other web sites are not answered", 403)

    def _check_token(
        self, headers: MutableMapping[str, list[str]], scope: Scope
    ) -> Response | None:
        token = self._settings.token
        if token is None:
            return None
        if any(_is_same(given, token) for given in _given_tokens(headers)):
            return None
        asked = parse_qs(scope["query_string"].decode("latin-1")).get("token", [""])[0]
        if scope["path"] == "/" and scope["method"] == "GET" and _is_same(asked, token):
            answer = RedirectResponse("/", status_code=303)
            answer.set_cookie(COOKIE, token, httponly=True, samesite="lax", path="/")
            return answer
        raise Problem("a token is needed; the address that the server printed has it", 401)


class Rates:
    """How many requests each client may still make: it fills up again with time."""

    def __init__(self, rate: float, burst: float) -> None:
        self._rate = rate
        self._burst = burst
        self._left: dict[str, tuple[float, float]] = {}

    def take(self, client: str) -> None:
        """Count a request.

        Raises Problem where there were too many.
        """
        now = monotonic()
        left, since = self._left.get(client, (self._burst, now))
        left = min(self._burst, left + (now - since) * self._rate)
        if len(self._left) >= _MOST_CLIENTS:
            self._left.clear()
        self._left[client] = (max(left - 1, 0.0), now)
        if left < 1:
            raise Problem("too many requests; wait a moment", 429)


def _headers(scope: Scope) -> dict[str, list[str]]:
    found: dict[str, list[str]] = {}
    for name, value in scope["headers"]:
        found.setdefault(name.decode("latin-1").lower(), []).append(value.decode("latin-1"))
    return found


def _check_body(headers: MutableMapping[str, list[str]], method: str) -> None:
    length = headers.get("content-length", ["0"])[0]
    if not length.isdecimal() or int(length) > MOST_BODY:
        raise Problem(f"a request has {MOST_BODY} bytes at the most", 413)
    kind = headers.get("content-type", [""])[0].partition(";")[0].strip().lower()
    if method == "POST" and kind != "application/json":
        raise Problem("send JSON, with the content type application/json", 415)


def _with_limit(receive: Receive) -> Receive:
    """A body that is not longer than it may be, whatever its length was said to be."""
    read = 0
    is_whole = False

    async def limited() -> Message:
        nonlocal read, is_whole
        if is_whole:
            return await receive()
        try:
            async with asyncio.timeout(_PATIENCE):
                message = await receive()
        except TimeoutError:
            raise Problem("the request did not come to its end", 408) from None
        read += len(message.get("body", b""))
        is_whole = not message.get("more_body", False)
        if read > MOST_BODY:
            raise Problem(f"a request has {MOST_BODY} bytes at the most", 413)
        return message

    return limited


class Guarded:
    """A way to answer that adds the headers which keep the page to itself."""

    def __init__(self, send: Send) -> None:
        self.has_begun = False
        self._send = send

    async def __call__(self, message: Message) -> None:
        """Send a part of an answer."""
        if message["type"] == "http.response.start":
            self.has_begun = True
            kept = list(message.get("headers", []))
            names = {name.lower() for name, _ in kept}
            keeping = "no-cache" if b"etag" in names else "no-store"
            added: dict[str, Any] = HEADERS | {"cache-control": keeping}
            kept += [
                (name.encode(), value.encode())
                for name, value in added.items()
                if name.encode() not in names
            ]
            message = {**message, "headers": kept}
        await self._send(message)


def _given_tokens(headers: MutableMapping[str, list[str]]) -> list[str]:
    found = [
        value.removeprefix("Bearer ").strip()
        for value in headers.get("authorization", [])
        if value.startswith("Bearer ")
    ]
    for text in headers.get("cookie", []):
        try:
            cookie = SimpleCookie(text).get(COOKIE)
        except CookieError:
            continue
        found += [] if cookie is None else [cookie.value]
    return found


def _is_same(given: str, token: str) -> bool:
    return hmac.compare_digest(given.encode(), token.encode())


def _is_address(name: str) -> bool:
    try:
        ip_address(name)
    except ValueError:
        return False
    return True
