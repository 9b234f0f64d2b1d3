"""The processor's cores, on which the games in thought of an admiral are played side by side.

Who thinks waits for them and leaves this process free: a room goes on answering meanwhile. They are
sent what the admiral sees, and nothing else."""

from __future__ import annotations

import gc
import logging
import os
import pickle
import signal
import sys
import time
from collections import deque
from collections.abc import Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, wait
from itertools import chain
from threading import Lock
from typing import Any

import msgspec

from flagplot.admirals.parallel import YOUNG
from flagplot.admirals.search import Games, PlayoutScore, SearchTask, alone

log = logging.getLogger("flagplot.room")


MOST = 8
"""Cores that are used at most where nobody says how many; a worker takes some 60 MB."""


IDLE = 300.0
"""Seconds without work after which workers go home; they are called again when they are needed."""


POLITE = 10
"""How far workers step back behind the room's own process, where the system knows such a thing."""


class SearchPool:
    """A way of :data:`~flagplot.admirals.search.Thinking`, on many cores. Workers are called when
    somebody first thinks; until they are there he thinks in this process, and so he does where
    there is one core, where a worker dies and after the end."""

    def __init__(self, count: int = 0) -> None:
        """*count* cores; 0 takes all there are, but :data:`MOST` at most."""
        self.count = count
        self._pool: Any = None
        self._called: list[Future[PlayoutScore | None]] = []
        self._used = 0.0
        self._guard = Lock()

    def __call__(
        self, matter: SearchTask, seeds: Iterator[int], rivals: Sequence[int]
    ) -> Iterator[Games]:
        while (pool := self.awake(matter)) is None:
            if not rivals or (seed := next(seeds, None)) is None:
                return
            yield matter.games(seed, (0, *rivals))
        begun: deque[Guess] = deque()
        try:
            yield from side_by_side(pool, self.count, matter, seeds, rivals, begun)
        except Exception as e:  # a worker died, or cannot read what it was sent; a fault of the rules shows here again
            log.warning("games in thought go on in one process: %s", e)
            self._dismiss(pool)
            yield from alone(matter, chain([guess.seed for guess in begun], seeds), rivals)

    def awake(self, matter: SearchTask) -> Any:
        """The workers, or ``None`` while they are not there yet. Each plays a game first, so that
        it has all at hand."""
        with self._guard:
            if self._pool is None and self.count != 1:
                self._open()
            if self.count == 1:
                return None
            now = time.monotonic()
            if now - self._used > IDLE / 2:
                packed = pickle.dumps(matter)
                self._called = [self._pool.submit(game, packed, 0, 0) for _ in range(self.count)]
            self._used = now
            return self._pool if all(f.done() for f in self._called) else None

    def _open(self) -> None:
        from joblib import cpu_count
        from joblib.externals.loky import ProcessPoolExecutor

        self.count = self.count or min(MOST, cpu_count())
        if self.count > 1:
            self._pool = ProcessPoolExecutor(self.count, timeout=IDLE, initializer=settle)
            self._used = 0.0

    def _dismiss(self, pool: Any) -> None:
        with self._guard:
            if self._pool is pool:
                self._pool = None
        pool.shutdown(wait=False)

    def close(self) -> None:
        """Send the workers home for good, and wait until they are gone."""
        with self._guard:
            pool, self._pool, self.count = self._pool, None, 1
        if pool is not None:
            for call in self._called:
                call.cancel()
            pool.shutdown()


class Guess(msgspec.Struct):
    """A guess that has been begun, with its games by the places of the orders."""

    seed: int
    games: dict[int, Future[PlayoutScore | None]]

    def found(self, wanted: Sequence[int]) -> bool:
        """Whether all these games are over."""
        return all(i in self.games and self.games[i].done() for i in wanted)


def side_by_side(
    pool: Any,
    count: int,
    matter: SearchTask,
    seeds: Iterator[int],
    rivals: Sequence[int],
    begun: deque[Guess],
) -> Iterator[Games]:
    """Play guesses with as many games at once as there are workers. Later guesses are begun before
    the first is over, but told in their order, with the games of orders alone that are in doubt by
    then: so all comes out as if one were played at a time. *begun* holds what is not told yet."""
    packed = pickle.dumps(matter)
    running: set[Future[PlayoutScore | None]] = set()
    try:
        while rivals:
            if begun and begun[0].found((0, *rivals)):
                games = {i: begun[0].games[i].result() for i in (0, *rivals)}
                begun.popleft()
                sure = {i: points for i, points in games.items() if points is not None}
                yield sure if len(sure) == len(games) else None
                continue
            while len(running) < count and (ahead := next_game(seeds, rivals, begun)):
                guess, i = ahead
                guess.games[i] = pool.submit(game, packed, guess.seed, i)
                running.add(guess.games[i])
            if not begun:
                return
            running = wait(running, return_when=FIRST_COMPLETED).not_done
    finally:
        for future in running:
            future.cancel()


def next_game(
    seeds: Iterator[int], rivals: Sequence[int], begun: deque[Guess]
) -> tuple[Guess, int] | None:
    """The game to begin next: one of the oldest guess that wants one, else the first of another
    guess; ``None`` at the end."""
    for guess in begun:
        for i in (0, *rivals):
            if i not in guess.games:
                return guess, i
    if (seed := next(seeds, None)) is None:
        return None
    begun.append(Guess(seed, {}))
    return begun[-1], 0


def game(packed: bytes, seed: int, i: int) -> PlayoutScore | None:
    """In a worker: how one game in thought stands."""
    matter: SearchTask = pickle.loads(packed)
    games = matter.games(seed, (i,))
    return None if games is None else games[i]


def settle() -> None:
    """In a worker, once: it steps back for whoever waits for an answer, leaves Ctrl-C to who called
    it, and searches for garbage as seldom as simulations do."""
    if sys.platform != "win32":
        os.nice(POLITE)
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    gc.set_threshold(YOUNG, *gc.get_threshold()[1:])
