"""Orders that fulfil a duty of the scenario, and the check that a side does not end a phase with a
duty left."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from flagplot.table import AskOrder, Refusal, Remedy, Verdict, facts, refuse

from ..map import theatre
from ..nouns import Pick
from ..orders import Mission, Patrol
from ..scenarios.cards import Duty
from ..state import FAST_CARRIERS, State, Unit, factors
from . import remedies
from .employment import free_ships
from .forces import TF_LIMIT, fast_carriers, fast_fleet
from .invasion.ground_units import own_units
from .invasion.lift import destroyers_by_unit
from .registry import checks, ends
from .scenario_duties import duty_goal, duty_of, fit_ships, is_done, is_near

ASKED = {"invasion": "combat", "patrol": "movement"}
"""Mission -> kind of the question in which it is ordered."""


def duty_orders(view: State, side: str, d: Duty) -> Iterator[Any]:
    """Yield orders that would fulfil a duty: its ships, the strongest fast escort that a task force
    allows, and the ground units that the destroyers can lift."""
    bound = [u for u in fit_ships(view, d) if not (u.force or u.used)]
    place = duty_goal(view, d)
    for base in dict.fromkeys(u.base for u in bound):
        ready = [
            u
            for u in free_ships(view, side)
            if u.base == base and u.id not in d.units and u.fast and u.naval_factors
        ]
        troops = (
            own_units(view, side, base)
            if d.mission == "invasion" and place not in view.assaults
            else ()
        )
        need = sum(destroyers_by_unit(view, side, troops, place).values())
        room = TF_LIMIT - factors(bound) - need
        escort: list[Unit] = []
        for u in sorted(ready, key=lambda u: (-u.factors, u.id)):
            if (
                u.type != "DD"
                and u.type not in FAST_CARRIERS
                and factors(escort) + u.factors <= room
            ):
                escort.append(u)
        short = fast_carriers(bound) - fast_fleet(bound) - factors(escort)
        destroyers = remedies.free_destroyers_at(view, side, (base,), max(need, short), ())
        ships = (*(Pick(u.id) for u in (*bound, *escort)), *destroyers)
        name = remedies.free_name(view, side)
        if d.mission == "invasion":
            yield Mission(
                "invade" if troops else "bombard",
                ships,
                place,
                tuple(Pick(u.id) for u in troops),
                (),
                name,
            )
        else:
            board = theatre.board_of(view, place)
            for h in sorted(
                h for h in board.coords if board.hexes[h].kind == "sea" and is_near(view, d, h)
            ):
                yield Patrol(ships, h, (), name)


def duty_due(view: State, request: AskOrder) -> Duty | None:
    """Return the duty that a side can fulfil with the current question; None when it has none, or
    no legal order fulfils it."""
    return duty_of(view, request.side) if duty_order(view, request) is not None else None


def duty_order(view: State, request: AskOrder) -> Any:
    """Return an order that fulfils the side's duty with the current question; None when no legal
    order does."""
    d = duty_of(view, request.side)
    if d is None or request.kind != ASKED[d.mission] or is_done(view, request.side, d):
        return None
    return next(
        (o for o in duty_orders(view, request.side, d) if checks[type(o)](view, request, o)), None
    )


@ends("combat")
@ends("movement")
def check_phase_end(view: State, request: AskOrder) -> Verdict:
    """Refuse to end a phase while the side can still fulfil a duty of its scenario."""
    order = duty_order(view, request)
    d = duty_of(view, request.side)
    if order is None or d is None:
        return Verdict()
    mended = (Remedy("do-your-duty", remedies.order_text(order), facts(place=d.place)),)
    return refuse(
        Refusal("21.4", "mission-due", d.units, facts(place=d.place, mission=d.mission), mended)
    )
