"""Evaluation of a search in points: the strikes that it allows, less those lost later if a failure
bars the aircraft."""

from __future__ import annotations

from flagplot.table import AskOrder, about_map
from flagplot.table.core.memo import memo_per_state

from ..map import chart
from ..orders import Activate, Search
from ..rules.combat import gunnery
from ..rules.combat.air_attack import attack_shot, attackers
from ..rules.combat.gunnery import HIT
from ..rules.danger_run import ANY
from ..rules.movement import routing
from ..rules.search import modifiers, reaction
from ..rules.search.situations import bases_of
from ..state import Group, State
from . import fire_worth, route_losses
from .candidates import Pilot
from .worth import search_chances, value_of_activation

STEP = 14
"""Hexes that a group sails in a step."""


WAITS = 0.5
"""The chance that a group which has not sailed yet in a step does so within reach."""


FEW = 0.15
"""The least share of an airbase's loss that no other group could make up."""


GROUNDED = {"F*": 1.0, "D": 2.0}
"""Points that a bad failure costs a searching naval group."""


def value_of_search(view: State, request: AskOrder, order: Search, pilot: Pilot) -> float:
    """Return the mean points of a search, less the cost of a failure, and less what its aircraft
    would gain by waiting for the group to come nearer."""
    about = about_map(request)
    group = view.groups[str(about["group"])]
    chance = search_chances(view, request, order)
    flying = modifiers.chosen_air(
        view, modifiers.search_means(view, group, bool(about["entered"])), order.using
    )
    bases = bases_of(view, group, flying)
    blows = strike_points_by_base(view, group)
    one = max(blows.values(), default=0.0) + value_of_reserves(
        view, request, pilot, view.zone(group.hex)
    )
    every = sum(blows.get(b.name, 0.0) for b in bases) + value_of_reserves(view, request, pilot, "")
    found = chance.get("S", 0.0) * one + chance.get("S*", 0.0) * every
    barred = modifiers.barred_base(view.rulings, [(b.name, b.distance) for b in bases])
    if barred:
        hit, to_come = sum(chance.get(r, 0.0) for r in HIT), expected_step_ends(view, group)
        near = closer_hex_ahead(view, group, barred) if barred in blows else ()
        waits = later_strike_points(view, group, barred, (*near, *to_come))
        missed = waits - hit * later_strike_points(
            view, group, barred, to_come
        )  # a searcher that finds it may search again; one that fails is barred
        share = irreplaceable_share(view, group, barred)
        found -= missed * share + sum(chance.get(r, 0.0) for r in GROUNDED) * (
            1 - share
        ) * points_lost_if_barred(view, group, barred)
    if any(u in view.groups for u in order.using):
        found -= sum(chance.get(r, 0.0) * points for r, points in GROUNDED.items())
    return found


def value_of_reserves(view: State, request: AskOrder, pilot: Pilot, zone: str) -> float:
    """Return the value of the reserves that a success calls out in a sea zone (empty: anywhere)."""
    ids = tuple(g.id for g in reaction.reserves_callable(view, request.side, zone, request.clause))
    return max(0.0, value_of_activation(view, request, Activate(ids), pilot)) if ids else 0.0


@memo_per_state
def strike_points_by_base(view: State, group: Group) -> dict[str, float]:
    """Return the points of each airbase's strike on a group now, less the points it could expect
    from other groups in this step."""
    return {
        base: max(0.0, strike_points(view, group, base) - points_of_unsailed(view, group, base))
        for base in sorted({a.base for a in attackers(view, group)})
    }


@memo_per_state
def strike_points(view: State, group: Group, base: str) -> float:
    """Return the mean points of an airbase's strike on a group now."""
    hits = route_losses.mean_hits_of_shot(
        view.rulings, attack_shot(view, group, base, attackers(view, group, (base,)), ANY)
    )
    return hits * fire_worth.points_of_a_hit(view, group.id)


@memo_per_state
def later_strike_points(view: State, group: Group, base: str, places: tuple[str, ...]) -> float:
    """Return the points that an airbase can expect of a group by searching for it in these places,
    step after step, until it fails to find it."""
    air = [a for a in modifiers.air_searchers(view, group) if a.base == base]
    if not air:
        return 0.0
    fixed = modifiers.sum_modifiers(
        modifiers.search_modifiers(view, group, (), modifiers.search_means(view, group, True))
    )
    patrols, cover = sum(a.mission == "patrol" for a in air), modifiers.escorts_over(view, group)
    place, found = modifiers.air_place(view, air[0]), 0.0
    hits = route_losses.mean_hits_of_shot(
        view.rulings, attack_shot(view, group, base, [a for a in air if a.strength], ANY)
    )
    hurts = hits * fire_worth.points_of_a_hit(view, group.id)
    for hex in reversed(places):
        far = chart.distance(place, hex)
        if far <= air[0].reach:
            plus = fixed + modifiers.aircraft_modifier(view.rulings, patrols, far, cover)
            pairs, every = gunnery.search_roll(view.rulings, plus).outcomes()
            hit = sum(w for result, w in pairs if result in HIT) / every
            found = max(found, hit * (hurts + found))
    return found


def other_targets(view: State, group: Group, base: str) -> list[Group]:
    """Return the other groups of *group*'s side that an airbase may search for where they are."""
    air = [a for a in view.air.values() if a.base == base and a.side != group.side and not a.marker]
    return [
        g
        for g in view.standing(group.side)
        if g.id != group.id
        and g.where == "sea"
        and any(
            g.id not in a.barred and chart.distance(modifiers.air_place(view, a), g.hex) <= a.reach
            for a in air
        )
    ]


@memo_per_state
def points_of_unsailed(view: State, group: Group, base: str) -> float:
    """Return the points that an airbase can expect in this step of another group, which has not
    sailed yet."""
    return WAITS * max(
        (
            later_strike_points(view, g, base, (g.hex,))
            for g in other_targets(view, group, base)
            if not g.moved and attackers(view, g, (base,))
        ),
        default=0.0,
    )


@memo_per_state
def points_lost_if_barred(view: State, group: Group, base: str) -> float:
    """Return the points that an airbase loses when it is barred for the rest of the turn: a strike
    in every step."""
    steps = view.phase.steps - view.step if view.phase is not None else 0
    return steps * max(
        (
            later_strike_points(view, g, base, (g.hex,))
            for g in (group, *other_targets(view, group, base))
        ),
        default=0.0,
    )


def irreplaceable_share(view: State, group: Group, base: str) -> float:
    """Return the share of an airbase's loss that no other group could make up, since it strikes one
    group in a step."""
    others = [fire_worth.points_of_a_hit(view, g.id) for g in other_targets(view, group, base)]
    dear = fire_worth.points_of_a_hit(view, group.id)
    return max(FEW, 1 - max(others, default=0.0) / dear) if dear else FEW


@memo_per_state
def known_route(view: State, group: Group) -> tuple[str, ...]:
    """Return the route of a group whose goal is known; else empty."""
    goal = view.facts.get("goal-hex", "")
    return (
        routing.course_to(view, group, goal, routing.FAR, False)
        if goal and group.side == "Allied"
        else ()
    )


def closer_hex_ahead(view: State, group: Group, base: str) -> tuple[str, ...]:
    """Return the hex ahead in a group's step where an airbase finds it more easily than now, or
    empty."""
    place = next(modifiers.air_place(view, a) for a in view.air.values() if a.base == base)
    near = min(
        known_route(view, group)[:STEP], key=lambda h: chart.distance(place, h), default=group.hex
    )
    there, here = (
        modifiers.distance_count(view.rulings, chart.distance(place, h)) for h in (near, group.hex)
    )
    return (near,) if there < here else ()


def expected_step_ends(view: State, group: Group) -> tuple[str, ...]:
    """Return the hexes where a group ends the steps left in its turn; its present hex for each when
    its goal is not known."""
    steps = view.phase.steps - view.step if view.phase is not None else 0
    bound = known_route(view, group)
    if not bound:
        return (group.hex,) * steps
    return tuple(
        [
            bound[min(len(bound), (n + 2) * STEP) - 1]
            for n in range(steps)
            if (n + 1) * STEP < len(bound)
        ]
    )
