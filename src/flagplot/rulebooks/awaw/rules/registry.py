"""Registries of the rules: checks and executions of orders, and what happens by itself at moments
of the turn. Rule modules register themselves here."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Any

from flagplot.table import AskOrder, Table, Verdict
from flagplot.table.core.registry import Registry

from ..state import State

Check = Callable[[State, AskOrder, Any], Verdict]
Carry = Callable[[Table[State], str, Any], Awaitable[None]]
End = Callable[[State, AskOrder], Verdict]

checks: Registry[Check] = Registry()
"""Order type -> check of the order: ``(view, request, order) -> Verdict``."""
carries: Registry[Carry] = Registry()
"""Order type -> coroutine that carries out an accepted order: ``(table, side, order)``."""
ends: Registry[End] = Registry()
"""Kind of question -> check of the answer ``done``: ``(view, request) -> Verdict``. Other kinds
always accept it."""

During = Callable[[Table[State]], Awaitable[object]]
DURING: dict[str, list[During]] = {}
"""Moments of the turn -> coroutines that run then. The moments are ``turn-start air patrols sailing
air-missions air-cover oppose-cover landings combat-end exploitation combat-close opposing-end
turn-end game-end``.

A coroutine that returns a true value is called again, in another step, before the turn goes on.
"""


PLACES: dict[During, int] = {}


def at_moment(moment: str, place: int = 0) -> Callable[[During], During]:
    """Register the decorated coroutine ``(table)`` to run at this moment of every player turn. A
    true result asks for another step. Coroutines with a lower *place* run first, whatever the order
    of imports."""

    def mark(f: During) -> During:
        PLACES[f] = place
        DURING.setdefault(moment, []).append(f)
        DURING[moment].sort(key=PLACES.__getitem__)
        return f

    return mark
