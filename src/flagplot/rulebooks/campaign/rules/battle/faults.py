"""What bars any order of a battle: a unit that is not there or not one's own, the wrong moment."""

from __future__ import annotations

from flagplot.table import Refusal

from ...state.battle import SeaBattle


def missing(battle: SeaBattle, side: str, id: str) -> Refusal | None:
    """The refusal for a unit that a side cannot command."""
    if not battle.has(id):
        return Refusal("6.1.a", "no-such-unit", (id,))
    u = battle.unit(id)
    if u.side != side:
        return Refusal("6.1.a", "not-your-unit", (id,))
    if not u.alive:
        return Refusal("6.1.a", "unit-sunk", (id,))
    return None


def fighting(battle: SeaBattle) -> Refusal | None:
    """The refusal while both sides still deploy."""
    return None if battle.phase == "fight" else Refusal("6.5.1.1", "deploy-first")
