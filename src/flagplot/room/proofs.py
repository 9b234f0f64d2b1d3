"""Proofs of logs, which take seconds: one at a time in the room, and kept until the log grows."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable
from threading import Lock

from flagplot.table.verify import Report

from .errors import busy

KEPT = 64
"""How many reports are kept."""


class Proofs:
    """The reports of logs proven so far. Safe to share between threads."""

    def __init__(self) -> None:
        self._kept: OrderedDict[str, tuple[int, Report]] = OrderedDict()
        self._lock = Lock()
        self._at_work = Lock()

    def known(self, game: str, entries: int) -> Report | None:
        """The report of a log of so many entries, when it is known."""
        with self._lock:
            found = self._kept.get(game)
        return found[1] if found is not None and found[0] == entries else None

    def prove(self, game: str, entries: int, prove: Callable[[], Report]) -> Report:
        """Prove a log now. Raises ``RoomError`` 503 while another proof is at work: a thread that waits for it would be missed
        elsewhere."""
        if not self._at_work.acquire(blocking=False):
            raise busy("The room is proving a log just now", 5)
        try:
            report = prove()
        finally:
            self._at_work.release()
        with self._lock:
            self._kept[game] = (entries, report)
            self._kept.move_to_end(game)
            while len(self._kept) > KEPT:
                self._kept.popitem(last=False)
        return report
