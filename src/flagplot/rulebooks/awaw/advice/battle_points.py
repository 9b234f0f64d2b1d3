"""The expected score of a fight."""

from __future__ import annotations

from collections.abc import Iterable

from ..rules.combat.lens import copy_damage
from ..rules.combat.ships import Battle, Ship
from ..scenarios.cards import scenario_card
from ..scenarios.score import points_against
from ..state import State, Unit
from .assumed_ships import HIS, usual_nation
from .exchange_forecast import ShipEnds


def expected_score(
    view: State, b: Battle, ends: Iterable[ShipEnds], assumed: Iterable[Unit] = ()
) -> dict[str, float] | None:
    """Return the expected points of each side for ships sunk or damaged and for aircraft lost with
    them. ``None`` without a scenario.

    *assumed* holds units behind unseen ships. Ships without a unit, as unnamed transports, count
    nothing. Assumed ships of the battle's groups count as their class."""
    if not view.scenario:
        return None
    rules, units = (
        scenario_card(view.scenario, view.start).score,
        {u.id: u for u in assumed} | dict(view.units),
    )
    found = dict.fromkeys(view.sides, 0.0)
    for ship in ends:
        u = units.get(ship.was.id) or assumed_unit(view, b, ship.was)
        if u is None:
            continue
        part = {u.id: u} | {n.id: n for n in view.units.values() if n.aboard == u.id}
        before = sum(points_against(rules, x) for x in part.values())
        for then, chance in ship.then:
            after = dict(part)
            copy_damage(b, after, ship.was, then)
            found[view.enemy(u.side)] += chance * (
                sum(points_against(rules, x) for x in after.values()) - before
            )
    return found


def assumed_unit(view: State, b: Battle, ship: Ship) -> Unit | None:
    """Return a unit for a ship that is only assumed in a group of the battle; ``None`` for any
    other ship."""
    side = next(
        (
            f.side
            for f in b.fleets
            if ship.id.startswith(HIS) and any(ship in g.ships for g in f.groups)
        ),
        "",
    )
    return (
        Unit(ship.id, ship.id, side, usual_nation(view, side), "ship", ship.type, ship.size)
        if side
        else None
    )
