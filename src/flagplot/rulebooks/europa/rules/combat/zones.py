"""Combat zones: the hexes in which a group, or a coast defence, fights enemies that come near."""

from __future__ import annotations

from functools import lru_cache

from flagplot.table import clause
from flagplot.table.core.memo import memo_per_parts

from ...map import chart
from ...state import Defence, Group, State

COAST_FIRE_EVERY = 5
"""MPs in a coast defence's zone between one occasion to fire and the next."""


def combat_zone(state: State, group: Group, night: bool) -> tuple[str, ...]:
    """Return the combat zone of a group at sea: its hex and the six around by day for combat, mixed
    and submarine groups.

    By night combat and mixed groups have only their own hex; submarine groups keep theirs. A cargo
    group has its own hex (switch ``cargo_zone``). Groups in port or on a river have none.
    """
    if group.where != "sea":
        return ()
    kind = state.kind(group)
    if kind == "cargo":
        return (group.hex,) if state.rulings.switch("cargo_zone") == "own" else ()
    return zone_around(group.hex, night and kind != "submarine")


@clause("36.A.2.(c)")
@lru_cache(maxsize=8192)
def zone_around(hex: str, night: bool) -> tuple[str, ...]:
    """Return the hexes of a zone around a hex: the hex and the six that touch it; by night only the
    hex."""
    return (hex,) if night else (hex, *chart.neighbours(hex))


@clause("36.A.1.(b)")
def may_meet(group: Group, hex: str) -> bool:
    """Return True where a group's activity may start a fight with a foe in a hex. A group in
    protected waters meets only foes in its own hex."""
    return not group.screened or hex == group.hex


def defence_zone(defence: Defence, night: bool) -> tuple[str, ...]:
    """Return the combat zone of a coast defence: its hex and the six around, by night its hex
    alone."""
    return zone_around(defence.hex, night)


@clause("32.D.2.s02", "32.D.2.s07", "32.A.2")
def surface_foes(state: State, group: Group, night: bool) -> tuple[Group, ...]:
    """Return the enemy groups that would fight a group on the surface, because their combat zone
    covers its hex; by id.

    Submarine groups take no part. Cargo groups disregard each other. Groups in port do not count.
    """
    kind = state.kind(group)
    if kind == "submarine":
        return ()
    found = []
    for foe in state.standing(state.other(group.side)):
        theirs = state.kind(foe)
        if theirs == "submarine" or (theirs == kind == "cargo"):
            continue
        if group.hex in combat_zone(state, foe, night):
            found.append(foe)
    return tuple(found)


@clause("32.D.1.(d)", "32.D.1.s05", "32.D.1.s02")
def submarine_foes(state: State, group: Group, night: bool) -> tuple[Group, ...]:
    """Return the enemy submarine groups whose combat zone covers a non-submarine group's hex, by
    id."""
    if state.kind(group) == "submarine":
        return ()
    return tuple(
        foe
        for foe in state.standing(state.other(group.side))
        if state.kind(foe) == "submarine" and group.hex in combat_zone(state, foe, night)
    )


def coast_foes(state: State, group: Group, night: bool) -> tuple[Defence, ...]:
    """Return the enemy coast defences whose combat zone covers a group's hex, by hex."""
    return tuple(
        [
            d
            for d in _firing_defences(state)
            if d.owner != group.side and group.hex in defence_zone(d, night)
        ]
    )


@memo_per_parts(lambda state: (state.defences, state.neutral))
def _firing_defences(state: State) -> list[Defence]:
    """Return the coast defences that have a level and belong to a side that is not neutral, by
    hex."""
    return [
        d
        for _, d in sorted(state.defences.items())
        if d.level and d.owner and d.owner not in state.neutral
    ]


@clause("32.A.2.s04", "32.A.2.s02")
def barred_by(state: State, group: Group, hex: str, night: bool) -> tuple[Group, ...]:
    """Return the enemy combat and mixed groups at sea in a hex, which bar a group's entry.

    By night combat and mixed groups may enter to fight (switch ``night_entry_fights``).
    """
    fighting = ("combat", "mixed", "flotilla")
    foes = tuple(
        g for g in state.groups_at(hex) if g.side != group.side and state.kind(g) in fighting
    )
    if (
        foes
        and night
        and state.kind(group) in fighting
        and state.rulings.switch("night_entry_fights") == "true"
    ):
        return ()
    return foes


@clause("32.A.2.s03")
def is_blockaded(state: State, hex: str) -> bool:
    """Return True when an enemy group at sea lies in the hex of a port, which blockades the port
    and every group inside."""
    return bool(blockaders(state, hex))


def blockaders(state: State, hex: str) -> tuple[Group, ...]:
    """Return the enemy groups at sea in the hex of a side's port."""
    port = state.ports.get(hex)
    if port is None or port.owner not in state.sides:
        return ()
    return tuple(g for g in state.groups_at(hex) if g.side != port.owner)


@clause("32.B-T1.mod.18")
def blockade_level(state: State, hex: str, side: str) -> int:
    """Return the blockade level that *side* keeps in a port hex: the level stated there plus a
    sixth of the side's combat strength there, at least 1."""
    port = state.ports.get(hex)
    if port is None:
        return 0
    ships = [g for g in state.groups_at(hex, side) if state.kind(g) in ("combat", "mixed")]
    if port.owner != state.other(side) or not ships:
        return port.blockade
    strength = sum(u.strength for g in ships for u in state.of(g))
    return max(port.blockade, 1, strength // 6)
