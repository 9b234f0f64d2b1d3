"""Evaluation of gunfire on a beach, in points: for the troops that stand there as the step ends,
and for the place they take."""

from __future__ import annotations

from functools import lru_cache

from msgspec.structs import replace

from flagplot.table import TailCall
from flagplot.table.core.memo import memo_per_state

from .. import nouns
from ..map import chart
from ..orders import CounterAttack, Support, Work
from ..rules.movement import costs
from ..rules.special import assault, fleets, inland, landing
from ..scenarios.loss_points import score_table
from ..state import Group, State
from ..state.units import CRAFT, Unit
from .worth import chance_to_throw_back

AGAIN = 0.2
"""The share of itself that a force loses in the next attack while it has not taken the hex."""


WASTED = 1.0
"""Points that useless gunfire loses: it should stay ready for troops that land later."""


USEFUL, IDLE = 3.5, 3.0
"""The value in points of preparing gunfire that a beach is waiting for, and of other gunfire that
is ready in time."""


def value_of_support(view: State, order: Support) -> float:
    """Return the points that gunfire support brings, less its cost. Where several ships are needed
    for an effect, return its share."""
    unit = view.units[order.unit]
    found = points_gained_by(view, unit, order.hex, divisions_in_reach(view, unit.side, order.hex))
    return found if found > 0 else found - WASTED


def points_gained_by(view: State, unit: Unit, hex: str, foes: tuple[str, ...]) -> float:
    """Return the points that *unit*'s gunfire adds at a beach, against counter-attacks by *foes*,
    less its cost. Where several ships are needed for the effect, the points are shared among
    them."""
    side, others, points = (
        unit.side,
        other_ready_units(view, unit, hex),
        view.support.get(hex, ("", 0))[1],
    )
    now = expected_beach_points(view, side, hex, foes, None, True)
    points, still = points + fleets.gunfire_points(unit), can_prepare_again(view, unit)
    best = expected_beach_points(view, side, hex, foes, points, still or bool(others)) - now
    for n, other in enumerate(others, 2):
        points, still = (
            points + fleets.gunfire_points(other),
            still or can_prepare_again(view, other),
        )
        best = max(
            best,
            (expected_beach_points(view, side, hex, foes, points, still or n <= len(others)) - now)
            / n,
        )
    return best - support_charge(view, unit)


def support_charge(view: State, unit: Unit) -> float:
    """Return the points that the scenario charges for gunfire at half or full strength."""
    score = score_table(view)
    if fleets.prepared_share(unit) == "quarter":
        return 0.0
    used = sum(fleets.gunfire_uses(view, u) for u in view.units.values() if u.side == unit.side)
    dear = used >= score.get("gunfire-free", used + 1)
    return float(score["gunfire-use"]) if dear else 0.0


def other_ready_units(view: State, unit: Unit, hex: str) -> list[Unit]:
    """Return the other units of its side that could also fire at a hex."""
    far = fleets.gunfire_range(view)
    near = [
        u
        for g in view.standing(unit.side)
        if g.where == "sea" and chart.distance(g.hex, hex) <= far
        for u in view.of(g)
    ]
    return [u for u in near if u.id != unit.id and fleets.prepared_share(u)]


@memo_per_state
def can_prepare_again(view: State, unit: Unit) -> bool:
    """Return True when a unit that has fired can have a quarter ready again in this step."""
    group = view.group_of(unit.id)
    return group is not None and preparation_mps_due(
        view, group, "quarter gunfire", unit
    ) <= costs.mps_left(view, group)


def preparation_mps_due(view: State, group: Group, activity: str, unit: Unit) -> int:
    """Return the MPs that are still to be paid for preparing gunfire."""
    charge = costs.activity_cost(view, group, costs.plain_row(activity), (unit,))
    paid = group.paid if group.task == f"prepare {activity} with {unit.id}" else 0
    return charge.mps - paid if isinstance(charge, costs.Charge) else 10**6


@memo_per_state
def expected_beach_points(
    view: State, side: str, hex: str, foes: tuple[str, ...], points: int | None, guns: bool
) -> float:
    """Return the points of a side's troops at a hex once this step is over, against counter-attacks
    by *foes*, and of the hex if they take it. *points* of gunfire are fired there (``None``: those
    already fired); *guns* says whether gunfire is ready off the hex."""
    if points is not None:
        view = replace(view, support={**view.support, hex: (side, points)})
    each, prize = points_of_an_re(view, side), dict(place_points(view, side)).get(hex, 0.0)
    before = landing.cargo_ashore(view, side, hex)
    fresh = landing.unchecked_cargo(view, side, hex)
    men = landing.sum_res(before)
    if view.owner(hex) == side or not men:
        return prize + each * men * (1 - mean_share_thrown_back(view, side, hex, foes, men, guns))
    plus = sum(int(n) for _, n in landing.check_parts(view, side, hex)) if fresh else 0
    a = assault.Assault(
        view.rulings,
        plus,
        fresh,
        tuple(c for c in before if not c.craft),
        landing.gunfire_points_at(view, side, hex),
        landing.garrison_strength(view, hex),
    )
    found = 0.0
    for fate, lost, p in assault_outcomes(a):
        left = men - lost
        taken = fate == "taken"
        kept = (
            left
            * (1 - mean_share_thrown_back(view, side, hex, foes, left, guns))
            * (1 - (0 if taken else AGAIN))
        )
        found += p * (each * kept + (prize if taken else 0.0))
    return found


@lru_cache(1024)
def assault_outcomes(a: assault.Assault) -> tuple[tuple[str, int, float], ...]:
    """Return the outcomes of an assault: fate of the beach, REs lost, chance."""
    from flagplot.odds import odds_of_rule

    outcomes = odds_of_rule(
        TailCall(assault.assault), a, lambda request, _: request.options[0]
    ).outcomes
    return tuple((*assault.read_outcome(told), p) for told, p in outcomes)


def points_of_an_re(view: State, side: str) -> float:
    """Return the points that an RE brings if it stays ashore from now on."""
    turns = [p.turn for p in view.plan[view.at :] if p.side == side]
    return float(sum(score_table(view).get("ashore", {}).get(t, 0) for t in turns))


@memo_per_state
def place_points(view: State, side: str) -> tuple[tuple[str, float], ...]:
    """Return the points of places, by hex. A place that falls over a bridge counts at the hexes
    where its takers stand."""
    found: dict[str, float] = {}
    for place, points in score_table(view).get("prizes", {}).items():
        found[nouns.place(view, place)] = float(points)
    for b in view.bridges:
        for hex in b.hexes if view.owner(b.place) != side else ():
            found[hex] = found.get(hex, 0.0) + found.get(b.place, 0.0)
    return tuple(found.items())


@memo_per_state
def divisions_in_reach(view: State, side: str, hex: str) -> tuple[str, ...]:
    """Return the divisions of the other side that can attack a hex, by id; gunfire is not
    considered."""
    return tuple(
        d.id for d in inland.divisions_of(view, view.other(side)) if inland.attack_hex(view, d, hex)
    )


def mean_share_thrown_back(
    view: State, side: str, hex: str, foes: tuple[str, ...], men: int, guns: bool
) -> float:
    """Return the mean share of *men* REs at a hex that the next counter-attack throws back. Every
    beach counts as equally likely to be attacked."""
    if not men or view.phase is None or view.step < view.phase.steps:
        return 0.0
    worst = max(
        (chance_to_throw_back(view, CounterAttack(hex, d), guns) for d in foes), default=0.0
    )
    return worst * landing.rounded_share(men, 2) / men / max(1, len(landing.beachheads(view, side)))


def value_of_preparing(view: State, order: Work) -> float:
    """Return the value of preparing gunfire, for each step that it takes: by the points that it
    brings a beach under attack. Before a landing, the value is by what is ready in time, and else
    by what is ready soonest."""
    unit, group = view.units[order.who], view.group_of(order.who)
    if group is None or view.phase is None:
        return 0.0
    left, ahead = costs.mps_left(view, group), costs.allowance(view, group)
    missing = preparation_mps_due(view, group, order.activity, unit)
    if missing > left + (view.phase.steps - view.step) * ahead:
        return -1.0
    near = [
        h
        for h in landing.beachheads(view, unit.side)
        if chart.distance(h, group.hex) <= fleets.gunfire_range(view)
    ]
    fought = [h for h in near if view.owner(h) != unit.side]
    if fought:
        armed = replace(unit, ready=order.activity)
        steps = 1 + max(0, -(-(missing - left) // ahead))
        return (
            IDLE
            + max(
                points_gained_by(view, armed, h, divisions_in_reach(view, unit.side, h))
                for h in fought
            )
            / steps
        )
    half = (
        preparation_mps_due(view, group, "half gunfire", unit)
        <= left + (view.phase.steps - view.step) * ahead
    )
    return USEFUL if order.activity.startswith("half" if half and not near else "quarter") else IDLE


@memo_per_state
def must_sail_now(view: State, g: Group, goal: str) -> bool:
    """Return True when a group with troops for a beach must sail now to put them ashore in this
    player-turn."""
    if view.phase is None or not points_of_an_re(view, g.side):
        return False
    after = (view.phase.steps - view.step) * costs.allowance(view, g)
    dues = [
        costs.landing_cost(view, g, c, u, "assault")
        for u in view.of(g)
        if u.kind in CRAFT
        for c in view.cargo.values()
        if c.aboard == u.id and c.res
    ]
    due = max((d.mps for d in dues if isinstance(d, costs.Charge)), default=0)
    way = chart.distance(g.hex, goal)
    return bool(due) and after < way + due <= costs.mps_left(view, g) + after
