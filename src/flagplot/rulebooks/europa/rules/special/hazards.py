"""Mines and danger zones: their rolls and their damage (36.C.1, 36.D.2), and the oil that an Axis
sailing costs."""

from __future__ import annotations

from typing import Any, Literal

from msgspec.structs import replace

from flagplot.table import Ask, Roll, Table, clause, facts
from flagplot.table.core.roll_specs import Column
from flagplot.table.language.event_sentences import Audience

from ...events.base import Happening, Note
from ...nouns import Place
from ...state import Group, State, change_group
from ...state.units import Unit, tf_like
from ..combat import gunnery
from ..combat.damage import fire_salvo
from ..combat.gunnery import MISS, Result
from ..combat.salvo import Shot
from ..movement.events import Pledged, close_voyage, is_secret
from ..search import modifiers, reaction
from ..search.resolve import offer_activation, record_sighting, roll_search
from ..search.situations import hunt_for, hunt_modifier
from . import danger_zones, night, oil
from .oil import Fuelled


class Zoned(Note, frozen=True, tag="zoned"):
    """A count of the MPs that a group has spent in the combat zones of coast defences."""

    group: str
    zones: tuple[tuple[str, int], ...]

    def apply(self, s: State) -> State:
        return change_group(s, self.group, zones=self.zones)


class Unmet(Happening, frozen=True):
    """An event that happens to a group at sea without the enemy's doing. While the group is hidden,
    only its own side learns of it."""

    audience = Audience(owner="private", secret="private")
    group: str

    def seen_by(self, side: str) -> Any:
        found = super().seen_by(side)
        return replace(found, private="") if found is not None and found.private else found


class Mined(Unmet, frozen=True, tag="mine-check"):
    """A check of a group for mine damage in a belt hex. With *begins* the check is at the start of
    a step; a later entry of the hex is checked again."""

    hex: Place
    points: int
    begins: bool = False
    private: str = ""

    def apply(self, s: State) -> State:
        if self.begins:
            return s
        g = s.groups[self.group]
        return change_group(s, self.group, mined=tuple(dict.fromkeys((*g.mined, self.hex))))


class ZoneRolled(Unmet, frozen=True, tag="danger-zone"):
    """A danger-zone roll of a group. A roll without contact frees the group from further rolls in
    this step; contact does not."""

    result: Result
    modifier: int
    private: str = ""

    def apply(self, s: State) -> State:
        return change_group(s, self.group, zone_done=self.result in MISS, eased=self.result == "D")


# ------------------------------------------------------------------ mines
@clause("36.C.s03", "36.C.1.(a)")
def belt_due(s: State, group: Group, again: bool = False) -> int:
    """Return the points of the enemy minebelt that a group at sea must be checked for in its hex.
    Each belt hex is checked once a step, or *again* after a point was swept. Return 0 when no check
    is due."""
    checked = group.hex in group.mined and not again
    return 0 if group.where != "sea" or checked else s.enemy_mines(group.hex, group.side)


@clause("36.C.1.s02", "36.C.1.s03", "36.C.1.s04", "36.C.3.s06")
def mine_shots(s: State, group: Group, points: int, sweeper: str = "") -> tuple[Shot, ...]:
    """Return the rolls of a mine check: one at the belt's strength for each strength point of each
    unit, or only for the *sweeper* that has just swept a point. Where the scenario says that mines
    are not seen at night (``night-mines``), a check by night uses the next column (house rule)."""
    if group.dark and "night-mines" in s.facts:
        points = min(
            (row for row in gunnery.column_strengths(s.rulings) if row > points), default=points
        )
    return tuple(
        Shot("mines", u.id, points, private=group.side)
        for u in s.of(group)
        if sweeper in ("", u.id)
        for _ in range(u.strength)
    )


# ------------------------------------------------------------------ danger zones
Coming = Literal["comes in", "begins", "puts to sea"]
"""The occasion of a danger-zone roll: a group enters the hex, begins its step there, or leaves
port there."""


@clause("36.D", "36.D.2")
def zone_due(s: State, group: Group, how: Coming = "comes in") -> bool:
    """Return True when a group must roll for the danger zone of its hex: when its step begins there
    at sea, when it puts to sea there, or when it comes in from outside. It does not roll on its way
    inside the zone, nor in a step in which a roll without contact has freed it."""
    if group.where != "sea" or group.zone_done or not rolls_for_zones(s, group):
        return False
    return danger_zones.is_endangered(s, group) and (
        how != "comes in" or comes_from_safety(s, group)
    )


def rolls_for_zones(s: State, group: Group) -> bool:
    """Return True when danger zones are rolled for at all, and for this group: a phasing group, or
    by the switch ``reactors_in_zones`` also one that has moved in reaction."""
    if s.rulings.switch("danger_zone_rolls") == "false":
        return False
    return group.side == s.phasing or (
        group.reacted and s.rulings.switch("reactors_in_zones") == "true"
    )


def comes_from_safety(s: State, group: Group) -> bool:
    """Return True for a group that was outside the enemy's danger zones before it entered its hex,
    or on a river (house rule)."""
    before = group.came_from
    return "/" in before or not danger_zones.is_endangered(s, replace(group, hex=before))


@clause(
    "36.D.2-T1",
    "36.D.2-T1.mod.01",
    "36.D.2-T1.mod.02",
    "36.D.2-T1.mod.03",
    "36.D.2-T1.mod.04",
    "36.D.2-T1.mod.05",
    "36.D.2-T1.mod.06",
    "36.D.2-T1.mod.07",
    "36.A.2.s05",
)
def zone_modifier(s: State, group: Group) -> int:
    """Return the sum of the modifiers of a danger-zone roll, night and sea state included. A group
    that leaves port has not left its starting hex when it rolls there."""
    sea = s.sea_state(group.hex)
    friend = modifiers.friendly_to(s, group)
    parts = (
        -2 * (sea == "stormy"),
        -1 * (not group.moved),
        -1 * group.dark,
        -1 * (sea == "rough"),
        int(group.spotted),
        int(modifiers.on_coast_of(s, group.hex, friend)),
        int(modifiers.in_large_port_of(s, group.hex, friend)),
        -1 * group.eased,
    )
    return sum(parts)


def zone_roll(s: State, group: Group) -> Column[str]:
    """Return the roll for contact: on the success table, or by the switch ``dz_contact_table`` on
    the search table."""
    if s.rulings.switch("dz_contact_table") == "search":
        return gunnery.search_roll(s.rulings, hunt_modifier(hunt_for(s, group, (), True)))
    return gunnery.success_roll(s.rulings, zone_modifier(s, group))


@clause("36.D.3", "36.D.3.s02", "36.D.3.s03", "36.D.3.s04")
def units_at_risk(s: State, group: Group) -> list[Unit]:
    """Return the units that are rolled for on contact: every TF of the group, or by the switch
    ``dz_damage_units`` every unit with strength. Each is rolled in the column of its own strength
    and takes its own hits."""
    every = s.rulings.switch("dz_damage_units") == "all"
    return [u for u in s.of(group) if tf_like(u) or (every and u.strength > 0)]


def patrol_shots(s: State, group: Group) -> tuple[Shot, ...]:
    """Return the rolls of the patrols that have contacted a group."""
    return tuple(
        Shot("patrols", u.id, u.strength, private=group.side) for u in units_at_risk(s, group)
    )


@clause("36.D.2-T1.res.05")
def after_great_success(shots: tuple[Shot, ...]) -> tuple[Shot, ...]:
    """Return the rolls after a great success, each with +1."""
    return tuple(replace(x, plus=x.plus + 1) for x in shots)


DAY, NIGHT = "by day", "by night"


@clause("36.C.1", "36.C.3.s05", "36.C.3.s07")
async def mine_check(t: Table[State], id: str, begins: bool = False, sweeper: str = "") -> None:
    """Check a group for mine damage in an enemy belt: when its step *begins* there, and on its
    first entry of each belt hex in a step. After a point was swept only the *sweeper* is
    checked."""
    group = t.state.groups.get(id)
    points = belt_due(t.state, group, bool(sweeper)) if group is not None else 0
    if group is None or not points:
        return
    close_voyage(t, id)
    t.record(Mined("36.C.1", id, group.hex, points, begins, only_witness(t.state, group)))
    await fire_salvo(t, mine_shots(t.state, group, points, sweeper), "36.C.1")


def only_witness(s: State, group: Group) -> str:
    """Return the only side that learns of a hazard a group meets at sea, while the enemy does not
    see the group. Return an empty string when both sides learn of it."""
    return group.side if is_secret(s, group) else ""


@clause("36.D.2.s02")
async def offer_night_start(t: Table[State], id: str) -> None:
    """Let a group that begins a step in a danger zone choose to begin it by night, which changes
    the roll. Its next MPs are then spent by night. A group that counts as moved spends no MPs in
    the step, so it is not asked."""
    group = t.state.groups[id]
    if group.idle or group.night_block or night.why_not_spend(group, 1, True) is not None:
        return
    if (
        await Ask(
            group.side,
            (DAY, NIGHT),
            "36.D.2.s02",
            "dusk",
            facts(group=id, hex=group.hex, kind=t.state.kind(group)),
        )
        == NIGHT
    ):
        t.record(Pledged("36.D.2.s02", group.side, id, is_secret(t.state, group)))


@clause(
    "36.D.2",
    "36.D.2-T1.res.01",
    "36.D.2-T1.res.01.s02",
    "36.D.2-T1.res.02",
    "36.D.2-T1.res.03",
    "36.D.2-T1.res.04",
    "36.D.2-T1.res.04.s02",
    "36.D.2-T1.res.05",
    "36.D.2-T1.res.05.s02",
    "32.B.1",
)
async def zone_check(t: Table[State], id: str, how: Coming = "comes in") -> tuple[bool, bool]:
    """Make the danger-zone roll of a group, where one is due. On contact its TFs take damage and
    enemy reserves may be activated.

    Return two booleans: contact was made; reserves were activated and may react.
    """
    s = t.state
    group = s.groups.get(id)
    if group is None or not zone_due(s, group, how):
        return False, False
    close_voyage(t, id)
    if how == "begins":
        await offer_night_start(t, id)
        s, group = t.state, t.state.groups[id]
    plus = zone_modifier(s, group)
    if s.rulings.switch("dz_contact_table") == "search":
        record_sighting(t, id)
        result = await roll_search(t, id, (), "", True)
    else:
        result = await Roll(
            zone_roll(s, group),
            "36.D.2",
            "danger-zone",
            gunnery.SUCCESS,
            facts(group=id, hex=group.hex, modifier=plus),
            (group.side,) if s.kind(group) == "submarine" else (),
        )
    if result in gunnery.HIT:
        record_sighting(t, id)
    t.record(ZoneRolled("36.D.2", id, result, plus, only_witness(t.state, t.state.groups[id])))
    if result not in gunnery.HIT:
        return False, False
    shots = patrol_shots(s, group)
    await fire_salvo(t, after_great_success(shots) if result == "S*" else shots, "36.D.3")
    if id in t.state.groups and group.side == s.phasing and reaction.may_call(s, group):
        return True, await offer_activation(
            t, id, "" if result == "S*" else s.zone(group.hex), reaction.ZONE_CONTACT
        )
    return True, False


async def pay_oil(t: Table[State], id: str) -> None:
    """Pay oil for the Axis TFs of a group that leaves a Mediterranean port: 5 supply points each at
    once, or 1 in each step in which they move."""
    s = t.state
    group = s.groups[id]
    for hex, ships in oil.tfs_due(s, group).items():
        port, whole = s.ports[hex], oil.whole_price(s, ships)
        by_step = group.where != "port" or port.oil < whole
        if not by_step:
            about = facts(group=id, port=port.name, oil=port.oil, price=whole)
            by_step = (
                await Ask(group.side, ("whole sailing", BY_STEP), "36.E.s03", "oil", about)
                == BY_STEP
            )
        clause_id = "36.E.s03" if by_step else "36.E"
        t.record(
            Fuelled(
                clause_id, group.side, id, hex, len(ships) if by_step else whole, by_step, ships
            )
        )


BY_STEP = "by the step"
