"""The tactical ocean: 40 by 40 offset hexes of open water, from 01,01 to 40,40 as battles number
them."""

from __future__ import annotations

from pathlib import Path

from boardgen import emit
from boardgen.assemble import UNIT
from boardgen.kept import Fits
from flagplot.boards.grid import Coord, OffsetHexGrid

GRID = OffsetHexGrid(",")
SIZE = 40
ORIGIN = (60.0, 60.0)


def make(table_path: Path, fits: Fits, out: Path) -> str:
    """Write the board. It needs neither table nor coast."""
    cells = [Coord(a, b) for a in range(1, SIZE + 1) for b in range(1, SIZE + 1)]
    number = {c: i for i, c in enumerate(cells)}
    pairs = [(number[c], number[n]) for c in cells for n in GRID.neighbours(c) if n in number]
    edges = [v for one, two in pairs if one < two for v in (one, two)]
    xs = [x for c in cells for x, _ in GRID.corners(c)]
    ys = [y for c in cells for _, y in GRID.corners(c)]
    left, top = emit.board_xy(min(xs), min(ys), ORIGIN)
    right, bottom = emit.board_xy(max(xs), max(ys), ORIGIN)
    data = {
        "format": 1,
        "id": "ocean",
        "title": "Open ocean",
        "kind": "hex",
        "grid": OffsetHexGrid.kind,
        "unit": UNIT,
        "origin": list(ORIGIN),
        "rows": [[a, 1, "s" * SIZE, "r" * SIZE, "0" * SIZE] for a in range(1, SIZE + 1)],
        "waters": ["Ocean"],
        "nodes": [v for i in range(len(cells)) for v in (i, 0)],
        "edges": edges,
        "virtual": [],
        "extra": [],
        "boxes": [],
        "places": [],
        "no_beach": [],
        "window": [left, top, round(right - left, 1), round(bottom - top, 1)],
        "digest": "ocean-40x40",
    }
    emit.write(out / "ocean.json", data)
    emit.write(
        out / "ocean.coast.json",
        {"land": "", "near": "", "far": "", "lakes": "", "graticule": "", "lettering": []},
    )
    return f"ocean: {len(cells)} hexes"
