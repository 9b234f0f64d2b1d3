"""Charts made from boards: land, small islands, the sides of ports, straits with their holders, sea
zones, ice."""

from __future__ import annotations

import difflib
from collections.abc import Iterable
from functools import lru_cache
from typing import Literal

from msgspec.structs import replace

from flagplot.boards import Board, Link, load
from flagplot.table import clause

from .chart import Chart, Strait, Zone, entrances
from .squares import Square, is_square, square_of, square_text, squares_around

FROZEN_ZONES = frozenset({"kara", "laptev", "canadian-arctic"})
"""The zones over Russia and Canada, which freeze; the Barents Sea and the Greenland Sea stay open
all year (6.2.3.2)."""


CLAUSES = {
    "sound": "6.2.2.c",
    "kiel-canal": "6.2.2.c",
    "turkish-straits": "6.2.2.d",
    "gibraltar": "6.2.2.f",
    "panama-canal": "6.2.2.1.a",
    "suez-canal": "6.2.2.2.a",
    "leningrad-canal": "6.2.3.3.a",
}
"""The clause of each link that one names. Other links rest on 6.4.1."""


OTHER_SHORE = {
    "sound": "Malmo",
    "gibraltar": "Ceuta",
    "turkish-straits": "Canakkale",
    "kerch": "Taman",
    "malacca": "Medan",
    "torres": "Port Moresby",
}
"""The shore across from the only controller that the map names, for the choice ``both`` of
HR-16."""


@lru_cache(None)
def chart_of(board_id: str) -> Chart:
    """Return the chart of a square board. Raises ``BoardError`` for an unknown board."""
    board = load(board_id)
    land: set[Square] = set()
    islands: set[Square] = set()
    columns = rows = 0
    for hex_id in board.hexes:
        if not is_square(hex_id):
            continue
        c, r = square_of(hex_id)
        columns, rows = max(columns, c + 1), max(rows, r + 1)
        kind = str(board.hex(hex_id).kind)
        if kind == "land":
            land.add((c, r))
        elif kind == "island":
            islands.add((c, r))
    theatre: Literal["europe", "fareast"] = "fareast" if "fareast" in board_id else "europe"
    ports = {p.hex: p.name for p in board.places.values() if p.ports}
    portless = [p for p in board.places.values() if not p.ports and is_square(p.hex)]
    coasts = {s for s in land if not land.issuperset(squares_around(s))}
    ashore = [p for p in portless if square_of(p.hex) in coasts]
    afloat = [p for p in portless if square_of(p.hex) not in land]
    chart = Chart(
        board_id,
        theatre,
        columns,
        rows,
        frozenset(land),
        frozenset(islands),
        port_sides(board, ports),
        straits_of(board, ports),
        zones_of(board),
        {},
        fronts_of(board),
        FROZEN_ZONES,
        names={p.name: p.hex for p in afloat if p.kind in ("island", "place")},
        lands={p.name: p.hex for p in ashore},
    )
    return replace(chart, seas=pool_seas(chart))


@lru_cache(None)
def other_names(board_id: str) -> dict[str, str]:
    """Return every name and alias of a board's places -> its name; empty without a board."""
    places = load(board_id).places.values() if board_id else ()
    return {n: p.name for p in places for n in (*p.aliases, p.name)}


def close_to(name: str, known: Iterable[str]) -> list[str]:
    """Return known names similar to an unknown one, best first."""
    return difflib.get_close_matches(name, list(known), n=4, cutoff=0.5)


POOL_SEAS = {
    "Atlantic": (5, 20),
    "Mediterranean": (18, 33),
    "Baltic": (28, 16),
    "Black Sea": (40, 28),
}
"""A square in each sea of the European map by which transports are counted (6.2.2)."""


FRONT_POOLS = {"southeast-asian": "Indian Ocean", "pacific": "Pacific"}
"""6.2.3 The pool of each front of the Far East."""


def pool_seas(chart: Chart) -> dict[str, tuple[str, ...]]:
    """Return the seas on which every port and small island opens (6.2.2, 6.2.3): the waters joined
    while controlled straits are closed; in the Far East the fronts. The Sea of Azov counts as Black
    Sea."""
    sides = {**{square_text(s): (s,) for s in chart.islands}, **chart.sides}
    if chart.theatre == "fareast":
        fronts = {
            port: {FRONT_POOLS.get(chart.front(s), "") for s in squares}
            for port, squares in sides.items()
        }
        return {port: tuple(sorted(found - {""})) for port, found in fronts.items()}
    waters = {name: _joined_squares(chart, start) for name, start in POOL_SEAS.items()}
    azov = [
        s
        for x in chart.straits
        if x.id == "Strait of Kerch"
        for e in x.ends
        if is_square(e)
        for s in [square_of(e)]
    ]
    waters["Black Sea"] = waters["Black Sea"].union(*(_joined_squares(chart, s) for s in azov))
    found = {
        port: tuple(n for n, water in waters.items() if water & set(squares))
        for port, squares in sides.items()
    }
    return {port: seas or ("Indian Ocean",) for port, seas in found.items()}  # the Persian Gulf


def _joined_squares(chart: Chart, start: Square) -> frozenset[Square]:
    """Return the sea squares joined to one by water and by passages without a controller."""
    free = [
        tuple(square_of(e) for e in x.ends)
        for x in chart.straits
        if not x.holders and all(map(is_square, x.ends))
    ]
    seen, front = {start}, [start]
    while front:
        here = front.pop()
        beyond = [b for pair in free for a, b in (pair, pair[::-1]) if a == here]
        for s in (*chart.steps(here), *beyond):
            if s not in seen:
                seen.add(s)
                front.append(s)
    return frozenset(seen)


@clause("6.1.2.1.a", "6.1.2.1.c", "6.2.3.1.c", "6.2.3.1.d", "6.2.3.1.e", "6.2.3.1.f")
def port_sides(board: Board, ports: dict[str, str]) -> dict[str, tuple[Square, ...]]:
    """Return the squares on which each port opens: those that the board's waters touch, and those
    to which a canal through the port leads (6.1.2.1)."""
    out: dict[str, tuple[Square, ...]] = {}
    for place in board.places.values():
        if not place.ports or not place.waters:
            continue
        row = entrances().get(place.name)
        open_on = [n.hex for w in place.waters for n in board.neighbours(w) if is_square(n.hex)]
        if row:
            open_on = [h for h in open_on if row.front in fronts_at(board, h)] or open_on
        for link in board.links.values():
            for a, b in link.joins:
                open_on += [
                    there if there not in ports else end_of(board, there, ports, link)
                    for here, there in ((a.hex, b.hex), (b.hex, a.hex))
                    if here == place.hex and is_square(there) and link.id != "leningrad-canal"
                ]
        out[place.name] = tuple(sorted({square_of(h) for h in open_on if is_square(h)}))
    return out


def fronts_at(board: Board, hex_id: str) -> frozenset[str]:
    """Return the fronts on which a square's waters lie."""
    return (
        frozenset(board.front(n) for n in board.bodies(hex_id))
        if is_square(hex_id)
        else frozenset()
    )


def fronts_of(board: Board) -> dict[str, str]:
    """Return the front of every sea square that has one."""
    out = {}
    for hex_id in board.hexes:
        found = sorted(f for f in fronts_at(board, hex_id) if f)
        if found:
            out[hex_id] = found[0]
    return out


def straits_of(board: Board, ports: dict[str, str]) -> tuple[Strait, ...]:
    """Return the board's links as straits. A passage is free; the others need their holders (6.4.1,
    6.2.2)."""
    out = []
    for link in board.links.values():
        ends = (
            end_of(board, link.joins[0][0].hex, ports, link),
            end_of(board, link.joins[-1][1].hex, ports, link),
        )
        holders = tuple(c.place or c.hex for c in link.controls)
        if link.id == "panama-canal":
            holders = ("Panama",)
        need = (link.need or len(holders)) if holders else 0
        shore = (OTHER_SHORE[link.id],) if link.id in OTHER_SHORE else ()
        out.append(
            Strait(
                link.title,
                link.title,
                ends,
                holders,
                need,
                CLAUSES.get(link.id, "6.4.1.e"),
                link.seasons,
                link.nations,
                shore,
            )
        )
    return tuple(out)


def end_of(board: Board, hex_id: str, ports: dict[str, str], link: Link) -> str:
    """Return the place at an end of a link: a zone, a sea square, or the sea off a port when the
    link begins in the port's square.

    Only the Leningrad canal runs from port to port (6.2.3.3).
    """
    name = ports.get(hex_id)
    if name is None or link.id in PORT_TO_PORT:
        return name or hex_id
    c, r = square_of(hex_id)
    sea = [n.hex for n in board.neighbours(board.bodies(hex_id)[0]) if is_square(n.hex)]
    return (
        min(sea, key=lambda h: (abs(square_of(h)[0] - c) + abs(square_of(h)[1] - r), h))
        if sea
        else name
    )


PORT_TO_PORT = frozenset({"leningrad-canal", "oslo-fjord"})


@clause("6.2.2.1.b", "6.2.2.2.b")
def zones_of(board: Board) -> tuple[Zone, ...]:
    """Return the off-map sea zones with their Range and neighbours (6.3.1)."""
    return tuple(
        Zone(
            b.id,
            b.title,
            b.range,
            (*b.neighbours, *dict.fromkeys(e.hex for e in b.entries)),
            b.ocean,
        )
        for b in board.boxes.values()
        if b.kind == "zone"
    )
