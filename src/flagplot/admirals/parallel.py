"""Mapping of work over processes or a cluster with joblib.

``joblib.parallel_config(backend="dask")`` or ``"ray"`` around a call sends it to a cluster. Back
ends that cannot return results one by one (multiprocessing, Ray) get the work in waves."""

from __future__ import annotations

import gc
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from itertools import islice
from typing import TypeVar

from flagplot.table.core.memo import warm_up_types

T = TypeVar("T")


LARGEST = 25
"""Most items in one piece of work."""


SINGLE = 4
"""Pieces of one item that each process gets first, so that first results come soon."""


IN_A_WAVE = 4
"""Pieces for each process in a wave."""


YOUNG = 20_000
"""Objects allocated between two garbage collections. Positions have no reference cycles, so a
collection rarely finds anything."""


def split_work(items: int, workers: int) -> Iterator[range]:
    """Yield the numbers 0 to *items* - 1 in pieces: single ones first, then pieces small enough
    that each of *workers* gets several.

    >>> [len(p) for p in pieces(40, 2)]
    [1, 1, 1, 1, 1, 1, 1, 1, 5, 5, 5, 5, 5, 5, 2]
    """
    size = max(1, min(LARGEST, items // (workers * 4)))
    at = 0
    while at < items:
        end = min(items, at + (1 if at < SINGLE * workers else size))
        yield range(at, end)
        at = end


def parallel_map(work: Callable[[Sequence[int]], T], items: int, workers: int) -> Iterator[T]:
    """Yield the results of *work* for the pieces of 0 to *items* - 1, from *workers* processes, in
    any order; in this process when *workers* is 1. The workers may be threads, so all modules that
    the work needs must be imported before."""
    work = partial(with_rare_collections, work)
    if workers <= 1 or items <= 1:
        yield from (work([i]) for i in range(items))
        return
    from joblib import Parallel, delayed

    warm_up_types()
    tasks = (delayed(work)(list(part)) for part in split_work(items, workers))
    try:
        run = Parallel(n_jobs=workers, return_as="generator_unordered", batch_size=1)
    except ValueError:  # this back end returns results only all together
        with Parallel(n_jobs=workers, batch_size=1) as run:
            while wave := list(islice(tasks, workers * IN_A_WAVE)):
                yield from run(wave)
        return
    yield from run(tasks)


def with_rare_collections(work: Callable[[Sequence[int]], T], part: Sequence[int]) -> T:
    """Return the result of *work* for a piece, with fewer garbage collections. The collector is
    left alone when it is off or already that rare."""
    usual = gc.get_threshold()
    if not 0 < usual[0] < YOUNG:
        return work(part)
    gc.set_threshold(YOUNG, *usual[1:])
    try:
        return work(part)
    finally:
        gc.set_threshold(*usual)
