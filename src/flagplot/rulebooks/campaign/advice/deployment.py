"""6.5.1.1 Where a unit begins a battle best, for whoever places his own: the staff takes the middle
of its zone."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache

from flagplot.table import Single

from ..map.battle_ocean import Hex, distance, hexes_of
from ..orders import battle as bo
from ..rules.combat.legality import check, free_deployment, liked_by_staff, unplaced
from ..rules.combat.staff import passes_by
from ..rules.combat.visibility import crowded_by, deployment_hexes
from ..state import State
from ..state.battle import Combatant, SeaBattle

BACK = frozenset({"TR", "CV", "CVL", "CVE"})
"""Classes that keep away from guns."""


READY = 1.0
"""What it is worth to leave the rest of the deployment to the staff (:mod:`.worth`)."""


HEX = 0.01
"""What it is worth to begin a hex nearer or farther off."""


def placings(view: State, request: Single) -> Iterator[tuple[bo.Place, float]]:
    """Yield a hex for each unit that waits to be placed, worth more than to leave it to the staff
    by what it stands better (6.5.1.1)."""
    b = view.battle
    if b is None or b.phase != "deploy" or request.kind != "battle":
        return
    for u in waiting(b, request.side):
        at = best(b, u)
        if at is not None and check(b, request.side, order := bo.Place(u.id, at)):
            staff = free_deployment(b, u)
            yield (
                order,
                READY
                + (HEX * (merit(b, u, at) - merit(b, u, staff)) if staff is not None else 0.0),
            )


def waiting(b: SeaBattle, side: str) -> list[Combatant]:
    """Return the units that a side still has to place, the strongest first."""
    return sorted(unplaced(b, side), key=lambda u: (-u.strength * u.ratings.price, u.id))


def best(b: SeaBattle, u: Combatant) -> Hex | None:
    """Return the free hex where a unit stands best; before a coast the one that the staff likes."""
    if b.ground:
        return free_deployment(b, u)
    return next((h for h in liked_by_admirals(b, u) if crowded_by(u, h, b.units) is None), None)


def liked_by_admirals(b: SeaBattle, u: Combatant) -> Sequence[Hex]:
    """Return where a computer admiral has a unit begin, best first: as the staff does before a
    coast, else by its merit there."""
    if b.ground:
        return liked_by_staff(b, u)
    return sorted(deployment_hexes(b, u.colour), key=lambda h: (-merit(b, u, h), h))


def merit(b: SeaBattle, u: Combatant, at: Hex) -> int:
    """Return how well a unit stands in a hex of the ocean map, in hexes: who must get through near
    where he is bound, guns near where the enemy begins, what they guard far from there."""
    if b.ground:
        return 0
    if bound(b, u):
        return -off(at, b.destination)
    apart = off(at, b.blue_squares if u.colour == "red" else b.red_squares)
    return apart if u.flies or u.cls in BACK else -apart


def bound(b: SeaBattle, u: Combatant) -> bool:
    """Return True for a unit that completes its mission in the destination area (6.5.1.3)."""
    return bool(b.destination) and passes_by(b, u)


@lru_cache(maxsize=4096)
def off(at: Hex, squares: tuple[int, ...]) -> int:
    """Return the hexes from a hex to the nearest of some squares."""
    return min((distance(at, h) for square in squares for h in hexes_of(square)), default=0)
