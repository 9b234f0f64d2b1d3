"""The battle of an interception as it is fought (6.5.1): deployment, then 22 turns of moving and
firing, red before blue."""

from __future__ import annotations

from collections.abc import Awaitable

import msgspec

from flagplot.table import AskOrder, Roll, Table, TailCall, clause, facts

from ...map.battle_ocean import distance
from ...orders import battle as o
from ...state.battle import Combatant, SeaBattle
from ..assault.targets import ENDLESS
from . import events as h
from .formula import Volley, die_of, experience_won, hit_percent, shoots_back
from .legality import free_deployment, route_of_move, units_to_place
from .registry import carries
from .scenario_rules import as_target, breaking_off
from .staff import staff_order
from .visibility import battle_known_to, flak_guards, is_finished, seen_by
from .volleys import Die, roll_dive, roll_volleys


async def battle_step(t: Table[SeaBattle]) -> TailCall | None:
    """Ask the side whose turn it is for one order and carry it out (6.5.1). The battle ends when
    its turns are fought, a side withdrew, or a side has no unit left."""
    b = t.state
    if b.phase == "over":
        return None
    if b.phase == "fight" and is_finished(b):
        t.record(h.BattleOver())
        return None
    side = b.moving_side
    if side in b.staff:
        order = staff_order(battle_known_to(b, b.mover), b.mover)
    else:
        order = await AskOrder(
            side, "6.5.1", "battle", facts(turn=b.turn, phase=b.phase, where=b.where)
        )
    await carry_out(t, side, order)
    return TailCall(battle_step)


async def carry_out(t: Table[SeaBattle], side: str, order: o.BattleOrder) -> None:
    """Carry out a checked battle order."""
    done = carries[type(order)](t, side, order)
    if isinstance(done, Awaitable):
        await done


@carries(o.Place)
def carry_out_place(t: Table[SeaBattle], side: str, order: o.Place) -> None:
    """Place a unit on the map."""
    t.record(h.Deployed(side, order.unit, order.at))


@carries(o.Ready)
def carry_out_ready(t: Table[SeaBattle], side: str, order: o.Ready) -> None:
    """End a side's deployment. The staff places the remaining units."""
    deploy_rest(t, side)
    t.record(h.DeploymentEnded(side))


@carries(o.Move)
def carry_out_move(t: Table[SeaBattle], side: str, order: o.Move) -> None:
    """Move a unit."""
    move_unit(t, t.state.unit(order.unit), order.to)


@carries(o.Launch)
def carry_out_launch(t: Table[SeaBattle], side: str, order: o.Launch) -> None:
    """Launch an air unit from its carrier."""
    b = t.state
    t.record(
        h.Sailed(
            side, order.unit, (order.at,), glimpsed=_is_glimpsed(b, b.unit(order.unit), order.at)
        )
    )


@carries(o.Fire)
async def carry_out_fire(t: Table[SeaBattle], side: str, order: o.Fire) -> None:
    """Attack one unit with another."""
    await resolve_attack(t, order.unit, order.target)


@carries(o.Rearm)
def carry_out_rearm(t: Table[SeaBattle], side: str, order: o.Rearm) -> None:
    """Rearm and refuel an air unit on its carrier."""
    u = t.state.unit(order.unit)
    t.record(h.Rearmed(side, order.unit, order.carrier, u.ratings.ammo, full_fuel(t.state, u)))


@carries(o.Land)
async def carry_out_land(t: Table[SeaBattle], side: str, order: o.Land) -> None:
    """Land a land unit."""
    await go_ashore(t, t.state.unit(order.unit), order.at)


@carries(o.Board)
def carry_out_board(t: Table[SeaBattle], side: str, order: o.Board) -> None:
    """Take a land unit aboard a transport."""
    t.record(h.TakenOff(side, order.unit, order.ship))


@carries(o.Mine)
def carry_out_mine(t: Table[SeaBattle], side: str, order: o.Mine) -> None:
    """Mine a hex."""
    t.record(h.Mined(side, order.at, t.state.mined_until))


@carries(o.Terms)
async def carry_out_terms(t: Table[SeaBattle], side: str, order: o.Terms) -> None:
    """Call on the other side to surrender, and roll whether it does."""
    t.record(h.TermsCalled(side, await Roll(Die(TERMS), "6.5.4.7", "terms") == TERMS))


@carries(o.EndTurn)
def carry_out_end_turn(t: Table[SeaBattle], side: str, order: o.EndTurn) -> None:
    """End the turn of a side. Ships that must break off leave."""
    b = t.state
    for u in breaking_off(b, b.mover):
        t.record(h.BrokeOff(side, u.id, u.id in seen_by(b, "blue")))
    t.record(h.TurnEnded(side))


@carries(o.Retreat)
def carry_out_retreat(t: Table[SeaBattle], side: str, order: o.Retreat) -> None:
    """Withdraw a side as its turn ends."""
    t.record(h.TurnEnded(side))
    t.record(h.Withdrew(side))


@carries(o.Staff)
def carry_out_staff(t: Table[SeaBattle], side: str, order: o.Staff) -> None:
    """Leave a side's part in the rest of the battle to its staff."""
    t.record(h.LeftToStaff(side))


def full_fuel(b: SeaBattle, u: Combatant) -> int:
    """Return the fuel of a full tank, by the fuel table."""
    table = b.rulings.table("campaign.fuel")
    if b.ground:
        return ENDLESS
    row = (
        u.name
        if u.flies and any(k == u.name for k, _ in table.rows)
        else u.cls
        if u.flies
        else "ship"
    )
    if u.submarine:
        row = "submarine"
    return (
        int(table.row(row)[0])
        if any(k == row for k, _ in table.rows)
        else int(table.row("ship")[0])
    )


def deploy_rest(t: Table[SeaBattle], side: str) -> None:
    """Place every unit not placed yet in the first free hex of its zone. Flak cruisers are placed
    too, because they cannot come later."""
    for u in units_to_place(t.state, side):
        at = free_deployment(t.state, u)
        if at is not None:
            t.record(h.Deployed(side, u.id, at))


def move_unit(t: Table[SeaBattle], u: Combatant, to: tuple[int, int]) -> None:
    """Move a unit along its route. It stops before an enemy that it had not seen, and is then
    surprised."""
    b = t.state
    planned = route_of_move(battle_known_to(b, u.colour), u, to)
    visible = seen_by(b, u.colour)
    unseen = frozenset(
        e.id for e in b.units if e.colour != u.colour and e.alive and e.id not in visible
    )
    walked = [planned[0]]
    surprised = False
    for step in planned[1:]:
        if h.touches_unseen(b, u, step, unseen):
            surprised = True
            break
        walked.append(step)
    t.record(h.Sailed(u.side, u.id, tuple(walked), surprised, _is_glimpsed(b, u, walked[-1])))


def _is_glimpsed(b: SeaBattle, u: Combatant, at: tuple[int, int]) -> bool:
    there = b.put(msgspec.structs.replace(u, at=at))
    return u.id in seen_by(there, "blue" if u.colour == "red" else "red")


TERMS = 6
"""The die for terms, which are accepted on its highest face (scenario rule)."""


SURF = 6
"""The die for a boat in the surf, which waits a turn on a 1 (scenario rule)."""


async def go_ashore(t: Table[SeaBattle], u: Combatant, at: tuple[int, int]) -> None:
    """Land a land unit, through the surf where there is any."""
    b = t.state
    through = (
        not b.surf
        or await Roll(Die(SURF), "6.5.2.a", "surf", about=facts(firer=u.id), seen_by=(u.side,)) > 1
    )
    t.record(h.Landed(u.side, u.id, u.aboard, at, through, _is_glimpsed(b, u, at)))


@clause("6.1.8.3.a")
async def resolve_attack(t: Table[SeaBattle], firer_id: str, target_id: str) -> None:
    """Resolve one attack. A submarine may dive away first; then both sides' volleys take effect
    together."""
    firer, target = t.state.unit(firer_id), t.state.unit(target_id)
    assert firer.at is not None
    assert target.at is not None
    f, g = firer.fighter(), as_target(t.state, target)
    about = facts(firer=firer.id, target=target.id)
    t.record(h.OpenedFire(firer.id, target.id))
    if firer.screen and not t.state.scattered and t.state.kind == "sea":
        t.record(h.Scattered(firer.side, firer.id))
    if await roll_dive(g, about):
        t.record(h.Evaded(firer.id, target.id))
        return
    die = die_of(t.state.rulings)
    for guard in flak_guards(t.state, firer, target):
        shots = Volley(
            guard.strength * guard.flak, hit_percent(guard.fighter(), f), firer.strength, die
        )
        shot = await Roll(
            shots,
            "6.1.8.3.a",
            "flak",
            "campaign.ship-values",
            facts(firer=guard.id, target=firer.id),
        )
        t.record(h.Flak(guard.id, firer.id, shot))
        firer = t.state.unit(firer_id)
        if not firer.alive:
            return
    f = firer.fighter()
    assert firer.at is not None
    answers = (
        shoots_back(f, g, distance(firer.at, target.at))
        and target.ammo > 0
        and not target.surprised
    )
    kills, losses = await roll_volleys(f, g, die, answers, about)
    t.record(
        h.Exchanged(
            firer.id,
            target.id,
            kills,
            losses,
            experience_won(f, g, kills, losses),
            experience_won(g, f, losses, kills),
            answers,
        )
    )
