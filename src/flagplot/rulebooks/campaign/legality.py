"""One door for every order: which check belongs to it, and in which phase it may be given."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import msgspec

from flagplot.table import LEGAL, Command, Refusal, Verdict, clause, facts, refuse

from . import orders as o
from .battle.legal import check as check_battle
from .battle.orders import BATTLE_ORDERS
from .bombardment import check_bombard
from .convoys import check_convoy
from .evacuation import check_displace, check_evacuate
from .flights import check_embark, check_fly
from .intercept import check_intercept
from .launching import check_regroup
from .missions import check_base_change, check_patrol
from .overland import check_overland
from .passages import check_passage
from .phases import SEA
from .script import check_supply, patrol_limit
from .state import State


def check_cancel(state: State, side: str, order: o.Cancel) -> Verdict:
    """Orders may be torn up until the side is done."""
    m = state.missions.get(order.mission)
    if m is None or m.side != side:
        return refuse(Refusal("6.4.1.a", "no-such-mission", (order.mission,)))
    return refuse(None if m.status == "ordered" else Refusal("6.1.3.c", "not-at-sea", (m.id,)))


Check = Callable[[State, str, Any], Verdict]

DOORS: dict[type[msgspec.Struct], tuple[str, Check]] = {
    o.Patrol: ("orders", check_patrol),
    o.BaseChange: ("orders", check_base_change),
    o.Convoy: ("orders", check_convoy),
    o.Overland: ("orders", check_overland),
    o.Regroup: ("orders", check_regroup),
    o.Cancel: ("orders", check_cancel),
    o.Fly: ("orders", check_fly),
    o.Embark: ("orders", check_embark),
    o.Supply: ("orders", check_supply),
    o.Intercept: ("operations", check_intercept),
    o.Bombard: ("operations", check_bombard),
    o.Passage: ("breakthrough", check_passage),
    o.Evacuate: ("breakthrough", check_evacuate),
    o.Displace: ("breakthrough", check_displace),
}
"""The phase each order belongs to, and its check."""


@clause("6.3.a", "6.3.b", "6.1.1.a")
def check(state: State, request: Command[Any], order: Any) -> Verdict:
    """Whether *request.side* may give *order* now; *state* is its view. Orders of another phase are refused (6.3).

    Raises ``TypeError`` for what is no order of this book.
    """
    side, now = request.side, request.kind
    if isinstance(order, BATTLE_ORDERS):
        if now != "battle" or state.battle is None:
            return refuse(Refusal("6.3.b", "not-now", (), facts(belongs="battle", phase=now)))
        return check_battle(SEA.get(state), side, order)  # type: ignore[arg-type]
    if isinstance(order, o.Done):
        return refuse(Refusal("6.3.b", "not-now", (), facts(belongs="orders", phase=now)) if now == "battle" else None)
    if type(order) not in DOORS:
        raise TypeError(f"{order!r} is no order of this book")
    belongs, checked = DOORS[type(order)]
    hunting = isinstance(order, o.Intercept) and now == "breakthrough"  # passages and evacuations are met there (6.5.1.5)
    if belongs != now and not hunting:
        return _out_of_phase(state, side, now, order)
    verdict = checked(state, side, order)
    return verdict + _scenario_limits(state, side, order)


@clause("6.4.b")
def _out_of_phase(state: State, side: str, now: str, order: Any) -> Verdict:
    """6.3, 6.4 The refusal for an order of another phase; where its clauses forbid it whatever the phase, those as well."""
    belongs, _ = DOORS[type(order)]
    detail = facts(belongs=belongs, phase=now)
    also = ("6.3.b",) if isinstance(order, o.Intercept) else ()
    late = refuse(Refusal("6.3.a" if belongs == "orders" else "6.4.b", "not-now", (), detail, also=also))
    if isinstance(order, o.Regroup):
        return late + check_regroup(state, side, order)
    if isinstance(order, o.Bombard) and not state.invasions:
        return late + check_bombard(state, side, order)
    return late


def _scenario_limits(state: State, side: str, order: Any) -> Verdict:
    """What the scenario forbids: patrols beyond its number, ships of a nation still neutral."""
    if not isinstance(order, (o.Patrol, o.BaseChange, o.Convoy, o.Regroup)):
        return LEGAL
    most = patrol_limit(state, side)
    ships = order.escorts if isinstance(order, o.Convoy) else order.add if isinstance(order, o.Regroup) else order.units
    out: list[Refusal | None] = []
    if isinstance(order, o.Patrol) and most:
        sent = sum(1 for m in state.missions.values() if m.side == side and m.kind == "patrol")
        out.append(Refusal("6.3.3.a", "patrols-used-up", (), facts(most=most)) if sent >= most else None)
    bases = {u: state.ports.get(state.ships[u].base) for u in ships if u in state.ships}
    waiting = tuple(u for u, port in bases.items() if port is not None and port.neutral)
    out.append(Refusal("6.3.3.a", "neutral-waits", waiting) if waiting else None)
    return refuse(*out)
