"""Missed orders of a player about to end a segment: cargo beside idle ships, patrols, ports cut
off, ships to bring home."""

from __future__ import annotations

from typing import Any

from flagplot.table import AskOrder, MissedOrder, Single, facts

from ..map import theatre
from ..nouns import L
from ..orders import (
    DONE,
    HarborAttack,
    Mission,
    Patrol,
    RaidOrder,
    Redeploy,
    Supply,
    Transport,
    Uninvert,
)
from ..rules import mission_points
from ..state import State
from .candidates import candidates
from .worth import evaluate

ASKED = (
    "movement",
    "transport",
    "supply",
    "combat",
    "redeployment",
    "harbor",
    "uninversion",
    "mission",
)
"""Kinds of questions that end when nothing more is ordered. Interceptions are left out: letting the
enemy pass is a choice."""


MOST = 4
"""Most reminders shown at once."""


COUNTED = 1_000
"""Mission points from which they count as unlimited: a reminder does not name them."""


def missed_orders(view: State, request: Single) -> tuple[MissedOrder, ...]:
    """Return the useful orders that the side has not given and that look better than ending now,
    the gravest first."""
    if not isinstance(request, AskOrder) or request.kind not in ASKED:
        return ()
    best: dict[tuple[str, str], tuple[float, MissedOrder]] = {}
    for order in candidates(view, request):
        value = evaluate(view, request, order) if order != DONE else 0.0
        told = missed_order(view, request.side, order) if value > 0 else None
        if told is not None:
            key = (told[0], told[1].code)
            if key not in best or value > best[key][0]:
                best[key] = (value, told[1])
    ranked = sorted(best.values(), key=lambda x: (GRAVEST.index(x[1].code), -x[0]))
    return tuple(f for _, f in ranked[:MOST])


GRAVEST = (
    "cargo-waits",
    "landing-open",
    "cut-off",
    "nobody-out",
    "raiders-idle",
    "harbor-open",
    "oil-unspent",
    "ships-away",
)
"""Codes of missed orders, the gravest first."""


def missed_order(view: State, side: str, order: Any) -> tuple[str, MissedOrder] | None:
    """Return (key, missed order) for a useful order; only the best order of each key and code is
    shown. ``None`` for orders that need no reminder."""
    text = L.text(order)
    match order:
        case Transport():
            ids = tuple(p.id for p in order.cargo)
            base = view.units[ids[0]].base or view.units[ids[0]].at
            return base, MissedOrder(
                "cargo-waits",
                "21.43",
                ids,
                facts(port=place_text(view, base), to=place_text(view, order.to)),
                text,
            )
        case Mission() if order.cargo:
            return order.kind, MissedOrder(
                "landing-open", "21.5", (), facts(to=place_text(view, order.to)), text
            )
        case Supply():
            return order.to, MissedOrder(
                "cut-off", "21.42", (), facts(to=place_text(view, order.to)), text
            )
        case Patrol():
            out = any(f.side == side and f.mission == "patrol" for f in view.forces.values())
            left = mission_points.points_left(view, side)
            points = f" {left} mission points are left." if left < COUNTED else ""
            about = facts(to=place_text(view, order.to), points=points)
            return None if out else ("", MissedOrder("nobody-out", "21.41", (), about, text))
        case RaidOrder():
            return "", MissedOrder(
                "raiders-idle", "21.53", tuple(p.id for p in order.units), (), text
            )
        case HarborAttack():
            return order.target, MissedOrder(
                "harbor-open", "21.44", (), facts(port=place_text(view, order.target)), text
            )
        case Uninvert():
            return "", MissedOrder("oil-unspent", "21.7", (), (), text)
        case Redeploy():
            ids = tuple(p.id for p in (*order.cargo, *order.units))
            return view.units[ids[0]].base, MissedOrder(
                "ships-away", "21.6", ids, facts(to=place_text(view, order.to)), text
            )
        case _:
            return None


def place_text(view: State, id: str) -> str:
    """Return a port by name, any other hex by id."""
    try:
        return theatre.name_of(view, theatre.place_id(view, id))
    except (KeyError, ValueError):
        return id
