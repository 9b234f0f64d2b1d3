"""What a scenario does beside the rules: arrivals, withdrawals, ports that fall, troops landed, points."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any
from zlib import crc32

from flagplot.table import Outcome, Table, clause

from . import events as e
from . import orders as o
from .chart import place_square
from .evacuation import displaced_at, lose_port, refuge, troops_at
from .launching import code_name
from .routes import cost, passage_of, suggest
from .scenarios import NAMES, data, season_of
from .state import Fall, Mission, Points, Ship, State


def _data(state: State) -> dict[str, Any]:
    return data(state.scenario) if state.scenario in NAMES else {}


def _script(state: State) -> dict[str, Any]:
    found: dict[str, Any] = _data(state).get("script", {})
    return found


# -- the turn


def turn_begins(t: Table[State]) -> None:
    """Withdrawals, ships that start at sea, and the scenario's permissions for this turn."""
    s = t.state
    script = _script(s)
    for name, turn in script.get("withdraw", {}).items():
        for ship in s.ships.values():
            if ship.name == name and s.turn == turn and ship.afloat:
                t.record(e.ShipChanged(ship.side, ship.id, gone="withdrawn", why="scenario"))
    if coup := script.get("coup-de-main"):
        t.record(e.Flagged("coup-de-main", coup))
    if s.turn == 1:
        for ship in s.ships.values():
            place = s.flags.get(f"at:{ship.id}")
            if place and ship.arrives <= 1:
                m = Mission(
                    f"{ship.side[:2].upper()}0-{crc32(ship.id.encode()) % 900 + 100}",
                    ship.side,
                    "patrol",
                    (ship.id,),
                    ship.base,
                    place,
                    (place,),
                    returns=ship.base,
                    flotilla=ship.submarine,
                )
                t.record(e.MissionWritten(m))


def orders_revealed(t: Table[State]) -> None:
    """What happens as the orders take effect."""
    s = t.state
    if s.scenario == "graf-spee":
        raider = s.ships[_script(s)["raider"]]
        m = s.missions.get(raider.mission)
        if m is not None and s.flags.get("raided") != m.target:
            t.record(e.Flagged("raiding", m.target, raider.side))


def supply_ship(state: State) -> str:
    """The port that is the raider's supply ship; empty in other scenarios."""
    return str(_script(state).get("supply-ship", ""))


def patrol_limit(state: State, side: str) -> int:
    """Patrols a side may send out this turn by the scenario; 0 for no limit."""
    by_turn: list[int] = _script(state).get("patrols", [])
    return by_turn[min(state.turn, len(by_turn)) - 1] if by_turn and side == "Allied" else 0


def _supply_ship_caught(t: Table[State]) -> None:
    """Scenario rule: the supply ship is lost when an enemy patrol is in its zone while the raider is elsewhere."""
    s = t.state
    port = s.ports[supply_ship(s)]
    raider = s.ships[_script(s)["raider"]]
    m = s.missions.get(raider.mission)
    elsewhere = m is not None and m.target != port.zone
    if (
        port.side
        and elsewhere
        and any(x.side == "Allied" and x.kind == "patrol" and x.target == port.zone for x in s.missions.values())
    ):
        t.record(e.PortTaken(port.name, ""))


@clause("6.3.7.2.d", "6.3.3.2.b", "6.3.7.a")
def arrive(t: Table[State], m: Mission) -> None:
    """A mission that was not stopped ends where it was bound: patrols at their return base, the others at their target."""
    s = t.state
    units = tuple(u for u in m.units if s.ships[u].afloat)
    if m.kind == "patrol":
        if s.phase == "battle":
            return
        base = m.returns or m.origin
    elif m.kind == "convoy":
        base = m.returns or m.target
    else:
        base = m.target
    if not units:
        t.record(e.MissionEnded(m.side, m.id, base, ()))
        return
    landed: tuple[str, ...] = ()
    if m.kind in ("operational", "strategic"):
        landed = tuple(u for u in units if s.ships[u].cargo)
        _reach_port(t, m, units, landed)
        units = tuple(u for u in units if t.state.ships[u].afloat)
    if not all(t.state.open_to(m.side, s.ships[u].nation, base) for u in units):
        if m.kind == "strategic" and t.state.ports[m.origin].side == m.side:
            t.record(e.MissionDecided(m.side, m.id, (), units, "6.3.7.2.d"))
        else:
            _lost_base(t, m, units)
        return
    t.record(e.MissionEnded(m.side, m.id, base, units, landed))
    rest = _script(s).get("no-refuel")
    if rest and m.kind == "strategic":
        p = passage_of(t.state, m.side)
        if cost(p, m.route).range >= rest:
            for u in units:
                if t.state.ships[u].endurance <= rest and base != _script(s).get("tanker"):
                    t.record(e.ShipChanged(m.side, u, rest_until=s.turn + 2, why="empty bunkers"))


def _reach_port(t: Table[State], m: Mission, units: tuple[str, ...], landed: tuple[str, ...]) -> None:
    """Ships reach a port: the Oscarsborg guns, a coup de main, troops ashore and their points."""
    s = t.state
    script, score = _script(s), _data(s).get("score", {})
    port = s.ports[m.target]
    guns = script.get("oslo-guns")
    if guns and port.name == "Oslo" and m.side == "Axis" and not s.flags.get("guns-fired"):
        t.record(e.Flagged("guns-fired", "yes"))
        t.record(e.ShipChanged(m.side, units[0], loses=guns, why="Oscarsborg"))
        landed = tuple(u for u in landed if t.state.ships[u].afloat)
    if not landed:
        return
    if port.neutral and script.get("coup-de-main", "") == f"{m.side}:{s.turn}":
        lose_port(t, Fall(port.name, m.side, s.enemies(m.side)[0]))
        worth = score.get("taken", {}).get(port.name, 0)
        if worth:
            t.record(e.Scored(Points(m.side, worth, "port-taken", port.name)))
    elif m.side == "Allied" and port.side == "Allied":
        if port.name in score.get("plan-r4", ()) and s.turn <= 2:
            t.record(e.Scored(Points("Allied", 4, "plan-r4", port.name)))
        elif port.name in score.get("landed", ()) and s.turn <= 4:
            before = sum(1 for x in s.score if x.what == "landed")
            for u in landed[: max(0, 6 - before)]:
                t.record(e.Scored(Points("Allied", 2, "landed", u, "Allied")))


def _lost_base(t: Table[State], m: Mission, units: tuple[str, ...]) -> None:
    """HR-24 The port is no longer friendly: the nearest friendly base within Endurance, otherwise interned."""
    for u in units:
        base = refuge(t.state, m.side, t.state.ships[u])
        t.record(e.ShipChanged(m.side, u, gone="" if base else "interned", base=base, why="base lost", clause="6.3.3.2.b"))
    t.record(e.MissionEnded(m.side, m.id, m.origin, ()))


def after_operations(t: Table[State]) -> None:
    """What the scenario does when the battles are fought."""
    s = t.state
    script = _script(s)
    if script.get("stavanger-falls") == s.turn and s.ports["Stavanger"].side != "Axis":
        lose_port(t, Fall("Stavanger", "Axis", "Allied"))
    if s.scenario == "graf-spee":
        _trade(t)
        _supply_ship_caught(t)


def _trade(t: Table[State]) -> None:
    s = t.state
    raider = s.ships[_script(s)["raider"]]
    m = s.missions.get(raider.mission)
    where = s.flags.get("raiding", "")
    if m is not None and where == m.target and not m.attacked and raider.afloat:
        trade = next(z["trade"] for z in _data(s)["zone"] if z["id"] == where)
        if trade:
            t.record(e.Scored(Points(raider.side, trade, "trade", where)))
    t.record(e.Flagged("raided", m.target if m is not None else ""))
    t.record(e.Flagged("raiding", "", raider.side))


def turn_ends(t: Table[State]) -> None:
    """Norway joins, and points that a turn's end brings."""
    s = t.state
    script, score = _script(s), _data(s).get("score", {})
    if script.get("norway-joins") == s.turn + 1:
        for port in s.ports.values():
            if port.neutral and port.name in _norwegian(s):
                t.record(e.PortTaken(port.name, "Allied"))
    if s.turn == 3:
        for u in score.get("narvik-destroyers", ()):
            ship = s.ships[u]
            if ship.afloat and ship.base in score["home"]:
                t.record(e.Scored(Points("Axis", 2, "destroyers-home", u, "Axis")))
    if s.turn == 4 and "plan-r4" in score:
        german = any(x.cls == "DD" and not x.damaged for x in s.based_at("Narvik", "Axis"))
        allied = any(
            x.cls in ("CL", "CA", "BC", "BB", "CV", "CAA") for p in ("Harstad", "Narvik") for x in s.based_at(p, "Allied")
        )
        if not german and allied:
            t.record(e.Scored(Points("Allied", 4, "narvik-held")))


def _norwegian(state: State) -> frozenset[str]:
    return frozenset(n for n, p in _data(state).get("ports", {}).items() if p[2] == "Norway")


# -- Breakthrough


def passages_open(state: State) -> bool:
    """True when some side has a heavily damaged ship whose base cannot mend it (6.5.1.4)."""
    return any(
        any(True for _ in cripples(state, side)) or bool(displaced_at(state, side)) or any(True for _ in troops_at(state, side))
        for side in state.sides
    )


def cripples(state: State, side: str) -> Iterator[Ship]:
    """6.5.1.4 Heavily damaged ships of a side lying in a port without a shipyard (HR-33)."""
    for ship in state.side_ships(side):
        port = state.ports.get(ship.base)
        if ship.last_damage > 2 and not ship.mission and port is not None and port.yard == 0:
            yield ship


def yards(state: State, side: str, ship: Ship) -> tuple[tuple[int, str, tuple[str, ...]], ...]:
    """Friendly shipyards by distance: squares, port, route."""
    p = passage_of(state, side, ship.nation)
    out = []
    for port in state.ports.values():
        if port.side == side and port.yard > 0:
            way = suggest(p, ship.base, port.name)
            if way is not None:
                out.append((cost(p, way).squares, port.name, way))
    return tuple(sorted(out))


def passage_mission(state: State, side: str, order: o.Passage) -> Mission:
    """The mission of a crippled ship making for a yard."""
    ship = state.ships[order.unit]
    return Mission(
        code_name(state, side, order),
        side,
        "passage",
        (ship.id,),
        ship.base,
        order.target,
        (ship.base, *order.via, order.target),
        rebase=order.target,
        status="sailing",
        flotilla=ship.submarine,
    )


# -- points


def score_battle(t: Table[State], before: State) -> None:
    """Points for ships lost in a battle, each 5 strength points or the whole ship, as the scenario counts."""
    s = t.state
    score = _data(s).get("score", {})
    if s.scenario == "norway-1940":
        for ship in s.ships.values():
            was = before.ships[ship.id]
            if was.strength > 0 and ship.strength <= 0:
                worth = score["lost"].get(ship.cls, 1) * max(1, round(ship.full / 5))
                enemy = s.enemies(ship.side)[0]
                t.record(e.Scored(Points(enemy, worth, "ship-lost", ship.id)))
    elif s.scenario == "graf-spee":
        raider = _script(s)["raider"]
        for ship in s.ships.values():
            was = before.ships[ship.id]
            loss = was.strength - ship.strength
            if ship.id == raider and loss > 2:
                t.record(e.Scored(Points(ship.side, -score["raider-lost"], "raider-hit", ship.id, ship.side)))
            elif ship.id != raider and was.strength > 0 >= ship.strength:
                t.record(e.Scored(Points("Axis", score["ship-sunk"], "ship-lost", ship.id)))
            elif ship.id != raider and loss > 2:
                t.record(e.Scored(Points("Axis", score["ship-damaged"], "ship-damaged", ship.id, ship.side)))


def final_points(t: Table[State]) -> None:
    """Points that only the end brings: ships with more than 2 points of damage."""
    s = t.state
    if s.scenario != "norway-1940":
        return
    for ship in s.ships.values():
        if ship.afloat and ship.full - ship.strength > 2:
            t.record(e.Scored(Points(s.enemies(ship.side)[0], 1, "ship-damaged", ship.id, ship.side)))


def decided(state: State) -> bool:
    """Scenario rule: the hunt is over when the raider can raid no more, sunk, interned or hurt far from any yard."""
    raider = state.ships.get(_script(state).get("raider", ""))
    return raider is not None and (not raider.afloat or raider.damaged)


def totals(state: State) -> dict[str, float]:
    """Victory points by side."""
    return {side: sum(p.points for p in state.score if p.side == side) for side in state.sides}


def outcome(state: State) -> Outcome | None:
    """How the game ended."""
    if not state.over:
        return None
    points = totals(state)
    degrees = _data(state).get("score", {}).get("degrees", [[1, "draw"], [999, "win"]])
    if state.scenario == "graf-spee":
        degree = next(name for limit, name in degrees if points["Axis"] < limit)
        return Outcome("" if degree == "draw" else degree, degree, tuple(points.items()))
    ranked = sorted(points.items(), key=lambda x: (-x[1], x[0]))
    margin = ranked[0][1] - ranked[1][1] if len(ranked) > 1 else 0
    degree = next(name for limit, name in degrees if margin < limit)
    return Outcome("" if degree == "draw" else ranked[0][0], degree, tuple(points.items()))


__all__ = ["arrive", "cripples", "outcome", "passage_mission", "passages_open", "place_square", "season_of", "totals", "yards"]
