"""Who checks and who carries out which order of a battle: as :mod:`..registry`, of the battle instead of the campaign."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

from flagplot.table import Table, Verdict, refuse
from flagplot.table.core.registry import Registry

from ...state.battle import Combatant, SeaBattle
from .faults import missing

checks: Registry[Callable[[SeaBattle, str, Any], Verdict]] = Registry()
"""Whether a battle order of a type may be given: ``(what the side knows, side, order) -> Verdict``."""
carries: Registry[Callable[[Table[SeaBattle], str, Any], object]] = Registry()
"""What an accepted battle order of a type does: ``(table, side, order)``; may be a coroutine."""
C = TypeVar("C", bound=Callable[[SeaBattle, Combatant, Any], Verdict])


def commands(*kinds: type) -> Callable[[C], C]:
    """Enter the check of an order to a unit, ``(battle, unit, order) -> Verdict``: the unit is there, and one's own (6.1)."""

    def enter(f: C) -> C:
        def check(battle: SeaBattle, side: str, order: Any) -> Verdict:
            gone = missing(battle, side, order.unit)
            return refuse(gone) if gone else f(battle, battle.unit(order.unit), order)

        checks(*kinds)(check)
        return f

    return enter
