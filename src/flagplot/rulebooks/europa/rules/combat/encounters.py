"""Encounters of a moving group with surface groups, submarines and coast defences."""

from __future__ import annotations

from msgspec.structs import replace

from flagplot.table import clause

from ...map import chart
from ...state import Group, State
from ...state.units import BOATS_REACH, Unit, is_warship
from ..movement import costs
from ..search.modifiers import escorts_over
from ..special.landing import firing_level
from . import zones
from .salvo import Shot


@clause("32.D.2.(a)")
def starts_battle(s: State, group: Group, foe: Group, entered: bool) -> bool:
    """Return True when a group's activity starts a battle with a foe whose zone it is in."""
    if not costs.may_fight(s, group):
        return False
    if foe.id in group.shunned or group.id in foe.shunned:
        return False
    if not zones.may_meet(group, foe.hex):
        return False
    if entered:
        return True
    return foe.id not in group.fought and began_in_zone(s, group, foe)


@clause("32.D.2.(b)", "32.D.1.(e)")
def began_in_zone(s: State, group: Group, foe: Group) -> bool:
    """Return True when a phasing group that spends MPs in its hex began the step there, in the
    foe's zone; a part split off counts like the whole.

    A foe that came up in reaction since then counts with its zone where it began the step, and has
    none if it was in port.
    """
    if group.side != s.phasing or group.arrived:
        return False
    if not foe.reacted:
        return True
    return bool(foe.started) and group.hex in zones.combat_zone(
        s, replace(foe, hex=foe.started), group.dark
    )


def may_torpedo(s: State, group: Group, foe: Group) -> bool:
    """Return True when a submarine group may attack. Submarines always may; torpedo boats only by
    night, and only within their distance from base (house rule)."""
    units = s.of(foe)
    if not any(u.kind == "MTB" for u in units):
        return True
    return group.dark and (not foe.home or chart.distance(foe.home, group.hex) <= BOATS_REACH)


@clause("32.D.1")
def is_torpedoed(s: State, group: Group, foe: Group, entered: bool) -> bool:
    """Return True when a group's activity lets a submarine group attack it, once a step, in whose
    combat zone it is."""
    if (
        f"sub:{foe.id}" in group.fought
        or not may_torpedo(s, group, foe)
        or not zones.may_meet(group, foe.hex)
    ):
        return False
    return entered or began_in_zone(s, group, foe)


def ships_met(s: State, group: Group) -> tuple[Group, ...]:
    """Return the enemy groups that a group brings to battle which has just entered its hex, by
    id."""
    return tuple(
        foe
        for foe in zones.surface_foes(s, group, group.dark)
        if starts_battle(s, group, foe, True)
    )


def boats_met(s: State, group: Group) -> tuple[Group, ...]:
    """Return the enemy submarine groups that may attack a group which has just entered its hex, by
    id."""
    return tuple(
        foe
        for foe in zones.submarine_foes(s, group, group.dark)
        if is_torpedoed(s, group, foe, True)
    )


def torpedo_shot(s: State, group: Group, foe: Group, at: str) -> Shot:
    """Return the attack of a submarine group as a shot: its strength, modified by air escort and
    for German submarines."""
    table = s.rulings.table("europa.submarine-attack")
    boats = s.of(foe)
    plus = int(table.cell("cover on attack", "value")) * (escorts_over(s, group) > 0)
    if boats and all(u.nation == "Germany" for u in boats):
        plus += int(table.cell("german boats", "value"))
    return Shot(foe.id, at, sum(u.strength for u in boats), 1, plus)


def reply_shot(s: State, group: Group, at: str, cover: bool) -> Shot | None:
    """Return the escorts' reply to submarines as a shot: a part of the strength of the warships.
    *cover* means air escort over them. ``None`` without warships."""
    table = s.rulings.table("europa.submarine-attack")
    escorts = sum(u.strength for u in s.of(group) if is_warship(u))
    plus = int(table.cell("cover on reply", "value")) * cover
    return (
        Shot(group.id, at, escorts, int(table.cell("reply divisor", "value")), plus)
        if escorts
        else None
    )


def main_body(s: State, group: Group) -> tuple[Unit, ...]:
    """Return the units of a group that are not in its screen."""
    return tuple(u for u in s.of(group) if u.id not in group.screen) or s.of(group)


def tally_zone_mps(
    s: State, group: Group, spent: tuple[tuple[int, bool], ...]
) -> tuple[dict[str, int], list[tuple[str, bool, int]]]:
    """Return the MPs a group has spent in each coast defence's zone, those just spent included, and
    the new occasions to fire.

    Occasions are triples: hex of the coast defence, by night, how many of the MPs were spent after
    it.
    """
    tally = dict(group.zones)
    due: list[tuple[str, bool, int]] = []
    after = sum(n for n, _ in spent)
    again = s.rulings.switch("cd_fire_at") == "every-5"
    for mps, dark in spent:
        foes = zones.coast_foes(s, group, dark)
        for _ in range(mps):
            after -= 1
            for d in foes:
                before = tally.get(d.hex, 0)
                tally[d.hex] = before + 1
                if occasions_given(before + 1, again) > occasions_given(before, again):
                    due.append((d.hex, dark, after))
    return tally, due


@clause("32.D.3.(a)", "32.D.3.(b)")
def occasions_given(mps: int, again: bool = True) -> int:
    """Return how many occasions to fire at a coast defence's target *mps* MPs in its zone have
    given: at 2, 7, 12 and so on.

    Without *again* only at 2 and at 7 (switch ``cd_fire_at``).
    """
    often = 0 if mps < 2 else 1 + (mps - 2) // zones.COAST_FIRE_EVERY
    return often if again else min(often, 2)


def is_fired_on(s: State, group: Group, hex: str, since: int) -> bool:
    """Return True when the coast defence of a hex may fire on an occasion that a group gave it,
    with *since* MPs spent after the occasion."""
    return (
        zones.may_meet(group, hex)
        and costs.may_fight(s, group, since)
        and firing_level(s, s.defences[hex]) > 0
    )
