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
from ..rules.forces import selected
from ..rules.invasion import beach_forces
from ..rules.patrols import submarine_patrol
from ..scenarios.cards import card
from ..scenarios.score import toll
from ..state import COUNTED, State, Unit, replace
from . import assumed_ships
from .battle_worth import FACTOR_WORTH
from .loss_points import prices

SUBMARINES = (("SS", 2),)
"""Ships assumed in a submarine patrol that nobody has seen: (type, factors) pairs."""


class Toll(msgspec.Struct, frozen=True, cache_hash=True):
    """The result of one raid. ``effects`` counts effects on ships, ``mine`` and ``his`` the air
    factors lost by the flying side and by the other. ``sunk`` and ``damaged`` hold unit ids.
    ``points`` are the losses by the scenario's score, those of the flying side first; 0 without a
    scenario."""

    effects: int
    mine: int
    his: int
    sunk: tuple[str, ...]
    damaged: tuple[str, ...]
    points: tuple[float, float]


class Raid(msgspec.Struct, frozen=True):
    """The possible results of a raid by *side*. ``behind`` holds the assumed ships; empty when the
    ships are seen."""

    side: str
    tolls: PlayoutResult[Toll]
    behind: tuple[Unit, ...] = ()
    ships: bool = True
    """True when the raid attacks ships; False when only aircraft fight."""
    flown: bool = True
    """True for a raid by aircraft; False for a harbor attack by other means."""


@memo_per_state
def at_sea(view: State, force: str, place: str) -> Raid | None:
    """Forecast 23.7: land-based aircraft attack an enemy force at sea in the hex *place*. ``None``
    when no aircraft can attack."""
    f = view.forces[force]
    flying = sea_air.eligible(view, view.enemy(f.side), place)
    seen = view.members(f)
    behind = (
        ()
        if seen
        else assumed_ships.units(
            view, f.side, "", assumed_ships.LIKELY[f.band or "under 10"], force=f.id, at=f.at
        )
    )
    if not flying:
        return None
    ships = seen or behind
    s = around(view, (*flying, *ships), force=replace(f, units=tuple(u.id for u in ships)))
    return raid(
        view, s, view.enemy(f.side), lambda t: sea_air.attack(t, force, place, "23.7"), behind
    )


@memo_per_state
def on_base(view: State, side: str, order: Strike) -> Raid | None:
    """Forecast 23.6: squadrons fight the aircraft of a base or strike the ships in it, as *order*
    says. ``None`` when no squadron flies, and for counterair against a base without aircraft."""
    flying = tuple(u for u in selected(view, side, order.units) if u.kind == "air")
    enemy, fights = view.enemy(side), order.what == "counterair"
    there = air_units.land_based(view, enemy, order.to)
    if not flying or (fights and not there):
        return None
    seen = base_strike.ships_in_port(view, enemy, order.to)
    hidden = not seen and enemy in view.presence.get(order.to, ())
    behind = (
        assumed_ships.in_port(view, enemy, order.to, "under 10") if hidden and not fights else ()
    )
    s = around(view, (*flying, *there, *seen, *behind))
    run = base_strike.counterair if fights else base_strike.strike
    return raid(
        view, s, side, lambda t: run(t, side, flying, order.to, "23.6"), behind, ships=not fights
    )


@memo_per_state
def on_cover(view: State, side: str, order: AirSupport) -> Raid | None:
    """Forecast 21.556B: carrier squadrons fight one round against the aircraft that support the
    defence of a hex. ``None`` when either side has no aircraft there."""
    flying, a = selected(view, side, order.units), view.assaults.get(order.to)
    there = beach_forces.covering(view, a) if a is not None else ()
    if not flying or not there:
        return None
    s = around(view, (*flying, *there))
    return raid(
        view,
        s,
        side,
        lambda t: base_strike.air_fight(t, side, flying, there, order.to, "21.556B"),
        ships=False,
    )


@memo_per_state
def on_submarines(view: State, force: str, squadrons: int, cover: int) -> Raid:
    """Forecast 21.4184C: *squadrons* attack a submarine patrol, and its owner covers it with
    *cover* squadrons."""
    f = view.forces[force]
    seen, enemy = view.members(f), view.enemy(f.side)
    behind = () if seen else assumed_ships.units(view, f.side, "", SUBMARINES, force=f.id, at=f.at)
    boats = seen or behind
    flying = (
        *submarine_patrol.hunters(view, enemy, f.at),
        *(air_units.within(view, f.side, f.at) if cover else ()),
    )
    there = replace(view, mover=enemy)
    s = around(there, (*flying, *boats), force=replace(f, units=tuple(u.id for u in boats)))

    def covered(request: Any, situation: Any) -> Any:
        return str(cover) if str(cover) in request.options else first_option(request, situation)

    return raid(
        view,
        s,
        enemy,
        lambda t: submarine_patrol.sortie(t, force, squadrons),
        behind,
        policy=covered,
    )


def around(view: State, units: Iterable[Unit], **force: Any) -> State:
    """Return the position with *units* and *force* alone, so that a rule runs quickly. The copy
    names no scenario, so that it keeps no score."""
    forces = {f.id: f for f in force.values()}
    return replace(view, units={u.id: u for u in units}, forces=forces, scenario="")


def raid(
    view: State,
    s: State,
    side: str,
    rule: Callable[[Table[State]], Rule[Any]],
    behind: Sequence[Unit] = (),
    *,
    ships: bool = True,
    policy: Any = first_option,
) -> Raid:
    """Play a raid of *side* from the position *s*. Count the losses by the score of *view*."""
    rules = card(view.scenario, view.start).score if view.scenario else None
    before = {i: toll(rules, u) for i, u in s.units.items()} if rules is not None else {}

    def read(after: State) -> Toll:
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
                points[not his] += toll(rules, u) - before.get(i, 0.0)
        return Toll(effects, lost[0], lost[1], tuple(sunk), tuple(hurt), (points[0], points[1]))

    return Raid(side, play_out_rule(rule, s, read, policy=policy), tuple(behind), ships)


def gain(view: State, found: Raid) -> float:
    """Return the expected points that a raid brings its side, less its own losses. Both include the
    later worth of the factors lost."""
    later = prices(view, found.side).kept if view.scenario else FACTOR_WORTH
    size = {u.id: u.factors for u in (*view.units.values(), *found.behind)}

    def of(t: Toll) -> float:
        ships = sum(size.get(i, 0) for i in t.sunk) + sum(size.get(i, 0) for i in t.damaged) / 2
        return t.points[0] - t.points[1] + later * (ships + t.his - t.mine)

    return found.tolls.mean(of)
