"""A cache of results computed from whole logs (proofs, reports), valid until the log grows."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable
from threading import Lock
from typing import Generic, TypeVar

from .heavy_jobs import HeavyJobs

T = TypeVar("T")


KEPT = 64
"""Most results kept."""


class KeptAnswers(Generic[T]):
    """The result for each log. Safe to share between threads."""

    def __init__(self, heavy: HeavyJobs) -> None:
        self._heavy = heavy
        self._kept: OrderedDict[str, tuple[int, T]] = OrderedDict()
        self._lock = Lock()

    def known(self, game: str, entries: int) -> T | None:
        """Return the result for a log of *entries* entries; ``None`` when it is not known."""
        with self._lock:
            found = self._kept.get(game)
        return found[1] if found is not None and found[0] == entries else None

    def prove(self, game: str, entries: int, asker: str, prove: Callable[[], T]) -> T:
        """Compute the result now, for *asker*. Raises ``RoomError`` 503 in the cases of
        :meth:`HeavyJobs.work`."""
        with self._heavy.work(asker):
            found = prove()
        with self._lock:
            self._kept[game] = (entries, found)
            self._kept.move_to_end(game)
            while len(self._kept) > KEPT:
                self._kept.popitem(last=False)
        return found
