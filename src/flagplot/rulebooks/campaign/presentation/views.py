"""The views of a campaign by side: its own ships and orders, what it has spotted, and the battle as
its units see it."""

from __future__ import annotations

from collections.abc import Mapping

from msgspec.structs import replace

from flagplot.table.core.memo import memo_per_parts
from flagplot.table.core.opaque_ids import own_first

from ..rules.combat.visibility import battle_for_spectators, battle_known_to
from ..rules.interception.search import looks_like, seen_beside
from ..rules.missions.bombardment import number_attacking
from ..rules.scenario_limits import supply_ship
from ..state import Assault, Interception, Invasion, Mission, Plane, Port, Ship, State
from ..state.troops import Troop


def view(state: State, side: str) -> State:
    """Return the state as *side* knows it (6.3). It contains nothing of the other side's orders,
    ships or bases before they are spotted. The order of its entries reveals nothing of them
    either."""
    ships = _ships(state, side)
    invasions = tuple(
        _as_heard(state, i, side) for i in state.invasions if known_to(state, i, side)
    )
    fighting = state.fighting
    battle = state.battle
    if battle is not None:
        battle = (
            battle_known_to(battle, battle.colour(side))
            if side in (battle.red, battle.blue)
            else battle_for_spectators(battle)
        )
    return replace(
        state,
        ships=ships,
        planes=_planes(state, side),
        ports=_ports(state, side),
        missions=_missions(state, side),
        past={k: m for k, m in state.past.items() if m.side == side},
        spotted=tuple(s for s in state.spotted if s.side == side),
        invasions=invasions,
        by_land=_by_land(state, side),
        assaults=tuple(
            a if a.side == side else replace(a, air=(), ships=(), troops=()) for a in state.assaults
        ),
        assault=_as_fought(state.assault, side),
        reinforced=tuple(x for x in state.reinforced if state.troops[x[1]].side == side),
        scrambled=tuple(x for x in state.scrambled if state.planes[x[1]].side == side),
        spared=tuple(x for x in state.spared if state.planes[x[1]].side == side),
        funds={k: v for k, v in state.funds.items() if k == side},
        limits={k: v for k, v in state.limits.items() if k == side},
        relations={k: v for k, v in state.relations.items() if k.startswith(f"{side}/")},
        bombarding=tuple(b for b in state.bombarding if b[1] in ships),
        falls=tuple(f if f.loser == side else replace(f, units=0) for f in state.falls),
        displaced=tuple(d for d in state.displaced if d[0] in ships),
        score=tuple(p.told(side) for p in state.score),
        interceptions=tuple(_as_declared(i, side) for i in state.interceptions),
        queue=tuple(_as_declared(i, side) for i in state.queue),
        battle=battle,
        fighting=_as_declared(fighting, side) if fighting is not None else None,
        flags=_flags(state, side),
        pools={k: v for k, v in state.pools.items() if k.startswith(f"{side}/")},
        troops=_troops(state, side),
        stores={k: v for k, v in state.stores.items() if k.startswith(f"{side}/")},
        traded={
            x.key: state.traded[x.key]
            for x in state.trade
            if x.side == side and x.key in state.traded
        },
        ledger={k: v for k, v in state.ledger.items() if k.startswith(f"{side}/")},
        lots="",
    )


# Return the identical object for an unchanged part: memos compare by identity.
@memo_per_parts(lambda state: (state.ships,))
def _ships(state: State, side: str) -> Mapping[str, Ship]:
    """Return a side's ships, and the wrecks of other sides."""
    known = {
        k: v if v.side == side else _as_wreck(v)
        for k, v in state.ships.items()
        if v.side == side or v.gone == "sunk"
    }
    return own_first(side, known)


@memo_per_parts(lambda state: (state.planes,))
def _planes(state: State, side: str) -> Mapping[str, Plane]:
    return {k: v for k, v in state.planes.items() if v.side == side}


@memo_per_parts(lambda state: (state.troops,))
def _troops(state: State, side: str) -> Mapping[str, Troop]:
    return {k: v for k, v in state.troops.items() if v.side == side}


@memo_per_parts(lambda state: (state.missions, state.spotted))
def _missions(state: State, side: str) -> Mapping[str, Mission]:
    """Return a side's missions, and what it has spotted of other sides' missions."""
    seen = {s.mission: s.places for s in state.spotted if s.side == side}
    known = {}
    for id, m in state.missions.items():
        if m.side == side:
            known[id] = m
        elif id in seen:
            known[id] = _as_spotted(m, seen[id])
    return own_first(side, known)


@memo_per_parts(lambda state: (state.flags, state.ships))
def _flags(state: State, side: str) -> Mapping[str, str]:
    return {k: v for k, v in state.flags.items() if _may_know(state, k, side)}


def _by_land(state: State, side: str) -> Mapping[str, int]:
    """Return how many units attack by land where the side itself invades, or knows of an invasion
    announced to all."""
    told = {i.port for i in state.invasions if i.side == side or is_open(state, i)}
    return {port: n for port, n in state.by_land.items() if port in told}


def is_landing_ordered(state: State, i: Invasion) -> bool:
    """Return True when the landing of an invasion has been ordered, which all sides learn
    (6.5.2)."""
    return any(a.port == i.port and a.side == i.side for a in state.announced)


def known_to(state: State, i: Invasion, side: str) -> bool:
    """Return True when a side knows of an invasion: its own, one known to all, or one whose fleet
    it has spotted beside its territory."""
    return i.side == side or is_open(state, i) or seen_beside(state, i, side)


def is_open(state: State, i: Invasion) -> bool:
    """Return True when all sides know of an invasion: its landing has been ordered, or it was not
    written in secret."""
    return is_landing_ordered(state, i) or not (i.mission or i.crossing)


def _as_heard(state: State, i: Invasion, side: str) -> Invasion:
    """Return another side's invasion without its units. When its landing is ordered, all sides
    learn how many units land by sea and by land (6.5.2.2)."""
    if i.side == side:
        return i
    return replace(
        i,
        ships=(),
        troops=("",) * number_attacking(state, i) * is_open(state, i),
        mission="",
        transports=0,
    )


def _as_fought(a: Assault | None, side: str) -> Assault | None:
    return a if a is None or a.side == side else replace(a, air=(), ships=(), troops=())


def _as_wreck(ship: Ship) -> Ship:
    """Return another side's ship that is known to be sunk, with only its identity: without its
    base, its mission and its experience."""
    return replace(
        ship,
        base="",
        experience=0,
        cargo="",
        leader="",
        mission="",
        acted=False,
        turned_back=False,
        last_damage=0,
        rest_until=0,
    )


def _may_know(state: State, flag: str, side: str) -> bool:
    if flag.startswith(("at:", "work:")):
        ship = state.ships.get(flag.partition(":")[2])
        return ship is not None and ship.side == side
    if flag.startswith("staff:"):
        return flag == f"staff:{side}"
    return flag not in ("raiding", "supply-moved") or side == "Axis"


@memo_per_parts(lambda state: (state.ports, state.scenario))
def _ports(state: State, side: str) -> Mapping[str, Port]:
    """Return the ports, without the place of the enemy's supply ship and the damage in enemy
    yards."""
    hidden = supply_ship(state)
    return {
        name: p
        if p.side in ("", side) or not (p.yard_damage or name == hidden)
        else replace(p, yard_damage=0, zone="" if name == hidden else p.zone)
        for name, p in state.ports.items()
    }


def _as_spotted(m: Mission, places: tuple[str, ...]) -> Mission:
    """Return a spotted mission: its apparent kind, and the places of its route where it was
    seen."""
    looks, leaves = looks_like(m), m.kind in ("passage", "evacuation")
    transports = looks in ("merchants", "transports")
    return Mission(
        m.id,
        m.side,
        ("evacuation" if leaves else "convoy") if transports else "passage" if leaves else "patrol",
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


def _as_declared(i: Interception, side: str) -> Interception:
    return i if i.side == side else replace(i, ships=(), air=(), hunter="", base="", distance=0)
