"""Counterair over a base, and strikes on ships in its port: the part of 23.6 that the naval rules
need."""

from __future__ import annotations

from collections.abc import Sequence

from flagplot.table import Roll, Table, clause, facts
from flagplot.table.language.event_sentences import AudienceEvent

from ...events import SideEvent
from ...map import theatre
from ...map.ports import is_naval_base, port_count
from ...orders import Strike
from ...scenarios.score import settle_losses
from ...state import GONE, State, Unit
from ..combat import combat_tables
from ..combat.dice import AirColumn, Column
from ..interception.attempts_made import LedgerMarked, Mark
from . import air_units
from .air_hits import (
    air_attack_modifier,
    distribute_effects,
    factors_left,
    greatest_first,
    redact_hit,
    with_hit,
)

ABORTED = "aborted"
"""Ledger mark for the factors that a round over a base aborted."""


class AirBattle(SideEvent, frozen=True, tag="base-air-battle"):
    """Air combat over a base. Pairs are (factors eliminated, factors aborted); ``lost`` is the
    attacker's."""

    place: str
    attackers: int
    defenders: int
    lost: tuple[int, int]
    shot_down: tuple[int, int]


class PortStruck(SideEvent, frozen=True, tag="port-struck"):
    """Strike on the ships in a port: its effects, and the squadrons lost to air defence."""

    place: str
    squadrons: int
    downed: int
    effects: int


class HitInPort(AudienceEvent, frozen=True, tag="hit-in-port"):
    """Effects on a ship in port. ``result`` is ``hit``, ``damaged`` or ``sunk``.

    The enemy sees only sinkings. Of counted units with factors left it sees how many factors were
    sunk, but not the unit.
    """

    clause: str
    side: str
    unit: str
    name: str
    effects: int
    result: str
    place: str
    left: int = 0
    """Factors of the unit that stay afloat."""

    def apply(self, s: State) -> State:
        return with_hit(s, self.unit, self.effects, self.result)

    def seen_by(self, side: str) -> HitInPort | None:
        return redact_hit(self, side)


def fighting_factors(units: Sequence[Unit]) -> int:
    """Return the factors that fight over a base. Army factors are not converted there (as
    published)."""
    return sum(u.factors for u in units)


def air_modifier(state: State, units: Sequence[Unit], enemy: Sequence[Unit]) -> int:
    """Return the difference of the air nationality modifiers. The worst of each side counts."""
    mine = min((combat_tables.air_drm(state.rulings, u.nation) for u in units), default=0)
    his = min((combat_tables.air_drm(state.rulings, u.nation) for u in enemy), default=0)
    return mine - his


async def fight_counterair(
    t: Table[State], side: str, flying: Sequence[Unit], place: str, cite: str
) -> int:
    """Fight one round of air combat between squadrons and the aircraft based in a place. Return the
    defending factors aborted."""
    return await fight_air_round(
        t, side, flying, air_units.land_based(t.state, t.state.enemy(side), place), place, cite
    )


async def fight_air_round(
    t: Table[State],
    side: str,
    flying: Sequence[Unit],
    defending: Sequence[Unit],
    place: str,
    cite: str,
) -> int:
    """Fight one round of air combat between these aircraft over a place. Return the defending
    factors aborted."""
    s = t.state
    enemy = s.enemy(side)
    mine, his = fighting_factors(flying), fighting_factors(defending)
    if not his or not mine:
        return 0
    about = facts(place=theatre.name_of(s, place), squadrons=mine, enemy=his, side=side)
    column = AirColumn(
        combat_tables.air_combat_column(s.rulings, mine, air_modifier(s, flying, defending))
    )
    down = await Roll(column, cite, "air-over-base", "awaw.air-combat", about)
    about = facts(place=theatre.name_of(s, place), squadrons=his, enemy=mine, side=enemy)
    column = AirColumn(
        combat_tables.air_combat_column(s.rulings, his, air_modifier(s, defending, flying))
    )
    lost = await Roll(column, cite, "base-defends", "awaw.air-combat", about)
    down = (min(his, down[0]), min(max(0, his - down[0]), down[1]))
    lost = (min(mine, lost[0]), min(max(0, mine - lost[0]), lost[1]))
    t.record(AirBattle(cite, side, place, mine, his, lost, down))
    air_units.lose_factors(t, defending, down[0], cite, place)
    air_units.lose_factors(t, [t.state.units[u.id] for u in flying], lost[0], cite, place)
    air_units.invert(t, [t.state.units[u.id] for u in flying], lost[1], cite)
    return down[1]


async def strike_port(
    t: Table[State], side: str, flying: Sequence[Unit], place: str, cite: str
) -> int:
    """Carry out a strike: one round of air combat with the base's aircraft, the base's air defence,
    then the attack on the ships in port. Return the defending factors aborted."""
    aborted = await fight_counterair(t, side, flying, place, cite)
    left = [u for u in (t.state.units[x.id] for x in flying) if air_units.is_ready(u)]
    n = min(fighting_factors(left), fighting_factors(flying))
    enemy = t.state.enemy(side)
    targets = ships_in_port(t.state, enemy, place)
    if not n or not targets:
        return aborted
    level = air_defence_level(t.state, place)
    about = facts(place=theatre.name_of(t.state, place), level=level, side=enemy)
    fire: tuple[int, int] = await Roll(
        AirColumn(combat_tables.air_defence_column(t.state.rulings, level)),
        cite,
        "port-defence",
        "awaw.air-defence",
        about,
    )
    downed, turned = min(n, fire[0]), min(max(0, n - fire[0]), fire[1])
    air_units.lose_factors(t, left, downed, cite, place)
    n -= downed + turned
    effects = 0
    if n:
        column = Column(
            combat_tables.air_column(
                t.state.rulings, n, air_attack_modifier(t.state.rulings, left, targets)
            )
        )
        about = facts(place=theatre.name_of(t.state, place), squadrons=n, side=side)
        effects = await Roll(column, cite, "port-attack", "awaw.naval-attack", about)
    t.record(PortStruck(cite, side, place, n, downed, effects))
    for u, share, result in distribute_effects(
        t.state.rulings, ships_in_port(t.state, enemy, place), effects
    ):
        t.record(HitInPort(cite, enemy, u.id, u.name, share, result, place, factors_left(u, share)))
    settle_losses(t)
    return aborted


async def fly_sortie(
    t: Table[State], who: str, side: str, flying: Sequence[Unit], order: Strike, cite: str
) -> None:
    """Fly one round at a base. The factors that it aborted are kept in the ledger under *who*,
    until the attackers are done."""
    run = fight_counterair if order.what == "counterair" else strike_port
    aborted = await run(t, side, flying, order.to, cite)
    t.record(LedgerMarked("21.416M", Mark(ABORTED, who, f"{order.to} {aborted}")))


@clause("21.416M")
def invert_aborted(t: Table[State], who: str) -> None:
    """Invert the defenders that the attackers' last round over a base aborted. Call it when the
    attackers are done, whatever the result."""
    s = t.state
    marks = [
        m.of.rpartition(" ")
        for m in s.ledger
        if isinstance(m, Mark) and (m.what, m.who) == (ABORTED, who)
    ]
    for place, n in {place: int(n) for place, _, n in marks}.items():
        air_units.invert(t, air_units.land_based(s, s.enemy(s.mover), place), n, "21.416M")


def ships_in_port(state: State, side: str, place: str) -> tuple[Unit, ...]:
    """Return the ships in a port, in the order in which they take effects."""
    here = [
        u for u in state.ships(side) if not u.force and u.base == place and u.status not in GONE
    ]
    return greatest_first(here)


def air_defence_level(state: State, place: str) -> int:
    """Return the air-defence level of a port. A port and a naval base have one each, and both ports
    of a two-port hex count (21.111)."""
    level = "naval-base" if is_naval_base(state, place) else "port"
    return combat_tables.cell_number(state.rulings, "air-defence-level", level) * max(
        1, port_count(state, place)
    )
