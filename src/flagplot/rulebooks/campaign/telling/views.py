"""What a side may know of a campaign: its own ships and orders, what was seen, and the battle as its units see it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from msgspec.structs import replace

from flagplot.table.latest import lasting
from flagplot.table.sight import own_first

from ..rules.battle.sea import known, looked_at
from ..rules.interception.search import looks_like
from ..rules.missions.bombardment import by_sea
from ..rules.scenario import supply_ship
from ..state import SUPPLIES, Assault, Interception, Invasion, Leg, Mission, Plane, Port, Ship, State
from ..state.battle import SeaBattle
from ..state.troops import Troop


def view(state: State, side: str) -> State:
    """6.3 The state as *side* knows it. Nothing of the other side's orders, ships or bases is in it before it is spotted, and
    what is in it stands in an order that tells nothing of them."""
    ships = _ships(state, side)
    fighting = state.fighting
    battle = state.battle
    if battle is not None:
        battle = known(battle, battle.colour(side)) if side in (battle.red, battle.blue) else looked_at(battle)
    return replace(
        state,
        ships=ships,
        planes=_planes(state, side),
        ports=_ports(state, side),
        missions=_missions(state, side),
        past={k: m for k, m in state.past.items() if m.side == side},
        spotted=tuple(s for s in state.spotted if s.side == side),
        invasions=tuple(_heard(state, i, side) for i in state.invasions if known_to(state, i, side)),
        assaults=tuple(a if a.side == side else replace(a, air=(), ships=(), troops=()) for a in state.assaults),
        assault=_fought(state.assault, side),
        reinforced=tuple(x for x in state.reinforced if state.troops[x[1]].side == side),
        funds={k: v for k, v in state.funds.items() if k == side},
        limits={k: v for k, v in state.limits.items() if k == side},
        relations={k: v for k, v in state.relations.items() if k.startswith(f"{side}/")},
        bombarding=tuple(b for b in state.bombarding if b[1] in ships),
        falls=tuple(f if f.loser == side else replace(f, units=0) for f in state.falls),
        displaced=tuple(d for d in state.displaced if d[0] in ships),
        score=tuple(p.told(side) for p in state.score),
        interceptions=tuple(_hide(i, side) for i in state.interceptions),
        queue=tuple(_hide(i, side) for i in state.queue),
        battle=battle,
        fighting=_hide(fighting, side) if fighting is not None else None,
        flags=_flags(state, side),
        pools={k: v for k, v in state.pools.items() if k.startswith(f"{side}/")},
        troops=_troops(state, side),
        stores={k: v for k, v in state.stores.items() if k.startswith(f"{side}/")},
        traded={x.key: state.traded[x.key] for x in state.trade if x.side == side and x.key in state.traded},
        ledger={k: v for k, v in state.ledger.items() if k.startswith(f"{side}/")},
        lots="",
    )


# What stays the same from view to view is the very same object, so that what was worked out of it lasts.


@lasting(lambda state: (state.ships,))
def _ships(state: State, side: str) -> Mapping[str, Ship]:
    """A side's ships, and the wrecks of the other's."""
    known = {k: v if v.side == side else _wreck(v) for k, v in state.ships.items() if v.side == side or v.gone == "sunk"}
    return own_first(side, known)


@lasting(lambda state: (state.planes,))
def _planes(state: State, side: str) -> Mapping[str, Plane]:
    return {k: v for k, v in state.planes.items() if v.side == side}


@lasting(lambda state: (state.troops,))
def _troops(state: State, side: str) -> Mapping[str, Troop]:
    return {k: v for k, v in state.troops.items() if v.side == side}


@lasting(lambda state: (state.missions, state.spotted))
def _missions(state: State, side: str) -> Mapping[str, Mission]:
    """A side's missions, and what it has spotted of the other's."""
    seen = {s.mission: s.places for s in state.spotted if s.side == side}
    known = {}
    for id, m in state.missions.items():
        if m.side == side:
            known[id] = m
        elif id in seen:
            known[id] = _glimpse(m, seen[id])
    return own_first(side, known)


@lasting(lambda state: (state.flags, state.ships))
def _flags(state: State, side: str) -> Mapping[str, str]:
    return {k: v for k, v in state.flags.items() if _may_know(state, k, side)}


def ordered(state: State, i: Invasion) -> bool:
    """True when the landing of an invasion is ordered, which everybody hears (6.5.2)."""
    return any(a.port == i.port and a.side == i.side for a in state.announced)


def known_to(state: State, i: Invasion, side: str) -> bool:
    """Whether a side knows of an invasion: its own, one whose landing is ordered, one of which no order was written in secret."""
    return i.side == side or ordered(state, i) or not (i.mission or i.crossing)


def _heard(state: State, i: Invasion, side: str) -> Invasion:
    """An invasion of the other side: not with what; how many land, by sea and by land, everybody hears with it (6.5.2.2)."""
    return i if i.side == side else replace(i, ships=(), troops=("",) * by_sea(state, i), mission="", transports=0)


def _fought(a: Assault | None, side: str) -> Assault | None:
    return a if a is None or a.side == side else replace(a, air=(), ships=(), troops=())


def _wreck(ship: Ship) -> Ship:
    """A ship of the other side that everybody knows to be sunk: what it was, not where it came from, with whom and how good."""
    return replace(
        ship, base="", experience=0, cargo="", leader="", mission="", acted=False, turned_back=False, last_damage=0, rest_until=0
    )


def _may_know(state: State, flag: str, side: str) -> bool:
    if flag.startswith(("at:", "work:")):
        ship = state.ships.get(flag.partition(":")[2])
        return ship is not None and ship.side == side
    if flag.startswith("staff:"):
        return flag == f"staff:{side}"
    return flag not in ("raiding", "supply-moved") or side == "Axis"


@lasting(lambda state: (state.ports, state.scenario))
def _ports(state: State, side: str) -> Mapping[str, Port]:
    """The ports: not where the enemy's supply ship lies, nor what he has left to repair in his yards."""
    hidden = supply_ship(state)
    return {
        name: p if p.side in ("", side) or not (p.yard_damage or name == hidden)
        else replace(p, yard_damage=0, zone="" if name == hidden else p.zone)
        for name, p in state.ports.items()
    }  # fmt: skip


def _glimpse(m: Mission, places: tuple[str, ...]) -> Mission:
    """A spotted mission: what kind of force it looks like, and where on its route it was seen."""
    looks = looks_like(m)
    return Mission(
        m.id,
        m.side,
        "convoy" if looks in ("merchants", "transports") else "passage" if m.kind in ("passage", "evacuation") else "patrol",
        (),
        "",
        "",
        places,
        merchants=looks == "merchants",
        status="sailing",
        attacked=m.attacked,
        flotilla=m.flotilla,
        raider=m.raider,
    )


def _hide(i: Interception, side: str) -> Interception:
    return i if i.side == side else replace(i, ships=(), air=(), hunter="", base="", distance=0)


def secret_twins(state: State, side: str) -> Iterator[State]:
    """States that differ from *state* only in what *side* cannot know.

    An enemy's idle ships lie elsewhere or are better trained, his wrecks came from elsewhere, his aircraft too; an unseen mission
    sails another way, under another number, or not at all; a mission that was spotted has another order behind it; his unseen
    units in a battle stand elsewhere; his supply ship lies in another zone; other lots were drawn.
    """
    yield replace(state, lots=state.lots + "0")
    yield from _ashore(state, side)
    yield from _ships_elsewhere(state, side)
    yield from _other_missions(state, side)
    yield from _other_orders(state, side)
    yield from _other_shipping(state, side)
    if state.battle is not None and side in (state.battle.red, state.battle.blue):
        yield from _unseen_in_battle(state, state.battle, side)
    hidden = supply_ship(state)
    if hidden and state.ports[hidden].side not in ("", side):
        port = state.ports[hidden]
        zone = next(z.id for z in state.chart.zones if z.id != port.zone)
        yield replace(state, ports={**state.ports, hidden: replace(port, zone=zone)})


def _ashore(state: State, side: str) -> Iterator[State]:
    """Another side's attack comes with other ships and aircraft, other troops react to its landing, its treasury is fuller, its
    force limit higher, and other merchants have sailed for it."""
    if any(a.side != side for a in state.assaults):
        others = [
            a if a.side == side else replace(a, air=("?", *a.air), ships=("?", *a.ships), troops=("?", *a.troops))
            for a in state.assaults
        ]
        yield replace(state, assaults=tuple(others))
    if any(state.troops[x].side != side for _, x in state.reinforced):
        yield replace(state, reinforced=tuple(x for x in state.reinforced if state.troops[x[1]].side == side))
    if state.assault is not None and state.assault.side != side:
        yield replace(
            state, assault=replace(state.assault, air=("?",), ships=("?",), troops=_others(state.assault.troops)),
            invasions=tuple(i if i.side == side else replace(i, troops=_others(i.troops)) for i in state.invasions),
        )
    for enemy in state.enemies(side):
        yield replace(state, limits={**state.limits, enemy: state.limits.get(enemy, 0) + 1})
    for source in [x for x in state.trade if x.side != side][:1]:
        yield replace(state, traded={**state.traded, source.key: state.traded.get(source.key, 0) + 1})
    for enemy in (s for s in state.funds if s != side):
        yield replace(state, funds={**state.funds, enemy: state.funds[enemy] + 10})


def _others(troops: tuple[str, ...]) -> tuple[str, ...]:
    """Other troops, as many: their number is told (6.5.2.2)."""
    return tuple(f"?{x}" for x in troops)


def _ships_elsewhere(state: State, side: str) -> Iterator[State]:
    busy = {u for m in state.missions.values() for u in m.units}
    fighters = {u.id for u in state.battle.units} if state.battle is not None else set()
    idle = [s for s in state.ships.values() if s.side != side and s.id not in busy and s.afloat and s.id not in fighters]
    for ship in idle[:2]:
        elsewhere = sorted(p.name for p in state.ports.values() if p.side == ship.side and p.name != ship.base)
        if elsewhere:
            yield state.put_ships([replace(ship, base=elsewhere[0])])
        yield state.put_ships([replace(ship, experience=ship.experience + 100)])
    for wreck in [s for s in state.ships.values() if s.side != side and s.gone == "sunk" and s.id not in fighters][:1]:
        yield state.put_ships([replace(wreck, experience=wreck.experience + 100, cargo="troops", last_damage=3)])
    for troop in [x for x in state.troops.values() if x.side != side and x.id not in _fighting(state)][:1]:
        yield state.put_troops([replace(troop, experience=troop.experience + 100, strength=max(1, troop.strength - 1))])
    resting = [p for p in state.planes.values() if p.side != side and p.id not in fighters and not p.gone]
    for plane in resting[:1]:
        yield state.put_planes([replace(plane, experience=plane.experience + 100)])


def _fighting(state: State) -> set[str]:
    return {u.part_of or u.id for u in state.battle.units} if state.battle is not None else set()


def _hunted(state: State) -> set[str]:
    declared = (*state.interceptions, *state.queue, *((state.fighting,) if state.fighting is not None else ()))
    return {i.target for i in declared} | {i.hunter for i in declared}


def _other_missions(state: State, side: str) -> Iterator[State]:
    seen = {s.mission for s in state.spotted} | _hunted(state)
    for m in sorted(state.missions.values(), key=lambda m: m.id):
        if m.side == side or m.id in seen:
            continue
        others = {k: v for k, v in state.missions.items() if k != m.id}
        yield replace(state, missions=others).put_ships(_now_in(state, m, ""))
        name = next(id for id in (f"{m.id[:-3]}{n}" for n in range(100, 1000)) if id not in state.missions)
        yield replace(state, missions=others).put_mission(replace(m, id=name)).put_ships(_now_in(state, m, name))
        if len(m.route) > 2:
            yield state.put_mission(replace(m, route=(m.route[0], *m.route[2:])))
        return


def _other_orders(state: State, side: str) -> Iterator[State]:
    """A mission that *side* has spotted was ordered in other words: other ships in another order, bound and back elsewhere."""
    spotted = {s.mission for s in state.spotted if s.side == side} - _hunted(state)
    for m in sorted(state.missions.values(), key=lambda m: m.id):
        if m.id in spotted and m.side != side:
            yield state.put_mission(
                replace(m, units=m.units[::-1], target="elsewhere", returns="elsewhere", origin="elsewhere", stage="elsewhere",
                        route=(*m.route, "elsewhere"))
            )
            return


def _other_shipping(state: State, side: str) -> Iterator[State]:
    """The enemy has other transports, stores, production points and accounts; his unseen convoy carries something else, with
    escorts part of the way; an attack over a Crossing Arrow is ordered."""
    for enemy in state.enemies(side)[:1]:
        yield replace(state, pools={**state.pools, f"{enemy}/a pool": 3}, stores={**state.stores, f"{enemy}/a place": 3})
        yield replace(state, ledger={**state.ledger, f"{enemy}/sw": 7}, relations={**state.relations, f"{enemy}/nobody": 1})
        if enemy in state.funds:
            yield replace(state, funds={**state.funds, enemy: state.funds[enemy] + 5})
        for port in [p.name for p in state.ports.values() if p.side == side][:1]:
            crossing = Invasion(port, enemy, (), ("a unit",), transports=1, crossing=True)
            if not ordered(state, crossing):
                yield replace(state, invasions=(*state.invasions, crossing))
    seen = {s.mission for s in state.spotted} | _hunted(state)
    for m in sorted(state.missions.values(), key=lambda m: m.id):
        if m.side != side and m.id not in seen and m.kind in ("convoy", "invasion"):
            yield state.put_mission(replace(m, cargo=(*m.cargo, (SUPPLIES,)), transports=m.transports + 1, half=not m.half,
                                            legs=(*m.legs, Leg(m.route[:1]))))
            return


def _unseen_in_battle(state: State, battle: SeaBattle, side: str) -> Iterator[State]:
    visible = {u.id for u in known(battle, battle.colour(side)).units}
    unseen = [u for u in battle.units if u.side != side and u.alive and u.id not in visible]
    for u in unseen[:1]:
        yield replace(state, battle=battle.put(replace(u, ammo=u.ammo + 1, experience=u.experience + 50)))


def _now_in(state: State, m: Mission, mission: str) -> list[Ship]:
    return [replace(state.ships[u], mission=mission) for u in m.units]
