"""Telling every open page that something happened. Only that: what happened is fetched through each seat's own view."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable
from threading import RLock

HEARTBEAT = 15.0
"""Seconds of silence after which a sign of life is sent."""
LOOK = 3.0
"""Seconds between looks into the store, for games that another worker may have moved."""


class News:
    """Who listens to which game. ``tell`` may be called from any thread."""

    def __init__(self, count: Callable[[str], int] | None = None, look: float = LOOK) -> None:
        """*count* tells how many entries the store has of a game: given where several workers write to one store, each
        stream then looks every *look* seconds whether another worker has moved the game."""
        self._count = count
        self._look = look
        self._lock = RLock()  # a signal may close it while this very thread holds it
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

    async def _entries(self, game: str) -> int:
        return -1 if self._count is None else await asyncio.to_thread(self._count, game)

    async def stream(self, game: str, mark: Callable[[], object] | None = None, seen: object = None) -> AsyncIterator[bytes]:
        """Server-sent events: one line of data for each piece of news, comments in between.

        *mark* (called in another thread) gives a value that changes when what this listener may see does, *seen* is that value
        from before the stream: what the other side does in secret is then no news, not even that it happened.
        """
        event = asyncio.Event()
        if mark is not None:
            event.set()  # something may have happened since *seen*
        mine = (asyncio.get_running_loop(), event)
        with self._lock:
            self._listeners.setdefault(game, set()).add(mine)
        try:
            yield b": the table listens\n\n"
            known = await self._entries(game)
            clock = asyncio.get_running_loop().time
            beat = clock() + HEARTBEAT  # by the clock alone: what woke this stream in vain must not shift the next sign of life
            while not self._closed:
                wait = max(0.0, beat - clock())
                try:
                    await asyncio.wait_for(event.wait(), wait if self._count is None else min(wait, self._look))
                    told = True
                except TimeoutError:
                    told = False
                event.clear()
                now = await self._entries(game)
                if self._closed:
                    break
                fresh = told or now != known
                known = now
                if fresh and mark is not None:
                    before, seen = seen, await asyncio.to_thread(mark)
                    fresh = before != seen
                if fresh:
                    beat = clock() + HEARTBEAT
                    yield b"data: news\n\n"
                elif clock() >= beat:
                    beat += HEARTBEAT
                    yield b": still here\n\n"
        finally:
            with self._lock:
                listeners = self._listeners.get(game, set())
                listeners.discard(mine)
                if not listeners:
                    self._listeners.pop(game, None)
