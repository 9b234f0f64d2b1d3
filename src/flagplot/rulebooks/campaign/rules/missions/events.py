"""Events of missions: written, cancelled, regrouped, decided, ended."""

from __future__ import annotations

from msgspec.structs import replace

from flagplot.table.language.event_sentences import OWNER, Audience, AudienceEvent

from ...events import Own
from ...nouns import Place, Unit
from ...state import OIL, Invasion, Leg, Mission, State
from ..groups import with_group_marks
from ..pools import pools_after
from .cargo import (
    cancel_air_patrols,
    cancel_flights,
    cargo_items,
    keep_ashore,
    load_cargo,
    lose_cargo_at_sea,
    return_cargo,
    unload_cargo,
)
from .mission_members import fleet_of


class PartJoined(Own, frozen=True, tag="part-joined"):
    """A part that loads at another port will join a convoy (6.3.4.1)."""

    mission: str
    leg: Leg
    drawn: tuple[tuple[str, int], ...] = ()
    cargo: tuple[tuple[str, ...], ...] = ()
    clause: str = "6.3.4.1.c"
    refuel: str = ""
    """The port where the part refuels; no other part of the mission then refuels elsewhere
    (6.3.4.3)."""
    merchants: bool = False
    tankers: bool = False

    def apply(self, s: State) -> State:
        m, leg = s.missions[self.mission], self.leg
        before = (*m.cargo, *(() for _ in range(m.transports - len(m.cargo))))
        if (
            self.merchants and m.tankers and not m.merchants
        ):  # now the convoy must say which of it are tankers
            before = ((OIL,),) * m.transports
        holds = (*before, *self.cargo)
        m = replace(
            m,
            units=(*m.units, *leg.units),
            escorts=(*m.escorts, *leg.units),
            legs=(*m.legs, leg),
            cargo=holds,
            transports=m.transports + leg.transports,
            drawn=(*m.drawn, *self.drawn),
            refuel=m.refuel or self.refuel,
            merchants=m.merchants or self.merchants,
            tankers=m.tankers or self.tankers,
        )
        pools = {**s.pools, **{pool: s.pools[pool] - n for pool, n in self.drawn}}
        s = replace(
            s.put_mission(m).put_ships(replace(s.ships[u], mission=m.id) for u in leg.units),
            pools=pools,
        )
        return cancel_flights(load_cargo(s, replace(m, origin=leg.route[0]), self.cargo), leg.units)


class EscortGiven(Own, frozen=True, tag="escort-given"):
    """Ships will escort a convoy on a stretch of its route (6.3.5)."""

    mission: str
    leg: Leg
    clause: str = "6.3.5.c"

    def apply(self, s: State) -> State:
        m, leg = s.missions[self.mission], self.leg
        m = replace(
            m, units=(*m.units, *leg.units), escorts=(*m.escorts, *leg.units), legs=(*m.legs, leg)
        )
        s = s.put_mission(m).put_ships(replace(s.ships[u], mission=m.id) for u in leg.units)
        return cancel_flights(s, leg.units)


class CapFlown(Own, frozen=True, tag="cap-flown"):
    """Aircraft will fly CAP over a convoy (6.4.2.1)."""

    mission: str
    planes: tuple[Unit, ...]
    clause: str = "6.4.2.1.g"

    def apply(self, s: State) -> State:
        return s.put_planes(replace(s.planes[p], cap=self.mission) for p in self.planes)


class ShippingHit(Own, frozen=True, tag="shipping-hit"):
    """The effect of a battle on transports: sunk, turned back, damaged (6.5.1.6). Their cargo is
    lost, or returns to its port."""

    mission: str
    sunk: int
    back: int
    damage: int
    pps: int
    holds: tuple[tuple[str, ...], ...] = ()
    """The cargo of the transports that go on."""
    lost: tuple[tuple[str, ...], ...] = ()
    returned: tuple[tuple[str, ...], ...] = ()
    ports: tuple[str, ...] = ()
    """The ports to which holds return, where they were loaded (6.3.4.1)."""
    hurt: tuple[tuple[str, int], ...] = ()
    """Units that lost some of their transports: pairs (unit, strength points)."""
    clause: str = "6.5.1.6.c"

    def apply(self, s: State) -> State:
        m = s.missions[self.mission]
        legs = tuple(replace(x, transports=0) for x in m.legs)
        m = replace(m, cargo=self.holds, legs=legs)
        ports = self.ports or (m.origin,) * len(self.returned)
        s = return_cargo(lose_cargo_at_sea(s, self.lost), m, self.returned, ports).put_mission(m)
        s = s.put_troops(
            replace(s.troops[x], strength=max(1, s.troops[x].strength - n)) for x, n in self.hurt
        )
        fleets = (
            replace(fleet_of(m), ships=i.ships) if i.mission == m.id else i for i in s.invasions
        )
        away = cargo_items((*self.lost, *self.returned))
        landings = (
            replace(a, troops=tuple(x for x in a.troops if x not in away))
            if (a.port, a.side) == (m.target, m.side)
            else a
            for a in s.assaults
        )
        s = replace(s, invasions=tuple(fleets), assaults=tuple(landings))
        key = f"{self.side}/sw"
        return (
            replace(s, ledger={**s.ledger, key: s.ledger.get(key, 0) + self.pps}) if self.pps else s
        )


class CargoLanded(Own, frozen=True, tag="cargo-landed"):
    """A convoy unloads (6.3.4.2). Reserves and supplies join the command reserve there; formations
    go on as ordered."""

    mission: str
    port: str
    holds: tuple[tuple[str, ...], ...]
    oil: int = 0
    clause: str = "6.3.4.2.b"

    def apply(self, s: State) -> State:
        m = s.missions[self.mission]
        s = unload_cargo(s, m, self.holds, self.port)
        if m.inland and self.port == m.target:
            going = (
                s.troops[x]
                for hold in self.holds
                for x in hold
                if x in s.troops and not s.troops[x].reserve
            )
            s = s.put_troops(replace(x, at=m.inland[-1]) for x in going)
        s = s.put_mission(replace(m, cargo=()))
        key = f"{self.side}/oil"
        return (
            replace(s, ledger={**s.ledger, key: s.ledger.get(key, 0) + self.oil}) if self.oil else s
        )


class Crossed(Own, frozen=True, tag="crossed"):
    """Land units went, or attack, over a Crossing Arrow in small boats, without transports of a
    pool (6.2.5)."""

    troops: tuple[str, ...]
    target: Place
    clause: str = "6.2.5.a"

    def apply(self, s: State) -> State:
        if s.holder(self.target) in ("", self.side):
            return s.put_troops(replace(s.troops[x], at=self.target) for x in self.troops)
        before = [
            i for i in s.invasions if i.crossing and (i.port, i.side) == (self.target, self.side)
        ]
        troops = (*(x for i in before for x in i.troops), *self.troops)
        attack = Invasion(self.target, self.side, (), troops, transports=len(troops), crossing=True)
        return replace(s, invasions=(*(i for i in s.invasions if i not in before), attack))


class MissionWritten(AudienceEvent, frozen=True, tag="mission-written"):
    """A mission is written in a side's secret orders, and its ships are assigned to it (6.3)."""

    audience = Audience(OWNER, owner="mission.side")
    mission: Mission
    clause: str = "6.3.a"

    def apply(self, s: State) -> State:
        m = self.mission
        pools = {**s.pools, **{pool: s.pools[pool] - n for pool, n in m.drawn}}
        s = replace(
            s.put_mission(m).put_ships(replace(s.ships[u], mission=m.id) for u in m.units),
            pools=pools,
        )
        return cancel_flights(load_cargo(s, m, m.cargo), m.units)


class MissionCancelled(Own, frozen=True, tag="mission-cancelled"):
    """A mission is cancelled before the orders are revealed."""

    mission: str
    clause: str = "6.3.a"

    def apply(self, s: State) -> State:
        m = s.missions[self.mission]
        rest = {k: v for k, v in s.missions.items() if k != self.mission}
        s = replace(s, missions=rest, pools=pools_after(s, replace(m, remain=False)))
        s = s.put_ships(replace(s.ships[u], mission="") for u in m.units)
        s = s.put_planes(replace(p, cap="") for p in s.planes.values() if p.cap == m.id)
        s = s.put_troops(replace(s.troops[x], reserve=False) for x in m.behind)
        return cancel_air_patrols(keep_ashore(s, m), m.units)


class Regrouped(Own, frozen=True, tag="regrouped"):
    """Ships joined or left a task force in port (6.1.3)."""

    mission: str
    units: tuple[Unit, ...]
    dropped: tuple[str, ...]
    clause: str = "6.1.3.b"
    gathered: tuple[Leg, ...] = ()
    """The legs of ships that join it at the staging area."""

    def apply(self, s: State) -> State:
        ships, m = [s.ships[u] for u in self.units], s.missions[self.mission]
        m = replace(
            with_group_marks(m, ships),
            units=self.units,
            escorts=self.units if m.transports else m.escorts,
        )
        legs = (
            *(replace(x, units=tuple(u for u in x.units if u in self.units)) for x in m.legs),
            *self.gathered,
        )
        m = replace(m, legs=tuple(x for x in legs if x.units or x.transports))
        if (
            m.stage and not m.transports and all(x.base != m.origin for x in ships)
        ):  # no ship sails the leg to the staging area
            m = replace(m, origin=m.stage, route=m.route[m.route.index(m.stage) :])
        s = cancel_air_patrols(
            s.put_ships(replace(s.ships[u], mission="") for u in self.dropped), self.dropped
        )
        return cancel_flights(
            s.put_mission(m).put_ships(replace(s.ships[u], mission=m.id) for u in self.units),
            self.units,
        )


def sent_back(s: State, m: Mission, going: int) -> tuple[State, Mission]:
    """Return the state and the mission with all but *going* transports back in their pools."""
    pools, drawn, back = dict(s.pools), [], max(0, m.transports - going)
    for pool, n in m.drawn:
        pools[pool] += min(n, back)
        drawn.append((pool, n - min(n, back)))
        back -= min(n, back)
    return replace(s, pools=pools), replace(
        m,
        transports=min(m.transports, going),
        drawn=tuple(drawn),
        laden=m.laden or m.transports > 0,
    )


class MissionDecided(Own, frozen=True, tag="mission-decided"):
    """The owner of a mission goes on with the ships and transports that may, or aborts (6.5.1). The
    others return to port and pool."""

    mission: str
    goes_on: tuple[str, ...]
    turned_back: tuple[str, ...]
    clause: str = "6.5.1.e"
    transports: int = 0
    """Number of the transports or merchants of a convoy that go on."""

    def apply(self, s: State) -> State:
        s, m = sent_back(s, s.missions[self.mission], self.transports)
        status = (
            "completed"
            if self.goes_on or self.transports
            else "failed"
            if m.status == "failed"
            else "aborted"
        )
        s = s.put_mission(replace(m, units=self.goes_on, status=status))
        return s.put_ships(
            replace(s.ships[u], mission="", turned_back=True) for u in self.turned_back
        )


class MissionEnded(Own, frozen=True, tag="mission-ended"):
    """A mission is over, and its ships lie at their base again. ``landed`` names units whose troops
    went ashore."""

    mission: str
    base: str
    units: tuple[Unit, ...]
    landed: tuple[str, ...] = ()
    clause: str = "6.3.3.2.b"

    def apply(self, s: State) -> State:
        m = s.missions[self.mission]
        ships = [
            replace(
                s.ships[u],
                mission="",
                base=self.base,
                cargo="" if u in self.landed else s.ships[u].cargo,
            )
            for u in self.units
        ]
        s = replace(s, pools=pools_after(s, m))
        return s.put_ships(ships).put_mission(replace(m, status="ended", drawn=()))
