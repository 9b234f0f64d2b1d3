"""The output of the generator: a water graph and a hand table become the two committed files of a
board, the graph and the coast drawing."""

from __future__ import annotations

import hashlib
import json
import math
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

from shapely.geometry import Point as ShapelyPoint

from boardgen.assemble import UNIT, Key, Waters, nearest_body
from boardgen.fit import Warp
from flagplot.boards.grid import Coord, SkewHexGrid, row_index

ORIGIN = (-15.0 * UNIT, 40.0)  # board units = 60 * plane + origin


def board_xy(x: float, y: float, origin: tuple[float, float] = ORIGIN) -> list[float]:
    """Return a plane point in board units."""
    return [round(x * UNIT + origin[0], 1), round(y * UNIT + origin[1], 1)]


def edge_cells(w: Waters, side: str, first: str, last: str) -> list[Coord]:
    """Return the outermost cell of every row from one edge hex to another."""
    g = w.grid
    rows = range(g.parse(first).a, g.parse(last).a + 1)
    pick = min if side == "west" else max
    return [Coord(r, pick(c.b for c in w.cells if c.a == r)) for r in rows]


def confidence(w: Waters, named: Iterable[str]) -> dict[Coord, str]:
    """Return the confidence of each cell: r (named by a rule), n (within two hexes of one), o
    (other)."""
    out = dict.fromkeys(w.cells, "o")
    known = [w.grid.parse(h) for h in named]
    for at in w.cells:
        d = min((w.grid.distance(at, k) for k in known), default=9)
        out[at] = "r" if d == 0 else "n" if d <= 2 else "o"
    return out


class Numbering:
    """Final numbers of nodes: cells in row order, bodies in order within each cell."""

    def __init__(self, w: Waters) -> None:
        self.cells = sorted(w.cells)
        self.cell_no = {c: i for i, c in enumerate(self.cells)}
        self.keys: list[Key] = [k for c in self.cells for k in w.of(c)]
        self.no = {k: i for i, k in enumerate(self.keys)}
        self.body = {k: j for c in self.cells for j, k in enumerate(w.of(c))}


def place_rows(
    w: Waters, table: Mapping[str, Any], warp: Warp, n: Numbering
) -> list[dict[str, Any]]:
    """Return every place of the hand table with its hex, waters and drawing point. Problems end the
    run with a list."""
    out: list[dict[str, Any]] = []
    wrong: list[str] = []
    for group in table["place"]:
        for p in group["list"]:
            x, y = warp.one(*p["at"])
            own = w.grid.at(x, y)
            at = w.grid.parse(p["hex"]) if "hex" in p else own
            ports = p.get("ports", 0)
            here = ShapelyPoint(x, y)
            kind = p.get("kind") or ("base" if p.get("base") else "port" if ports else "place")
            if "hex" not in p and ports and not w.of(at):
                options = [
                    (min(w.cells[c].bodies[k[1]].distance(here) for k in w.of(c)), c)
                    for c in w.grid.neighbours(at)
                    if c in w.cells and w.of(c)
                ]
                if not options:
                    wrong.append(f"{p['name']}: no water near")
                    continue
                at = min(options)[1]
            if at not in w.cells:
                wrong.append(f"{p['name']}: off the board at {at}")
                continue
            float_in = w.grid.parse(p["approach"]) if "approach" in p else at
            if "waters" in p:
                keys = [k for k in w.of(float_in) if w.name[k] in p["waters"]]
                missing = set(p["waters"]) - {w.name[k] for k in keys}
                if missing:
                    wrong.append(
                        f"{p['name']} in {w.grid.format(float_in)}: no {missing}, only "
                        f"{[w.name[k] for k in w.of(float_in)]}"
                    )
            else:
                best = nearest_body(w, float_in, x, y)
                keys = [] if best is None else [k for k in w.of(float_in) if k[1] == best[1]]
            if ports and not keys:
                wrong.append(f"{p['name']} in {w.grid.format(at)}: no water for a port")
            if at != own:
                x, y = into(w, at, x, y)
            row = {
                "name": p["name"],
                "hex": w.grid.format(at),
                "waters": [n.no[k] for k in keys],
                "at": board_xy(x, y),
                "source": p.get("source", "geography"),
                "kind": kind,
            }
            for key, value in (
                ("ports", ports),
                ("base", p.get("base", False)),
                ("group", p.get("group", "")),
                ("island", p.get("island", False)),
                ("aliases", p.get("aliases", [])),
                ("clause", p.get("clause", "")),
                ("country", p.get("country", group.get("country", ""))),
                ("note", p.get("note", "")),
                ("rank", p.get("rank", 2)),
            ):
                if value and not (key == "rank" and value == 2):
                    row[key] = value
            out.append(row)
    names = [r["name"] for r in out]
    wrong += [f"{x} twice" for x in {x for x in names if names.count(x) > 1}]
    if wrong:
        raise SystemExit("places that do not fit:\n  " + "\n  ".join(wrong))
    return out


def into(w: Waters, at: Coord, x: float, y: float) -> tuple[float, float]:
    """Return the point of a cell nearest to a point outside it, a little inside its rim."""
    cx, cy = w.grid.centre(at)
    for step in range(100):
        t = step / 100
        px, py = x + (cx - x) * t, y + (cy - y) * t
        back = 0.12 / max(math.hypot(px - cx, py - cy), 0.12)
        if w.grid.at(px, py) == at:
            return px + (cx - px) * back, py + (cy - py) * back
    return cx, cy


def board_file(
    w: Waters, table: Mapping[str, Any], warp: Warp, named: Iterable[str]
) -> dict[str, Any]:
    """Return the graph, places and boxes of a skew-hex board as plain data (see
    flagplot.boards.load)."""
    g = w.grid
    n = Numbering(w)
    waters = list(dict.fromkeys(w.name[k] for k in n.keys))
    sure = confidence(w, named)
    rows = []
    for r in sorted({c.a for c in w.cells}):
        numbers = sorted(c.b for c in w.cells if c.a == r)
        if numbers != list(range(numbers[0], numbers[-1] + 1)):
            raise SystemExit(f"row {r} has a gap")
        cells = [Coord(r, b) for b in numbers]
        rows.append(
            [
                r,
                numbers[0],
                "".join(w.cells[c].kind[0] for c in cells),
                "".join(sure[c] for c in cells),
                "".join(str(min(9, int(w.cells[c].land * 10))) for c in cells),
            ]
        )
    edges: list[int] = []
    for key in n.keys:
        for other in w.near[key]:
            if n.no[key] < n.no[other]:
                edges += [n.no[key], n.no[other]]
    virtual: list[list[Any]] = []
    extra_edges: list[list[Any]] = []
    virtual_of: dict[Coord, str] = {}
    strip = table.get("virtual")
    if strip:
        side, east = strip["side"], strip["side"] == "east"
        edge = edge_cells(w, side, strip["first"], strip["last"])
        for at in edge:
            limit = strip["columns"]
            far = strip["x"]
            i = 0
            while True:
                i += 1
                c = Coord(at.a, at.b + (i if east else -i))
                x = g.centre(c)[0]
                past = x - far if east else far - x
                if i > limit and past > limit - 0.75:
                    break
                virtual_of[c] = f"{g.format(at)}{'e' if east else 'w'}{i}"
                if strip.get("single"):
                    break
        edge_set = set(edge)
        for c, name in virtual_of.items():
            virtual.append([name, c.a, c.b, strip["water"], name.endswith(("w1", "e1"))])
            for o in g.neighbours(c):
                if o in virtual_of and not strip.get("single"):
                    if c < o:
                        extra_edges.append([name, virtual_of[o]])
                elif o in edge_set:
                    extra_edges += [[name, n.no[k]] for k in w.of(o) if w.cells[o].kind != "land"]
    boxes = []
    for b in table.get("box", ()):
        entries = [[h, d] for h, d in b.get("entries", ())]
        if "edge" in b:
            e = b["edge"]
            entries = [
                [g.format(c), 1] for c in edge_cells(w, e["side"], e["first"], e["last"]) if w.of(c)
            ]
        boxes.append(
            {
                "id": b["id"],
                "title": b["title"],
                "kind": b["kind"],
                "clause": b["clause"],
                "entries": entries,
                "gateways": b.get("gateways", []),
                "aliases": b.get("aliases", []),
                "note": b.get("note", ""),
                "at": b.get("at", []),
            }
        )
    for k in table.get("link", ()):
        if not w.joins.get(k["id"]):
            raise SystemExit(f"the link {k['id']} joins nothing")
    places = place_rows(w, table, warp, n)
    data: dict[str, Any] = {
        "format": 1,
        "id": table["id"],
        "title": table["title"],
        "kind": "hex",
        "grid": SkewHexGrid.kind,
        "unit": UNIT,
        "origin": list(ORIGIN),
        "rows": rows,
        "waters": waters,
        "nodes": [v for k in n.keys for v in (n.cell_no[k[0]], waters.index(w.name[k]))],
        "edges": edges,
        "virtual": virtual,
        "extra": extra_edges,
        "boxes": boxes,
        "places": places,
        "no_beach": table.get("no_beach", []),
        "window": window(w),
        "port_leg": table.get("touch_every", 0),
        "port_leg_clause": table.get("touch_clause", ""),
        "facts": table["facts"],
    }
    data["digest"] = hashlib.sha256(json.dumps(data, sort_keys=True).encode()).hexdigest()[:16]
    return data


def window(w: Waters) -> list[float]:
    """Return the frame of the board in board units: left, top, width, height."""
    xs = [x for c in w.cells for x, _ in w.grid.corners(c)]
    ys = [y for c in w.cells for _, y in w.grid.corners(c)]
    left, top = board_xy(min(xs), min(ys))
    right, bottom = board_xy(max(xs), max(ys))
    return [left, top, round(right - left, 1), round(bottom - top, 1)]


def on_board(window_: Mapping[str, Any], at: Coord) -> bool:
    """Return whether a cell lies inside the printed window of a skew board."""
    x = at.b + at.a / 2
    low, high = window_["x"]
    if at.b < 1 or not low <= x <= high:
        return False
    notch = window_.get("notch")
    if notch and at.a < notch["rows"]:
        if "below_x" in notch and x < notch["below_x"]:
            return False
        if "above_x" in notch and x > notch["above_x"]:
            return False
    return True


def write(path: Path, data: Mapping[str, Any]) -> None:
    path.write_text(json.dumps(data, ensure_ascii=False, separators=(",", ":")) + "\n")


__all__ = ["board_file", "board_xy", "edge_cells", "on_board", "row_index", "write"]
