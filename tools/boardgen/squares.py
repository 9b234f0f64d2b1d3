"""Square boards of latitude and longitude, with ports in land squares, hand-made links and off-map
sea zones."""

from __future__ import annotations

import hashlib
import json
import tomllib
from collections import deque
from pathlib import Path
from typing import Any

from shapely import intersection, union_all
from shapely.geometry import Polygon
from shapely.strtree import STRtree

from boardgen import emit, ink
from boardgen.assemble import UNIT
from boardgen.coast import FINE, chopped, lakes, land, project
from boardgen.facts import table_of
from boardgen.fit import Degrees
from boardgen.kept import Fits
from flagplot.boards.grid import Coord, SquareGrid

GRID = SquareGrid()
ORIGIN = (20.0, 20.0)
LAND = 0.4  # a square with this share of land is land


def land_shares(columns: int, rows: int, ground: list[Polygon]) -> dict[Coord, float]:
    """Return the land share 0..1 of every square."""
    ground = chopped(ground)
    tree = STRtree(ground)
    out = {}
    for a in range(columns):
        for b in range(rows):
            square = Polygon(GRID.corners(Coord(a, b)))
            hits = sorted(tree.query(square, predicate="intersects"))
            parts = [intersection(ground[i], square, grid_size=FINE) for i in hits]
            out[Coord(a, b)] = round(union_all(parts, grid_size=FINE).area, 9)
    return out


class Squares:
    """The squares of one theatre while they are assembled."""

    def __init__(self, table: dict[str, Any], tables: Path) -> None:
        g = table["grid"]
        self.table = table
        self.plane = Degrees(g["west"], g["north"], g["wide"], g["high"])
        self.columns, self.rows = g["columns"], g["rows"]
        east, south = g["west"] + g["columns"] * g["wide"], g["north"] - g["rows"] * g["high"]
        self.degrees = (g["west"] - 3, south - 3, east + 3, g["north"] + 3)
        self.ground = project(land("land-10m", self.degrees, 5), self.plane)
        self.share = land_shares(self.columns, self.rows, self.ground)
        self.places = self._places(tables)
        self.kind = {c: "l" if s >= LAND else "s" for c, s in self.share.items()}
        for name in table.get("land", ()):
            self.kind[GRID.parse(name)] = "l"
        for name in table.get("sea", ()):
            self.kind[GRID.parse(name)] = "s"
        for p in self.places:
            if p["ports"]:
                self.kind[p["at_square"]] = "l"
        for p in self.places:
            if p["island"] and not p["ports"] and self.kind[p["at_square"]] == "s":
                self.kind[p["at_square"]] = "i"

    def _places(self, tables: Path) -> list[dict[str, Any]]:
        """Return the table's own places, then those of another board. A second port in a square
        becomes an alias of the first."""
        rows: list[dict[str, Any]] = []
        groups = [(g, True) for g in self.table["place"]]
        if "places_from" in self.table:
            other = tomllib.loads((tables / f"{self.table['places_from']}.toml").read_text())
            groups += [(g, False) for g in other["place"]]
        known: set[str] = set()
        in_square: dict[Coord, dict[str, Any]] = {}
        for group, own in groups:
            for p in group["list"]:
                names = {p["name"], *p.get("aliases", ())}
                if p["name"] in self.table.get("without", ()) or (not own and names & known):
                    continue
                at = (
                    GRID.parse(p["square"]) if "square" in p else GRID.at(*self.plane.one(*p["at"]))
                )
                if at not in self.share:
                    if own:
                        raise SystemExit(f"{p['name']} lies off the board at {at}")
                    continue
                ports = p.get("ports", 0)
                first = in_square.get(at)
                if ports and first is not None:
                    if own and "square" in p:
                        raise SystemExit(
                            f"{p['name']} shares the square {GRID.format(at)} with {first['name']}"
                        )
                    first["aliases"] += [
                        n for n in (p["name"], *p.get("aliases", ())) if n not in first["aliases"]
                    ]
                    known |= names
                    continue
                known |= names
                row = {
                    "name": p["name"],
                    "at_square": at,
                    "lonlat": p["at"],
                    "ports": ports,
                    "base": bool(p.get("major", p.get("base", False))),
                    "island": p.get("island", False),
                    "aliases": list(p.get("aliases", ())),
                    "clause": p.get("clause", "") if own else "",
                    "country": p.get("country", group.get("country", "")),
                    "note": p.get("note", "") if own else "",
                    "rank": p.get("rank", 2),
                    "source": p.get("source", "geography") if own else "geography",
                    "kind": p.get("kind", ""),
                    "opens": p.get("opens", ()),
                    "pools": p.get("pools", ()),
                    "group": p.get("group", ""),
                }
                if ports:
                    in_square[at] = row
                rows.append(row)
        return rows

    def sailable(self, c: Coord) -> bool:
        return self.kind.get(c, "l") in "si"

    def around(self, c: Coord) -> list[Coord]:
        """Return the sea squares that a ship in a sea square may enter. It may not pass between two
        land squares that touch at a corner."""
        out = []
        for n in GRID.neighbours(c):
            if self.sailable(n) and (
                n.a == c.a
                or n.b == c.b
                or self.sailable(Coord(n.a, c.b))
                or self.sailable(Coord(c.a, n.b))
            ):
                out.append(n)
        return out

    def names(self, seas: list[dict[str, Any]]) -> dict[Coord, str]:
        """Return the name of every sea square: that of the nearest seed by water."""
        name: dict[Coord, str] = {}
        queue: deque[Coord] = deque()
        for seed in seas:
            at = GRID.at(*self.plane.one(*seed["at"]))
            options = [c for c in (at, *GRID.neighbours(at)) if self.sailable(c)]
            if at in self.share and options and options[0] not in name:
                name[options[0]] = seed["name"]
                queue.append(options[0])
        while queue:
            c = queue.popleft()
            for n in self.around(c):
                if n not in name:
                    name[n] = name[c]
                    queue.append(n)
        return name


def edge_squares(s: Squares, spec: str) -> list[str]:
    """Return the sea squares of an edge, from ``west 3-9``: counted along the edge from the north
    or west."""
    side, _, numbers = spec.partition(" ")
    low, _, high = numbers.partition("-")
    run = range(int(low), int(high or low) + 1)
    corner = {
        "west": (0, 0, 1),
        "east": (s.columns - 1, 0, 1),
        "north": (0, 0, 0),
        "south": (0, s.rows - 1, 0),
    }[side]
    cells = [Coord(corner[0], i) if corner[2] else Coord(i, corner[1]) for i in run]
    return [GRID.format(c) for c in cells if s.sailable(c)]


def zone_boxes(
    table: dict[str, Any], tables: Path, s: Squares, ports: dict[str, Coord]
) -> list[dict[str, Any]]:
    """Return the boxes of the zones of the table's oceans. *ports* are the squares of ports at the
    sea."""
    zones = _zones(tables)
    boxes = []
    for z in zones:
        entries = [[e, 1] for spec in z.get(table["theatre"], ()) for e in edge_squares(s, spec)]
        entries += [[GRID.format(ports[p]), 1] for p in z.get("ports", ()) if p in ports]
        boxes.append(
            {
                "id": z["id"],
                "title": z["title"],
                "kind": "zone",
                "clause": "6.3.1.e",
                "entries": entries,
                "gateways": [],
                "aliases": [],
                "note": z.get("note", ""),
                "range": z["range"],
                "ocean": z["ocean"],
                "neighbours": sorted(
                    {*z["next"], *(o["id"] for o in zones if z["id"] in o["next"])}
                ),
            }
        )
    boxes = [b for b in boxes if b["ocean"] in table["oceans"]]
    kept = {b["id"] for b in boxes}
    for b in boxes:
        b["neighbours"] = [o for o in b["neighbours"] if o in kept]
    return boxes


def make(table_path: Path, fits: Fits, out: Path) -> str:
    """Write a square board. Returns a line of statistics."""
    table = table_of(table_path)
    tables = table_path.parent
    s = Squares(table, tables)
    source = tomllib.loads((tables / f"{table['seas_from']}.toml").read_text())
    seas = table.get("seas", []) + source["seas"]
    name = s.names(seas)
    inland = [c for c in s.kind if s.sailable(c) and c not in name]
    for c in inland:
        s.kind[c] = "l"
    port_at = {p["at_square"]: p for p in s.places if p["ports"]}
    cells = sorted(s.kind)
    number = {c: i for i, c in enumerate(cells)}
    keys = [c for c in cells if s.sailable(c) or c in port_at]
    no = {c: i for i, c in enumerate(keys)}
    edges: list[int] = []
    wrong: list[str] = []
    for c in keys:
        if s.sailable(c):
            for n in s.around(c):
                if no[c] < no[n]:
                    edges += [no[c], no[n]]
        else:
            p = port_at[c]
            opens = [GRID.parse(o) for o in p["opens"]] or [
                n for n in GRID.neighbours(c) if s.sailable(n)
            ]
            bad = [o for o in opens if not s.sailable(o)]
            if bad:
                wrong.append(
                    f"{p['name']} opens on {', '.join(GRID.format(b) for b in bad)}, which is not "
                    "sea"
                )
            for n in opens:
                if n in no:
                    edges += [no[c], no[n]]
            name[c] = next((name[n] for n in opens if n in name), "")
    ends = {p["name"]: p["at_square"] for p in s.places}
    zones = {z["id"] for z in _zones(tables)}

    def end(text: str) -> int | str:
        if text in zones:
            return text
        at = ends[text] if text in ends else GRID.parse(text)
        if at not in no:
            raise SystemExit(f"a link ends in {text}, which has no water")
        return no[at]

    reached = {end(e) for k in table.get("link", ()) for e in k["way"]}
    sides = dict.fromkeys(keys, 0)
    for i in edges:
        sides[keys[i]] += 1
    wrong += [
        f"{p['name']} in {GRID.format(c)} touches no sea"
        for c, p in port_at.items()
        if not sides[c] and no[c] not in reached
    ]
    if wrong:
        raise SystemExit("ports that do not fit:\n  " + "\n  ".join(wrong))
    for c in port_at:
        name[c] = name[c] or "harbour"
    waters = list(dict.fromkeys(name[c] for c in keys))
    boxes = zone_boxes(table, tables, s, {p: at for p, at in ends.items() if at in no})
    _arrange(boxes, s)
    rows = []
    for a in range(s.columns):
        column = [Coord(a, b) for b in range(s.rows)]
        rows.append(
            [
                a,
                0,
                "".join(s.kind[c] for c in column),
                "n" * s.rows,
                "".join(str(min(9, int(s.share[c] * 10))) for c in column),
            ]
        )
    places = []
    for p in s.places:
        c = p["at_square"]
        x, y = s.plane.one(*p["lonlat"])
        if GRID.at(x, y) != c:
            x, y = min(max(x, c.a + 0.12), c.a + 0.88), min(max(y, c.b + 0.12), c.b + 0.88)
        kind = p["kind"] or (
            "base" if p["base"] else "port" if p["ports"] else "island" if p["island"] else "place"
        )
        row = {
            "name": p["name"],
            "hex": GRID.format(c),
            "waters": [no[c]] if c in no else [],
            "at": emit.board_xy(x, y, ORIGIN),
            "source": p["source"],
            "kind": kind,
        }
        row |= {
            k: p[k]
            for k in (
                "ports",
                "base",
                "island",
                "aliases",
                "clause",
                "country",
                "note",
                "group",
                "pools",
            )
            if p[k]
        }
        if p["rank"] != 2:
            row["rank"] = p["rank"]
        places.append(row)
    frame = [ORIGIN[0], ORIGIN[1], s.columns * UNIT, s.rows * UNIT]
    data: dict[str, Any] = {
        "format": 1,
        "id": table["id"],
        "title": table["title"],
        "kind": "square",
        "grid": SquareGrid.kind,
        "unit": UNIT,
        "origin": list(ORIGIN),
        "rows": rows,
        "waters": waters,
        "nodes": [v for c in keys for v in (number[c], waters.index(name[c]))],
        "edges": edges,
        "virtual": [],
        "extra": [],
        "facts": table["facts"],
        "boxes": boxes,
        "places": places,
        "no_beach": [],
        "window": frame,
    }
    data["digest"] = hashlib.sha256(json.dumps(data, sort_keys=True).encode()).hexdigest()[:16]
    emit.write(out / f"{table['id']}.json", data)
    lettering = table.get("lettering") or source["lettering"]
    inside = [
        {"kind": g["kind"], "list": [r for r in g["list"] if _shown(s, r)]} for g in lettering
    ]
    drawn = ink.drawing(
        s.ground,
        s.plane,
        frame,
        inside,
        s.degrees,
        0,
        project(lakes(s.degrees), s.plane),
        scale=table.get("outline", 1.0),
        origin=ORIGIN,
    )
    emit.write(out / f"{table['id']}.coast.json", drawn)
    kinds = {k: sum(v == k for v in s.kind.values()) for k in "sil"}
    ponds = " ".join(GRID.format(c) for c in inland)
    return (
        f"{table['id']}: {len(cells)} squares {kinds}, {len(port_at)} ports, "
        f"{len(table.get('link', ()))} links, "
        f"{len(boxes)} zones; made land as lakes: {ponds}"
    )


def _zones(tables: Path) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = tomllib.loads((tables / "zones.toml").read_text())["zone"]
    return found


def _shown(s: Squares, row: list[Any]) -> bool:
    x, y = s.plane.one(row[1], row[2])
    return bool(0.6 < x < s.columns - 0.6 and 0.6 < y < s.rows - 0.6)


def _arrange(boxes: list[dict[str, Any]], s: Squares) -> None:
    """Place the zones in rows under the board."""
    per = max(4, s.columns * int(UNIT) // 260)
    for i, b in enumerate(boxes):
        b["at"] = [
            ORIGIN[0] + 130.0 + 260.0 * (i % per),
            ORIGIN[1] + s.rows * UNIT + 60.0 + 76.0 * (i // per),
        ]
