"""Odds of a raider group and its hunters: the one round they fight, and the transports sunk."""

from __future__ import annotations

from collections.abc import Sequence

from flagplot.table.core.memo import memo_per_state

from ..rules.combat.battle_setup import ship_of
from ..rules.combat.ships import Battle, Fleet, Group, replace
from ..state import State, Unit
from ..state.raider_groups import Raid
from . import assumed_ships, battle_points
from .exchange_forecast import Forecast, forecast_exchange
from .raider_candidates import expected_sinkings

RAIDER, HUNTER = ("PB", 2), ("CA", 2)
"""The ship (type, factors) assumed for each unseen raider, and for each unseen hunter."""


def ships_of_raid(view: State, raid: Raid) -> tuple[tuple[Unit, ...], bool]:
    """Return the ships of a group, and True when they are assumed. One of them is damaged when the
    side knows that some are."""
    seen = view.members(raid.id) if raid.id in view.forces else ()
    ships = seen or assumed_ships.assumed_units(
        view, raid.side, raid.nation, (RAIDER,) * max(1, raid.ships)
    )
    if raid.hurt and ships and not any(u.damaged for u in ships):
        ships = (replace(ships[0], damaged=True), *ships[1:])
    return ships, not seen


def expected_transports(view: State, raid: Raid, ships: Sequence[Unit] = ()) -> float:
    """Return the expected number of transports that a group, or these ships of it, sinks when no
    guard stops it."""
    return expected_sinkings(view, raid, ships or ships_of_raid(view, raid)[0])


@memo_per_state
def forecast_round(
    view: State, raid: Raid, side: str, ships: tuple[Unit, ...], held: tuple[str, ...] = ()
) -> tuple[Forecast, dict[str, float] | None, bool] | None:
    """Forecast the one round between a group and *ships* of the enemy, seen from *side* (21.535).
    *held* ships of the group stay out; without *ships*, one is assumed.

    Returns the forecast, the expected points of both sides (``None`` without a scenario), and True
    when ships are assumed. ``None`` when the round cannot be forecast."""
    mine, unseen = ships_of_raid(view, raid)
    enemy = view.enemy(raid.side)
    guards = ships or assumed_ships.assumed_units(view, enemy, "", (HUNTER,))
    group = tuple(replace(ship_of(view, u), held=u.id in held) for u in mine)
    fleets = (
        Fleet(raid.side, (Group(group, 1, "raiders", seen=True),)),
        Fleet(
            enemy,
            (
                Group(
                    tuple(ship_of(view, u) for u in guards), 1, "guards", seen=True, hindered=True
                ),
            ),
            interceptor=True,
        ),
    )
    b = Battle(fleets, view.rulings)
    found = forecast_exchange(b, side, 1)
    if found is None:
        return None
    behind = (*(mine if unseen else ()), *(guards if not ships else ()))
    told = replace(view, units={**view.units, **{u.id: u for u in mine if not unseen}})
    return found, battle_points.expected_score(told, b, found.ends, behind), bool(behind)
