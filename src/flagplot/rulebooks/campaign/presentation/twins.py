"""Twins: states that a side cannot tell apart. Tests check that its view of all of them is
equal."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

from ..rules.combat.visibility import battle_known_to
from ..rules.scenario_limits import supply_ship
from ..state import SUPPLIES, Invasion, Leg, Mission, Ship, State
from ..state.battle import SeaBattle
from .views import is_landing_ordered


def secret_twins(state: State, side: str) -> Iterator[State]:
    """Yield states that differ from *state* only in what *side* cannot know.

    In these, an enemy's idle ships are elsewhere or better trained, its wrecks and aircraft came
    from elsewhere. An unseen mission sails another route, has another id, or does not exist. A
    spotted mission has another order behind it. Unseen enemy units in a battle are elsewhere, and
    so is its supply ship. Other opaque ids were drawn.
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
    """Yield states with other secrets of an enemy attack: it has other ships and aircraft, or other
    troops react to its landing. In others the enemy has more production points, a higher force
    limit, or other merchants that have sailed."""
    if any(a.side != side for a in state.assaults):
        others = [
            a
            if a.side == side
            else replace(a, air=("?", *a.air), ships=("?", *a.ships), troops=("?", *a.troops))
            for a in state.assaults
        ]
        yield replace(state, assaults=tuple(others))
    if any(state.troops[x].side != side for _, x in state.reinforced):
        yield replace(
            state, reinforced=tuple(x for x in state.reinforced if state.troops[x[1]].side == side)
        )
    if any(state.planes[x].side != side for _, x in (*state.scrambled, *state.spared)):
        sent = tuple(x for x in state.scrambled if state.planes[x[1]].side == side)
        yield replace(
            state,
            scrambled=sent,
            spared=tuple(x for x in state.spared if state.planes[x[1]].side == side),
        )
    if state.assault is not None and state.assault.side != side:
        yield replace(
            state,
            assault=replace(
                state.assault, air=("?",), ships=("?",), troops=_others(state.assault.troops)
            ),
            invasions=tuple(
                i if i.side == side else replace(i, troops=_others(i.troops))
                for i in state.invasions
            ),
        )
    for enemy in state.enemies(side):
        yield replace(state, limits={**state.limits, enemy: state.limits.get(enemy, 0) + 1})
    for source in [x for x in state.trade if x.side != side][:1]:
        yield replace(
            state, traded={**state.traded, source.key: state.traded.get(source.key, 0) + 1}
        )
    for enemy in (s for s in state.funds if s != side):
        yield replace(state, funds={**state.funds, enemy: state.funds[enemy] + 10})


def _others(troops: tuple[str, ...]) -> tuple[str, ...]:
    """Return as many other troops, because their number is known (6.5.2.2)."""
    return tuple(f"?{x}" for x in troops)


def _ships_elsewhere(state: State, side: str) -> Iterator[State]:
    busy = {u for m in state.missions.values() for u in m.units}
    fighters = {u.id for u in state.battle.units} if state.battle is not None else set()
    idle = [
        s
        for s in state.ships.values()
        if s.side != side and s.id not in busy and s.afloat and s.id not in fighters
    ]
    for ship in idle[:2]:
        elsewhere = sorted(
            p.name for p in state.ports.values() if p.side == ship.side and p.name != ship.base
        )
        if elsewhere:
            yield state.put_ships([replace(ship, base=elsewhere[0])])
        yield state.put_ships([replace(ship, experience=ship.experience + 100)])
    for wreck in [
        s
        for s in state.ships.values()
        if s.side != side and s.gone == "sunk" and s.id not in fighters
    ][:1]:
        yield state.put_ships(
            [replace(wreck, experience=wreck.experience + 100, cargo="troops", last_damage=3)]
        )
    for troop in [
        x for x in state.troops.values() if x.side != side and x.id not in _fighting(state)
    ][:1]:
        yield state.put_troops(
            [replace(troop, experience=troop.experience + 100, strength=max(1, troop.strength - 1))]
        )
    resting = [
        p for p in state.planes.values() if p.side != side and p.id not in fighters and not p.gone
    ]
    for plane in resting[:1]:
        yield state.put_planes([replace(plane, experience=plane.experience + 100)])


def _fighting(state: State) -> set[str]:
    return {u.part_of or u.id for u in state.battle.units} if state.battle is not None else set()


def _hunted(state: State) -> set[str]:
    declared = (
        *state.interceptions,
        *state.queue,
        *((state.fighting,) if state.fighting is not None else ()),
    )
    return {i.target for i in declared} | {i.hunter for i in declared}


def _other_missions(state: State, side: str) -> Iterator[State]:
    seen = {s.mission for s in state.spotted} | _hunted(state)
    for m in sorted(state.missions.values(), key=lambda m: m.id):
        if m.side == side or m.id in seen:
            continue
        others = {k: v for k, v in state.missions.items() if k != m.id}
        yield replace(state, missions=others).put_ships(_now_in(state, m, ""))
        name = next(
            id for id in (f"{m.id[:-3]}{n}" for n in range(100, 1000)) if id not in state.missions
        )
        yield (
            replace(state, missions=others)
            .put_mission(replace(m, id=name))
            .put_ships(_now_in(state, m, name))
        )
        if len(m.route) > 2:
            yield state.put_mission(replace(m, route=(m.route[0], *m.route[2:])))
        return


def _other_orders(state: State, side: str) -> Iterator[State]:
    """Yield states in which a mission spotted by *side* was ordered otherwise: other ships in
    another order, to and from other places."""
    spotted = {s.mission for s in state.spotted if s.side == side} - _hunted(state)
    for m in sorted(state.missions.values(), key=lambda m: m.id):
        if m.id in spotted and m.side != side:
            yield state.put_mission(
                replace(
                    m,
                    units=m.units[::-1],
                    target="elsewhere",
                    returns="elsewhere",
                    origin="elsewhere",
                    stage="elsewhere",
                    route=(*m.route, "elsewhere"),
                )
            )
            return


def _other_shipping(state: State, side: str) -> Iterator[State]:
    """Yield states with other secrets of enemy shipping: other transports, supplies, production
    points and accounts. In others its unseen convoy has other cargo and escorts for part of the
    way, or an attack over a Crossing Arrow is ordered."""
    for enemy in state.enemies(side)[:1]:
        yield replace(
            state,
            pools={**state.pools, f"{enemy}/a pool": 3},
            stores={**state.stores, f"{enemy}/a place": 3},
        )
        yield replace(
            state,
            ledger={**state.ledger, f"{enemy}/sw": 7},
            relations={**state.relations, f"{enemy}/nobody": 1},
        )
        if enemy in state.funds:
            yield replace(state, funds={**state.funds, enemy: state.funds[enemy] + 5})
        for port in [p.name for p in state.ports.values() if p.side == side][:1]:
            crossing = Invasion(port, enemy, (), ("a unit",), transports=1, crossing=True)
            if not is_landing_ordered(state, crossing):
                yield replace(state, invasions=(*state.invasions, crossing))
    seen = {s.mission for s in state.spotted} | _hunted(state)
    for m in sorted(state.missions.values(), key=lambda m: m.id):
        if m.side != side and m.id not in seen and m.kind in ("convoy", "invasion"):
            yield state.put_mission(
                replace(
                    m,
                    cargo=(*m.cargo, (SUPPLIES,)),
                    transports=m.transports + 1,
                    half=not m.half,
                    legs=(*m.legs, Leg(m.route[:1])),
                )
            )
            return


def _unseen_in_battle(state: State, battle: SeaBattle, side: str) -> Iterator[State]:
    visible = {u.id for u in battle_known_to(battle, battle.colour(side)).units}
    unseen = [u for u in battle.units if u.side != side and u.alive and u.id not in visible]
    for u in unseen[:1]:
        yield replace(
            state, battle=battle.put(replace(u, ammo=u.ammo + 1, experience=u.experience + 50))
        )


def _now_in(state: State, m: Mission, mission: str) -> list[Ship]:
    return [replace(state.ships[u], mission=mission) for u in m.units]
