"""Forecast of the next exchange of fire, from the ships a side sees in the battle."""

from __future__ import annotations

from functools import lru_cache

import msgspec

from flagplot.odds import Exact, OverBudget, Sampler, convolve, first_option
from flagplot.odds.exact import chances_as_floats, merge_by_result
from flagplot.table import Rulings, Table, TailCall

from ..rules.combat import gunnery
from ..rules.combat.battle import paired_groups
from ..rules.combat.ships import Battle, Fleet, Group, Ship, is_damaged, is_sunk, replace
from .exchange_odds import (
    Exchange,
    NotFactorableError,
    count_heavy_fire,
    exchange_odds,
    state_chances,
)

Chances = dict[int, float]
"""A distribution: number -> chance, 0 to 1."""


Line = tuple[Ship, ...]
"""The ships of a group in their order, with those sunk in this exchange."""


MOST_SHIPS = 24
"""Most ships in one fight that is forecast: a larger one would keep the player waiting."""


RUNS = 1500
"""Run budget of the exact driver; beyond it the fight is sampled."""


SAMPLES = 1000
"""Playouts of a sampled fight: a standard error of at most 1.6 percentage points."""


class Fate(msgspec.Struct, frozen=True):
    """The fate of a heavy ship: chance (0 to 1) that it is sunk, and that it is damaged but
    afloat."""

    id: str
    sunk: float
    damaged: float


class ShipEnds(msgspec.Struct, frozen=True):
    """The possible ends of a ship in a fight, with the chance (0 to 1) of each."""

    was: Ship
    then: tuple[tuple[Ship, float], ...]


class Fight(msgspec.Struct, frozen=True):
    """One exchange between two groups.

    By fleet: the effects it takes, the fates of its heavy ships, the ends of each ship, and its
    expected loss in factors. ``margin`` gives the chance of each difference (factors lost, factors
    damaged) of fleet 0 less fleet 1. ``exact`` is False when sampled."""

    effects: tuple[tuple[tuple[int, float], ...], tuple[tuple[int, float], ...]]
    fates: tuple[tuple[Fate, ...], tuple[Fate, ...]]
    ends: tuple[tuple[ShipEnds, ...], tuple[ShipEnds, ...]]
    margin: tuple[tuple[tuple[int, int], float], ...]
    lost: tuple[float, float]
    exact: bool = True


class ExchangeResult(msgspec.Struct, frozen=True, cache_hash=True):
    """One side after an exchange: factors lost, factors damaged, and its ships in their order."""

    lost: int
    hurt: int
    ships: Line


class Forecast(msgspec.Struct, frozen=True):
    """Forecast of the next round of a battle, for the side that is asked.

    ``mine`` and ``his`` are expected factors lost. ``better`` and ``worse`` are chances (0 to 1)
    that the side loses fewer, or more, than the enemy; damaged factors break ties. ``my_effects``
    and ``his_effects`` are distributions of effects taken. ``my_ships`` and ``his_ships`` are fates
    of heavy ships. ``fights`` counts the pairs of groups that meet, ``ends`` the ends of each ship
    of both sides."""

    mine: float
    his: float
    better: float
    worse: float
    my_effects: Chances
    his_effects: Chances
    my_ships: tuple[Fate, ...]
    his_ships: tuple[Fate, ...]
    fights: int
    ends: tuple[ShipEnds, ...]
    exact: bool = True


def forecast_exchange(b: Battle, side: str, round: int = 0) -> Forecast | None:
    """Forecast the exchange of *round* (0 is the coming one) from the view of *side*, with usual
    answers. ``None`` when no groups it sees would meet, and with too many ships."""
    own = 0 if b.fleets[0].side == side else 1
    meetings = pairs_meeting(b, round or b.round + 1)
    fights = [
        _fight(b.rulings, *(fleet_of_group(f, g) for f, g in zip(b.fleets, pair, strict=True)))
        for pair in meetings
    ]
    if not fights or any(f is None for f in fights):
        return None
    known = [f for f in fights if f is not None]
    effects: list[Chances] = [{0: 1.0}, {0: 1.0}]
    margin: dict[tuple[int, int], float] = {(0, 0): 1.0}
    for f in known:
        effects = [convolve(effects[s], dict(f.effects[s])) for s in (0, 1)]
        step: dict[tuple[int, int], float] = {}
        for (lost, hurt), p in margin.items():
            for (sunk_more, hurt_more), q in f.margin:
                key = (lost + sunk_more, hurt + hurt_more)
                step[key] = step.get(key, 0.0) + p * q
        margin = step
    ahead = sum(p for m, p in margin.items() if m < (0, 0))
    behind = sum(p for m, p in margin.items() if m > (0, 0))
    means = [sum(f.lost[s] for f in known) for s in (0, 1)]
    ships = [tuple(x for f in known for x in f.fates[s]) for s in (0, 1)]
    return Forecast(
        means[own],
        means[1 - own],
        (ahead, behind)[own],
        (behind, ahead)[own],
        effects[own],
        effects[1 - own],
        ships[own],
        ships[1 - own],
        len(known),
        tuple(x for f in known for side in f.ends for x in side),
        all(f.exact for f in known),
    )


def pairs_meeting(b: Battle, round: int) -> list[tuple[Group, Group]]:
    """Return the pairs of seen groups that would fight in a round. Before numbers are chosen, pair
    each side's biggest group."""
    known = replace(
        b,
        round=round,
        fleets=tuple(
            replace(f, groups=tuple(fighting_group(b, g) for g in f.groups)) for f in b.fleets
        ),
    )
    if all(any(g.ships and not g.number for g in f.groups) for f in known.fleets):
        return [(biggest(known.fleets[0]), biggest(known.fleets[1]))]
    return [(known.fleets[0].groups[i], known.fleets[1].groups[k]) for i, k in paired_groups(known)]


def biggest(fleet: Fleet) -> Group:
    return max(fleet.groups, key=lambda g: sum(s.size for s in g.ships))


def fighting_group(b: Battle, group: Group) -> Group:
    """Return the group, or an empty one when all its fighting ships are behind the screen."""
    line = gunnery.lines_of(b.rulings, group)
    return group if line.heavy or line.light else replace(group, ships=())


def fleet_of_group(fleet: Fleet, group: Group) -> Fleet:
    return Fleet(fleet.side, (group,))


async def run_combat(t: Table[Battle]) -> tuple[ExchangeResult, ExchangeResult]:
    """Run one fleet combat between the first groups of both fleets by the rule itself."""
    before = t.state.fleets
    await gunnery.fleet_combat(t, 0, 0)
    one, two = t.state.fleets
    return result_of(before[0], one), result_of(before[1], two)


def result_of(was: Fleet, now: Fleet) -> ExchangeResult:
    """Return the result of an exchange for a fleet of one group. Ships keep their order; sunk ones
    are found in ``gone``."""
    left = {s.id: s for s in (*now.groups[0].ships, *now.gone)}
    return ExchangeResult(now.lost, now.hurt, tuple(left[s.id] for s in was.groups[0].ships))


def forecast_by_rule(b: Battle) -> Fight:
    """Forecast the exchange by playing the rule, exactly within the run budget, else sampled. It
    serves fights that reach ships behind the screen, where both sides' dice mix. Ships need ids."""
    try:
        found = chances_as_floats(
            merge_by_result(Exact(first_option, RUNS).whole(TailCall(run_combat), b))
        )
        exact = True
    except OverBudget:
        sampled = Sampler(first_option).many(TailCall(run_combat), b, SAMPLES)
        found = {x: n / SAMPLES for x, n in sampled.counts}
        exact = False
    margin: dict[tuple[int, int], float] = {}
    lost = [0.0, 0.0]
    then: tuple[dict[Line, float], dict[Line, float]] = ({}, {})
    for (one, two), p in found.items():
        key = (one.lost - two.lost, one.hurt - two.hurt)
        margin[key] = margin.get(key, 0.0) + p
        for s, x in enumerate((one, two)):
            then[s][x.ships] = then[s].get(x.ships, 0.0) + p
            lost[s] += p * x.lost
    return _told(b, then, margin, (lost[0], lost[1]), exact=exact)


@lru_cache(maxsize=256)
def _fight(rulings: Rulings, one: Fleet, two: Fleet) -> Fight | None:
    if len(one.groups[0].ships) + len(two.groups[0].ships) > MOST_SHIPS:
        return None
    b = Battle((one, two), rulings, round=1)
    try:
        apart = count_heavy_fire(b)
        weights, total = exchange_odds(b)
    except NotFactorableError:
        return forecast_by_rule(b)
    margin: dict[tuple[int, int], float] = {}
    for x, w in weights.items():
        margin[difference(x)] = margin.get(difference(x), 0.0) + w / total
    lost = [sum(x.lost[s] * w for x, w in weights.items()) / total for s in (0, 1)]
    then: list[dict[Line, float]] = [{}, {}]
    for s in (0, 1):
        for fleet, p in state_chances(apart, s).items():
            then[s][fleet.groups[0].ships] = then[s].get(fleet.groups[0].ships, 0.0) + p
    return _told(b, (then[0], then[1]), margin, (lost[0], lost[1]), exact=True)


def _told(
    b: Battle,
    then: tuple[dict[Line, float], dict[Line, float]],
    margin: dict[tuple[int, int], float],
    lost: tuple[float, float],
    *,
    exact: bool,
) -> Fight:
    """Build a fight from the chances of each side's ships after it."""
    (one, two), r = (f.groups[0].ships for f in b.fleets), b.rulings
    return Fight(
        (effects_in(one, then[0]), effects_in(two, then[1])),
        (fates_of(r, one, then[0]), fates_of(r, two, then[1])),
        (ends_of(one, then[0]), ends_of(two, then[1])),
        tuple(sorted(margin.items())),
        lost,
        exact,
    )


def difference(x: Exchange) -> tuple[int, int]:
    return x.lost[0] - x.lost[1], x.hurt[0] - x.hurt[1]


def effects_in(was: Line, then: dict[Line, float]) -> tuple[tuple[int, float], ...]:
    """Return the chances of the effects a group takes: hits on counters that sink whole, factors of
    others."""
    out: Chances = {}
    before = sum(s.hits + s.lost for s in was)
    for ships, p in then.items():
        n = sum(s.hits + s.lost for s in ships) - before
        out[n] = out.get(n, 0.0) + p
    return tuple(sorted(out.items()))


def fates_of(r: Rulings, was: Line, then: dict[Line, float]) -> tuple[Fate, ...]:
    """Return the fates of the heavy ships that are undamaged now, in their order."""
    found = []
    for i, ship in enumerate(was):
        if not ship.heavy or is_damaged(r, ship):
            continue
        gone = sum(p for ships, p in then.items() if is_sunk(r, ships[i]))
        hurt = sum(p for ships, p in then.items() if is_damaged(r, ships[i])) - gone
        found.append(Fate(ship.id, gone, hurt))
    return tuple(found)


def ends_of(was: Line, then: dict[Line, float]) -> tuple[ShipEnds, ...]:
    """Return the possible ends of each ship, apart from all other ships."""
    found = []
    for i, ship in enumerate(was):
        chances: dict[Ship, float] = {}
        for ships, p in then.items():
            chances[ships[i]] = chances.get(ships[i], 0.0) + p
        found.append(ShipEnds(ship, tuple(chances.items())))
    return tuple(found)
