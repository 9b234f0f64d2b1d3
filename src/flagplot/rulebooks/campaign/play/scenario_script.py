"""The scripts of scenarios beside the rules: withdrawals, ports that fall, guns that fire, a supply
ship; and the end of missions."""

from __future__ import annotations

from functools import reduce
from typing import Any, ClassVar

from msgspec.structs import replace

from flagplot.table import Table, clause
from flagplot.table.language.event_sentences import AudienceEvent

from .. import events
from ..rules.assault.events import AssaultDeclared, InvasionBegun, Raised
from ..rules.groups import with_group_marks
from ..rules.missions.cargo import return_assigned
from ..rules.missions.convoy_losses import end_invasion, unload_convoy
from ..rules.missions.events import MissionDecided, MissionEnded, MissionWritten
from ..rules.missions.mission_forming import code_name
from ..rules.missions.mission_members import base_after, destination_lost, fleet_of
from ..rules.missions.port_losses import lose_port, take_refuge
from ..rules.movement.routes import passage_of, route_cost_in_range
from ..rules.scenario_limits import ashore_id, lands_troops, script_of, supply_ship
from ..rules.scoring import landing_points, trade_points, turn_points
from ..rules.trade import merchants_sailed
from ..scenarios.cards import raider_of, scenario_of
from ..state import (
    Assault,
    Fall,
    Interception,
    Invasion,
    Mission,
    Phase,
    Points,
    Season,
    Ship,
    State,
)
from ..state.ratings import first_experience
from ..state.troops import Troop


class PhaseBegan(AudienceEvent, frozen=True, tag="phase-began"):
    """A phase of the turn begins. Written missions sail when Operations begin."""

    turn: int
    phase: Phase
    season: Season
    clause: str = "6.3.b"
    reveals: ClassVar[bool] = True
    """All sides have finished the previous phase: what each now sees, or does not see, reveals
    others' orders."""

    def apply(self, s: State) -> State:
        s = replace(
            s,
            turn=self.turn,
            phase=self.phase,
            season=self.season,
            done=(),
            announcing=self.phase == "breakthrough",
        )
        if self.phase == "operations":
            s = replace(s, traded=merchants_sailed(s))
            s = s.put_mission(
                *(
                    replace(m, status="sailing")
                    for m in s.missions.values()
                    if m.status == "ordered"
                )
            )
            fleets = (
                fleet_of(m)
                for m in s.missions.values()
                if m.kind == "invasion" and m.status == "sailing"
            )
            s = replace(s, invasions=(*s.invasions, *fleets))
            s = reduce(return_assigned, s.missions.values(), s)
        return s


def turn_begins(t: Table[State]) -> None:
    """Carry out the script as a turn begins: withdrawals, ships that start at sea, and permissions
    for this turn."""
    s = t.state
    script = script_of(s)
    for name, turn in script.get("withdraw", {}).items():
        for ship in s.ships.values():
            if ship.name == name and s.turn == turn and ship.afloat:
                t.record(events.ShipChanged(ship.side, ship.id, gone="withdrawn", why="scenario"))
    if coup := script.get("coup-de-main"):
        t.record(events.Flagged("coup-de-main", coup))
    for x in script.get("assaults", ()):
        if x["turn"] == s.turn:
            begin_prepared_battle(t, x)
    if s.turn == 1:
        for ship in s.ships.values():
            place = s.flags.get(f"at:{ship.id}")
            if place and ship.arrives <= 1:
                m = Mission(
                    code_name(t.state, ship.side, 0),
                    ship.side,
                    "patrol",
                    (ship.id,),
                    ship.base,
                    place,
                    (place,),
                    returns=ship.base,
                )
                t.record(MissionWritten(with_group_marks(m, [ship])))


def begin_meeting(t: Table[State]) -> None:
    """Begin a game of one battle with a convoy met at sea (scenario rule)."""
    s, x = t.state, script_of(t.state)["meeting"]
    hunters, escorts = tuple(x["hunters"]), tuple(x["escorts"])
    blue = s.ships[escorts[0]].side
    patrol = Mission(
        code_name(s, x["side"], 0),
        x["side"],
        "patrol",
        hunters,
        x["hunters-from"],
        x["place"],
        (x["place"],),
        returns=x["hunters-from"],
        status="sailing",
    )
    t.record(MissionWritten(with_group_marks(patrol, [s.ships[u] for u in hunters])))
    convoy = Mission(
        code_name(t.state, blue, 0),
        blue,
        "convoy",
        escorts,
        x["place"],
        x["target"],
        (x["place"], x["target"]),
        transports=x["merchants"],
        merchants=True,
        escorts=escorts,
        slow=x["slow"],
        status="sailing",
    )
    t.record(MissionWritten(convoy))
    t.record(PhaseBegan(s.turn, "battle", s.season))
    t.record(
        events.QueueSet((Interception(x["side"], convoy.id, x["place"], hunters, (), patrol.id),))
    )


def begin_prepared_battle(t: Table[State], said: dict[str, Any]) -> None:
    """Begin a turn with a battle that the scenario prescribes, with those of its units that are
    still there."""
    s = t.state
    if said.get("unless-taken") and s.ports[said["port"]].side == said["side"]:
        return
    ships = tuple(i for i in said.get("ships", ()) if s.ships[i].afloat)
    troops = tuple(i for i in said.get("troops", ()) if s.troops[i].present)
    if troops:
        t.record(InvasionBegun(Invasion(said["port"], said["side"], ships, troops)))
    for side, bombarding in (
        (said["side"], ships if troops else ()),
        *said.get("defence", {}).items(),
    ):
        afloat = tuple(i for i in bombarding if s.ships[i].afloat)
        if afloat:
            t.record(events.Bombards(side, said["port"], afloat))
    a = Assault(
        said["kind"],
        said["side"],
        said["port"],
        tuple(said.get("air", ())),
        () if troops else ships,
        troops,
        special=said.get("special", ""),
    )
    t.record(AssaultDeclared(a, "6.5.4.a" if a.kind == "port" else "6.5.2.a"))


def orders_revealed(t: Table[State]) -> None:
    """Carry out the script as the orders take effect."""
    s = t.state
    raider = raider_of(s)
    if raider is not None:
        m = s.missions.get(raider.mission)
        if m is not None and s.flags.get("raided") != m.target:
            t.record(events.Flagged("raiding", m.target, raider.side))


def _supply_ship_caught(t: Table[State], raider: Ship) -> None:
    """Sink the supply ship when an enemy patrol is in its zone while the raider is elsewhere
    (scenario rule)."""
    s = t.state
    port = s.ports[supply_ship(s)]
    m = s.missions.get(raider.mission)
    elsewhere = m is not None and m.target != port.zone
    met = any(
        x.side != raider.side and x.kind == "patrol" and x.target == port.zone
        for x in s.missions.values()
    )
    if port.side and elsewhere and met:
        t.record(events.PortTaken(port.name, ""))


@clause("6.3.7.2.d")
def end_mission(t: Table[State], m: Mission) -> None:
    """End a mission that was not stopped: patrols at their port of return, others at their
    target."""
    s = t.state
    units = tuple(u for u in m.units if s.ships[u].afloat)
    if s.phase == "battle" and m.kind in (
        "patrol",
        "strategic",
    ):  # it stays on station, or is not active, until the turn ends
        return
    came_home = m.kind in ("convoy", "invasion") and destination_lost(s, m)
    base = (m.returns or m.origin) if m.kind == "patrol" else m.origin if came_home else m.target
    if m.kind in ("convoy", "evacuation"):
        unload_convoy(t, m)
    if m.kind == "invasion":
        end_invasion(t, m)
    if not units:
        t.record(MissionEnded(m.side, m.id, base, ()))
        return
    if m.kind in ("convoy", "invasion"):
        _escorts_home(t, t.state.missions[m.id], units)
        return
    landed: tuple[str, ...] = ()
    if m.kind in ("operational", "strategic"):
        landed = tuple(u for u in units if s.ships[u].cargo)
        _reach_port(t, m, units, landed)
        units = tuple(u for u in units if t.state.ships[u].afloat)
        landed = tuple(u for u in landed if u in units)
    if not all(t.state.open_to(m.side, s.ships[u].nation, base) for u in units):
        if m.kind == "strategic" and t.state.ports[m.origin].side == m.side:
            t.record(MissionDecided(m.side, m.id, (), units, "6.3.7.2.d"))
        else:
            _lost_base(t, m, units)
        return
    t.record(MissionEnded(m.side, m.id, base, units, landed))
    rest = script_of(s).get("no-refuel")
    if rest and m.kind == "strategic":
        p = passage_of(t.state, m.side)
        if route_cost_in_range(p, m.route).range >= rest:
            for u in units:
                if t.state.ships[u].endurance <= rest and base != script_of(s).get("tanker"):
                    t.record(
                        events.ShipChanged(m.side, u, rest_until=s.turn + 2, why="empty bunkers")
                    )


def _escorts_home(t: Table[State], m: Mission, units: tuple[str, ...]) -> None:
    """End a convoy or an invasion for its escorts: they go where their orders send them, or find a
    refuge (6.3.5)."""
    bases = {u: base_after(m, t.state.ships[u]) for u in units}
    for base in sorted(set(bases.values())):
        here = tuple(u for u in units if bases[u] == base)
        if all(t.state.open_to(m.side, t.state.ships[u].nation, base) for u in here):
            t.record(MissionEnded(m.side, m.id, base, here))
        else:
            _lost_base(t, m, here)


def _reach_port(
    t: Table[State], m: Mission, units: tuple[str, ...], landed: tuple[str, ...]
) -> None:
    """Let ships reach a port: its guns fire once; a coup de main, troops ashore and their points
    follow."""
    s = t.state
    script, score = script_of(s), scenario_of(s).get("score", {})
    port = s.ports[m.target]
    guns = script.get("guns", {})
    if (
        guns.get("port") == port.name
        and m.side == guns["against"]
        and not s.flags.get("guns-fired")
    ):
        t.record(events.Flagged("guns-fired", "yes"))
        t.record(events.ShipChanged(m.side, units[0], loses=guns["loses"], why=guns["why"]))
        landed = tuple(u for u in landed if t.state.ships[u].afloat)
    if not landed:
        return
    if strength := lands_troops(s):
        t.record(
            Raised(
                m.side,
                port.name,
                tuple(put_ashore(t.state, u, port.name, strength) for u in landed),
                ASHORE,
            )
        )
    if port.neutral and script.get("coup-de-main", "") == f"{m.side}:{s.turn}":
        lose_port(t, Fall(port.name, m.side, s.enemies(m.side)[0]))
        worth = score.get("taken", {}).get(port.name, 0)
        if worth:
            t.record(events.Scored(Points(m.side, worth, "port-taken", port.name)))
    elif port.side == m.side:
        landing_points(t, m.side, port.name, landed)


ASHORE = "6.3.7.2.d"
"""The clause by which arriving ships put their troops ashore."""


def put_ashore(state: State, ship: str, port: str, strength: int) -> Troop:
    """Return the troops that a warship carries, as the land unit they form once ashore (scenario
    rule)."""
    u = state.ships[ship]
    trained = first_experience(u.nation, state.rulings)
    return Troop(
        ashore_id(ship),
        u.cargo,
        u.side,
        u.nation,
        "INF",
        port,
        strength,
        strength,
        trained,
        forms=state.turn,
    )


def _lost_base(t: Table[State], m: Mission, units: tuple[str, ...]) -> None:
    """End a mission whose port is no longer friendly. Its ships look for another port (HR-24)."""
    for u in units:
        take_refuge(t, m.side, u, at=m.target)
    t.record(MissionEnded(m.side, m.id, m.origin, ()))


def after_operations(t: Table[State]) -> None:
    """Carry out the script after the battles of Operations."""
    s = t.state
    for x in script_of(s).get("falls", ()):
        if x["turn"] == s.turn and s.ports[x["port"]].side != x["to"]:
            lose_port(t, Fall(x["port"], x["to"], s.enemies(x["to"])[0]))
    raider = raider_of(t.state)
    if raider is not None:
        trade_points(t, raider)
        _supply_ship_caught(t, raider)


def turn_ends(t: Table[State]) -> None:
    """Carry out the script as a turn ends: a nation joins a side next turn, and points are
    scored."""
    s = t.state
    joins = script_of(s).get("joins", {})
    if joins.get("turn") == s.turn + 1:
        for port in s.ports.values():
            if port.neutral and port.nation == joins["nation"]:
                t.record(events.PortTaken(port.name, joins["side"]))
    turn_points(t)
