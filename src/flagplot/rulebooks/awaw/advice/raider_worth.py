"""How good raids and the hunt for them look: what a group may sink and what it may cost, and what
meets it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

from flagplot.table import AskOrder

from ..map import theatre
from ..orders import Engage, NumberRaids, PlaceRaiders, RaidOrder
from ..rules.forces import selected
from ..rules.raiders import groups, raid
from ..scenarios import cards, score
from ..state import FAST_CARRIERS, State, Unit, factors
from . import raider_candidates, raider_odds
from .track_danger import chance_met

SUNK, HOME, FACTOR = 2.0, 0.5, 1.0
"""Worth of a transport sunk, of a group that comes home, and of a naval factor lost, where no
scenario says."""


HUNTERS = 3.0
"""Naval factors of a group that is a match for its hunters."""


LOST = 0.9
"""The share of its factors that a group loses, in all its fights, which does not prevail over its
hunters."""


BARRED = 0.1
"""How much being met on the way there is of being found by hunters."""


HURT = 0.2
"""The share of its factors that a group loses, on average, when it is found."""


def rate_raid(view: State, request: AskOrder, order: RaidOrder) -> float:
    """What a group sinks if it is not found, home again, and what idle ships would cost; less what
    a hunter may do to it, in the box and on the way there."""
    v = venture(view, request.side, order)
    return v.alone * v.prey + v.home + v.idle - (1 - v.alone + v.met) * HURT * v.at_risk


def rate_company(view: State, request: AskOrder, order: RaidOrder) -> float:
    """What a group brings that may be found and fight its way: by the square of its strength beside
    its hunters' it gets at the transports and comes home, else it is lost. The constants follow
    raids of games played out."""
    v, strength = (
        venture(view, request.side, order),
        factors(selected(view, request.side, order.units)) ** 2,
    )
    found, prevails = 1 - v.alone, strength / (strength + HUNTERS**2)
    falls = found * (1 - prevails) + v.met * BARRED
    return (
        (1 - found + found * prevails) * v.prey
        + (1 - falls) * v.home
        + v.idle
        - LOST * falls * v.at_risk
    )


class Venture(NamedTuple):
    """What a raid is about, however one rates it."""

    alone: float
    """The chance that the group is not found."""
    met: float
    """The chance that it is met on the way there."""
    prey: float
    """Points of what it sinks when nobody stands in its way."""
    home: float
    """Points of its coming home."""
    idle: float
    """Points of its ships' not having idled."""
    at_risk: float
    """Points that all its factors are worth."""


def venture(view: State, side: str, order: RaidOrder) -> Venture:
    """What hangs on a raid, by the scenario's score where there is one."""
    rules = cards.card(view.scenario, view.start).score if view.scenario else None
    ships = selected(view, side, order.units)
    group = raider_candidates.supposed(view, side, ships, order.to)
    return Venture(
        raider_candidates.unfound(view, group),
        0.0
        if groups.goes_unseen(view, ships, order.to)
        else max(
            chance_met(view, side, way.plan.path, "raid", factors(ships))
            for _, way in raid.ways(view, side, order, ships)
        ),
        raider_candidates.prey(view, group, ships) * (rules.transports if rules else SUNK),
        rules.raid_home if rules else HOME,
        idle(rules, ships),
        sum(
            score.factor_worth(rules, u) if rules else FACTOR
            for u in ships
            for _ in range(u.factors)
        ),
    )


def idle(rules: cards.ScoreRules | None, ships: Sequence[Unit]) -> float:
    """Points lost at the end if these ships never raided."""
    rule = rules.idle if rules else None
    return (
        sum(rule.each for u in ships if u.type in rule.types and not u.raided)
        if rule is not None
        else 0.0
    )


def harbor(view: State, place: str) -> float:
    """How good a port is to come home to: raiders leave some of them unseen."""
    return 0.3 if groups.straight(view, place) else 0.0


def rate_engage(view: State, request: AskOrder, order: Engage) -> float:
    """Strength against the group counts, and that ships of an SW box are ready again at once."""
    ships = selected(view, request.side, order.units)
    return (
        1.0
        + 0.05 * sum(u.factors for u in ships)
        + 0.02 * sum(theatre.is_sw_box(u.base) for u in ships)
    )


def rate_meeting(view: State, request: AskOrder, order: Engage) -> float:
    """What ships that meet a group bring in their one round, by the score of the scenario; at first
    they keep it off the transports, too."""
    ships, raid = selected(view, request.side, order.units), view.raids[order.raid]
    found = raider_odds.met(view, raid, request.side, ships)
    points = found[1] if found is not None else None
    if points is None:
        return rate_engage(view, request, order)
    rules = cards.card(view.scenario, view.start).score
    saved = 0.0 if raid.second else rules.transports * raider_odds.sunk_transports(view, raid)
    air = sum(u.factors for u in ships if u.type in FAST_CARRIERS)
    return points[request.side] - points[raid.side] + saved + FLOWN * air


FLOWN = 0.3
"""Points that a factor of carriers brings a meeting by its aircraft."""


def option(view: State, kind: str, text: str, about: dict[str, Any]) -> float:
    """Rate an option: who can be found is hunted; a third ship is kept for the transports when one
    defender came."""
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
