"""The 16-mile sheets of Europa: one lattice, several numberings, hexsides by kind."""

from __future__ import annotations

import hashlib
import json
from pathlib import Path
from typing import Any

import numpy as np
from shapely import union_all
from shapely.geometry import Point as ShapelyPoint
from shapely.geometry import Polygon

from boardgen import assemble, emit, ink
from boardgen.assemble import UNIT
from boardgen.coast import FINE, lakes, land, on_grid, project
from boardgen.cut import cut
from boardgen.facts import table_of
from boardgen.fit import Anchor, FixedLaea, Warp
from boardgen.kept import Fits
from flagplot.boards.grid import Coord, LatticeGrid, Sheet

FULL = 0.93  # a side with this share of water is a full sea hexside


def _sheet(row: list[Any]) -> Sheet:
    name, family, line, number, first_a, last_a, first_b, last_b, names = row
    return Sheet(name, family, line, number, first_a, last_a, first_b, last_b, tuple(names))


def _frame(grid: LatticeGrid, warp: Warp, boxes: list[list[float]]) -> Any:
    """Return the shown boxes of degrees as a shape in the plane."""
    shapes = []
    for west, south, east, north in boxes:
        lon = np.r_[
            np.linspace(west, east, 40),
            np.full(40, east),
            np.linspace(east, west, 40),
            np.full(40, west),
        ]
        lat = np.r_[
            np.full(40, south),
            np.linspace(south, north, 40),
            np.full(40, north),
            np.linspace(north, south, 40),
        ]
        shapes.append(on_grid(Polygon(warp(lon, lat))))
    return union_all(shapes, grid_size=FINE)


def make(table_path: Path, fits: Fits, out: Path) -> str:
    """Write the board. Returns a line of statistics."""
    table = table_of(table_path)
    printed = [_sheet(row) for row in table["sheets"]]
    sheets = printed + [_sheet(row) for row in table["beyond"]]
    grid = LatticeGrid(sheets)
    pr = table["projection"]
    base = _Shifted(FixedLaea(pr["lon"], pr["lat"], pr["up"], pr["pitch"]), pr["shift"])
    anchors = [Anchor(*a) for a in table["anchors"]]
    warp = Warp(fits, table["id"], base, anchors, grid, pr["field"])
    west, south = min(b[0] for b in table["show"]) - 12, min(b[1] for b in table["show"]) - 14
    east, north = max(b[2] for b in table["show"]) + 10, max(b[3] for b in table["show"]) + 10
    ground = project(land("land-10m", (west, south, east, north)), warp)
    shown = _frame(grid, warp, table["show"]).difference(_frame(grid, warp, table["hide"]))
    left, top, right, bottom = shown.bounds
    rows = range(int(top / (3**0.5 / 2)) - 2, int(bottom / (3**0.5 / 2)) + 3)
    wanted = [
        c
        for r in rows
        for b in range(int(left - r / 2) - 2, int(right - r / 2) + 3)
        if shown.contains(ShapelyPoint(*grid.centre(c := Coord(r, b))))
    ]
    wanted = sorted({*wanted, *(grid.parse(h) for h in table.get("also", ()))})
    made, graph = cut(grid, wanted, ground)
    w = assemble.start(grid, made, graph)
    _by_hand(w, table)
    assemble.name_waters(w, table["seas"], warp)
    assemble.name_rest(w, table["waters"])
    wet = {k[0] for k in w.near}
    keep = (
        wet
        | {n for c in wet for n in grid.neighbours(c) if n in made}
        | {grid.parse(h) for h in table.get("also", ())}
    )
    ids = [grid.format(c) for c in sorted(keep)]
    w.cells = {c: made[c] for c in keep}
    for c in keep - wet:
        w.cells[c].kind = "land"
    n = emit.Numbering(w)
    named = [a.hex for a in anchors if a.source == "S"]
    sure = emit.confidence(w, named)
    lattice = LatticeGrid(printed)
    for c in keep:
        if sure[c] == "o" and any(s.prints(*s.digits(c)) for s in lattice.sheets):
            sure[c] = "n"
    data_rows = []
    for r in sorted({c.a for c in keep}):
        run: list[Coord] = []
        for c in [*sorted(c for c in keep if c.a == r), Coord(r, 10**6)]:
            if run and c.b != run[-1].b + 1:
                data_rows.append(
                    [
                        r,
                        run[0].b,
                        "".join(made[x].kind[0] for x in run),
                        "".join(sure[x] for x in run),
                        "".join(str(min(9, int(made[x].land * 10))) for x in run),
                    ]
                )
                run = []
            run.append(c)
    edges = [v for k in n.keys for o in w.near[k] if n.no[k] < n.no[o] for v in (n.no[k], n.no[o])]
    kinds = ["full", "partial", "land", *table.get("side_names", ["strait", "river", "canal"])]
    sides = _sides(grid, w, n, graph, kinds, table)
    waters = list(dict.fromkeys(w.name[k] for k in n.keys))
    places = emit.place_rows(w, table, warp, n)
    # at this scale a port opens on every inlet of its hex that belongs to the same sea
    for row in places:
        own = {(n.keys[i][0], w.name[n.keys[i]]) for i in row["waters"]}
        row["waters"] = [i for i, k in enumerate(n.keys) if (k[0], w.name[k]) in own]
    sizes = {p["name"]: p["size"] for g in table["place"] for p in g["list"] if "size" in p}
    for row in places:
        row |= {"size": sizes[row["name"]]} if row["name"] in sizes else {}
    corners = [p for c in keep for p in grid.corners(c)]
    low = emit.board_xy(min(x for x, _ in corners), min(y for _, y in corners), (0.0, 0.0))
    high = emit.board_xy(max(x for x, _ in corners), max(y for _, y in corners), (0.0, 0.0))
    origin = (round(40 - low[0], 1), round(40 - low[1], 1))
    frame = [40.0, 40.0, round(high[0] - low[0], 1), round(high[1] - low[1], 1)]
    for row in places:
        row["at"] = [
            round(row["at"][0] - emit.ORIGIN[0] + origin[0], 1),
            round(row["at"][1] - emit.ORIGIN[1] + origin[1], 1),
        ]
    data: dict[str, Any] = {
        "format": 1,
        "id": table["id"],
        "title": table["title"],
        "kind": "hex",
        "grid": grid.kind,
        "unit": UNIT,
        "origin": list(origin),
        "rows": data_rows,
        "ids": " ".join(ids),
        "waters": waters,
        "nodes": [v for k in n.keys for v in (n.cell_no[k[0]], waters.index(w.name[k]))],
        "edges": edges,
        "virtual": [],
        "extra": [],
        "facts": table["facts"],
        "boxes": [],
        "places": places,
        "no_beach": [],
        "window": frame,
        "sheets": [[*s] for s in sheets],
        "side_kinds": kinds,
        "sides": sides,
    }
    data["digest"] = hashlib.sha256(json.dumps(data, sort_keys=True).encode()).hexdigest()[:16]
    emit.write(out / f"{table['id']}.json", data)
    drawn = ink.drawing(
        ground,
        warp,
        frame,
        table["lettering"],
        (west, south, east, north),
        table["graticule"],
        project(lakes((west, south, east, north)), warp),
        scale=table["outline"],
        origin=origin,
    )
    emit.write(out / f"{table['id']}.coast.json", drawn)
    counts = {k: sum(w.cells[c].kind == k for c in keep) for k in ("sea", "coast", "land")}
    return (
        f"{table['id']}: {len(keep)} hexes {counts}, {len(places)} places, {len(anchors)} anchors"
    )


class _Shifted(FixedLaea):
    """A fixed projection moved by some pitches."""

    def __init__(self, base: FixedLaea, shift: list[float]) -> None:
        self.inner, self.shift = base, np.array(shift)

    def exact(self, lon: Any, lat: Any) -> Any:
        return self.inner.exact(lon, lat) - self.shift


def _by_hand(w: assemble.Waters, table: dict[str, Any]) -> None:
    """Close sides that the hand table makes land; join the largest bodies over sides that it makes
    water."""
    for s in table.get("side", ()):
        for one, two in s["pairs"]:
            if s["kind"] == "land":
                assemble.close(w, [(one, two)])
            elif s["kind"] in ("full", "partial"):
                a, b = w.of(w.grid.parse(one)), w.of(w.grid.parse(two))
                if not a or not b:
                    raise SystemExit(f"{one}/{two} cannot be water: one of them has none")
                w.link(a[0], b[0])


def _sides(
    grid: LatticeGrid,
    w: assemble.Waters,
    n: emit.Numbering,
    graph: Any,
    kinds: list[str],
    table: dict[str, Any],
) -> list[int]:
    """Return the sides that are neither open sea between sea hexes nor land: cell, cell, kind."""
    share: dict[tuple[Coord, Coord], float] = {}
    for (at, i), near in graph.items():
        for (to, _), f in near.items():
            if at < to and (at, i, -1) in w.near:
                share[at, to] = share.get((at, to), 0.0) + f
    found: dict[tuple[Coord, Coord], str] = {}
    for (a, b), f in share.items():
        if a in w.cells and b in w.cells and (w.cells[a].kind, w.cells[b].kind) != ("sea", "sea"):
            found[a, b] = "full" if f >= FULL else "partial"
    for s in table.get("side", ()):
        for one, two in s["pairs"]:
            a, b = sorted((grid.parse(one), grid.parse(two)))
            if b not in grid.neighbours(a):
                raise SystemExit(f"{one} and {two} do not touch")
            if a in w.cells and b in w.cells:
                found[a, b] = s["kind"]
            else:
                raise SystemExit(f"{one} or {two} is not on the board")
    return [
        v
        for (a, b), k in sorted(found.items())
        for v in (n.cell_no[a], n.cell_no[b], kinds.index(k))
    ]
