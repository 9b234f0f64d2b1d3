"""Battle maps of coasts and islands: the hexes of the campaign's tables ``campaign.map.NAME``, as
boards ``battle-NAME``."""

from __future__ import annotations

import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from boardgen import emit
from boardgen.assemble import UNIT
from boardgen.kept import Fits
from flagplot.boards.grid import Coord, OffsetHexGrid

GRID = OffsetHexGrid(",")
ORIGIN = (60.0, 60.0)
TABLES = Path(__file__).resolve().parents[2] / "src/flagplot/rulebooks/campaign/tables"
FILES = ("grounds.toml", "shores.toml")
PREFIX = "campaign.map."
WATER = ".~bX"
NAMED = {"A": "Airfield", "P": "Port", "T": "Town", "C": "Gun site"}
WRITTEN = {"f": "forest", "h": "hill", "m": "mountain", "M": "mole", "b": "berth", "X": "to sea"}


def names() -> tuple[str, ...]:
    """Return the ids of the battle boards."""
    return tuple(f"battle-{t['id'].removeprefix(PREFIX)}" for t in tables())


def tables() -> Iterator[dict[str, Any]]:
    """Return the battle maps of the campaign."""
    files = (
        tomllib.loads((TABLES / name).read_text("utf-8"))
        for name in FILES
        if (TABLES / name).exists()
    )
    return (t for said in files for t in said["table"] if t["id"].startswith(PREFIX))


def make(table_path: Path, fits: Fits, out: Path) -> str:
    """Write the board named by the path's stem, with the hexes of its table."""
    board = table_path.stem
    table = next(t for t in tables() if t["id"] == PREFIX + board.removeprefix("battle-"))
    rows = [cells[0] for cells in table["rows"].values()]
    wide, high = len(rows[0]), len(rows)
    cells = [Coord(a, b) for a in range(1, wide + 1) for b in range(1, high + 1)]
    letter = {c: rows[c.b - 1][c.a - 1] for c in cells}
    wet = [c for c in cells if letter[c] in WATER]
    cell_number = {c: i for i, c in enumerate(cells)}
    node = {c: i for i, c in enumerate(wet)}
    edges = [
        v
        for c in wet
        for n in GRID.neighbours(c)
        if n in node and node[c] < node[n]
        for v in (node[c], node[n])
    ]
    xs = [x for c in cells for x, _ in GRID.corners(c)]
    ys = [y for c in cells for _, y in GRID.corners(c)]
    left, top = emit.board_xy(min(xs), min(ys), ORIGIN)
    right, bottom = emit.board_xy(max(xs), max(ys), ORIGIN)
    columns = [
        [
            a,
            1,
            *(
                "".join(k)
                for k in zip(*(kinds(letter[Coord(a, b)]) for b in range(1, high + 1)), strict=True)
            ),
        ]
        for a in range(1, wide + 1)
    ]
    data = {
        "format": 1,
        "id": board,
        "title": table["title"],
        "kind": "hex",
        "grid": OffsetHexGrid.kind,
        "unit": UNIT,
        "origin": list(ORIGIN),
        "rows": columns,
        "waters": ["Sea"],
        "nodes": [v for c in wet for v in (cell_number[c], 0)],
        "edges": edges,
        "virtual": [],
        "extra": [],
        "boxes": [],
        "places": list(places(cells, letter)),
        "no_beach": [],
        "window": [left, top, round(right - left, 1), round(bottom - top, 1)],
        "digest": f"{board}-{wide}x{high}",
    }
    emit.write(out / f"{board}.json", data)
    shapes = {
        "land": "".join(outline(c) for c in cells if letter[c] not in WATER),
        "near": "".join(outline(c) for c in cells if letter[c] in "~b"),
        "far": "",
        "lakes": "",
        "graticule": "",
        "lettering": [
            [WRITTEN[letter[c]], *centre(c), 1, 0, "land"] for c in cells if letter[c] in WRITTEN
        ],
    }
    emit.write(out / f"{board}.coast.json", shapes)
    return f"{board}: {len(cells)} hexes"


def kinds(letter: str) -> tuple[str, str, str]:
    """Return kind, confidence and share of land of a cell."""
    return ("s", "r", "0") if letter in WATER else ("l", "r", "9")


def places(cells: list[Coord], letter: dict[Coord, str]) -> Iterator[dict[str, Any]]:
    """Yield ports, towns, airfields and gun sites, numbered when there are several."""
    for key, title in NAMED.items():
        there = [c for c in cells if letter[c] == key]
        for number, c in enumerate(there, 1):
            name = title if len(there) == 1 else f"{title} {number}"
            yield {
                "name": name,
                "hex": GRID.format(c),
                "waters": [],
                "at": centre(c),
                "source": "table",
                "kind": "city",
            }


def centre(c: Coord) -> list[float]:
    """Return the middle of a hex on the board."""
    return emit.board_xy(*GRID.centre(c), ORIGIN)


def outline(c: Coord) -> str:
    """Return a hex as a path."""
    corners = [emit.board_xy(x, y, ORIGIN) for x, y in GRID.corners(c)]
    return "M" + "L".join(f"{x:g} {y:g}" for x, y in corners) + "z"
