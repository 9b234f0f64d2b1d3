"""The two boards of A World at War."""

from __future__ import annotations

from pathlib import Path

from boardgen import assemble, emit, ink
from boardgen.coast import lakes, land, project
from boardgen.cut import cut
from boardgen.facts import table_of
from boardgen.fit import Anchor, Base, LaeaBase, QuadraticBase, Slide, Warp
from boardgen.kept import Fits
from flagplot.boards.grid import Coord, SkewHexGrid

GRID = SkewHexGrid()


def make(table_path: Path, fits: Fits, out: Path) -> str:
    """Write ``<id>.json`` and ``<id>.coast.json``. Returns a line of statistics."""
    table = table_of(table_path)
    anchors = [Anchor(*a) for a in table["anchors"]]
    base: Base
    if "slides" in table:
        slides = [
            Slide(h, name, tuple(tuple(c) for c in coast), src, slack)
            for h, name, coast, src, slack in table["slides"]
        ]
        window = table["window"]
        base = QuadraticBase(
            fits,
            table["id"],
            anchors,
            slides,
            [tuple(p) for p in table["must_show"]],
            GRID,
            window["x"][1] - 0.25,
            window["rows"] - 1,
        )
        anchors += [
            Anchor(s.hex, s.place, float(p[0]), float(p[1]), s.source, s.slack)
            for s, p in zip(slides, base.slid, strict=True)
        ]
    else:
        base = LaeaBase(fits, table["id"], anchors, GRID)
    warp = Warp(fits, table["id"], base, anchors)
    ground = project(land("land-10m", tuple(table["window"]["clip"])), warp)
    cells = [
        c
        for r in range(table["window"]["rows"])
        for b in range(1, 71)
        if emit.on_board(table["window"], c := Coord(r, b))
    ]
    made, graph = cut(GRID, cells, ground)
    w = assemble.start(GRID, made, graph)
    for closure in table.get("closure", ()):
        assemble.close(w, closure["pairs"])
    for hex_id in table.get("drop_water", ()):
        assemble.drop(w, GRID.parse(hex_id))
    for hex_id in table.get("one_water", ()):
        assemble.join(w, GRID.parse(hex_id))
    assemble.open_sides(w, table.get("opening", ()), warp)
    for link in table.get("link", ()):
        for gate in link.get("gates", ()):
            assemble.split(w, link["id"], gate)
    assemble.name_waters(w, table["seas"], warp)
    assemble.name_rest(w, table.get("waters", {}))
    for link in table.get("link", ()):
        if "canal" in link:
            assemble.add_canal(w, link["id"], link["canal"])
    for k in [k for k in w.near if not w.name.get(k)]:
        raise SystemExit(f"a water without a name in {GRID.format(k[0])}")
    named = {a.hex for a in anchors} | set(table["named"])
    named |= {c["hex"] for k in table.get("link", ()) for c in k.get("controls", ())}
    data = emit.board_file(w, table, warp, named)
    emit.write(out / f"{table['id']}.json", data)
    west, south, east, north = table["window"]["clip"]
    drawn = ink.drawing(
        ground,
        warp,
        data["window"],
        table.get("lettering", ()),
        (west, south, east, north),
        table.get("graticule", 5),
        project(lakes((west, south, east, north)), warp),
        scale=table.get("outline", 1.0),
    )
    emit.write(out / f"{table['id']}.coast.json", drawn)
    kinds = {k: sum(c.kind == k for c in made.values()) for k in ("sea", "coast", "land")}
    return (
        f"{table['id']}: {len(made)} hexes {kinds}, {len(data['nodes']) // 2} waters, "
        f"{len(data['edges']) // 2} "
        f"sides, {len(data['places'])} places, {len(anchors)} anchor points"
    )
