"""Facts of a map that come from the rules: straits, canals, closures, crossing arrows, fronts.
Loading a board joins them to its coast.

The generator makes coasts and waters. These facts are rows in the rule book that names them
(``map/*.toml``). An added row takes effect at once: where the coast leaves the water of a strait
whole, this module parts it."""

from __future__ import annotations

import tomllib
from collections import deque
from collections.abc import Container, Iterable, Mapping
from functools import cache
from importlib import resources
from itertools import pairwise
from typing import Literal, TypeVar

import msgspec

from .errors import BoardError
from .model import Control, Link, Node, Place

Edges = dict[Node, list[tuple[Node, int]]]


T = TypeVar("T")


class Gate(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The hexes in which a strait parts the water, and hexes on each of its two sides."""

    hexes: tuple[str, ...]
    sides: tuple[tuple[str, ...], tuple[str, ...]]


class Canal(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A canal: within one hex between its waters, or through a chain of hexes between two
    waters."""

    hex: str = ""
    chain: tuple[str, ...] = ()
    water: str = ""
    ends: tuple[str, ...] = ()


class LinkRow(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A row for a strait, canal, passage or crossing arrow.

    On hexes a strait has ``gates`` and ``controls`` and a canal its ``canal``; on squares and
    sheets a link leads along a ``way`` of squares, ports and zones, past ports whose ``holders``
    keep it open. An ``arrow`` joins the two land ``hexes`` it is drawn between.
    """

    id: str
    title: str
    kind: Literal["strait", "canal", "passage", "arrow"]
    clause: str
    source: Literal["rule", "house", "geography"] = "house"
    controls: tuple[Control, ...] = ()
    holders: tuple[str, ...] = ()
    gates: tuple[Gate, ...] = ()
    canal: Canal | None = None
    way: tuple[str, ...] = ()
    hexes: tuple[str, ...] = ()
    hexsides: tuple[str, ...] = ()
    """The hexsides along which it runs, for rules that use them. They create no edge between
    waters."""
    joins: tuple[tuple[str, str], ...] = ()
    """The waters it joins (``AA31/1``), where its hexes also hold waters other than those of its
    two sides."""
    sides: tuple[str, ...] = ()
    need: int = 0
    seasons: tuple[str, ...] = ()
    nations: tuple[str, ...] = ()
    note: str = ""


class ClosureRow(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Hexsides of water that no ship crosses, with the reason."""

    id: str
    title: str
    clause: str
    pairs: tuple[tuple[str, str], ...]
    note: str
    source: Literal["rule", "house", "geography"] = "rule"


class EntranceRow(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A port that ships enter and leave on one front only. An invasion may land there on that front
    too, or on ``any``."""

    port: str
    front: str
    clause: str
    also: tuple[str, ...] = ()
    invaded: Literal["front", "any"] = "front"


class Facts(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The facts of one map in a rule book."""

    link: tuple[LinkRow, ...] = ()
    closure: tuple[ClosureRow, ...] = ()
    entrance: tuple[EntranceRow, ...] = ()
    fronts: dict[str, str] = {}


@cache
def facts_of(where: str) -> Facts:
    """Return the facts of a board from a file of the package; no facts for an empty name. Raises
    :class:`BoardError` naming file and key."""
    return rows_of(where, Facts) if where else Facts()


def rows_of(where: str, kind: type[T]) -> T:
    """Return the rows of a TOML file of the package, by their schema. Raises :class:`BoardError`
    naming file and key."""
    raw = (resources.files("flagplot") / where).read_text("utf-8")
    try:
        return msgspec.convert(tomllib.loads(raw), kind)
    except (tomllib.TOMLDecodeError, msgspec.ValidationError) as e:
        raise BoardError(f"{where}: {e}") from None


class Coast:
    """The waters of a board while they are being joined: nodes, the edges between them, their
    names."""

    def __init__(self, nodes: list[Node], edges: Edges, water_of: dict[Node, str]) -> None:
        self.nodes, self.edges, self.water_of = nodes, edges, water_of
        self.of: dict[str, list[Node]] = {}
        for n in nodes:
            self.of.setdefault(n.hex, []).append(n)
        self.halves: dict[Node, Node] = {}
        """Waters that were parted here: first half (which keeps its number) -> second half."""
        self.joins: dict[str, list[tuple[Node, Node]]] = {}

    def bodies(self, row: str, hex: str) -> list[Node]:
        """Return the waters of a hex. Raises :class:`BoardError` when the hex of a row has none."""
        if hex not in self.of:
            raise BoardError(
                f"{row}: {hex} has no water on this board; name a hex of the coast or the sea"
            )
        return self.of[hex]

    def node(self, row: str, text: str) -> Node:
        """Return a water as a row names it. Raises :class:`BoardError` when there is no such
        water."""
        hex, _, number = text.partition("/")
        bodies = self.bodies(row, hex)
        if (number and not number.isdecimal()) or int(number or 0) >= len(bodies):
            raise BoardError(
                f"{row}: there is no water {text}; {hex} has {', '.join(map(str, bodies))}"
            )
        return bodies[int(number or 0)]

    def cut(self, a: Node, b: Node) -> None:
        """Remove the edge between two waters."""
        self.edges[a] = [e for e in self.edges[a] if e[0] != b]
        self.edges[b] = [e for e in self.edges[b] if e[0] != a]

    def close(self, row: ClosureRow) -> None:
        """Remove the edges over the hexsides of a closure."""
        for one, two in row.pairs:
            for a in self.bodies(row.id, one):
                for b in self.bodies(row.id, two):
                    self.cut(a, b)

    # -- straits
    def gate(self, row: LinkRow, gate: Gate) -> None:
        """Part the waters of a strait's hexes into one for each side, where the coast has not done
        so, and record the joins."""
        inside = [n for h in gate.hexes for n in self.bodies(row.id, h)]
        side = self.flood(gate, set(inside))
        around = {n: {side[m] for m, _ in self.edges[n] if m in side} for n in inside}
        whole = [n for n in inside if len(around[n]) > 1]
        joins = self.joins.setdefault(row.id, [])
        outer = {n: list(self.edges[n]) for n in whole}
        for n in whole:
            half = Node(n.hex, len(self.of[n.hex]))
            self.of[n.hex].append(half)
            self.nodes.append(half)
            self.water_of[half], self.edges[half], self.halves[n] = self.water_of[n], [], half
            joins.append((n, half))
        for n in whole:
            for m, _ in outer[n]:
                self.part(n, m, side, around)
        if not whole:
            joins += self.parted(inside, around)
        if not joins:
            raise BoardError(
                f"{row.id}: no water of {', '.join(gate.hexes)} touches both sides; look at the "
                "hexes of its gate"
            )

    def flood(self, gate: Gate, inside: set[Node]) -> dict[Node, int]:
        """Return the side of every water beyond the gate: the side from which it is reached
        first."""
        side: dict[Node, int] = {}
        queue: deque[Node] = deque()
        for i, hexes in enumerate(gate.sides):
            for n in (n for h in hexes for n in self.of.get(h, ()) if n not in inside):
                if n not in side:
                    side[n] = i
                    queue.append(n)
        while queue:
            n = queue.popleft()
            for m, _ in self.edges[n]:
                if m not in inside and m not in side:
                    side[m] = side[n]
                    queue.append(m)
        return side

    def part(
        self, n: Node, m: Node, side: Mapping[Node, int], around: Mapping[Node, set[int]]
    ) -> None:
        """Move the edge from a parted water to the half it belongs to; between two parted waters,
        copy it to both halves."""
        if m in self.halves:
            if n < m:
                self.put(self.halves[n], self.halves[m])
        elif (side[m] if m in side else min(around.get(m) or {0})) == 1:
            self.cut(n, m)
            self.put(self.halves[n], m)

    def put(self, a: Node, b: Node) -> None:
        """Add an edge of one hex between two waters."""
        self.edges[a].append((b, 1))
        self.edges[b].append((a, 1))

    def parted(
        self, inside: list[Node], around: Mapping[Node, set[int]]
    ) -> list[tuple[Node, Node]]:
        """Return the joins of a strait whose waters the coast has parted: within each hex, else
        from hex to hex."""
        sides = [(a, b) for a in inside for b in inside if around[a] == {0} and around[b] == {1}]
        sides += [(b, a) for a, b in sides if b < a]
        same = [(a, b) for a, b in sides if a.hex == b.hex and a < b]
        return same or [(a, b) for a, b in sides if a < b][:1]

    def canal(self, row: LinkRow, canal: Canal) -> None:
        """Record the joins of a canal."""
        if canal.hex:
            first, *others = self.bodies(row.id, canal.hex)
            found = [(first, n) for n in others if self.water_of[n] != self.water_of[first]]
        else:
            names = (canal.ends[0], *(canal.water for _ in canal.chain[1:-1]), canal.ends[-1])
            nodes = [
                next(n for n in self.bodies(row.id, h) if self.water_of[n] == name)
                for h, name in zip(canal.chain, names, strict=True)
            ]
            found = list(pairwise(nodes))
        if not found:
            raise BoardError(f"{row.id}: the hex {canal.hex} holds only one water")
        self.joins.setdefault(row.id, []).extend(found)

    def take(self, facts: Facts) -> None:
        """Close, part and join the waters by the rows of *facts*."""
        for closure in facts.closure:
            self.close(closure)
        for row in facts.link:
            for gate in row.gates if not row.joins else ():
                self.gate(row, gate)
            if row.joins:
                self.joins[row.id] = [
                    (self.node(row.id, a), self.node(row.id, b)) for a, b in row.joins
                ]
            if row.canal is not None:
                self.canal(row, row.canal)


def links_of(
    facts: Facts, known: Container[str], coast: Coast, places: Mapping[str, Place]
) -> Iterable[Link]:
    """Yield the links of a board; a link along a way lists the places it passes. *known* are the
    board's hexes, squares and boxes."""
    for k in facts.link:
        controls, joins = k.controls, tuple(coast.joins.get(k.id, ()))
        hexes = k.hexes or tuple(dict.fromkeys(h for gate in k.gates for h in gate.hexes))
        if k.canal is not None:
            hexes = (k.canal.hex,) if k.canal.hex else k.canal.chain
        if k.way:
            ends = [
                (places[x].hex, places[x].waters[:1]) if x in places else (x, ()) for x in k.way
            ]
            for x, (hex, waters) in zip(k.way, ends, strict=True):
                if not waters and hex not in known:
                    raise BoardError(f"{k.id}: {x} is not a water, port or zone of this board")
            hexes = tuple(hex for hex, _ in ends)
            nodes = [waters[0] if waters else Node(hex, 0) for hex, waters in ends]
            joins = tuple(pairwise(nodes))
            controls = tuple(
                Control(places[h].hex if h in places else h, "friendly", h) for h in k.holders
            )
        limits = k.need, k.seasons, k.nations
        yield Link(
            k.id,
            k.title,
            k.kind,
            k.clause,
            hexes,
            controls,
            joins,
            k.sides,
            k.source,
            k.note,
            *limits,
        )
    for c in facts.closure:
        hexes = tuple(dict.fromkeys(h for pair in c.pairs for h in pair))
        yield Link(c.id, c.title, "closure", c.clause, hexes, (), (), (), c.source, c.note)
