"""Routes over the water: reach, shortest routes, checks of paths.

All functions take ``closed``, the ids of the links (straits, canals) that the moving side may not
pass; the rule book supplies it. Distances count the cells entered; the starting cell counts zero.

``touch_every`` and ``ports`` express "touch a port at least every N hexes". ``ports`` is a set of
hex ids (or nodes), or a mapping from them to the length of the leg that may follow a touch there,
for ports that support less. ``initial_leg`` replaces N for the leg before the first touch."""

from __future__ import annotations

import heapq
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence, Set
from itertools import pairwise

import msgspec

from .errors import BoardError
from .lower_bounds import FAR, LowerBound, bounds_per_stage
from .model import Board, Link, Node, Place
from .water_graph import NOTHING, WaterGraph, water_graph

Where = str | Node | Place | frozenset[Node]
"""A place: its name or hex id, one body of water, a place with its own waters, or several bodies of
water."""


Ports = Collection[str] | Collection[Node] | Mapping[str, int] | Mapping[Node, int]


CACHED = 20_000


NO_VERTEX: frozenset[int] = frozenset()


DETOUR = 6
"""Hexes by which a route may exceed the fewest in the first, cheap search."""


class Leg(msgspec.Struct, frozen=True):
    """A stretch between port touches: first hex, last hex, and length in hexes."""

    start: str
    end: str
    length: int


class Route(msgspec.Struct, frozen=True):
    """A route over the water.

    ``nodes`` run from start to end; ``hexes`` are their hex ids; ``legs`` the stretches between
    port touches; ``distance`` the hexes counted; ``links`` the straits and canals passed, in order.
    :func:`limited_by` explains why a route is longer than over open water.
    """

    nodes: tuple[Node, ...]
    hexes: tuple[str, ...]
    legs: tuple[Leg, ...]
    distance: int
    links: tuple[str, ...]


class PathFault(msgspec.Struct, frozen=True):
    """A fault in one step of a given path.

    ``code``: ``unknown``, ``no-water``, ``not-adjacent``, ``no-passage`` (touching, but no water
    between them), ``closed-link`` (``link`` names it). ``index`` is the position of the offending
    hex in the path.
    """

    code: str
    index: int
    hex: str
    link: str = ""
    detail: str = ""


def _starts(board: Board, where: Where) -> tuple[Node, ...]:
    if isinstance(where, Node):
        board.water(where)
        return (where,)
    if isinstance(where, frozenset):
        return tuple(sorted(where))
    place = where if isinstance(where, Place) else board.find(where)
    if not place.waters:
        raise BoardError(
            f"{place.name} is a land hex: no water touches it"
            if place.kind == "hex"
            else f"{place.name} ({place.hex}) is not on the water"
        )
    return place.waters


def _touch(board: Board, ports: Ports, every: int | None, p: WaterGraph) -> dict[int, int]:
    """Return vertex -> hexes that may follow a port touch there."""
    if every is None or not ports:
        return {}
    key = ("touch", id(p), every, _ports_key(ports))
    known: dict[int, int] | None = board.cache.get(key)
    if known is not None:
        return known
    out: dict[int, int] = {}
    legs = ports if isinstance(ports, Mapping) else None
    for item in ports:
        leg = every if legs is None else min(every, legs[item])  # type: ignore[index]
        nodes: Iterable[Node] = (item,) if isinstance(item, Node) else board.port_nodes((item,))
        for n in nodes:
            if n not in p.vertex:
                board.water(n)
            v = p.vertex[n]
            out[v] = max(leg, out.get(v, 0))
    _remember(board, key, out)
    return out


def _ports_key(ports: Ports) -> object:
    return frozenset(ports.items()) if isinstance(ports, Mapping) else frozenset(ports)


def reach(
    board: Board,
    start: Where,
    limit: int,
    *,
    touch_every: int | None = None,
    ports: Ports = (),
    closed: Set[str] = NOTHING,
    initial_leg: int | None = None,
    avoid: Set[str] = NOTHING,
    offboard: bool = False,
) -> Mapping[Node, int]:
    """Return the waters within ``limit`` hexes of a place, with the fewest hexes to each; cached.

    Two bodies of water in one hex are as far apart as the route between them. Water counts as
    reached when the route to it keeps the port rule, the leg after the last touch included. A box
    is the one body of water of its id. ``offboard`` lets routes use the virtual hexes beyond the
    board's edge. Raises :class:`BoardError` for unknown places and links.
    """
    nodes = _starts(board, start)
    key = (
        "reach",
        nodes,
        limit,
        touch_every,
        _ports_key(ports),
        frozenset(closed),
        initial_leg,
        frozenset(avoid),
        offboard,
    )
    found: Mapping[Node, int] | None = board.cache.get(key)
    if found is not None:
        return found
    p = water_graph(board, closed)
    starts, shut = [p.vertex[n] for n in nodes], _shut(p, avoid, offboard)
    if touch_every is None and p.terminal.isdisjoint(starts):
        rings = _rings(p.outer if offboard else p.inner, starts, limit, shut if avoid else ())
        waters = p.nodes
        if not p.distant:
            out = {n: d for d, ring in enumerate(rings) for v in ring for n in waters[v]}
            _remember(board, key, out)
            return out
        far = {v: d for d, ring in enumerate(rings) for v in ring}
        for v, w, step in p.distant:
            if v not in p.terminal and far.get(v, FAR) + step <= min(limit, far.get(w, FAR)):
                far[w] = far[v] + step
    else:
        far = _spread(
            p, starts, limit, touch_every, _touch(board, ports, touch_every, p), initial_leg, shut
        )
    out = {n: d for v, d in far.items() for n in p.nodes[v]}
    _remember(board, key, out)
    return out


def _shut(p: WaterGraph, avoid: Set[str], offboard: bool) -> Set[int]:
    shut = NO_VERTEX if offboard else p.virtual
    return shut | {i for i, h in enumerate(p.cell) if h in avoid} if avoid else shut


def _rings(
    near: Sequence[Sequence[int]], starts: Sequence[int], limit: int, shut: Iterable[int]
) -> list[list[int]]:
    """Return the vertices at each distance, without any port rule, for starts on the board (not
    boxes)."""
    seen = bytearray(len(near))
    for v in shut:
        seen[v] = 1
    for v in starts:
        seen[v] = 1
    ring = list(starts)
    rings = [ring]
    while ring and len(rings) <= limit:
        fresh = []
        for v in ring:
            for w in near[v]:
                if not seen[w]:
                    seen[w] = 1
                    fresh.append(w)
        rings.append(fresh)
        ring = fresh
    return rings


def _spread(
    p: WaterGraph,
    starts: Sequence[int],
    limit: int,
    every: int | None,
    touch: Mapping[int, int],
    initial: int | None,
    shut: Set[int],
) -> dict[int, int]:
    """Return the distance of each vertex by a breadth-first search in rings. The label of a vertex
    is the number of hexes that may follow before a port must be touched.

    A vertex is visited again only when a later ring brings a better label. Each ring has its own
    dict: the global best may already contain a later arrival, so a label of the frontier must not
    be compared with it.
    """
    near, far, terminal = p.near, p.far, p.terminal
    special = terminal | far.keys()
    # Give shut vertices an unbeatable label: the search then skips them, also where a port would
    # reset the leg.
    best = [-1] * len(near)
    legs = [-1] * len(near)
    for v, leg in touch.items():
        legs[v] = leg
    for v in shut:
        best[v] = FAR + 1
    first = FAR if every is None else every if initial is None else initial
    ring = {v: max(first, legs[v]) for v in starts}
    distance = dict.fromkeys(ring, 0)
    for v, left in ring.items():
        best[v] = left
    later: dict[int, dict[int, int]] = {}
    begin = frozenset(starts)
    d = 0
    while (ring or later) and d < limit:
        d += 1
        fresh = {v: left for v, left in later.pop(d, {}).items() if best[v] < left}
        for v, left in ring.items():
            if v in special:
                if v in terminal and v not in begin:
                    continue
                for w, step in far.get(v, ()):
                    rest = left - step
                    if rest >= 0:
                        rest = max(rest, legs[w])
                        slot = later.setdefault(d - 1 + step, {})
                        if best[w] < rest and slot.get(w, -1) < rest:
                            slot[w] = rest
            left -= 1
            if left < 0:
                continue
            for w in near[v]:
                leg = legs[w]
                rest = left if left > leg else leg
                if best[w] < rest and fresh.get(w, -1) < rest:
                    fresh[w] = rest
        for v, left in fresh.items():
            best[v] = left
            if v not in distance:
                distance[v] = d
        ring = fresh
    return distance


def route(
    board: Board,
    start: Where,
    end: Where,
    *,
    closed: Set[str] = NOTHING,
    via: Sequence[Where] = (),
    touch_every: int | None = None,
    ports: Ports = (),
    limit: int | None = None,
    initial_leg: int | None = None,
    hex_cost: Mapping[str, float] | Callable[[str], float] | None = None,
    avoid: Set[str] = NOTHING,
    offboard: bool = False,
) -> Route | None:
    """Return the shortest route by water from one place to another, or None when there is none.

    Among equally short routes the one with fewer turns and less coast is taken, then the first in
    reading order, so the answer never varies. ``via`` are places to pass in this order.
    ``hex_cost`` adds a cost per hex entered (the chance of interception there, for example). The
    result is then the route within ``limit`` hexes with the least distance plus cost. ``avoid`` are
    hexes not to enter. Raises :class:`BoardError` for unknown places and links.
    """
    key = None
    if hex_cost is None:
        key = (
            "route",
            _starts(board, start),
            _starts(board, end),
            frozenset(closed),
            tuple(_starts(board, w) for w in via),
            touch_every,
            _ports_key(ports),
            limit,
            initial_leg,
            frozenset(avoid),
            offboard,
        )
        if key in board.cache:
            known: Route | None = board.cache[key]
            return known
    p = water_graph(board, closed)
    stops = [frozenset(p.vertex[n] for n in _starts(board, w)) for w in (*via, end)]
    starts = [p.vertex[n] for n in _starts(board, start)]
    shut = _shut(p, avoid, offboard)
    touch = _touch(board, ports, touch_every, p)
    table = hex_cost if isinstance(hex_cost, Mapping) else {}
    extra = (
        hex_cost
        if callable(hex_cost)
        else None
        if hex_cost is None
        else lambda h: table.get(h, 0.0)
    )
    ahead = bounds_per_stage(board, p, stops, shut)
    most = FAR if limit is None else limit
    fewest = ahead[0].nearest(starts)
    trail = None
    # Try a tight length cap first: most routes are within DETOUR of the lower bound, and the search
    # stays small.
    for cap in (
        dict.fromkeys((most if extra else min(most, fewest + DETOUR), most))
        if fewest <= most
        else ()
    ):
        for bound in ahead:
            bound.out_to(cap)
        trail = _search(
            board, p, starts, stops, ahead, touch_every, touch, initial_leg, cap, extra, shut
        )
        if trail is not None:
            break
    way = None
    if trail is not None:
        way = _as_route(board, p, trail, closed, touch, touch_every, initial_leg)
    if key is not None:
        _remember(board, key, way)
    return way


def _remember(board: Board, key: object, value: object) -> None:
    """Cache an answer. When the cache is full, routes and distances are dropped, but not the
    graphs."""
    if len(board.cache) > CACHED:
        for old in [
            k
            for k in board.cache
            if isinstance(k, tuple) and k[0] in ("route", "reach", "bound", "touch")
        ]:
            del board.cache[old]
    board.cache[key] = value


_Item = tuple[float, float, int, int, float, int, int, int, tuple[int, int] | None, int]
"""A partial route: (estimate, flaws, serial, distance, cost, vertex, stage, left, heading,
parent)."""


def _search(
    board: Board,
    p: WaterGraph,
    starts: Sequence[int],
    stops: Sequence[frozenset[int]],
    ahead: Sequence[LowerBound],
    every: int | None,
    touch: Mapping[int, int],
    initial: int | None,
    cap: int,
    extra: Callable[[str], float] | None,
    shut: Set[int],
) -> list[int] | None:
    """Search by A* over (vertex, stage, hexes left before a touch, heading). Returns the vertices
    in order, or ``None``."""
    fewest = [b.known for b in ahead]
    last = len(stops) - 1
    coords, coastal, cell = board.coords, p.coastal, p.cell
    terminal, begin = p.terminal, frozenset(starts)
    trail: list[tuple[int, int]] = []
    first = FAR if every is None else every if initial is None else initial
    heap: list[_Item] = []
    for v in sorted((v for v in begin if v in fewest[0]), key=lambda v: cell[v]):
        stage = next((n for n in range(last) if v not in stops[n]), last)
        left = first if every is None else max(first, touch.get(v, 0))
        heap.append((fewest[stage].get(v, FAR), 0.0, len(heap), 0, 0.0, v, stage, left, None, -1))
    heapq.heapify(heap)
    serial = len(heap)
    seen: dict[tuple[int, int, tuple[int, int] | None], list[tuple[float, float, int, int]]] = {}
    while heap:
        _, flaws, _, dist, cost, v, stage, left, heading, parent = heapq.heappop(heap)
        labels = seen.setdefault((v, stage, heading), [])
        if any(
            c <= dist + cost and f <= flaws and d <= dist and rest >= left
            for c, f, d, rest in labels
        ):
            continue
        labels.append((dist + cost, flaws, dist, left))
        trail.append((v, parent))
        here = len(trail) - 1
        if stage == last and v in stops[last]:
            return _traced(trail, here)
        if v in terminal and v not in begin:
            continue
        at = coords.get(cell[v])
        for w, step in p.steps.get(v) or _steps(p, v):
            if w in shut or left < step:
                continue
            rest = max(left - step, touch.get(w, 0)) if every is not None else FAR
            nstage = stage
            while nstage < last and w in stops[nstage]:
                nstage += 1
            h = fewest[nstage].get(w)
            if h is None or dist + step + h > cap:
                continue
            to = coords.get(cell[w])
            turn = (to.a - at.a, to.b - at.b) if at is not None and to is not None else None
            bend = 1.0 if heading is not None and turn != heading else 0.0
            more = flaws + bend + (0.6 if coastal[w] else 0.0)
            ncost = cost + (extra(cell[w]) if extra else 0.0)
            key = (w, nstage, turn)
            total = dist + step + ncost
            if any(
                c <= total and f <= more and d <= dist + step and r >= rest
                for c, f, d, r in seen.get(key, ())
            ):
                continue
            serial += 1
            heapq.heappush(
                heap, (total + h, more, serial, dist + step, ncost, w, nstage, rest, turn, here)
            )
    return None


def _steps(p: WaterGraph, v: int) -> tuple[tuple[int, int], ...]:
    """Return the steps out of a vertex, (vertex, hexes) pairs, in an order that never varies;
    cached."""
    steps = [(w, 1) for w in p.near[v]] + list(p.far.get(v, ()))
    found = p.steps[v] = tuple(sorted(steps, key=lambda s: (s[1], p.cell[s[0]], s[0])))
    return found


def _traced(trail: Sequence[tuple[int, int]], here: int) -> list[int]:
    """Return the vertices from the start to a place on the trail. Each trail entry has the index of
    the one before it."""
    way = []
    while here >= 0:
        v, here = trail[here]
        way.append(v)
    return way[::-1]


def _as_route(
    board: Board,
    p: WaterGraph,
    trail: Sequence[int],
    closed: Set[str],
    touch: Mapping[int, int],
    every: int | None,
    initial: int | None,
) -> Route:
    def step(a: int, b: int) -> int:
        return 1 if b in p.near[a] else next(d for w, d in p.far[a] if w == b)

    hexes = tuple(p.cell[v] for v in trail)
    length = [0]
    for a, b in pairwise(trail):
        length.append(length[-1] + step(a, b))
    legs = _legs(trail, hexes, length, touch, every, initial)
    nodes = tuple(p.nodes[v][0] for v in trail)
    return Route(
        nodes=nodes,
        hexes=hexes,
        legs=legs,
        distance=length[-1],
        links=_links_on(board, p, trail, closed),
    )


def limited_by(
    board: Board,
    found: Route,
    start: Where,
    end: Where,
    *,
    closed: Set[str] = NOTHING,
    via: Sequence[Where] = (),
    touch_every: int | None = None,
    avoid: Set[str] = NOTHING,
    offboard: bool = False,
) -> str:
    """Return in words what made a route longer than over open water; empty when nothing did. The
    route comes from :func:`route` with the same arguments."""
    p, free_water = water_graph(board, closed), water_graph(board)
    stops = [frozenset(p.vertex[n] for n in _starts(board, w)) for w in (*via, end)]
    begin = _starts(board, start)
    straight = bounds_per_stage(board, p, stops, _shut(p, avoid, offboard))[0]
    opened = [frozenset(free_water.vertex[n] for v in s for n in p.nodes[v]) for s in stops]
    open_water = bounds_per_stage(board, free_water, opened, _shut(free_water, NOTHING, offboard))[
        0
    ]
    starts = [p.vertex[n] for n in begin]
    fewest = straight.nearest(starts)
    free = open_water.nearest([free_water.vertex[n] for v in starts for n in p.nodes[v]])
    reasons = []
    if found.distance > fewest:
        reasons.append(
            f"the detour by ports: {found.distance - fewest} hexes longer than the direct {fewest}"
            if touch_every is not None
            else f"the cost of its hexes: {found.distance - fewest} longer than {fewest}"
        )
    if free < fewest:
        ids = _opened(board, p, starts, stops, closed, fewest)
        names = ", ".join(board.links[i].title for i in ids) or "closed links"
        reasons.append(f"closed to the mover: {names} ({free} hexes if open)")
    return "; ".join(reasons)


def _legs(
    trail: Sequence[int],
    hexes: Sequence[str],
    length: Sequence[int],
    touch: Mapping[int, int],
    every: int | None,
    initial: int | None,
) -> tuple[Leg, ...]:
    """Cut a route at the touches it needs, each as late as its leg allows, so that legs are few."""
    end = len(trail) - 1
    if every is None:
        return (Leg(hexes[0], hexes[-1], length[-1]),)
    out: list[Leg] = []
    here, allowed = 0, max(every if initial is None else initial, touch.get(trail[0], 0))
    while length[end] - length[here] > allowed:
        options = [
            i
            for i in range(here + 1, end + 1)
            if trail[i] in touch and length[i] - length[here] <= allowed
        ]
        if not options:
            break
        then = max(options, key=lambda i: length[i] + touch[trail[i]])
        out.append(Leg(hexes[here], hexes[then], length[then] - length[here]))
        here, allowed = then, touch[trail[then]]
    if here < end or not out:
        out.append(Leg(hexes[here], hexes[end], length[end] - length[here]))
    return tuple(out)


def _links_on(
    board: Board, p: WaterGraph, trail: Sequence[int], closed: Set[str]
) -> tuple[str, ...]:
    """Return the open links that a route passes through: those whose closing would cut it."""
    out: list[tuple[int, str]] = []
    for link in board.links.values():
        if link.id in closed or link.kind == "closure":
            continue
        lies = [i for i, v in enumerate(trail) if p.cell[v] in link.hexes]
        if not lies:
            continue
        hexes = [p.cell[v] for v in trail]
        if _cut(board, hexes, water_graph(board, set(closed) | {link.id}), p.nodes[trail[0]]):
            out.append((lies[0], link.id))
    return tuple(i for _, i in sorted(out))


def _cut(board: Board, hexes: Sequence[str], p: WaterGraph, waters: Iterable[Node]) -> bool:
    """Return whether a path of touching hexes cannot be sailed. It is faster than
    :func:`check_path`, which says why."""
    here = {p.vertex[n] for n in waters}
    for before, h in pairwise(hexes):
        every = {p.vertex[n] for n in board.bodies(h)}
        here = here & every if h == before else {w for v in here for w in _out(p, v) if w in every}
        if not here:
            return True
    return False


def _opened(
    board: Board,
    p: WaterGraph,
    starts: Sequence[int],
    stops: Sequence[frozenset[int]],
    closed: Set[str],
    fewest: int,
) -> tuple[str, ...]:
    """Return the closed links each of which would shorten the route if opened alone; all closed
    links when no single one would."""
    shorter = []
    for i in sorted(closed):
        q = water_graph(board, set(closed) - {i})
        goals = [frozenset(q.vertex[n] for v in s for n in p.nodes[v]) for s in stops]
        bound = bounds_per_stage(board, q, goals, q.virtual)[0]
        if bound.nearest([q.vertex[n] for v in starts for n in p.nodes[v]]) < fewest:
            shorter.append(i)
    return tuple(shorter) or tuple(sorted(closed))


def blocking_links(board: Board, start: Where, end: Where, closed: Set[str]) -> tuple[Link, ...]:
    """Return the closed links that separate two places: those that would open a route if opened
    alone, or the smallest set that would together, and those on every route around them. Empty when
    a route exists already or no link helps."""

    def joined(shut: Set[str]) -> bool:
        p = water_graph(board, shut)
        goal = {p.vertex[n] for n in _starts(board, end)}
        return not goal.isdisjoint(
            _spread(p, [p.vertex[n] for n in _starts(board, start)], FAR, None, {}, None, p.virtual)
        )

    shut = frozenset(closed)
    found: set[str] = set()
    if not joined(shut):
        sealed: list[frozenset[str]] = [NOTHING]
        for stay in sealed:  # find the links to open while these stay closed
            if not joined(stay):
                continue
            single = frozenset(i for i in shut - stay if joined(shut - {i}))
            needed = single or _fewest(joined, shut, stay)
            found |= needed
            sealed += [
                x
                for x in ((stay | single,) if single else (stay | {i} for i in sorted(needed)))
                if x not in sealed
            ]
    return tuple(board.links[i] for i in sorted(found))


def _fewest(
    joined: Callable[[Set[str]], bool], shut: frozenset[str], stay: frozenset[str]
) -> frozenset[str]:
    """Return a minimal set of closed links that together open a route while *stay* remain
    closed."""
    needed = shut - stay
    for i in sorted(needed):
        if joined(shut - (needed - {i})):
            needed -= {i}
    return needed


def check_path(
    board: Board,
    hexes: Sequence[str],
    closed: Set[str] = NOTHING,
    waters: Collection[Node] | None = None,
) -> tuple[PathFault, ...]:
    """Return the faults of a path given hex by hex; empty when it can be sailed.

    ``waters`` are the nodes it may start in (default: every water of the first hex). Entering a
    closed strait and leaving it on the same side is allowed. After a fault the check goes on from
    every water of the next hex.
    """
    p = water_graph(board, closed)
    faults: list[PathFault] = []
    here: set[int] = set()
    for i, h in enumerate(hexes):
        cell = board.hexes.get(h)
        if cell is None:
            faults.append(PathFault("unknown", i, h, detail=f"{h} is not on the board"))
            here = set()
            continue
        every = {p.vertex[n] for n in board.bodies(h)}
        if i == 0:
            here = every if waters is None else {p.vertex[n] for n in waters}
            if not here:
                faults.append(PathFault("no-water", i, h, detail=f"no water touches {h}"))
            continue
        if not every:
            faults.append(PathFault("no-water", i, h, detail=f"{h} is all land"))
            here = set()
            continue
        if not here:
            here = every
            continue
        before = hexes[i - 1]
        then = {w for v in here for w in _out(p, v) if w in every}
        if h == before:
            then = here & every or every
        if then:
            here = then
            continue
        faults.append(_fault(board, p, here, before, h, i, closed))
        here = every
    return tuple(faults)


def _touches(p: WaterGraph, stand: Iterable[Node], goal: Iterable[Node]) -> bool:
    goals = {p.vertex[n] for n in goal}
    return any(w in goals for n in stand for w in _out(p, p.vertex[n]))


def _out(p: WaterGraph, v: int) -> Iterable[int]:
    yield from p.near[v]
    for w, _ in p.far.get(v, ()):
        yield w


def _fault(
    board: Board, p: WaterGraph, here: set[int], before: str, h: str, i: int, closed: Set[str]
) -> PathFault:
    nodes = [n for v in here for n in p.nodes[v]]
    boxed = before in board.boxes or h in board.boxes
    if boxed or (h not in board.adjacent(before)):
        entry = f"{h} cannot be entered from {before}" if boxed else f"{h} does not touch {before}"
        canal = next(
            (
                k
                for k in board.links.values()
                if any({a.hex, b.hex} == {before, h} for a, b in k.joins)
            ),
            None,
        )
        if canal is None or boxed:
            return PathFault("not-adjacent", i, h, detail=entry)
    goal = board.bodies(h)
    # Find the link that alone would allow this step; a canal may start at another body of the hex
    # before.
    for stand in (nodes, board.bodies(before)):
        for link in sorted(closed):
            q = water_graph(board, set(closed) - {link})
            if _touches(q, stand, goal) and (stand is nodes or not _touches(p, stand, goal)):
                title = board.links[link].title
                return PathFault(
                    "closed-link",
                    i,
                    h,
                    link=link,
                    detail=f"{title} is closed between {before} and {h}",
                )
    if closed and _touches(water_graph(board), nodes, goal):
        ids = [k for k in sorted(closed) if {before, h} & set(board.links[k].hexes)]
        link = ids[0] if ids else sorted(closed)[0]
        return PathFault(
            "closed-link",
            i,
            h,
            link=link,
            detail=f"{board.links[link].title} is closed at {before}",
        )
    for k in board.links.values():
        if k.kind == "closure" and before in k.hexes and h in k.hexes:
            return PathFault(
                "closed-link",
                i,
                h,
                link=k.id,
                detail=f"{k.title}: no passage between {before} and {h}",
            )
    return PathFault("no-passage", i, h, detail=f"no water leads from {before} to {h}")
