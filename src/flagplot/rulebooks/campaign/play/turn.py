"""The turn of a campaign, phase by phase: secret orders, Operations, battles, Breakthrough, closing
(notes, section 1)."""

from __future__ import annotations

from typing import Any

from msgspec.structs import replace

from flagplot.table import Ask, AskAny, AskOrder, Table, clause, facts

from .. import events
from ..rules.assault.resolve import logistics_phase, next_assault, settle_assault
from ..rules.combat.battle import battle_step, carry_out
from ..rules.combat.events import BattleBegan
from ..rules.combat.staff import staff_order
from ..rules.combat.visibility import (
    battle_known_to,
    battle_seen_by_enemies,
    completed_ships,
    is_finished,
)
from ..rules.interception.legality import battle_order, sailing_as, still_flying, still_hunting
from ..rules.interception.search import looks_like, met_now, spotted_points
from ..rules.missions.convoy_losses import afloat_after, count_shipping
from ..rules.missions.cripple_passages import passages_open
from ..rules.missions.events import MissionDecided
from ..rules.missions.port_losses import move_displaced, settle_falls, take_refuge
from ..rules.registry import carries
from ..rules.scenario_limits import script_of
from ..rules.scoring import final_points, is_hunt_decided, roll_independents, score_battle
from ..scenarios.cards import season_of
from ..state import Mission, State
from ..state.battle import SEA, SeaBattle
from . import scenario_script
from .scenario_script import PhaseBegan


async def step(t: Table[State]) -> None:
    """Play one step of the game, by the current phase."""
    s = t.state
    if s.battle is not None:
        await battle_turn(t)
    elif s.queue:
        await next_battle(t)
    elif s.assaults and s.phase == "battle":
        await next_assault(t)
    elif s.phase == "logistics":
        if await logistics_phase(t):
            scenario_script.turn_begins(t)
            if "meeting" in script_of(s):
                scenario_script.begin_meeting(t)
            else:
                _begin(t, "battle" if t.state.assaults else "orders")
    elif s.phase == "orders":
        await orders_phase(t)
    elif s.phase in ("operations", "breakthrough"):
        await ask_interceptions(t)
    elif s.phase == "battle":
        await after_battles(t)
    else:
        close_turn(t)


def _begin(t: Table[State], phase: Any) -> None:
    s = t.state
    t.record(PhaseBegan(s.turn, phase, s.season))
    if phase == "operations":
        record_spotting(t)


@clause("6.3.a")
async def orders_phase(t: Table[State]) -> None:
    """Ask all sides at once for secret orders. When every side is done, the missions sail together
    (6.3)."""
    open_sides = [x for x in t.state.sides if x not in t.state.done]
    if not open_sides:
        scenario_script.orders_revealed(t)
        _begin(t, "operations")
        return
    side, order = await AskAny(
        tuple(
            AskOrder(x, "6.3.a", "orders", facts(turn=t.state.turn, season=t.state.season))
            for x in open_sides
        )
    )
    carries[type(order)](t, side, order)


def record_spotting(t: Table[State]) -> None:
    """Record for each side which enemy missions its searchers have spotted, and where on their
    routes (6.4.2)."""
    for side in t.state.sides:
        for m in sorted(t.state.missions.values(), key=lambda m: m.id):
            if m.side != side and m.status in ("sailing", "completed") and met_now(t.state, m):
                points = spotted_points(t.state, side, m)
                known_before = any(x.side == side and x.mission == m.id for x in t.state.spotted)
                if points and not known_before:
                    t.record(events.Spotted(side, m.id, looks_like(m), points))


@clause("6.4.a", "6.4.b", "6.5.1.5.e", "6.5.b")
async def ask_interceptions(t: Table[State]) -> None:
    """Ask all sides for interceptions in Operations. When all are done, the battles are queued
    (6.4)."""
    open_sides = [x for x in t.state.sides if x not in t.state.done]
    if t.state.phase == "breakthrough" and settle_falls(t):
        return
    if t.state.flags.get("look-out"):
        t.record(events.Flagged("look-out", ""))
        record_spotting(t)
    elif open_sides:
        side, order = await AskAny(
            tuple(AskOrder(x, "6.4.b", t.state.phase, facts(turn=t.state.turn)) for x in open_sides)
        )
        carries[type(order)](t, side, order)
    else:
        all_announced(t)


@clause("6.5.2.c")
def all_announced(t: Table[State]) -> None:
    """Continue when every side is done (6.5.1.5, 6.4.5). Missions announced in Breakthrough may
    then be intercepted. Otherwise the battles are queued, whether an invasion attacks or not
    (6.5.2)."""
    if t.state.announcing:
        t.record(events.Announced())
        record_spotting(t)
        if not any(
            met_now(t.state, m) and m.status == "sailing" for m in t.state.missions.values()
        ):
            _begin(t, "closing")
        return
    t.record(events.QueueSet(battle_order(t.state, t.state.interceptions)))
    if t.state.phase == "operations":
        t.record(PhaseBegan(t.state.turn, "battle", t.state.season))
    elif not t.state.queue:
        _begin(t, "closing")


@clause("6.4.5.c", "6.5.1.3.d")
async def next_battle(t: Table[State]) -> None:
    """Begin the next battle of the queue (6.4.5). An intercepting force that was itself met goes on
    only with ships that got through, or calls it off."""
    i = t.state.queue[0]
    s = t.state
    ships, air = still_hunting(s, i), still_flying(s, i.air)
    if any(s.missions[m].attacked for m in sailing_as(s, replace(i, ships=ships, air=air))):
        about = facts(mission=i.target, place=i.place, ships=len(ships))
        if (
            await Ask(i.side, ("attack", "call off"), "6.4.5.c", "after-battle", about)
            == "call off"
        ):
            t.record(events.BattleSkipped(i, "called-off"))
            return
    target = s.missions[i.target]
    if not (ships or air) or not (target.units or target.transports):
        t.record(events.BattleSkipped(i, "did-not-get-through"))
        return
    t.record(BattleBegan(replace(i, ships=ships, air=air)))


async def battle_turn(t: Table[State]) -> None:
    """Play one order of the current battle. When it is over, settle its effects on ships and
    mission."""
    b = t.state.battle
    assert b is not None
    sea = t.focus(SEA)
    if b.phase == "over":
        await (settle_assault(t) if t.state.assault is not None else settle_battle(t))
        return
    if b.phase == "fight" and is_finished(b):
        await battle_step(sea)
        return
    side = b.moving_side
    if side in b.staff:
        order = staff_order(battle_known_to(b, b.mover), b.mover)
    else:
        order = await AskOrder(
            side, "6.5.1", "battle", facts(turn=b.turn, phase=b.phase, where=b.where)
        )
    await carry_out(sea, side, order)


@clause("6.5.1.4.a", "6.5.1.4.b", "6.5.1.3.c", "6.5.1.e", "6.1.a")
async def settle_battle(t: Table[State]) -> None:
    """Carry damage back to the campaign (6.5.1.4). Ships that lost more than 2 points go home; the
    owner goes on with the rest or aborts."""
    b, i = t.state.battle, t.state.fighting
    assert b is not None
    assert i is not None
    through = completed_ships(b)
    if b.withdrew == b.red and t.state.rulings.switch("HR-23") == "all":
        through = tuple(u.id for u in b.units if u.colour == "blue" and u.alive and not u.flies)
    before = t.state
    sight = {u.id for u in battle_seen_by_enemies(b).units}
    tolls = tuple(
        events.Toll(u.id, u.side, u.strength, u.lost, u.experience, u.id in through, u.id in sight)
        for u in b.units
    )
    lost = sum(1 for u in b.units if u.cls == "TR" and not u.alive)
    t.record(events.BattleEnded(i.target, b.blue, tolls, lost))
    score_battle(t, before)
    await decide_mission(
        t, before.missions[i.target], through, afloat_after(before, before.missions[i.target], b), b
    )
    hunter = t.state.missions.get(i.hunter)
    if hunter is not None:
        fit, unfit = fit_to_go_on(t.state, b, hunter.units)
        if unfit:
            t.record(MissionDecided(i.side, hunter.id, fit, unfit, "6.5.1.4.a"))


def fit_to_go_on(
    state: State, b: SeaBattle, units: tuple[str, ...]
) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Return two groups of units: those with at most 2 points lost in this battle (HR-8), and the
    others still afloat (6.5.1.4). Earlier losses of a cripple on passage do not count."""
    most = int(state.rulings.switch("HR-8"))
    afloat = tuple(u for u in units if state.ships[u].afloat)
    fit = tuple(u for u in afloat if not b.has(u) or b.unit(u).lost <= most)
    return fit, tuple(u for u in afloat if u not in fit)


async def decide_mission(
    t: Table[State], was: Mission, through: tuple[str, ...], afloat: dict[int, str], b: SeaBattle
) -> None:
    """Let the defender's owner go on with the units that got through and are fit, or abort the
    whole mission (6.5.1).

    *was* is the mission before the battle, *afloat* its transports that survived it. Units on
    another stretch of the route, which were not in the battle, go on with the others.
    """
    m = t.state.missions[was.id]
    apart = tuple(u for u in m.units if not b.has(u))
    fit, _ = fit_to_go_on(t.state, b, tuple(u for u in m.units if u in through))
    fit = tuple(u for u in m.units if u in (*fit, *apart))
    ships = tuple(u for u in m.units if t.state.ships[u].afloat)
    cargo = frozenset(i for i, id in afloat.items() if id in through or not b.has(id))
    goes: tuple[str, ...] = ()
    if fit or cargo:
        about = facts(mission=m.id, fit=len(fit) + len(cargo), afloat=len(ships) + m.transports)
        proceeds = (
            await Ask(m.side, ("proceed", "abort"), "6.5.1.e", "proceed-or-abort", about)
            == "proceed"
        )
        goes, cargo = (fit, cargo) if proceeds else ((), frozenset())
    back = tuple(u for u in ships if u not in goes)
    count_shipping(t, was, b, afloat, cargo)
    t.record(MissionDecided(m.side, m.id, goes, back, transports=len(cargo)))
    for id in back:
        home = t.state.ports.get(t.state.ships[id].base)
        if (
            home is not None and home.side != m.side
        ):  # a ship that only the battle put there comes from no port
            take_refuge(t, m.side, id)


async def after_battles(t: Table[State]) -> None:
    """End the missions at their targets when the battles of Operations are fought. Then
    Breakthrough begins."""
    for m in sorted(t.state.missions.values(), key=lambda m: m.id):
        if m.status in ("sailing", "completed"):
            scenario_script.end_mission(t, m)
    scenario_script.after_operations(t)
    await roll_independents(t)
    leaving = passages_open(t.state) and not script_of(t.state).get("no-breakthrough")
    _begin(t, "breakthrough" if leaving else "closing")


def close_turn(t: Table[State]) -> None:
    """End the turn: missions still at sea come home, points are counted, and the next turn begins
    or the game is over."""
    for m in sorted(t.state.missions.values(), key=lambda m: m.id):
        if m.status in ("sailing", "completed"):
            scenario_script.end_mission(t, m)
    move_displaced(t)
    scenario_script.turn_ends(t)
    s = t.state
    t.record(events.TurnClosed(s.turn))
    if s.turn >= s.last_turn or is_hunt_decided(s):
        final_points(t)
        t.record(events.GameOver())
        return
    season = season_of(s.scenario, s.turn + 1, s.season)
    t.record(PhaseBegan(s.turn + 1, "logistics", season))
