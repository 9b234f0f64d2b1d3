"""Reach and routes against twins that are too simple to be wrong, and against networkx and
rustworkx."""

from __future__ import annotations

import random
from collections import deque
from collections.abc import Mapping, Set

import networkx as nx
import pytest
import rustworkx as rx
from hypothesis import given, settings
from hypothesis import strategies as st

from flagplot.boards import Board, BoardError, Node, check_path, limited_by, load, reach, route
from flagplot.boards.water_graph import water_graph

BOARDS = ("awaw-europe", "awaw-pacific")
SOME = settings(max_examples=40, deadline=None)


def brute_reach(
    board: Board,
    starts: tuple[Node, ...],
    limit: int,
    every: int | None,
    ports: Set[str] | Mapping[str, int],
    closed: Set[str],
    first: int | None,
) -> dict[Node, int]:
    """Every state (node, hexes left before a touch) by plain search over the raw edges and link
    joins."""
    joins = [(a, b) for k in board.links.values() if k.id not in closed for a, b in k.joins]
    same: dict[Node, set[Node]] = {n: {n} for n in board.nodes}
    for a, b in joins:
        if a.hex == b.hex:
            both = same[a] | same[b]
            for n in both:
                same[n] = both
    cross: dict[Node, list[Node]] = {}
    for a, b in joins:
        if a.hex != b.hex:
            cross.setdefault(a, []).append(b)
            cross.setdefault(b, []).append(a)
    touch: dict[Node, int] = {}
    for h in ports:
        leg = every if not isinstance(ports, Mapping) else min(every or 0, ports[h])
        for n in board.port_nodes([h]):
            for m in same[n]:
                touch[m] = max(touch.get(m, 0), leg or 0)
    big = 10**6
    best: dict[Node, int] = {}
    queue: deque[tuple[Node, int, int]] = deque()
    seen: set[tuple[Node, int, int]] = set()

    def push(n: Node, d: int, left: int) -> None:
        if every is not None and n in touch:
            left = max(left, touch[n])
        for m in same[n]:
            if (m, d, left) not in seen:
                seen.add((m, d, left))
                queue.append((m, d, left))

    for n in starts:
        push(n, 0, big if every is None else every if first is None else first)
    while queue:
        n, d, left = queue.popleft()
        if n.hex in board.virtual:
            continue
        best[n] = min(best.get(n, big), d)
        if n.hex in board.boxes and n not in starts:
            continue
        steps = [*board.edges[n], *((m, 1) for m in cross.get(n, ()))]
        for m, step in steps:
            if d + step <= limit and left >= step and m.hex not in board.virtual:
                push(m, d + step, left - step if every is not None else big)
    return best


@pytest.mark.parametrize("name", BOARDS)
@SOME
@given(data=st.data())
def test_reach_equals_its_twin(name: str, data: st.DataObject) -> None:
    board = load(name)
    start = data.draw(st.sampled_from([p for p in board.places.values() if p.waters]))
    limit = data.draw(st.integers(0, 22))
    every = data.draw(st.none() | st.integers(1, 10))
    hexes = [p.hex for p in board.ports()]
    chosen = data.draw(st.sets(st.sampled_from(hexes), max_size=30))
    ports: Set[str] | Mapping[str, int] = chosen
    if data.draw(st.booleans()):
        ports = {h: data.draw(st.integers(1, 10)) for h in sorted(chosen)}
    closed = data.draw(st.sets(st.sampled_from(sorted(board.links))))
    first = data.draw(st.none() | st.integers(1, 15))
    fast = reach(
        board, start, limit, touch_every=every, ports=ports, closed=closed, initial_leg=first
    )
    assert dict(fast) == brute_reach(board, start.waters, limit, every, ports, closed, first)


@pytest.mark.parametrize("name", BOARDS)
@SOME
@given(data=st.data())
def test_route_is_as_short_as_reach_says_and_can_be_sailed(name: str, data: st.DataObject) -> None:
    board = load(name)
    wet = [p for p in board.places.values() if p.waters]
    a, b = data.draw(st.sampled_from(wet)), data.draw(st.sampled_from(wet))
    closed = data.draw(st.sets(st.sampled_from(sorted(board.links))))
    every = data.draw(st.none() | st.integers(4, 20))
    ports = data.draw(st.sets(st.sampled_from([p.hex for p in board.ports()]), max_size=40))
    way = route(board, a, b, closed=closed, touch_every=every, ports=ports)
    field = reach(board, a, 400, touch_every=every, ports=ports, closed=closed)
    far = [field[n] for n in b.waters if n in field]
    if way is None:
        assert not far
        return
    assert way.distance == min(far)
    assert way.distance == sum(leg.length for leg in way.legs)
    assert len(way.hexes) == way.distance + 1
    assert check_path(board, way.hexes, closed, a.waters) == ()
    if every is not None:
        assert all(leg.length <= every for leg in way.legs)
        touched = {n.hex for n in board.port_nodes(ports)}  # Oslo's port is touched off its fjord
        assert all(leg.end in touched for leg in way.legs[:-1])
    again = route(board, a, b, closed=closed, touch_every=every, ports=ports)
    assert again == way


@pytest.mark.parametrize("name", BOARDS)
def test_distances_equal_networkx_and_rustworkx(name: str) -> None:
    board = load(name)
    rng = random.Random(7)
    for closed in (frozenset(), frozenset(rng.sample(sorted(board.links), 2))):
        p = water_graph(board, closed)
        g = nx.DiGraph()
        r = rx.PyDiGraph()
        r.add_nodes_from(list(range(len(p.cell))))
        for v, out in enumerate(p.near):
            g.add_node(v)
            for w in out:
                if v not in p.virtual and w not in p.virtual and v not in p.terminal:
                    g.add_edge(v, w, weight=1)
                    r.add_edge(v, w, 1.0)
        places = rng.sample([q for q in board.places.values() if q.waters], 12)
        for place in places:
            near = nx.multi_source_dijkstra_path_length(g, {p.vertex[n] for n in place.waters})
            twins = [rx.dijkstra_shortest_path_lengths(r, p.vertex[n], float) for n in place.waters]
            field = reach(board, place, 10_000, closed=closed)
            expect = {n: int(d) for v, d in near.items() if v not in p.terminal for n in p.nodes[v]}
            got = {n: d for n, d in field.items() if n.hex not in board.boxes}
            assert got == expect
            for v, d in near.items():
                assert min(
                    (int(t[v]) if v in t else 0 if v == p.vertex[n] else 10**6)
                    for t, n in zip(twins, place.waters, strict=True)
                ) == int(d)


def test_port_legs_and_the_first_leg() -> None:
    pacific = load("awaw-pacific")
    home = pacific.find("Tokyo").hex
    assert route(pacific, "Tokyo", "Midway", touch_every=10, ports={home}) is None
    way = route(pacific, "Tokyo", "Midway", touch_every=10, ports={home}, initial_leg=20)
    assert way is not None
    assert way.distance <= 20
    short = {"HH26": 5}
    start = pacific.find("Port Moresby")
    field = reach(pacific, start, 20, touch_every=10, ports=short, initial_leg=5)
    assert max(field.values()) == 5
    through = reach(pacific, "Townsville", 20, touch_every=10, ports=short)
    assert Node("HH26", 0) in through
    assert (
        max(through.values()) == 10
    )  # five onward from Port Moresby, which lies five from Townsville


def test_legs_are_named_and_the_reason_told() -> None:
    europe = load("awaw-europe")
    ports = {p.hex for p in europe.ports() if p.country in ("Britain", "Portugal")}
    way = route(europe, "Liverpool", "Gibraltar", touch_every=20, ports=ports)
    assert way is not None
    assert way.legs[0].start == "H24"
    assert way.legs[-1].end == "AA7"
    assert sum(leg.length for leg in way.legs) == way.distance == 23
    far = route(europe, "Gibraltar", "Alexandria", touch_every=20, ports={"AA7", "GG19", "LL30"})
    assert far is not None
    assert [(leg.start, leg.end) for leg in far.legs] == [("AA7", "GG19"), ("GG19", "LL30")]
    assert route(europe, "Gibraltar", "Alexandria", touch_every=20, ports={"AA7", "LL30"}) is None
    shut = route(europe, "Stettin", "Bergen", closed={"skagerrak"})
    assert shut is not None
    assert shut.links == ("kiel-canal",)
    longer = route(europe, "Stettin", "Oslo", closed={"kattegat"})
    assert longer is not None
    assert longer.links == ("kiel-canal", "skagerrak")
    assert "The Sound" in limited_by(europe, longer, "Stettin", "Oslo", closed={"kattegat"})


def test_via_avoid_cost_and_limit() -> None:
    europe = load("awaw-europe")
    straight = route(europe, "Scapa Flow", "Bergen")
    bent = route(europe, "Scapa Flow", "Bergen", via=["D30"])
    assert straight is not None
    assert bent is not None
    assert "D30" in bent.hexes
    assert bent.distance > straight.distance
    assert route(europe, "Scapa Flow", "Bergen", via=["D30"], limit=straight.distance) is None
    around = route(europe, "Scapa Flow", "Bergen", avoid={"B31"})
    assert around is not None
    assert "B31" not in around.hexes
    dear = route(europe, "Scapa Flow", "Bergen", hex_cost={"B31": 50.0, "C31": 50.0})
    assert dear is not None
    assert "B31" not in dear.hexes
    assert route(europe, "Scapa Flow", "Bergen", hex_cost=lambda h: 0.0) == straight


@pytest.mark.parametrize("name", BOARDS)
def test_the_quick_way_without_ports_equals_the_general_one(name: str) -> None:
    board = load(name)
    avoid = {p.hex for p in list(board.ports())[::7]}
    for offboard in (False, True):
        for start in ("AA9" if name == "awaw-europe" else "KK46", next(board.ports())):
            for shut in (frozenset[str](), frozenset(avoid)):
                quick = reach(board, start, 30, offboard=offboard, avoid=shut)
                general = reach(board, start, 30, touch_every=10_000, offboard=offboard, avoid=shut)
                assert dict(quick) == dict(general)


def test_reach_is_cached_and_says_no_to_unknown_links() -> None:
    europe = load("awaw-europe")
    assert reach(europe, "Kiel", 5) is reach(europe, "Kiel", 5)
    with pytest.raises(BoardError, match="no link bosporos"):
        reach(europe, "Kiel", 5, closed={"bosporos"})
    assert reach(europe, "Kiel", 0) == dict.fromkeys(europe.find("Kiel").waters, 0)


def test_two_waters_of_one_hex_are_as_far_apart_as_the_way_between_them() -> None:
    europe = load("awaw-europe")
    ionian, adriatic = europe.bodies("AA24")
    apart = route(europe, ionian, adriatic)
    assert apart is not None
    assert apart.distance == 4
    assert reach(europe, ionian, 40)[adriatic] == apart.distance
    assert adriatic not in reach(europe, ionian, 40, closed={"otranto"})
    both = reach(europe, frozenset((ionian, adriatic)), 40)
    assert both[ionian] == both[adriatic] == 0


@pytest.mark.parametrize("name", ["awaw-europe", "europa"])
def test_closing_a_strait_makes_anew_only_the_water_round_it(name: str) -> None:
    board = load(name)
    here = water_graph(board)
    for link in board.links.values():
        there = water_graph(board, frozenset({link.id}))
        made = [v for v in range(len(here.cell)) if here.near[v] is not there.near[v]]
        assert len(made) < 200 < len(here.cell)
