"""What aircraft would do outside a battle: to ships at sea, to a base and the ships in it, to
submarines.

The rules that play it are run on what the side sees; ships that nobody has seen are assumed
(:mod:`.assumed`)."""

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
"""What is assumed of a submarine patrol that nobody has seen."""


class Toll(msgspec.Struct, frozen=True, cache_hash=True):
    """What a raid has cost: effects on ships, air factors lost by those who fly and by the others,
    the ships sunk and damaged, and the points of both by the scenario's score (those who fly
    first)."""

    effects: int
    mine: int
    his: int
    sunk: tuple[str, ...]
    damaged: tuple[str, ...]
    points: tuple[float, float]


class Raid(msgspec.Struct, frozen=True):
    """What a raid may come to, for the *side* that flies; ``behind`` are the ships that are
    assumed."""

    side: str
    tolls: PlayoutResult[Toll]
    behind: tuple[Unit, ...] = ()
    ships: bool = True
    """Whether ships are attacked: else only aircraft fight."""
    flown: bool = True
    """Whether it is flown: else a harbor is attacked by other means."""


@memo_per_state
def at_sea(view: State, force: str, place: str) -> Raid | None:
    """23.7 Land-based aircraft of the enemy of a force attack it in a hex; ``None`` where nobody
    can."""
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
    """23.6 Squadrons fight the aircraft of a base, and strike the ships in it where that is
    ordered; ``None`` where nobody flies and where counterair meets nobody."""
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
    """21.556B Carrier squadrons fight the aircraft that support the defence of a hex, one round."""
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
    """21.4184C So many squadrons attack a submarine patrol that so many of its owner's cover."""
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
    """The position with these units alone, so that a rule runs quickly; no score is kept in it."""
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
    """Play a raid of *side* from the position *s*, and count what it costs by the score of
    *view*."""
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
    """Points that a raid brings who flies it, less what it costs him: those of the score, and what
    each side misses later."""
    later = prices(view, found.side).kept if view.scenario else FACTOR_WORTH
    size = {u.id: u.factors for u in (*view.units.values(), *found.behind)}

    def of(t: Toll) -> float:
        ships = sum(size.get(i, 0) for i in t.sunk) + sum(size.get(i, 0) for i in t.damaged) / 2
        return t.points[0] - t.points[1] + later * (ships + t.his - t.mine)

    return found.tolls.mean(of)
