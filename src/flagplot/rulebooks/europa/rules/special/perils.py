"""What waits in the water itself for a group that comes by: a minebelt's rolls, the roll and the damage of a danger zone (36.C.1,
36.D.2, 36.D.3)."""

from __future__ import annotations

from typing import Literal

from msgspec.structs import replace

from flagplot.table import clause
from flagplot.table.core.roll_specs import Column

from ...state import Group, State
from ...state.units import Unit, tf_like
from .. import search
from ..combat import gunnery
from ..situations import Shot, hunt_for, modifier
from . import danger_zones


# ------------------------------------------------------------------ mines
@clause("36.C.s03", "36.C.1.(a)")
def belt_due(s: State, group: Group, again: bool = False) -> int:
    """The mine points that a group at sea must be checked for where it is: an enemy belt's, once a step, or *again* after a
    point was swept; 0 when there is no check."""
    checked = group.hex in group.mined and not again
    return 0 if group.where != "sea" or checked else s.enemy_mines(group.hex, group.side)


@clause("36.C.1.s02", "36.C.1.s03", "36.C.1.s04", "36.C.3.s06")
def mine_shots(s: State, group: Group, points: int, sweeper: str = "") -> tuple[Shot, ...]:
    """The rolls of a mine check: one at the belt's strength for each strength point of each unit, or of the one that has just
    swept a point. Where the scenario says that mines are not seen at night (``night-mines``), the next column is used then
    (house)."""
    if group.dark and "night-mines" in s.facts:
        points = min((row for row in gunnery.columns(s.rulings) if row > points), default=points)
    return tuple(Shot("mines", u.id, points, private=group.side) for u in s.of(group)
                 if sweeper in ("", u.id) for _ in range(u.strength))


# ------------------------------------------------------------------ danger zones
Coming = Literal["comes in", "begins", "puts to sea", "sails out"]
"""How a group comes to be in a danger zone: it enters the hex, begins its step there, or leaves port there to stay or sail on."""


@clause("36.D", "36.D.2")
def zone_due(s: State, group: Group, how: Coming = "comes in") -> bool:
    """True when a group must roll for the danger zone it lies in: at sea, as its step begins there, as it puts to sea there or
    as it comes in; not on its way from hex to hex inside, nor in a step in which a roll without contact has freed it."""
    if group.where != "sea" or group.zone_done or not rolls_for_zones(s, group):
        return False
    return danger_zones.endangers(s, group) and (how != "comes in" or comes_from_safety(s, group))


def rolls_for_zones(s: State, group: Group) -> bool:
    """True when danger zones are rolled for at all, and for this group: a phasing one (switch ``reactors_in_zones``: or one that
    has moved in reaction)."""
    if s.rulings.switch("danger_zone_rolls") == "false":
        return False
    return group.side == s.phasing or (group.reacted and s.rulings.switch("reactors_in_zones") == "true")


def comes_from_safety(s: State, group: Group) -> bool:
    """True for a group that was outside the enemy's danger zones before it entered its hex, or on a river (house)."""
    before = group.came_from
    return "/" in before or not danger_zones.endangers(s, replace(group, hex=before))


@clause(
    "36.D.2-T1", "36.D.2-T1.mod.01", "36.D.2-T1.mod.02", "36.D.2-T1.mod.03", "36.D.2-T1.mod.04",
    "36.D.2-T1.mod.05", "36.D.2-T1.mod.06", "36.D.2-T1.mod.07", "36.A.2.s05",
)
def zone_modifier(s: State, group: Group, how: Coming = "comes in") -> int:
    """The modifiers of a danger-zone roll, night and sea state among them. A group that sails out of port leaves its starting
    hex (house)."""
    sea = s.sea_state(group.hex)
    friend = search.friendly_to(s, group)
    parts = (
        -2 * (sea == "stormy"), -1 * (not group.moved and how != "sails out"), -1 * group.dark, -1 * (sea == "rough"),
        int(group.spotted), int(search.on_coast_of(s, group.hex, friend)), int(search.in_large_port_of(s, group.hex, friend)),
        -1 * group.eased,
    )
    return sum(parts)


def zone_roll(s: State, group: Group, how: Coming = "comes in") -> Column[str]:
    """The roll for contact: on the success table, or by the switch ``dz_contact_table`` on that of searches."""
    if s.rulings.switch("dz_contact_table") == "search":
        return gunnery.search_roll(s.rulings, modifier(hunt_for(s, group, (), True)))
    return gunnery.success(s.rulings, zone_modifier(s, group, how))


@clause("36.D.3", "36.D.3.s02", "36.D.3.s03", "36.D.3.s04")
def at_risk(s: State, group: Group) -> list[Unit]:
    """The units rolled for on contact, each in the column of its own strength and taking its own hits: every TF of the group
    (switch ``dz_damage_units``: every unit with strength)."""
    every = s.rulings.switch("dz_damage_units") == "all"
    return [u for u in s.of(group) if tf_like(u) or (every and u.strength > 0)]


def patrol_shots(s: State, group: Group) -> tuple[Shot, ...]:
    """The rolls of patrols that have met a group."""
    return tuple(Shot("patrols", u.id, u.strength, private=group.side) for u in at_risk(s, group))


@clause("36.D.2-T1.res.05")
def harder(shots: tuple[Shot, ...]) -> tuple[Shot, ...]:
    """The rolls after a great success: 1 more each."""
    return tuple(replace(x, plus=x.plus + 1) for x in shots)
