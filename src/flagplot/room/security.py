"""Security of the room against the network: response headers, checks of the origin, rate limits."""

from __future__ import annotations

import ipaddress
import socket
import time
from collections import deque
from collections.abc import Mapping
from functools import cache
from threading import Lock
from typing import Any

from litestar.datastructures import MutableScopeHeaders
from litestar.types import Message, Scope

from .errors import RoomError

BODY_LIMIT = 64 * 1024
"""Largest request body in bytes. An order is a line, a set-up some dozens of switches."""


POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; font-src "
    "'self'; connect-src 'self'; "
    "manifest-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'"
)


ALWAYS = {
    "x-content-type-options": "nosniff",
    "referrer-policy": "no-referrer",
    "cross-origin-resource-policy": "same-origin",
}
"""Headers of every response."""


SHOWN = {
    "content-security-policy": POLICY,
    "x-frame-options": "DENY",
    "cross-origin-opener-policy": "same-origin",
    "permissions-policy": "camera=(), microphone=(), geolocation=(), payment=()",
}
"""Further headers of every response that a browser may show in a window or frame."""


PARTS = ("text/css", "text/javascript", "font/woff2")
"""Kinds of page parts that a browser only ever shows as text. The page's own policy covers them."""


FOR_EVER = "public, max-age=31536000, immutable"
"""Cache header of files whose name changes with their content."""


async def add_security_headers(message: Message, scope: Scope) -> None:
    """Add the security headers to every response. API responses are never cached unless they say
    so."""
    if message["type"] == "http.response.start":
        headers = MutableScopeHeaders.from_message(message)
        kind = headers.get("content-type", "").partition(";")[0]
        for name, value in (ALWAYS if kind in PARTS else ALWAYS | SHOWN).items():
            headers[name] = value
        if "cache-control" not in headers:
            fixed = kind == "font/woff2" and message["status"] == 200
            headers["cache-control"] = (
                "no-store"
                if scope["path"].startswith("/api")
                else FOR_EVER
                if fixed
                else "no-cache"
            )


CHANGING = ("POST", "PUT", "PATCH", "DELETE")
"""Methods that may change something."""


@cache
def own_host_names() -> frozenset[str]:
    """Return the host names of this machine in its own network."""
    name = socket.gethostname().lower()
    return frozenset({"localhost", name, name.partition(".")[0], f"{name.partition('.')[0]}.local"})


def host_name(authority: str) -> str:
    """Return the host of ``host:port``, ``[::1]:port`` or ``http://host:port``, in small
    letters."""
    rest = authority.rpartition("//")[2].lower()
    return (
        rest[1:].partition("]")[0] if rest.startswith("[") else rest.partition(":")[0].rstrip(".")
    )


def is_known_host(host: str, names: frozenset[str]) -> bool:
    """Return whether a page may call the room by this name: an address or one of *names*. Another
    name may be pointed here by an attacker, so that the attacker's page counts as the room's
    own."""
    name = host_name(host)
    try:
        ipaddress.ip_address(name)
    except ValueError:
        return name in names or name.endswith(".localhost")
    return True


def check_own_page(headers: Mapping[str, str], names: frozenset[str] | None) -> None:
    """Raise ``RoomError`` 403 for a request from a page of another site. *names* are the room's
    host names (None: any ``Host`` is accepted). Programs send no ``Origin`` and pass."""
    host, origin = headers.get("host", ""), headers.get("origin")
    if names is not None and not is_known_host(host, own_host_names() | names):
        raise RoomError(
            403,
            "foreign-host",
            f"The room does not go by the name {host_name(host)[:80]!r}.",
            "host",
            "Open it by its address, or start it with --host NAME for every name it goes by.",
        )
    foreign = origin is not None and origin.rpartition("//")[2].lower() != host.lower()
    # a web server in front may call the room by another name than the browser does
    if foreign and names and origin is not None:
        foreign = not origin.startswith(("http://", "https://")) or host_name(origin) not in names
    if foreign or headers.get("sec-fetch-site", "same-origin") not in ("same-origin", "none"):
        raise RoomError(
            403,
            "foreign-page",
            "This request comes from a page of another site; the room answers only its own pages.",
            "origin",
            "Open the room itself and try again there.",
        )


class RateLimiter:
    """A rate limit: at most *most* requests of one address in any *seconds*. It remembers at most
    10,000 addresses."""

    def __init__(self, most: int, seconds: float) -> None:
        self.most = most
        self.seconds = seconds
        self._seen: dict[str, deque[float]] = {}
        self._lock = Lock()

    def wait(self, who: str) -> float:
        """Count one request of *who*. Returns 0 when it may pass, else the seconds to wait."""
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


def client_address(scope: Any) -> str:
    """Return the address that a request came from."""
    client = scope.get("client")
    return str(client[0]) if client else "local"
