"""Aims of a side in its turn: cargo to land where it scores, with the destroyers that lift it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from flagplot.table import AskOrder, Single
from flagplot.table.contract.aims import Aim, Plan

from ..map import theatre
from ..orders import Counter, Engage, Intercept, Mission, Patrol, RaidOrder, Transport
from ..rules.forces import selected_units
from ..rules.legality import check_order
from ..rules.transport import cargo
from ..scenarios import cards
from ..state import State, factors
from . import (
    battle_choices,
    escort_choice,
    evasion,
    exploitation,
    garrisons,
    interception_worth,
    raider_worth,
)
from .candidates import candidates, drafts, landing_places, waiting_cargo
from .landing_worth import rate_mission
from .track_danger import chance_met, track_of
from .worth import SHIP_COST, arriving_factors, evaluate, garrison_points

MET = 0.5
"""Share of the chance of interception that falls on one of several transports: an interceptor lets
the others pass."""
KEPT = 0.5
"""Chance that ships kept back for cargo will land it."""
NEAR = 0.5
"""Weight of a destroyer in another port than the cargo, relative to one beside it."""


def aims(view: State, side: str) -> Iterator[Aim]:
    """Yield an aim for every port with cargo that scores elsewhere: its landing, for the destroyers
    there and, at a lower weight, for others."""
    goals = landing_places(view, side)
    if not goals:
        return
    each = max(goals.values())
    waiting: dict[str, int] = {}
    for u in waiting_cargo(view, side):
        waiting[u.base] = waiting.get(u.base, 0) + u.factors
    if late := arriving_factors(view, side):
        waiting[""] = late
    lift = [u for u in view.ships(side) if u.type == "DD" and not (u.damaged or u.inverted)]
    for port, load in sorted(waiting.items()):
        fit = tuple((u.id, u.factors * (1.0 if u.base == port else NEAR)) for u in lift)
        yield Aim(f"land cargo of {port}", each * load, float(load), fit, port)


def evaluate_under_plan(
    view: State, request: Single, plan: Plan, *, unchecked: bool = False
) -> Iterator[tuple[Any, float]]:
    """Yield orders and answers with their points. Transports count the points they land in the end;
    other orders count less what they take from the plan. *unchecked* includes orders nobody has
    checked."""
    if not isinstance(request, AskOrder):
        known = battle_choices.evaluate_targets(view, request)
        for option in request.options:
            yield option, evaluate(view, request, option) if known is None else known[option]
        return
    for order in (drafts if unchecked else candidates)(view, request):
        if isinstance(order, Mission) and order.cargo:
            safer = escort_choice.with_light_escorts(view, request.side, order)
            if safer is not None and (unchecked or check_order(view, request, safer)):
                yield (
                    safer,
                    rate_under_plan(view, request, safer, plan)
                    + escort_choice.points_saved(view, request.side, safer, order),
                )
        yield order, rate_under_plan(view, request, order, plan)


def rate_under_plan(view: State, request: AskOrder, order: Any, plan: Plan) -> float:
    """Return the points of an order under a plan."""
    if isinstance(order, Transport) and view.scenario:
        return rate_landing(view, request.side, order)
    if isinstance(order, Patrol):
        return evaluate(view, request, order) - KEPT * plan.taken_from(p.id for p in order.units)
    if isinstance(order, Intercept | Counter):
        taken = (
            KEPT * plan.taken_from(p.id for p in order.units) if isinstance(order, Counter) else 0.0
        )
        return interception_worth.rate_interception(view, request, order) - taken
    if isinstance(order, RaidOrder):
        return raider_worth.rate_fighting_raid(view, request, order)
    if isinstance(order, Engage):
        return raider_worth.rate_round(view, request, order)
    if isinstance(order, Mission) and order.cargo:
        reached = evasion.arrival_chance(view, request.side, order)
        perils = interception_worth.landing_perils(view, request.side, order)
        return rate_mission(
            view, request, order, reached, perils
        ) + exploitation.exploitation_points(view, request.side, order)
    return evaluate(view, request, order)


def rate_landing(view: State, side: str, order: Transport) -> float:
    """Return the expected points of a transport: the landing and the garrison score, less losses on
    the way."""
    freight, ships = (
        selected_units(view, side, order.cargo),
        selected_units(view, side, order.units),
    )
    goal = theatre.place_id(view, order.to)
    card = cards.scenario_card(view.scenario, view.start)
    ground = sum(u.factors for u in freight if u.kind == "ground")
    points = garrisons.garrison_gain(view, side, goal, ground) - garrisons.points_at_risk(
        view, side, freight
    )
    for i, rule in enumerate(card.score.landing):
        here = {card.place(n).hex: p for n, p in rule.at.items()}
        if (
            rule.side == side
            and goal in here
            and (not rule.seasons or f"{view.season} {view.year}" in rule.seasons)
        ):
            room = rule.first - view.tallies.get(f"landing {i}", 0)
            points += here[goal] * min(
                room, sum(u.factors for u in freight if u.kind in rule.kinds)
            )
    if points <= 0:
        return -0.2
    points += GARRISON * garrison_points(view, goal) * ground
    met = MET * chance_met(view, side, track_of(view, goal), "transport", factors(ships))
    escort = sum(u.factors for u in ships if u.type != "DD" and not u.damaged)
    fails = met * max(0.1, 0.75 - 0.05 * escort)
    stakes = (
        points
        + cargo.cargo_factors(freight)
        + 0.5 * sum(u.factors for u in ships if u.type == "DD")
    )
    return points - fails * stakes - SHIP_COST * factors(ships) - met * 0.1 * escort


GARRISON = 0.15
"""Share of the points for the stronger garrison that depends on one ground factor."""
