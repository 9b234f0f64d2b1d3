"""Decorators that register checks and executions of orders, and the version stamps of the book's
two chapters."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Iterable
from typing import Any

from flagplot.table import AskOrder, Refusal, Table, Verdict, clause, refuse
from flagplot.table.core.registry import Registry

from ..state import Group, State
from ..state.units import Unit
from .movement import groups

STAMPS = {"32": "11.07.19", "36": "11.03.06"}
"""Chapter -> version stamp, a date as year, month, day."""


@clause("32", "36")
def version_stamp(chapter: str) -> str:
    """Return the version stamp of a chapter. Raises ``KeyError`` for an unknown chapter."""
    return STAMPS[chapter]


def later_chapter(one: str, two: str) -> str:
    """Return the one of two chapters that has the later text."""
    return max((one, two), key=lambda c: STAMPS[c])


Check = Callable[[State, str, AskOrder, Any], Verdict]


Carry = Callable[[Table[State], Any], Awaitable[None]]


checks: Registry[Check] = Registry()
"""The check of each order type: ``(view, side, request, order) -> Verdict``."""


carries: Registry[Carry] = Registry()
"""The coroutine that executes an accepted order of each type: ``(table, order)``."""


def own_group_check(check: Callable[[State, Group, AskOrder, Any], Verdict]) -> Check:
    """Return a check for orders to one group of the side's own. Any other id is refused."""

    def checked(state: State, side: str, request: AskOrder, o: Any) -> Verdict:
        group = groups.own_group(state, side, o.group)
        return refuse(group) if isinstance(group, Refusal) else check(state, group, request, o)

    return checked


def own_unit_check(
    which: str, against: Callable[[State, Unit, Any], Iterable[Refusal | None]]
) -> Check:
    """Return a check for orders to one unit of the side's own. Any other id is refused under the
    clause *which*."""

    def checked(state: State, side: str, request: AskOrder, o: Any) -> Verdict:
        unit = state.units.get(o.unit)
        if unit is None or unit.side != side:
            return refuse(Refusal(which, "no-such-unit", (o.unit,)))
        return refuse(*against(state, unit, o))

    return checked


def side_check(against: Callable[[State, str, Any], Iterable[Refusal | None]]) -> Check:
    """Return the check of an order that one rule alone decides."""
    return lambda state, side, request, o: refuse(*against(state, side, o))
