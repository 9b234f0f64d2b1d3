"""Worth of an interception at sea in points of the scenario, for the intercepting side and for a
landing force."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from flagplot.table import AskOrder, about_map
from flagplot.table.core.memo import memo_per_state

from ..map import theatre
from ..orders import Counter, Intercept, Mission
from ..rules.forces import TF_LIMIT, selected_units
from ..rules.interception.activity import Activity
from ..rules.interception.legality import activity_from
from ..rules.transport import cargo
from ..scenarios.score import damage_worth, factor_worth
from ..state import BIG, State, Unit, factors
from .battle_worth import (
    FACTOR_WORTH,
    UNKNOWN,
    LossPoints,
    Strength,
    battle_worth,
    strength_of_ships,
    unseen_strength,
)
from .determinization import unseen_units
from .landing_candidates import hexes_worth_taking
from .loss_points import loss_prices
from .track_danger import chance_met, track_of
from .worth import INVASION_SHARE, card_of, later_turns, rate_intercept

ABOARD = {"10+": 4, "under 10": 3}
"""Factors of cargo assumed by size band."""


FOR_GOOD = 0.9
"""Share of a hex's points that is at stake when an invasion that cannot come again is turned
back."""


LADEN = 0.5
"""Weight in a fight of a destroyer that carries cargo, relative to a free one."""


TRIES = 0.5
"""Chance that an enemy force that can intercept a landing does so."""


def rate_interception(view: State, request: AskOrder, order: Intercept | Counter) -> float:
    """Return the points an interception brings: enemy losses less one's own, by the score of the
    scenario, and the prize of the hex."""
    if not view.scenario:
        return rate_intercept(view, request, order)
    a, counter = activity_from(request), isinstance(order, Counter)
    about, side = about_map(request), request.side
    ships, band = selected_units(view, side, order.units), str(about.get("band", ""))
    load = cargo_price(view, a, band) if about.get("transports") else 0.0
    mover = counter and a.side == side
    tolls = LossPoints(
        factor_price(view, ships),
        enemy_factor_price(view, a.against if counter else a.forces, view.enemy(side)),
        load if mover else 0.0,
        0.0 if mover else load,
    )
    return rate_intercept(
        view,
        request,
        order,
        tolls,
        last_chance_points(view, a),
        hidden_strength(view, () if counter else a.forces),
    )


def hidden_strength(view: State, forces: Sequence[str]) -> Strength:
    """Return the strength that unseen forces of 10 factors or more may have beyond their size band.

    Such a force is assumed halfway between 10 factors and all that was at home in its port."""
    more = Strength()
    for f in (view.forces[i] for i in forces if i in view.forces):
        if f.band != "10+" or f.units or not f.path:
            continue
        home = [
            u
            for u in unseen_units(view, f.side)
            if u.kind == "ship" and u.base == f.path[0] and not u.status
        ]
        size = (BIG + min(TF_LIMIT, sum(u.naval_factors for u in home))) / 2 - UNKNOWN["10+"]
        if size > 0:
            more += unseen_strength(view, size, [u.nation for u in home])
    return more


def factor_price(view: State, ships: Iterable[Unit]) -> float:
    """Return the average cost of a factor of some ships lost in a battle, in points. Ships other
    than destroyers are damaged as often as sunk."""
    rules, total, size = card_of(view).score, 0.0, 0
    for u in ships:
        kept = loss_prices(view, u.side).kept
        sunk = u.naval_factors * (factor_worth(rules, u) + kept)
        hurt = damage_worth(rules, u) + kept / 2 * u.naval_factors
        total += (sunk + hurt) / 2 if u.type != "DD" else sunk
        size += u.naval_factors
    return total / size if size else 0.0


def enemy_factor_price(view: State, forces: Sequence[str], enemy: str) -> float:
    """Return the average points of a factor of enemy ships in *forces*: of the ships seen, else of
    all unseen ones."""
    seen = [u for f in forces if f in view.forces for u in view.members(view.forces[f])]
    return factor_price(view, seen) if seen else unseen_factor_price(view, enemy)


@memo_per_state
def unseen_factor_price(view: State, enemy: str) -> float:
    """Return the average points of a factor of the enemy's unseen ships."""
    return (
        factor_price(
            view, [u for u in unseen_units(view, enemy) if u.kind == "ship" and not u.status]
        )
        or FACTOR_WORTH
    )


def cargo_price(view: State, a: Activity, band: str) -> float:
    """Return the points for all cargo of an activity if it is lost at sea."""
    aboard = [
        view.units[c]
        for f in a.forces
        if f in view.forces
        for c in view.forces[f].cargo
        if c in view.units
    ]
    return loss_prices(view, a.side).freight() * (
        cargo.cargo_factors(aboard) or ABOARD.get(band, 3)
    )


def last_chance_points(view: State, a: Activity) -> float:
    """Return the extra points at stake when an invasion cannot come again."""
    again = any(x.startswith(f"{a.side} ") for x in later_turns(view))
    return (
        0.0
        if a.kind != "invade" or again
        else (FOR_GOOD - INVASION_SHARE) * hexes_worth_taking(view, a.side).get(a.target, 0.0)
    )


def landing_perils(view: State, side: str, order: Mission) -> float | None:
    """Return the points that a landing is expected to lose to interception, less the enemy's losses.
    Negative when the landing gains. ``None`` without a scenario or cargo."""
    if not view.scenario or not order.cargo:
        return None
    ships, freight = (
        selected_units(view, side, order.units),
        selected_units(view, side, order.cargo),
    )
    goal = theatre.place_id(view, order.to)
    met = chance_met(view, side, track_of(view, goal), order.kind, factors(ships))
    carry = strength_of_ships(view, [u for u in ships if u.type == "DD"], hampered=True)
    guards = strength_of_ships(view, [u for u in ships if u.type != "DD"], hampered=True)
    mine = Strength(carry.factors + guards.factors, LADEN * carry.weight + guards.weight)
    tolls = LossPoints(
        factor_price(view, ships),
        unseen_factor_price(view, view.enemy(side)),
        loss_prices(view, side).freight() * cargo.cargo_factors(freight),
    )
    return -TRIES * met * battle_worth(mine, likely_interceptor(view, side), 0.0, tolls)


@memo_per_state
def likely_interceptor(view: State, side: str) -> Strength:
    """Return the enemy force assumed to intercept a landing."""
    return unseen_strength(
        view,
        UNKNOWN["10+"],
        [u.nation for u in unseen_units(view, view.enemy(side)) if u.kind == "ship"],
    )
