"""How merchants evade enemies that wait for them, and where submarines without a contact search for
merchants (6.5.1).

The staff steers merchants straight to the water where their mission ends, and stops there. Here
they sail on to its far end, to a row drawn at random, clear of enemies in sight. Submarines search
that water from both ends.
"""

from __future__ import annotations

from zlib import crc32

from msgspec.structs import replace

from ..map.battle_ocean import SIDE, Hex, distance
from ..orders import battle as o
from ..rules.combat.formula import may_attack
from ..rules.combat.legality import reachable_hexes
from ..rules.combat.visibility import gun_range, seen_by
from ..state.battle import Colour, Combatant, SeaBattle

FIRST, DEEP = 31, 38
"""The first column where a merchant's mission is completed, and the column where it waits for the
end."""


ROWS = range(16, 40)
"""The rows in which it waits, all equally good."""


ENDS, BEAT = (18, 36), 34
"""The rows where submarines wait, and the column along which they search from turn :data:`SEARCH`
on, when merchants may be there."""


SEARCH = 4


def steered_units(b: SeaBattle, colour: Colour) -> tuple[Combatant, ...]:
    """Return the units steered this way instead of by the staff: transports, except one alone that
    does better to run where it can; and submarines while they see no enemy."""
    if b.kind != "sea" or b.on_station or b.phase != "fight":
        return ()
    if colour == "red":
        return (
            ()
            if seen_by(b, "red")
            else tuple(u for u in b.afloat("red") if u.submarine and u.at is not None)
        )
    merchants = [u for u in b.units if u.cls == "TR"]
    return (
        ()
        if b.scattered or len(merchants) == 1
        else tuple(u for u in merchants if u.alive and u.at is not None)
    )


def next_move(b: SeaBattle, colour: Colour, secret: str) -> o.Move | None:
    """Return the next move of a unit steered this way; ``None`` when all have moved. The random
    draws come from *secret*."""
    all_of_them = steered_units(b, colour)
    goals = _goals_of(b, all_of_them, colour, secret)
    for u in all_of_them:
        if not u.moved:
            to = _hex_towards(b, u, goals[u.id])
            if to != u.at:
                return o.Move(u.id, to)
    return None


def goals_unseen(b: SeaBattle, colour: Colour, secret: str) -> dict[str, Hex]:
    """Return the goals of units steered this way while no enemy is seen, wherever the units are."""
    unseen = replace(
        b, units=tuple(replace(u, at=u.at or (1, 1)) for u in b.units if u.colour == colour)
    )
    return _goals_of(unseen, steered_units(unseen, colour), colour, secret)


def _goals_of(
    b: SeaBattle, units: tuple[Combatant, ...], colour: Colour, secret: str
) -> dict[str, Hex]:
    lot = crc32(secret.encode())
    if colour == "blue":
        return dict.fromkeys([u.id for u in units], (DEEP, ROWS[lot % len(ROWS)]))
    return {u.id: _station_hex(b, u, (n + lot) % 2) for n, u in enumerate(units)}


def _station_hex(b: SeaBattle, u: Combatant, end: int) -> Hex:
    """Return the hex for a submarine with its station at one end in this turn. It turns back at the
    edge of the map."""
    gone = max(0, b.turn - SEARCH) * u.ratings.move
    row = (ENDS[0] + gone if end == 0 else ENDS[1] - gone) % (2 * SIDE)
    return BEAT, max(1, min(row, 2 * SIDE - row))


def _hex_towards(b: SeaBattle, u: Combatant, goal: Hex) -> Hex:
    """Return a unit's next hex on the way to a goal: first to be in time, then out of range of
    enemies in sight, then nearer."""
    assert u.at is not None
    here = u.at
    foes = [
        e
        for e in (b.unit(i) for i in sorted(seen_by(b, u.colour)))
        if may_attack(e.fighter(), u.fighter())
    ]

    def key(h: Hex) -> tuple[int, int, int, int, Hex]:
        late = (
            max(0, FIRST - h[0] - u.ratings.move * (b.turns - b.turn)) if u.colour == "blue" else 0
        )
        near = sum(
            max(0, e.ratings.move + gun_range(e) + 1 - distance(h, e.at))
            for e in foes
            if e.at is not None
        )
        return late, near, distance(h, goal), distance(here, h), h

    return min((here, *reachable_hexes(b, u)), key=key)
