"""The geometry of a board for another renderer, such as the web page: plain data in board units, y
to the south."""

from __future__ import annotations

from functools import cache
from typing import Any

import msgspec

from .load import coast_drawing, load
from .model import Board

KIND_LETTERS = {"sea": "s", "coast": "c", "land": "l", "island": "i", "virtual": "v", "box": "b"}


def geometry(board: Board) -> dict[str, Any]:
    """Return everything a page needs to draw a board, as plain JSON-able data.

    - ``unit``: board units per cell pitch; ``window``: left, top, width, height of the board.
    - ``corners``: the outline of a cell around its centre, six or four points (boards whose cells
      all look alike).
    - ``ids`` (separated by spaces), ``kinds`` (one letter a cell: s sea, c coast, l land, i island,
      v beyond the edge) and ``xy`` (x, y, x, y ...): the cells in the same order.  ``waters``:
      names; ``water``: index per cell of its largest, or -1.
    - ``land``, ``near``, ``far``, ``lakes``, ``graticule``: SVG path data; near and far are the
      offshore tints.
    - ``lettering``: [text, x, y, size 1..4, turn in degrees, "sea" | "land"].
    - ``places``: name, hex, x, y, kind (base, port, place, island, mark, city), ports, base,
      country, rank (1 first), fronts, source.
    - ``links``: id, title, kind, hexes, clause, controls.  ``boxes``: id, title, x, y, kind, range,
      next and shape (the outline of a sea zone; empty for boxes beside the board).
    """
    cells = [h for h in board.hexes.values() if h.kind != "box"]
    waters = list(dict.fromkeys(w for h in cells for w in h.waters))
    number = {w: i for i, w in enumerate(waters)}
    corners: list[list[float]] = []
    if cells:
        middle = cells[len(cells) // 2]
        cx, cy = middle.centre
        u, (ox, oy) = board.unit, board.origin
        corners = [
            [round(x * u + ox - cx, 2), round(y * u + oy - cy, 2)]
            for x, y in board.grid.corners(board.coords[middle.id])
        ]
    inked = coast_drawing(board.id)
    digits = 1 if len(cells) < 5000 else 0  # half a board unit is a hundredth of a cell
    return {
        "id": board.id,
        "title": board.title,
        "kind": board.kind,
        "digest": board.data_digest,
        "unit": board.unit,
        "window": list(board.window),
        "corners": corners,
        "ids": " ".join(h.id for h in cells),
        "kinds": "".join(KIND_LETTERS[h.kind] for h in cells),
        "xy": [round(v, digits) if digits else round(v) for h in cells for v in h.centre],
        "waters": waters,
        "water": [number[h.waters[0]] if h.waters else -1 for h in cells],
        "land": inked["land"],
        "near": inked["near"],
        "far": inked["far"],
        "lakes": inked["lakes"],
        "graticule": inked["graticule"],
        "lettering": inked["lettering"],
        "places": [
            {
                "name": p.name,
                "label": p.label,
                "hex": p.hex,
                "x": p.at[0],
                "y": p.at[1],
                "kind": p.kind,
                "ports": p.ports,
                "base": p.naval_base,
                "country": p.country,
                "rank": p.rank,
                "fronts": dict(p.fronts),
                "source": p.source,
                "aliases": list(p.aliases),
                "group": p.island_group,
            }
            for p in board.places.values()
        ],
        "links": [
            {
                "id": k.id,
                "title": k.title,
                "kind": k.kind,
                "hexes": list(k.hexes),
                "clause": k.clause,
                "controls": [[c.hex, c.required] for c in k.controls],
            }
            for k in board.links.values()
        ],
        "boxes": [
            {
                "id": b.id,
                "title": b.title,
                "kind": b.kind,
                "x": board.point(b.id)[0],
                "y": board.point(b.id)[1],
                "range": b.range,
                "next": list(b.neighbours),
                "shape": [list(p) for p in b.shape],
            }
            for b in board.boxes.values()
        ],
    }


@cache
def geometry_json(board_id: str) -> bytes:
    """Return :func:`geometry` of a board as JSON bytes, cached."""
    return msgspec.json.encode(geometry(load(board_id)))
