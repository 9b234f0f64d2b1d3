"""Battle between raiders and the ships that found them: one round by the simplified procedure
(21.535, 22.35)."""

from __future__ import annotations

from collections.abc import Collection

from flagplot.table import Ask, Table, clause, facts

from ...events import ForceGone, Marked, Returned
from ...map import theatre
from ...scenarios.score import settle_losses
from ...state import State, Unit
from ...state.raider_groups import Raid
from ..combat import battle_setup, gunnery
from ..combat.air_combat import give_roles, run_strike
from ..combat.events import BattleEnded, RoundBegan
from ..combat.lens import LENS
from ..combat.ships import Battle, Fleet, replace, squadrons_flying
from . import defenders, groups, scenario_rules
from .events import RaidFought, RaidWithheld

ALL = "all fight"


@clause("21.535", "21.535A")
async def fight_one_round(t: Table[Battle]) -> None:
    """Fight one round without groups, search or withdrawal: a strike by each side's carriers, then
    fleet combat."""
    t.record(RoundBegan("22.35", 1))
    if any(s.nas for f in t.state.fleets for g in f.groups for s in g.ships if not s.held):
        await give_roles(t)
        for side in (0, 1):
            g = t.state.fleets[side].groups[0]
            n = min(g.strike, squadrons_flying(t.state.rulings, g))
            if n and t.state.fleets[1 - side].groups[0].ships:
                await t.run(run_strike, side, 0, n, 0, False)
    await t.run(gunnery.fleet_combat, 0, 0)
    t.record(BattleEnded("22.35", -1, "one round"))


@clause("21.535B")
def fleet_of(
    s: State, side: str, force: str, held: Collection[str] = (), *, guarding: bool = False
) -> Fleet:
    """Return one side of the round, as one group in sight of the enemy. Ships that find raiders
    guard transports, which hampers them."""
    group = battle_setup.group_of(s, s.forces[force])
    ships = tuple(
        replace(x, held=x.id in held, nas=0 if x.id in held else x.nas) for x in group.ships
    )
    seen = replace(group, ships=ships, number=1, seen=True, hindered=guarding)
    return Fleet(
        side=side,
        groups=(seen,),
        interceptor=guarding,
        defence=s.research.get(f"{side} air defence", 0),
    )


@clause("21.5361B")
def withholding_options(s: State, raid: Raid) -> tuple[str, ...]:
    """Return the raiders' choices of ships to hold out of the battle: any undamaged ships, but not
    the whole group."""
    ships = [u.id for u in s.members(raid.id) if not u.damaged]
    if len(s.members(raid.id)) < 2:
        return (ALL,)
    some: list[tuple[str, ...]] = [(a,) for a in ships]
    if len(s.members(raid.id)) > 2:
        some += [(a, b) for n, a in enumerate(ships) for b in ships[n + 1 :]]
    return (ALL, *(f"hold {' and '.join(ids)}" for ids in some))


@clause("21.5363")
def unscreened_ships(s: State, fleet: Fleet) -> tuple[str, ...]:
    """Return the ids of the ships in front of a side's screen: those in its heavy and light lines
    when the round begins."""
    line = gunnery.lines_of(s.rulings, fleet.groups[0])
    return tuple(fleet.groups[0].ships[i].id for i in (*line.heavy, *line.light))


@clause("21.537C")
async def fight_raid(t: Table[State], raid: Raid) -> None:
    """Fight the round of one group with the ships that engage it. Damaged defenders return; the
    others may fight on. There may be no defenders, or defenders from which the group turns away."""
    met = t.state.members(raid.force) if raid.force else ()
    off = scenario_rules.does_break_off(t.state, met)
    if off or not raid.force:
        ships, cite = t.state.members(raid.id), "21.538B" if off else "21.5361A"
        t.record(
            RaidFought(
                cite,
                raid.side,
                raid.id,
                groups.ship_count(ships),
                any(u.damaged for u in ships),
                off,
                turned=off,
            )
        )
        await send_home(t, raid, list(met))
        return
    enemy = t.state.enemy(raid.side)
    held: tuple[str, ...] = ()
    choices = withholding_options(t.state, raid) if not raid.second else (ALL,)
    if len(choices) > 1:
        about = facts(force=raid.id, against=len(t.state.members(raid.force)))
        said: str = await Ask(raid.side, choices, "21.5361B", "raid-withhold", about)
        held = () if said == ALL else tuple(said.removeprefix("hold ").split(" and "))
        if held:
            t.record(RaidWithheld("21.5361B", raid.side, raid.id, held))
    s = t.state
    mine, foe = fleet_of(s, raid.side, raid.id, held), fleet_of(s, enemy, raid.force, guarding=True)
    before = unscreened_ships(s, foe)
    t.record(battle_setup.BattleJoined("21.535", raid.box, mine, foe))
    await t.focus(LENS).run(fight_one_round)
    t.record(battle_setup.BattleClosed("21.535", raid.box, "", 1, ()))
    settle_losses(t)
    s = t.state
    blocked = any(s.units[i].present for i in before)
    fit = tuple(
        u.id for u in s.members(raid.force) if not u.damaged and (u.fast or not raid.second)
    )
    ships = s.members(raid.id)
    stay = () if raid.second or not ships else fit
    hurt = any(u.damaged for u in ships)
    t.record(
        RaidFought(
            "21.537C", raid.side, raid.id, groups.ship_count(ships), hurt, True, blocked, stay
        )
    )
    await send_home(t, raid, [u for u in s.members(raid.force) if u.id not in stay])


@clause("21.538B")
async def ask_return_bases(
    t: Table[State], raid: Raid, ships: list[Unit]
) -> tuple[tuple[str, str], ...]:
    """Ask for the bases to which ships that engaged a group return, together for the ships of each
    base. Return (ship, base) pairs."""
    found: list[tuple[str, str]] = []
    for base in dict.fromkeys(u.base for u in ships):
        here = [u for u in ships if u.base == base]
        places = defenders.return_bases(t.state, raid, here)
        goal = base
        if len(places) > 1:
            goal = await Ask(
                here[0].side,
                places,
                "21.538B",
                "return-base",
                facts(force=raid.force, hex=raid.box),
            )
        found += [(u.id, goal) for u in here]
    return tuple(found)


@clause("21.538B")
async def send_home(t: Table[State], raid: Raid, ships: list[Unit]) -> None:
    """Send back ships that engaged a group. Those of an SW box return to it, ready as before.
    Others return inverted to their own base, or to another from which ships engage raiders there,
    as their owner chooses. They cannot be intercepted."""
    force = raid.force
    if force not in t.state.forces:
        return
    side = t.state.forces[force].side
    boxed = tuple((u.id, u.base) for u in ships if theatre.is_sw_box(u.base))
    others = await ask_return_bases(t, raid, [u for u in ships if not theatre.is_sw_box(u.base)])
    if boxed:
        t.record(Returned("21.33", side, force, boxed, False))
    if others:
        t.record(Marked("21.311", side, tuple(i for i, _ in others), "used:raid defence"))
        t.record(Returned("21.538B", side, force, others, True))
    scenario_rules.begin_rest(t, side, ships)
    if force in t.state.forces and not t.state.members(force):
        t.record(ForceGone("21.538B", side, force))
