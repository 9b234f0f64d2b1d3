"""Patrols and changes of base, with all refusals at once (6.3.3, 6.3.7)."""

from __future__ import annotations

from msgspec.structs import replace

from flagplot.table import Refusal, Remedy, Verdict, clause, facts, refuse

from ... import orders as o
from ...map.chart import place_square
from ...state import HOME, Leg, Mission, Ship, State
from ...state.ratings import squares_per_range
from ..groups import group_faults, is_raider_group, may_sail, patrol_barred, ships_named
from ..movement.order_routes import (
    calls_at,
    legs_of,
    route_refusals,
    sailing_from,
    stops_of,
    unfriendly_calls,
)
from ..movement.reach import too_far, why_overfull
from ..movement.route_search import shortest_route
from ..movement.routes import passage_of, route_cost_in_range
from ..registry import checks
from .air_patrols import check_own_air


@checks(o.Patrol)
@clause("6.3.3.1.c")
def check_patrol(state: State, side: str, order: o.Patrol) -> Verdict:
    """Check a patrol: ships ready and of one port (or gathered at a staging area), the target in
    range, and a return base in range (6.3.3)."""
    ships, missing = ships_named(state, side, order.units)
    faults: list[Refusal | None] = list(missing)
    if not ships:
        return refuse(*faults, None if missing else Refusal("6.1.3.a", "no-ships"))
    for s in ships:
        faults.extend(may_sail(state, s))
    faults.extend(group_faults(ships))
    faults.extend(patrol_barred(ships))
    if order.raiders and not is_raider_group(ships):
        slow = tuple(x.id for x in ships if x.submarine or (x.speed < 3 and not x.disguised))
        faults.append(
            Refusal(
                "6.1.5.a",
                "no-raider-group",
                slow or tuple(x.id for x in ships),
                facts(ships=len(ships)),
            )
        )
    faults.extend(check_gathering(state, side, ships, order.stage))
    p = passage_of(state, side, ships)
    ashore = _patrol_place(state, order.target) if state.chart.zone(order.target) is None else None
    faults.extend(unfriendly_calls(state, side, order.calls))
    route_bad = route_refusals(
        state, side, ships, order, frozenset((*stops_of(order), *order.calls))
    )
    faults.extend((ashore,) if ashore else route_bad)  # no route leads ashore
    if not ashore and not route_bad:
        for leg in legs_of(state, ships, order)[
            -1:
        ]:  # the leg to the staging area is checked ship by ship
            anew = ("6.3.3.1.c",) if order.stage else ()
            faults.extend(
                replace(f, also_cites=(*f.also_cites, *anew))
                for f in too_far(p, leg, ships, "patrol")
            )
    faults.extend(_return_faults(state, side, ships, order))
    faults.extend(check_own_air(state, side, order))
    return refuse(*faults)


def _patrol_place(state: State, target: str) -> Refusal | None:
    """Return the refusal for a patrol to a place that is not a sea square, else ``None`` (6.3.3).
    Zones are checked before."""
    square = place_square(target)
    sea = square is not None and state.chart.sailable(square)
    return (
        None
        if sea
        else Refusal("6.3.3.a", "not-a-sea-place", (target,), also_cites=("6.4.1.c", "6.4.1.d"))
    )


@clause("6.3.3.1.a", "6.3.3.1.b", "6.3.3.1.d")
def check_gathering(state: State, side: str, ships: list[Ship], stage: str) -> tuple[Refusal, ...]:
    """Check that ships of several ports gather at a staging area: a friendly port or island within
    Patrol Range of each (6.3.3.1)."""
    bases = sorted({s.base for s in ships})
    faults: list[Refusal] = []
    if len(bases) > 1 and not stage:
        faults.append(
            Refusal("6.3.3.1.a", "no-staging-area", tuple(bases), also_cites=("6.1.3.c",))
        )
    if stage:
        if not state.friendly(side, stage):
            faults.append(
                Refusal("6.3.3.1.b", "staging-not-friendly", (stage,), also_cites=("6.3.3.1.d",))
            )
        for s in ships:
            if s.base == stage:
                continue
            p = passage_of(state, side, [s])
            leg = shortest_route(p, s.base, stage)
            if leg is None:
                faults.append(Refusal("6.3.3.1.b", "staging-no-way", (s.id, stage)))
            elif route_cost_in_range(p, leg).range > s.patrol:
                spent = route_cost_in_range(p, leg)
                faults.append(
                    Refusal(
                        "6.3.3.1.b",
                        "staging-too-far",
                        (s.id, stage),
                        facts(
                            range=s.patrol,
                            needs=spent.range,
                            squares=spent.squares,
                            limit=s.patrol * squares_per_range(state.chart.theatre),
                        ),
                        rests_on=("HR-2",),
                    )
                )
    return tuple(faults)


@clause("6.3.3.1.a", "6.4.1.a")
def gathering_legs(state: State, m: Mission, ships: list[Ship]) -> tuple[Leg, ...]:
    """Return the legs of ships that do not lie where their mission begins: each by the shortest
    route to the staging area, and on from there with all (6.3.3.1). Such ships may be met on their
    own leg (6.4.1)."""
    ways: dict[tuple[str, ...], list[str]] = {}
    for s in ships if m.stage else ():
        if s.base != m.origin:
            way = (
                shortest_route(passage_of(state, m.side, [s]), s.base, m.stage)
                if s.base != m.stage
                else None
            )
            ways.setdefault(way or (m.stage,), []).append(s.id)
    onward, back = (
        m.route[m.route.index(m.stage) + 1 :] if ways else (),
        "" if m.returns == HOME else m.returns or m.rebase,
    )
    return tuple(Leg((*way, *onward), tuple(units), returns=back) for way, units in ways.items())


@clause("6.3.3.2.a", "6.3.3.2.b")
def _return_faults(
    state: State, side: str, ships: list[Ship], order: o.Patrol
) -> tuple[Refusal, ...]:
    """Check that the order names the port of return: home, the staging port, or a friendly base
    within Patrol Range (6.3.3.2)."""
    back = order.returns
    homes = {s.base for s in ships}
    if not back:
        home = next(iter(sorted(homes)))
        return (
            Refusal(
                "6.3.3.2.a",
                "no-return-base",
                (),
                remedies=(Remedy("return-home", o.order_text(replace(order, returns=home))),),
            ),
        )
    if back not in state.ports:
        return (Refusal("6.3.3.2.b", "return-no-port", (back,)),)
    faults: list[Refusal] = []
    if not state.friendly(side, back):
        faults.append(Refusal("6.3.3.2.b", "return-not-friendly", (back,)))
    if homes != {back} and not calls_at(order, back):
        faults.extend(returns_too_far(state, side, ships, order.target, back))
    full = why_overfull(state, side, back, ships)
    return (*faults, *((full,) if full else ()))


def returns_too_far(
    state: State, side: str, ships: list[Ship], target: str, back: str
) -> tuple[Refusal, ...]:
    """Return a refusal for each ship whose port of return, other than its own, is beyond its Patrol
    Range of the patrol square (6.3.3.2)."""
    faults: list[Refusal] = []
    for s in ships:
        if s.base == back:
            continue
        p = passage_of(state, side, [s])
        leg = shortest_route(p, target, back)
        spent = route_cost_in_range(p, leg) if leg else None
        if spent is None or spent.range > s.patrol:
            detail = facts(
                range=s.patrol,
                needs=spent.range if spent else 0,
                squares=spent.squares if spent else 0,
            )
            faults.append(
                Refusal("6.3.3.2.b", "return-too-far", (s.id, back), detail, rests_on=("HR-2",))
            )
    return tuple(faults)


@checks(o.BaseChange)
@clause("6.3.7.b")
def check_base_change(state: State, side: str, order: o.BaseChange) -> Verdict:
    """Check a change of base to a friendly port with room: operational within Patrol Range,
    strategic within Endurance (6.3.7)."""
    ships, missing = ships_named(state, side, order.units)
    faults: list[Refusal | None] = list(missing)
    if not ships:
        return refuse(*faults, None if missing else Refusal("6.1.3.a", "no-ships"))
    for s in ships:
        faults.extend(may_sail(state, s, moving_home=True))
    faults.extend(group_faults(ships))
    faults.extend(_kind_of_change(order, ships))
    bases = {s.base for s in ships}
    if order.stage:
        faults.extend(check_gathering(state, side, ships, order.stage))
    elif len(bases) > 1:
        faults.append(Refusal("6.1.3.c", "several-ports", tuple(sorted(bases))))
    if order.target not in state.ports:
        return refuse(*faults, Refusal("6.3.7.b", "not-a-port", (order.target,)))
    if not state.friendly(side, order.target) and not coup_allowed(
        state, side, ships, order.target
    ):
        also = ("6.3.7.1.a",) if order.mode == "operational" else ("6.3.7.2.a", "6.3.2.b")
        faults.append(Refusal("6.3.7.b", "port-not-friendly", (order.target,), also_cites=also))
    if bases == {order.target}:
        faults.append(Refusal("6.3.7.b", "already-there", (order.target,)))
    faults.extend(unfriendly_calls(state, side, order.calls))
    for stop in sorted({*stops_of(order)} - {*order.calls}):
        if not state.friendly(side, stop):
            faults.append(Refusal("6.3.7.b", "stop-not-friendly", (stop,)))
    route_bad = route_refusals(
        state, side, ships, order, frozenset((*stops_of(order), *order.calls))
    )
    faults.extend(route_bad)
    if order.mode and not route_bad:
        p = passage_of(state, side, ships)
        for leg in legs_of(state, ships, order):
            faults.extend(too_far(p, leg, sailing_from(ships, order, leg[0]), order.mode))
    faults.append(why_overfull(state, side, order.target, ships))
    faults.append(no_yard(state, side, ships, order.target))
    return refuse(*faults)


@clause("6.3.7.1.b")
def _kind_of_change(order: o.BaseChange, ships: list[Ship]) -> tuple[Refusal, ...]:
    """Check the kind of a change of base, which the order must say (6.3.7). Ships that may not
    patrol cannot make an operational one; a strategic one has no staging."""
    if order.mode == "operational":
        return patrol_barred(ships)
    if not order.mode:
        return (_no_mode(order),)
    return (
        (Refusal("6.3.7.1.b", "strategic-does-not-stage", (order.stage,)),) if order.stage else ()
    )


@clause("6.5.1.4.e")
def no_yard(state: State, side: str, ships: list[Ship], port: str) -> Refusal | None:
    """Return the refusal for damaged ships bound for a port that cannot repair them, else ``None``
    (6.5.1.4)."""
    hurt = tuple(s.id for s in ships if s.damaged)
    if not hurt or state.ports[port].yard:
        return None
    yards = ", ".join(
        sorted(x.name for x in state.ports.values() if x.yard and state.friendly(side, x.name))
    )
    return Refusal(
        "6.5.1.4.e",
        "damaged-to-no-yard",
        (*hurt, port),
        facts(yards=yards),
        also_cites=("6.5.1.4.f",),
    )


def _no_mode(order: o.BaseChange) -> Refusal:
    """Return the refusal for a change of base that does not say its kind, with both wordings as
    remedies (6.3.7)."""
    ways = tuple(
        Remedy(f"say-{mode}", o.order_text(replace(order, mode=mode)))
        for mode in ("operational", "strategic")
    )
    return Refusal("6.3.7.b", "no-kind-of-change", (order.target,), remedies=ways)


def coup_allowed(state: State, side: str, ships: list[Ship], port: str) -> bool:
    """Return True when ships with troops aboard may sail for a neutral port as if it were friendly
    (scenario rule *coup de main*)."""
    flag = state.flags.get("coup-de-main", "")
    held = state.ports[port]
    return (
        bool(flag)
        and flag == f"{side}:{state.turn}"
        and held.neutral
        and any(s.cargo for s in ships)
    )
