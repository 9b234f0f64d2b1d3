"""Work on many processes, and on a cluster: on whatever joblib is told to use.

``joblib.parallel_config(backend="dask")`` or ``"ray"`` round a call sends it to a cluster. Back
ends that cannot hand over results as they come (multiprocessing, Ray) are given the work in
waves."""

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
"""Pieces of one item that each process is given first, so that something is done soon."""


IN_A_WAVE = 4
"""Pieces for each process in a wave."""


YOUNG = 20_000
"""Objects made between two searches for garbage: positions hold one another in no circles, so that
little is ever found."""


def pieces(items: int, workers: int) -> Iterator[range]:
    """Numbers 0 to *items* - 1 in pieces: single ones first, then as large as leaves each of
    *workers* several.

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
    """What *work* makes of each piece of 0 to *items* - 1, on *workers* processes, in any order;
    here when it is one. The workers may be threads: what the work needs must be imported by
    then."""
    work = partial(seldom_swept, work)
    if workers <= 1 or items <= 1:
        yield from (work([i]) for i in range(items))
        return
    from joblib import Parallel, delayed

    warm_up_types()
    tasks = (delayed(work)(list(part)) for part in pieces(items, workers))
    try:
        run = Parallel(n_jobs=workers, return_as="generator_unordered", batch_size=1)
    except ValueError:  # this back end gives results back all together or not at all
        with Parallel(n_jobs=workers, batch_size=1) as run:
            while wave := list(islice(tasks, workers * IN_A_WAVE)):
                yield from run(wave)
        return
    yield from run(tasks)


def seldom_swept(work: Callable[[Sequence[int]], T], part: Sequence[int]) -> T:
    """What *work* makes of a piece, with fewer searches for garbage; left alone where they are as
    few already, or off."""
    usual = gc.get_threshold()
    if not 0 < usual[0] < YOUNG:
        return work(part)
    gc.set_threshold(YOUNG, *usual[1:])
    try:
        return work(part)
    finally:
        gc.set_threshold(*usual)
