"""Boards from the committed data: ``load("awaw-europe")``."""

from __future__ import annotations

import gc
from functools import cache
from importlib import resources
from typing import Any

import msgspec

from flagplot.boards.errors import BoardError
from flagplot.boards.grid import (
    Coord,
    Grid,
    LatticeGrid,
    OffsetHexGrid,
    Sheet,
    SkewHexGrid,
    SquareGrid,
)

from .map_facts import Coast, Facts, facts_of, links_of
from .model import Board, Box, Entry, Hex, Node, Place

KINDS = {"s": "sea", "c": "coast", "l": "land", "i": "island"}
SURE = {"r": "rule", "n": "near", "o": "other"}
_GRIDS: dict[str, Grid] = {g.kind: g for g in (SkewHexGrid(), SquareGrid(), OffsetHexGrid(","))}


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
    """The file format of a board; ``python -m tools boards`` writes it."""

    format: int
    id: str
    title: str
    kind: str
    grid: str
    unit: float
    origin: tuple[float, float]
    rows: tuple[tuple[int, int, str, str, str], ...]
    waters: tuple[str, ...]
    nodes: list[int]
    edges: list[int]
    virtual: tuple[tuple[str, int, int, str, bool], ...]
    extra: tuple[tuple[str, str | int], ...]
    boxes: tuple[_BoxRow, ...]
    places: tuple[_PlaceRow, ...]
    no_beach: frozenset[str]
    window: tuple[float, float, float, float]
    digest: str
    facts: str = ""
    sheets: tuple[tuple[str, str, int, int, int, int, int, int, tuple[str, ...]], ...] = ()
    ids: str = ""
    side_kinds: tuple[str, ...] = ()
    sides: list[int] = []
    port_leg: int = 0
    port_leg_clause: str = ""


def board_ids() -> tuple[str, ...]:
    """Return the ids of all boards, in alphabetical order."""
    folder = resources.files("flagplot.boards") / "data"
    names = (f.name for f in folder.iterdir())
    return tuple(
        sorted(n[:-5] for n in names if n.endswith(".json") and not n.endswith(".coast.json"))
    )


@cache
def load(board_id: str) -> Board:
    """Return the board with this id, always the same object. Raises :class:`BoardError` naming the
    boards that exist."""
    ids = board_ids()
    if board_id not in ids:
        raise BoardError(f"there is no board {board_id!r}; there are {', '.join(ids)}")
    raw = (resources.files("flagplot.boards") / "data" / f"{board_id}.json").read_bytes()
    return build_board(raw)


def build_board(raw: bytes, facts: Facts | None = None) -> Board:
    """Return a board from the bytes of a board file and the facts it names, or other *facts*.
    Raises :class:`BoardError` for bytes that are not a board file."""
    collecting = gc.isenabled()
    # tens of thousands of small tuples and no garbage: the collector would double the time
    gc.disable()
    try:
        return _build(raw, facts)
    finally:
        if collecting:
            gc.enable()


def _build(raw: bytes, facts: Facts | None) -> Board:
    try:
        data = msgspec.json.decode(raw, type=_BoardFile)
    except msgspec.DecodeError as err:
        raise BoardError(f"not a board file: {err}") from None
    if data.format != 1:
        raise BoardError(
            f"board file {data.id!r} has format {data.format}; this version reads format 1"
        )
    return _Maker(data, facts).board()


class _Maker:
    """A board being built from its file, part by part: cells, waters, edges, what lies beyond the
    map edge, boxes."""

    def __init__(self, data: _BoardFile, facts: Facts | None = None) -> None:
        self.data = data
        self.grid = (
            LatticeGrid([Sheet(*row) for row in data.sheets]) if data.sheets else _GRIDS[data.grid]
        )
        self.ids: list[str] = data.ids.split()
        self.coords: dict[str, Coord] = {}
        self.hexes: dict[str, Hex] = {}
        self.nodes: list[Node] = []
        """Nodes in the order of the file, which refers to them by index."""
        self.water_of: dict[Node, str] = {}
        self.edges: dict[Node, list[tuple[Node, int]]] = {}
        self.facts = facts_of(data.facts) if facts is None else facts
        self.fronts = self.facts.fronts

    def board(self) -> Board:
        """Build the whole board."""
        data = self.data
        about = self.cells()
        self.draw_hexes(about, self.waters())
        self.join_waters()
        coast = Coast(self.nodes, self.edges, self.water_of)
        coast.take(self.facts)
        for whole, half in coast.halves.items():
            parted = self.hexes[half.hex]
            self.hexes[half.hex] = msgspec.structs.replace(
                parted, waters=(*parted.waters, self.water_of[whole])
            )
        virtual, notional = self.beyond_the_edge()
        boxes = self.boxes()
        places = {p.name: self.place(p, coast) for p in data.places}
        links = {k.id: k for k in links_of(self.facts, self.hexes, coast, places)}
        groups: dict[str, list[str]] = {}
        for p in data.places:
            if p.group:
                groups.setdefault(p.group, []).append(p.name)
        it = iter(data.sides)
        ids = self.ids
        sides = {(ids[a], ids[b]): data.side_kinds[k] for a, b, k in zip(it, it, it, strict=True)}
        return Board(
            id=data.id,
            title=data.title,
            kind=data.kind,
            grid=self.grid,
            unit=data.unit,
            origin=data.origin,
            hexes=self.hexes,
            coords=self.coords,
            nodes=tuple(self.nodes),
            water_of=self.water_of,
            fronts=self.fronts,
            edges={n: tuple(out) for n, out in self.edges.items()},
            places=places,
            links=links,
            boxes=boxes,
            virtual=frozenset(virtual),
            notional_ports=frozenset(notional),
            island_groups={g: tuple(names) for g, names in groups.items()},
            window=data.window,
            data_digest=data.digest,
            sides=sides,
            port_leg=data.port_leg,
            port_leg_clause=data.port_leg_clause,
        )

    def cells(self) -> list[tuple[str, str, int]]:
        """Number the cells row by row. Returns for each its kind, the confidence of its id, and its
        land in percent."""
        numbered_by_file = bool(self.ids)
        about: list[tuple[str, str, int]] = []
        for row, first, kinds, sure, land in self.data.rows:
            for i, kind in enumerate(kinds):
                at = Coord(row, first + i)
                if not numbered_by_file:
                    self.ids.append(self.grid.format(at))
                self.coords[self.ids[len(about)]] = at
                about.append((KINDS[kind], SURE[sure[i]], int(land[i]) * 10))
        return about

    def waters(self) -> list[list[int]]:
        """Number the nodes. Returns for each cell the bodies of water in it."""
        found: list[list[int]] = [[] for _ in self.ids]
        it = iter(self.data.nodes)
        for cell, water in zip(it, it, strict=True):
            bodies = found[cell]
            node = Node(self.ids[cell], len(bodies))
            bodies.append(water)
            self.nodes.append(node)
            self.water_of[node] = self.data.waters[water]
        return found

    def draw_hexes(self, about: list[tuple[str, str, int]], waters_in: list[list[int]]) -> None:
        """Make the hexes of the cells. Cells with the same bodies of water share one tuple of their
        names."""
        data = self.data
        names_in: dict[tuple[int, ...], tuple[str, ...]] = {}
        islands = {p.hex for p in data.places if p.island}
        for h, (kind, sure, land), bodies in zip(self.ids, about, waters_in, strict=True):
            key = tuple(bodies)
            names = names_in.get(key)
            if names is None:
                names = names_in[key] = tuple(data.waters[i] for i in key)
            if h in islands and kind == "sea":
                kind = "coast"
            beach = kind == "coast" and h not in data.no_beach
            self.hexes[h] = Hex(
                h, kind, sure, land, names, beach, h in islands, self.centre(self.coords[h])
            )

    def centre(self, at: Coord) -> tuple[float, float]:
        """Return the centre of a cell in board units."""
        x, y = self.grid.centre(at)
        unit, (left, top) = self.data.unit, self.data.origin
        return round(x * unit + left, 2), round(y * unit + top, 2)

    def join_waters(self) -> None:
        """Add the edges of one hex between nodes, in both directions."""
        one_step = [(n, 1) for n in self.nodes]
        out: list[list[tuple[Node, int]]] = [[] for _ in self.nodes]
        it = iter(self.data.edges)
        for a, b in zip(it, it, strict=True):
            out[a].append(one_step[b])
            out[b].append(one_step[a])
        self.edges = dict(zip(self.nodes, out, strict=True))

    def beyond_the_edge(self) -> tuple[list[str], list[str]]:
        """Add the virtual hexes and the edges to them. Returns their ids, and the ids of those that
        count as ports."""
        virtual, notional = [], []
        for name, row, number, water, port in self.data.virtual:
            self.coords[name] = Coord(row, number)
            at = self.centre(self.coords[name])
            self.add(Hex(name, "virtual", "other", 0, (water,), False, False, at), water)
            virtual.append(name)
            if port:
                notional.append(name)
        for one, two in self.data.extra:
            a, b = self.end(one), self.end(two)
            self.edges[a].append((b, 1))
            self.edges[b].append((a, 1))
        return virtual, notional

    def boxes(self) -> dict[str, Box]:
        """Add the off-board boxes, each a node of its own, with the edges into them."""
        found: dict[str, Box] = {}
        for box in self.data.boxes:
            entries = tuple(Entry(h, d) for h, d in box.entries)
            found[box.id] = Box(
                box.id,
                box.title,
                box.kind,
                box.clause,
                entries,
                box.gateways,
                box.aliases,
                box.note,
                box.range,
                box.ocean,
                box.neighbours,
                box.shape,
            )
            at = (box.at[0], box.at[1]) if box.at else _beside(self.data.window, len(found))
            node = self.add(
                Hex(box.id, "box", "rule", 0, (box.title,), False, False, at), box.title
            )
            for e in entries:
                for n in [Node(e.hex, i) for i in range(len(self.hexes[e.hex].waters))]:
                    self.edges[node].append((n, e.distance))
                    self.edges[n].append((node, e.distance))
        if self.data.kind == "zones":
            for zone in found.values():
                self.edges[Node(zone.id, 0)] += [(Node(other, 0), 1) for other in zone.neighbours]
        return found

    def add(self, hex: Hex, water: str) -> Node:
        """Add a place off the grid with its one body of water."""
        node = Node(hex.id, 0)
        self.hexes[hex.id] = hex
        self.nodes.append(node)
        self.water_of[node] = water
        self.edges[node] = []
        return node

    def end(self, x: int | str) -> Node:
        """Return the node at an end of an edge: by its number, or the only node of a place off the
        grid."""
        return Node(x, 0) if isinstance(x, str) else self.nodes[x]

    def place(self, p: _PlaceRow, coast: Coast) -> Place:
        """Return a place with the waters it touches (both halves of a parted one) and their
        fronts."""
        whole = [self.nodes[i] for i in p.waters]
        nodes = tuple(dict.fromkeys(x for n in whole for x in (n, coast.halves.get(n, n))))
        fronts = {self.water_of[n]: self.fronts.get(self.water_of[n], "") for n in nodes}
        return Place(
            p.name,
            p.hex,
            nodes,
            fronts,
            p.ports,
            p.base,
            p.group,
            p.island,
            p.aliases,
            p.source,
            p.clause,
            p.kind,
            p.at,
            p.country,
            p.note,
            p.rank,
            p.pools,
            p.size,
        )


def _beside(window: tuple[float, float, float, float], number: int) -> tuple[float, float]:
    """Return the point at which a box without a position is drawn: in a row under the board."""
    left, top, _, height = window
    return round(left + 130 + 250 * (number - 1), 1), round(top + height + 60, 1)


@cache
def coast_drawing(board_id: str) -> dict[str, Any]:
    """Return the coast drawing of a board: SVG paths ``land``, ``near``, ``far``, ``lakes``,
    ``graticule`` and ``lettering``."""
    raw = (resources.files("flagplot.boards") / "data" / f"{board_id}.coast.json").read_bytes()
    found: dict[str, Any] = msgspec.json.decode(raw)
    return found
