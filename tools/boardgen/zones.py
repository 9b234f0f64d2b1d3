"""Boards of sea zones: large areas over a real coast, joined by a table, not by their shapes."""

from __future__ import annotations

import hashlib
import json
from pathlib import Path
from typing import Any

from boardgen import emit, ink
from boardgen.assemble import UNIT
from boardgen.coast import lakes, land, project
from boardgen.facts import table_of
from boardgen.fit import Degrees
from boardgen.kept import Fits
from flagplot.boards.grid import SquareGrid

ORIGIN = (30.0, 30.0)


def make(table_path: Path, fits: Fits, out: Path) -> str:
    """Write a board of zones. Returns a line of statistics."""
    table = table_of(table_path)
    west, south, east, north = table["window"]
    step = table["degrees"]
    plane = Degrees(west, north, step, step)
    zones = table["zone"]
    number = {z["id"]: i for i, z in enumerate(zones)}
    boxes = []
    for z in zones:
        w, s, e, n = z["area"]
        shape = [
            emit.board_xy(*plane.one(lon, lat), ORIGIN)
            for lon, lat in ((w, n), (e, n), (e, s), (w, s))
        ]
        centre = emit.board_xy(*plane.one(*z.get("label", ((w + e) / 2, (s + n) / 2))), ORIGIN)
        near = {*z["next"], *(o["id"] for o in zones if z["id"] in o["next"])}
        boxes.append(
            {
                "id": z["id"],
                "title": z["title"],
                "kind": "zone",
                "clause": "6.3.1.e",
                "entries": [],
                "gateways": [],
                "aliases": z.get("aliases", []),
                "note": "",
                "at": centre,
                "range": z["range"],
                "ocean": "Atlantic",
                "neighbours": sorted(near, key=lambda i: number[i]),
                "shape": shape,
            }
        )
    places = []
    for g in table["place"]:
        for p in g["list"]:
            row = {
                "name": p["name"],
                "hex": p["zone"],
                "waters": [number[p["zone"]]],
                "source": "scenario",
                "ports": 1,
                "at": emit.board_xy(*plane.one(*p["at"]), ORIGIN),
                "kind": "base" if p.get("base") else "port",
                "country": g["country"],
                "rank": p["rank"],
            }
            row |= {k: p[k] for k in ("base", "aliases") if k in p}
            places.append(row)
    frame = [
        ORIGIN[0],
        ORIGIN[1],
        round((east - west) / step * UNIT, 1),
        round((north - south) / step * UNIT, 1),
    ]
    data: dict[str, Any] = {
        "format": 1,
        "id": table["id"],
        "title": table["title"],
        "kind": "zones",
        "grid": SquareGrid.kind,
        "unit": UNIT,
        "origin": list(ORIGIN),
        "rows": [],
        "waters": [],
        "nodes": [],
        "edges": [],
        "virtual": [],
        "extra": [],
        "boxes": boxes,
        "places": places,
        "no_beach": [],
        "window": frame,
    }
    data["digest"] = hashlib.sha256(json.dumps(data, sort_keys=True).encode()).hexdigest()[:16]
    emit.write(out / f"{table['id']}.json", data)
    degrees = (west - 4, south - 4, east + 4, north + 4)
    ground = project(land("land-50m", degrees, 5), plane)
    emit.write(
        out / f"{table['id']}.coast.json",
        ink.drawing(
            ground,
            plane,
            frame,
            table["lettering"],
            degrees,
            10,
            project(lakes(degrees), plane),
            origin=ORIGIN,
        ),
    )
    return f"{table['id']}: {len(zones)} zones, {len(places)} ports"
