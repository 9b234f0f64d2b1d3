"""Decorators that register checks and executions of battle orders, and the refusals that apply to
any of them."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

from flagplot.table import Refusal, Table, Verdict, refuse
from flagplot.table.core.registry import Registry

from ...state.battle import Combatant, SeaBattle


def why_missing(battle: SeaBattle, side: str, id: str) -> Refusal | None:
    """Return the refusal for a unit that a side cannot command, else ``None``."""
    if not battle.has(id):
        return Refusal("6.1.a", "no-such-unit", (id,))
    u = battle.unit(id)
    if u.side != side:
        return Refusal("6.1.a", "not-your-unit", (id,))
    if not u.alive:
        return Refusal("6.1.a", "unit-sunk", (id,))
    return None


def why_not_fighting(battle: SeaBattle) -> Refusal | None:
    """Return the refusal while both sides still deploy, else ``None``."""
    return None if battle.phase == "fight" else Refusal("6.5.1.1", "deploy-first")


checks: Registry[Callable[[SeaBattle, str, Any], Verdict]] = Registry()
"""The check of each type of battle order: ``(the battle as the side knows it, side, order) ->
Verdict``."""


carries: Registry[Callable[[Table[SeaBattle], str, Any], object]] = Registry()
"""The execution of each type of battle order: ``(table, side, order)``. It may be a coroutine."""


C = TypeVar("C", bound=Callable[[SeaBattle, Combatant, Any], Verdict])


def own_unit_check(*kinds: type) -> Callable[[C], C]:
    """Register the check of orders to a unit, ``(battle, unit, order) -> Verdict``. A unit that is
    missing or another side's is refused before (6.1)."""

    def enter(f: C) -> C:
        def check(battle: SeaBattle, side: str, order: Any) -> Verdict:
            gone = why_missing(battle, side, order.unit)
            return refuse(gone) if gone else f(battle, battle.unit(order.unit), order)

        checks(*kinds)(check)
        return f

    return enter
