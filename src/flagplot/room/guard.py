"""What stands between the room and the world: security headers, and how often one address may ask."""

from __future__ import annotations

import time
from collections import deque
from threading import Lock
from typing import Any

from litestar.datastructures import MutableScopeHeaders
from litestar.types import Message, Scope

BODY_LIMIT = 64 * 1024
"""Largest request body in bytes: an order is a line, a set-up some dozens of switches."""

POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; font-src 'self'; connect-src 'self'; "
    "manifest-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'"
)

HEADERS = {
    "content-security-policy": POLICY,
    "x-content-type-options": "nosniff",
    "referrer-policy": "no-referrer",
    "x-frame-options": "DENY",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "permissions-policy": "camera=(), microphone=(), geolocation=(), payment=()",
}


async def secure(message: Message, scope: Scope) -> None:
    """Before anything is sent: every answer carries the security headers; the API is never cached unless it says so."""
    if message["type"] == "http.response.start":
        headers = MutableScopeHeaders.from_message(message)
        for name, value in HEADERS.items():
            headers[name] = value
        if "cache-control" not in headers:
            headers["cache-control"] = "no-store" if scope["path"].startswith("/api") else "no-cache"


class Pace:
    """How often one address may ask: at most *most* times in any *seconds*. Keeps at most 10,000 addresses."""

    def __init__(self, most: int, seconds: float) -> None:
        self.most = most
        self.seconds = seconds
        self._seen: dict[str, deque[float]] = {}
        self._lock = Lock()

    def wait(self, who: str) -> float:
        """Count one request of *who*; 0 when it may pass, else the seconds to wait."""
        now = time.monotonic()
        with self._lock:
            times = self._seen.get(who)
            if times is None:
                if len(self._seen) >= 10_000:
                    self._seen.pop(next(iter(self._seen)))
                times = self._seen[who] = deque()
            while times and times[0] <= now - self.seconds:
                times.popleft()
            if len(times) >= self.most:
                return self.seconds - (now - times[0])
            times.append(now)
            return 0.0


def address(scope: Any) -> str:
    """The address a request came from."""
    client = scope.get("client")
    return str(client[0]) if client else "local"
