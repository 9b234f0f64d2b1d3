"""Interception windows (22.1, 22.2): the enemy may try, the mover may counter, then they fight.
Every activity awaits them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from flagplot.table import AskOrder, Facts, Roll, Table, TailCall, clause, facts
from flagplot.table.language.event_sentences import Audience

from ...events import Announced, ForceChanged, ForceGone, SideEvent
from ...orders import Counter, Intercept, PassAll
from ...state import Force, State, factors, replace
from ...state.nations import power_of
from .. import codebreaking
from .. import forces as mustering
from ..combat import battle, battle_setup
from ..combat.lens import LENS
from ..combat.submarines import submarine_attack
from . import asking, attempt, eligibility
from . import attempt as interception_attempt
from .activity import Activity, Outcome
from .attempt import Attempt
from .attempts_made import InterceptionTried, LedgerMarked, Mark, patrol_of

__all__ = ["Activity", "Outcome", "TailCall"]


COUNTER_KIND = "counter-interception"


class InterceptionRolled(SideEvent, frozen=True, tag="interception-rolled"):
    """Attempt of a force to reach the interception hex."""

    audience = Audience(hides=("parts",))
    force: str
    hex: str
    dice: int
    distance: int
    reached: bool
    parts: Facts = ()


async def open_interception_window(
    t: Table[State], a: Activity, sent: Sequence[tuple[str, int]] = (), where: str = ""
) -> Outcome:
    """Let the enemy attempt to intercept an activity in the hexes of its path, and play out the
    results.

    Separate forces and forces from different ports roll separately (22.14). On return, damage and
    losses stand on the units, and interceptors that are done have gone back. The moving force is
    still in ``state.forces``, unless nothing of it is left.

    For a window resumed in the middle, *sent* lists the forces already sent as (force, index of its
    hex in the path), and *where* is the hex that all others must use.
    """
    defender = t.state.enemy(a.side)
    if eligibility.is_immune(t.state, a) or asking.is_let_by(t.state, defender, a):
        return Outcome()
    launched = list(sent)
    while True:
        offers = eligibility.opportunities(t.state, defender, a, where)
        if not offers and not asking.is_due(t.state, defender, a, where, again=bool(launched)):
            break
        order = await AskOrder(
            defender, "22.11", "interception", window_facts(t.state, defender, a, offers, where)
        )
        asking.note_asked(t, defender, a)
        if isinstance(order, PassAll):
            asking.record_let_by(t, defender, a)
        if not isinstance(order, Intercept):
            break
        force = launch_force(t, defender, order, a, "intercept")
        launched = [x for x in launched if not await give_way_to_west(t, x[0], force)]
        launched.append((force, a.open.index(order.hex)))
        if not t.state.forces[force].submarines:
            where = order.hex
    if not launched:
        return Outcome()
    for hex_id in dict.fromkeys(a.open[i] for _, i in launched):
        t.record(InterceptionTried("21.4171", defender, a.forces, hex_id))
    return await resolve_attempts(t, a, defender, launched)


async def give_way_to_west(t: Table[State], earlier: str, force: str) -> bool:
    """Send a Russian force back that has not arrived yet, when Western Allied ships want the same
    target (22.12). Return True when it turned back."""
    powers = [{power_of(u.nation) for u in t.state.members(f)} for f in (earlier, force)]
    if powers[0] != {"Russia"} or "Western Allies" not in powers[1]:
        return False
    await send_back(t, earlier, "22.12", spent=False)
    return True


async def resolve_attempts(
    t: Table[State], a: Activity, defender: str, launched: Sequence[tuple[str, int]]
) -> Outcome:
    """Resolve the attempts in the order in which the mover reaches their hexes: in each hex
    submarines first, then the surface forces together."""
    attacks = 0
    result = Outcome(attempted=True)
    coded = await codebreaking.contest_codes(
        t, defender, codebreaking.STRATEGIC, a.open[launched[0][1]]
    )
    for step in sorted({i for _, i in launched}):
        here = [f for f, i in launched if i == step]
        hex_id = a.open[step]
        boats = [f for f in here if t.state.forces[f].submarines]
        ships = [f for f in here if f not in boats]
        for f in boats:
            if is_over(t.state, a, result):
                await send_back(t, f, "22.11")
                continue
            if n := await roll_submarine_attempts(t, f, a, hex_id):
                await attack_by_submarines(t, f, a.side, a.forces, hex_id, n)
                attacks += 1
            else:
                t.record(LedgerMarked("22.13", Mark("boats", f, a.forces[0])))
                await end_failed_attempt(t, f)
        arrived = []
        for f in ships:
            if is_over(t.state, a, result):
                await send_back(t, f, "22.11")
            elif await roll_attempt(t, f, a, hex_id):
                arrived.append(f)
            else:
                await end_failed_attempt(t, f)
        if arrived:
            result = combined_outcome(result, await play_encounter(t, a, defender, arrived, hex_id))
    if coded:
        codebreaking.end_advantage(t, codebreaking.STRATEGIC)
    return final_outcome(t.state, a, replace(result, submarines=attacks))


def final_outcome(s: State, a: Activity, result: Outcome) -> Outcome:
    """Return the outcome of a window with what is left of the moving force."""
    sunk = not has_anything_left(s, a)
    return replace(result, sunk=sunk, won=result.won and not sunk, hex=result.hex or a.open[-1])


def has_anything_left(s: State, a: Activity) -> bool:
    """Return True while the moving force has a ship. Transports of an SW box count. A supply line
    needs no ships."""
    here = (s.forces[f] for f in a.forces if f in s.forces)
    return any(bool(f.transports) or f.mission == "supply" or bool(s.members(f)) for f in here)


def is_over(s: State, a: Activity, so_far: Outcome) -> bool:
    """Return True when nothing goes on to the next interception hex: all is sunk, or the force
    turned back after a lost battle. Displaced ships go on (21.232B)."""
    return not has_anything_left(s, a) or (
        so_far.fought and not so_far.won and a.kind != "displaced"
    )


def combined_outcome(first: Outcome, then: Outcome) -> Outcome:
    """Return the outcome of two interceptions of one activity, on either side of a strait
    (21.2111#2)."""
    if not first.fought:
        return then
    if not then.fought:
        return first
    return replace(then, won=first.won and then.won, joined=(*first.joined, *then.joined))


# ---------------------------------------------------------------------------------------- sailing
@clause("21.4182D")
def launch_force(
    t: Table[State],
    side: str,
    order: Intercept | Counter,
    a: Activity,
    mission: str,
    hex_id: str = "",
) -> str:
    """Send the ships of an order out as a force of their own. A whole force at sea keeps its id.
    Return the force's id."""
    s = t.state
    goal = order.hex or hex_id
    chosen = mustering.selected_units(s, side, order.units)
    at_sea = chosen[0].force
    if at_sea:
        f = s.forces[at_sea]
        if {u.id for u in chosen} == {u.id for u in s.members(f)} and all(
            p.factors == 0 for p in order.units
        ):
            t.record(
                ForceChanged(
                    "21.4192",
                    replace(
                        f, note=f"{f.mission} {f.at}", mission=mission, target=goal, state="sailing"
                    ),
                )
            )
            return f.id
    ids = mustering.muster_units(t, side, order.units, "22.11")
    s = t.state
    start = s.forces[at_sea].at if at_sea else s.units[ids[0]].base
    plan = eligibility.interception_route(
        s, side, [s.units[i] for i in ids], a, start, goal, order.via
    )
    new = free_id(s, "I" if mission == "intercept" else "C")
    if at_sea:
        f = s.forces[at_sea]
        t.record(
            ForceChanged("21.4182D", replace(f, units=tuple(i for i in f.units if i not in ids)))
        )
        t.record(LedgerMarked("21.4182D", Mark("part", new, at_sea)))
    force = Force(
        id=new,
        side=side,
        mission=mission,
        units=ids,
        path=plan.path,
        target=goal,
        state="sailing",
        since=s.player_turn,
        submarines=s.units[ids[0]].type == "SS",
        name=order.tf,
        task_force=factors(s.units[i] for i in ids) >= 10 or bool(order.tf),
        note=f"{s.forces[at_sea].mission} {start}" if at_sea else "",
        remains=bool(at_sea) and s.forces[at_sea].remains,
    )
    t.record(Announced("22.11", force, "" if at_sea else mission))
    return new


def free_id(s: State, letter: str) -> str:
    n = 1
    while f"{letter}{n}" in s.forces:
        n += 1
    return f"{letter}{n}"


def attempt_of(s: State, force: str, a: Activity, hex_id: str, counter: str = "") -> Attempt:
    """Return the situation of a launched force's attempt at *hex_id*."""
    f = s.forces[force]
    ships = s.members(f)
    station = station_of(f)
    start = station or ships[0].base or f.path[0]
    post = eligibility.Post(start, f.id if station else "", f.submarines)
    miles = eligibility.interception_route(
        s, f.side, ships, a, start, hex_id, () if station else f.path[1:-1]
    ).distance
    return eligibility.attempt_situation(s, f.side, a, post, ships, hex_id, miles, counter)


def station_of(f: Force) -> str:
    """Return the hex from which a force at sea set out to intercept, from its note; empty for a
    force from port."""
    word, _, place = f.note.partition(" ")
    return place if word in ("defensive-patrol", "patrol") else ""


async def roll_attempt(t: Table[State], force: str, a: Activity, hex_id: str) -> bool:
    """Roll the dice of one interception attempt. Return True when it succeeds."""
    s = t.state
    f = s.forces[force]
    attempt = attempt_of(s, force, a, hex_id)
    count = interception_attempt.dice_for(s.rulings, attempt)
    if attempt.distance == 0:
        reached = True
    elif count.dice == 0:
        reached = False
    else:
        spec: Any = interception_attempt.spec_for(s.rulings, attempt)
        about = facts(
            force=force,
            side=f.side,
            hex=hex_id,
            dice=count.dice,
            distance=attempt.distance,
            need=interception_attempt.pips_needed(s.rulings, attempt),
        )
        reached = bool(await Roll(spec, "22.22", "interception", "awaw.interception-dice", about))
    t.record(
        InterceptionRolled(
            "22.22", f.side, force, hex_id, count.dice, attempt.distance, reached, count.parts
        )
    )
    if reached:
        t.record(
            ForceChanged(
                "22.22",
                replace(
                    t.state.forces[force],
                    step=max(0, len(f.path) - 1),
                    state="on-station",
                    battle_hex=hex_id,
                ),
            )
        )
    return reached


async def roll_submarine_attempts(t: Table[State], force: str, a: Activity, hex_id: str) -> int:
    """Roll an attempt for each submarine factor of a force (22.14). Return how many of them reach
    the hex."""
    n = sum(u.factors for u in t.state.members(t.state.forces[force]))
    return sum([await roll_attempt(t, force, a, hex_id) for _ in range(n)])


async def end_failed_attempt(t: Table[State], force: str) -> None:
    """End a failed attempt: ships from port return inverted, and a force at sea is back on its
    station."""
    await send_back(t, force, "22.22")


async def send_back(t: Table[State], force: str, cite: str, *, spent: bool = True) -> None:
    """Send an interceptor that is done back to port, or to its station when it did not act."""
    from ..range.return_to_base import return_to_base

    if force not in t.state.forces:
        return
    f = t.state.forces[force]
    if not t.state.members(f):
        t.record(ForceGone(cite, f.side, force))
        return
    station = station_of(f)
    if station and f.battle_hex == "":
        back = replace(
            f,
            mission=f.note.partition(" ")[0],
            note="",
            target=station,
            state="on-station",
            battle_hex="",
        )
        t.record(ForceChanged(cite, back))
        return
    await return_to_base(t, force, clause=cite, inverted=spent)


# ------------------------------------------------------------------------------------- submarines
@clause("21.4184B")
async def attack_by_submarines(
    t: Table[State], boat: str, side: str, targets: Sequence[str], hex_id: str, boats_there: int = 0
) -> None:
    """Let a submarine force that reached the hex attack forces of *side* once and return. No fleet
    combat follows. *boats_there* of its factors got through (0: all of them)."""
    s = t.state
    f = s.forces[boat]
    mover = battle_setup.fleet_of(s, side, [(x, 0, 0) for x in targets if x in s.forces], hex_id)
    if not any(g.ships for g in mover.groups):
        await send_back(t, boat, "21.4184B")
        return
    boats = battle_setup.fleet_of(s, f.side, [(boat, 0, 0)], hex_id, interceptor=True)
    t.record(battle_setup.BattleJoined("22.9", hex_id, mover, boats))
    biggest = max(
        range(len(mover.groups)), key=lambda i: (sum(x.size for x in mover.groups[i].ships), -i)
    )
    n = boats_there or sum(u.factors for u in s.members(f))
    await t.focus(LENS).run(submarine_attack, biggest, n)
    t.record(battle_setup.BattleClosed("22.9", hex_id, "", 1, ()))
    await send_back(t, boat, "21.4184B")


# -------------------------------------------------------------------------------------- encounter
@clause("21.4182", "21.232B")
async def play_encounter(
    t: Table[State], a: Activity, defender: str, arrived: list[str], hex_id: str
) -> Outcome:
    """Play an encounter in the hex: counter-interceptions, then the battle. Then the forces that
    are done return."""
    helpers = await ask_counters(t, a, a.side, hex_id, arrived, [])
    arrived = [f for f in arrived if f in t.state.forces and t.state.members(f)]
    second = (
        await ask_counters(t, a, defender, hex_id, arrived, [f for f, _, _ in helpers])
        if arrived and helpers
        else []
    )
    if not arrived:
        for f, _, _ in helpers:
            await send_back(t, f, "22.163")
        return Outcome(attempted=True, hex=hex_id)
    for f in a.forces:
        if f in t.state.forces and t.state.forces[f].battle_hex != hex_id:
            t.record(ForceChanged("21.33#3", replace(t.state.forces[f], battle_hex=hex_id)))
    s = t.state
    mine = [
        (f, 0, 0) for f in a.forces if f in s.forces and (s.members(f) or s.forces[f].transports)
    ] + helpers
    if not mine:
        for f in (*arrived, *(x for x, _, _ in second)):
            await send_back(t, f, "22.7")
        return Outcome(True, True, False, hex_id)
    coded = await codebreaking.contest_codes(t, a.side, codebreaking.TACTICAL, hex_id)
    s = t.state
    other: list[tuple[str, int, int]] = [(f, 0, 0) for f in arrived] + second
    mover = battle_setup.fleet_of(s, a.side, mine, hex_id, whole=a.kind == "displaced")
    foe = battle_setup.fleet_of(s, defender, other, hex_id, interceptor=True)
    t.record(battle_setup.BattleJoined("22.3", hex_id, mover, foe))
    winner = await t.focus(LENS).run(battle.battle)
    b = t.state.battle
    late = [g.id for f in b.fleets for g in f.groups if g.away > 0]
    losses = battle_setup.air_losses(t.state, b)
    t.record(battle_setup.BattleClosed("22.7", hex_id, (a.side, defender)[winner], b.round, losses))
    if coded:
        codebreaking.end_advantage(t, codebreaking.TACTICAL)
    won = winner == 0
    joiners = await settle_helpers(t, a, helpers, late, won)
    stay: list[str] = []
    for f in [*arrived, *(x for x, _, _ in second)]:
        if (
            f in t.state.forces
            and not won
            and a.kind in ("patrol", "patrol-stays")
            and f in arrived
            and t.state.members(f)
        ):
            stay.append(f)
            continue
        if f in t.state.forces and (station := station_of(t.state.forces[f])):
            t.record(LedgerMarked("21.4193", Mark("success", station, "defensive-patrol")))
        await send_back(t, f, "22.7")
    return Outcome(True, True, won, hex_id, tuple(stay), tuple(joiners))


@clause("21.4182B", "21.4182C")
async def settle_helpers(
    t: Table[State],
    a: Activity,
    helpers: Sequence[tuple[str, int, int]],
    late: Sequence[str],
    won: bool,
) -> list[str]:
    """Settle the forces that supported the mover.

    Patrols that arrived in time join the force. With raiders they stay apart, and if the raiders
    won they resume their patrol (21.418). Patrols that were late go back to their patrol hex and
    may not try again in this phase. Ships from port return. Return the ids of the patrols that
    joined.
    """
    joiners: list[str] = []
    for f, _, _ in helpers:
        if f not in t.state.forces:
            continue
        force = t.state.forces[f]
        station = station_of(force)
        if f in late and station:
            t.record(LedgerMarked("21.4182C", Mark("barred", f, t.state.phase)))
            await send_back(t, f, "21.4182C")
        elif station and a.kind == "raid" and won:
            t.record(ForceChanged("21.4182B", replace(force, battle_hex="")))
            await send_back(t, f, "21.4182B")
        elif station and a.kind != "raid" and t.state.members(f) and a.forces[0] in t.state.forces:
            lead = t.state.forces[a.forces[0]]
            t.record(ForceGone("21.4182B", force.side, f))
            t.record(
                ForceChanged(
                    "21.4182B",
                    replace(lead, units=(*lead.units, *(u.id for u in t.state.members(force)))),
                )
            )
            joiners.append(f)
        else:
            await send_back(t, f, "22.163")
    return joiners


async def ask_counters(
    t: Table[State],
    a: Activity,
    side: str,
    hex_id: str,
    arrived: Sequence[str],
    helpers: Sequence[str],
) -> list[tuple[str, int, int]]:
    """Let *side* counter-intercept. Each force rolls, and one that falls short joins the battle
    late. Return (force, distance left, dice) for each."""
    out: list[tuple[str, int, int]] = []
    routes: dict[str, tuple[str, ...]] = {}
    if eligibility.barred_at_singapore(t.state, a):
        return out
    a = replace(a, against=tuple(arrived if side == a.side else helpers))
    sent = False
    while True:
        if side == a.side:
            there = [f for f in arrived if f in t.state.forces and t.state.members(f)]
            if not there:
                return out
            routes = patrol_routes(t.state, a, there, hex_id)
            a = replace(a, route=tuple(dict.fromkeys(h for path in routes.values() for h in path)))
        offers = eligibility.opportunities(t.state, side, a, hex_id, True)
        if not offers and not asking.is_due(t.state, side, a, hex_id, counter=True, again=sent):
            return out
        about = window_facts(t.state, side, a, offers, hex_id, counter=True)
        order = await AskOrder(side, "22.16", COUNTER_KIND, about)
        asking.note_asked(t, side, a, counter=True)
        if not isinstance(order, Counter):
            return out
        sent = True
        force = launch_force(t, side, order, a, "counter", hex_id)
        goal = order.hex or hex_id
        if side == a.side and station_of(t.state.forces[force]):
            for x in a.forces:
                t.record(
                    LedgerMarked(
                        "21.4182D", Mark("supports", force, f"{patrol_of(t.state, force)} {x}")
                    )
                )
        lefts, dice = await roll_counter(t, a, side, force, goal)
        left, f = min(lefts), t.state.forces[force]
        if left and (
            t.state.rulings.switch("HR-A2-counter") == "fails" or not dice or goal != hex_id
        ):
            if station_of(f):
                t.record(LedgerMarked("21.4182C", Mark("barred", force, t.state.phase)))
            await end_failed_attempt(t, force)
        elif goal != hex_id:
            met = next(i for i, path in routes.items() if goal in path)
            await fight_on_route(t, force, met, goal, hex_id, lefts.count(0))
        elif f.submarines:
            await support_by_submarines(
                t, force, t.state.enemy(side), a.against, hex_id, lefts.count(0)
            )
        else:
            here = (
                replace(f, battle_hex="")
                if left
                else replace(f, battle_hex=hex_id, step=max(0, len(f.path) - 1))
            )
            t.record(ForceChanged("22.163", here))
            out.append((force, left, dice))


async def roll_counter(
    t: Table[State], a: Activity, side: str, force: str, goal: str
) -> tuple[list[int], int]:
    """Roll a counter-interceptor's dice, for submarines each factor by itself. Return the distances
    left to the hex, and the number of dice."""
    f = t.state.forces[force]
    attempt = attempt_of(t.state, force, a, goal, "patrol" if station_of(f) else "port")
    count = interception_attempt.dice_for(t.state.rulings, attempt)
    need = interception_attempt.counter_pips(t.state.rulings, attempt)
    lefts = []
    for _ in range(sum(u.factors for u in t.state.members(f)) if f.submarines else 1):
        left = need
        if need and count.dice:
            spec = interception_attempt.counter_spec(t.state.rulings, attempt)
            about = facts(
                force=force,
                side=side,
                hex=goal,
                dice=count.dice,
                distance=attempt.distance,
                need=need,
            )
            left = need - await Roll(
                spec, "22.163", "counter-interception", "awaw.interception-dice", about
            )
        t.record(
            InterceptionRolled(
                "22.163", side, force, goal, count.dice, attempt.distance, left == 0, count.parts
            )
        )
        lefts.append(left)
    return lefts, count.dice


@clause("21.4184D", "21.4182C")
async def support_by_submarines(
    t: Table[State], force: str, enemy: str, targets: Sequence[str], hex_id: str, there: int
) -> None:
    """Let a submarine patrol support a friend: the factors that are *there* at once attack the
    friend's interceptors."""
    if not there:
        t.record(LedgerMarked("21.4182C", Mark("barred", force, t.state.phase)))
        await end_failed_attempt(t, force)
        return
    t.record(ForceChanged("22.163", replace(t.state.forces[force], battle_hex=hex_id)))
    await attack_by_submarines(t, force, enemy, targets, hex_id, there)


@clause("21.4194")
def patrol_routes(
    s: State, a: Activity, arrived: Sequence[str], hex_id: str
) -> dict[str, tuple[str, ...]]:
    """Return for each interceptor from a defensive patrol the hexes of its route, from its patrol
    hex up to the last before the interception hex. It may be counter-intercepted there too. Other
    interceptors are countered in the interception hex only."""
    out: dict[str, tuple[str, ...]] = {}
    for f in arrived:
        force = s.forces[f]
        station = station_of(force)
        if force.note.startswith("defensive-patrol") and station != hex_id and not force.submarines:
            out[f] = eligibility.interception_route(
                s, force.side, s.members(f), a, station, hex_id
            ).path[:-1]
    return out


async def fight_on_route(
    t: Table[State], force: str, patrol: str, hex_id: str, goal: str, there: int = 0
) -> None:
    """Fight counter-interceptors against an interceptor on its route from its defensive patrol. If
    beaten, it returns without intercepting; otherwise it goes on to the interception hex. The
    counter-interceptors are done either way."""
    for f in (patrol, force):
        t.record(ForceChanged("21.4194", replace(t.state.forces[f], battle_hex=hex_id)))
    s = t.state
    if s.forces[force].submarines:
        await attack_by_submarines(t, force, s.forces[patrol].side, (patrol,), hex_id, there)
        beaten = False
    else:
        mover = battle_setup.fleet_of(s, s.forces[patrol].side, [(patrol, 0, 0)], hex_id)
        foe = battle_setup.fleet_of(
            s, s.forces[force].side, [(force, 0, 0)], hex_id, interceptor=True
        )
        t.record(battle_setup.BattleJoined("21.4194", hex_id, mover, foe))
        winner = await t.focus(LENS).run(battle.battle)
        b = t.state.battle
        t.record(
            battle_setup.BattleClosed(
                "22.7",
                hex_id,
                (mover.side, foe.side)[winner],
                b.round,
                battle_setup.air_losses(t.state, b),
            )
        )
        beaten = winner == 1
        await send_back(t, force, "22.163")
    if patrol not in t.state.forces:
        return
    if beaten or not t.state.members(patrol):
        await send_back(t, patrol, "21.4194")
    else:
        t.record(ForceChanged("21.4194", replace(t.state.forces[patrol], battle_hex=goal)))


# ---------------------------------------------------------------------------------------- prompts
def window_facts(
    s: State,
    side: str,
    a: Activity,
    offers: dict[eligibility.Post, dict[str, int]],
    where: str,
    *,
    counter: bool = False,
) -> Facts:
    """Return what the side that is asked may know: mission, size band, track, and the best of its
    own chances."""
    best: tuple[float, int, int, str] | None = None
    posts = eligibility.posts(s, side, a, counter)
    for post, places in offers.items():
        ships = posts.get(post, ())
        word = ("patrol" if post.force else "port") if counter else ""
        for h, d, found in eligibility.attempt_outcomes(
            s, side, a, post, eligibility.ship_traits(ships).slow, places, word
        ):
            if best is None or found.chance > best[0]:
                best = (found.chance, d, found.dice, h)
    chance, distance, dice, hex_id = best or (0.0, 0, 0, where)
    return facts(
        mission=a.kind,
        force=",".join(a.forces),
        mover=a.side,
        hex=where or hex_id,
        path=",".join(a.open),
        track=",".join(a.whole),
        target=a.target,
        window=a.window,
        band="10+" if eligibility.target_factors(s, a.forces) >= 10 else "under 10",
        transports=a.kind in attempt.CARGO_MISSIONS,
        distance=distance,
        dice=dice,
        odds=round(100 * chance, 1),
        fixed=where,
        against=",".join(a.against),
        route=",".join(a.route),
        nations=",".join(
            sorted(eligibility.told_nations(s, side, a.against if counter else a.forces))
        ),
    )
