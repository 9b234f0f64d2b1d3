"""The other side's responses to a group that has just spent MPs: contact, search, activation, air
attack, reaction."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec.structs import replace

from flagplot.table import Ask, AskOrder, Roll, Table, clause, facts
from flagplot.table.core.roll_specs import Sum

from ...orders import Activate, Attack, Declare, Search
from ...state import Battle, State
from ...state.units import Air, count_transports, tf_like
from ..combat.air_attack import attack_shot, attackers, joining_modifier, targets_of_class
from ..combat.damage import fire_salvo
from ..combat.events import AirAttacked, BattleBegan, BattleSet, Rolled
from ..combat.gunnery import HIT, RESULTS, search_roll
from ..movement.events import close_voyage
from . import modifiers, reaction
from .events import Activated, Found, Gauged, HuntBegan, Searched, Sighted
from .modifiers import Means
from .situations import HuntOf, hunt_modifier, roll_hunt


async def respond_to(t: Table[State], id: str, entered: bool) -> tuple[bool, bool]:
    """Let the other side respond to a moving group that it sees. Return two booleans: the group is
    found; reserves were activated and may react."""
    group = t.state.groups.get(id)
    if group is None or group.where == "riverine":
        return False, False
    called = await resolve_contacts(t, id, entered)
    seen = False
    means = modifiers.search_means(t.state, t.state.groups[id], entered)
    now = modifiers.previous_search_modifier(t.state, t.state.groups[id], means)
    may = bool(means) and modifiers.may_search_again(t.state, t.state.groups[id], now, entered)
    t.record(Gauged("32.B.s02", id, now, may))
    if may:
        seen, more = await offer_search(t, id, means, entered)
        called = called or more
        group = t.state.groups.get(id)
        if group is not None:
            t.record(
                Gauged(
                    "32.B.s02",
                    id,
                    modifiers.previous_search_modifier(
                        t.state, group, modifiers.search_means(t.state, group, entered)
                    ),
                )
            )
    return seen, called and id in t.state.groups


@clause("32.B.3.s02", "32.B.5.s03")
async def resolve_contacts(t: Table[State], id: str, entered: bool) -> bool:
    """Resolve the contacts that activate reserves without a roll: interdiction, ground units,
    entering an enemy port or coast defence hex.

    Return True when some were activated. They react after the search that comes with the contact.
    """
    s = t.state
    group = s.groups[id]
    if not reaction.may_call(s, group):
        return False
    enemy = s.other(group.side)
    port, guns = s.ports.get(group.hex), s.defences.get(group.hex)
    inside = (port is not None and port.owner == enemy) or (
        guns is not None and guns.owner == enemy and guns.level > 0
    )
    if inside and entered:
        zone = "" if s.rulings.switch("port_entry_activation") == "any" else s.zone(group.hex)
        return await offer_activation(t, id, zone, "32.B.5.s03")
    if modifiers.interdiction_against(s, group):
        return await offer_activation(t, id, s.zone(group.hex), "32.B.3.s02")
    if modifiers.is_near_troops(s, group):
        return await offer_activation(t, id, s.zone(group.hex), "32.B.4")
    return False


@clause("32.B-T1.res.01", "32.B-T1.res.02")
async def offer_search(t: Table[State], id: str, means: Means, entered: bool) -> tuple[bool, bool]:
    """Ask the other side whether it searches, and with which units. Return two booleans: the group
    is found; reserves were activated."""
    s = t.state
    group = s.groups[id]
    enemy = s.other(group.side)
    record_sighting(t, id)
    close_voyage(t, id, asked=True)
    order = await AskOrder(
        enemy,
        means.triggers[0],
        "search",
        facts(
            group=id,
            hex=group.hex,
            entered=entered,
            air=" ".join(means.air),
            groups=" ".join(means.groups),
            port=means.port,
            defence=means.defence,
            triggers=" ".join(means.triggers),
            kind=s.kind(group),
        ),
    )
    if not isinstance(order, Search):
        return False, False
    units = modifiers.chosen_air(s, means, order.using)
    seeker = next((u for u in order.using if u in s.groups), "")
    if not order.using and means.triggers == ("32.B.6",):
        seeker = means.groups[0]
    result = await roll_search(t, id, tuple(a.id for a in units), seeker, entered)
    if result not in HIT:
        return False, False
    return True, await resolve_find(t, id, result, units)


async def roll_search(
    t: Table[State], id: str, air: tuple[str, ...], seeker: str, entered: bool
) -> str:
    """Make one roll on the search table and record its effects on the searching units. Return the
    result."""
    enemy = t.state.other(t.state.groups[id].side)
    close_voyage(t, id)
    t.record(HuntBegan("32.B-T1", id, air, entered))
    plus = hunt_modifier(t.state.hunt)
    parts = modifiers.search_modifiers(
        t.state,
        t.state.groups[id],
        [t.state.air[a] for a in air],
        modifiers.search_means(t.state, t.state.groups[id], entered),
    )
    result = str(await t.focus(HuntOf()).run(roll_hunt, enemy))
    barred = str(t.state.hunt.barred)
    far = tuple(
        a
        for a in sorted(t.state.air)
        if t.state.air[a].base == barred and t.state.air[a].side == enemy
    )
    t.record(
        Searched(
            f"32.B-T1.res.0{RESULTS.index(result) + 1}",
            enemy,
            id,
            result,
            plus,
            parts,
            seeker,
            far,
            barred,
        )
    )
    return result


@clause("32.B-T1.res.04", "32.B-T1.res.04.s03", "32.B-T1.res.05", "32.B.2.s02")
async def resolve_find(t: Table[State], id: str, result: str, units: Sequence[Air]) -> bool:
    """Resolve the finding of a group: disclosure, activation, air attack. Return True when reserves
    were activated."""
    s = t.state
    group = s.groups[id]
    enemy = s.other(group.side)
    tfs, carried = -1, -1
    if result == "S" or s.rulings.switch("great_success_reveals") == "true":
        tfs = sum(tf_like(u) for u in s.of(group))
        carried = count_transports(s.of(group))
        if carried:
            said = await AskOrder(
                group.side, "32.B-T1.res.04.s04", "declare", facts(group=id, most=carried)
            )
            carried = said.number if isinstance(said, Declare) else carried
    which = "32.B-T1.res.04" if result == "S" else "32.B-T1.res.05"
    t.record(Found(which, enemy, id, tfs, carried, bool(units)))
    may = reaction.may_call(s, group, by_air=bool(units))
    called = (
        await offer_activation(t, id, s.zone(group.hex) if result == "S" else "", which)
        if may
        else False
    )
    await air_attack(t, id, result, units)
    return called


def record_sighting(t: Table[State], id: str) -> None:
    """Record that a submarine group for which the other side may search or to which it may react is
    no longer hidden from it."""
    group = t.state.groups[id]
    if t.state.kind(group) == "submarine" and not group.known:
        close_voyage(t, id, asked=True)
        t.record(Sighted("32.B", id, group.hex, group.side))


async def offer_activation(t: Table[State], id: str, zone: str, which: str) -> bool:
    """Offer the activation of groups in port in a sea zone (empty: any). Return True when some were
    activated."""
    enemy = t.state.other(t.state.groups[id].side)
    able = reaction.reserves_callable(t.state, enemy, zone, which)
    if not able:
        return False
    record_sighting(t, id)
    close_voyage(t, id, asked=True)
    order = await AskOrder(
        enemy,
        which,
        "activate",
        facts(
            group=id,
            zone=zone,
            groups=" ".join(g.id for g in able),
            kind=t.state.kind(t.state.groups[id]),
        ),
    )
    if not isinstance(order, Activate) or not order.groups:
        return False
    t.record(Activated(which, enemy, order.groups, id))
    return True


# ------------------------------------------------------------------ air attack
@clause("32.B-T1.res.05.s03")
async def air_attack(t: Table[State], id: str, result: str, units: Sequence[Air]) -> None:
    """Resolve the air attack that a success allows: by one airbase, or after a great success by
    every base that searched or joins."""
    group = t.state.groups.get(id)
    if group is None:
        return
    enemy = t.state.other(group.side)
    searched = tuple(sorted({a.base for a in units}))
    all_bases = tuple(sorted({a.base for a in modifiers.air_searchers(t.state, group)}))
    offered = all_bases if result == "S" else searched
    able = tuple(b for b in offered if attackers(t.state, group, (b,)))
    if not able:
        return
    which = "32.B-T1.res.04.s06" if result == "S" else "32.B-T1.res.05.s03"
    order = await AskOrder(
        enemy,
        which,
        "attack",
        facts(
            group=id,
            hex=group.hex,
            bases=" ".join(able),
            all=result == "S*",
            kind=t.state.kind(group),
        ),
    )
    if not isinstance(order, Attack):
        return
    bases = order.bases
    if result == "S*":
        bases += await let_bases_join(t, id, bases)
    for base in bases:
        if id in t.state.groups and t.state.groups[id].members:
            await resolve_strike(t, id, base, order.target)


@clause("32.B-T1.res.05.s04", "32.B-T1.res.05.s05")
async def let_bases_join(t: Table[State], id: str, already: tuple[str, ...]) -> tuple[str, ...]:
    """Let further airbases join after a great success, each by a search of its own. Another great
    success lets one more airbase try. Return the airbases that joined."""
    group = t.state.groups[id]
    enemy = t.state.other(group.side)
    more: tuple[str, ...] = ()
    tried: tuple[str, ...] = already
    while True:
        able = tuple(
            b
            for b in modifiers.base_names(modifiers.air_searchers(t.state, group))
            if b not in tried and attackers(t.state, group, (b,))
        )
        if not able:
            return more
        base = await Ask(
            enemy, (*able, "nobody"), "32.B-T1.res.05.s04", "join", facts(group=id, hex=group.hex)
        )
        if base == "nobody":
            return more
        tried += (base,)
        plus = joining_modifier(t.state, group, base)
        result = await Roll(
            search_roll(t.state.rulings, plus),
            "32.B-T1.res.05.s04",
            "join",
            "europa.search",
            facts(base=base, group=id, modifier=plus),
        )
        t.record(Rolled("32.B-T1.res.05.s04", "join", base, result, 0))
        if result in HIT:
            more += (base,)
        if result != "S*":
            return more


async def resolve_strike(t: Table[State], id: str, base: str, wanted: str) -> None:
    """Resolve the attack of an airbase's available aircraft on a group that was found."""
    await resolve_bombing(t, id, base, attackers(t.state, t.state.groups[id], (base,)), wanted)


async def resolve_bombing(
    t: Table[State], id: str, base: str, planes: list[Air], wanted: str, plus: int = 0
) -> None:
    """Resolve the bombing attack of some aircraft of an airbase on one unit of a class, drawn at
    random."""
    s = t.state
    group = s.groups[id]
    enemy = s.other(group.side)
    picks = targets_of_class(s.of(group), wanted)
    if not planes or not picks:
        return
    n = 1
    if len(picks) > 1:
        n = await Roll(
            Sum(1, len(picks)),
            "32.B.2.s02",
            "pick",
            about=facts(group=id, base=base, units=len(picks)),
        )
    target = picks[n - 1]
    t.record(
        BattleBegan(
            "32.B.2.s02", id, "", "air", group.hex, False, Battle("air", id, base, group.hex, False)
        )
    )
    t.record(AirAttacked("32.B.2.s02", enemy, (base,), tuple(a.id for a in planes), id, target.id))
    shot = attack_shot(s, group, base, planes, target.id)
    await fire_salvo(t, (replace(shot, plus=shot.plus + plus),), "32.B.2.s02")
    t.record(BattleSet("32.B.2.s02", None))
