"""How ships leave a port under attack when it is time: one after another, because the room that
capital ships keep would shut in the others (6.1.7.1). The staff sends all at once, and they lie
before the port until the end."""

from __future__ import annotations

from collections.abc import Iterable

from msgspec.structs import replace

from ..map.battle_ground import exit_hexes, ground_of
from ..map.battle_ocean import Hex, distance
from ..orders import battle as o
from ..rules.combat.coast import letter_at
from ..rules.combat.legality import reachable_hexes
from ..rules.combat.visibility import crowded_by
from ..state.battle import Colour, Combatant, SeaBattle

SPARE = 2
"""Turns before the last possible one at which a capital ship leaves, and the others with it."""


def leaving_ships(b: SeaBattle, colour: Colour) -> tuple[Combatant, ...]:
    """Return the ships that are bound for the open sea and have not moved yet: capital ships first,
    and the soonest there."""
    if (
        colour == "red"
        or b.kind != "port"
        or b.phase != "fight"
        or not exit_hexes(ground_of(b.rulings, b.ground))
    ):
        return ()
    ships = [u for u in b.afloat("blue") if u.at is not None and not (u.kind or u.flies or u.fixed)]
    if all(not u.zoned or _spare_hexes(b, u) >= SPARE * u.ratings.move for u in ships):
        return ()
    bound = [u for u in ships if not u.moved]
    return tuple(
        sorted(
            bound, key=lambda u: (not u.zoned, _hexes_to_sea(b, u) / max(1, u.ratings.move), u.id)
        )
    )


def next_departure(b: SeaBattle, colour: Colour) -> o.Move | None:
    """Return the next move of a ship that leaves; ``None`` when none can move on."""
    return next(
        (o.Move(u.id, to) for u in leaving_ships(b, colour) if (to := _next_hex(b, u)) != u.at),
        None,
    )


def _next_hex(b: SeaBattle, u: Combatant) -> Hex:
    """Return the next hex of a ship: out of the room that it or another ship needs to get away,
    then nearer to the open sea."""
    here = u.at
    assert here is not None
    others = [
        x
        for x in b.afloat("blue")
        if x.id != u.id and not x.flies and max(_spare_hexes(b, x), _spare_hexes(b, u)) >= 0
    ]
    return max(
        (here, *reachable_hexes(b, u)),
        key=lambda h: (
            not _is_crowding(b, u, h, others),
            -_hexes_to_sea(b, u, h),
            -distance(here, h),
            h,
        ),
    )


def _spare_hexes(b: SeaBattle, u: Combatant) -> int:
    """Return how many hexes a ship could sail in the rest of the battle beyond those to the open
    sea; below 0 it is too late."""
    return u.ratings.move * (b.turns - max(b.turn, u.slow) + 1) - _hexes_to_sea(b, u)


def _hexes_to_sea(b: SeaBattle, u: Combatant, at: Hex | None = None) -> int:
    """Return the distance in hexes to the nearest way out to sea, from a ship's hex or from
    another."""
    here = at or u.at
    return (
        min(distance(here, x) for x in exit_hexes(ground_of(b.rulings, b.ground)))
        if here is not None
        else 0
    )


def _is_crowding(b: SeaBattle, u: Combatant, at: Hex, others: Iterable[Combatant]) -> bool:
    """Return True when a ship in a hex would be so near to another that neither may move on."""
    return crowded_by(replace(u, ground_letter=letter_at(b, at)), at, others) is not None
