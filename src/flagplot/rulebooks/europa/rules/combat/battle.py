"""Naval combat: surface battles round by round, submarine attacks, coast defences."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from msgspec.structs import replace

from flagplot.table import Ask, AskEach, AskOrder, Roll, Table, clause, facts
from flagplot.table.core.roll_specs import Sum

from ...orders import Fire, Screen
from ...state import Battle, State
from ...state.units import can_fire
from ..movement import costs
from ..movement.events import Spent, close_voyage
from ..search.modifiers import escorts_over
from ..search.resolve import respond_to
from ..special import night
from ..special.hazards import Zoned, mine_check, zone_check
from ..special.landing import firing_level
from . import encounters, gunnery, zones
from .damage import fire_salvo
from .disengagement import EscapeOf, breaking_off_cost, escape, refuge_hexes
from .encounters import (
    is_fired_on,
    is_torpedoed,
    main_body,
    starts_battle,
    tally_zone_mps,
    torpedo_shot,
)
from .events import BattleBegan, BattleEnded, BattleSet, Disengaged, OpenedFire, Rolled, SubFought
from .salvo import Shot, shot_fired


# ------------------------------------------------------------------ surface battles
@clause("32.D.2")
async def surface_combat(t: Table[State], id: str, entered: bool) -> bool:
    """Fight every enemy group whose combat zone covers the moving group's hex. Return True when
    there was a battle.

    A group that stays in its hex fights each enemy group once a step. A group without MPs left does
    not fight (switch ``no_mp_no_combat``).
    """
    fought = False
    group = t.state.groups.get(id)
    hex = group.hex if group else ""
    for foe in (
        zones.surface_foes(t.state, group, group.dark) if group and group.where == "sea" else ()
    ):
        group = t.state.groups.get(id)
        if (
            group is None
            or foe.id not in t.state.groups
            or not starts_battle(t.state, group, foe, entered)
        ):
            continue
        await surface_battle(t, id, foe.id)
        fought = True
        if id not in t.state.groups or t.state.groups[id].hex != hex:
            break
    return fought


async def surface_battle(t: Table[State], mover: str, enemy: str) -> None:
    """Fight one battle: preparation, then rounds of simultaneous fire with a chance to disengage
    after each.

    The first round is free. Each further round costs the moving group an MP, of its night block
    while one is open; a phasing group whose movement is suspended pays as well. The battle ends
    when a side is gone or gets away, when both sides decline, or when the moving group has no MPs
    left. Coast defences count the MPs paid for rounds like others.
    """
    close_voyage(t, mover)
    s = t.state
    before = {id: s.groups[id] for id in (mover, enemy)}
    group = s.groups[mover]
    t.record(
        BattleBegan(
            "32.D.2",
            mover,
            enemy,
            "surface",
            group.hex,
            group.dark,
            Battle("surface", mover, enemy, group.hex, group.dark),
        )
    )
    sides = {id: t.state.groups[id].side for id in (mover, enemy)}
    answers: Mapping[str, Any] = await AskEach(
        tuple(
            AskOrder(sides[id], "32.D.2", "screen", facts(group=id, foe=foe, hex=group.hex))
            for id, foe in ((mover, enemy), (enemy, mover))
        )
    )
    screens = tuple(
        (id, a.units if isinstance(a := answers[sides[id]], Screen) else ())
        for id in (mover, enemy)
    )
    _set_battle(t, screens=screens)
    number = 0
    while True:
        number += 1
        if not pay_round(t, mover, enemy, number):
            why = "no MPs"
            break
        await fire_round(t, mover, enemy, number)
        if is_gone(t.state, mover) or is_gone(t.state, enemy):
            why = "sunk"
            break
        ending = await after_round(t, mover, enemy)
        if ending:
            why = ending
            break
    t.record(BattleEnded("32.D.2.s06", mover, enemy, why, number - (why == "no MPs")))
    for id, was in before.items():
        await count_rounds(t, id, was.hex, was.spent)


def _set_battle(t: Table[State], **changes: object) -> None:
    battle = t.state.battle
    assert battle is not None
    t.record(BattleSet("32.D.2", replace(battle, **changes)))


def is_gone(s: State, id: str) -> bool:
    """Return True when nothing is left of a group."""
    return id not in s.groups or not s.groups[id].members


def pay_round(t: Table[State], mover: str, enemy: str, number: int) -> bool:
    """Pay for a battle round, and set whether it is fought by night. Return False when the moving
    group cannot pay."""
    for id in (mover, enemy):
        s = t.state
        group = s.groups[id]
        cost = costs.combat_round_cost(s, group, number)
        if id != mover and s.called != id:
            continue
        if cost > costs.mps_left(s, group):
            if id == mover:
                return False
            continue
        if cost:
            t.record(
                Spent(
                    "32.D.2.s04",
                    group.side,
                    id,
                    False,
                    cost,
                    night.is_night_unfinished(group),
                    "combat round",
                )
            )
    _set_battle(t, round=number, night=t.state.groups[mover].dark)
    return True


async def fire_round(t: Table[State], mover: str, enemy: str, number: int, only: str = "") -> None:
    """Fight one round: each side chooses its targets in secret, then all shots are rolled and take
    effect together. With *only*, only that side fires."""
    s = t.state
    pairs = [(a, b) for a, b in ((mover, enemy), (enemy, mover)) if not only or a == only]
    pairs = [(a, b) for a, b in pairs if any(can_fire(u) for u in s.of(s.groups[a]))]
    if not pairs:
        return
    if only:
        _set_battle(t, fires=s.groups[only].side)
    answers: Mapping[str, Any] = await AskEach(
        tuple(
            AskOrder(s.groups[a].side, "32.D.2", "fire", facts(group=a, foe=b, round=number))
            for a, b in pairs
        )
    )
    dark = bool(s.battle and s.battle.night)
    shots: list[Shot] = []
    for a, _ in pairs:
        order = answers[s.groups[a].side]
        if isinstance(order, Fire):
            shots += [shot_fired(s, s.units[u], v, dark) for u, v in order.shots]
    await fire_salvo(t, tuple(shots), "32.D.2")
    _set_battle(t, bare=(), fires="")


async def after_round(t: Table[State], mover: str, enemy: str) -> str:
    """Ask each side after a round, phasing side first, to fight on, decline or try to get away.
    Return the reason why the battle ended, or an empty string."""
    order = sorted((mover, enemy), key=lambda id: t.state.groups[id].side != t.state.phasing)
    declined = 0
    for id in order:
        group = t.state.groups[id]
        foe = enemy if id == mover else mover
        said = await Ask(
            group.side,
            ("fight on", "decline", "disengage"),
            "32.D.2",
            "battle",
            facts(
                group=id,
                foe=foe,
                kind=t.state.kind(t.state.groups[foe]),
                round=t.state.battle.round if t.state.battle else 0,
            ),
        )
        declined += said == "decline"
        if said == "disengage" and await try_to_break_off(t, id, foe):
            return "disengaged"
        if is_gone(t.state, id) or is_gone(t.state, foe):
            return "sunk"
    return "declined" if declined == 2 else ""


async def try_to_break_off(t: Table[State], id: str, foe: str) -> bool:
    """Roll one attempt to disengage. Return True when the group got away."""
    s = t.state
    group = s.groups[id]
    plus = EscapeOf(id, foe).get(s).plus
    result = str(await t.focus(EscapeOf(id, foe)).run(escape))
    t.record(Rolled("32.D.2", "disengage", id, result, plus))
    if result == "D":
        battle = s.battle
        await fire_round(t, id, foe, battle.round if battle else 1, only=foe)
        return False
    if result == "F*":
        _set_battle(t, bare=(id,))
        return False
    if result == "F":
        return False
    ways = refuge_hexes(t.state, t.state.groups[id])
    if not ways:
        return False
    to = (
        ways[0]
        if len(ways) == 1
        else await Ask(group.side, ways, "32.D.2", "withdraw", facts(group=id, foe=foe))
    )
    cost = breaking_off_cost(t.state, t.state.groups[id])
    t.record(Disengaged("32.D.2", id, group.side, to, cost, foe, result == "S*"))
    await enter_refuge(t, id, cost)
    return True


@clause("36.C.1.(a)", "36.D.2", "32.B.5", "32.D.1.(d)")
async def enter_refuge(t: Table[State], id: str, mps: int) -> None:
    """Resolve the hazards of the hex to which a group has broken off: mines, a danger zone,
    searches, coast defences, submarines."""
    await mine_check(t, id)
    await zone_check(t, id)
    if id in t.state.groups and t.state.groups[id].side == t.state.phasing:
        await respond_to(t, id, True)
    if id in t.state.groups:
        await coast_combat(t, id, night.last_mps(t.state.groups[id].log, mps))
    await submarine_combat(t, id, True)


# ------------------------------------------------------------------ submarines
@clause("32.D.1", "32.D.1.s04")
async def submarine_combat(t: Table[State], id: str, entered: bool) -> bool:
    """Let every enemy submarine group whose zone covers a non-submarine group's hex attack it, once
    a step. Return True when one did.

    An attack is started by the surface group's own activity: entering the hex, or for a phasing
    group spending MPs where it began. Its last MP counts too, because the note on expended MPs
    applies to surface combat only.
    """
    fought = False
    group = t.state.groups.get(id)
    if group is None or group.where != "sea":
        return False
    for foe in zones.submarine_foes(t.state, group, group.dark):
        group = t.state.groups.get(id)
        if group is None or not is_torpedoed(t.state, group, foe, entered):
            continue
        await submarine_attack(t, id, foe.id)
        fought = True
    return fought


async def submarine_attack(t: Table[State], id: str, submarine: str) -> None:
    """Resolve a submarine group's attack on one unit of the main body, and the escorts' reply,
    which can hit only after an even roll."""
    close_voyage(t, id)
    s = t.state
    group, foe = s.groups[id], s.groups[submarine]
    t.record(
        BattleBegan(
            "32.D.1",
            id,
            submarine,
            "submarine",
            group.hex,
            group.dark,
            Battle("submarine", id, submarine, group.hex, group.dark),
        )
    )
    body = main_body(s, group)
    names = tuple(u.id for u in body)
    target = (
        names[0]
        if len(names) == 1
        else await Ask(
            foe.side,
            names,
            "32.D.1",
            "torpedo",
            facts(group=id, submarine=submarine, hex=group.hex, kind=s.kind(group)),
        )
    )
    t.record(SubFought("32.D.1", id, submarine, target))
    cover = escorts_over(s, group) > 0
    await fire_salvo(t, (torpedo_shot(s, group, foe, target),), "32.D.1")
    await reply_to_submarine(t, id, submarine, cover)
    t.record(BattleEnded("32.D.1.s04", id, submarine, "attack made", 1))


async def reply_to_submarine(t: Table[State], id: str, submarine: str, cover: bool) -> None:
    """Roll the escorts' reply: a quarter of their combat strength against one submarine, when a die
    is even."""
    s = t.state
    boats = s.of(s.groups[submarine]) if submarine in s.groups else ()
    shot = (
        encounters.reply_shot(s, s.groups[id], boats[0].id, cover)
        if id in s.groups and boats
        else None
    )
    if shot is None:
        return
    die = await Roll(Sum(1, 6), "32.D.1", "contact", about=facts(group=id, submarine=submarine))
    t.record(Rolled("32.D.1", "contact", submarine, "found" if die % 2 == 0 else "lost"))
    if die % 2 == 0:
        await fire_salvo(t, (shot,), "32.D.1")


# ------------------------------------------------------------------ coast defences
@clause("32.D.3")
async def coast_combat(t: Table[State], id: str, spent: tuple[tuple[int, bool], ...]) -> bool:
    """Count the MPs just spent in the zones of enemy coast defences, and let the defences fire that
    reach 2, 7, 12 and so on.

    *spent* are pairs (MPs, by night). MPs spent by night count only in the smaller zone of the
    night. An occasion is by night or by day, with MPs left or without, as its own MP was spent. MPs
    that this fire costs count like others.
    """
    group = t.state.groups.get(id)
    if group is None or group.where != "sea":
        return False
    before = group.spent
    tally, due = tally_zone_mps(t.state, group, spent)
    if tally != dict(group.zones):
        t.record(Zoned("32.D.3", id, tuple(sorted(tally.items()))))
    fought = False
    hex = group.hex
    for at, dark, since in due:
        group = t.state.groups.get(id)
        if group is None or not group.members or group.hex != hex:
            break
        if not is_fired_on(t.state, group, at, since):
            continue
        fought = await coast_fires(t, id, at, dark) or fought
    await count_rounds(t, id, hex, before)
    return fought


async def count_rounds(t: Table[State], id: str, hex: str, before: int) -> None:
    """Count the MPs that rounds of combat have cost a group in a hex, beyond those *before*, for
    coast defences (32.D.3)."""
    now = t.state.groups.get(id)
    if now is not None and now.hex == hex and now.spent > before:
        await coast_combat(t, id, night.last_mps(now.log, now.spent - before))


@clause("32.D.3.s04")
def pay_exchange(t: Table[State], id: str) -> None:
    """Pay for the one round of a fight with a coast defence, up to the MPs that the group has left
    (switch ``first_round_free``)."""
    group = t.state.groups[id]
    cost = min(costs.combat_round_cost(t.state, group, 1), costs.mps_left(t.state, group))
    if cost:
        t.record(
            Spent(
                "32.D.3.s04",
                group.side,
                id,
                False,
                cost,
                night.is_night_unfinished(group),
                "combat round",
            )
        )


async def coast_fires(t: Table[State], id: str, hex: str, dark: bool) -> bool:
    """Let a coast defence fire at one unit, by day or by night. The unit may fire back at the same
    moment."""
    s = t.state
    group, d = s.groups[id], s.defences[hex]
    close_voyage(t, id)
    strength = gunnery.defence_gunnery(s, d, group.hex, dark)
    t.record(
        BattleBegan(
            "32.D.3", id, "", "coast", group.hex, dark, Battle("coast", id, hex, group.hex, dark)
        )
    )
    options = (*(f"fire at {u.id}" for u in s.of(group)), "hold fire")
    said = await Ask(
        d.owner,
        options,
        "32.D.3.(a)",
        "coast-fire",
        facts(group=id, coast=hex, strength=float(strength), kind=s.kind(group)),
    )
    if said == "hold fire":
        t.record(BattleSet("32.D.3", None))
        return False
    target = said.removeprefix("fire at ")
    pay_exchange(t, id)
    t.record(OpenedFire("32.D.3", hex, target, id, str(strength)))
    shots = [Shot(hex, target, strength.numerator, strength.denominator)]
    if can_fire(s.units[target]) and await returns_fire(group.side, target, hex):
        shots.append(shot_fired(s, s.units[target], hex, dark))
    await fire_salvo(t, tuple(shots), "32.D.3")
    t.record(BattleSet("32.D.3", None))
    return True


@clause("32.D.3.s02")
async def returns_fire(side: str, unit: str, coast: str) -> bool:
    """Ask *side* whether its naval unit or coast defence that is fired at fires back at the same
    moment. Return the answer."""
    said = await Ask(
        side,
        ("return fire", "hold fire"),
        "32.D.3.s02",
        "return-fire",
        facts(unit=unit, coast=coast),
    )
    return said == "return fire"


async def bombard(t: Table[State], unit: str, hex: str) -> None:
    """Let a naval unit fire on a coast defence, which may fire back at the same moment."""
    s = t.state
    group, d, u = s.group_of(unit), s.defences[hex], s.units[unit]
    assert group is not None
    t.record(
        BattleBegan(
            "32.D.3",
            group.id,
            "",
            "coast",
            group.hex,
            group.dark,
            Battle("coast", group.id, hex, group.hex, group.dark),
        )
    )
    before = group.spent
    pay_exchange(t, group.id)
    t.record(OpenedFire("32.D.3.(c)", unit, hex, group.id))
    shots = [shot_fired(s, u, hex, group.dark)]
    if firing_level(s, d) and await returns_fire(d.owner, unit, hex):
        strength = gunnery.defence_gunnery(s, d, group.hex, group.dark)
        shots.append(Shot(hex, unit, strength.numerator, strength.denominator))
    await fire_salvo(t, tuple(shots), "32.D.3")
    t.record(BattleSet("32.D.3", None))
    await count_rounds(t, group.id, group.hex, before)
