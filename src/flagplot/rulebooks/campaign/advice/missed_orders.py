"""Missed orders, for a player who ends a phase or a battle turn.

These are waiting troops, spotted enemies that are not intercepted, ships without a port, guns that
have not fired.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from flagplot.table import AskOrder, MissedOrder, Single, facts

from .. import orders as o
from ..map.battle_ocean import hex_text
from ..nouns import L
from ..nouns.names import display_name
from ..orders import battle as bo
from ..rules.combat.coast_staff import best_shot as best_ashore
from ..rules.combat.staff import best_shot, staff_order
from ..rules.combat.visibility import seen_by
from ..state import State
from ..state.battle import SEA
from .candidates import candidates
from .worth import evaluate

MOST = 4
"""The most missed orders shown at once."""


DONE = o.Done()


def missed_orders(view: State, request: Single) -> tuple[MissedOrder, ...]:
    """Return the missed orders that look better than ending now, the most important first."""
    if not isinstance(request, AskOrder):
        return ()
    if request.kind == "battle":
        return tuple(in_battle(view, request.side))[:MOST]
    best: dict[tuple[str, str], tuple[float, MissedOrder]] = {}
    ending = evaluate(view, request, DONE)
    for order in candidates(view, request):
        value = evaluate(view, request, order)
        told = reminder_of(view, request.side, order) if value > ending else None
        if told is not None:
            key = (told.code, str(told.detail[0][1]) if told.detail else "")
            if key not in best or value > best[key][0]:
                best[key] = (value, told)
    found = [f for _, f in sorted(best.values(), key=lambda x: (GRAVEST.index(x[1].code), -x[0]))]
    return tuple(found[:MOST])


GRAVEST = ("no-port", "landing-waits", "troops-wait", "seen-not-met", "convoy-waits", "nobody-out")
"""The kinds that are shown first."""


def reminder_of(view: State, side: str, order: Any) -> MissedOrder | None:
    """Return the reminder for an order not given yet; ``None`` for an order that may be left
    out."""
    text = L.text(order)
    if isinstance(order, o.Displace | o.Evacuate | o.Passage):
        where = order.origin if isinstance(order, o.Evacuate) else view.ships[_first(order)].base
        return MissedOrder("no-port", "6.5.1.5", (), facts(port=where), text)
    if isinstance(order, o.Attack):
        return MissedOrder("landing-waits", "6.5.2", (), facts(port=order.port), text)
    if isinstance(order, o.Convoy | o.Invade) and (troops := _troops(order)):
        clause = "6.3.6" if isinstance(order, o.Invade) else "6.3.4"
        return MissedOrder(
            "troops-wait", clause, troops, facts(port=view.troops[troops[0]].at), text
        )
    if isinstance(order, o.Convoy):
        return MissedOrder("convoy-waits", "6.3.4", (), (), text)
    if isinstance(order, o.Intercept):
        return MissedOrder(
            "seen-not-met",
            "6.4.3",
            (),
            facts(mission=order.mission, place=display_name(view, order.place)),
            text,
        )
    out = any(m.side == side and m.kind == "patrol" for m in view.missions.values())
    return (
        MissedOrder("nobody-out", "6.3.3", (), (), text)
        if isinstance(order, o.Patrol) and not out
        else None
    )


def _first(order: o.Displace | o.Passage) -> str:
    return order.units[0] if isinstance(order, o.Displace) else order.unit


def _troops(order: o.Convoy | o.Invade) -> tuple[str, ...]:
    return order.cargo if isinstance(order, o.Convoy) else order.troops


def in_battle(view: State, side: str) -> Iterator[MissedOrder]:
    """Yield reminders for units that have a shot worth firing and have not fired, and for troops
    that may land."""
    b = SEA.get(view)
    if b.phase == "deploy" or b.colour(side) != b.mover:
        return
    enemies = [b.unit(i) for i in sorted(seen_by(b, b.colour(side)))]
    for u in b.afloat(b.colour(side)):
        if u.fired or u.facility or u.at is None or u.ammo <= 0 or b.turn < u.silent:
            continue
        target = best_ashore(b, u, enemies) if b.ground else best_shot(u, enemies)
        if target is not None and target.at is not None:
            shot = L.text(bo.Fire(u.id, target.id))
            yield MissedOrder(
                "gun-silent",
                "6.5.1",
                (u.id,),
                facts(target=target.name, hex=hex_text(target.at)),
                shot,
            )
    advised = staff_order(b, b.colour(side))
    if isinstance(advised, bo.Land):
        yield MissedOrder("troops-aboard", "6.5.2", (advised.unit,), (), L.text(advised))
