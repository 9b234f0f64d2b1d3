"""How merchants are brought past those who wait for them, and where boats that see nothing look for
them (6.5.1).

The staff steers merchants straight for the water where their mission ends, and there they lie as
they came. Here they run on to the far end of it, to a row drawn by lot, and keep clear of who was
seen; boats search that water from both sides."""

from __future__ import annotations

from zlib import crc32

from msgspec.structs import replace

from ..map.battle_ocean import SIDE, Hex, distance
from ..orders import battle as o
from ..rules.combat.formula import may_attack
from ..rules.combat.legality import moves
from ..rules.combat.visibility import gun_range, seen_by
from ..state.battle import Colour, Combatant, SeaBattle

FIRST, DEEP = 31, 38
"""The first column where a merchant's mission is completed, and the one where it waits for the
end."""


ROWS = range(16, 40)
"""The rows in which it waits, one as good as another."""


ENDS, BEAT = (18, 36), 34
"""Where boats wait, and along which column they search the water between from the turn on when
merchants may be there."""


SEARCH = 4


def steered(b: SeaBattle, colour: Colour) -> tuple[Combatant, ...]:
    """Return the units that are steered so and not by the staff: transports, but for one that sails
    alone and does better to run where it can; boats as long as nothing is seen."""
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


def run(b: SeaBattle, colour: Colour, secret: str) -> o.Move | None:
    """Return the next move of a unit that is steered so; ``None`` when all have moved. The *secret*
    draws the lots."""
    all_of_them = steered(b, colour)
    goals = _goals(b, all_of_them, colour, secret)
    for u in all_of_them:
        if not u.moved:
            to = _towards(b, u, goals[u.id])
            if to != u.at:
                return o.Move(u.id, to)
    return None


def headings(b: SeaBattle, colour: Colour, secret: str) -> dict[str, Hex]:
    """Return where units are bound that are steered so as long as nothing is seen, wherever they
    may be."""
    unseen = replace(
        b, units=tuple(replace(u, at=u.at or (1, 1)) for u in b.units if u.colour == colour)
    )
    return _goals(unseen, steered(unseen, colour), colour, secret)


def _goals(
    b: SeaBattle, units: tuple[Combatant, ...], colour: Colour, secret: str
) -> dict[str, Hex]:
    lot = crc32(secret.encode())
    if colour == "blue":
        return dict.fromkeys([u.id for u in units], (DEEP, ROWS[lot % len(ROWS)]))
    return {u.id: _beat(b, u, (n + lot) % 2) for n, u in enumerate(units)}


def _beat(b: SeaBattle, u: Combatant, end: int) -> Hex:
    """Return where a boat that has its station at one end is to be in a turn; at the edge of the
    map it turns about."""
    gone = max(0, b.turn - SEARCH) * u.ratings.move
    row = (ENDS[0] + gone if end == 0 else ENDS[1] - gone) % (2 * SIDE)
    return BEAT, max(1, min(row, 2 * SIDE - row))


def _towards(b: SeaBattle, u: Combatant, goal: Hex) -> Hex:
    """Return where a unit goes that is bound for a hex: in time first, then out of reach of enemies
    that it sees, then nearer."""
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

    return min((here, *moves(b, u)), key=key)
