"""Who checks and carries out which order, and what happens by itself when. Rule modules register
themselves here."""

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
"""Whether an order of a type may be given: ``(view, request, order) -> Verdict``."""
carries: Registry[Carry] = Registry()
"""The coroutine that carries an accepted order of a type out: ``(table, side, order)``."""
ends: Registry[End] = Registry()
"""Whether a side may answer a kind of question with ``done``: ``(view, request) -> Verdict``. Other
kinds may always be."""

During = Callable[[Table[State]], Awaitable[object]]
DURING: dict[str, list[During]] = {}
"""Moments of the turn -> what happens then:
``turn-start air patrols sailing air-missions air-cover oppose-cover landings combat-end
exploitation combat-close opposing-end turn-end
game-end``. A coroutine that returns a true value wants to be called again (in another step) before
the turn goes on.
"""


PLACES: dict[During, int] = {}


def at_moment(moment: str, place: int = 0) -> Callable[[During], During]:
    """The coroutine runs at this moment of every player turn: ``(table)``; a true result asks for
    another step. Of several the one with the lower *place* comes first, whichever module was
    imported first."""

    def mark(f: During) -> During:
        PLACES[f] = place
        DURING.setdefault(moment, []).append(f)
        DURING[moment].sort(key=PLACES.__getitem__)
        return f

    return mark
