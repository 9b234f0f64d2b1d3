"""Resolution of assaults (21.515-21.517): whether an invasion is carried out, the units that storm
the beach, and rounds of ground combat."""

from __future__ import annotations

from collections.abc import Sequence

from flagplot.table import (
    Ask,
    AskOrder,
    Refusal,
    Remedy,
    Roll,
    Table,
    Verdict,
    clause,
    facts,
    refuse,
)

from ...map import theatre
from ...orders.landing import BreakOff, Storm
from ...state import Assault, State, Unit, replace
from .. import remedies
from ..combat.dice import Die
from ..forces import expand_picks, selected_units
from ..registry import at_moment, checks
from . import beach_forces, losses, occupation, strength, voyage
from .announced_strength import first_wave
from .events import AssaultChanged, AssaultStopped, BeachFought
from .ground_attacks import part_refusal
from .ground_units import enemy_defenders, ground_factors

LANDING = "landing"


AGAIN, STOP = "attack again", "break off"


MOST_BY_SEA = 2


UNDEFENDED = 10_000
"""Attack in percent of the defence when there is no defender."""


FREE = frozenset({"MAR", "CDO"})
"""Types that may attack from the sea besides the two other units."""


def pending_assaults(state: State) -> tuple[Assault, ...]:
    """Return the mover's assaults that are not over."""
    mine = (a for a in state.assaults.values() if a.side == state.mover and not a.exploiting)
    return tuple(a for a in mine if a.state in ("announced", "ashore"))


@at_moment("landings")
async def assaults_next(t: Table[State]) -> bool:
    """Call off the invasions that enemy ships bar, then fight the assaults. Each call resolves one
    step of one assault."""
    if await bar_next_invasion(t):
        return True
    waiting = pending_assaults(t.state)
    if not waiting:
        return False
    a = next((x for x in waiting if x.state == "ashore"), waiting[0])
    if a.state == "announced":
        await begin_assault(t, a)
    else:
        await fight_round(t, a.hex)
    return True


@clause("21.5153D", "21.5153E")
async def bar_next_invasion(t: Table[State]) -> bool:
    """Call off the next invasion that enemy ships in its hex bar, before any ground combat or
    airdrop. An airdrop that drives them out comes too late. Fewer ships bar nothing; they are
    displaced when the hex falls."""
    for a in pending_assaults(t.state):
        here = beach_forces.forces_at(t.state, a)
        if (
            a.state == "announced"
            and beach_forces.troops_off_beach(t.state, a)
            and beach_forces.does_fleet_bar(t.state, a.side, a.hex)
        ):
            others = bool(a.land or a.drops)
            if others:
                t.record(AssaultChanged("21.5153A", replace(a, fleet=False)))
            else:
                t.record(AssaultStopped("21.5153A", a.side, a.hex, "fleet"))
            for f in here:
                await voyage.end_failed_invasion(t, f.id, "21.5153A")
            return True
    return False


async def begin_assault(t: Table[State], a: Assault) -> None:
    """Begin an assault: its units from the sea and its guns. An undefended hex is occupied without
    combat."""
    s = t.state
    troops = beach_forces.troops_off_beach(s, a) if a.fleet else ()
    if not troops and not beach_forces.attacking_units(s, a):
        t.record(AssaultStopped("21.516", a.side, a.hex, "lost"))
        return
    held = bool(enemy_defenders(s, a.side, a.hex))
    armor = [u for u in troops if u.type == "ARM"]
    chosen: Storm | None = None
    if troops and (held or (armor and len(troops) > 1)):
        attack, defence = default_strengths(s, a, troops)
        about = facts(
            hex=a.hex,
            defended=held,
            troops=ground_factors(troops),
            attack=attack,
            defence=defence,
            percent=100 * attack // defence if defence else UNDEFENDED,
        )
        order = await AskOrder(a.side, "21.517A", LANDING, about)
        if isinstance(order, BreakOff):
            await call_off(t, a, "called-off")
            return
        chosen = order if isinstance(order, Storm) else None
    ids = (
        tuple(p.id for p in expand_picks(s, a.side, chosen.units))
        if chosen
        else tuple(u.id for u in first_wave(troops))
    )
    guns = beach_forces.gun_names(s, a.side, chosen.guns) if chosen else ()
    t.record(
        AssaultChanged(
            "21.517A", replace(t.state.assaults[a.hex], state="ashore", attackers=ids, guns=guns)
        )
    )
    if not held:
        await occupation.occupy_hex(t, a.hex)


def default_strengths(s: State, a: Assault, troops: Sequence[Unit]) -> tuple[int, int]:
    """Return the factors of both sides if the default first wave storms with every gun."""
    usual = replace(a, state="ashore", attackers=tuple(u.id for u in first_wave(troops)))
    then = replace(s, assaults={**s.assaults, a.hex: usual})
    return beach_forces.attack_factors(then, usual), beach_forces.defence_factors(then, usual)


@checks(Storm)
@clause("21.517A", "21.517C")
def check_storm(view: State, request: AskOrder, order: Storm) -> Verdict:
    """Check whether these units may storm a beach.

    They must be aboard off the beach: two units, and any number of marines and commandos. A
    defended hex needs odds of 1:1 or better. Undamaged ships that carry no units may bombard, and
    destroyers with the factors that carry none.
    """
    if request.kind != LANDING:
        return refuse(Refusal("21.517", "not-now", (order.to,), facts(phase=view.phase)))
    goal = dict(request.about).get("hex")
    a = view.assaults.get(str(goal))
    if a is None or order.to != goal:
        return refuse(
            Refusal(
                "21.517A", "other-beach", (order.to,), facts(goal=theatre.name_of(view, str(goal)))
            )
        )
    there = {u.id: u for u in beach_forces.troops_off_beach(view, a)}
    out: list[Refusal | None] = []
    units = selected_units(view, a.side, order.units)
    strangers = tuple(p.id for p in expand_picks(view, a.side, order.units) if p.id not in there)
    if strangers:
        out.append(
            Refusal(
                "21.517A",
                "not-off-the-beach",
                strangers,
                (),
                remedies.without_ships(order, strangers),
            )
        )
    out.append(part_refusal(view, order))
    ordinary = [u for u in units if u.type not in FREE]
    if len(ordinary) > MOST_BY_SEA:
        ids = tuple(u.id for u in ordinary)
        mended = remedies.without_ships(order, ids[MOST_BY_SEA:])
        out.append(Refusal("21.517A", "two-from-the-sea", ids, facts(units=len(ordinary)), mended))
    free = {u.id: u.factors for u in beach_forces.gun_ships(view, replace(a, guns=()))}
    mute = tuple(
        p.id for p in expand_picks(view, a.side, order.guns) if p.factors > free.get(p.id, -1)
    )
    if mute:
        out.append(
            Refusal(
                "21.517C", "cannot-bombard", mute, facts(free=", ".join(sorted(free)) or "none")
            )
        )
    if not any(out):
        guns = beach_forces.gun_names(view, a.side, order.guns)
        out.append(odds_refusal(view, replace(a, attackers=tuple(u.id for u in units), guns=guns)))
    return refuse(*out)


def odds_refusal(view: State, a: Assault) -> Refusal | None:
    """Refuse an invasion of a defended hex below 1:1."""
    attack, defence = beach_forces.attack_factors(view, a), beach_forces.defence_factors(view, a)
    if not enemy_defenders(view, a.side, a.hex) or strength.is_enough(attack, defence):
        return None
    return Refusal(
        "21.5152",
        "odds-too-low",
        (a.hex,),
        facts(attack=attack, defence=defence),
        (Remedy("more-strength"),),
    )


@checks(BreakOff)
def check_break_off(view: State, request: AskOrder, order: BreakOff) -> Verdict:
    """Check that the invasion to call off lies off its beach."""
    if request.kind != LANDING or dict(request.about).get("hex") != order.to:
        return refuse(Refusal("21.5152", "not-now", (order.to,), facts(phase=view.phase)))
    return Verdict()


async def call_off(t: Table[State], a: Assault, why: str) -> None:
    """Abort an invasion. Ground combat ends, and survivors, carrying ships and bombarding ships
    return."""
    t.record(AssaultStopped("21.5152", a.side, a.hex, why))
    for f in beach_forces.forces_at(t.state, a):
        if f.cargo or f.mission == "invade":
            await voyage.end_failed_invasion(t, f.id, "21.5152")


@clause("21.517G", "21.5152#2")
async def fight_round(t: Table[State], place: str) -> None:
    """Fight one round of ground combat by the ordinary table, take the losses of both sides, and
    decide whether another follows."""
    s = t.state
    a = s.assaults[place]
    here = enemy_defenders(s, a.side, place)
    attack, defence = beach_forces.attack_factors(s, a), beach_forces.defence_factors(s, a)
    column = strength.odds_column(attack, defence)
    if not column or (
        beach_forces.initial_invaders(s, a) and not strength.is_enough(attack, defence)
    ):
        await call_off(t, a, "odds")
        return
    fought = beach_forces.attacking_units(s, a)
    dm = beach_forces.defence_multiplier(s, a)
    about = facts(hex=place, odds=column, attack=attack, defence=defence, side=a.side)
    result = str(
        await Roll(
            Die(strength.crt_column(s.rulings, column)),
            "21.517G",
            "ground-combat",
            "awaw.crt",
            about,
        )
    )
    number = a.round + 1
    t.record(BeachFought("21.517G", a.side, place, number, attack, defence, column, result))
    t.record(
        AssaultChanged(
            "21.517G",
            replace(t.state.assaults[place], round=number, last=tuple(u.id for u in fought)),
        )
    )
    mine, his = strength.losses_of_result(
        s.rulings, result, attack=attack, defenders=[u.factors for u in here], dm=dm
    )
    await losses.take_attacker_losses(t, place, mine)
    await losses.take_defender_losses(t, place, his)
    await settle_round(t, place)


async def settle_round(t: Table[State], place: str) -> None:
    """Settle a round: the hex is taken, the attack is beaten, or it may go on."""
    s = t.state
    a = s.assaults[place]
    left, here = beach_forces.attacking_units(s, a), enemy_defenders(s, a.side, place)
    if not here and left:
        await occupation.occupy_hex(t, place)
        return
    if not left:
        await call_off(t, a, "lost")
        return
    attack, defence = beach_forces.attack_factors(s, a), beach_forces.defence_factors(s, a)
    if not strength.odds_column(attack, defence) or (
        beach_forces.initial_invaders(s, a) and not strength.is_enough(attack, defence)
    ):
        await call_off(t, a, "odds")
        return
    about = facts(
        hex=place, odds=strength.odds_column(attack, defence), attack=attack, defence=defence
    )
    if await Ask(a.side, (AGAIN, STOP), "21.5152", "assault-again", about) == STOP:
        await call_off(t, a, "called-off")
