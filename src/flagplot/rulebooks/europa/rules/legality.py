"""Legality of orders: every reason why an order may not be given now, from what its side may
know."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from msgspec.structs import replace

from flagplot.table import (
    LEGAL,
    AskOrder,
    Refusal,
    Remedy,
    Verdict,
    about_map,
    clause,
    facts,
    refuse,
)
from flagplot.table.core.memo import memo_per_state

from .. import orders
from ..map import chart
from ..nouns import TARGETS, L
from ..orders import Hold, Move, order_text
from ..state import Defence, Group, State
from ..state.units import UNDER_WATER, Air, Unit, can_fire, count_transports, is_warship
from . import activities
from .combat import zones
from .movement import costs, groups, path_check, routing
from .movement import groups as movement_groups
from .registry import checks, own_group_check, own_unit_check, side_check
from .search import modifiers, reaction
from .special import ferries, fleets, inland, malta, mines, night, oil

SUSPENDED = {
    "screen": "32.D.2.s03",
    "fire": "32.D.2.s03",
    "search": "32.B",
    "activate": "32.B",
    "declare": "32.B-T1.res.04.s04",
    "attack": "32.B-T1.res.04.s06",
    "movement": "32.A.s03",
    "reaction": "32.C.s02",
    "inland": "32.A.s03",
}
"""The clause under which other orders must wait for the answer to each request."""

PENDING = {
    "none": "the other side",
    "search": "the search",
    "activate": "the activation of reserves",
    "declare": "the number of transports told to the finder",
    "attack": "the air attack",
    "movement": "the movement",
    "inland": "the movement of divisions inland",
}
"""The text for the request that comes before an order that is not asked for now."""

FIGHTING = {
    "surface": "32.D.2.s03",
    "submarine": "32.D.1.s03",
    "coast": "32.D.3.s04",
    "air": "32.B-T1.res.04.s06",
}
"""The clause by which each kind of battle suspends all other movement."""


@clause("32.D.2.s03", "32.D.1.s03", "32.C.s02")
def check(state: State, request: AskOrder, order: Any) -> Verdict:
    """Return the verdict on an order given in answer to a request.

    While a battle or a search is pending, other movement cannot be ordered. In a reaction MPs pay
    for movement only.
    """
    belongs = L.belongs(order)
    if request.kind not in belongs:
        code = "movement-only" if request.kind == "reaction" else "not-now"
        pending = (
            f"{state.battle.kind} combat"
            if state.battle
            else PENDING.get(request.kind, request.kind)
        )
        which = (
            FIGHTING[state.battle.kind] if state.battle else SUSPENDED.get(request.kind, "32.A.s03")
        )
        finish = (
            (Remedy("finish", order_text(orders.Done())),)
            if isinstance(order, orders.Pass) and request.kind == "movement"
            else ()
        )
        not_now = refuse(
            Refusal(which, code, (), facts(order=order_text(order), pending=pending), finish)
        )
        if "movement" in belongs:
            kind = "movement" if request.side == state.phasing else "reaction"
            more = checks[type(order)](
                state, request.side, AskOrder(request.side, request.clause, kind), order
            )
            if code == "movement-only":
                more = refuse(
                    *(r for r in more.refusals if r.code != "not-phasing" or r.also_cites)
                )
            return not_now + more
        return not_now
    return checks[type(order)](state, request.side, request, order)


def _may_move(state: State, group: Group, kind: str) -> Refusal | None:
    if kind == "reaction":
        return reaction.why_not_react(state, group) or (
            Refusal("32.A.4.s02", "movement-ended", (group.id,)) if group.ended else None
        )
    wrong = reaction.why_not_phasing(state, group)
    if (
        wrong is not None
        and wrong.code == "in-reserve"
        and not (group.spent or group.moved or group.idle)
    ):
        return replace(wrong, remedies=(Remedy("release", order_text(Hold(group.id, False))),))
    return wrong


@checks(Move)
@own_group_check
def _move(state: State, group: Group, request: AskOrder, o: Move) -> Verdict:
    loads = [
        costs.why_not_alone(state.cargo[id], unit)
        for unit in state.of(group)
        for id in _cargo_aboard(state, unit)
    ]
    lone = next((r for r in loads if r is not None), None)
    tied = (
        _may_move(state, group, request.kind),
        lone,
        ferries.why_not_move(state, group),
        oil.why_not_sail(state, group),
    )
    trip = path_check.plot_path(state, group, o.path)
    if trip.refusal is None:
        return refuse(*tied)
    first = _with_remedies(state, group, Move(o.group, path_check.path_ahead(group, o.path)), trip)
    more = [r for r in path_check.path_refusals(state, group, o.path) if r != trip.refusal]
    if any(r.code == "reaction-no-night" for r in (trip.refusal, *more)):
        more.append(Refusal("32.C.s08", "night-to-copy-none", (group.id,)))
    return refuse(*tied, first, *more)


def _with_remedies(
    state: State, group: Group, order: Move, trip: path_check.Journey
) -> Refusal | None:
    """Return the refusal of a path, with remedies: the part of it that could be sailed, or the
    route between hexes that do not touch."""
    if trip.refusal is None:
        return None
    remedies = list(trip.refusal.remedies)
    if trip.refusal.code == "not-adjacent":
        remedies += (way := _by_sea(state, group, order))
        if not way and _is_cut_off(state, group, order):
            return replace(trip.refusal, code="no-way-by-sea")
    light = {
        "night-block-broken": ("night",),
        "night-too-soon": (),
        "night-limit": (),
        "reaction-no-night": (),
    }
    if trip.refusal.code in light:
        other = (*light[trip.refusal.code], *order.places)
        if path_check.plot_path(state, group, other).refusal is None:
            remedies.append(
                Remedy(
                    "by-night" if light[trip.refusal.code] else "by-day",
                    order_text(Move(group.id, other)),
                )
            )
    if trip.legs:
        short = chart.first_legs(order.path, len(trip.legs))
        remedies.append(Remedy("stop-short", order_text(Move(order.group, short))))
    return replace(trip.refusal, remedies=tuple(remedies))


def _by_sea(state: State, group: Group, order: Move) -> list[Remedy]:
    """Return remedies with the path whose missing hexes are filled in, up to the hex that can be
    reached in this step."""
    path = routing.fill_path(state, group, order.path)
    trip = path_check.plot_path(state, group, path)
    short = path if trip.refusal is None else chart.first_legs(path, len(trip.legs))
    sailed = bool(trip.legs) and path_check.plot_path(state, group, short).refusal is None
    return [Remedy("by-sea", order_text(Move(group.id, short)))] if sailed else []


def _is_cut_off(state: State, group: Group, order: Move) -> bool:
    """Return True when no route by sea leads to the first place of a path that does not touch the
    one before."""
    return (
        path_check.plot_path(state, group, routing.fill_path(state, group, order.path)).refusal
        == path_check.plot_path(state, group, order.path).refusal
    )


def _cargo_aboard(state: State, unit: Unit) -> tuple[str, ...]:
    return tuple(_cargo_by_unit(state).get(unit.id, ()))


@memo_per_state
def _cargo_by_unit(state: State) -> dict[str, list[str]]:
    """Return the ids of the cargo aboard every unit."""
    found: dict[str, list[str]] = {}
    for k, c in sorted(state.cargo.items()):
        found.setdefault(c.aboard, []).append(k)
    return found


@checks(orders.PutToSea)
@own_group_check
def _put(state: State, group: Group, request: AskOrder, o: orders.PutToSea) -> Verdict:
    wrong = Refusal("32.A.2.s05", "not-in-port", (group.id,)) if group.where != "port" else None
    if wrong is None and state.ground(group.hex) not in ("sea", "coastal"):
        wrong = Refusal("32.A.s10", "no-water", (group.hex,))
    tied = (ferries.why_not_move(state, group), oil.why_not_sail(state, group))
    return refuse(_may_move(state, group, request.kind), wrong, *tied)


@checks(orders.EnterPort)
@own_group_check
@clause("32.A.4.s02")
def _enter(state: State, group: Group, request: AskOrder, o: orders.EnterPort) -> Verdict:
    port = state.ports.get(group.hex)
    wrong = None
    if group.where == "port":
        wrong = Refusal("32.A.4.s02", "in-port-already", (group.id,))
    elif port is None:
        wrong = Refusal("32.A.4.s02", "no-port", (group.hex,))
    elif port.owner != group.side:
        wrong = Refusal(
            "32.A.4.s02", "port-not-owned", (port.hex,), facts(port=port.name, owner=port.owner)
        )
    return refuse(_may_move(state, group, request.kind), wrong, ferries.why_not_move(state, group))


@checks(orders.Rescue)
@own_group_check
def _rescue(state: State, group: Group, request: AskOrder, o: orders.Rescue) -> Verdict:
    wrong = fleets.why_not_rescue(state, group)
    return refuse(
        _may_move(state, group, request.kind),
        wrong,
        *_why_too_few_mps(state, group, fleets.STOP, o.night),
    )


def _why_too_few_mps(
    state: State, group: Group, mps: int, dark: bool
) -> tuple[Refusal | None, ...]:
    short = Refusal(
        "32.A.s06",
        "no-mps",
        (group.id,),
        facts(
            needed=mps, left=costs.mps_left(state, group), allowance=costs.allowance(state, group)
        ),
        rests_on=("ma_base",),
    )
    return short if mps > costs.mps_left(state, group) else None, night.why_not_spend(
        group, mps, dark
    )


@checks(orders.Wait)
@own_group_check
def _wait(state: State, group: Group, request: AskOrder, o: orders.Wait) -> Verdict:
    enough = (
        _why_too_few_mps(state, group, o.mps, o.night)
        if o.mps > 0
        else (Refusal("32.A.s06", "no-mps-named", (group.id,)),)
    )
    return refuse(_may_move(state, group, request.kind), *enough)


@checks(orders.Combine)
def _combine(state: State, side: str, request: AskOrder, o: orders.Combine) -> Verdict:
    parts = [movement_groups.own_group(state, side, g) for g in o.groups]
    bad = [p for p in parts if isinstance(p, Refusal)]
    if bad:
        return refuse(*bad)
    groups = [p for p in parts if isinstance(p, Group)]
    used = (
        Refusal("32.A.1", "name-in-use", (o.name,))
        if o.name in state.groups and o.name not in o.groups
        else None
    )
    reasons = (reaction.why_not_phasing(state, g) for g in groups)
    stuck = {r.code: r for r in reasons if r is not None and r.code != "movement-ended"}
    if "not-phasing" in stuck:
        stuck["not-phasing"] = replace(stuck["not-phasing"], also_cites=("32.A.1",))
    return refuse(*stuck.values(), *movement_groups.against_union(state, groups), used)


@checks(orders.Split)
@own_group_check
def _split(state: State, group: Group, request: AskOrder, o: orders.Split) -> Verdict:
    return refuse(
        _may_move(state, group, request.kind), *groups.against_split(state, group, o.parts)
    )


@checks(Hold)
@own_group_check
def _hold(state: State, group: Group, request: AskOrder, o: Hold) -> Verdict:
    afloat = (
        Refusal("32.A.s04", "not-in-port", (group.id,)) if group.where != "port" and o.on else None
    )
    same = (
        Refusal("32.A.s04", "reserve-already" if o.on else "not-in-reserve", (group.id,))
        if group.reserve == o.on
        else None
    )
    return refuse(
        afloat,
        same,
        Refusal("32.A.s04", "has-moved", (group.id,)) if group.spent or group.moved else None,
    )


@checks(orders.Form)
@own_group_check
def _form(state: State, group: Group, request: AskOrder, o: orders.Form) -> Verdict:
    return refuse(*against_screen(state, group, o.screen))


def against_screen(state: State, group: Group, screen: tuple[str, ...]) -> Iterator[Refusal]:
    """Yield every reason why units cannot be a group's screen. They must be combat units of the
    group, at most half of them."""
    strange = tuple(u for u in screen if u not in group.members)
    if strange:
        yield Refusal("32.D.2", "not-a-member", strange, facts(group=group.id))
    fighters = [u for u in state.of(group) if is_warship(u)]
    soft = tuple(u for u in screen if u in group.members and u not in {f.id for f in fighters})
    if soft:
        yield Refusal("32.D.2", "no-combat-unit", soft)
    if len(screen) * 2 > len(fighters):
        yield Refusal("32.D.2", "screen-too-large", screen, facts(most=len(fighters) // 2))


@checks(orders.Bombard)
@clause("32.D.3.(c)")
def _bombard(state: State, side: str, request: AskOrder, o: orders.Bombard) -> Verdict:
    group, unit = state.group_of(o.unit), state.units.get(o.unit)
    defence = state.defences.get(o.hex)
    if group is None or unit is None or group.side != side:
        return refuse(Refusal("32.D.3", "no-such-unit", (o.unit,)))
    if defence is None or defence.owner in (side, ""):
        return refuse(Refusal("32.D.3", "no-coast-defence", (o.hex,)))
    return refuse(
        *_against_bombarding(state, group, unit, defence), reaction.why_not_phasing(state, group)
    )


def _against_bombarding(
    state: State, group: Group, unit: Unit, defence: Defence
) -> Iterator[Refusal]:
    tally = dict(group.zones).get(defence.hex, 0)
    used = dict(group.fired_on).get((unit.id, defence.hex), 0)
    if group.hex not in zones.defence_zone(defence, group.dark):
        yield Refusal("32.D.3.(c)", "outside-zone", (group.id, defence.hex))
    elif used and state.rulings.switch("cd_fire_at") != "every-5":
        yield Refusal("32.D.3.(c)", "has-bombarded", (unit.id,), rests_on=("cd_fire_at",))
    elif tally // zones.COAST_FIRE_EVERY <= used:
        needed = zones.COAST_FIRE_EVERY * (used + 1)
        wait = Remedy("wait-first", order_text(orders.Wait(group.id, needed - tally, group.dark)))
        few = facts(spent=tally, needed=needed)
        yield Refusal(
            "32.D.3.(c)", "too-few-mps-in-zone", (unit.id,), few, (wait,), ("cd_fire_at",)
        )
    if unit.kind in UNDER_WATER or not is_warship(unit):
        yield Refusal("32.D.3", "no-combat-unit", (unit.id,))
    if not costs.may_fight(state, group):
        none = facts(needed=1, left=0, allowance=costs.allowance(state, group))
        yield Refusal("32.D.3.s04", "no-mps", (group.id,), none, rests_on=("no_mp_no_combat",))


@checks(orders.Done, orders.Pass)
@clause("32.A.4")
def _done(state: State, side: str, request: AskOrder, o: orders.Done | orders.Pass) -> Verdict:
    """Return a legal verdict: finishing is always allowed, at sea too. It comes with a caution
    while a reaction still owes night MPs."""
    if request.kind != "reaction":
        return LEGAL
    owing = [(g, n) for g in state.standing(side) if (n := path_check.night_mps_owed(state, g))]
    return Verdict(
        (), tuple(Refusal("32.C.s08", "night-unfinished", (g.id,), facts(left=n)) for g, n in owing)
    )


@checks(orders.Search)
def _search(state: State, side: str, request: AskOrder, o: orders.Search) -> Verdict:
    """Check that every named searcher can search for this group: in range, not barred by an earlier
    result, and for aircraft not at night."""
    about = about_map(request)
    target = state.groups[str(about["group"])]
    means = modifiers.search_means(state, target, bool(about["entered"]))
    found: list[Refusal] = []
    groups = [u for u in o.using if u in state.groups]
    if len(groups) > 1:
        found.append(Refusal("32.B.6", "one-group-searches", tuple(groups)))
    for id in o.using:
        if id in state.groups:
            found += _against_seeker(state, target, state.groups[id], means)
        else:
            units = [
                a for k, a in sorted(state.air.items()) if id in (k, a.base) and a.side == side
            ]
            if not units:
                found.append(Refusal("32.B.2", "no-such-searcher", (id,)))
            elif not any(a.id in means.air for a in units):
                found += _against_air(state, target, units[0])
    if not o.using and not means:
        found.append(Refusal("32.B", "nothing-searches", (target.id,)))
    return refuse(*found)


def _against_seeker(
    state: State, target: Group, seeker: Group, means: modifiers.Means
) -> Iterator[Refusal]:
    if seeker.id in means.groups:
        return
    barred = bool(seeker.no_seeking) and target.id not in seeker.sought_for
    if barred:
        which = "32.B-T1.res.01.s03" if seeker.no_seeking == "D" else "32.B-T1.res.02.s03"
        yield Refusal(which, "seeker-barred", (seeker.id,), facts(result=seeker.no_seeking))
    if target.hidden_from:
        yield Refusal("32.B-T1.res.03", "target-barred", (seeker.id, target.id))
    if state.kind(seeker) == "flotilla":
        yield Refusal("32.B.6.s02", "flotilla-cannot-search", (seeker.id,))
    elif not barred and not target.hidden_from:
        yield Refusal("32.B.6", "out-of-range", (seeker.id, target.id))


def _against_air(state: State, target: Group, air: Air) -> Iterator[Refusal]:
    if target.dark:
        yield Refusal("36.A.2.(a)", "no-air-at-night", (air.id,))
    if air.marker:
        which = "32.B-T1.res.01.s04" if air.marker == "X" else "32.B-T1.res.02.s04"
        yield Refusal(which, "air-marked", (air.id,), facts(marker=air.marker))
    if target.id in air.barred:
        yield Refusal("32.B-T1.res.03.s02", "target-barred", (air.id, target.id))
    if (
        air.mission not in ("patrol", "strike")
        or chart.distance(modifiers.air_place(state, air), target.hex) > air.reach
    ):
        yield Refusal("32.B.2", "out-of-range", (air.id, target.id))


@checks(orders.Activate)
def _activate(state: State, side: str, request: AskOrder, o: orders.Activate) -> Verdict:
    zone = str(about_map(request).get("zone", ""))
    wrong = [
        r
        for g in o.groups
        if (r := reaction.why_not_activate(state, side, g, zone, request.clause)) is not None
    ]
    able = tuple(g for g in o.groups if not any(g in r.culprits for r in wrong))
    if wrong and able:
        others = (Remedy("those-that-may", order_text(orders.Activate(able))),)
        wrong[0] = replace(wrong[0], remedies=others)
    return refuse(*wrong)


@clause("32.B-T1.res.04.s05")
def declarable_range(true: int) -> tuple[int, int]:
    """Return the least and the most transports that may be declared: half of the true number less
    or more, without rounding beyond it."""
    return -(-true // 2), true * 3 // 2


@checks(orders.Declare)
@clause("32.B-T1.res.04.s04", "32.B-T1.res.04.s05")
def _declare(state: State, side: str, request: AskOrder, o: orders.Declare) -> Verdict:
    """Check that a declared number of transports is within half of the true number."""
    true = count_transports(state.of(state.groups[str(about_map(request)["group"])]))
    least, most = declarable_range(true)
    if not least <= o.number <= most:
        nearest = order_text(orders.Declare(least if o.number < least else most))
        return refuse(
            Refusal(
                "32.B-T1.res.04.s05",
                "outside-half",
                (),
                facts(number=o.number, least=least, most=most),
                (Remedy("nearest", nearest),),
            )
        )
    return LEGAL


@checks(orders.Attack)
@clause("32.B-T1.res.04.s06")
def _attack(state: State, side: str, request: AskOrder, o: orders.Attack) -> Verdict:
    """Check the airbases of an attack: one after a success; after a great success any that
    searched."""
    able = str(about_map(request)["bases"]).split(" ")
    strange = tuple(b for b in o.bases if b not in able)
    if strange:
        return refuse(Refusal("32.B-T1.res.05.s03", "base-cannot-attack", strange))
    if len(o.bases) > 1 and not about_map(request)["all"]:
        one = tuple(Remedy("one-base", order_text(orders.Attack((b,), o.target))) for b in o.bases)
        return refuse(Refusal("32.B-T1.res.04.s06", "one-airbase", o.bases, (), one))
    if o.target and o.target not in TARGETS:
        return refuse(Refusal("32.B-T1.res.04.s06", "no-such-target", (o.target,)))
    return LEGAL


@checks(orders.Screen)
def _screen(state: State, side: str, request: AskOrder, o: orders.Screen) -> Verdict:
    return refuse(*against_screen(state, state.groups[str(about_map(request)["group"])], o.units))


@checks(orders.Fire)
def _fire(state: State, side: str, request: AskOrder, o: orders.Fire) -> Verdict:
    """Check that each combat unit fires once. The main body is a target only for strength beyond
    that of the enemy's screen."""
    about = about_map(request)
    group, foe = state.groups[str(about["group"])], state.groups[str(about["foe"])]
    battle = state.battle
    screen = battle.screen(foe.id) if battle else ()
    by = [u for u, _ in o.shots]
    twice = tuple(sorted({u for u in by if by.count(u) > 1}))
    strange = tuple(u for u in by if u not in group.members)
    dumb = tuple(u for u in by if u in group.members and not can_fire(state.units[u]))
    missing = tuple(v for _, v in o.shots if v not in foe.members)
    wrong = refuse(
        Refusal("32.D.2", "fires-twice", twice) if twice else None,
        Refusal("32.D.2", "not-a-member", strange, facts(group=group.id)) if strange else None,
        Refusal("32.D.2", "cannot-fire", dumb) if dumb else None,
        Refusal("32.D.2", "no-such-target", missing) if missing else None,
    )
    if wrong and screen:
        total = sum(
            state.units[u].strength
            for u in group.members
            if u in state.units and can_fire(state.units[u])
        )
        spare = max(0, total - sum(state.units[u].strength for u in screen))
        used = sum(state.units[u].strength for u, v in o.shots if v not in screen)
        if used > spare:
            return refuse(
                Refusal("32.D.2", "screen-in-the-way", screen, facts(spare=spare, used=used))
            )
    return wrong


checks(orders.Work, orders.Load, orders.Land, orders.Transfer)(activities.check)
checks(orders.Ferry)(
    own_unit_check("36.G", lambda s, unit, o: ferries.ferry_refusals(s, unit, o.edge))
)
checks(orders.Support)(
    own_unit_check("36.F.1", lambda s, unit, o: fleets.against_firing(s, unit, o.hex))
)
checks(orders.Repair)(
    own_unit_check("36.F.3", lambda s, unit, o: fleets.against_repair(s, unit, o.hits))
)
checks(orders.MakeMines)(
    side_check(lambda s, side, o: mines.against_making(s, side, o.points, o.port))
)
checks(orders.DropMine)(
    side_check(lambda s, side, o: mines.against_dropping(s, side, o.cargo, o.hex, o.plane))
)
checks(orders.BombPort)(
    side_check(
        lambda s, side, o: malta.against_bombing(
            s, side, o.planes, o.port or malta.valletta_hex(), o.at
        )
    )
)
checks(orders.UseMalta)(side_check(lambda s, side, o: malta.against_using(s, side, o.points)))
checks(orders.RepairMalta)(
    side_check(lambda s, side, o: malta.against_repair(s, side, o.hits, o.means))
)
checks(orders.March)(
    side_check(lambda s, side, o: (inland.why_not_march(s, side, o.division, o.hex),))
)
checks(orders.CounterAttack)(
    side_check(lambda s, side, o: (inland.why_not_counter(s, side, o.division, o.hex),))
)
checks(orders.BreakSRPs)(side_check(lambda s, side, o: (malta.why_not_break(s, side, o.srps),)))
