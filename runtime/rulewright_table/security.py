"""What every request must pass: the right host, no other site behind it, a small body, not too many of them."""

from __future__ import annotations

import ipaddress
import time
from typing import Final

from starlette.datastructures import Headers, MutableHeaders
from starlette.responses import JSONResponse
from starlette.types import ASGIApp, Message, Receive, Scope, Send

POLICY: Final = "; ".join(
    [
        "default-src 'none'",
        "script-src 'self'",
        "style-src 'self'",
        "img-src 'self'",
        "connect-src 'self'",
        "base-uri 'none'",
        "form-action 'none'",
        "frame-ancestors 'none'",
    ]
)
OPENER: Final = "cross-origin-opener-policy"  # browsers complain of it where they trust nobody
HEADERS: Final = {
    "content-security-policy": POLICY,
    "x-content-type-options": "nosniff",
    "referrer-policy": "no-referrer",
    OPENER: "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "permissions-policy": "camera=(), geolocation=(), microphone=()",
}
SMALL: Final = 64 * 1024
LARGE: Final = 2 * 1024 * 1024 + SMALL  # an imported record
_BUCKETS: Final = 10_000


class Gate:
    """Stands before the app."""

    def __init__(self, app: ASGIApp, hosts: frozenset[str], rate: float = 40.0, burst: float = 120.0) -> None:
        self.app = app
        self.hosts = hosts  # names by which this server is called, beside addresses
        self.rate = rate  # requests a second for each link, or each address without one
        self.burst = burst
        self._buckets: dict[str, tuple[float, float]] = {}

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        headers = Headers(scope=scope)
        refusal = self._refusal(scope, headers)
        if refusal is not None:
            status, text = refusal
            await JSONResponse({"error": text}, status)(scope, receive, self._sealed(send, scope))
            return
        await self.app(scope, _limited(scope, receive), self._sealed(send, scope))

    def _refusal(self, scope: Scope, headers: Headers) -> tuple[int, str] | None:
        """Status and text by which a request is refused, or None if it may pass."""
        host = headers.get("host", "")
        if not self._known(host):
            return 421, "this server has another name"
        if headers.get("sec-fetch-site", "none") not in ("same-origin", "none"):
            if scope["path"].startswith("/api/") or scope["method"] != "GET":
                return 403, "another site may not ask for this"
        if scope["method"] not in ("GET", "HEAD", "POST"):
            return 405, "only GET and POST"
        if scope["method"] == "POST":
            origin = headers.get("origin")
            if origin is not None and origin.partition("://")[2] != host:
                return 403, "another site may not ask for this"
            if headers.get("content-type", "").partition(";")[0].strip() != "application/json":
                return 415, "the body must be JSON"
        if scope["path"].startswith("/api/") and not self._may(scope):
            return 429, "too many requests at once"
        return None

    def _known(self, host: str) -> bool:
        """An address, which no other site's name can stand for, or a name that this server has."""
        name = host.rsplit(":", 1)[0] if not host.endswith("]") else host
        if name in self.hosts:
            return True
        try:
            ipaddress.ip_address(name.strip("[]"))
        except ValueError:
            return False
        return True

    def _may(self, scope: Scope) -> bool:
        """A bucket that fills by itself, for each link or address."""
        parts = scope["path"].split("/")
        client = scope.get("client") or ("", 0)
        who = parts[3] if len(parts) > 3 and parts[2] == "seat" else client[0]
        now = time.monotonic()
        if len(self._buckets) > _BUCKETS:
            self._buckets.clear()
        left, since = self._buckets.get(who, (self.burst, now))
        left = min(self.burst, left + (now - since) * self.rate)
        self._buckets[who] = (max(left - 1, 0), now)
        return left >= 1

    @staticmethod
    def _sealed(send: Send, scope: Scope) -> Send:
        """A sender that adds the headers of safety to every response."""
        trusted = _is_trusted(scope)

        async def wrapped(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = MutableHeaders(scope=message)
                for name, value in HEADERS.items():
                    if trusted or name != OPENER:
                        headers[name] = value
                if scope["path"].startswith("/api/"):
                    headers["cache-control"] = "no-store"
                elif "cache-control" not in headers:
                    headers["cache-control"] = "no-cache"
            await send(message)

        return wrapped


def _is_trusted(scope: Scope) -> bool:
    """Whether a browser takes the connection for safe: it is encrypted, or it does not leave the machine."""
    name = Headers(scope=scope).get("host", "").rsplit(":", 1)[0]
    return scope.get("scheme") == "https" or name in ("localhost", "127.0.0.1", "[::1]")


class TooLarge(Exception):
    """A body beyond its bounds."""


def _limited(scope: Scope, receive: Receive) -> Receive:
    """A receiver that raises `TooLarge` when a body grows beyond what its path allows."""
    limit = LARGE if scope["path"] == "/api/import" else SMALL
    taken = 0

    async def wrapped() -> Message:
        nonlocal taken
        message = await receive()
        if message["type"] == "http.request":
            taken += len(message.get("body", b""))
            if taken > limit:
                raise TooLarge
        return message

    return wrapped
