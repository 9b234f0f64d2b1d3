#!/usr/bin/env python3
"""Fuzz orders with malformed texts for a given time: `python -m tools fuzz-orders --minutes 60`.

In positions from play, every form of order is given with every place, port and unit of every board.
Questions are answered with junk, cases and odds questions are altered, and random lines are typed
into the text game. Each text must get a verdict or an error in words, and each remedy with an order
must be legal. Ends with status 1 when one did not.
"""

from __future__ import annotations

import argparse
import time
from collections import Counter
from collections.abc import Iterator
from typing import Any

from flagplot import rulebooks
from flagplot.table import Rulebook
from orderfuzz.rounds import KINDS, rounds
from orderfuzz.trials import Fault, Trials


def main() -> int:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--minutes", type=float, default=1.0, help="how long (default: 1)")
    parser.add_argument(
        "--book", choices=rulebooks.BOOKS, help="one rule book (default: all in turn)"
    )
    parser.add_argument("--kind", choices=KINDS, help="one kind of trial (default: all in turn)")
    parser.add_argument(
        "--seed", type=int, default=0, help="where to begin; the same seed tries the same texts"
    )
    asked = parser.parse_args()
    books = [rulebooks.book(id) for id in ([asked.book] if asked.book else rulebooks.BOOKS)]
    kinds = [asked.kind] if asked.kind else list(KINDS)
    end = time.monotonic() + 60 * asked.minutes
    tried: Counter[str] = Counter()
    seen: Counter[tuple[str, str]] = Counter()
    for trials, kind in _turns(books, kinds, asked.seed, end):
        tried[f"{trials.book.id} {kind}"] += trials.tried
        tried["remedies"] += trials.remedies
        for fault in trials.faults:
            seen[_alike(fault)] += 1
            if seen[_alike(fault)] == 1:
                print(fault, flush=True)
    print(", ".join(f"{n} {what}" for what, n in sorted(tried.items())))
    print(f"{len(seen)} kinds of fault, {sum(seen.values())} in all")
    return 1 if seen else 0


def _turns(
    books: list[Rulebook[Any]], kinds: list[str], seed: int, end: float
) -> Iterator[tuple[Trials, str]]:
    """Yield rounds of every book and kind in turn, each with a seed of its own, until the time is
    up."""
    while True:
        for book in books:
            for kind in kinds:
                if time.monotonic() > end:
                    return
                yield rounds(book, kind, seed, lambda: time.monotonic() > end), kind
        seed += 1


def _alike(fault: Fault) -> tuple[str, str]:
    """Return what faults of one cause have in common."""
    return (fault.doing, fault.what.rpartition("[")[2][:80] or fault.what[:80])
