"""Raiders' attacks on the transports of an SW box (21.536): the ships that may attack, and what
they sink."""

from __future__ import annotations

from collections.abc import Sequence

from flagplot.table import Roll, Table, clause, facts

from ...map.theatre import PACIFIC_SW
from ...scenarios.score import transport_points
from ...state import FAST_CARRIERS, State, Unit
from ...state.raider_groups import Raid
from ..combat import combat_tables
from ..combat.battle_setup import ship_of
from ..combat.dice import AirColumn, Column
from ..combat.gunnery import activity_drm, lowest_drm
from ..transport.events import TransportsSunk
from .events import TransportsAttacked


@clause("21.5361A", "21.538B#3")
def attacking_raiders(s: State, raid: Raid) -> tuple[Unit, ...]:
    """Return the ships of a group that may attack the transports, once for each group.

    If no ships engaged the group, all its undamaged ships may. If it was engaged, only the
    undamaged ships held out of the battle may, and only when no defender in front of the screen is
    left, damaged or not.
    """
    if raid.struck or raid.second or (raid.met and raid.blocked):
        return ()
    ships = tuple(u for u in s.members(raid.id) if not u.damaged)
    return tuple(u for u in ships if u.id in raid.withheld) if raid.met else ships


def transports_in_box(s: State, raid: Raid) -> int:
    """Return the enemy transports in the box."""
    enemy = s.enemy(raid.side)
    held = s.sw.get(f"{enemy} {raid.box}") or s.sw.get(raid.box)
    return held.transports if held else 0


def defenders_drm(s: State, raid: Raid) -> int:
    """Return the nationality modifier of the transports: U.S. in the Pacific, British elsewhere."""
    return combat_tables.naval_drm(s.rulings, "U.S." if raid.box == PACIFIC_SW else "Britain")


@clause("21.5362")
async def attack_transports(t: Table[State], raid: Raid) -> None:
    """Attack the transports of the box. Each carrier of the group strikes once, and its other ships
    fire once together. Transports do not fire, and have air defence only by research. What is hit
    is sunk."""
    ships = attacking_raiders(t.state, raid)
    sunk = 0
    each = combat_tables.cell_number(t.state.rulings, "raider-losses", "effect")
    for u in (u for u in ships if u.type in FAST_CARRIERS):
        sunk += each * await strike_from_air(t, raid, u, transports_in_box(t.state, raid) - sunk)
    guns = [u for u in ships if u.type not in FAST_CARRIERS]
    if guns and transports_in_box(t.state, raid) > sunk:
        sunk += each * await fire_guns(t, raid, guns)
    sunk = min(sunk, transports_in_box(t.state, raid))
    if sunk:
        t.record(TransportsSunk("21.5362B", t.state.enemy(raid.side), raid.box, sunk))
        transport_points(t, raid.side, sunk)
    t.record(TransportsAttacked("21.536", raid.side, raid.id, tuple(u.id for u in ships), sunk))


@clause("21.5362A", "21.5362C")
async def strike_from_air(t: Table[State], raid: Raid, carrier: Unit, left: int) -> int:
    """Roll the one strike of a carrier's squadrons. Return its effects."""
    s = t.state
    r = s.rulings
    flying = ship_of(s, carrier)
    n = flying.nas
    if n <= 0 or left <= 0:
        return 0
    level = s.research.get(f"{s.enemy(raid.side)} air defence", 0) * combat_tables.cell_number(
        r, "air-defence-level", "per-research"
    )
    if level > 0:
        about = facts(level=level, attackers=n, side=s.enemy(raid.side))
        lost = await Roll(
            AirColumn(combat_tables.air_defence_column(r, level)),
            "21.5362A",
            "air-defence",
            "awaw.air-defence",
            about,
        )
        n -= min(n, sum(lost))
    if n <= 0:
        return 0
    drm = (
        flying.air
        - defenders_drm(s, raid)
        + combat_tables.cell_number(r, "air-attack-drm", "naval-air-at-sea")
    )
    about = facts(squadrons=n, drm=drm, target="transports", side=raid.side)
    effects: int = await Roll(
        Column(combat_tables.air_column(r, n, drm)),
        "21.5362A",
        "air-attack",
        "awaw.naval-attack",
        about,
    )
    return effects


def gun_column(s: State, raid: Raid, guns: Sequence[Unit]) -> tuple[int, int, tuple[int, ...]]:
    """Return (factors, modifier, effects by total) of ships that fire at the transports of a
    box."""
    factors = sum(u.factors for u in guns)
    firers = tuple(ship_of(s, u) for u in guns)
    drm = lowest_drm(firers) - defenders_drm(s, raid) + activity_drm(s.rulings, False, True)
    return factors, drm, combat_tables.fleet_column(s.rulings, factors, drm)


@clause("21.5362B", "21.5362C")
async def fire_guns(t: Table[State], raid: Raid, guns: Sequence[Unit]) -> int:
    """Roll the fire of a group's other ships together. Return its effects. The transports count as
    hampered by their activity."""
    factors, drm, column = gun_column(t.state, raid, guns)
    about = facts(firer=raid.id, target="transports", factors=factors, drm=drm, side=raid.side)
    effects: int = await Roll(Column(column), "21.5362B", "gunfire", "awaw.naval-attack", about)
    return effects
