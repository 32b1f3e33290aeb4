"""The gate checks every request: its host, origin, token, size and rate.

Other web sites open in the user's browser must not reach the server, so foreign host names, foreign
origins and cross-site requests are refused. Answers carry headers that isolate the page.
"""

from __future__ import annotations

import asyncio
import hmac
import logging
import re
from collections.abc import MutableMapping
from http.cookies import CookieError, SimpleCookie
from ipaddress import ip_address
from socket import gethostname
from time import monotonic
from typing import Any
from urllib.parse import parse_qs

from starlette.responses import RedirectResponse, Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from lastknight.web.http_errors import DEFECT, HttpError, error_answer
from lastknight.web.settings import MOST_BODY, MOST_QUERY, Settings

COOKIE = "lastknight_token"
_LOG = logging.getLogger("uvicorn.error")
_LOOPBACK = ("127.0.0.1", "localhost", "::1")
_AUTHORITY = re.compile(r"(?P<host>\[[^\[\]]*\]|[^:\[\]]*)(:(?P<port>[0-9]{1,5}))?")
_HTTP_PORT = 80
_MOST_PATH = 1024
_MOST_CLIENTS = 10_000
# Seconds to wait for each part of a body.
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
    """An application behind the gate."""

    def __init__(self, app: ASGIApp, settings: Settings) -> None:
        self._app = app
        self._settings = settings
        self._rates = Rates(settings.rate, settings.burst)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass a request on, or answer why it is refused."""
        if scope["type"] == "lifespan":
            await self._app(scope, receive, send)
            return
        if scope["type"] != "http":
            return  # the server closes connections of other kinds
        guarded = Guarded(send)
        try:
            answer = self._check(scope)
        except HttpError as error:
            answer = error_answer(error.line, error.status)
        if answer is not None:
            await answer(scope, receive, guarded)
            return
        try:
            await self._app(scope, _with_limit(receive), guarded)
        except Exception:
            _LOG.exception("%s failed", scope["path"])
            if not guarded.has_begun:
                await error_answer(DEFECT, 500)(scope, receive, guarded)

    def _check(self, scope: Scope) -> Response | None:
        """Raise HttpError to refuse a request; answer a visit with the token by a cookie."""
        client = scope["client"][0] if scope.get("client") else ""
        self._rates.take(client)
        headers = _headers(scope)
        self._check_host(headers)
        self._check_origin(headers, scope)
        if len(scope["query_string"]) > MOST_QUERY or len(scope["path"]) > _MOST_PATH:
            raise HttpError(f"the address is longer than {MOST_QUERY} bytes", 414)
        _check_body(headers, scope["method"])
        return self._check_token(headers, scope)

    def _check_host(self, headers: MutableMapping[str, list[str]]) -> None:
        names = headers.get("host", [])
        if len(names) != 1 or not self._is_ours(names[0]):
            raise HttpError(
                f"this server is {self._settings.address} and answers to no other name",
                421,
            )

    def _is_ours(self, authority: str) -> bool:
        """Whether an authority, such as localhost:8731, is this server's."""
        found = _AUTHORITY.fullmatch(authority)
        # Browsers leave out the default port of HTTP.
        if found is None or int(found["port"] or _HTTP_PORT) != self._settings.port:
            return False
        name = found["host"].strip("[]").lower()
        if name in _LOOPBACK or name == self._settings.host.lower():
            return True
        if self._settings.is_loopback:
            return False
        # A web site can point its own name at us, but not a bare IP address.
        return name == gethostname().lower() or _is_address(name)

    def _check_origin(self, headers: MutableMapping[str, list[str]], scope: Scope) -> None:
        for origin in headers.get("origin", []):
            scheme, _, authority = origin.partition("://")
            if scheme != "http" or not self._is_ours(authority):
                raise HttpError("requests from other web sites are refused", 403)
        site = headers.get("sec-fetch-site", ["none"])[0]
        is_visit = headers.get("sec-fetch-mode", [""])[0] == "navigate" and scope["path"] == "/"
        if site not in ("none", "same-origin") and not is_visit:
            raise HttpError("requests from other web sites are refused", 403)

    def _check_token(
        self, headers: MutableMapping[str, list[str]], scope: Scope
    ) -> Response | None:
        token = self._settings.token
        asked = parse_qs(scope["query_string"].decode("latin-1")).get("token", [""])[0]
        is_visit = scope["path"] == "/" and scope["method"] == "GET"
        if token is None or any(_is_same(given, token) for given in _given_tokens(headers)):
            # The token must not stay in the address, because people copy links from there.
            return RedirectResponse("/", status_code=303) if is_visit and asked else None
        if is_visit and _is_same(asked, token):
            answer = RedirectResponse("/", status_code=303)
            answer.set_cookie(COOKIE, token, httponly=True, samesite="lax", path="/")
            return answer
        raise HttpError("token required; it is in the address the server printed at start", 401)


class Rates:
    """A token bucket for each client: how many requests it may still make."""

    def __init__(self, rate: float, burst: float) -> None:
        self._rate = rate
        self._burst = burst
        self._left: dict[str, tuple[float, float]] = {}

    def take(self, client: str) -> None:
        """Count a request.

        Raises HttpError where the client has made too many.
        """
        now = monotonic()
        left, since = self._left.get(client, (self._burst, now))
        left = min(self._burst, left + (now - since) * self._rate)
        if len(self._left) >= _MOST_CLIENTS:
            self._left.clear()
        self._left[client] = (max(left - 1, 0.0), now)
        if left < 1:
            raise HttpError("too many requests; wait a moment", 429)


def _headers(scope: Scope) -> dict[str, list[str]]:
    found: dict[str, list[str]] = {}
    for name, value in scope["headers"]:
        found.setdefault(name.decode("latin-1").lower(), []).append(value.decode("latin-1"))
    return found


def _check_body(headers: MutableMapping[str, list[str]], method: str) -> None:
    length = headers.get("content-length", ["0"])[0]
    if not length.isdecimal() or int(length) > MOST_BODY:
        raise HttpError(f"the request body is longer than {MOST_BODY} bytes", 413)
    kind = headers.get("content-type", [""])[0].partition(";")[0].strip().lower()
    if method == "POST" and kind != "application/json":
        raise HttpError("send JSON, with the content type application/json", 415)


def _with_limit(receive: Receive) -> Receive:
    """Enforce the size limit on a body, whatever content-length says."""
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
            raise HttpError("the request body did not arrive in time", 408) from None
        read += len(message.get("body", b""))
        is_whole = not message.get("more_body", False)
        if read > MOST_BODY:
            raise HttpError(f"the request body is longer than {MOST_BODY} bytes", 413)
        return message

    return limited


class Guarded:
    """Sends answers with the headers that isolate the page."""

    def __init__(self, send: Send) -> None:
        self.has_begun = False
        self._send = send

    async def __call__(self, message: Message) -> None:
        """Send one part of an answer."""
        if message["type"] == "http.response.start":
            self.has_begun = True
            kept = list(message.get("headers", []))
            names = {name.lower() for name, _ in kept}
            caching = "no-cache" if b"etag" in names else "no-store"
            added: dict[str, Any] = HEADERS | {"cache-control": caching}
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
