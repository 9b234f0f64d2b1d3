"""Event streams to open pages. An event says only that there is news; the page fetches the content
through its seat's view."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import AsyncIterator, Callable, Mapping
from concurrent.futures import ThreadPoolExecutor
from threading import RLock
from typing import TypeVar

T = TypeVar("T")


HEARTBEAT = 15.0
"""Seconds between heartbeats."""


LATER = 0.1
"""Seconds until a listener's view is requested again while its game is busy."""


NEWS = b"data: news\n\n"
"""The event that announces news."""


NOT_NOW = object()
"""The result of a *mark* while the game is busy."""


LOOK = 3.0
"""Seconds between looks into the store, for games that another worker may have changed."""


class EventStream:
    """The listeners of all games. ``tell`` may be called from any thread."""

    def __init__(self, count: Callable[[str], int] | None = None, look: float = LOOK) -> None:
        """*count* returns the number of a game's entries in the store. It is given when several
        workers share one store: each stream then looks every *look* seconds whether another worker
        has changed the game."""
        self._count = count
        self._look = look
        self._lock = RLock()  # reentrant: a signal handler may close it while this thread holds it
        self._listeners: dict[str, set[tuple[asyncio.AbstractEventLoop, asyncio.Event]]] = {}
        self._by: Counter[str] = Counter()
        self._crew = ThreadPoolExecutor(4, thread_name_prefix="news")
        self._closed = False

    def tell(self, game: str) -> None:
        """Wake all listeners of *game*."""
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

    def rest(self) -> None:
        """Stop the threads after the server has stopped. Do not call it from a signal handler,
        which may run while a thread is being taken."""
        self._crew.shutdown(wait=True, cancel_futures=True)

    def listening(self, game: str) -> int:
        """Return the number of open streams for a game."""
        with self._lock:
            return len(self._listeners.get(game, ()))

    async def _marked(self, mark: Callable[[], object]) -> object:
        """Return the mark of a listener's view. No thread is held between tries, so a busy game
        delays no other game's news."""
        while (found := await self._aside(mark)) is NOT_NOW and not self._closed:
            await asyncio.sleep(LATER)
        return found

    async def _entries(self, game: str) -> int:
        return -1 if self._count is None else await self._aside(self._count, game)

    async def _aside(self, act: Callable[..., T], *given: object) -> T:
        """Call a function in the stream's own thread pool. The threads of requests are not for
        waiting."""
        return await asyncio.get_running_loop().run_in_executor(self._crew, act, *given)

    def streams(self, who: str) -> int:
        """Return the number of a listener's open streams."""
        with self._lock:
            return self._by[who]

    async def stream(
        self,
        game: str,
        mark: Callable[[], object] | None = None,
        seen: object = None,
        who: str = "",
    ) -> AsyncIterator[bytes]:
        """Yield server-sent events: one line of data for each piece of news, comments in between.

        *mark* (called in another thread) returns a value that changes only when this listener's
        view changes; *seen* is its value from before the stream. A secret act of the other side is
        then no news. *mark* must not wait: it returns :data:`NOT_NOW` while the game is busy, and
        is called again soon. *who* identifies the listener.
        """
        event = asyncio.Event()
        if mark is not None:
            event.set()  # something may have happened since *seen*
        mine = (asyncio.get_running_loop(), event)
        with self._lock:
            self._listeners.setdefault(game, set()).add(mine)
            self._by[who] += 1
        try:
            yield b": the table listens\n\n"
            known = await self._entries(game)
            clock = asyncio.get_running_loop().time
            # Heartbeats follow the clock only. If a secret move shifted them, their timing would
            # reveal it.
            beat = clock() + HEARTBEAT
            while not self._closed:
                wait = max(0.0, beat - clock())
                try:
                    await asyncio.wait_for(
                        event.wait(), wait if self._count is None else min(wait, self._look)
                    )
                    told = True
                except TimeoutError:
                    told = False
                event.clear()
                if self._closed:
                    break
                now = await self._entries(game)
                if self._closed:
                    break
                fresh = told or now != known
                known = now
                if fresh and mark is not None:
                    before, seen = seen, await self._marked(mark)
                    fresh = before != seen
                if fresh:
                    beat = clock() + HEARTBEAT
                    yield NEWS
                elif clock() >= beat:
                    beat += HEARTBEAT
                    yield b": still here\n\n"
        finally:
            with self._lock:
                listeners = self._listeners.get(game, set())
                listeners.discard(mine)
                self._by[who] -= 1
                if not self._by[who]:
                    del self._by[who]
                if not listeners:
                    self._listeners.pop(game, None)


async def merge_streams(streams: Mapping[int, AsyncIterator[bytes]]) -> AsyncIterator[bytes]:
    """Merge numbered streams into one. The data of its news is the number of the stream with news.
    It ends when all streams have ended."""
    pieces: asyncio.Queue[bytes] = asyncio.Queue()

    async def pass_on(n: int, stream: AsyncIterator[bytes]) -> None:
        try:
            async for piece in stream:
                await pieces.put(b"data: %d\n\n" % n if piece == NEWS else piece)
        finally:
            pieces.put_nowait(b"")

    tasks = [asyncio.ensure_future(pass_on(n, stream)) for n, stream in streams.items()]
    try:
        left = len(tasks)
        while left:
            piece = await pieces.get()
            if piece:
                yield piece
            else:
                left -= 1
    finally:
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
