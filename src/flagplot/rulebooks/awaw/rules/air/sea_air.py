"""Land-based aircraft against ships on the move, for base changes and displaced ships: the part of
23.7 that the naval rules need.

The enemy picks a hex of a base change's track and attacks there with all aircraft in range.
Displaced ships may be attacked in every hex that they enter. A squadron attacks once a player turn.
"""

from __future__ import annotations

from collections.abc import Sequence

from flagplot.table import Ask, Roll, Table, clause, facts
from flagplot.table.language.event_sentences import AudienceEvent

from ...events import SideEvent
from ...map import theatre
from ...state import State, Unit, factors
from ..combat import combat_tables
from ..combat.dice import AirColumn, Column
from ..interception import asking
from . import air_units
from .air_hits import (
    air_attack_modifier,
    distribute_effects,
    factors_left,
    greatest_first,
    redact_hit,
    with_hit,
)

USED = "sea attack"
PASS = "pass"


class SeaAttack(SideEvent, frozen=True, tag="sea-attack"):
    """Attack by aircraft on a force at sea: the squadrons that came, those shot down and driven
    off, and the effects."""

    force: str
    hex: str
    squadrons: int
    downed: int
    turned: int
    effects: int


class HitFromAir(AudienceEvent, frozen=True, tag="hit-from-air"):
    """Effects on a ship at sea. ``result`` is ``hit``, ``damaged`` or ``sunk``.

    The enemy sees only sinkings. Of counted units with factors left it sees how many factors were
    sunk, but not the unit.
    """

    clause: str
    side: str
    unit: str
    effects: int
    result: str
    hex: str
    left: int = 0
    """Factors of the unit that stay afloat."""

    def apply(self, s: State) -> State:
        return with_hit(s, self.unit, self.effects, self.result)

    def seen_by(self, side: str) -> HitFromAir | None:
        return redact_hit(self, side)


def eligible_aircraft(state: State, side: str, place: str) -> tuple[Unit, ...]:
    """Return the ready land-based air units of a side that reach a hex and have not attacked ships
    at sea this player turn."""
    return tuple(u for u in air_units.units_in_range(state, side, place) if USED not in u.used)


def squadrons_at_sea(units: Sequence[Unit]) -> int:
    """Return the number of squadrons that these units fly at sea."""
    return sum(air_units.squadrons_of(u) for u in units)


def targets_in_order(state: State, force: str) -> tuple[Unit, ...]:
    """Return the ships of a force in the order in which they take effects."""
    return greatest_first(u for u in state.members(force) if u.present)


@clause("21.217C#3")
async def open_air_window(t: Table[State], force: str, hexes: Sequence[str], cite: str) -> None:
    """Offer the enemy an air attack on a force in one of *hexes*, where it has aircraft in range.
    Virtual hexes count."""
    f = t.state.forces[force]
    enemy = t.state.enemy(f.side)
    track = [h for h in dict.fromkeys(hexes) if not theatre.is_box(h)]
    places = [h for h in track if eligible_aircraft(t.state, enemy, h)]
    if not places and not asking.is_air_due(t.state, enemy, force, track):
        return
    chances = ", ".join(
        f"{h} {squadrons_at_sea(eligible_aircraft(t.state, enemy, h))}" for h in places
    )
    here, chances = (*places, *track)[0], chances or "none that can fly"
    about = facts(force=force, mission=f.mission, mover=f.side, hex=here, squadrons=chances)
    where = await Ask(enemy, (PASS, *places), cite, "air-attack", about)
    asking.note_air_asked(t, enemy, force)
    if where != PASS:
        await attack_force(t, force, where, cite)


async def attack_force(t: Table[State], force: str, place: str, cite: str) -> None:
    """Resolve an air attack: the force's air defence, then the squadrons that get through."""
    f = t.state.forces[force]
    enemy = t.state.enemy(f.side)
    flying = eligible_aircraft(t.state, enemy, place)
    r = t.state.rulings
    n = came = squadrons_at_sea(flying)
    t.record(air_units.AirUsed(cite, enemy, tuple(u.id for u in flying), USED))
    level = combat_tables.cell_number(r, "air-defence-level", "combat-group")
    able = factors([u for u in t.state.members(force) if u.present and not u.damaged])
    level += able // 10 * combat_tables.cell_number(r, "air-defence-level", "per-10-factors")
    about = facts(hex=place, level=level, force=force, side=f.side)
    fire = await Roll(
        AirColumn(combat_tables.air_defence_column(r, level)),
        cite,
        "air-defence",
        "awaw.air-defence",
        about,
    )
    downed = min(n, fire[0])
    turned = min(n - downed, fire[1])
    strongest = sorted(flying, key=lambda u: (-u.factors, u.id))
    air_units.shoot_down(
        t, [(u, air_units.squadrons_of(u)) for u in strongest], downed, cite, place
    )
    n -= downed + turned
    effects = 0
    if n > 0:
        column = Column(
            combat_tables.air_column(
                r, n, air_attack_modifier(r, flying, targets_in_order(t.state, force))
            )
        )
        about = facts(hex=place, squadrons=n, force=force, side=enemy)
        effects = await Roll(column, cite, "air-attack", "awaw.naval-attack", about)
    t.record(SeaAttack(cite, f.side, force, place, came, downed, turned, effects))
    for u, share, result in distribute_effects(r, targets_in_order(t.state, force), effects):
        t.record(HitFromAir(cite, u.side, u.id, share, result, place, factors_left(u, share)))
