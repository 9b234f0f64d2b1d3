"""The best hexes for units at the start of a battle (6.5.1.1). The staff, in contrast, takes the
middle of its zone."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache

from flagplot.table import Single

from ..map.battle_ocean import Hex, distance, hexes_of
from ..orders import battle as bo
from ..rules.combat.legality import check, free_deployment, liked_by_staff, units_to_place
from ..rules.combat.staff import passes_by
from ..rules.combat.visibility import crowded_by, deployment_hexes
from ..state import State
from ..state.battle import Combatant, SeaBattle

BACK = frozenset({"TR", "CV", "CVL", "CVE"})
"""Classes that keep away from guns."""


READY = 1.0
"""The value of leaving the rest of the deployment to the staff (:mod:`.worth`)."""


HEX = 0.01
"""The value of beginning a hex nearer or farther off."""


def placement_values(view: State, request: Single) -> Iterator[tuple[bo.Place, float]]:
    """Yield a placement for each unit that waits to be placed, with its value (6.5.1.1). It exceeds
    the value of leaving it to the staff by the advantage of the hex."""
    b = view.battle
    if b is None or b.phase != "deploy" or request.kind != "battle":
        return
    for u in placement_order(b, request.side):
        at = best_hex(b, u)
        if at is not None and check(b, request.side, order := bo.Place(u.id, at)):
            staff = free_deployment(b, u)
            yield (
                order,
                READY
                + (
                    HEX * (hex_merit(b, u, at) - hex_merit(b, u, staff))
                    if staff is not None
                    else 0.0
                ),
            )


def placement_order(b: SeaBattle, side: str) -> list[Combatant]:
    """Return the units that a side still has to place, the strongest first."""
    return sorted(units_to_place(b, side), key=lambda u: (-u.strength * u.ratings.price, u.id))


def best_hex(b: SeaBattle, u: Combatant) -> Hex | None:
    """Return the best free hex for a unit, before a coast the one the staff prefers; ``None`` when
    none is free."""
    if b.ground:
        return free_deployment(b, u)
    return next((h for h in liked_by_admirals(b, u) if crowded_by(u, h, b.units) is None), None)


def liked_by_admirals(b: SeaBattle, u: Combatant) -> Sequence[Hex]:
    """Return the hexes of a unit's zone, best first: by the staff's preference before a coast, else
    by merit."""
    if b.ground:
        return liked_by_staff(b, u)
    return sorted(deployment_hexes(b, u.colour), key=lambda h: (-hex_merit(b, u, h), h))


def hex_merit(b: SeaBattle, u: Combatant, at: Hex) -> int:
    """Return the merit of a hex of the ocean map for a unit, in hexes. Units with a destination do
    best near it. Units with guns do best near the enemy's zone, and units that they guard far from
    it."""
    if b.ground:
        return 0
    if has_destination(b, u):
        return -distance_to_squares(at, b.destination)
    apart = distance_to_squares(at, b.blue_squares if u.colour == "red" else b.red_squares)
    return apart if u.flies or u.cls in BACK else -apart


def has_destination(b: SeaBattle, u: Combatant) -> bool:
    """Return True for a unit that completes its mission in the destination area (6.5.1.3)."""
    return bool(b.destination) and passes_by(b, u)


@lru_cache(maxsize=4096)
def distance_to_squares(at: Hex, squares: tuple[int, ...]) -> int:
    """Return the distance in hexes from a hex to the nearest of some squares."""
    return min((distance(at, h) for square in squares for h in hexes_of(square)), default=0)
