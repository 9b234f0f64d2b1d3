"""Submarine attacks on a force at sea (22.9): one roll for each factor, with all its effects on one
target."""

from __future__ import annotations

from flagplot.table import Roll, Table, TailCall, clause, facts

from . import combat_tables
from .battle_choices import Choice, choose_one, ship_label
from .dice import Column, Die, Pick
from .events import (
    BattleEnded,
    FactorsLost,
    Hit,
    SubmarineAttacked,
    SubmarinesInContact,
    SunkRemoved,
)
from .gunnery import apply_effects
from .ships import Battle, Group, Ship, is_fast, is_sunk, rank_key


def submarine_drm(b: Battle, group: int) -> int:
    """Return the modifier of submarine attacks (house table ``awaw.submarine-modifiers``): -1 for
    each search squadron of the target's side (at most -2), -1 for a strong screen, +1 against slow
    ships or cargo, and the research modifier."""
    r = b.rulings
    fleet = b.fleets[0]
    g = fleet.groups[group]
    searchers = fleet.air.search + fleet.air.naval
    n = max(
        searchers * combat_tables.cell_number(r, "submarine-modifiers", "search-squadron"),
        combat_tables.cell_number(r, "submarine-modifiers", "search-most"),
    )
    if sum(s.size for s in g.ships if s.type == "DD") >= 5 or any(s.type == "ASW" for s in g.ships):
        n += combat_tables.cell_number(r, "submarine-modifiers", "screened")
    if g.cargo or g.transports or any(not is_fast(r, s) for s in g.ships):
        n += combat_tables.cell_number(r, "submarine-modifiers", "slow-or-cargo")
    return n + b.fleets[1].boats


def victim_weight(ship: Ship) -> int:
    """Return the weight of a light counter in the draw of a victim: 1 for a cruiser, 1 for each
    destroyer factor."""
    return ship.size if ship.type == "DD" else 1


def target_positions(b: Battle, group: Group, face: str) -> tuple[int, ...]:
    """Return the positions to which the target die points: heavy ships, or cruisers and destroyers.
    When there are none, those of the next kind."""
    r = b.rulings
    alive = [i for i, s in enumerate(group.ships) if not is_sunk(r, s)]
    heavy = tuple(i for i in alive if group.ships[i].heavy)
    light = tuple(
        i
        for i in alive
        if group.ships[i].type in ("CA", "DD")
        for _ in range(victim_weight(group.ships[i]))
    )
    rest = tuple(i for i in alive if i not in heavy and i not in light)
    order = (heavy, light, rest) if face != "light" else (light, rest, heavy)
    return next((x for x in order if x), ())


@clause("21.4195")
async def submarine_attack(t: Table[Battle], group: int, left: int) -> TailCall | int:
    """Let the submarines of fleet 1 attack group *group* of fleet 0, factor by factor. *left*
    factors have not attacked yet."""
    b = t.state
    r = b.rulings
    target = b.fleets[0].groups[group]
    mine = b.fleets[1].groups[0].ships
    at = next((i for i, x in enumerate(mine) if x.size > 0), 0)
    boats = mine[at]
    if left <= 0 or all(is_sunk(r, s) for s in target.ships) or boats.size <= 0:
        for side in (0, 1):
            t.record(SunkRemoved("22.9", side))
        t.record(BattleEnded("22.9", 0, "submarines"))
        return 0
    if not target.seen:
        t.record(SubmarinesInContact("22.9", group))
    drm = submarine_drm(b, group)
    about = facts(drm=drm, boats=left, side=b.fleets[1].side)
    effects = await Roll(
        Column(combat_tables.submarine_column(r, drm)),
        "22.9",
        "submarine-attack",
        "awaw.submarine-attack",
        about,
    )
    if effects < 0:
        t.record(SubmarineAttacked("22.9", boats.id, -1))
        t.record(Hit("22.9", 1, 0, at, boats.id, 1, "submarine"))
        t.record(FactorsLost("22.9", 1, boats.id, 1))
        return TailCall(submarine_attack, (group, left - 1))
    if effects == 0:
        t.record(SubmarineAttacked("22.9", boats.id, 0))
        return TailCall(submarine_attack, (group, left - 1))
    face = str(
        await Roll(
            Die(combat_tables.submarine_targets(r)),
            "22.9",
            "submarine-target",
            "awaw.submarine-target",
        )
    )
    options = target_positions(b, target, face)
    if face == "choice":
        every = tuple(i for i, s in enumerate(target.ships) if not is_sunk(r, s))
        best = sorted(
            every,
            key=lambda i: (
                not target.ships[i].carrier,
                not target.ships[i].heavy,
                *rank_key(r, target.ships[i]),
                i,
            ),
        )
        choice = [Choice(ship_label(b, 0, group, i), (i,)) for i in best]
        ship = (
            await choose_one(
                b.fleets[1].side, "submarine-target", "22.9", choice, facts(effects=effects)
            )
        ).value[0]
    elif len(set(options)) == 1:
        ship = options[0]
    else:
        ship = options[await Roll(Pick(len(options)), "22.9", "submarine-victim")]
    t.record(SubmarineAttacked("22.9", boats.id, effects, target.ships[ship].id))
    await apply_effects(t, 0, group, ship, (), effects, "submarine")
    return TailCall(submarine_attack, (group, left - 1))
