"""Work that takes seconds (plans weighed, danger seas, odds, proofs, reports): little of it at
once, and nobody waits for it."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from threading import Lock

from .errors import Busy

MOST_HEAVY = 2
"""Pieces of such work at once in the room. Each holds a thread and, on the interpreter's one lock,
slows all other requests."""


AGAIN_SOON = 1
"""Seconds after which a seat may ask again while its own work is still going on."""


AGAIN_LATER = 2
"""Seconds after which a seat may ask again while others' work fills the room."""


class HeavyJobs:
    """Who has such work done now: one piece for each asker. Safe to share between threads."""

    def __init__(self, most: int = MOST_HEAVY) -> None:
        self._most = most
        self._askers: set[str] = set()
        self._guard = Lock()

    @contextmanager
    def work(self, asker: str) -> Iterator[None]:
        """Do a piece of work for *asker* (a seat, or an address that needs none). Raises
        ``RoomError`` 503 at once when the asker has another going on, or the room as many as it
        does at a time: a thread that waited would be missed elsewhere."""
        with self._guard:
            if asker in self._askers:
                raise Busy("The room still works on what you asked before", AGAIN_SOON)
            if len(self._askers) >= self._most:
                raise Busy("The room works for others just now", AGAIN_LATER)
            self._askers.add(asker)
        try:
            yield
        finally:
            with self._guard:
                self._askers.discard(asker)
