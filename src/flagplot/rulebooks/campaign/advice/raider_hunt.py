"""A raider in open zones and its hunters, as a game of hidden choices, solved from the last turn
back.

For every turn the raider's gain in an unwatched zone and its risk in a watched one are known.
Hunters watch so that no zone is better for the raider than another. It goes to zones that they must
watch, with the chances that keep them guessing. A raider that is far enough ahead hides.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from math import prod, sqrt
from typing import Any

import msgspec
from msgspec.structs import replace

from flagplot.table import Single
from flagplot.table.core.memo import by_value, memo_per_parts

from .. import orders as o
from ..rules.scenario_limits import script_of, supply_ship
from ..rules.scoring import outcome, points_by_side
from ..scenarios.cards import raider_of, scenario_of
from ..state import Points, State
from .worth import HUNT, evaluate

HURT = 0.5
"""The chance that an intercepted raider is damaged. As often it is shaken off."""


CHOSEN = 10.0
"""The bonus of the best choices, so large that no random draw puts another before them."""


STRAY = 0.25
"""The least chance of an interception in a zone that is only passed."""


NEAR = 3.0
"""The value of the supply ship beside all the trade there is."""


FINE = 30
"""Steps in which the value of a turn is narrowed down."""


class HuntPlan(msgspec.Struct, frozen=True):
    """The best play of both sides in a turn of the hunt."""

    value: float
    """The raider's chance to win the game, 0 to 1, a draw counting half."""
    watched: Mapping[str, float]
    """The chance with which hunters should watch each zone."""
    raided: Mapping[str, float]
    """The chance with which the raider should go to each zone; empty when it does best in no zone
    at all."""


def solve_turn(options: Mapping[str, tuple[float, float]], patrols: int, hidden: float) -> HuntPlan:
    """Solve one turn. *options* gives for each zone the value when no hunter watches it and when
    the raider is intercepted there; *hidden* is the value of hiding.

    The solution is exact: its value is where the watch that makes every zone worth no more takes
    all patrols.

    >>> found = guessed({"rich": (1.0, 0.0), "poor": (0.5, 0.0)}, 1, 0.0)
    >>> round(found.value, 2), round(found.watched["rich"], 2), round(found.raided["poor"], 2)
    (0.33, 0.67, 0.67)
    """

    def watch(value: float) -> dict[str, float]:
        return {
            z: min(1.0, max(0.0, (free - value) / (free - met))) if free > met else 0.0
            for z, (free, met) in options.items()
        }

    low, high = hidden, max(hidden, *(free for free, _ in options.values()))
    if sum(watch(low).values()) > patrols:
        for _ in range(FINE):
            middle = (low + high) / 2
            low, high = (middle, high) if sum(watch(middle).values()) > patrols else (low, middle)
    else:
        high = low
    watched = watch(high)
    weights = (
        {z: 1 / (free - met) for z, (free, met) in options.items() if 0 < watched[z] < 1}
        if high > hidden
        else {}
    )
    whole = sum(weights.values())
    return HuntPlan(high, watched, {z: w / whole for z, w in weights.items()})


def steps_between_zones(next_to: Mapping[str, tuple[str, ...]]) -> dict[tuple[str, str], int]:
    """Return the number of steps between any two zones."""
    found = {(z, z): 0 for z in next_to}
    for steps in range(len(next_to)):
        for a, b in [pair for pair, n in found.items() if n == steps]:
            for c in next_to[b]:
                found.setdefault((a, c), steps + 1)
    return found


def hunt_parts(view: State) -> tuple[Any, ...]:
    """Return what the rest of a hunt depends on: the scenario, the turn, the points, and the zone
    raided last."""
    return (
        view.scenario,
        view.turn,
        view.flags.get("raided", ""),
        points_by_side(view)[scenario_of(view)["score"]["counted"]],
    )


@memo_per_parts(by_value(hunt_parts))
def solve_hunt(view: State, raiding: bool) -> HuntPlan:
    """Return the best play of this turn, from what both sides see. Hunters count the interceptions
    that the raider risks on a long way from its last zone. The raider knows where its supply ship
    lies, and counts its own route (:func:`in_the_hunt`)."""
    script, zones, score = script_of(view), scenario_of(view)["zone"], scenario_of(view)["score"]
    counted = score["counted"]
    limits = next(script["patrols"][x] for x in view.sides if x in script["patrols"])
    trade = {z["id"]: z["trade"] for z in zones}
    apart = {} if raiding else steps_between_zones({z["id"]: tuple(z["next_to"]) for z in zones})
    ends: dict[float, float] = {}
    known: dict[tuple[int, float, str], HuntPlan] = {}

    def ended(points: float) -> float:
        if points not in ends:
            end = outcome(replace(view, over=True, score=(Points(counted, points, "trade"),)))
            ends[points] = 0.5 if end is None or not end.winner else float(end.winner == counted)
        return ends[points]

    def turn(number: int, points: float, raided: str) -> HuntPlan:
        key = (number, points, raided)
        if key not in known:
            known[key] = solve_turn(
                {
                    z: there(number, points, z, t if z != raided else 0, apart.get((raided, z), 0))
                    for z, t in trade.items()
                },
                limits[min(number, len(limits)) - 1],
                later(number, points, ""),
            )
        return known[key]

    def there(number: int, points: float, zone: str, won: float, far: int) -> tuple[float, float]:
        met = caught(number, points, zone)
        return met + (1 - STRAY) ** max(0, far - 1) * (later(number, points + won, zone) - met), met

    def later(number: int, points: float, raided: str) -> float:
        return ended(points) if number >= view.last_turn else turn(number + 1, points, raided).value

    def caught(number: int, points: float, zone: str) -> float:
        return HURT * ended(points - score["raider-lost"]) + (1 - HURT) * later(
            number, points, zone
        )

    return turn(view.turn, points_by_side(view)[counted], view.flags.get("raided", ""))


def in_the_hunt(view: State, request: Single, orders: Iterator[Any]) -> Iterator[tuple[Any, float]]:
    """Yield the orders with their values in a hunt. Patrols get the chances that :func:`hunt`
    gives, for the random draw (:func:`.worth.bluff`). The supply ship goes where the raider may
    raid now or next, because a patrol from there passes no other zone; otherwise to a zone with
    much trade and few patrols near."""
    raider, found = raider_of(view), list(orders)
    raiding = raider is not None and raider.side == request.side
    sea = solve_hunt(view, raiding)
    shares = sea.raided if raiding else sea.watched

    def share(x: o.Patrol) -> float:
        return shares.get(x.target, 0.0) * (
            prod(1 - max(STRAY, sea.watched[z]) for z in x.via) if raiding else 1.0
        )

    best = {z: x for z, x in who_goes(view, request.side, found).items() if share(x)}
    most = max(map(share, best.values()), default=1.0)
    for x in found:
        if isinstance(x, o.Patrol) and best.get(x.target) == x:
            yield x, CHOSEN + HUNT * sqrt(share(x) / most)
        elif isinstance(x, o.Patrol) and raiding:
            yield x, -CHOSEN
        elif isinstance(x, o.Supply) and raiding and x.zone in shares:
            yield x, CHOSEN + HUNT * sqrt(shares[x.zone] / most)
        elif isinstance(x, o.Supply):
            yield x, supply_ship_value(view, sea, x.zone)
        elif isinstance(x, o.Done) and raiding:
            yield x, supply_ship_value(view, sea, view.ports[supply_ship(view)].zone)
        else:
            yield x, evaluate(view, request, x)


def who_goes(view: State, side: str, orders: list[Any]) -> dict[str, o.Patrol]:
    """Return for each zone not yet watched the patrol of the ships that could go to the fewest
    other zones."""
    taken = {m.target for m in view.missions.values() if m.side == side and m.kind == "patrol"}
    patrols = [x for x in orders if isinstance(x, o.Patrol)]
    choice = Counter(x.units for x in patrols)
    found: dict[str, o.Patrol] = {}
    for x in sorted(patrols, key=lambda x: choice[x.units]):
        if x.target not in taken:
            found.setdefault(x.target, x)
    return found


def supply_ship_value(view: State, sea: HuntPlan, zone: str) -> float:
    """Return the value of the supply ship in a zone: the trade in reach from there, and no enemies
    that pass."""
    zones = {z["id"]: z for z in scenario_of(view)["zone"]}
    near, every = (
        float(sum(zones[z]["trade"] for z in some))
        for some in ((zone, *zones[zone]["next_to"]), zones)
    )
    return NEAR * near / every - CHOSEN * sea.watched[zone]
