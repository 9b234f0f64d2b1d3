"""Effects on ships and cargo, as pure functions that return a new fleet."""

from __future__ import annotations

from functools import lru_cache

from flagplot.table import Rulings

from ...state import IN_A_FACTOR
from ..drowning import drowned_factors
from .ships import SIZED, Fleet, Group, Ship, is_damaged, is_sunk, left_to_sink, replace


def with_group(fleet: Fleet, index: int, group: Group) -> Fleet:
    return replace(fleet, groups=(*fleet.groups[:index], group, *fleet.groups[index + 1 :]))


def with_ship(group: Group, index: int, ship: Ship) -> Group:
    return replace(group, ships=(*group.ships[:index], ship, *group.ships[index + 1 :]))


def hit_ship(r: Rulings, fleet: Fleet, group: int, ship: int, effects: int) -> Fleet:
    """Return the fleet after *effects* on one counter, with its tallies of factors lost and
    damaged. A ship counts in one tally only: damaged and then sunk, it moves from damaged to lost.

    A sunk ship stays in its group, without effect, until :func:`sweep`. Positions in the group then
    keep their meaning within a round.
    """
    if effects <= 0:
        return fleet
    g = fleet.groups[group]
    was = g.ships[ship]
    if was.sized:
        now = replace(was, hits=min(was.hits + effects, was.hits + left_to_sink(r, was)))
        gone = was.size if is_sunk(r, now) and not is_sunk(r, was) else 0
        hurt = was.size if not gone and is_damaged(r, now) and not is_damaged(r, was) else 0
        if gone or hurt:
            now = replace(now, hurt=2 if hurt else 0)
    else:
        took = min(effects, was.size)
        now = replace(was, size=was.size - took, lost=was.lost + took)
        gone, hurt = took, 0
    saved = was.size if gone and was.sized else 0
    return replace(
        with_group(fleet, group, with_ship(g, ship, now)),
        lost=fleet.lost + gone,
        hurt=fleet.hurt + hurt - (saved if was.hurt == 2 else 0),
        lost_all=fleet.lost_all + gone,
        hurt_all=fleet.hurt_all + hurt - (saved if was.hurt else 0),
    )


def start_new_round(fleet: Fleet) -> Fleet:
    """Return a fleet as a new round begins: damage of the last round no longer counts as new."""
    if not any(s.hurt == 2 for g in fleet.groups for s in g.ships):
        return fleet
    groups = tuple(
        replace(g, ships=tuple(replace(s, hurt=min(s.hurt, 1)) for s in g.ships))
        for g in fleet.groups
    )
    return replace(fleet, groups=groups)


def split_light_positions(
    group: Group, among: tuple[int, ...]
) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """Return two groups of positions from *among*: counters that lose factors, and cruisers."""
    ships = group.ships
    return tuple([i for i in among if not ships[i].sized]), tuple(
        [i for i in among if ships[i].sized]
    )


def effects_possible(r: Rulings, group: Group, among: tuple[int, ...]) -> tuple[int, int]:
    """Return the effects that counters of factors and cruisers among *among* can still take:
    (counters, cruisers)."""
    ships = [group.ships[i] for i in among]
    return sum([s.size for s in ships if s.type not in SIZED]), sum(
        [left_to_sink(r, s) for s in ships if s.type in SIZED]
    )


@lru_cache(maxsize=65536)
def spread_effects(
    r: Rulings, group: Group, among: tuple[int, ...], effects: int, on_loose: int
) -> tuple[tuple[int, int], ...]:
    """Return (position, effects) pairs for *effects* on a collective target.

    *on_loose* effects take factors. The rest fall on cruisers, and every cruiser is hit once before
    any is hit again. Effects that one kind cannot take go to the other.
    """
    loose, cruisers = split_light_positions(group, among)
    can_loose, can_cruisers = effects_possible(r, group, among)
    on_loose = min(on_loose, can_loose, effects)
    on_cruisers = min(effects - on_loose, can_cruisers)
    on_loose = min(effects - on_cruisers, can_loose)
    dealt: dict[int, int] = {}
    for i in sorted(loose, key=lambda i: (-group.ships[i].size, group.ships[i].type, i)):
        take = min(on_loose, group.ships[i].size)
        if take:
            dealt[i] = take
            on_loose -= take
    while on_cruisers > 0:
        open_ = [i for i in cruisers if left_to_sink(r, group.ships[i]) > dealt.get(i, 0)]
        if not open_:
            break
        least = min(open_, key=lambda i: (group.ships[i].hits + dealt.get(i, 0), i))
        dealt[least] = dealt.get(least, 0) + 1
        on_cruisers -= 1
    return tuple(sorted(dealt.items()))


def cargo_lift_left(r: Rulings, group: Group, by: str) -> int:
    """Return the lifting factors left: undamaged destroyers or transports. A damaged ship may not
    carry (21.314)."""
    return sum(
        s.size for s in group.ships if s.type == by and not is_damaged(r, s) and not is_sunk(r, s)
    )


def cargo_lost(r: Rulings, before: Group, after: Group) -> tuple[tuple[str, int], ...]:
    """Return (cargo id, factors) of the cargo that sank when *before* became *after*.

    Under ``empty-first`` of HR-A3-cargo the owner loses empty destroyers first, so that only cargo
    without room is lost. Under ``loaded-first`` loaded destroyers are lost first.
    """
    if not after.cargo:
        return ()
    lost: list[tuple[str, int]] = []
    for by in ("DD", "TR"):
        aboard = [c.aboard for c in after.cargo if c.by == by]
        was, room = (IN_A_FACTOR * cargo_lift_left(r, g, by) for g in (before, after))
        if r.switch("HR-A3-cargo") == "loaded-first":
            room = min(room, sum(x.factors * x.lift for x in aboard) - (was - room))
        lost += drowned_factors(aboard, room).items()
    return tuple(lost)


def without_cargo(fleet: Fleet, group: int, id: str, factors: int) -> Fleet:
    g = fleet.groups[group]
    kept = tuple(
        replace(c, factors=c.factors - factors) if c.id == id else c
        for c in g.cargo
        if c.id != id or c.factors > factors
    )
    return replace(
        with_group(fleet, group, replace(g, cargo=kept)),
        cargo_lost=(*fleet.cargo_lost, *(id,) * factors),
    )


def remove_sunk(r: Rulings, fleet: Fleet) -> Fleet:
    """Return the fleet with its sunk ships moved from their groups to ``gone``."""
    gone = tuple([s for g in fleet.groups for s in g.ships if is_sunk(r, s)])
    if not gone:
        return fleet
    groups = tuple(
        replace(g, ships=tuple(s for s in g.ships if not is_sunk(r, s))) for g in fleet.groups
    )
    return replace(fleet, groups=groups, gone=(*fleet.gone, *gone))


def lose_squadrons(fleet: Fleet, group: int, squadrons: int) -> Fleet:
    """Return the fleet after the loss of squadrons among a group's carriers, the fullest carrier
    first."""
    g = fleet.groups[group]
    for _ in range(squadrons):
        held = [i for i, s in enumerate(g.ships) if s.nas > 0]
        if not held:
            break
        i = max(held, key=lambda i: (g.ships[i].nas, -i))
        s = g.ships[i]
        g = with_ship(g, i, replace(s, nas=s.nas - 1, nas_lost=s.nas_lost + 1))
    return with_group(fleet, group, g)
