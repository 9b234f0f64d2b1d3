"""The board: cells, water nodes, places, links and boxes, immutable after loading.

:func:`misfit` checks whether a place of a scenario fits its board."""

from __future__ import annotations

import difflib
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, ClassVar, NamedTuple

import msgspec

from .errors import BoardError
from .grid import Coord, Grid, Point
from .name_folding import fold, fold_umlauts, index_by_umlauts


class Node(NamedTuple):
    """One body of water in one hex: ``Node("J30", 1)``. Body 0 is the largest; a box has the single
    body 0."""

    hex: str
    body: int

    def __str__(self) -> str:
        return f"{self.hex}/{self.body}" if self.body else self.hex


class Hex(msgspec.Struct, frozen=True):
    """A cell of the board.

    ``kind`` is ``sea``, ``coast``, ``land``, ``island`` (sea and land at once), ``virtual`` (beyond
    the printed edge) or ``box``. ``confidence`` says how reliable the cell is: ``rule`` (named by a
    rule), ``near`` (within two hexes of a named one) or ``other``; for the last, trust a player who
    disagrees. ``land`` is the land share of the cell in percent.
    """

    id: str
    kind: str
    confidence: str
    land: int
    waters: tuple[str, ...]
    beach: bool
    one_hex_island: bool
    centre: Point


class Control(msgspec.Struct, frozen=True):
    """A hex that must be held for a link to be open: ``required`` is ``friendly`` or
    ``friendly-or-neutral``."""

    hex: str
    required: str
    place: str = ""


class Link(msgspec.Struct, frozen=True):
    """A strait, canal or permanent closure, as a row of the rule book says it
    (:mod:`flagplot.boards.map_facts`).

    ``kind``: ``strait`` and ``canal`` depend on ``controls`` (``need`` of them must hold, all when
    it is 0); a ``closure`` is never open and is listed only to give its reason; a ``passage`` is
    always open (water too narrow for the grid); an ``arrow`` joins two land hexes across a strait
    and parts no water. ``seasons`` and ``nations`` limit who may use it and when (empty: no limit).
    ``joins`` are the node pairs that are joined while the link is open; ``hexes`` are the cells in
    which it lies; ``sides`` name the waters it parts.
    """

    id: str
    title: str
    kind: str
    clause: str
    hexes: tuple[str, ...]
    controls: tuple[Control, ...]
    joins: tuple[tuple[Node, Node], ...]
    sides: tuple[str, ...]
    source: str
    note: str = ""
    need: int = 0
    seasons: tuple[str, ...] = ()
    nations: tuple[str, ...] = ()

    @property
    def ends(self) -> tuple[str, str]:
        """The two cells or boxes that the link connects."""
        return self.joins[0][0].hex, self.joins[-1][1].hex


class Entry(msgspec.Struct, frozen=True):
    """An entrance from a box to the board: the first board hex, and the number of hexes that
    entering costs."""

    hex: str
    distance: int


class Box(msgspec.Struct, frozen=True):
    """An off-board box. ``kind`` is ``mapboard`` (a base of unlimited room) or ``ocean`` (a
    submarine-war box).

    ``entries`` are empty for boxes that are not reached by counting hexes. ``gateways`` are then
    the places from which special rules allow entry.
    """

    id: str
    title: str
    kind: str
    clause: str
    entries: tuple[Entry, ...]
    gateways: tuple[str, ...]
    aliases: tuple[str, ...]
    note: str = ""
    range: int = 0
    ocean: str = ""
    neighbours: tuple[str, ...] = ()
    shape: tuple[Point, ...] = ()


class Place(msgspec.Struct, frozen=True):
    """A named place, or the anonymous place of a hex id.

    ``waters`` are the nodes a ship of this place floats in; they may lie in a neighbouring approach
    hex. ``ports`` is the number of ports (0: none), ``size`` a port's size where the board grades
    them; ``fronts`` maps each of the place's waters to its front. ``source`` is the authority for
    its hex: ``rule`` (named by a rule), ``scenario`` or ``geography`` (computed from its position,
    may be one hex off). ``at`` is the point to draw, in board units.
    """

    name: str
    hex: str
    waters: tuple[Node, ...]
    fronts: Mapping[str, str]
    ports: int
    naval_base: bool
    island_group: str
    one_hex_island: bool
    aliases: tuple[str, ...]
    source: str
    clause: str
    kind: str
    at: Point
    country: str = ""
    note: str = ""
    rank: int = 2
    pools: tuple[str, ...] = ()
    size: int = 0

    @property
    def label(self) -> str:
        """The name in readable form: the words of a name that orders write as one word
        (``LaSpezia``)."""
        return next((a for a in self.aliases if a.replace(" ", "") == self.name), self.name)

    @property
    def front(self) -> str:
        """The front of the first water; empty when there is none."""
        return next(iter(self.fronts.values()), "")


@dataclass(frozen=True, eq=False)
class Board:
    """A map with its waters, places and edges. Compare by identity; get one from
    :func:`flagplot.boards.load`.

    ``port_leg`` is the usual longest leg between port touches, in hexes (0: none), and
    ``port_leg_clause`` its clause: defaults for route suggestions, not enforced here. ``kind`` is
    ``hex``, ``square`` or ``zones`` (no cells: its boxes are the places, and edges lead from box to
    box).
    """

    id: str
    title: str
    kind: str
    grid: Grid
    unit: float
    origin: Point
    hexes: Mapping[str, Hex]
    coords: Mapping[str, Coord]
    nodes: tuple[Node, ...]
    water_of: Mapping[Node, str]
    fronts: Mapping[str, str]
    edges: Mapping[Node, tuple[tuple[Node, int], ...]]
    places: Mapping[str, Place]
    links: Mapping[str, Link]
    boxes: Mapping[str, Box]
    virtual: frozenset[str]
    notional_ports: frozenset[str]
    island_groups: Mapping[str, tuple[str, ...]]
    window: tuple[float, float, float, float]
    data_digest: str
    sides: Mapping[tuple[str, str], str]
    port_leg: int = 0
    port_leg_clause: str = ""
    cache: dict[object, Any] = field(default_factory=dict, repr=False)

    # ------------------------------------------------------------------ cells and nodes
    def bodies(self, hex_id: str) -> tuple[Node, ...]:
        """Return the water nodes of a hex (none for a land hex). Raises :class:`BoardError` for an
        unknown hex."""
        found = self._bodies.get(hex_id)
        if found is None:
            self.hex(hex_id)
            raise BoardError(f"{hex_id} is not on the board {self.id}")
        return found

    @cached_property
    def _bodies(self) -> Mapping[str, tuple[Node, ...]]:
        return {h: tuple(Node(h, i) for i in range(len(c.waters))) for h, c in self.hexes.items()}

    def hex(self, hex_id: str) -> Hex:
        """Return the cell with this id. Raises :class:`BoardError` with a reason for an unknown
        one."""
        found = self.hexes.get(hex_id)
        if found is not None:
            return found
        self.grid.parse(hex_id)
        raise BoardError(f"{hex_id} is not on the board {self.id}")

    def water(self, node: Node) -> str:
        """Return the name of the water in a node: ``North Sea``."""
        try:
            return self.water_of[node]
        except KeyError:
            self.hex(node.hex)
            raise BoardError(f"{node.hex} has no body of water {node.body}") from None

    def front(self, node: Node) -> str:
        """Return the front that owns a node's water; empty where the board has none."""
        return self.fronts.get(self.water(node), "")

    def neighbours(self, node: Node) -> tuple[Node, ...]:
        """Return the nodes that are always one step away by water, even when all links are
        closed."""
        self.water(node)
        return tuple(n for n, _ in self.edges.get(node, ()))

    def adjacent(self, hex_id: str) -> tuple[str, ...]:
        """Return the touching cells on the board, over land or water."""
        near = self._by_coord
        return tuple(near[c] for c in self.grid.neighbours(self._coord(hex_id)) if c in near)

    def distance(self, one: str, two: str) -> int:
        """Return the distance between two hexes in a straight line, in cells. Raises
        :class:`BoardError` for boxes and unknown ids."""
        return self.grid.distance(self._coord(one), self._coord(two))

    def side(self, one: str, two: str) -> str:
        """Return the kind of the side between two touching cells.

        It is ``full`` or ``partial`` water, ``land``, or a kind from the hand table: ``strait``,
        ``river``, ``canal``, ``lake``. Boards without a table of sides return ``full`` where water
        joins the cells.
        """
        known = self.sides.get((one, two)) or self.sides.get((two, one))
        if known:
            return known
        if self.distance(one, two) != 1:
            raise BoardError(f"{one} does not touch {two}")
        near = {n.hex for node in self.bodies(one) for n, _ in self.edges[node]}
        return "full" if two in near else "land"

    def within(self, hex_id: str, radius: int) -> frozenset[str]:
        """Return all cells up to ``radius`` from a hex in a straight line, that hex included."""
        ring = {self._coord(hex_id)}
        seen = set(ring)
        for _ in range(radius):
            ring = {n for c in ring for n in self.grid.neighbours(c)} - seen
            seen |= ring
        near = self._by_coord
        return frozenset(near[c] for c in seen if c in near)

    def _coord(self, hex_id: str) -> Coord:
        found = self.coords.get(hex_id)
        if found is None:
            if hex_id in self.boxes:
                raise BoardError(f"{hex_id} is a box: it has no position on the grid")
            self.hex(hex_id)
        return self.coords[hex_id]

    @cached_property
    def _by_coord(self) -> Mapping[Coord, str]:
        return {c: h for h, c in self.coords.items()}

    def point(self, hex_id: str) -> Point:
        """Return the centre of a cell or box in board units."""
        return self.hex(hex_id).centre

    # ------------------------------------------------------------------ places
    def find(self, text: str) -> Place:
        """Return a place by name, alias, box name or hex id, in any case. Raises
        :class:`BoardError` with similar names."""
        known = self.find_or_none(text)
        if known is not None:
            return known
        tidy = text.strip()
        if not tidy:
            raise BoardError(f"name a place or hex of the board {self.id}")
        near = difflib.get_close_matches(fold(text), self.names, n=5, cutoff=0.6)
        names = list(dict.fromkeys(self.names[n].name for n in near))
        raise BoardError(f"there is no place or hex {tidy!r} on this board", names)

    def find_or_none(self, text: str) -> Place | None:
        """Return a place as :meth:`find` does, or ``None``. It skips the slow search for similar
        names."""
        known = self._by_id.get(text)
        if known is None:
            known = self._look_up(text)
            if known is not None and text in self.hexes:
                self._by_id[text] = known
        return known

    @cached_property
    def _by_id(self) -> dict[str, Place]:
        """Hex ids looked up so far."""
        return {}

    def _look_up(self, text: str) -> Place | None:
        found = self.names.get(fold(text))
        if found is not None:
            return found
        spelled = self._umlauts.get(fold_umlauts(text))
        if spelled is not None:
            return self.names[fold(spelled)]
        tidy = text.strip()
        for hex_id in (tidy, tidy.upper()):
            if hex_id in self.hexes:
                return self._plain(hex_id)
            try:  # another id of the same cell, on a board where several sheets number it
                other = self._by_coord.get(self.grid.parse(hex_id))
            except BoardError:
                continue
            if other is not None:
                return self._plain(other)
        return None

    def places_at(self, hex_id: str) -> tuple[Place, ...]:
        """Return the named places of a hex, ports first."""
        return self._places_by_hex.get(hex_id, ())

    def ports(self) -> Iterator[Place]:
        """Return every place with a port, in the order of the hand table."""
        return (p for p in self.places.values() if p.ports)

    def port_nodes(self, hexes: Iterable[str]) -> frozenset[Node]:
        """Return the nodes in which a ship touches the ports of these hexes; for a hex without a
        named port, all its waters."""
        out: set[Node] = set()
        for h in hexes:
            waters = [n for p in self.places_at(h) if p.ports for n in p.waters]
            out.update(waters or self.bodies(h))
        return frozenset(out)

    def _plain(self, hex_id: str) -> Place:
        cell = self.hexes[hex_id]
        waters = self.bodies(hex_id)
        if not waters:  # a port hex without water of its own is left through its approach hex
            waters = next((p.waters for p in self.places_at(hex_id) if p.waters), ())
        fronts = {self.water_of[n]: self.fronts.get(self.water_of[n], "") for n in waters}
        return Place(
            name=hex_id,
            hex=hex_id,
            waters=waters,
            fronts=fronts,
            ports=0,
            naval_base=False,
            island_group="",
            one_hex_island=cell.one_hex_island,
            aliases=(),
            source="grid",
            clause="",
            kind="hex",
            at=cell.centre,
        )

    @cached_property
    def names(self) -> Mapping[str, Place]:
        """The places and boxes of the board by all their names, folded. A name hides an equal alias
        of another place."""
        out: dict[str, Place] = {}
        for p in self.places.values():
            for alias in p.aliases:
                out.setdefault(fold(alias), p)
        for box in self.boxes.values():
            here = self._plain(box.id)
            place = msgspec.structs.replace(
                here,
                name=box.title,
                kind="box",
                aliases=box.aliases,
                clause=box.clause,
                source="rule",
            )
            for name in (box.id, box.title, *box.aliases):
                out.setdefault(fold(name), place)
        for p in self.places.values():
            out[fold(p.name)] = p
        return out

    @cached_property
    def _umlauts(self) -> Mapping[str, str]:
        """The names of places by their spelling of umlauts, where that is unambiguous."""
        return index_by_umlauts({name: place.name for name, place in self.names.items()})

    @cached_property
    def _places_by_hex(self) -> Mapping[str, tuple[Place, ...]]:
        out: dict[str, list[Place]] = {}
        for p in self.places.values():
            out.setdefault(p.hex, []).append(p)
        return {h: tuple(sorted(ps, key=lambda p: (not p.ports, p.rank))) for h, ps in out.items()}

    # ------------------------------------------------------------------ drawing
    shown: ClassVar[Callable[[Board], str]]
    """A function that returns the drawing a notebook shows of a board. The package sets it, so that
    the model does not import drawing."""

    def _repr_svg_(self) -> str:
        return type(self).shown(self)

    def __repr__(self) -> str:
        return f"<Board {self.id}: {len(self.hexes)} cells, {len(self.places)} places>"


AFLOAT = ("sea", "virtual", "lake")
"""Kinds of cells without any land."""


def misfit(
    board: Board,
    name: str,
    cell: str,
    *,
    port: bool = False,
    land: bool = False,
    spelled: bool = False,
) -> str:
    """Return why a place called *name* in *cell* does not fit a board; empty when it fits.

    A *port* needs water that leads out of its cell. *land* is true for a place that needs land (an
    airfield). A name that the board knows must be in the board's cell. *spelled* also requires the
    board's spelling, for rule books that identify places by name.
    """
    if cell not in board.hexes:
        return f"{name}: the board {board.id} has no {cell!r}"
    known = board.find_or_none(name)
    if known is not None and known.kind != "hex":
        if known.hex != cell:
            return f"{name}: the board {board.id} has it in {known.hex}, not in {cell}"
        if spelled and known.name != name and known.kind != "box":
            return f"{name}: the board {board.id} calls it {known.name}"
    if land and board.hexes[cell].kind in AFLOAT:
        return f"{name}: {cell} is {board.hexes[cell].kind}, and an airfield stands on land"
    if port:
        waters = known.waters if known is not None and known.waters else board.bodies(cell)
        if not waters:
            return f"{name}: no water touches {cell}"
        ways = any(board.neighbours(w) for w in waters)
        if not ways and not any(
            n in waters for link in board.links.values() for pair in link.joins for n in pair
        ):
            return f"{name}: no water leads out of {cell}"
    return ""
