"""Forecasts of air attacks outside battles: on ships at sea, on a base and its ships, on
submarines.

Each forecast plays the rule on the position that the side sees. Unseen ships are assumed
(:mod:`.assumed_ships`)."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any

import msgspec

from flagplot.odds import PlayoutResult, first_option, play_out_rule
from flagplot.table import Table
from flagplot.table.core.memo import memo_per_state
from flagplot.table.core.requests import Rule

from ..orders import Strike
from ..orders.landing import AirSupport
from ..rules.air import air_units, base_strike, sea_air
from ..rules.forces import selected_units
from ..rules.invasion import beach_forces
from ..rules.patrols import submarine_patrol
from ..scenarios.cards import scenario_card
from ..scenarios.score import points_against
from ..state import COUNTED, State, Unit, replace
from . import assumed_ships
from .battle_worth import FACTOR_WORTH
from .loss_points import loss_prices

SUBMARINES = (("SS", 2),)
"""Ships assumed in a submarine patrol that nobody has seen: (type, factors) pairs."""


class RaidLosses(msgspec.Struct, frozen=True, cache_hash=True):
    """Result of one air raid. ``effects`` counts effects on ships. ``mine`` are the air factors that
    the raiding side lost, ``his`` those of the defender. ``sunk`` and ``damaged`` hold unit ids.
    ``points`` are the losses in points of the scenario, those of the raiding side first; 0 without
    a scenario."""

    effects: int
    mine: int
    his: int
    sunk: tuple[str, ...]
    damaged: tuple[str, ...]
    points: tuple[float, float]


class AirRaid(msgspec.Struct, frozen=True):
    """The possible results of a raid by *side*. ``behind`` holds the assumed ships; empty when the
    ships are seen."""

    side: str
    tolls: PlayoutResult[RaidLosses]
    behind: tuple[Unit, ...] = ()
    ships: bool = True
    """True when the raid attacks ships; False when only aircraft fight."""
    flown: bool = True
    """True for a raid by aircraft; False for a harbor attack by other means."""


@memo_per_state
def raid_at_sea(view: State, force: str, place: str) -> AirRaid | None:
    """Forecast 23.7: land-based aircraft attack an enemy force at sea in the hex *place*. ``None``
    when no aircraft can attack."""
    f = view.forces[force]
    flying = sea_air.eligible_aircraft(view, view.enemy(f.side), place)
    seen = view.members(f)
    behind = (
        ()
        if seen
        else assumed_ships.assumed_units(
            view, f.side, "", assumed_ships.LIKELY[f.band or "under 10"], force=f.id, at=f.at
        )
    )
    if not flying:
        return None
    ships = seen or behind
    s = position_with(view, (*flying, *ships), force=replace(f, units=tuple(u.id for u in ships)))
    return play_raid(
        view, s, view.enemy(f.side), lambda t: sea_air.attack_force(t, force, place, "23.7"), behind
    )


@memo_per_state
def raid_on_base(view: State, side: str, order: Strike) -> AirRaid | None:
    """Forecast 23.6: squadrons fight the aircraft of a base or strike the ships in it, as *order*
    says. ``None`` when no squadron flies, and for counterair against a base without aircraft."""
    flying = tuple(u for u in selected_units(view, side, order.units) if u.kind == "air")
    enemy, fights = view.enemy(side), order.what == "counterair"
    there = air_units.land_based(view, enemy, order.to)
    if not flying or (fights and not there):
        return None
    seen = base_strike.ships_in_port(view, enemy, order.to)
    hidden = not seen and enemy in view.presence.get(order.to, ())
    behind = (
        assumed_ships.assumed_in_port(view, enemy, order.to, "under 10")
        if hidden and not fights
        else ()
    )
    s = position_with(view, (*flying, *there, *seen, *behind))
    run = base_strike.fight_counterair if fights else base_strike.strike_port
    return play_raid(
        view, s, side, lambda t: run(t, side, flying, order.to, "23.6"), behind, ships=not fights
    )


@memo_per_state
def raid_on_cover(view: State, side: str, order: AirSupport) -> AirRaid | None:
    """Forecast 21.556B: carrier squadrons fight one round against the aircraft that support the
    defence of a hex. ``None`` when either side has no aircraft there."""
    flying, a = selected_units(view, side, order.units), view.assaults.get(order.to)
    there = beach_forces.covering_units(view, a) if a is not None else ()
    if not flying or not there:
        return None
    s = position_with(view, (*flying, *there))
    return play_raid(
        view,
        s,
        side,
        lambda t: base_strike.fight_air_round(t, side, flying, there, order.to, "21.556B"),
        ships=False,
    )


@memo_per_state
def raid_on_submarines(view: State, force: str, squadrons: int, cover: int) -> AirRaid:
    """Forecast 21.4184C: *squadrons* attack a submarine patrol, and its owner covers it with
    *cover* squadrons."""
    f = view.forces[force]
    seen, enemy = view.members(f), view.enemy(f.side)
    behind = (
        ()
        if seen
        else assumed_ships.assumed_units(view, f.side, "", SUBMARINES, force=f.id, at=f.at)
    )
    boats = seen or behind
    flying = (
        *submarine_patrol.eligible_aircraft(view, enemy, f.at),
        *(air_units.units_in_range(view, f.side, f.at) if cover else ()),
    )
    there = replace(view, mover=enemy)
    s = position_with(there, (*flying, *boats), force=replace(f, units=tuple(u.id for u in boats)))

    def covered(request: Any, situation: Any) -> Any:
        return str(cover) if str(cover) in request.options else first_option(request, situation)

    return play_raid(
        view,
        s,
        enemy,
        lambda t: submarine_patrol.fly_sortie(t, force, squadrons),
        behind,
        policy=covered,
    )


def position_with(view: State, units: Iterable[Unit], **force: Any) -> State:
    """Return the position with *units* and *force* alone, so that a rule runs quickly. The copy
    names no scenario, so that it keeps no score."""
    forces = {f.id: f for f in force.values()}
    return replace(view, units={u.id: u for u in units}, forces=forces, scenario="")


def play_raid(
    view: State,
    s: State,
    side: str,
    rule: Callable[[Table[State]], Rule[Any]],
    behind: Sequence[Unit] = (),
    *,
    ships: bool = True,
    policy: Any = first_option,
) -> AirRaid:
    """Play a raid of *side* from the position *s*. Count the losses by the score of *view*."""
    rules = scenario_card(view.scenario, view.start).score if view.scenario else None
    before = {i: points_against(rules, u) for i, u in s.units.items()} if rules is not None else {}

    def read(after: State) -> RaidLosses:
        effects, lost, points = 0, [0, 0], [0.0, 0.0]
        sunk, hurt = [], []
        for i, u in after.units.items():
            was = s.units.get(i)
            if was is u:
                continue
            his = u.side != side
            if u.kind == "ship" and was is not None:
                effects += u.lost - was.lost if u.type in COUNTED else u.hits - was.hits
                if u.status == "sunk":
                    sunk.append(i)
                elif u.damaged and not was.damaged:
                    hurt.append(i)
            elif was is not None:
                lost[his] += u.lost - was.lost
            if rules is not None:
                points[not his] += points_against(rules, u) - before.get(i, 0.0)
        return RaidLosses(
            effects, lost[0], lost[1], tuple(sunk), tuple(hurt), (points[0], points[1])
        )

    return AirRaid(side, play_out_rule(rule, s, read, policy=policy), tuple(behind), ships)


def raid_gain(view: State, found: AirRaid) -> float:
    """Return the expected points that a raid brings its side, less its own losses. Both include the
    later worth of the factors lost."""
    later = loss_prices(view, found.side).kept if view.scenario else FACTOR_WORTH
    size = {u.id: u.factors for u in (*view.units.values(), *found.behind)}

    def of(t: RaidLosses) -> float:
        ships = sum(size.get(i, 0) for i in t.sunk) + sum(size.get(i, 0) for i in t.damaged) / 2
        return t.points[0] - t.points[1] + later * (ships + t.his - t.mine)

    return found.tolls.mean(of)
