"""Night battles (scenario rule): in their dark turns submarines dive away more easily."""

from __future__ import annotations

from msgspec.structs import replace

from ...state.battle import Combatant, SeaBattle
from ...state.fighter import Fighter

CYCLE = 4
"""Turns after which light and darkness begin anew."""


def dark(battle: SeaBattle) -> bool:
    """Whether the turn of a night battle is dark."""
    if not battle.night:
        return False
    row = battle.rulings.table("campaign.night")
    return int(row.cell("dark", "first")) <= (battle.turn - 1) % CYCLE + 1 <= int(row.cell("dark", "last"))


def as_target(battle: SeaBattle, u: Combatant) -> Fighter:
    """A unit as a target of fire now: in the dark a submarine avoids more."""
    found = u.fighter()
    return replace(found, dives=int(battle.rulings.table("campaign.night").cell("dark", "dives"))) if dark(battle) else found
