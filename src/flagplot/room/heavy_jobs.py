"""A limit for work that takes seconds (order comparisons, danger seas, odds, proofs, reports).
Excess requests are refused, not queued."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from threading import Lock

from .errors import Busy

MOST_HEAVY = 2
"""Most heavy jobs at once in the room. Each holds a thread and, through the interpreter's lock,
slows all other requests."""


AGAIN_SOON = 1
"""Seconds after which a seat may ask again while its own job runs."""


AGAIN_LATER = 2
"""Seconds after which a seat may ask again while other jobs fill the room."""


class HeavyJobs:
    """The running heavy jobs, one per asker. Safe to share between threads."""

    def __init__(self, most: int = MOST_HEAVY) -> None:
        self._most = most
        self._askers: set[str] = set()
        self._guard = Lock()

    @contextmanager
    def work(self, asker: str) -> Iterator[None]:
        """Run a heavy job for *asker* (a seat, or an address without a seat). Raises ``RoomError``
        503 at once when the asker has another job running, or the room is full: waiting would hold
        a thread."""
        with self._guard:
            if asker in self._askers:
                raise Busy("The room still works on your earlier request", AGAIN_SOON)
            if len(self._askers) >= self._most:
                raise Busy("The room is busy with other requests", AGAIN_LATER)
            self._askers.add(asker)
        try:
            yield
        finally:
            with self._guard:
                self._askers.discard(asker)
