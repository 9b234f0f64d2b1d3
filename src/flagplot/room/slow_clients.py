"""Limits against slow clients: the time a request may take to arrive, and the connections one
address may hold open."""

from __future__ import annotations

import asyncio
from collections import Counter
from typing import ClassVar

import h11
from uvicorn.protocols.http.h11_impl import H11Protocol

PATIENCE = 20.0
"""Seconds that the head of a request may take, from the opening of the connection or the last
response; and then its body."""


MOST_OPEN = 200
"""Most open connections of one address. They are not counted behind a web server, whose address all
clients share."""


class PatientProtocol(H11Protocol):
    """An HTTP protocol that closes connections on which a request only trickles in. They would stay
    open for ever."""

    patience = PATIENCE
    most_open = MOST_OPEN
    open_from: ClassVar[Counter[str]] = Counter()

    _reading = ""
    _alarm: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        who = self._who()
        self.open_from[who] += 1
        if self.open_from[who] > self.most_open and not self.config.proxy_headers:
            transport.close()
        self._watch()

    def connection_lost(self, exc: Exception | None) -> None:
        self._rest()
        who = self._who()
        self.open_from[who] -= 1
        if not self.open_from[who]:
            del self.open_from[who]
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        super().data_received(data)
        self._watch()

    def on_response_complete(self) -> None:
        super().on_response_complete()
        self._watch()

    def _who(self) -> str:
        return self.client[0] if self.client else ""

    def _watch(self) -> None:
        """Set the alarm when a new part of a request is awaited."""
        reading = {h11.IDLE: "head", h11.SEND_BODY: "body"}.get(self.conn.their_state, "")
        if reading == self._reading:
            return
        self._rest()
        self._reading = reading
        if reading:
            self._alarm = self.loop.call_later(self.patience, self.transport.close)

    def _rest(self) -> None:
        self._reading = ""
        if self._alarm is not None:
            self._alarm.cancel()
            self._alarm = None
