"""Sea escort of ground and air units that redeploy (21.6): time, places, lift and track."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from flagplot.table import Refusal, Remedy, clause, facts

from ...map import theatre
from ...map.ports import is_friendly, is_landing_place, is_port, side_holding, supply_level
from ...state import State, Unit, replace
from .. import employment, mapboard_boxes, remedies
from ..employment import (
    damage_refusals,
    readiness_refusals,
    round_trip_refusal,
    task_force_refusals,
    transport_refusals,
)
from ..movement import by_land, routing
from ..range import distances
from ..range.limits import has_named_place, is_in_hawaii, is_in_japan, limits_for
from .cargo import destroyer_lift, destroyers_needed, free_transports, transports_for


@clause("21.63C")
def time_refusals(view: State, side: str) -> list[Refusal]:
    """Refuse redeployment outside the mover's redeployment phase, and oil and BRPs in it."""
    if view.phase == "redeployment" and view.mover == side:
        return []
    remedy = (Remedy("redeployment-phase"),)
    return [
        Refusal(
            "21.32#2",
            "wrong-phase",
            (),
            facts(phase=view.phase),
            remedy,
            (),
            ("21.63", "21.63A", "21.63B", "21.63C"),
        )
    ]


SUPPLIED = {"loading": ("full",), "landing": ("full", "partial")}
"""End of an escort -> supply levels that it allows."""


def escort_refusals(
    view: State,
    side: str,
    ships: Sequence[Unit],
    cargo: Sequence[Unit],
    goal: str,
    via: Sequence[str],
    tf: str = "",
) -> list[Refusal]:
    """Return every refusal of a sea escort: fit ships, the lift, both ends, and a legal track from
    where the units embark."""
    if not ships and all(by_land.can_reach_by_land(view, side, u.at, goal) for u in cargo):
        return cargo_refusals(cargo)
    start = embarkation_place(view, side, cargo)
    carrying, _, _ = transport_choice(view, side, start, goal)
    guards, sailing = split_guards(ships, carrying)
    out: list[Refusal] = readiness_refusals(view, sailing, "escort") + damage_refusals(ships)
    out += employment.new_refusals(view, sailing) + employment.surplus_refusals(sailing)
    out += task_force_refusals(sailing, tf, "escort") + employment.escort_refusals(ships, "escort")
    out += sortie_refusals(sailing)
    out += protector_refusals(sailing)
    out += guard_refusals(view, guards)
    if goal == start:
        out.append(round_trip_refusal(goal, goal))
    out += cargo_refusals(cargo)
    out += start_refusals(view, side, cargo, start)
    out += lift_refusals(view, side, sailing, cargo, start, goal)
    out += mapboard_boxes.protection_refusals(view, ships, start)
    if theatre.is_mapboard_box(start) or theatre.is_mapboard_box(goal):
        out += transport_refusals(view, side, goal, 1)
    ends = [*end_refusals(view, side, start, "loading"), *end_refusals(view, side, goal, "landing")]
    out += ends
    if any(r.code in ("not-cargo", "not-ashore", "no-port-access", "cut-off-inland") for r in out):
        return out
    for base in dict.fromkeys(u.base for u in sailing if not theatre.is_sw_box(u.base)) or (start,):
        out += way_refusals(view, side, sailing, cargo, base, start, goal, via)
    return out


def has_several_goals(order: Any) -> bool:
    """Return True when an order names several destinations."""
    return " and " in order.to


@clause("21.65I")
def several_goals_refusal(order: Any) -> Refusal:
    """Return the refusal of an order with several destinations. Each needs an escort by ships of
    its own."""
    goals = tuple(order.to.split(" and "))
    each = tuple(
        Remedy("one-goal", remedies.order_text(replace(order, to=g)), facts(goal=g)) for g in goals
    )
    return Refusal("21.65I", "one-destination", goals, (), each)


def split_guards(ships: Sequence[Unit], box: str) -> tuple[tuple[Unit, ...], tuple[Unit, ...]]:
    """Return (ships of the SW box *box*, which guard its transports; the other ships)."""
    guards = tuple(u for u in ships if box and u.base == box)
    return guards, tuple(u for u in ships if u not in guards)


@clause("21.65G#2")
def guard_refusals(view: State, guards: Sequence[Unit]) -> list[Refusal]:
    """Refuse guards that already guard another escort or shipment of this phase. Guards of an SW
    box are assigned before the enemy attacks any of them."""
    taken = tuple(u.id for u in guards if u.id in view.guards)
    return (
        [Refusal("21.65G#2", "guards-another", taken, (), (Remedy("other-guards"),))]
        if taken
        else []
    )


@clause("21.65F", "21.65G")
def protector_refusals(ships: Sequence[Unit]) -> list[Refusal]:
    """Refuse ships that may not protect an escort. Other fleet ships and carriers may, within the
    limits of the destroyers. Submarines and transports may not, nor ships of an SW box whose
    transports do not sail."""
    wrong = employment.unfit_ships([u for u in ships if u.kind == "ship"], "escort")
    out = [Refusal("21.65F", "cannot-protect", wrong)] if wrong else []
    idle = tuple(u.id for u in ships if theatre.is_sw_box(u.base))
    return (
        [*out, Refusal("21.65G", "guards-its-transports", idle, (), (Remedy("leave-behind"),))]
        if idle
        else out
    )


def embarkation_place(view: State, side: str, cargo: Sequence[Unit]) -> str:
    """Return where units embark: where they stand, or for inland units the nearest friendly port
    that they reach over land."""
    here = cargo[0].at
    return (
        here
        if is_landing_place(view, here)
        else by_land.nearest_port_by_land(view, side, here) or here
    )


@clause("21.65H", "21.65B")
def start_refusals(view: State, side: str, cargo: Sequence[Unit], start: str) -> list[Refusal]:
    """Refuse units that do not embark at one place. They must stand there or reach it over land."""
    away = [u for u in cargo if u.at != start]
    if not is_landing_place(view, start):
        return [
            Refusal(
                "21.65H",
                "cut-off-inland",
                tuple(u.id for u in cargo),
                facts(place=theatre.name_of(view, start)),
            )
        ]
    lost = tuple(u.id for u in away if not by_land.can_reach_by_land(view, side, u.at, start))
    if not lost:
        return []
    places = tuple(dict.fromkeys(u.at for u in cargo))
    return [Refusal("21.65B", "several-embarkations", places, (), (), (), ("21.65H", "21.6"))]


@clause("21.65A#2")
def sortie_refusals(ships: Sequence[Unit]) -> list[Refusal]:
    """Refuse ships that have redeployed in this phase. An escort starts from the base that a ship
    had when the phase began."""
    moved = (u for u in ships if u.sortied)
    return [
        Refusal("21.65A#2", "already-sortied", (u.id,), facts(base=u.base), (), (), ("21.321",))
        for u in moved
    ]


@clause("21.66D")
def cargo_refusals(cargo: Sequence[Unit]) -> list[Refusal]:
    """Refuse cargo other than ground and air units ashore, and units that have redeployed in this
    phase. Units that came back to where they embarked have not redeployed."""
    out = []
    for code, ids in (
        ("not-cargo", [u.id for u in cargo if u.kind not in ("ground", "air")]),
        ("not-ashore", [u.id for u in cargo if not u.present or u.force or u.aboard]),
    ):
        if ids:
            out.append(Refusal("21.65H", code, tuple(ids), (), (), (), ("21.61",)))
    moved = tuple(u.id for u in cargo if u.sortied)
    return (
        [*out, Refusal("21.66D", "redeployed-already", moved, (), (Remedy("next-turn"),))]
        if moved
        else out
    )


@clause("21.65C", "21.65D")
def end_refusals(view: State, side: str, place: str, end: str) -> list[Refusal]:
    """Refuse an end of an escort that is not a port, an island of 21.37 or a mapboard box of the
    side. Loading needs full supply, landing full or partial supply."""
    cite = "21.65C" if end == "loading" else "21.65D"
    if theatre.is_box(place) and theatre.is_mapboard_box(place):
        foreign = side != "Allied"
        return (
            [Refusal("21.216", "western-allies-only", (place,), facts(box=place), (), (), (cite,))]
            if foreign
            else []
        )
    if not is_landing_place(view, place):
        return [
            Refusal(
                "21.37",
                "no-port-access",
                (place,),
                facts(place=theatre.name_of(view, place)),
                (),
                (),
                (cite,),
            )
        ]
    if not is_friendly(view, side, place):
        about = facts(place=theatre.name_of(view, place), holder=side_holding(view, place))
        return [Refusal(cite, "end-not-yours", (place,), about, (Remedy("other-goal"),))]
    level = supply_level(view, place)
    if level not in SUPPLIED[end]:
        about = facts(place=theatre.name_of(view, place), supply=level, end=end)
        return [Refusal(cite, "end-not-supplied", (place,), about, (Remedy("restore-supply"),))]
    return []


@clause("21.65A", "21.62")
def way_refusals(
    view: State,
    side: str,
    ships: Sequence[Unit],
    cargo: Sequence[Unit],
    base: str,
    start: str,
    goal: str,
    via: Sequence[str],
) -> list[Refusal]:
    """Refuse the route of the ships of one base: they lie where the units embark, or reach that
    place on their first leg, and go on."""
    here = [u for u in ships if u.base == base]
    sailing = here or cargo
    fetch = is_evacuation(view, here, base, goal)
    plan = escort_track(view, side, sailing, base, start, goal, via)
    if (
        fetch
        and plan.refusals
        and not routing.plot_route(view, side, sailing, base, start, (), "patrol").refusals
    ):
        return []
    out = list(plan.refusals)
    if not plan.refusals:
        out += mapboard_boxes.gateway_refusals(
            view, (*here, *cargo), start, goal, distances.ports_touched(view, side, plan.path)
        )
    if (
        base != start
        and not fetch
        and not theatre.is_box(base)
        and not mapboard_boxes.is_special_route(view, base, start)
    ):
        limit = limits_for(view, side, sailing, base, start, "escort")
        first = limit.every if limit.initial is None else limit.initial
        there = routing.plot_route(view, side, sailing, base, start, (), "base-change").distance
        if first is not None and there > first:
            about = facts(leg=there, limit=first, start=base, end=start)
            out.append(
                Refusal("21.65A", "leg-too-long", (base, start), about, (Remedy("nearer-base"),))
            )
    return out


def escort_track(
    view: State,
    side: str,
    ships: Sequence[Unit],
    base: str,
    start: str,
    goal: str,
    via: Sequence[str],
) -> routing.Plan:
    """Return the track of an escort from its base to where the units embark and on to the goal. A
    portless island that they leave counts as a port."""
    if base != start and (
        theatre.is_box(start) or mapboard_boxes.is_special_route(view, start, goal)
    ):
        return routing.plot_with_call(
            view, side, ships, (base, start, goal), (), via, "escort", "21.62"
        )
    stops = (start, *via) if base != start else tuple(via)
    island = () if is_port(view, start) else (start,)
    return routing.plot_route(view, side, ships, base, goal, stops, "escort", "21.62", island)


@clause("21.64F", "21.64G", "21.64H", "21.61#2")
def transport_choice(view: State, side: str, start: str, goal: str) -> tuple[str, str, bool]:
    """Return what an escort may or must use instead of destroyers: (SW box of its transports,
    switch that decides, whether it must). The box is empty when it may not use transports.

    Transports are compulsory to and from mapboard boxes as HR-64H lists them, and optional for the
    pairs of HR-64G. No other escort uses them.
    """
    end = next((p for p in (start, goal) if theatre.is_mapboard_box(p)), "")
    if end:
        listed = view.rulings.switch("HR-64H") == "boxes" or end in (
            *mapboard_boxes.US_BOXES,
            theatre.SOUTH_AFRICA,
        )
        return (mapboard_boxes.sw_box_of(end), "HR-64H", True) if listed else ("", "HR-64H", False)
    ends = (start, goal)
    pair = all(
        has_named_place(view, p, *mapboard_boxes.INDIAN_OCEAN_PORTS)
        and is_friendly(view, side, p, "turn")
        for p in ends
    )
    if pair and view.rulings.switch("HR-64G") == "indian-ocean":
        return theatre.INDIAN_SW, "HR-64G", False
    return "", "HR-64G" if pair else "", False


@clause("21.64A", "21.64C")
def lift_refusals(
    view: State, side: str, ships: Sequence[Unit], cargo: Sequence[Unit], start: str, goal: str
) -> list[Refusal]:
    """Refuse too little lift: a destroyer factor for each escorted factor, or a transport of the SW
    box for every five, rounded up."""
    need = destroyers_needed(view, side, "escort", cargo, goal)
    have = destroyer_lift(ships)
    box, switch, must = transport_choice(view, side, start, goal)
    rests = (switch,) if switch else ()
    if box and (must or have < need):
        wanted, free = transports_for(view, "escort", need), free_transports(view, side, box)
        counted = f"{side} {box}" in view.sw or box in view.sw
        if counted and free < wanted:
            about = facts(needs=wanted, has=max(free, 0), cargo=need, box=box)
            return [
                Refusal(
                    "21.64H" if must else "21.64G",
                    "too-few-transports",
                    (box,),
                    about,
                    (),
                    rests,
                    ("21.64C", "21.35A"),
                )
            ]
        return []
    if have < need:
        about = facts(needs=need, has=have, cargo=need, missing=need - have)
        also = ("21.64F", "21.35A", *(() if have else ("21.61", "21.64G")))
        return [
            Refusal(
                "21.64A", "too-few-destroyers", tuple(u.id for u in ships), about, (), rests, also
            )
        ]
    return []


@clause("21.3615C", "21.3616E")
def is_evacuation(view: State, ships: Sequence[Unit], base: str, goal: str) -> bool:
    """Return True for destroyers of the Hawaiian Islands, or of Japan, that bring units home from
    an island within their range."""
    if not ships:
        return False
    allied = all(u.nation != "Japan" for u in ships)
    return (allied and is_in_hawaii(view, base) and is_in_hawaii(view, goal)) or (
        all(u.nation == "Japan" for u in ships)
        and is_in_japan(view, base)
        and is_in_japan(view, goal)
    )
