"""Sea supply lines, oil shipments and BRP grants by sea (21.42, 21.56): their time, lift and
protection."""

from __future__ import annotations

from collections.abc import Sequence

from flagplot.table import AskOrder, Refusal, Remedy, Table, Verdict, clause, facts, refuse

from ...events import Announced, SegmentBegan
from ...map import theatre
from ...map.ports import nation_holding
from ...orders import Supply
from ...state import State, Unit, needs_task_force
from ...state.nations import NATIONS, is_western_allied, principal_nation
from .. import mapboard_boxes, remedies
from ..employment import escort_refusals, start_refusals, transport_refusals
from ..forces import (
    lead_base_of,
    muster_units,
    new_force,
    selected_units,
    task_force_name,
    unknown_picks,
)
from ..movement import routing
from ..registry import carries, checks
from . import cargo, sea_escort
from .cargo import destroyer_lift, free_transports, sea_supply_refusal
from .events import GuardsAssigned
from .sea_transport import TransportsCommitted
from .voyage import sail_shipment

MOMENTS = frozenset(
    {("movement", "announce"), ("movement", "supply"), ("combat", "post-combat-supply")}
)
"""(phase, segment) pairs in which supply is determined. In the first of them it ends the
announcements."""
OIL_DESTROYERS = 3
"""Destroyer factors for an oil counter of the European Axis."""


def flows_of(order: Supply) -> tuple[tuple[str, int], ...]:
    """Return what an order ships: (``supply``, ``oil`` or ``brp``, amount) pairs."""
    return tuple((f.what, f.amount) for f in order.flows) or ((order.what, order.amount),)


def amount_of(order: Supply, what: str) -> int:
    """Return the number of oil counters, BRPs or supply lines that an order ships."""
    return sum(n for kind, n in flows_of(order) if kind == what)


@clause("21.42", "21.56", "21.63", "21.63A", "21.63B")
def time_refusals(view: State, side: str) -> list[Refusal]:
    """Refuse supply, oil and grants except when the mover determines its initial supply or its
    supply after combat."""
    if view.mover != side or (view.phase, view.segment) not in MOMENTS:
        about = facts(segment=view.segment, phase=view.phase)
        return [
            Refusal(
                "21.42",
                "wrong-segment",
                (),
                about,
                (),
                (),
                ("21.56", "21.63", "21.63A", "21.63B", "21.63C"),
            )
        ]
    if view.segment == "announce" and any(
        f.side == side for f in view.forces.values() if f.state == "announced"
    ):
        return [Refusal("21.42", "announced-first", (), (), (Remedy("done", "done"),))]
    return []


def asks_for_supply(s: State) -> bool:
    """Return True when the mover is asked for supply, oil and grants: it has transports in an SW
    box, or the position says so."""
    return (
        any(b.transports for k, b in s.sw.items() if k.startswith(s.mover))
        or "supply" in s.named_by_case
    )


@checks(Supply)
@clause("21.424")
def check_supply(view: State, request: AskOrder, order: Supply) -> Verdict:
    """Check a sea supply line, oil shipment or grant, or several together: protection, range and
    transports."""
    side = request.side
    out = time_refusals(view, side)
    missing = unknown_picks(view, side, order.units)
    if missing:
        return refuse(*out, Refusal("21.42", "unknown-unit", missing))
    source, goal = theatre.place_id(view, order.source), theatre.place_id(view, order.to)
    ships = selected_units(view, side, order.units)
    box = shipping_area(view, source, goal)
    guards, others = sea_escort.split_guards(
        ships, box if transports_for(view, side, order) else ""
    )
    groups = tuple(p.id for p in order.units if p.id.startswith("TF"))
    divided = sea_supply_refusal(order, groups) if amount_of(order, "supply") else None
    out += [divided] if divided else []
    out += mapboard_boxes.protection_refusals(view, ships, source)
    out += sea_escort.guard_refusals(view, guards) + escort_refusals(guards, "supply")
    if others:
        tf = task_force_name(order.units, order.tf)
        out += start_refusals(
            view, side, others, "supply", tf=tf or ("TF" if not needs_task_force(others) else "")
        )
        out += sea_escort.protector_refusals(others)
    foreign = [b for b in (source, goal) if theatre.is_mapboard_box(b) and side != "Allied"]
    if foreign:
        out.append(Refusal("21.421B", "boxes-are-allied", tuple(foreign), facts(box=foreign[0])))
    out += shipper_refusals(view, side, order, source)
    if theatre.is_mapboard_box(source):
        out += transport_refusals(view, side, goal, 1)
    out += carrier_refusals(view, side, order, source, box, others)
    out += goods_refusals(view, side, order, source, goal)
    if counts_hexes(view, source, goal):
        out += routing.plot_route(
            view,
            side,
            others or stand_in_ships(view, side, source),
            source,
            goal,
            order.via,
            "supply",
            "",
        ).refusals
    for base in dict.fromkeys(
        u.base for u in others if u.base != source and not theatre.is_sw_box(u.base)
    ):
        out += sea_escort.way_refusals(view, side, others, (), base, source, goal, order.via)
    return refuse(*dict.fromkeys(out))


@clause("21.423", "21.422", "21.64E")
def shipper_refusals(view: State, side: str, order: Supply, source: str) -> list[Refusal]:
    """Refuse goods of a power that may not ship them, by the nation that holds the source. Only the
    Western Allies grant BRPs by sea. Russia has no transports, so it ships no oil."""
    nation = nation_holding(view, source)
    western = side == "Allied" and is_western_allied(nation)
    about = facts(place=theatre.name_of(view, source), nation=nation)
    out = []
    if amount_of(order, "brp") and not western:
        out.append(
            Refusal(
                "21.423",
                "grants-are-allied",
                (source,),
                about,
                (Remedy("western-source"),),
                (),
                ("21.64D",),
            )
        )
    if amount_of(order, "oil") and side == "Allied" and not western:
        out.append(
            Refusal(
                "21.422",
                "oil-of-others",
                (source,),
                about,
                (Remedy("western-source"),),
                (),
                ("21.64E",),
            )
        )
    return out


@clause("21.3612", "21.421A")
def stand_in_ships(view: State, side: str, source: str) -> tuple[Unit, ...]:
    """Return a stand-in for the ships of an unguarded line. It has the limits of ships of the
    nation that holds the source."""
    held = nation_holding(view, source)
    nation = (
        held if held in NATIONS else principal_nation(side, pacific=view.board == theatre.PACIFIC)
    )
    return (Unit("", "", side, nation, "ship", "DD", 1),)


def counts_hexes(view: State, source: str, goal: str) -> bool:
    """Return True when hexes are counted on the route: not between boxes, nor where the Indian
    Ocean has its own rules."""
    return not (
        theatre.is_box(source) and theatre.is_box(goal)
    ) and not mapboard_boxes.is_special_route(view, source, goal)


def shipping_area(view: State, source: str, goal: str) -> str:
    """Return the SW box whose transports serve a shipment: that of a mapboard box at an end, else
    that of the map's ocean."""
    end = next((p for p in (source, goal) if theatre.is_mapboard_box(p)), "")
    return (
        mapboard_boxes.sw_box_of(end)
        if end
        else theatre.PACIFIC_SW
        if view.board == theatre.PACIFIC
        else theatre.ATLANTIC_SW
    )


@clause("21.421B", "21.422", "21.423", "21.64D", "21.64E", "21.65I#2")
def transports_for(view: State, side: str, order: Supply) -> int:
    """Return the transports that a shipment takes: one for a supply line from a mapboard box, one
    for an oil counter (except the European Axis's), one for every five BRPs, rounded up. A combined
    shipment takes their sum."""
    source = theatre.place_id(view, order.source)
    takes = {
        "brp": amount_of(order, "brp"),
        "oil": 0 if is_by_destroyers(view, side, order) else amount_of(order, "oil"),
        "supply": amount_of(order, "supply") if theatre.is_mapboard_box(source) else 0,
    }
    return sum(cargo.transports_for(view, what, n) for what, n in takes.items())


def is_by_destroyers(view: State, side: str, order: Supply) -> bool:
    """Return True for the European Axis, whose oil goes by destroyers. Of the Axis only Japan is
    excepted."""
    japanese = any(u.nation == "Japan" for u in selected_units(view, side, order.units))
    return side == "Axis" and not japanese and view.board != theatre.PACIFIC


@clause("21.422#2", "21.64B")
def oil_lift(view: State, side: str, order: Supply) -> int:
    """Return the destroyer factors that an order's oil takes: three for each counter of the
    European Axis."""
    return OIL_DESTROYERS * amount_of(order, "oil") if is_by_destroyers(view, side, order) else 0


@clause("21.421A")
def carrier_refusals(
    view: State, side: str, order: Supply, source: str, box: str, ships: Sequence[Unit]
) -> list[Refusal]:
    """Refuse too few transports in the SW box, or too few destroyers for oil of the European Axis.
    A supply line from a port needs neither."""
    out = []
    need = transports_for(view, side, order)
    known = f"{side} {box}" in view.sw or box in view.sw
    have = free_transports(view, side, box)
    if need and known and have < need:
        cite, *also = (
            c for what, under in TRANSPORT_CLAUSES.items() if amount_of(order, what) for c in under
        )
        code = "no-transport" if have < 1 else "too-few-transports"
        out.append(
            Refusal(
                cite,
                code,
                (box,),
                facts(box=box, needs=need, has=max(have, 0)),
                (),
                (),
                tuple(also),
            )
        )
    wanted = oil_lift(view, side, order)
    lifting = destroyer_lift(ships)
    if lifting < wanted:
        about = facts(needs=wanted, has=lifting, oil=amount_of(order, "oil"))
        more = remedies.free_destroyers_at(
            view, side, {source}, wanted - lifting, {u.id for u in ships}
        )
        plus = remedies.plus_ships(order, more, "more-destroyers")
        out.append(
            Refusal("21.422#2", "oil-needs-destroyers", (source,), about, plus, (), ("21.64B",))
        )
    return out


TRANSPORT_CLAUSES = {
    "brp": ("21.423", "21.64D"),
    "oil": ("21.422", "21.64E"),
    "supply": ("21.421B",),
}
"""Kind of goods -> clauses that require transports for it."""


@clause("21.65D", "21.65E")
def goods_refusals(view: State, side: str, order: Supply, source: str, goal: str) -> list[Refusal]:
    """Refuse oil and BRPs that are not loaded in full supply and landed in full or partial supply.
    Oil may also land at a bridgehead. After combat both may land where a supply line is traced in
    the same segment, even by the same order."""
    oil, grants = amount_of(order, "oil"), amount_of(order, "brp")
    if not oil and not grants:
        return []
    out = [
        r
        for r in sea_escort.end_refusals(view, side, source, "loading")
        if r.code != "western-allies-only"
    ]
    landing = [
        r
        for r in sea_escort.end_refusals(view, side, goal, "landing")
        if r.code != "western-allies-only"
    ]
    if oil and not grants and goal in view.bridgeheads:
        landing = [r for r in landing if r.code != "no-port-access"]
    if view.phase == "combat" and amount_of(order, "supply"):
        landing = [r for r in landing if r.code != "end-not-supplied"]
    return out + [with_line_remedy(r) for r in landing]


def with_line_remedy(r: Refusal) -> Refusal:
    """Return the refusal of a place without supply with a remedy added: to trace a line to it at
    the same time."""
    if r.code != "end-not-supplied":
        return r
    return Refusal(
        r.clause,
        r.code,
        r.culprits,
        r.detail,
        (*r.remedies, Remedy("trace-line")),
        r.rests_on,
        (*r.also_cites, "21.65E"),
    )


@carries(Supply)
async def ship_supply(t: Table[State], side: str, order: Supply) -> None:
    """Trace the line and ship the goods with it. The enemy may intercept it and its protectors. An
    aborted shipment with transports closes its supply zone."""
    if t.state.segment == "announce":
        t.record(SegmentBegan("21.42", "supply"))
    s = t.state
    source, goal = theatre.place_id(s, order.source), theatre.place_id(s, order.to)
    need, box = transports_for(s, side, order), shipping_area(s, source, goal)
    ids = muster_units(t, side, order.units, "21.42")
    guards, ships = sea_escort.split_guards([t.state.units[i] for i in ids], box if need else "")
    if need and (f"{side} {box}" in s.sw or box in s.sw):
        t.record(TransportsCommitted("21.421B", side, box, need))
    base = lead_base_of(ships) if ships else source
    measured = base != source or counts_hexes(s, source, goal)
    sailing = ships or stand_in_ships(s, side, source)
    path = (
        sea_escort.escort_track(s, side, sailing, base, source, goal, order.via).path
        if measured
        else (source, goal)
    )
    force = new_force(
        t.state,
        side,
        "supply",
        [u.id for u in ships],
        path,
        goal,
        order.tf,
        transports=need,
        embark=(source,),
        note="; ".join(f"{what} {n}" for what, n in flows_of(order)),
    )
    name = force.id
    t.record(Announced("21.42", force, operation="sea supply"))
    if guards:
        t.record(GuardsAssigned("21.65G", side, name, tuple(u.id for u in guards)))
    await sail_shipment(t, name, oil_lift(s, side, order), box)
