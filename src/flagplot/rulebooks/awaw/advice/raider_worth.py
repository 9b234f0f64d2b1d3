"""Evaluation of raids and of the hunt for raiders: the transports sunk, the possible losses, and
the ships that meet a group."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

from flagplot.table import AskOrder

from ..map import theatre
from ..orders import Engage, NumberRaids, PlaceRaiders, RaidOrder
from ..rules.forces import selected_units
from ..rules.raiders import groups, raid
from ..scenarios import cards, score
from ..state import FAST_CARRIERS, State, Unit, factors
from . import raider_candidates, raider_odds
from .track_danger import chance_met

SUNK, HOME, FACTOR = 2.0, 0.5, 1.0
"""Points of a transport sunk, of a group that comes home, and of a naval factor lost, without a
scenario."""


HUNTERS = 3.0
"""Naval factors of a group that is as strong as its hunters."""


LOST = 0.9
"""Share of its factors that a group loses, in all its fights, when its hunters prevail."""


BARRED = 0.1
"""Weight of an interception on the way there, relative to being found by hunters."""


HURT = 0.2
"""Share of its factors that a group loses, on average, when it is found."""


def rate_raid(view: State, request: AskOrder, order: RaidOrder) -> float:
    """Return the points of a raid: sinkings if it is not found, the way home, and the price of idle
    ships, less losses to interceptors on the way and to hunters."""
    v = raid_stakes(view, request.side, order)
    return v.alone * v.prey + v.home + v.idle - (1 - v.alone + v.met) * HURT * v.at_risk


def rate_fighting_raid(view: State, request: AskOrder, order: RaidOrder) -> float:
    """Return the points of a raid whose group may be found and fight its way.

    The chance to prevail follows from the square of its strength relative to its hunters'. A group
    that prevails reaches the transports and comes home, else it is lost. The constants are fitted
    to raids played out."""
    v, strength = (
        raid_stakes(view, request.side, order),
        factors(selected_units(view, request.side, order.units)) ** 2,
    )
    found, prevails = 1 - v.alone, strength / (strength + HUNTERS**2)
    falls = found * (1 - prevails) + v.met * BARRED
    return (
        (1 - found + found * prevails) * v.prey
        + (1 - falls) * v.home
        + v.idle
        - LOST * falls * v.at_risk
    )


class RaidStakes(NamedTuple):
    """The stakes of a raid, before a rating."""

    alone: float
    """Chance (0 to 1) that the group is not found."""
    met: float
    """Chance (0 to 1) that it is intercepted on the way there."""
    prey: float
    """Points of its sinkings when no guard stops it."""
    home: float
    """Points of its return home."""
    idle: float
    """Points saved because its ships are not idle."""
    at_risk: float
    """Points of all its factors."""


def raid_stakes(view: State, side: str, order: RaidOrder) -> RaidStakes:
    """Return the stakes of a raid, by the scenario's score if there is one."""
    rules = cards.scenario_card(view.scenario, view.start).score if view.scenario else None
    ships = selected_units(view, side, order.units)
    group = raider_candidates.supposed_group(view, side, ships, order.to)
    return RaidStakes(
        raider_candidates.chance_unfound(view, group),
        0.0
        if groups.is_unseen(view, ships, order.to)
        else max(
            chance_met(view, side, way.plan.path, "raid", factors(ships))
            for _, way in raid.raid_routes(view, side, order, ships)
        ),
        raider_candidates.expected_sinkings(view, group, ships)
        * (rules.transports if rules else SUNK),
        rules.raid_home if rules else HOME,
        idle_points(rules, ships),
        sum(
            score.factor_worth(rules, u) if rules else FACTOR
            for u in ships
            for _ in range(u.factors)
        ),
    )


def idle_points(rules: cards.ScoreRules | None, ships: Sequence[Unit]) -> float:
    """Return the points lost at the end if these ships never raid."""
    rule = rules.idle if rules else None
    return (
        sum(rule.each for u in ships if u.type in rule.types and not u.raided)
        if rule is not None
        else 0.0
    )


def port_points(view: State, place: str) -> float:
    """Return the points of a port to come home to: 0.3 for those that raiders leave unseen."""
    return 0.3 if groups.is_direct_port(view, place) else 0.0


def rate_engage(view: State, request: AskOrder, order: Engage) -> float:
    """Return the points of ships sent against a group: for strength, and for ships of an SW box,
    which are ready again at once."""
    ships = selected_units(view, request.side, order.units)
    return (
        1.0
        + 0.05 * sum(u.factors for u in ships)
        + 0.02 * sum(theatre.is_sw_box(u.base) for u in ships)
    )


def rate_round(view: State, request: AskOrder, order: Engage) -> float:
    """Return the points that ships meeting a group bring in their one round, by the score of the
    scenario. In the first engagement they also save the transports."""
    ships, raid = selected_units(view, request.side, order.units), view.raids[order.raid]
    found = raider_odds.forecast_round(view, raid, request.side, ships)
    points = found[1] if found is not None else None
    if points is None:
        return rate_engage(view, request, order)
    rules = cards.scenario_card(view.scenario, view.start).score
    saved = 0.0 if raid.second else rules.transports * raider_odds.expected_transports(view, raid)
    air = sum(u.factors for u in ships if u.type in FAST_CARRIERS)
    return points[request.side] - points[raid.side] + saved + FLOWN * air


FLOWN = 0.3
"""Points of a factor of carriers in a meeting, for its aircraft."""


def rate_option(view: State, kind: str, text: str, about: dict[str, Any]) -> float:
    """Return the points of an option. Hunting is better than letting go; a third ship is kept for
    the transports when one defender came."""
    if kind == "raid-oppose":
        return 1.0 if text == "oppose" else 0.0
    spared = text.startswith("hold") and " and " not in text
    three = (
        len(view.members(str(about.get("force", "")))) >= 3
        if str(about.get("force", "")) in view.forces
        else False
    )
    return (
        1.0
        if spared and three and int(about.get("against", 0)) == 1
        else 0.5
        if text == "all fight"
        else 0.0
    )


RATES: dict[type, Any] = {
    RaidOrder: rate_raid,
    Engage: rate_engage,
    NumberRaids: lambda view, request, order: 0.1,
    PlaceRaiders: lambda view, request, order: 0.2,
}
