"""What stands between the room and the world: security headers, whose pages may ask, how often one
address may."""

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
"""Largest request body in bytes: an order is a line, a set-up some dozens of switches."""


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
"""What every answer carries."""


SHOWN = {
    "content-security-policy": POLICY,
    "x-frame-options": "DENY",
    "cross-origin-opener-policy": "same-origin",
    "permissions-policy": "camera=(), microphone=(), geolocation=(), payment=()",
}
"""What everything carries besides that a browser may show by itself, in a window or a frame."""


PARTS = ("text/css", "text/javascript", "font/woff2")
"""Parts of a page: a browser only ever shows them as text, and the page's own policy holds for
them."""


FOR_EVER = "public, max-age=31536000, immutable"
"""For files whose name changes with what is in them."""


async def secure(message: Message, scope: Scope) -> None:
    """Before anything is sent: every answer carries the security headers; the API is never cached
    unless it says so."""
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
def own_names() -> frozenset[str]:
    """The names this machine goes by in its own network."""
    name = socket.gethostname().lower()
    return frozenset({"localhost", name, name.partition(".")[0], f"{name.partition('.')[0]}.local"})


def name_of(authority: str) -> str:
    """The host of ``host:port``, ``[::1]:port`` or ``http://host:port``, in small letters."""
    rest = authority.rpartition("//")[2].lower()
    return (
        rest[1:].partition("]")[0] if rest.startswith("[") else rest.partition(":")[0].rstrip(".")
    )


def known_host(host: str, names: frozenset[str]) -> bool:
    """Whether a page may name the room so: by its address or by one of *names*. Any other name may
    be one that somebody has pointed here so that his page counts as the room's own."""
    name = name_of(host)
    try:
        ipaddress.ip_address(name)
    except ValueError:
        return name in names or name.endswith(".localhost")
    return True


def from_own_page(headers: Mapping[str, str], names: frozenset[str] | None) -> None:
    """Raise ``RoomError`` 403 for a request that a page of somebody else makes. *names* are those
    the room was given (None: any ``Host`` will do). Programs send no ``Origin`` and pass."""
    host, origin = headers.get("host", ""), headers.get("origin")
    if names is not None and not known_host(host, own_names() | names):
        raise RoomError(
            403,
            "foreign-host",
            f"The room does not go by the name {name_of(host)[:80]!r}.",
            "host",
            "Open it by its address, or start it with --host NAME for every name it goes by.",
        )
    foreign = origin is not None and origin.rpartition("//")[2].lower() != host.lower()
    if (
        foreign and names and origin is not None
    ):  # a web server in front may ask under another name than it is asked
        foreign = not origin.startswith(("http://", "https://")) or name_of(origin) not in names
    if foreign or headers.get("sec-fetch-site", "same-origin") not in ("same-origin", "none"):
        raise RoomError(
            403,
            "foreign-page",
            "A page of another place asks for this; the room answers to its own pages only.",
            "origin",
            "Open the room itself and do it there.",
        )


class RateLimiter:
    """How often one address may ask: at most *most* times in any *seconds*. Keeps at most 10,000
    addresses."""

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
