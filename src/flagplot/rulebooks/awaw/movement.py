"""Moving over the sea (21.21): finding the track of an activity and every clause in its way."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import pairwise

import msgspec

from flagplot.boards import Board, Place, Route, blocking_links, check_path, route
from flagplot.table import Refusal, Remedy, clause, facts
from flagplot.table.latest import lasting

from . import boxes, straits, theatre
from . import limits as lim
from .limits import Limits
from .ports import shores
from .state import State, Unit

AWAY = 10_000


class Plan(msgspec.Struct, frozen=True):
    """A track and what stands against it.

    ``path`` begins with the base and ends with the goal (place ids); ``distance`` counts the hexes as 21.36 does;
    ``legs`` are the lengths of the stretches between the ports touched.
    """

    path: tuple[str, ...] = ()
    distance: int = 0
    legs: tuple[int, ...] = ()
    refusals: tuple[Refusal, ...] = ()
    why: str = ""
    """Clause of a range exception it rests on."""

    def __bool__(self) -> bool:
        return not self.refusals


def where(state: State, board: Board, place: str) -> str:
    """A place as the board names it: a hex id, or the board's id of a box."""
    if theatre.is_box(state, place):
        return theatre.board_box(board.id, place) or place
    return theatre.bare(place)


TO_PORT = frozenset({"base-change", "transport", "redeploy", "displaced", "escort", "supply"})
"""Activities that end in a port: there the port's own waters count, elsewhere every water of the hex."""


def moored(state: State, board: Board, place: str) -> str | Place:
    """A place with the waters its port lies on (of both ports, where a hex has two); a plain hex as it is."""
    here = theatre.port_places(state, place)
    if not here:
        return where(state, board, place)
    return msgspec.structs.replace(here[0], waters=tuple(dict.fromkeys(n for p in here for n in p.waters)))


def ours(state: State, board: Board, hex_id: str) -> str:
    """A board's hex or box id as the position writes it."""
    if hex_id in board.boxes:
        return board.boxes[hex_id].title
    return hex_id if board.id == state.board else theatre.PREFIX[board.id] + hex_id


def board_for(state: State, start: str, goal: str) -> Board | None:
    """The board on which one sails from start to goal; ``None`` when no board shows both."""
    for place in (start, goal):
        if not theatre.is_box(state, place):
            b = theatre.board_of(state, place)
            other = goal if place == start else start
            if theatre.is_box(state, other):
                return b if theatre.board_box(b.id, other) else None
            return b if theatre.board_of(state, other) is b else None
    return None


@clause("21.21", "21.213", "21.217", "21.217A", "21.217C", "21.217C#2", "21.217C#3", "21.217C-ex", "21.36A", "21.36B", "21.36D")
def plot(
    state: State,
    side: str,
    units: Sequence[Unit],
    start: str,
    goal: str,
    via: Sequence[str] = (),
    activity: str = "patrol",
    mission_clause: str = "",
    extra_ports: Sequence[str] = (),
) -> Plan:
    """Find the track of an activity through *via* and say every clause that stands in its way.

    Any water may be entered whoever holds the land (21.21); rivers and land are not water on the board.  Distances are
    counted along the water from the first hex after the base; virtual hexes beyond the edge count like any other.
    """
    crew = tuple(sorted({(u.nation, "pearl" in u.note) for u in units}))
    return _plot(state, side, crew, start, goal, tuple(via), activity, mission_clause, tuple(extra_ports))


def _waters(state: State) -> tuple[object, ...]:
    """All of a position that a track depends on: who holds the shores, and who is at war."""
    return *shores(state), state.peace


@lasting(_waters)
def _plot(
    state: State,
    side: str,
    crew: tuple[tuple[str, bool], ...],
    start: str,
    goal: str,
    via: tuple[str, ...],
    activity: str,
    mission_clause: str,
    extra_ports: tuple[str, ...],
) -> Plan:
    """The track for ships of these nations (with the mark of the Pearl Harbor strike force): nothing else of them counts."""
    units = [Unit("", "", side, n, "ship", "CA", 0, note="pearl" if pearl else "") for n, pearl in crew]
    board = board_for(state, start, goal)
    gates = gateways(state, board, start, goal) if board is not None else ()
    if gates:
        return _by_gate(state, side, units, start, goal, via, activity, mission_clause, extra_ports, gates)
    if board is None:
        return (
            Plan((start, *via, goal))
            if theatre.is_box(state, start) and theatre.is_box(state, goal)
            else Plan((start, goal), refusals=(Refusal("21.21", "no-way", (start, goal), facts(start=start, goal=goal)),))
        )
    north = tuple(x for x in (*via, goal) if theatre.north_of_board(x))
    if north:
        off = Refusal("21.217C#2", "off-northern-edge", north, facts(edge="north"), (Remedy("stay-on-board"),))
        return Plan((start, *via, goal), refusals=(off,))
    a = moored(state, board, start)
    z = moored(state, board, goal) if activity in TO_PORT else where(state, board, goal)
    stops = [where(state, board, v) for v in via]
    bad = tuple(boxes.entry_refusals(state, start, goal, via))
    dry = tuple(x for x in (start, *via, goal) if not _wet(state, board, x) and not any(x in r.culprits for r in bad))
    if dry:
        bad += (Refusal("21.213", "no-water", dry, facts(), (Remedy("another-way"),)),)
    bad += off_board(state, side, units, board, stops, activity, start, goal)
    if bad:
        return Plan((start, *via, goal), refusals=bad)
    limit = lim.limits_for(state, side, units, start, goal, activity)
    shut = straits.closed_on(state, side, board, (start, *via, goal), activity)
    offboard = any(s in board.virtual for s in (*stops, _hex(z)))
    ports = lim.range_ports(state, side, units, board.id, limit.every, extra_ports) if limit.every is not None else {}
    found = _route(board, a, z, stops, shut, offboard, limit, ports)
    if found is None and not offboard and limit.every is not None and may_slip_off(state, board, units, start, goal):
        found = _route(board, a, z, stops, shut, True, limit, ports)
    evaded = _evaded(state, side, board, found, a, z, stops, shut, offboard) if found is not None and stops else ()
    if evaded:
        return Plan((start, *via, goal), refusals=evaded)
    barred = straits.arrow_refusals(state, side, found.hexes, board) if found is not None else ()
    if found is not None and barred:
        around = _around(state, side, board, a, z, stops, shut, offboard, limit, ports)
        if around is None or strays(board, (_hex(a), *stops, _hex(z)), around.hexes):
            return msgspec.structs.replace(_plan(state, board, found, limit, ports), refusals=barred)
        found = around
    if found is not None and not limit.shortest:
        plan = _plan(state, board, found, limit, ports)
        return msgspec.structs.replace(plan, refusals=_literal(state, limit, plan, activity))
    free = _route(board, a, z, stops, shut, offboard, None, ports)
    if free is None:
        return Plan((start, *via, goal), refusals=_no_way(state, side, board, a, z, stops, shut, offboard, start, goal))
    if limit.shortest:
        return _shortest(state, side, units, board, free, a, z, shut, limit, ports, activity, mission_clause, start, goal)
    long = _too_far(state, board, free, limit, ports, mission_clause, activity)
    return _plan(
        state, board, free, limit, ports, long + _shortened(state, side, board, a, z, stops, shut, offboard, limit, ports)
    )


def gateways(state: State, board: Board, start: str, goal: str) -> tuple[str, ...]:
    """The ports from which the box at one end of a track is reached without counting hexes; empty for every other track."""
    for box in (start, goal):
        found = board.boxes.get(theatre.board_box(board.id, box)) if theatre.is_box(state, box) else None
        if found is not None and not found.entries:
            return tuple(ours(state, board, board.find(name).hex) for name in found.gateways)
    return ()


@clause("21.215", "21.212")
def _by_gate(
    state: State,
    side: str,
    units: Sequence[Unit],
    start: str,
    goal: str,
    via: Sequence[str],
    activity: str,
    mission_clause: str,
    extra_ports: Sequence[str],
    gates: Sequence[str],
) -> Plan:
    """A track between the map and a box of the Indian Ocean: by way of Suez, Basra or Abadan, to where it keeps the limits of
    its activity; from there on no hexes are counted. Ships from the Mediterranean pass the Suez canal."""
    box, outward = (goal, True) if theatre.is_box(state, goal) else (start, False)
    end = start if outward else goal
    plans = []
    for gate in gates:
        between = tuple(v for v in via if v != gate)
        if gate == end:
            plan = Plan((end,))
        else:
            ends = (end, gate) if outward else (gate, end)
            plan = plot(state, side, units, *ends, between, activity, mission_clause, extra_ports)
        path = (*plan.path, box) if outward else (box, *plan.path)
        plans.append(msgspec.structs.replace(plan, path=path))
    return min(plans, key=lambda p: (bool(p.refusals), all(r.code == "no-way" for r in p.refusals), p.distance))


SW_EDGES: Mapping[tuple[str, str], tuple[str, ...]] = {
    (theatre.EUROPE, theatre.ATLANTIC_SW): (theatre.ATLANTIC_US,),
    (theatre.EUROPE, theatre.INDIAN_SW): (theatre.INDIA,),
    (theatre.PACIFIC, theatre.INDIAN_SW): (theatre.INDIA, theatre.AUSTRALIA),
    (theatre.PACIFIC, theatre.PACIFIC_SW): (theatre.PACIFIC_US, theatre.AUSTRALIA),
}
"""Where ships leave a board for an SW box: by the hexes that lead to these mapboard boxes."""


@clause("21.211", "21.212", "21.215")
def sw_way(state: State, side: str, start: str, goal: str) -> tuple[Refusal, ...]:
    """Why ships cannot sail between a port and an SW box: no hexes are counted, but straits and canals that are shut stay shut.

    From boxes, and to an SW box that lies beyond the other board, the chapter names no way and none is judged."""
    box, port = (goal, start) if theatre.is_sw_box(goal) else (start, goal)
    if theatre.is_box(state, port):
        return ()
    board = theatre.board_of(state, port)
    ends: list[str] = []
    for by in SW_EDGES.get((board.id, box), ()):
        found = board.boxes.get(theatre.board_box(board.id, by))
        if found is not None:
            ends += [e.hex for e in found.entries] or [board.find(name).hex for name in found.gateways]
    if not ends:
        return ()
    shut = straits.closed_on(state, side, board, (port,), "base-change")
    here = moored(state, board, port)
    near = sorted(dict.fromkeys(ends), key=lambda h: board.distance(theatre.bare(port), h))
    for end in near:
        if route(board, here, moored(state, board, ours(state, board, end)), closed=shut) is not None:
            return ()
    out: dict[str, Refusal] = {}
    for end in near:
        for link in blocking_links(board, here, moored(state, board, ours(state, board, end)), shut):
            if link.kind != "closure":
                out[link.id] = straits.refusal(state, side, link, board)
        if out:
            break
    return tuple(out.values())


@clause("21.3617#2")
def _literal(state: State, limit: Limits, plan: Plan, activity: str) -> tuple[Refusal, ...]:
    """From Port Moresby and Sandakan an objective without a port within five hexes is enough only as HR-3617 has it."""
    if limit.clause != "21.3617" or state.rulings.switch("HR-3617") != "literal":
        return ()
    first = [h for h in plan.path[1:6] if lim.range_port(state, _side_at(state, plan.path[0]), h)]
    if first:
        return ()
    return (
        Refusal(
            "21.3617#2", "no-port-within-five", (plan.path[0],), facts(start=plan.path[0]), (Remedy("touch-port"),), ("HR-3617",)
        ),
    )


def _side_at(state: State, place: str) -> str:
    from .ports import side_holding

    return side_holding(state, place)


def _shortened(
    state: State,
    side: str,
    board: Board,
    a: str | Place,
    z: str | Place,
    stops: Sequence[str],
    shut: frozenset[str],
    offboard: bool,
    limit: Limits,
    ports: Mapping[str, int],
) -> tuple[Refusal, ...]:
    """The closed straits that would bring the goal within the limits if they were open."""
    never = frozenset(i for i in shut if board.links[i].kind == "closure")
    if never == shut:
        return ()
    found = _route(board, a, z, stops, never, offboard, limit, ports)
    used = [i for i in (found.links if found is not None else ()) if i in shut]
    return tuple(straits.refusal(state, side, board.links[i], board) for i in used)


def _route(
    board: Board,
    a: str | Place,
    z: str | Place,
    via: Sequence[str],
    shut: frozenset[str],
    offboard: bool,
    limit: Limits | None,
    ports: Mapping[str, int],
) -> Route | None:
    """The shortest track within *limit*, or any when there is no limit to keep."""
    if limit is None:
        return route(board, a, z, closed=shut, via=via, offboard=offboard)
    return route(
        board,
        a,
        z,
        closed=shut,
        via=via,
        offboard=offboard,
        limit=limit.total,
        touch_every=limit.every,
        initial_leg=limit.initial if limit.every is not None else None,
        ports=ports if limit.every is not None else (),
    )


def _around(
    state: State,
    side: str,
    board: Board,
    a: str | Place,
    z: str | Place,
    stops: Sequence[str],
    shut: frozenset[str],
    offboard: bool,
    limit: Limits,
    ports: Mapping[str, int],
) -> Route | None:
    """A track that leaves the closed crossing-arrow straits alone, or ``None``."""
    avoid = straits.arrow_hexes(state, side) - {_hex(a), _hex(z), *stops}
    every = limit.every is not None
    found = route(
        board,
        a,
        z,
        closed=shut,
        via=stops,
        offboard=offboard,
        limit=limit.total,
        touch_every=limit.every,
        initial_leg=limit.initial if every else None,
        ports=ports if every else (),
        avoid=avoid,
    )
    return None if found is None or straits.arrow_refusals(state, side, found.hexes, board) else found


def strays(board: Board, chain: Sequence[str], hexes: Sequence[str]) -> bool:
    """True when a track touches the hexes it was given and yet does not go as drawn: a step between two of them that lie side
    by side is replaced by another way round."""
    at = 0
    for before, here in pairwise(chain):
        then = next((i for i in range(at + 1, len(hexes)) if hexes[i] == here), at)
        on_grid = before not in board.boxes and here not in board.boxes
        if then > at + 1 and on_grid and here in board.adjacent(before):
            return True
        at = then
    return False


@clause("21.211", "21.211#2")
def _evaded(
    state: State,
    side: str,
    board: Board,
    found: Route,
    a: str | Place,
    z: str | Place,
    stops: Sequence[str],
    shut: frozenset[str],
    offboard: bool,
) -> tuple[Refusal, ...]:
    """The closed straits that a track drawn through them would pass. Whoever draws the way through a strait means to pass it:
    going in, turning back and sailing round is not what was ordered. Where the way, were the strait open, would not pass it
    either, going in and out on one side is all that was meant."""
    never = frozenset(i for i in shut if board.links[i].kind == "closure")
    if never == shut or frozenset(h for i in shut for h in board.links[i].hexes).isdisjoint(stops):
        return ()
    straight = _route(board, a, z, stops, never, offboard, None, {})
    used = [board.links[i] for i in (straight.links if straight is not None else ()) if i in shut]
    if not strays(board, (_hex(a), *stops, _hex(z)), found.hexes):
        used = [x for x in used if not set(x.hexes).isdisjoint(stops)]
    return tuple(straits.refusal(state, side, x, board) for x in used)


def _plan(
    state: State, board: Board, found: Route, limit: Limits, ports: Mapping[str, int], refusals: tuple[Refusal, ...] = ()
) -> Plan:
    path = tuple(ours(state, board, h) for h in found.hexes)
    return Plan(path, found.distance, tuple(x.length for x in found.legs), refusals, limit.why)


def _shortest(
    state: State,
    side: str,
    units: Sequence[Unit],
    board: Board,
    free: Route,
    a: str | Place,
    z: str | Place,
    shut: frozenset[str],
    limit: Limits,
    ports: Mapping[str, int],
    activity: str,
    mission_clause: str,
    start: str,
    goal: str,
) -> Plan:
    """The Aleutian exceptions hold on a shortest way; any other is judged by the ordinary limits."""
    best = route(board, a, z, closed=shut)
    if best is not None and free.distance <= best.distance:
        return _plan(state, board, free, limit, ports)
    name = theatre.THEATRE[board.id]
    plain = lim.base_limits(activity, name)
    if lim.in_hawaii(state, start) and plain.every is not None:
        plain = msgspec.structs.replace(plain, initial=lim.hawaii_leg(state, side))
    elif lim.in_japan(state, start) and plain.every is not None:
        plain = msgspec.structs.replace(plain, initial=20)
    plain = msgspec.structs.replace(plain, why="")
    legal = lim.range_ports(state, side, units, board.id, plain.every or AWAY)
    return _plan(state, board, free, plain, legal, _too_far(state, board, free, plain, legal, mission_clause, activity))


GENERAL = {
    "patrol": "21.3614", "transport": "21.3614", "invasion": "21.3614", "bombard": "21.3614", "carrier": "21.3614",
    "base-change": "21.3613", "displaced": "21.3613", "redeploy": "21.3612", "escort": "21.3612", "supply": "21.3612",
}
"""The general limit of an activity, cited beside a Pacific exception that is not met."""


@clause("21.3614", "21.3612", "21.3613", "21.3611")
def _too_far(
    state: State, board: Board, found: Route, limit: Limits, ports: Mapping[str, int], mission_clause: str, activity: str
) -> tuple[Refusal, ...]:
    """The refusals of a track that is too long, or goes too far without touching a port."""
    out = []
    general = GENERAL.get(activity, "") if limit.clause.startswith(("21.3615", "21.3616")) else ""
    clauses = tuple(dict.fromkeys(c for c in (limit.clause, mission_clause, general) if c))
    goal = ours(state, board, found.hexes[-1])
    if limit.total is not None and found.distance > limit.total:
        out += [
            Refusal(
                c, "too-far", (goal,), facts(distance=found.distance, limit=limit.total), (Remedy("nearer-goal"),), limit.rests_on
            )
            for c in clauses
        ]
    if limit.every is not None:
        bad = overlong(
            board,
            found.hexes,
            limit,
            dict(ports),
            objective_free=state.rulings.switch("HR-LEG") == "free",
        )
        if bad:
            frm, to, length, allowed = bad
            last = ("HR-LEG",) if to == found.hexes[-1] and not theatre.port_places(state, ours(state, board, to)) else ()
            out += [
                Refusal(
                    c,
                    "leg-too-long",
                    (ours(state, board, frm), ours(state, board, to)),
                    facts(leg=length, limit=allowed, start=ours(state, board, frm), end=ours(state, board, to)),
                    (Remedy("touch-port"),),
                    (*limit.rests_on, "HR-36C", *last),
                )
                for c in clauses
            ]
    return tuple(out)


@clause("21.213", "21.21")
def _wet(state: State, board: Board, place: str) -> bool:
    """True for a box this board shows and for a hex of it with sea: rivers are none."""
    if theatre.is_box(state, place):
        return bool(theatre.board_box(board.id, place))
    if theatre.board_of(state, place) is not board:
        return False
    if theatre.waters(state, place):
        return True
    bare = theatre.bare(place)
    return bare in board.hexes and bool(board.bodies(bare))


def _hex(x: str | Place) -> str:
    return x.hex if isinstance(x, Place) else x


def steps(board: Board, hexes: Sequence[str]) -> list[int]:
    """Cumulative hexes along a path of hexes; entering or leaving a box counts what the board says."""
    out = [0]
    for x, y in pairwise(hexes):
        d = 1
        for box_id, hex_id in ((x, y), (y, x)):
            if box_id in board.boxes:
                d = next((e.distance for e in board.boxes[box_id].entries if e.hex == hex_id), 0)
        out.append(out[-1] + d)
    return out


def overlong(
    board: Board, hexes: Sequence[str], limit: Limits, ports: dict[str, int], objective_free: bool = False
) -> tuple[str, str, int, int] | None:
    """The first stretch of a path without a port that is too long: from, to, its length and what is allowed."""
    if limit.every is None:
        return None
    length = steps(board, hexes)
    here, allowed = 0, limit.every if limit.initial is None else limit.initial
    allowed = max(allowed, 0)
    last = len(hexes) - 1
    while here < last:
        ahead = [i for i in range(here + 1, last + 1) if hexes[i] in ports or i == last]
        reach = [i for i in ahead if length[i] - length[here] <= allowed]
        if last in reach:
            return None
        if not reach:
            nxt = ahead[0]
            if nxt == last and objective_free:
                return None
            return hexes[here], hexes[nxt], length[nxt] - length[here], allowed
        best = max(reach, key=lambda i: length[i] + ports.get(hexes[i], 0))
        here, allowed = best, ports[hexes[best]]
    return None


def _no_way(
    state: State,
    side: str,
    board: Board,
    a: str | Place,
    z: str | Place,
    via: Sequence[str],
    shut: frozenset[str],
    offboard: bool,
    start: str,
    goal: str,
) -> tuple[Refusal, ...]:
    """Which closed straits bar the way; or that there is no water at all."""
    chain: list[str | Place] = [a, *via, z]
    out: dict[str, Refusal] = {}
    for x, y in pairwise(chain):
        if route(board, x, y, closed=shut, offboard=offboard) is not None:
            continue
        blocking = [k for k in blocking_links(board, x, y, shut) if k.kind != "closure"]
        for k in blocking:
            out[k.id] = straits.refusal(state, side, k, board)
        if not blocking:
            frm, to = ours(state, board, _hex(x)), ours(state, board, _hex(y))
            out[f"{frm}-{to}"] = Refusal("21.21", "no-way", (frm, to), facts(start=frm, goal=to))
    if not out:
        for f in check_path(board, [_hex(x) for x in chain], shut):
            if f.link:
                out[f.link] = straits.refusal(state, side, board.links[f.link], board)
    for i in straits.passed(board, via, shut) if not out else ():
        out[i] = straits.refusal(state, side, board.links[i], board)
    if not out:
        out[""] = Refusal("21.21", "no-way", (start, goal), facts(start=start, goal=goal))
    return tuple(out.values())


@clause("21.217", "21.217A", "21.217B", "21.217C", "21.217C#2")
def off_board(
    state: State, side: str, units: Sequence[Unit], board: Board, via: Sequence[str], activity: str, start: str, goal: str
) -> tuple[Refusal, ...]:
    """Refuse leaving the board but for a box, a notional Allied port, or the western edge in a western-front activity; only
    interceptors end out there, for whoever slips off has to come back."""
    from .nations import western_allied

    if activity != "intercept" and theatre.bare(goal) in board.virtual:
        cite, edge = ("21.217", "east") if board.id == theatre.PACIFIC else ("21.217C", "west")
        return (Refusal(cite, "off-board", (goal,), facts(edge=edge), (Remedy("stay-on-board"),)),)
    virtual = [h for h in via if h in board.virtual]
    if not virtual:
        return ()
    allied = bool(units) and all(western_allied(u.nation) for u in units)
    if board.id == theatre.PACIFIC:
        if allied and all(h in board.notional_ports for h in virtual):
            return ()
        return (Refusal("21.217", "off-board", tuple(virtual), facts(edge="east"), (Remedy("stay-on-board"),)),)
    north = [h for h in virtual if h not in board.notional_ports and h.startswith("A23w") and h != "A23w1"]
    if north:
        return (Refusal("21.217C#2", "off-northern-edge", tuple(north), facts(edge="north"), (Remedy("stay-on-board"),)),)
    if not western_front_activity(state, board, start, goal, via):
        return (Refusal("21.217C", "off-board", tuple(virtual), facts(edge="west"), (Remedy("stay-on-board"),)),)
    return ()


@clause("21.217B", "21.361#3")
def may_slip_off(state: State, board: Board, units: Sequence[Unit], start: str, goal: str) -> bool:
    """True when the track may touch the notional Allied ports beyond the edge: Western Allied ships, in Europe in the west."""
    from .nations import western_allied

    if not units or not all(western_allied(u.nation) for u in units):
        return False
    return board.id == theatre.PACIFIC or western_front_activity(state, board, start, goal, ())


def western_front_activity(state: State, board: Board, start: str, goal: str, via: Sequence[str]) -> bool:
    """True when the activity begins and ends on the western front (a box of the Atlantic counts as western)."""
    from .fronts import fronts_of

    return all(theatre.is_box(state, p) or "western" in fronts_of(state, p) for p in (start, goal))
