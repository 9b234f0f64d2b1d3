"""One door for every order: which check belongs to it, and in which phase it may be given."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import msgspec
from msgspec.structs import replace

from flagplot.table import LEGAL, Command, Refusal, Verdict, clause, facts, refuse

from .. import orders as o
from ..orders import L
from ..orders.battle import BATTLE_ORDERS
from ..state import State
from .assault.declare import check_attack, check_port_attack, check_reinforce
from .assault.islands import check_raise, check_station
from .assault.yards import check_repair, check_work, check_wreck
from .battle.legal import check as check_battle
from .battle.lens import SEA
from .interception.intercept import check_intercept
from .missions.bombardment import check_bombard
from .missions.convoys import check_convoy
from .missions.crossing import check_cross
from .missions.escorts import check_escort
from .missions.evacuation import check_displace, check_evacuate
from .missions.flights import check_cover, check_embark, check_fly
from .missions.invasions import check_invade
from .missions.launching import check_regroup
from .missions.overland import check_overland
from .missions.passages import check_passage
from .missions.patrols import check_base_change, check_patrol
from .scenario import check_supply, patrol_limit


def check_cancel(state: State, side: str, order: o.Cancel) -> Verdict:
    """Orders may be torn up until the side is done."""
    m = state.missions.get(order.mission)
    if m is None or m.side != side:
        return refuse(Refusal("6.4.1.a", "no-such-mission", (order.mission,)))
    return refuse(None if m.status == "ordered" else Refusal("6.1.3.c", "not-at-sea", (m.id,)))


Check = Callable[[State, str, Any], Verdict]

DOORS: dict[type[msgspec.Struct], Check] = {
    o.Patrol: check_patrol,
    o.BaseChange: check_base_change,
    o.Convoy: check_convoy,
    o.Overland: check_overland,
    o.Regroup: check_regroup,
    o.Cancel: check_cancel,
    o.Fly: check_fly,
    o.Embark: check_embark,
    o.Escort: check_escort,
    o.Cover: check_cover,
    o.Cross: check_cross,
    o.Invade: check_invade,
    o.Supply: check_supply,
    o.Intercept: check_intercept,
    o.Bombard: check_bombard,
    o.Passage: check_passage,
    o.Evacuate: check_evacuate,
    o.Displace: check_displace,
    o.PortAttack: check_port_attack,
    o.Attack: check_attack,
    o.Reinforce: check_reinforce,
    o.RepairYard: check_repair,
    o.WreckYard: check_wreck,
    o.Station: check_station,
    o.Raise: check_raise,
    o.Work: check_work,
}
"""The check of each order; the phase it belongs to is declared with it."""


@clause("6.3.b", "6.1.1.a")
def check(state: State, request: Command[Any], order: Any) -> Verdict:
    """Whether *request.side* may give *order* now; *state* is its view. Orders of another phase are refused (6.3).

    Raises ``TypeError`` for what is no order of this book.
    """
    side, now = request.side, request.kind
    late = L.not_now(order, now)
    if isinstance(order, BATTLE_ORDERS):
        return refuse(late) if late or state.battle is None else check_battle(SEA.get(state), side, order)  # type: ignore[arg-type]
    if isinstance(order, o.Done):
        return refuse(Refusal("6.3.b", "not-now", (), facts(belongs="orders", phase=now)) if now == "battle" else None)
    if late is not None:
        return _out_of_phase(state, side, order, late)
    verdict = DOORS[type(order)](state, side, order)
    return verdict + _scenario_limits(state, side, order)


def _out_of_phase(state: State, side: str, order: Any, late: Refusal) -> Verdict:
    """6.3, 6.4 The refusal for an order of another phase; where its clauses forbid it whatever the phase, those as well."""
    if isinstance(order, o.Intercept):
        late = replace(late, also=("6.3.b",))
    if isinstance(order, o.Regroup):
        return refuse(late) + check_regroup(state, side, order)
    if isinstance(order, o.Bombard) and not state.invasions:
        return refuse(late) + check_bombard(state, side, order)
    return refuse(late)


def _scenario_limits(state: State, side: str, order: Any) -> Verdict:
    """What the scenario forbids: patrols beyond its number, ships of a nation still neutral."""
    if not isinstance(order, (o.Patrol, o.BaseChange, o.Convoy, o.Invade, o.Escort, o.Regroup)):
        return LEGAL
    most = patrol_limit(state, side)
    if isinstance(order, (o.Convoy, o.Invade)):
        ships = order.escorts
    else:
        ships = order.add if isinstance(order, o.Regroup) else order.units
    out: list[Refusal | None] = []
    if isinstance(order, o.Patrol) and most:
        sent = sum(1 for m in state.missions.values() if m.side == side and m.kind == "patrol")
        out.append(Refusal("6.3.3.a", "patrols-used-up", (), facts(most=most)) if sent >= most else None)
    if isinstance(order, o.Invade) and order.target in state.ports and state.ports[order.target].neutral:
        coup = state.flags.get("coup-de-main", "") == f"{side}:{state.turn}"
        out.append(None if coup else Refusal("6.3.6", "neutral-territory", (order.target,)))
    bases = {u: state.ports.get(state.ships[u].base) for u in ships if u in state.ships}
    waiting = tuple(u for u, port in bases.items() if port is not None and port.neutral)
    out.append(Refusal("6.3.3.a", "neutral-waits", waiting) if waiting else None)
    return refuse(*out)
