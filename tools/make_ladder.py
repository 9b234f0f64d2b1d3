#!/usr/bin/env python3
"""Play the ladder of the computer admirals: every start of every scenario of every book, and print
its tables.

Every game is kept as it is done, so that a run that is stopped (Ctrl-C, --minutes) goes on where it
was; games that were played by other code are not counted (but see --adopt). With --write the tables
go into docs/data/ladder.json, from which ``make docs`` makes the page, and the ratings to where the
start page and the terminal read them.
"""

from __future__ import annotations

import argparse
import os
import sys
from pathlib import Path

from flagplot import rulebooks
from ladder.courses import bouts, courses
from ladder.results import adopt, run
from ladder.tables import ORDER, Found, page, strength
from page_data import DATA, markdown, write

HERE = Path(__file__).resolve().parent
ROOT = HERE.parent

DOC = DATA / "ladder.json"
RATINGS = ROOT / "src" / "flagplot" / "admirals" / "ratings.json"
KEPT = ROOT / ".cache" / "ladder.jsonl"
MIRRORED = ("steady", "search")
"""Admirals that also play against themselves, for the balance."""


def tell(text: str) -> None:
    print(text, file=sys.stderr, flush=True)


def names(text: str) -> list[str]:
    return [n.strip() for n in text.split(",") if n.strip()]


def main(given: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument(
        "--pairs",
        type=int,
        default=10,
        help="pairs of games between any two admirals (default: 10)",
    )
    parser.add_argument(
        "--admirals",
        type=names,
        default=list(ORDER),
        metavar="NAMES",
        help="who plays (default: all)",
    )
    parser.add_argument(
        "--books", type=names, default=list(rulebooks.BOOKS), metavar="NAMES", help="default: all"
    )
    parser.add_argument("--scenarios", type=names, default=[], metavar="NAMES", help="default: all")
    parser.add_argument(
        "--workers", type=int, default=os.cpu_count() or 1, help="processes (default: one a core)"
    )
    parser.add_argument(
        "--minutes", type=float, default=0, help="begin no game after so many minutes"
    )
    parser.add_argument(
        "--kept",
        type=Path,
        default=KEPT,
        help="the file of finished games (default: .cache/ladder.jsonl)",
    )
    parser.add_argument(
        "--adopt",
        action="store_true",
        help="play one game again of every kind kept from other code; count its kind when it is "
        "the same",
    )
    parser.add_argument("--doc", type=Path, default=DOC, help=argparse.SUPPRESS)
    parser.add_argument("--ratings", type=Path, default=RATINGS, help=argparse.SUPPRESS)
    parser.add_argument(
        "--write",
        action="store_true",
        help="write the tables and ratings of everything that is kept",
    )
    told = parser.parse_args(given)
    where = courses(told.books, told.scenarios)
    mirrored = [n for n in MIRRORED if n in told.admirals]
    if told.adopt:
        adopt(told.kept, told.workers, tell)
    results, failed = run(
        bouts(where, told.admirals, told.pairs, mirrored),
        told.kept,
        told.workers,
        told.minutes,
        tell,
    )
    everywhere = courses()
    found = Found(everywhere, results, ORDER)
    blocks = page(found)
    print(markdown(blocks))
    if told.write:
        write(told.doc, blocks)
        told.ratings.write_text(strength(found), "utf-8")
    for game in failed:
        tell(f"FAILED {game.title}: {game.why}")
    return bool(failed)
