"""Counterair over a base, and a strike on the ships in its port (23.6, as far as chapter 21 needs them)."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from flagplot.table import Roll, Table, clause, facts

from . import air_units, theatre
from .events import event
from .naval import charts
from .naval.dice import AirColumn, Column
from .ports import naval_base, port_count
from .scenarios.score import settle_losses
from .state import GONE, State, Unit, replace, with_units

FACTOR_TYPES = frozenset({"DD", "SS", "TR", "ASW", "CVE"})


@event
class AirBattle(msgspec.Struct, frozen=True, tag="base-air-battle"):
    """Air combat over a base: factors eliminated and aborted, the attacker's first."""

    clause: str
    side: str
    place: str
    attackers: int
    defenders: int
    lost: tuple[int, int]
    shot_down: tuple[int, int]

    def apply(self, s: State) -> State:
        return s

    def seen_by(self, side: str) -> AirBattle:
        return self


@event
class PortStruck(msgspec.Struct, frozen=True, tag="port-struck"):
    """A strike reached the ships in a port: effects, and squadrons lost to its air defence."""

    clause: str
    side: str
    place: str
    squadrons: int
    downed: int
    effects: int

    def apply(self, s: State) -> State:
        return s

    def seen_by(self, side: str) -> PortStruck:
        return self


@event
class HitInPort(msgspec.Struct, frozen=True, tag="hit-in-port"):
    """Effects on a ship in port. ``result`` is ``hit``, ``damaged`` or ``sunk``; the enemy sees what is damaged or sunk."""

    clause: str
    side: str
    unit: str
    name: str
    effects: int
    result: str
    place: str

    def apply(self, s: State) -> State:
        u = s.units[self.unit]
        if u.type in FACTOR_TYPES:
            left = u.factors - self.effects
            u = replace(u, factors=max(0, left), lost=u.lost + self.effects, status="" if left > 0 else "sunk")
        else:
            u = replace(u, hits=u.hits + self.effects, damaged=u.damaged or self.result != "hit")
            if self.result == "sunk":
                u = replace(u, status="sunk", lost=u.factors, force="", tf="", at="")
        return with_units(s, (u,))

    def seen_by(self, side: str) -> HitInPort | None:
        if side == self.side or self.result == "sunk":
            return self
        return None


def squadrons(units: Sequence[Unit]) -> int:
    """Factors that fight over a base; army factors are not converted there (published)."""
    return sum(u.factors for u in units)


def drm(state: State, units: Sequence[Unit], enemy: Sequence[Unit]) -> int:
    """Difference of the air nationality modifiers, the worst of each side counting."""
    mine = min((charts.air_drm(state.rulings, u.nation) for u in units), default=0)
    his = min((charts.air_drm(state.rulings, u.nation) for u in enemy), default=0)
    return mine - his


@clause("21.416G", "21.416I")
async def counterair(t: Table[State], side: str, flying: Sequence[Unit], place: str, cite: str) -> int:
    """One round of air combat between squadrons and the aircraft based in a place; returns defending factors aborted."""
    s = t.state
    enemy = s.enemy(side)
    defending = air_units.land_based(s, enemy, place)
    mine, his = squadrons(flying), squadrons(defending)
    if not his or not mine:
        return 0
    about = facts(place=theatre.name_of(s, place), squadrons=mine, enemy=his, side=side)
    down = await Roll(
        AirColumn(charts.air_combat_column(s.rulings, mine, drm(s, flying, defending))),
        cite,
        "air-over-base",
        "awaw.air-combat",
        about,
    )
    about = facts(place=theatre.name_of(s, place), squadrons=his, enemy=mine, side=enemy)
    lost = await Roll(
        AirColumn(charts.air_combat_column(s.rulings, his, drm(s, defending, flying))),
        cite,
        "base-defends",
        "awaw.air-combat",
        about,
    )
    down = (min(his, down[0]), min(max(0, his - down[0]), down[1]))
    lost = (min(mine, lost[0]), min(max(0, mine - lost[0]), lost[1]))
    t.record(AirBattle(cite, side, place, mine, his, lost, down))
    air_units.lose(t, defending, down[0], cite, place)
    air_units.lose(t, [t.state.units[u.id] for u in flying], lost[0], cite, place)
    air_units.invert(t, [t.state.units[u.id] for u in flying], lost[1], cite)
    return down[1]


@clause("21.4181B", "21.4181C")
async def strike(t: Table[State], side: str, flying: Sequence[Unit], place: str, cite: str) -> int:
    """A strike: one round of air combat with the aircraft of the base, its air defence, then the ships in port."""
    aborted = await counterair(t, side, flying, place, cite)
    left = [u for u in (t.state.units[x.id] for x in flying) if air_units.ready(u)]
    n = min(squadrons(left), squadrons(flying))
    enemy = t.state.enemy(side)
    targets = ships_in_port(t.state, enemy, place)
    if not n or not targets:
        return aborted
    level = defence(t.state, place)
    about = facts(place=theatre.name_of(t.state, place), level=level, side=enemy)
    fire: tuple[int, int] = await Roll(
        AirColumn(charts.air_defence_column(t.state.rulings, level)), cite, "port-defence", "awaw.air-defence", about
    )
    downed, turned = min(n, fire[0]), min(max(0, n - fire[0]), fire[1])
    air_units.lose(t, left, downed, cite, place)
    n -= downed + turned
    effects = 0
    if n:
        bonus = charts.air_drm(t.state.rulings, left[0].nation) - min(
            charts.naval_drm(t.state.rulings, u.nation) for u in targets
        )
        about = facts(place=theatre.name_of(t.state, place), squadrons=n, side=side)
        effects = await Roll(
            Column(charts.air_column(t.state.rulings, n, bonus)), cite, "port-attack", "awaw.naval-attack", about
        )
    t.record(PortStruck(cite, side, place, n, downed, effects))
    spread(t, enemy, place, effects, cite)
    settle_losses(t)
    return aborted


def ships_in_port(state: State, side: str, place: str) -> tuple[Unit, ...]:
    """Ships lying in a port, the greatest first (carriers before battleships of their size)."""
    here = [u for u in state.ships(side) if not u.force and u.base == place and u.status not in GONE]
    return tuple(sorted(here, key=lambda u: (u.type in FACTOR_TYPES, -u.factors, u.type not in ("CV", "CVL", "CVB"), u.id)))


def defence(state: State, place: str) -> int:
    """Air-defence level of a port: a port and a naval base have one each; the ports of a two-port hex add up (21.111)."""
    level = "naval-base" if naval_base(state, place) else "port"
    return charts.number(state.rulings, "air-defence-level", level) * max(1, port_count(state, place))


def spread(t: Table[State], side: str, place: str, effects: int, cite: str) -> None:
    """Give the effects to the greatest ships, as many to each as sink it, the rest to the next."""
    for u in ships_in_port(t.state, side, place):
        if effects <= 0:
            return
        r = t.state.rulings
        if u.type in FACTOR_TYPES:
            n = min(effects, u.factors)
            t.record(HitInPort(cite, side, u.id, u.name, n, "sunk", place))
        else:
            n = min(effects, charts.sunk_at(r, u.factors) - u.hits)
            total = u.hits + n
            hurt = "damaged" if total >= charts.damaged_at(r, u.factors) else "hit"
            result = "sunk" if total >= charts.sunk_at(r, u.factors) else hurt
            t.record(HitInPort(cite, side, u.id, u.name, n, result, place))
        effects -= n
