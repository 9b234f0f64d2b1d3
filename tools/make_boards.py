#!/usr/bin/env python3
"""Generate the committed boards from public-domain coastlines and hand tables: `make boards`.

Needs numpy, scipy and shapely (the optional dependencies `boards`).
"""

from __future__ import annotations

import argparse
import time
from pathlib import Path

HERE = Path(__file__).resolve().parent


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("boards", nargs="*", help="board ids (default: all)")
    parser.add_argument(
        "--out", type=Path, default=HERE.parent / "src" / "flagplot" / "boards" / "data"
    )
    args = parser.parse_args()
    from boardgen import awaw, europa, grounds, ocean, shores, squares, zones
    from boardgen.kept import Fits

    fits = Fits(HERE / "boardgen" / "tables" / "fits.json")
    tables = HERE / "boardgen" / "tables"
    makers = {
        "awaw-europe": awaw.make,
        "awaw-pacific": awaw.make,
        "campaign-europe": squares.make,
        "campaign-fareast": squares.make,
        "ocean": ocean.make,
        "europa": europa.make,
        "south-atlantic": zones.make,
        "shores": shores.make,
        **dict.fromkeys((*grounds.names(), *shores.boards()), grounds.make),
    }
    unknown = set(args.boards) - set(makers)
    if unknown:
        parser.error(f"no such board: {', '.join(sorted(unknown))}; there are {', '.join(makers)}")
    for name in args.boards or makers:
        began = time.perf_counter()
        line = makers[name](tables / f"{name}.toml", fits, args.out)
        print(f"{line}; {time.perf_counter() - began:.1f} s", flush=True)
    fits.save()
    for name in fits.solved:
        print(f"fitted anew: {name}", flush=True)
