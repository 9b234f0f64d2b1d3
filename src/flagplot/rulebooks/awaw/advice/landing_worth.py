"""Evaluation of a landing and of the orders it needs: points of the hex times the chance to take
it, less the danger."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from flagplot.table import AskOrder, about_map

from ..map import theatre
from ..orders import Mission, Strike
from ..orders.landing import AirSupport, BreakOff, Exploit, GroundAttack, Lose, ShipBack, Storm
from ..rules import independent_powers, mission_points, scenario_duties
from ..rules.air import air_units, base_strike
from ..rules.combat import combat_tables
from ..rules.combat.dice import AirColumn
from ..rules.employment import free_ships
from ..rules.forces import TF_LIMIT, selected_units
from ..rules.invasion import air_support, beach_forces, losses, strength
from ..rules.invasion.announced_strength import announced_strength, announced_units, first_wave
from ..rules.invasion.ground_units import enemy_defenders, ground_factors, training_level
from ..scenarios import cards
from ..scenarios.score import ashore_worth, damage_worth, factor_worth
from ..state import CAPITAL, FAST_CARRIERS, Assault, State, Unit, factors, replace
from . import garrisons
from .landing_candidates import hexes_worth_taking, ships_within
from .track_danger import chance_met, expected_loss, track_of

WINS = {"1:1": 0.6, "2:1": 0.9, "3:1": 0.97, "4:1": 1.0, "5:1": 1.0}
"""Chance to take a hex if the attack goes on as long as it may, by the odds."""
IDLE = 0.05
DUTY = 5.0
"""Points for sending ships on the mission their scenario binds them to."""
RISK = 2.0
"""Multiplier of the estimated danger for a landing: ships with troops aboard fight badly and turn
back."""


def win_chance(attack: int, defence: int) -> float:
    """Return the chance (0 to 1) to take a hex at these strengths; 0 below 1:1."""
    return 1.0 if not defence else WINS.get(strength.odds_column(attack, defence), 0.0)


def rate_mission(
    view: State,
    request: AskOrder,
    order: Mission,
    through: float = 1.0,
    perils: float | None = None,
) -> float:
    """Return the points that a mission adds to an operation.

    *through* is the chance (0 to 1) to get through, *perils* the points lost on the way; ``None``
    means that they are estimated here."""
    side = request.side
    ships = selected_units(view, side, order.units)
    track = track_of(view, order.to)
    if perils is None:
        perils = (RISK if order.cargo else 1.0) * expected_loss(
            view, side, ships, track, order.kind, float(len(order.cargo))
        )
    cost = (0.0 if view.closing else IDLE) * factors(ships) + perils
    if mission_points.points_left(view, side) < mission_points.mission_cost(ships):
        return -1.0
    if order.kind == "carrier":
        return 0.4 - cost
    before, after = win_chances(view, side, order, ships)
    cost += (
        LOST
        * carrier_points(view, ships)
        * chance_met(view, side, track, order.kind, factors(ships))
    )
    cost += garrisons.points_at_risk(view, side, selected_units(view, side, order.cargo))
    due = DUTY if scenario_duties.has_duty(view, side, ships) else 0.0
    return (
        due + hexes_worth_taking(view, side).get(order.to, 0.0) * through * (after - before) - cost
    )


LOST = 0.2
"""Share of a force's carriers that a battle costs. Unlike guns, carriers do not keep the enemy
off."""


def carrier_points(view: State, ships: Sequence[Unit]) -> float:
    """Return the enemy's points for the carriers among some ships."""
    if not view.scenario:
        return 0.0
    rules = cards.scenario_card(view.scenario, view.start).score
    return sum(
        u.factors * factor_worth(rules, u)
        for u in ships
        if u.type in FAST_CARRIERS or u.type == "CVE"
    )


FOLLOWED = 0.8
"""Chance that heavy ships of the same bases, which may still be ordered to bombard, will be."""


def win_chances(
    view: State, side: str, order: Mission, ships: tuple[Unit, ...]
) -> tuple[float, float]:
    """Return the chances (0 to 1) to take the hex without this order and with it. Guns that may
    still follow a landing are weighted by FOLLOWED."""
    had, waiting = announced_units(view, side, order.to)
    troops = (*waiting, *selected_units(view, side, order.cargo))
    before = chance_to_take(view, side, order.to, had, waiting)
    after = chance_to_take(view, side, order.to, (*had, *ships), troops)
    if order.kind == "invade":
        more = following_ships(view, side, ships)
        after = (
            max(
                after,
                FOLLOWED * chance_to_take(view, side, order.to, (*had, *ships, *more), troops),
            )
            if more
            else after
        )
    return before, after


def following_ships(view: State, side: str, ships: tuple[Unit, ...]) -> tuple[Unit, ...]:
    """Return the heavy ships of the same bases that could bombard for a landing, up to a task
    force."""
    bases, there = {u.base for u in ships}, {u.id for u in ships}
    heavy = [
        u
        for u in free_ships(view, side)
        if u.base in bases and u.id not in there and u.type in CAPITAL | {"CA"}
    ]
    return ships_within(sorted(heavy, key=lambda u: (-u.factors, u.id)), TF_LIMIT)


def chance_to_take(
    view: State, side: str, place: str, ships: tuple[Unit, ...], troops: tuple[Unit, ...]
) -> float:
    """Return the chance (0 to 1) to take a hex with these ships and troops, and with the attacks
    announced by land and air."""
    a = view.assaults.get(place)
    if not troops and (a is None or not (a.drops or a.land)):
        return 0.0
    elsewhere = any(
        x.side == side and x.hex != place and enemy_defenders(view, side, x.hex)
        for x in view.assaults.values()
    )
    o = announced_strength(view, side, place, ships, troops, from_land=not elsewhere)
    held = o.defence + (enemy_cover(view, side, place) if o.defence else 0)
    open_ = independent_powers.step_aside_chance(view, place) if ships and troops else 0.0
    return open_ + (1 - open_) * win_chance(o.attack, held)


def enemy_cover(view: State, side: str, place: str) -> int:
    """Return the combat factors that the enemy's aircraft in range would add to the defence of a
    hex."""
    factors_ = sum(u.factors for u in air_units.units_in_range(view, view.enemy(side), place))
    return strength.cover_factors(factors_, invasion=True)


def rate_ground_attack(view: State, request: AskOrder, order: GroundAttack) -> float:
    """Return the points of a ground attack. An airdrop takes an empty hex alone; at a defended hex
    it helps an invasion."""
    side = request.side
    held = ground_factors(enemy_defenders(view, side, order.to))
    points = hexes_worth_taking(view, side).get(order.to, 0.0)
    a = view.assaults.get(order.to)
    if a is not None and (a.fleet or a.drops):
        return 0.2 * points if held else -0.5
    mine = ground_factors(selected_units(view, side, order.units))
    return points * win_chance(mine, 2 * held) - 0.3 if mine >= 2 * held else -1.0


def rate_air(view: State, request: AskOrder, order: AirSupport) -> float:
    """Return the points of air support, more for more factors."""
    return support_worth(selected_units(view, request.side, order.units))


def support_worth(units: Sequence[Unit]) -> float:
    return 0.5 + 0.05 * sum(u.factors for u in units)


def rate_clearing(view: State, side: str, order: Strike) -> float:
    """Return the points of squadrons that fight a base's aircraft before the landing instead of
    supporting it.

    They are the best support's points plus the gain in chances at the beaches."""
    away = {p.id for p in order.units}
    enemy = view.enemy(side)
    guards = air_units.land_based(view, enemy, order.to)
    flying = selected_units(view, side, order.units)
    mine, his = base_strike.fighting_factors(flying), base_strike.fighting_factors(guards)
    cells = combat_tables.air_combat_column(
        view.rulings, mine, base_strike.air_modifier(view, flying, guards)
    )
    fewer = [
        (min(his, down + turned), weight)
        for (down, turned), weight in AirColumn(cells).outcomes()[0]
    ]
    gain = 0.0
    supported = 0.0
    for a in air_support.open_assaults(view):
        units = air_support.possible_support(view, a)
        if not enemy_defenders(view, side, a.hex) or not units:
            continue
        supported = max(supported, support_worth(units))
        there = sum(u.factors for u in air_units.units_in_range(view, enemy, a.hex))
        near = sum(u.factors for u in guards if air_units.is_in_range(view, u, a.hex))
        before = beach_chance(view, a, units, there)
        rest = [u for u in units if u.id not in away]
        after = sum(
            w * beach_chance(view, a, rest, there - min(gone, near)) for gone, w in fewer
        ) / sum(w for _, w in fewer)
        gain += hexes_worth_taking(view, side).get(a.hex, 0.0) * (after - before)
    return supported + gain


def beach_chance(view: State, a: Assault, support: Sequence[Unit], cover: int) -> float:
    """Return the chance (0 to 1) at a beach with *support*, against *cover* factors of aircraft."""
    flown = (*a.support, *(u.id for u in support))
    sea = tuple(u.id for u in first_wave(beach_forces.troops_off_beach(view, a)))
    now = replace(view.assaults[a.hex], attackers=sea, support=flown)
    held = beach_forces.defence_factors(view, now) + strength.cover_factors(
        cover, invasion=bool(sea)
    )
    return win_chance(beach_forces.attack_factors(view, now), held)


def rate_storm(view: State, request: AskOrder, order: Storm) -> float:
    """Return the points of a wave: best at the best odds, with a little for armour that may break
    through."""
    a = view.assaults[order.to]
    units = selected_units(view, request.side, order.units)
    again = strength_of(view, order)
    held = bool(enemy_defenders(view, a.side, a.hex))
    reserve = [
        u
        for u in beach_forces.troops_off_beach(view, a)
        if u.type == "ARM" and u.id not in {x.id for x in units}
    ]
    breach = any(u.type == "ARM" and training_level(view, u) >= 1 for u in units) and bool(reserve)
    return 1.0 + (win_chance(*again) if held else 0.5) + 0.3 * breach - 0.01 * ground_factors(units)


def strength_of(view: State, order: Storm) -> tuple[int, int]:
    """Return attack and defence in combat factors if these units storm the beach."""
    a = replace(
        view.assaults[order.to],
        attackers=tuple(p.id for p in order.units),
        guns=tuple(p.id for p in order.guns),
    )
    return beach_forces.attack_factors(view, a), beach_forces.defence_factors(view, a)


def rate_lose(view: State, request: AskOrder, order: Lose) -> float:
    """Return the points of a choice of losses: highest for the cheapest units. Losing the last
    ground unit costs much more."""
    units = selected_units(view, request.side, order.units)
    spent = sum(unit_price(view, u) for u in units)
    a = view.assaults.get(str(about_map(request).get("hex", "")))
    ours = a is not None and a.side == request.side
    left = (
        [u for u in beach_forces.attacking_units(view, a) if u.id not in {x.id for x in units}]
        if a is not None and ours
        else [None]
    )
    return 2.0 - 0.1 * spent - (0.0 if left else 1.5)


LATER = {"ground": 0.5, "lights": 0.5, "air": 0.7, "cruiser": 1.0, "heavy": 0.8}
"""Points for the rest of the game of a unit lost in ground combat: for each factor, or for a heavy
ship (which is damaged) as a whole."""


def unit_price(view: State, u: Unit) -> float:
    """Return the price of giving up a unit in ground combat: the enemy's points and the unit's
    later use."""
    kind = losses.loss_kind(u)
    later = LATER[kind] * (1 if kind == "heavy" else u.factors)
    if not view.scenario:
        return later
    rules = cards.scenario_card(view.scenario, view.start).score
    if kind == "heavy":
        return later + damage_worth(rules, u)
    if u.kind == "ship":
        return later + u.factors * factor_worth(rules, u)
    return later + u.factors * ashore_worth(rules, u)


def rate_ship_back(view: State, request: AskOrder, order: ShipBack) -> float:
    """Return the points of a return to a port, more for a nearer one."""
    board = theatre.load_board(view.board)
    far = theatre.flight_distance(
        board, str(about_map(request).get("hex", "")), theatre.place_id(view, order.to)
    )
    return 0.5 - 0.01 * min(far, 20)


def rate_exploit(view: State, request: AskOrder, order: Exploit) -> float:
    """Return the points of an exploitation: of the hex taken, or of an attack at 3:1."""
    held = ground_factors(enemy_defenders(view, request.side, order.to))
    mine = ground_factors(selected_units(view, request.side, order.units))
    if held:
        return 0.5 if mine >= 3 * held else -0.5
    return 0.3 + hexes_worth_taking(view, request.side).get(order.to, 0.0)


RATES: dict[type, Any] = {
    Mission: rate_mission,
    GroundAttack: rate_ground_attack,
    AirSupport: rate_air,
    Storm: rate_storm,
    Lose: rate_lose,
    ShipBack: rate_ship_back,
    Exploit: rate_exploit,
    BreakOff: lambda view, request, order: -0.5,
}
