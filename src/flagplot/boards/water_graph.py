"""The water of a board as a graph over small integers, for one set of closed links (straits,
canals).

The part that no link changes is computed once a board. Each set of closed links changes it only
around its links, so a new set of closed straits costs little."""

from __future__ import annotations

from collections.abc import Mapping, Sequence, Set
from typing import NamedTuple

from .errors import BoardError
from .model import Board, Link, Node

NOTHING: frozenset[str] = frozenset()


class WaterGraph(NamedTuple):
    """The water graph of one set of closed links.

    Nodes of one hex that an open link joins are one vertex, the one with the least number; the
    other numbers stay unused. ``near[v]`` lists the vertices one hex away, ``far[v]`` and
    ``distant`` the steps longer than one hex. ``outer`` is ``near`` without the steps out of boxes;
    ``inner`` also leaves out virtual hexes. ``cell[v]`` is the hex; ``vertex`` maps nodes to
    vertices. ``terminal`` vertices are boxes; a route may end in one but not pass through it.
    """

    near: tuple[tuple[int, ...], ...]
    outer: tuple[tuple[int, ...], ...]
    inner: tuple[tuple[int, ...], ...]
    distant: tuple[tuple[int, int, int], ...]
    far: Mapping[int, tuple[tuple[int, int], ...]]
    cell: tuple[str, ...]
    vertex: Mapping[Node, int]
    nodes: tuple[tuple[Node, ...], ...]
    terminal: frozenset[int]
    virtual: frozenset[int]
    coastal: tuple[bool, ...]
    steps: dict[int, tuple[tuple[int, int], ...]]
    """The steps out of a vertex, in the order in which searches try them. Filled on demand."""


class _Sea(NamedTuple):
    """A board without its links: every node is a vertex."""

    number: Mapping[Node, int]
    near: tuple[tuple[int, ...], ...]
    inner: tuple[tuple[int, ...], ...]
    distant: tuple[tuple[int, int, int], ...]
    cell: tuple[str, ...]
    nodes: tuple[tuple[Node, ...], ...]
    terminal: frozenset[int]
    virtual: frozenset[int]
    coastal: tuple[bool, ...]


def water_graph(board: Board, closed: Set[str] = NOTHING) -> WaterGraph:
    """Return the water graph with these links closed (cached on the board)."""
    key = ("passage", frozenset(closed))
    found = board.cache.get(key)
    if isinstance(found, WaterGraph):
        return found
    unknown = set(closed) - set(board.links)
    if unknown:
        raise BoardError(
            f"the board {board.id} has no link {', '.join(sorted(unknown))}", sorted(board.links)
        )
    made = board.cache[key] = _opened(
        board, _sea(board), [link for link in board.links.values() if link.id not in closed]
    )
    return made


def _opened(board: Board, sea: _Sea, links: Sequence[Link]) -> WaterGraph:
    """Return the graph of a board with these links open."""
    joins = [(sea.number[a], sea.number[b]) for link in links for a, b in link.joins]
    least, groups = _joined(sea, joins)
    near, touched = _neighbours(sea, least, groups, joins)
    nodes = list(sea.nodes)
    for first, members in groups.items():
        for v in members:
            nodes[v] = ()
        nodes[first] = tuple(n for v in members for n in sea.nodes[v])
    far: dict[int, list[tuple[int, int]]] = {}
    for v, w, step in sea.distant:
        far.setdefault(least.get(v, v), []).append((least.get(w, w), step))
    # On square boards a port lies in a land square: routes may end there, but pass only through a
    # canal.
    through = {h for link in links for h in link.hexes} if board.kind == "square" else ()
    terminal = frozenset(
        v for v in sea.terminal if sea.cell[v] not in through or sea.cell[v] in board.boxes
    )
    outer, inner = list(near), list(sea.inner)
    for v in touched:
        inner[v] = tuple(w for w in near[v] if w not in sea.virtual)
    for v in terminal:
        outer[v] = inner[v] = ()
    return WaterGraph(
        near=tuple(near),
        outer=tuple(outer),
        inner=tuple(inner),
        far={v: tuple(out) for v, out in far.items()},
        distant=tuple((v, w, step) for v, out in far.items() for w, step in out),
        cell=sea.cell,
        vertex={**sea.number, **{n: first for v, first in least.items() for n in sea.nodes[v]}},
        nodes=tuple(nodes),
        terminal=terminal,
        virtual=sea.virtual,
        coastal=sea.coastal,
        steps={},
    )


def _joined(
    sea: _Sea, joins: Sequence[tuple[int, int]]
) -> tuple[dict[int, int], dict[int, list[int]]]:
    """Return vertex -> the least vertex it is merged with, for vertices that open links join within
    one hex; and the members of each merged vertex."""
    least: dict[int, int] = {}
    for v, w in joins:
        if sea.cell[v] == sea.cell[w]:
            low, high = sorted((least.setdefault(v, v), least.setdefault(w, w)))
            if low != high:
                least.update({v: low for v, root in least.items() if root == high})
    groups: dict[int, list[int]] = {}
    for v in sorted(least):
        groups.setdefault(least[v], []).append(v)
    return least, groups


def _neighbours(
    sea: _Sea,
    least: Mapping[int, int],
    groups: Mapping[int, Sequence[int]],
    joins: Sequence[tuple[int, int]],
) -> tuple[list[tuple[int, ...]], set[int]]:
    """Return the vertices one hex from each vertex after merging, and the vertices whose list
    differs from the one without links."""
    near, touched = list(sea.near), {*least, *(w for v in least for w in sea.near[v])}
    for first, members in groups.items():
        for v in members:
            near[v] = ()
        near[first] = tuple(w for v in members for w in sea.near[v])
    for v, w in joins:
        if sea.cell[v] != sea.cell[w]:
            one, other = least.get(v, v), least.get(w, w)
            near[one], near[other] = (*near[one], other), (*near[other], one)
            touched |= {one, other}
    for v in touched:
        near[v] = tuple(dict.fromkeys(least.get(w, w) for w in near[v]))
    return near, touched


def _sea(board: Board) -> _Sea:
    found = board.cache.get("sea")
    if isinstance(found, _Sea):
        return found
    number = {n: i for i, n in enumerate(board.nodes)}
    near: list[tuple[int, ...]] = [()] * len(number)
    distant = []
    for a, out in board.edges.items():
        near[number[a]] = tuple(dict.fromkeys(number[b] for b, d in out if d == 1))
        distant += [(number[a], number[b], d) for b, d in out if d != 1]
    virtual = frozenset(i for n, i in number.items() if n.hex in board.virtual)
    made = _Sea(
        number=number,
        near=tuple(near),
        distant=tuple(distant),
        cell=tuple(n.hex for n in number),
        inner=tuple(tuple(w for w in out if w not in virtual) for out in near)
        if virtual
        else tuple(near),
        nodes=tuple((n,) for n in number),
        terminal=frozenset(
            i
            for n, i in number.items()
            if (board.kind != "zones" and n.hex in board.boxes)
            or (board.kind == "square" and board.hexes[n.hex].kind == "land")
        ),
        virtual=virtual,
        coastal=tuple(board.hexes[n.hex].kind != "sea" for n in number),
    )
    board.cache["sea"] = made
    return made
