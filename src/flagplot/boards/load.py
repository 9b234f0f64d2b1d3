"""Boards from the committed data: ``load("awaw-europe")``."""

from __future__ import annotations

import gc
from functools import cache
from importlib import resources
from typing import Any

import msgspec

from flagplot.boards.errors import BoardError
from flagplot.boards.grid import Coord, Grid, LatticeGrid, OffsetHexGrid, Sheet, SkewHexGrid, SquareGrid
from flagplot.boards.model import Board, Box, Control, Entry, Hex, Link, Node, Place

KINDS = {"s": "sea", "c": "coast", "l": "land", "i": "island"}
SURE = {"r": "rule", "n": "near", "o": "other"}
_GRIDS: dict[str, Grid] = {g.kind: g for g in (SkewHexGrid(), SquareGrid(), OffsetHexGrid(","))}


class _LinkRow(msgspec.Struct):
    id: str
    title: str
    kind: str
    clause: str
    hexes: tuple[str, ...]
    controls: tuple[Control, ...]
    joins: tuple[tuple[int | str, int | str], ...]
    sides: tuple[str, ...]
    source: str
    note: str = ""
    need: int = 0
    seasons: tuple[str, ...] = ()
    nations: tuple[str, ...] = ()


class _BoxRow(msgspec.Struct):
    id: str
    title: str
    kind: str
    clause: str
    entries: tuple[tuple[str, int], ...]
    gateways: tuple[str, ...]
    aliases: tuple[str, ...]
    note: str = ""
    at: tuple[float, ...] = ()
    range: int = 0
    ocean: str = ""
    neighbours: tuple[str, ...] = ()
    shape: tuple[tuple[float, float], ...] = ()


class _PlaceRow(msgspec.Struct):
    name: str
    hex: str
    waters: tuple[int, ...]
    at: tuple[float, float]
    source: str
    kind: str
    ports: int = 0
    base: bool = False
    group: str = ""
    island: bool = False
    aliases: tuple[str, ...] = ()
    clause: str = ""
    country: str = ""
    note: str = ""
    rank: int = 2
    pools: tuple[str, ...] = ()
    size: int = 0


class _BoardFile(msgspec.Struct):
    """The file a board is committed as; written by tools/make_boards.py."""

    format: int
    id: str
    title: str
    kind: str
    grid: str
    unit: float
    origin: tuple[float, float]
    rows: tuple[tuple[int, int, str, str, str], ...]
    waters: tuple[str, ...]
    fronts: dict[str, str]
    nodes: list[int]
    edges: list[int]
    virtual: tuple[tuple[str, int, int, str, bool], ...]
    extra: tuple[tuple[str, str | int], ...]
    links: tuple[_LinkRow, ...]
    boxes: tuple[_BoxRow, ...]
    places: tuple[_PlaceRow, ...]
    no_beach: frozenset[str]
    window: tuple[float, float, float, float]
    digest: str
    sheets: tuple[tuple[str, str, int, int, int, int, int, int, tuple[str, ...]], ...] = ()
    ids: str = ""
    side_kinds: tuple[str, ...] = ()
    sides: list[int] = []
    port_leg: int = 0
    port_leg_clause: str = ""


def board_ids() -> tuple[str, ...]:
    """The boards there are, in alphabetical order."""
    folder = resources.files("flagplot.boards") / "data"
    names = (f.name for f in folder.iterdir())
    return tuple(sorted(n[:-5] for n in names if n.endswith(".json") and not n.endswith(".coast.json")))


@cache
def load(board_id: str) -> Board:
    """The board with this id; the same object every time.  Raises :class:`BoardError` naming the boards there are."""
    ids = board_ids()
    if board_id not in ids:
        raise BoardError(f"there is no board {board_id!r}; there are {', '.join(ids)}")
    raw = (resources.files("flagplot.boards") / "data" / f"{board_id}.json").read_bytes()
    return build(raw)


def build(raw: bytes) -> Board:
    """A board from the bytes of a board file; raises :class:`BoardError` when they are not one."""
    collecting = gc.isenabled()
    gc.disable()  # tens of thousands of small tuples, none of them garbage: the collector would double the time
    try:
        return _build(raw)
    finally:
        if collecting:
            gc.enable()


def _build(raw: bytes) -> Board:
    try:
        data = msgspec.json.decode(raw, type=_BoardFile)
    except msgspec.DecodeError as err:
        raise BoardError(f"not a board file: {err}") from None
    if data.format != 1:
        raise BoardError(f"board file {data.id!r} has format {data.format}; this version reads format 1")
    grid = LatticeGrid([Sheet(*row) for row in data.sheets]) if data.sheets else _GRIDS[data.grid]
    u, (ox, oy) = data.unit, data.origin

    ids: list[str] = data.ids.split()
    numbered_by_file = bool(ids)
    coords: dict[str, Coord] = {}
    about: list[tuple[str, str, int]] = []
    for row, first, kinds, sure, land in data.rows:
        for i, kind in enumerate(kinds):
            at = Coord(row, first + i)
            if not numbered_by_file:
                ids.append(grid.format(at))
            coords[ids[len(about)]] = at
            about.append((KINDS[kind], SURE[sure[i]], int(land[i]) * 10))
    waters_in: list[list[int]] = [[] for _ in ids]
    numbered: list[Node] = []
    water_of: dict[Node, str] = {}
    it = iter(data.nodes)
    names_of = data.waters
    for cell, water in zip(it, it, strict=True):
        bodies = waters_in[cell]
        node = Node(ids[cell], len(bodies))
        bodies.append(water)
        numbered.append(node)
        water_of[node] = names_of[water]
    names_in: dict[tuple[int, ...], tuple[str, ...]] = {}
    islands = {p.hex for p in data.places if p.island}
    hexes: dict[str, Hex] = {}
    for h, (kind, sure_, land_), bodies in zip(ids, about, waters_in, strict=True):
        key = tuple(bodies)
        names = names_in.get(key)
        if names is None:
            names = names_in[key] = tuple(names_of[i] for i in key)
        if h in islands and kind == "sea":
            kind = "coast"
        beach = kind == "coast" and h not in data.no_beach
        x, y = grid.centre(coords[h])
        hexes[h] = Hex(h, kind, sure_, land_, names, beach, h in islands, (round(x * u + ox, 2), round(y * u + oy, 2)))
    one_step = [(n, 1) for n in numbered]
    out: list[list[tuple[Node, int]]] = [[] for _ in numbered]
    it = iter(data.edges)
    for a, b in zip(it, it, strict=True):
        out[a].append(one_step[b])
        out[b].append(one_step[a])
    edges: dict[Node, list[tuple[Node, int]]] = dict(zip(numbered, out, strict=True))

    def centre(c: Coord) -> tuple[float, float]:
        x, y = grid.centre(c)
        return round(x * u + ox, 2), round(y * u + oy, 2)

    virtual, notional = [], []
    for name, row, number, water_name, port in data.virtual:
        coords[name] = Coord(row, number)
        hexes[name] = Hex(name, "virtual", "other", 0, (water_name,), False, False, centre(coords[name]))
        node = Node(name, 0)
        edges[node] = []
        numbered.append(node)
        water_of[node] = water_name
        virtual.append(name)
        if port:
            notional.append(name)
    for one, two in data.extra:
        a_, b_ = Node(one, 0), Node(two, 0) if isinstance(two, str) else numbered[two]
        edges[a_].append((b_, 1))
        edges[b_].append((a_, 1))
    boxes: dict[str, Box] = {}
    for box in data.boxes:
        entries = tuple(Entry(h, d) for h, d in box.entries)
        boxes[box.id] = Box(box.id, box.title, box.kind, box.clause, entries, box.gateways, box.aliases, box.note,
                            box.range, box.ocean, box.neighbours, box.shape)
        node = Node(box.id, 0)
        numbered.append(node)
        water_of[node] = box.title
        edges[node] = []
        at_ = (box.at[0], box.at[1]) if box.at else _beside(data.window, len(boxes))
        hexes[box.id] = Hex(box.id, "box", "rule", 0, (box.title,), False, False, at_)
        for e in entries:
            for n in [Node(e.hex, i) for i in range(len(hexes[e.hex].waters))]:
                edges[node].append((n, e.distance))
                edges[n].append((node, e.distance))
    if data.kind == "zones":
        for box_ in boxes.values():
            edges[Node(box_.id, 0)] += [(Node(other, 0), 1) for other in box_.neighbours]

    def end(x: int | str) -> Node:
        return Node(x, 0) if isinstance(x, str) else numbered[x]

    links = {
        k.id: Link(k.id, k.title, k.kind, k.clause, k.hexes, k.controls,
                   tuple((end(a), end(b)) for a, b in k.joins), k.sides, k.source, k.note, k.need, k.seasons, k.nations)
        for k in data.links
    }
    places: dict[str, Place] = {}
    groups: dict[str, list[str]] = {}
    for p in data.places:
        nodes = tuple(numbered[i] for i in p.waters)
        fronts = {water_of[n]: data.fronts.get(water_of[n], "") for n in nodes}
        places[p.name] = Place(
            p.name, p.hex, nodes, fronts, p.ports, p.base, p.group, p.island, p.aliases, p.source, p.clause, p.kind,
            p.at, p.country, p.note, p.rank, p.pools, p.size,
        )
        if p.group:
            groups.setdefault(p.group, []).append(p.name)
    it = iter(data.sides)
    sides = {(ids[a], ids[b]): data.side_kinds[k] for a, b, k in zip(it, it, it, strict=True)}
    return Board(
        id=data.id, title=data.title, kind=data.kind, grid=grid, unit=data.unit, origin=data.origin, hexes=hexes,
        coords=coords, nodes=tuple(numbered), water_of=water_of, fronts=data.fronts,
        edges={n: tuple(out) for n, out in edges.items()}, places=places, links=links, boxes=boxes,
        virtual=frozenset(virtual), notional_ports=frozenset(notional),
        island_groups={g: tuple(names) for g, names in groups.items()}, window=data.window, data_digest=data.digest, sides=sides,
        port_leg=data.port_leg, port_leg_clause=data.port_leg_clause,
    )


def _beside(window: tuple[float, float, float, float], number: int) -> tuple[float, float]:
    """Where a box without a place of its own is drawn: in a row under the board."""
    left, top, _, height = window
    return round(left + 130 + 250 * (number - 1), 1), round(top + height + 60, 1)


@cache
def coast(board_id: str) -> dict[str, Any]:
    """The coast drawing of a board: SVG paths ``land``, ``near``, ``far``, ``lakes``, ``graticule`` and ``lettering``."""
    raw = (resources.files("flagplot.boards") / "data" / f"{board_id}.coast.json").read_bytes()
    found: dict[str, Any] = msgspec.json.decode(raw)
    return found
