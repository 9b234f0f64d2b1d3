"""A pool of worker processes that run an admiral's playouts in parallel on the processor's cores.

The searching thread waits and leaves this process free, so the room goes on answering. The workers
get the admiral's view and no secret."""

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
from flagplot.admirals.search import Games, PlayoutScore, SearchTask, run_in_process

log = logging.getLogger("flagplot.room")


MOST = 8
"""Most cores used by default; a worker takes some 60 MB."""


IDLE = 300.0
"""Seconds without work after which workers end; they are started again when needed."""


POLITE = 10
"""Niceness of the workers relative to the room, where the system supports it."""


class SearchPool:
    """A runner of playouts (:data:`~flagplot.admirals.search.Thinking`) on several cores. Workers
    start with the first search. Playouts run in this process until the workers are ready, with a
    single core, after a worker has died, and after :meth:`close`."""

    def __init__(self, count: int = 0) -> None:
        """Use *count* cores; 0: all cores, at most :data:`MOST`."""
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
        begun: deque[PendingDeterminisation] = deque()
        try:
            yield from run_parallel(pool, self.count, matter, seeds, rivals, begun)
        # a worker died or cannot read its task; an error of the rules is raised again below
        except Exception as e:
            log.warning("simulated games go on in one process: %s", e)
            self._dismiss(pool)
            yield from run_in_process(matter, chain([guess.seed for guess in begun], seeds), rivals)

    def awake(self, matter: SearchTask) -> Any:
        """Return the workers, or ``None`` while they are starting. Each runs one playout first, to
        load what it needs."""
        with self._guard:
            if self._pool is None and self.count != 1:
                self._open()
            if self.count == 1:
                return None
            now = time.monotonic()
            if now - self._used > IDLE / 2:
                packed = pickle.dumps(matter)
                self._called = [
                    self._pool.submit(run_playout, packed, 0, 0) for _ in range(self.count)
                ]
            self._used = now
            return self._pool if all(f.done() for f in self._called) else None

    def _open(self) -> None:
        from joblib import cpu_count
        from joblib.externals.loky import ProcessPoolExecutor

        self.count = self.count or min(MOST, cpu_count())
        if self.count > 1:
            self._pool = ProcessPoolExecutor(self.count, timeout=IDLE, initializer=prepare_worker)
            self._used = 0.0

    def _dismiss(self, pool: Any) -> None:
        with self._guard:
            if self._pool is pool:
                self._pool = None
        pool.shutdown(wait=False)

    def close(self) -> None:
        """Stop the workers for good, and wait until they have ended."""
        with self._guard:
            pool, self._pool, self.count = self._pool, None, 1
        if pool is not None:
            for call in self._called:
                call.cancel()
            pool.shutdown()


class PendingDeterminisation(msgspec.Struct):
    """A determinisation in progress, with its playouts by index of the order."""

    seed: int
    games: dict[int, Future[PlayoutScore | None]]

    def found(self, wanted: Sequence[int]) -> bool:
        """Return whether all these playouts are finished."""
        return all(i in self.games and self.games[i].done() for i in wanted)


def run_parallel(
    pool: Any,
    count: int,
    matter: SearchTask,
    seeds: Iterator[int],
    rivals: Sequence[int],
    begun: deque[PendingDeterminisation],
) -> Iterator[Games]:
    """Yield the playouts of determinisations, with as many running at once as there are workers.
    Later determinisations begin before the first is finished. They are yielded in order, with only
    the orders still in doubt, so the result equals a sequential run. *begun* holds those not
    yielded yet."""
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
                guess.games[i] = pool.submit(run_playout, packed, guess.seed, i)
                running.add(guess.games[i])
            if not begun:
                return
            running = wait(running, return_when=FIRST_COMPLETED).not_done
    finally:
        for future in running:
            future.cancel()


def next_game(
    seeds: Iterator[int], rivals: Sequence[int], begun: deque[PendingDeterminisation]
) -> tuple[PendingDeterminisation, int] | None:
    """Return the playout to begin next: one of the oldest determinisation that lacks one, else the
    first of a new determinisation; ``None`` at the end."""
    for guess in begun:
        for i in (0, *rivals):
            if i not in guess.games:
                return guess, i
    if (seed := next(seeds, None)) is None:
        return None
    begun.append(PendingDeterminisation(seed, {}))
    return begun[-1], 0


def run_playout(packed: bytes, seed: int, i: int) -> PlayoutScore | None:
    """Return the result of one playout. Runs in a worker."""
    matter: SearchTask = pickle.loads(packed)
    games = matter.games(seed, (i,))
    return None if games is None else games[i]


def prepare_worker() -> None:
    """Prepare a worker, once: it lowers its priority behind requests, leaves Ctrl-C to the parent
    process, and collects garbage as rarely as simulations do."""
    if sys.platform != "win32":
        os.nice(POLITE)
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    gc.set_threshold(YOUNG, *gc.get_threshold()[1:])
