"""Execution of sea escorts (21.6), whole or leg by leg: transports are committed, ships sail, units
land."""

from __future__ import annotations

import msgspec

from flagplot.table import AskOrder, Refusal, Remedy, Table, Verdict, clause, facts, refuse

from ...events import Announced
from ...map import theatre
from ...map.ports import is_landing_place
from ...orders import Leg, Relay
from ...state import Force, State, Unit, needs_task_force, replace
from ...state.unit_names import free_force_id
from ..employment import presence_refusals
from ..forces import lead_base_of, muster_units, selected_units, unknown_picks
from ..movement import by_land
from ..registry import carries, checks
from . import sea_escort
from .cargo import (
    cargo_factors,
    destroyer_lift,
    destroyers_needed,
    free_transports,
    ground_part_refusal,
    transports_for,
)
from .events import GuardsAssigned, WentByLand
from .sea_escort import time_refusals
from .sea_transport import TransportsCommitted
from .voyage import ARRIVED, sail_shipment


class EscortLeg(msgspec.Struct, frozen=True):
    """An escort or one leg of it: its ships, their cargo and the goal."""

    ships: tuple[str, ...]
    cargo: tuple[str, ...]
    goal: str
    via: tuple[str, ...] = ()
    tf: str = ""


async def carry_out_escort(
    t: Table[State], side: str, stage: EscortLeg, *, ends: bool = True
) -> str:
    """Carry out an escort and return its end. Units that need no ships redeploy over land. Units
    that land have redeployed, unless another leg follows (*ends* is false)."""
    s = t.state
    goods = [s.units[i] for i in stage.cargo]
    if not stage.ships and all(by_land.can_reach_by_land(s, side, u.at, stage.goal) for u in goods):
        t.record(WentByLand("21.61", side, stage.goal, stage.cargo, ends))
        return ARRIVED
    start = sea_escort.embarkation_place(s, side, goods)
    inland = tuple(u.id for u in goods if u.at != start)
    if inland:
        t.record(WentByLand("21.65H", side, start, inland, False))
    ships = [t.state.units[i] for i in stage.ships]
    need = destroyers_needed(s, side, "escort", goods, stage.goal)
    box, _, must = sea_escort.transport_choice(s, side, start, stage.goal)
    guards, sailing = sea_escort.split_guards(ships, box)
    by_transports = bool(box) and (must or destroyer_lift(sailing) < need)
    number = transports_for(s, "escort", need) if by_transports else 0
    if number and (f"{side} {box}" in s.sw or box in s.sw):
        t.record(TransportsCommitted("21.64C", side, box, number))
    base = lead_base_of(sailing) if sailing else start
    path = sea_escort.escort_track(
        t.state, side, sailing or goods, base, start, stage.goal, stage.via
    ).path or (start, stage.goal)
    name = free_force_id(t.state, f"{side}-")
    t.record(
        Announced(
            "21.6",
            Force(
                id=name,
                side=side,
                mission="escort",
                units=tuple(u.id for u in sailing),
                path=path,
                target=stage.goal,
                since=t.state.player_turn,
                task_force=needs_task_force(ships) or bool(stage.tf),
                name=stage.tf,
                origin=base,
                cargo=stage.cargo,
                embark=(start,),
                transports=number,
            ),
            operation="sea escort",
        )
    )
    if guards:
        t.record(GuardsAssigned("21.65G", side, name, tuple(u.id for u in guards)))
    return await sail_shipment(t, name, 0 if number else need, box, ends=ends)


# -------------------------------------------------------------------------------- in several legs
@checks(Relay)
@clause("21.64I", "21.64-ex")
def check_relay(view: State, request: AskOrder, order: Relay) -> Verdict:
    """Check an escort in several legs. Each leg is an escort of its own from where the leg before
    it ended: transports are followed by destroyers based there, and destroyers by the transports
    that serve the place."""
    side = request.side
    out = time_refusals(view, side)
    missing = unknown_picks(
        view, side, (*order.cargo, *(p for leg in order.legs for p in leg.bearers))
    )
    if missing:
        return refuse(*out, Refusal("21.6", "unknown-unit", missing))
    cargo = selected_units(view, side, order.cargo)
    start, taken = sea_escort.embarkation_place(view, side, cargo), dict[str, int]()
    split = ground_part_refusal(view, order)
    out += [split] if split else []
    if len(order.legs) < 2:
        out.append(Refusal("21.64I", "one-leg", (), (), (Remedy("escort-instead"),)))
    for n, leg in enumerate(order.legs):
        out += leg_refusals(view, side, cargo, start, leg, n, taken)
        start = theatre.place_id(view, leg.to)
        cargo = tuple(replace(u, at=start, base=start) for u in cargo)
    return refuse(*dict.fromkeys(out))


def leg_refusals(
    view: State,
    side: str,
    cargo: tuple[Unit, ...],
    start: str,
    leg: Leg,
    number: int,
    taken: dict[str, int],
) -> list[Refusal]:
    """Return every refusal of one leg. *taken* holds the transports of each SW box that earlier
    legs take, and is updated."""
    goal = theatre.place_id(view, leg.to)
    ships = selected_units(view, side, leg.bearers)
    out = presence_refusals(view, side, ships, "redeploy")
    box, switch, _ = sea_escort.transport_choice(view, side, start, goal)
    if not ships and not box:
        rests = (switch,) if switch else ()
        out.append(
            Refusal(
                "21.64F",
                "destroyers-only",
                (start, goal),
                facts(start=start, end=goal),
                (),
                rests,
                ("21.64I",),
            )
        )
        return out
    away = tuple(u.id for u in ships if number and u.type == "DD" and u.base != start)
    if away:
        about = facts(place=theatre.name_of(view, start))
        out.append(Refusal("21.64I", "not-based-there", away, about, (Remedy("based-there"),)))
    if not is_landing_place(view, start) and number:
        return out
    known = box and (f"{side} {box}" in view.sw or box in view.sw)
    if known:
        taken[box] = taken.get(box, 0) + transports_for(view, "escort", cargo_factors(cargo))
        have = free_transports(view, side, box)
        if have < taken[box]:
            about = facts(needs=taken[box], has=max(0, have), cargo=cargo_factors(cargo), box=box)
            out.append(Refusal("21.64C", "too-few-transports", (box,), about, (), (), ("21.64I",)))
    return out + sea_escort.escort_refusals(view, side, ships, cargo, goal, leg.via)


@carries(Relay)
async def carry_out_relay(t: Table[State], side: str, order: Relay) -> None:
    """Carry out the legs in turn. When one fails, the units are back where that leg began, and stay
    there."""
    cargo = muster_units(t, side, order.cargo, "21.6")
    for n, leg in enumerate(order.legs):
        ids = muster_units(t, side, leg.bearers, "21.6")
        stage = EscortLeg(ids, cargo, theatre.place_id(t.state, leg.to), leg.via)
        if await carry_out_escort(t, side, stage, ends=n + 1 == len(order.legs)) != ARRIVED:
            return
