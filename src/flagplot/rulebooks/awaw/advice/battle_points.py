"""The expected score of a fight."""

from __future__ import annotations

from collections.abc import Iterable

from ..rules.combat.lens import mend_unit
from ..rules.combat.ships import Battle, Ship
from ..scenarios.cards import card
from ..scenarios.score import toll
from ..state import State, Unit
from .assumed_ships import HIS, nation_of
from .exchange_forecast import Ends


def expected(
    view: State, b: Battle, ends: Iterable[Ends], assumed: Iterable[Unit] = ()
) -> dict[str, float] | None:
    """Return the expected points of each side for ships sunk or damaged and for aircraft lost with
    them. ``None`` without a scenario.

    *assumed* holds units behind unseen ships. Ships without a unit, as unnamed transports, count
    nothing. Assumed ships of the battle's groups count as their class."""
    if not view.scenario:
        return None
    rules, units = (
        card(view.scenario, view.start).score,
        {u.id: u for u in assumed} | dict(view.units),
    )
    found = dict.fromkeys(view.sides, 0.0)
    for ship in ends:
        u = units.get(ship.was.id) or unseen(view, b, ship.was)
        if u is None:
            continue
        part = {u.id: u} | {n.id: n for n in view.units.values() if n.aboard == u.id}
        before = sum(toll(rules, x) for x in part.values())
        for then, chance in ship.then:
            after = dict(part)
            mend_unit(b, after, ship.was, then)
            found[view.enemy(u.side)] += chance * (
                sum(toll(rules, x) for x in after.values()) - before
            )
    return found


def unseen(view: State, b: Battle, ship: Ship) -> Unit | None:
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
        Unit(ship.id, ship.id, side, nation_of(view, side), "ship", ship.type, ship.size)
        if side
        else None
    )
