"""Battle rules of single scenarios: night turns, raiders that break off, the duty to open fire."""

from __future__ import annotations

from msgspec.structs import replace

from ...state.battle import Colour, Combatant, SeaBattle
from ...state.battle_ratings import Fighter
from .visibility import seen_by

CYCLE = 4
"""Turns after which light and darkness repeat."""


def last_mp_by_night(battle: SeaBattle) -> bool:
    """Return True when this turn of a night battle is dark."""
    if not battle.night:
        return False
    row = battle.rulings.table("campaign.night")
    return (
        int(row.cell("dark", "first"))
        <= (battle.turn - 1) % CYCLE + 1
        <= int(row.cell("dark", "last"))
    )


def as_target(battle: SeaBattle, u: Combatant) -> Fighter:
    """Return a unit as a target of fire now. In the dark a submarine avoids more attacks."""
    found = u.fighter()
    return (
        replace(found, dives=int(battle.rulings.table("campaign.night").cell("dark", "dives")))
        if last_mp_by_night(battle)
        else found
    )


SHUNNED = "BB"
"""The class from which raiders break off."""


def shunned_by(b: SeaBattle, u: Combatant) -> Combatant | None:
    """Return the battleship in sight from which a raider below its strength limit breaks off, or
    ``None`` (scenario rule)."""
    if u.strength >= u.shy:
        return None
    seen = seen_by(b, u.colour)
    return next((e for e in b.units if e.id in seen and e.cls == SHUNNED), None)


def breaking_off(b: SeaBattle, colour: Colour) -> tuple[Combatant, ...]:
    """Return the raiders of a colour that leave the battle as its turn ends."""
    return tuple(u for u in b.afloat(colour) if u.at is not None and shunned_by(b, u) is not None)


def owes_fire(b: SeaBattle) -> bool:
    """Return True when the turn has come by which red's ships must have opened fire, and none has
    (scenario rule)."""
    ships = [u for u in b.units if u.colour == "red" and not (u.flies or u.kind or u.cls == "TR")]
    return (
        0 < b.duty <= b.turn
        and b.mover == "red"
        and not any(u.ammo < u.ratings.ammo for u in ships)
    )
