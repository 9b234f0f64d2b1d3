"""What a raider group and those who hunt it may expect: who finds it, the one round they fight, the
transports it sinks."""

from __future__ import annotations

from collections.abc import Sequence

from flagplot.table.core.memo import memo_per_state

from ..rules.combat.battle_setup import ship_of
from ..rules.combat.ships import Battle, Fleet, Group, replace
from ..state import State, Unit
from ..state.raider_groups import Raid
from . import assumed_ships, battle_points
from .exchange_forecast import Forecast, forecast
from .raider_candidates import prey

RAIDER, HUNTER = ("PB", 2), ("CA", 2)
"""What is assumed of each raider, and of each ship that meets it, which nobody has seen."""


def raiders(view: State, raid: Raid) -> tuple[tuple[Unit, ...], bool]:
    """The ships of a group, one of them damaged where it is told that some are, and whether they
    are assumed."""
    seen = view.members(raid.id) if raid.id in view.forces else ()
    ships = seen or assumed_ships.units(
        view, raid.side, raid.nation, (RAIDER,) * max(1, raid.ships)
    )
    if raid.hurt and ships and not any(u.damaged for u in ships):
        ships = (replace(ships[0], damaged=True), *ships[1:])
    return ships, not seen


def sunk_transports(view: State, raid: Raid, ships: Sequence[Unit] = ()) -> float:
    """Transports that a group, or these ships of it, sinks on average when nobody stands in their
    way."""
    return prey(view, raid, ships or raiders(view, raid)[0])


@memo_per_state
def met(
    view: State, raid: Raid, side: str, ships: tuple[Unit, ...], held: tuple[str, ...] = ()
) -> tuple[Forecast, dict[str, float] | None, bool] | None:
    """21.535 The round of a group, some of it *held* back, with *ships* of the enemy (assumed where
    there are none): how it goes for *side*, the points it brings both, and whether ships are
    assumed."""
    mine, unseen = raiders(view, raid)
    enemy = view.enemy(raid.side)
    guards = ships or assumed_ships.units(view, enemy, "", (HUNTER,))
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
    found = forecast(b, side, 1)
    if found is None:
        return None
    behind = (*(mine if unseen else ()), *(guards if not ships else ()))
    told = replace(view, units={**view.units, **{u.id: u for u in mine if not unseen}})
    return found, battle_points.expected(told, b, found.ends, behind), bool(behind)
