"""What is worked out from whole logs and takes seconds (proofs, reports): one at a time in the room, kept until the log grows."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable
from threading import Lock
from typing import Generic, TypeVar

from .errors import busy

T = TypeVar("T")
KEPT = 64
"""How many answers are kept."""


class Proofs(Generic[T]):
    """What was found of each log so far; *doing* says what is done in the meantime. Safe to share between threads."""

    def __init__(self, doing: str) -> None:
        self._doing = doing
        self._kept: OrderedDict[str, tuple[int, T]] = OrderedDict()
        self._lock = Lock()
        self._at_work = Lock()

    def known(self, game: str, entries: int) -> T | None:
        """What was found of a log of so many entries, when it is known."""
        with self._lock:
            found = self._kept.get(game)
        return found[1] if found is not None and found[0] == entries else None

    def prove(self, game: str, entries: int, prove: Callable[[], T]) -> T:
        """Work it out now. Raises ``RoomError`` 503 while another log is at work: a thread that waits for it would be missed
        elsewhere."""
        if not self._at_work.acquire(blocking=False):
            raise busy(self._doing, 5)
        try:
            found = prove()
        finally:
            self._at_work.release()
        with self._lock:
            self._kept[game] = (entries, found)
            self._kept.move_to_end(game)
            while len(self._kept) > KEPT:
                self._kept.popitem(last=False)
        return found
