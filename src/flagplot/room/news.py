"""Telling every open page that something happened. Only that: what happened is fetched through each seat's own view."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from threading import Lock

HEARTBEAT = 15.0
"""Seconds of silence after which a sign of life is sent."""
LOOK = 3.0
"""Seconds between looks into the store, for games that another worker may have moved."""


class News:
    """Who listens to which game. ``tell`` may be called from any thread."""

    def __init__(self) -> None:
        self._lock = Lock()
        self._listeners: dict[str, set[tuple[asyncio.AbstractEventLoop, asyncio.Event]]] = {}
        self._closed = False

    def tell(self, game: str) -> None:
        """Wake everybody who listens to *game*."""
        with self._lock:
            waiting = tuple(self._listeners.get(game, ()))
        for loop, event in waiting:
            if not loop.is_closed():
                loop.call_soon_threadsafe(event.set)

    def close(self) -> None:
        """End all streams, so that the server can stop."""
        self._closed = True
        with self._lock:
            games = tuple(self._listeners)
        for game in games:
            self.tell(game)

    def listening(self, game: str) -> int:
        """How many streams are open for a game."""
        with self._lock:
            return len(self._listeners.get(game, ()))

    async def stream(self, game: str) -> AsyncIterator[bytes]:
        """Server-sent events: one line of data for each piece of news, comments in between."""
        event = asyncio.Event()
        mine = (asyncio.get_running_loop(), event)
        with self._lock:
            self._listeners.setdefault(game, set()).add(mine)
        try:
            yield b": the table listens\n\n"
            while not self._closed:
                try:
                    await asyncio.wait_for(event.wait(), HEARTBEAT)
                except TimeoutError:
                    yield b": still here\n\n"
                    continue
                event.clear()
                if not self._closed:
                    yield b"data: news\n\n"
        finally:
            with self._lock:
                listeners = self._listeners.get(game, set())
                listeners.discard(mine)
                if not listeners:
                    self._listeners.pop(game, None)
