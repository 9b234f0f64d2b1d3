"""Routes over the sea (21.21): the track of an activity, and every clause that forbids it."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence, Set
from itertools import pairwise
from typing import NamedTuple

import msgspec

from flagplot.boards import Board, Node, Place, Route, blocking_links, check_path, route
from flagplot.boards.water_graph import water_graph
from flagplot.table import Refusal, Remedy, clause, facts
from flagplot.table.core.memo import by_value, memo_per_parts

from ...map import straits, theatre
from ...map.ports import shore_fields
from ...scenarios.cards import PlayArea, scenario_card
from ...state import State, Unit
from .. import mapboard_boxes
from ..range import limits as lim
from ..range.limits import Limits
from .board_edge import (
    can_slip_off,
    is_western_front_activity,
    north_edge_refusal,
    off_board_refusals,
)

AWAY = 10_000


class Plan(msgspec.Struct, frozen=True):
    """A track and its refusals.

    ``path`` begins with the base and ends with the goal (place ids). ``distance`` counts the hexes
    as 21.36 does. ``legs`` are the lengths in hexes of the stretches between the ports touched.
    """

    path: tuple[str, ...] = ()
    distance: int = 0
    legs: tuple[int, ...] = ()
    refusals: tuple[Refusal, ...] = ()
    why: str = ""
    """Clause of the range exception that the track uses; empty for none."""

    def __bool__(self) -> bool:
        return not self.refusals


def id_on_board(state: State, board: Board, place: str) -> str:
    """Return a place as the board names it: a hex id, or the board's id of a box."""
    if theatre.is_box(place):
        return theatre.board_box(board.id, place) or place
    return theatre.bare_id(place)


TO_PORT = frozenset({"base-change", "transport", "redeploy", "displaced", "escort", "supply"})
"""Activities that end in a port. There only the port's own waters count, elsewhere every water of
the hex."""


def place_with_waters(state: State, board: Board, place: str) -> str | Place:
    """Return a place with the waters of its port (of both ports, where a hex has two); a plain hex
    unchanged."""
    here = theatre.port_places(state, place)
    if not here:
        return id_on_board(state, board, place)
    return msgspec.structs.replace(
        here[0], waters=tuple(dict.fromkeys(n for p in here for n in p.waters))
    )


Ends = tuple[frozenset[Node], frozenset[Node]]
"""Waters in which a track begins and ends, where they are known. An empty set means a port's own
waters, or every water of a hex."""
OPEN_ENDS: Ends = (frozenset(), frozenset())


def place_in_waters(board: Board, place: str | Place, waters: frozenset[Node]) -> str | Place:
    """Return a place limited to these waters; unchanged when none are given."""
    if not waters:
        return place
    here = place if isinstance(place, Place) else board.find(place)
    return msgspec.structs.replace(here, waters=tuple(sorted(waters)))


def id_in_state(state: State, board: Board, hex_id: str) -> str:
    """Return a board's hex or box id as the state writes it."""
    if hex_id in board.boxes:
        return board.boxes[hex_id].title
    return hex_id if board.id == state.board else theatre.PREFIX[board.id] + hex_id


def board_for(state: State, start: str, goal: str) -> Board | None:
    """Return the board on which a force sails from start to goal; None when no board shows both."""
    for place in (start, goal):
        if not theatre.is_box(place):
            b = theatre.board_of(state, place)
            other = goal if place == start else start
            if theatre.is_box(other):
                return b if theatre.board_box(b.id, other) else None
            return b if theatre.board_of(state, other) is b else None
    return None


@clause("21.217C#3", "21.217C-ex", "21.36A", "21.36B", "21.36D")
def plot_route(
    state: State,
    side: str,
    units: Sequence[Unit],
    start: str,
    goal: str,
    via: Sequence[str] = (),
    activity: str = "patrol",
    mission_clause: str = "",
    extra_ports: Sequence[str] = (),
    waters: Ends = OPEN_ENDS,
) -> Plan:
    """Return the track of an activity through *via*, with every clause that forbids it.

    Any water may be entered, whatever side holds the land (21.21). Rivers and land are not water on
    the board. Distances count along the water from the first hex after the base. Virtual hexes
    beyond the edge count like other hexes.
    """
    crew = tuple(sorted({(u.nation, "pearl" in u.note) for u in units}))
    shun = goals_of_others(state, {start, goal, *via}) if activity in lim.OFFENSIVE else ()
    return _plot(
        state,
        Voyage(
            side,
            crew,
            start,
            goal,
            tuple(via),
            activity,
            mission_clause,
            tuple(extra_ports),
            waters,
            shun,
        ),
    )


@clause("21.321#2")
def goals_of_others(state: State, calls: Collection[str]) -> tuple[str, ...]:
    """Return the hexes in which transports or invasions of this phase end, without those that are a
    force's own *calls*."""
    return tuple(
        h
        for h in state.targets
        if h not in calls and theatre.bare_id(h) in theatre.board_of(state, h).hexes
    )


def goals_passed(state: State, path: Sequence[str], calls: Collection[str]) -> tuple[str, ...]:
    """Return the goals of transports and invasions through which a track passes."""
    return tuple(h for h in goals_of_others(state, calls) if h in path[1:-1])


def route_round(
    state: State,
    crossed: Collection[str],
    calls: Collection[str],
    via: Sequence[str],
    plot: Callable[[tuple[str, ...]], Plan],
) -> Plan | None:
    """Return the track that avoids the goals of others that it crossed, if it is legal and passes
    none; else None. *plot* makes a track."""
    around = plot(tuple(v for v in via if v not in crossed))
    return None if around.refusals or goals_passed(state, around.path, calls) else around


def plot_part(
    state: State,
    side: str,
    units: Sequence[Unit],
    start: str,
    goal: str,
    via: Sequence[str],
    activity: str,
    mission_clause: str,
) -> Plan:
    """Return one part of a voyage that may end in a box. No hexes count between boxes, and where
    the Indian Ocean has its own rules."""
    if (theatre.is_box(start) and theatre.is_box(goal)) or mapboard_boxes.is_special_route(
        state, start, goal
    ):
        return Plan((start, goal))
    return plot_route(state, side, units, start, goal, via, activity, mission_clause)


def plot_with_call(
    state: State,
    side: str,
    units: Sequence[Unit],
    places: tuple[str, str, str],
    before: Sequence[str],
    after: Sequence[str],
    activity: str,
    mission_clause: str,
) -> Plan:
    """Return the joined track of ships that call at a place on their way from a base to a goal. One
    of the three places is a box."""
    base, call, goal = places
    out = plot_part(state, side, units, base, call, before, activity, mission_clause)
    on = plot_part(state, side, units, call, goal, after, activity, mission_clause)
    refused = (*out.refusals, *on.refusals)
    return Plan(
        (*out.path, *on.path[1:]),
        out.distance + on.distance,
        (*out.legs, *on.legs),
        refused,
        on.why,
    )


class Voyage(NamedTuple):
    """A track as it is requested: everything on which it depends, besides the state."""

    side: str
    crew: tuple[tuple[str, bool], ...]
    """(nation, is in the Pearl Harbor strike force) pairs of the ships. Nothing else about the
    ships matters."""
    start: str
    goal: str
    via: tuple[str, ...]
    activity: str
    mission_clause: str
    extra_ports: tuple[str, ...]
    waters: Ends
    shun: tuple[str, ...]
    """Hexes to avoid where possible."""


@by_value
def _route_fields(state: State) -> tuple[object, ...]:
    """Return everything in the state on which a track depends: holders of shores, wars, and the
    part of the board in play."""
    return *shore_fields(state), state.peace, state.scenario, state.start


@memo_per_parts(_route_fields)
def _plot(state: State, v: Voyage) -> Plan:
    """Return the track of a voyage, with its refusals."""
    side, start, goal, via, activity = v.side, v.start, v.goal, v.via, v.activity
    units = [
        Unit("", "", side, n, "ship", "CA", 0, note="pearl" if pearl else "") for n, pearl in v.crew
    ]
    board = board_for(state, start, goal)
    gates = gateways(state, board, start, goal) if board is not None else ()
    if gates:
        return _by_gate(state, v, gates)
    drawn = (start, *via, goal)
    if board is None:
        if theatre.is_box(start) and theatre.is_box(goal):
            return Plan(drawn)
        return Plan(
            (start, goal),
            refusals=(Refusal("21.21", "no-way", (start, goal), facts(start=start, goal=goal)),),
        )
    bad = _place_refusals(state, side, units, board, drawn, activity)
    if bad:
        return Plan(drawn, refusals=bad)
    stops = tuple(id_on_board(state, board, x) for x in via)
    begin = place_in_waters(board, place_with_waters(state, board, start), v.waters[0])
    end = place_in_waters(
        board,
        place_with_waters(state, board, goal)
        if activity in TO_PORT
        else id_on_board(state, board, goal),
        v.waters[1],
    )
    limit = lim.limits_for(state, side, units, start, goal, activity)
    ports = (
        lim.range_ports(state, side, units, board.id, limit.every, v.extra_ports)
        if limit.every is not None
        else {}
    )
    return _plan_within_limits(
        RouteSearch(
            state,
            side,
            units,
            board,
            drawn,
            activity,
            v.mission_clause,
            begin,
            stops,
            end,
            straits.closed_links_on_route(state, side, board, drawn, activity),
            any(x in board.virtual for x in (*stops, _hex_of_place(end))),
            limit,
            ports,
            frozenset(theatre.bare_id(h) for h in v.shun if theatre.board_of(state, h) is board),
        )
    )


@clause("21.217C#2")
def _place_refusals(
    state: State,
    side: str,
    units: Sequence[Unit],
    board: Board,
    drawn: tuple[str, ...],
    activity: str,
) -> tuple[Refusal, ...]:
    """Return what is wrong with the places of a track, whatever route it takes between them."""
    start, *via, goal = drawn
    waters = play_area(state)
    north = tuple(x for x in (*via, goal) if theatre.is_north_of_board(x))
    if north:
        return (north_edge_refusal(*north),)
    bad = tuple(mapboard_boxes.entry_refusals(state, start, goal, via))
    far = tuple(x for x in drawn if not is_in_play(state, board, x))
    if far:
        bad += (
            Refusal(
                "21.21",
                "outside-play",
                far,
                facts(places=", ".join(waters.places) if waters else ""),
                (Remedy("nearer-goal"),),
            ),
        )
    dry = tuple(
        x for x in drawn if not _has_sea(state, board, x) and not any(x in r.culprits for r in bad)
    )
    if dry:
        bad += (Refusal("21.213", "no-water", dry, facts(), (Remedy("another-way"),)),)
    bad += straits.parnu_refusals(state, side, board, (start, goal), activity)
    return bad + off_board_refusals(
        state, units, board, [id_on_board(state, board, v) for v in via], activity, start, goal
    )


def play_area(state: State) -> PlayArea | None:
    """Return the part of the board on which a scenario is played; None for all of it."""
    return scenario_card(state.scenario, state.start).waters if state.scenario else None


def is_in_play(state: State, board: Board, place: str) -> bool:
    """Return True for a place in the part of the board in play."""
    area = play_area(state)
    if area is None or theatre.is_box(place):
        return True
    c = scenario_card(state.scenario, state.start)
    return any(
        board.distance(theatre.bare_id(place), c.place(p).hex) <= area.within for p in area.places
    )


class RouteSearch(NamedTuple):
    """A track to find: the order, and the board's names for its places."""

    state: State
    side: str
    units: Sequence[Unit]
    board: Board
    drawn: tuple[str, ...]
    """Places given in the order, from base to goal, as the state writes them."""
    activity: str
    mission_clause: str
    start: str | Place
    stops: tuple[str, ...]
    end: str | Place
    shut: frozenset[str]
    """Ids of straits and canals closed to the side, and of the closures of the board."""
    offboard: bool
    """True if the track may touch the virtual hexes beyond the edge."""
    limit: Limits
    ports: Mapping[Node, int]
    """Waters in which a leg may be broken -> hexes that may follow."""
    shun: frozenset[str] = frozenset()
    """Hexes to avoid where possible."""

    @property
    def chain(self) -> tuple[str, ...]:
        """Return the hexes given in the order, from end to end."""
        return _hex_of_place(self.start), *self.stops, _hex_of_place(self.end)

    @property
    def closures(self) -> frozenset[str]:
        """Return the links that are closed to everybody: closures, not straits that might be
        opened."""
        return frozenset(i for i in self.shut if self.board.links[i].kind == "closure")


def _plan_within_limits(w: RouteSearch) -> Plan:
    """Return the track within the limits of its activity. When there is none, return the shortest
    track with every refusal."""
    idle = _needless_refusals(w)
    if idle:
        return Plan(w.drawn, refusals=idle)
    found = (_route(w, w.shun) if w.shun else None) or _route(w)
    inside = not w.offboard and w.limit.every is not None
    if found is None and inside and can_slip_off(w.units):
        found = _route(w._replace(offboard=True), w.board.virtual - w.board.notional_ports)
    if found is not None:
        evaded = _evaded_refusals(w, found)
        if evaded:
            return Plan(w.drawn, refusals=evaded)
        barred = straits.arrow_refusals(w.state, w.side, found.hexes, w.board)
        if barred:
            around = _route_round_arrows(w)
            if around is None or has_strayed(w.board, w.chain, around.hexes):
                return _plan(w, found, barred)
            found = around
        if not w.limit.shortest:
            plan = _plan(w, found)
            return msgspec.structs.replace(plan, refusals=_literal_refusals(w, found))
    free = _any_route(w)
    if free is None:
        return Plan(w.drawn, refusals=_no_way_refusals(w) + _open_range_refusals(w))
    if w.limit.shortest:
        return _shortest(w, free)
    return _plan(w, free, _range_refusals(w, free) + _shortcut_refusals(w))


@clause("21.217B")
def _needless_refusals(w: RouteSearch) -> tuple[Refusal, ...]:
    """Refuse a notional port beyond the edge that the range does not require. Activities of
    Europe's western front may use one freely (21.217C)."""
    beyond = tuple(h for h in w.stops if h in w.board.notional_ports)
    west = w.board.id == theatre.EUROPE
    if (
        not beyond
        or w.activity == "intercept"
        or (west and is_western_front_activity(w.state, w.drawn[0], w.drawn[-1]))
    ):
        return ()
    inside = w._replace(stops=tuple(h for h in w.stops if h not in beyond), offboard=False)
    if _route(inside) is None:
        return ()
    about = facts(edge="west" if west else "east")
    also = ("21.217C",) if west else ("21.217",)
    return (Refusal("21.217B", "off-board", beyond, about, (Remedy("stay-on-board"),), (), also),)


def gateways(state: State, board: Board, start: str, goal: str) -> tuple[str, ...]:
    """Return the ports from which the box at one end of a track is reached without counting hexes;
    empty for every other track."""
    for box in (start, goal):
        found = board.boxes.get(theatre.board_box(board.id, box)) if theatre.is_box(box) else None
        if found is not None and not found.entries:
            return tuple(id_in_state(state, board, board.find(name).hex) for name in found.gateways)
    return ()


def _by_gate(state: State, v: Voyage, gates: Sequence[str]) -> Plan:
    """Return a track between the map and a box of the Indian Ocean, by Suez, Basra or Abadan. Up to
    that port it keeps the limits of its activity; beyond it no hexes are counted. Ships from the
    Mediterranean pass the Suez canal."""
    box, outward = (v.goal, True) if theatre.is_box(v.goal) else (v.start, False)
    end = v.start if outward else v.goal
    plans = []
    for gate in gates:
        start, goal = (end, gate) if outward else (gate, end)
        between = tuple(x for x in v.via if x != gate)
        plan = (
            Plan((end,))
            if gate == end
            else _plot(state, v._replace(start=start, goal=goal, via=between))
        )
        path = (*plan.path, box) if outward else (box, *plan.path)
        plans.append(msgspec.structs.replace(plan, path=path))
    return min(
        plans,
        key=lambda p: (bool(p.refusals), all(r.code == "no-way" for r in p.refusals), p.distance),
    )


SW_EDGES: Mapping[tuple[str, str], tuple[str, ...]] = {
    (theatre.EUROPE, theatre.ATLANTIC_SW): (theatre.ATLANTIC_US,),
    (theatre.EUROPE, theatre.INDIAN_SW): (theatre.INDIA,),
    (theatre.PACIFIC, theatre.INDIAN_SW): (theatre.INDIA, theatre.AUSTRALIA),
    (theatre.PACIFIC, theatre.PACIFIC_SW): (theatre.PACIFIC_US, theatre.AUSTRALIA),
}
"""(board, SW box) -> mapboard boxes by whose entry hexes ships leave the board for the SW box."""


def sw_way(state: State, side: str, start: str, goal: str) -> tuple[Refusal, ...]:
    """Refuse to sail between a port and an SW box through straits and canals that are shut. No
    hexes are counted.

    From boxes, and to an SW box beyond the other board, the rules name no route, and none is
    checked.
    """
    box, port = (goal, start) if theatre.is_sw_box(goal) else (start, goal)
    if theatre.is_box(port):
        return ()
    board = theatre.board_of(state, port)
    ends: list[str] = []
    for by in SW_EDGES.get((board.id, box), ()):
        found = board.boxes.get(theatre.board_box(board.id, by))
        if found is not None:
            ends += [e.hex for e in found.entries] or [
                board.find(name).hex for name in found.gateways
            ]
    if not ends:
        return ()
    shut = straits.closed_links_on_route(state, side, board, (port,), "base-change")
    here = place_with_waters(state, board, port)
    near = sorted(dict.fromkeys(ends), key=lambda h: board.distance(theatre.bare_id(port), h))
    for end in near:
        if (
            route(
                board,
                here,
                place_with_waters(state, board, id_in_state(state, board, end)),
                closed=shut,
            )
            is not None
        ):
            return ()
    out: dict[str, Refusal] = {}
    for end in near:
        for link in blocking_links(
            board, here, place_with_waters(state, board, id_in_state(state, board, end)), shut
        ):
            if link.kind != "closure":
                out[link.id] = straits.strait_refusal(state, side, link, board)
        if out:
            break
    return tuple(out.values())


@clause("21.3617#2")
def _literal_refusals(w: RouteSearch, found: Route) -> tuple[Refusal, ...]:
    """Refuse the exception for Port Moresby and Sandakan under HR-3617 ``literal`` when the track
    touches no port within five hexes."""
    if w.limit.clause != "21.3617" or w.state.rulings.switch("HR-3617") != "literal":
        return ()
    ports = lim.range_ports(w.state, w.side, w.units, w.board.id, w.limit.every or AWAY)
    if any(leg >= 0 for leg in _legs_after_touch(w._replace(ports=ports), found)[1:6]):
        return ()
    start = w.drawn[0]
    return (
        Refusal(
            "21.3617#2",
            "no-port-within-five",
            (start,),
            facts(start=start),
            (Remedy("touch-port"),),
            ("HR-3617",),
        ),
    )


def _legs_after_touch(w: RouteSearch, found: Route) -> list[int]:
    """Return for each hex of a track the hexes that may follow because it touches a port there, in
    the port's own water; -1 for no port."""
    water = water_graph(w.board, w.shut).vertex
    legs: dict[int, int] = {}
    for n, leg in w.ports.items():
        legs[water[n]] = max(leg, legs.get(water[n], 0))
    return [legs.get(water[n], -1) for n in found.nodes]


def _shortcut_refusals(w: RouteSearch) -> tuple[Refusal, ...]:
    """Return refusals for the closed straits that would bring the goal within the limits if they
    were open."""
    if w.closures == w.shut:
        return ()
    found = _route(w._replace(shut=w.closures))
    used = [i for i in (found.links if found is not None else ()) if i in w.shut]
    return tuple(straits.strait_refusal(w.state, w.side, w.board.links[i], w.board) for i in used)


def _any_route(w: RouteSearch) -> Route | None:
    """Return the shortest track without limits; None when there is no way."""
    return route(w.board, w.start, w.end, closed=w.shut, via=w.stops, offboard=w.offboard)


def _route(w: RouteSearch, avoid: Set[str] = frozenset()) -> Route | None:
    """Return the shortest track within its limits that avoids the hexes of *avoid*; None when there
    is none."""
    every = w.limit.every is not None
    return route(
        w.board,
        w.start,
        w.end,
        closed=w.shut,
        via=w.stops,
        offboard=w.offboard,
        limit=w.limit.total,
        touch_every=w.limit.every,
        initial_leg=w.limit.initial if every else None,
        ports=w.ports if every else (),
        avoid=avoid,
    )


def _route_round_arrows(w: RouteSearch) -> Route | None:
    """Return a track that avoids the closed crossing-arrow straits, or None."""
    found = _route(w, straits.arrow_hexes(w.state, w.side) - set(w.chain))
    return (
        None
        if found is None or straits.arrow_refusals(w.state, w.side, found.hexes, w.board)
        else found
    )


def has_strayed(board: Board, chain: Sequence[str], hexes: Sequence[str]) -> bool:
    """Return True when a track touches the hexes of the order but does not go as ordered: between
    two neighbouring hexes it takes another way."""
    at = 0
    for before, here in pairwise(chain):
        then = next((i for i in range(at + 1, len(hexes)) if hexes[i] == here), at)
        on_grid = before not in board.boxes and here not in board.boxes
        if then > at + 1 and on_grid and here in board.adjacent(before):
            return True
        at = then
    return False


@clause("21.211#2")
def _evaded_refusals(w: RouteSearch, found: Route) -> tuple[Refusal, ...]:
    """Refuse a track whose order leads through closed straits.

    An order that goes through a strait means to pass it. To enter, turn back and sail round is not
    what was ordered. If the track would not pass the strait even when open, then entering and
    leaving on one side was meant, and is allowed.
    """
    if w.closures == w.shut or frozenset(
        h for i in w.shut for h in w.board.links[i].hexes
    ).isdisjoint(w.stops):
        return ()
    straight = _any_route(w._replace(shut=w.closures))
    used = [
        w.board.links[i] for i in (straight.links if straight is not None else ()) if i in w.shut
    ]
    if not has_strayed(w.board, w.chain, found.hexes):
        used = [x for x in used if not set(x.hexes).isdisjoint(w.stops)]
    return tuple(straits.strait_refusal(w.state, w.side, x, w.board) for x in used)


def _plan(w: RouteSearch, found: Route, refusals: tuple[Refusal, ...] = ()) -> Plan:
    """Return a route of the board as a plan in the state's ids."""
    path = tuple(id_in_state(w.state, w.board, h) for h in found.hexes)
    return Plan(path, found.distance, tuple(x.length for x in found.legs), refusals, w.limit.why)


def _shortest(w: RouteSearch, free: Route) -> Plan:
    """Return the plan of a track under the Aleutian exceptions. They apply only to a shortest
    track; any other is checked against the ordinary limits."""
    best = route(w.board, w.start, w.end, closed=w.shut)
    if best is not None and free.distance <= best.distance:
        return _plan(w, free)
    plain = lim.base_limits(w.activity, theatre.THEATRE[w.board.id])
    if lim.is_in_hawaii(w.state, w.drawn[0]) and plain.every is not None:
        plain = msgspec.structs.replace(plain, initial=lim.hawaii_leg(w.state, w.side))
    elif lim.is_in_japan(w.state, w.drawn[0]) and plain.every is not None:
        plain = msgspec.structs.replace(plain, initial=lim.JAPANESE_LEG)
    plain = msgspec.structs.replace(plain, why="")
    ports = lim.range_ports(w.state, w.side, w.units, w.board.id, plain.every or AWAY)
    judged = w._replace(limit=plain, ports=ports)
    return _plan(judged, free, _range_refusals(judged, free))


GENERAL = {
    "patrol": "21.3614",
    "transport": "21.3614",
    "invasion": "21.3614",
    "bombard": "21.3614",
    "carrier": "21.3614",
    "base-change": "21.3613",
    "displaced": "21.3613",
    "redeploy": "21.3612",
    "escort": "21.3612",
    "supply": "21.3612",
}
"""Activity -> clause of its general limit, cited beside a Pacific exception that is not met."""


def _range_refusals(w: RouteSearch, found: Route) -> tuple[Refusal, ...]:
    """Return the refusals of a track that is too long, or has too long a leg without a port."""
    out: list[Refusal] = []
    state, limit = w.state, w.limit
    general = GENERAL.get(w.activity, "") if limit.clause.startswith(("21.3615", "21.3616")) else ""
    clauses = tuple(dict.fromkeys(c for c in (limit.clause, w.mission_clause, general) if c))
    goal = id_in_state(state, w.board, found.hexes[-1])
    if limit.total is not None and found.distance > limit.total:
        about = facts(distance=found.distance, limit=limit.total)
        out.append(
            Refusal(
                clauses[0],
                "too-far",
                (goal,),
                about,
                (Remedy("nearer-goal"),),
                limit.rests_on,
                clauses[1:],
            )
        )
    free = state.rulings.switch("HR-LEG") == "free"
    bad = overlong_leg(
        w.board, found.hexes, limit, _legs_after_touch(w, found), objective_free=free
    )
    if bad:
        frm, to, length, allowed = bad
        ends = id_in_state(state, w.board, frm), id_in_state(state, w.board, to)
        last = (
            ("HR-LEG",) if to == found.hexes[-1] and not theatre.port_places(state, ends[1]) else ()
        )
        about = facts(leg=length, limit=allowed, start=ends[0], end=ends[1])
        rests_on = (*limit.rests_on, "HR-36C", *last)
        out.append(
            Refusal(
                clauses[0],
                "leg-too-long",
                ends,
                about,
                (Remedy("touch-port"),),
                rests_on,
                clauses[1:],
            )
        )
    return tuple(out)


def _open_range_refusals(w: RouteSearch) -> tuple[Refusal, ...]:
    """Return the refusals for limits that a barred goal would exceed even if every strait were
    open."""
    opened = w._replace(shut=w.closures)
    free = (
        None
        if w.limit.shortest or w.closures == w.shut or _route(opened) is not None
        else _any_route(opened)
    )
    return _range_refusals(opened, free) if free is not None else ()


@clause("21.213", "21.21")
def _has_sea(state: State, board: Board, place: str) -> bool:
    """Return True for a box that this board shows, and for its hexes with sea. Rivers do not
    count."""
    if theatre.is_box(place):
        return bool(theatre.board_box(board.id, place))
    if theatre.board_of(state, place) is not board:
        return False
    return bool(theatre.waters(state, place) or theatre.water_bodies(board, place))


def _hex_of_place(x: str | Place) -> str:
    """Return the hex of a place."""
    return x.hex if isinstance(x, Place) else x


def hex_counts(board: Board, hexes: Sequence[str]) -> list[int]:
    """Return the cumulative hexes along a path. Entering or leaving a box counts what the board
    says."""
    out = [0]
    for x, y in pairwise(hexes):
        d = 1
        for box_id, hex_id in ((x, y), (y, x)):
            if box_id in board.boxes:
                d = next((e.distance for e in board.boxes[box_id].entries if e.hex == hex_id), 0)
        out.append(out[-1] + d)
    return out


def overlong_leg(
    board: Board,
    hexes: Sequence[str],
    limit: Limits,
    touches: Sequence[int],
    objective_free: bool = False,
) -> tuple[str, str, int, int] | None:
    """Return the first stretch of a path without a port that is too long: (from, to, length,
    allowed length); None when there is none. *touches* gives for each hex the hexes that may follow
    a port there; -1 for no port."""
    if limit.every is None:
        return None
    length = hex_counts(board, hexes)
    here, allowed = 0, limit.every if limit.initial is None else limit.initial
    allowed = max(allowed, 0)
    last = len(hexes) - 1
    while here < last:
        ahead = [i for i in range(here + 1, last + 1) if touches[i] >= 0 or i == last]
        reach = [i for i in ahead if length[i] - length[here] <= allowed]
        if last in reach:
            return None
        if not reach:
            nxt = ahead[0]
            if nxt == last and objective_free:
                return None
            return hexes[here], hexes[nxt], length[nxt] - length[here], allowed
        best = max(reach, key=lambda i: length[i] + touches[i])
        here, allowed = best, touches[best]
    return None


def _no_way_refusals(w: RouteSearch) -> tuple[Refusal, ...]:
    """Return refusals for the closed straits that bar the way, or for the lack of any connection by
    water."""
    state, board = w.state, w.board
    chain: list[str | Place] = [w.start, *w.stops, w.end]
    out: dict[str, Refusal] = {}
    for x, y in pairwise(chain):
        if route(board, x, y, closed=w.shut, offboard=w.offboard) is not None:
            continue
        blocking = [k for k in blocking_links(board, x, y, w.shut) if k.kind != "closure"]
        for k in blocking:
            out[k.id] = straits.strait_refusal(state, w.side, k, board)
        if not blocking:
            frm, to = (
                id_in_state(state, board, _hex_of_place(x)),
                id_in_state(state, board, _hex_of_place(y)),
            )
            out[f"{frm}-{to}"] = Refusal("21.21", "no-way", (frm, to), facts(start=frm, goal=to))
    if not out:
        for f in check_path(board, w.chain, w.shut):
            if f.link:
                out[f.link] = straits.strait_refusal(state, w.side, board.links[f.link], board)
    for i in straits.closed_links_touched(board, w.stops, w.shut) if not out else ():
        out[i] = straits.strait_refusal(state, w.side, board.links[i], board)
    if not out:
        start, goal = w.drawn[0], w.drawn[-1]
        out[""] = Refusal("21.21", "no-way", (start, goal), facts(start=start, goal=goal))
    return tuple(out.values())
