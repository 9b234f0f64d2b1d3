"""Who checks and carries out which order, and what happens by itself when. Rule modules register themselves here."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Any

from flagplot.table import Command, Table, Verdict

from ..state import State

Check = Callable[[State, Command[Any], Any], Verdict]
Carry = Callable[[Table[State], str, Any], Awaitable[None]]

CHECKS: dict[type, Check] = {}
CARRIES: dict[type, Carry] = {}


def checks(*kinds: type) -> Callable[[Check], Check]:
    """The function says whether an order of these types may be given: ``(view, request, order) -> Verdict``."""

    def mark(f: Check) -> Check:
        for k in kinds:
            CHECKS[k] = f
        return f

    return mark


def carries(*kinds: type) -> Callable[[Carry], Carry]:
    """The coroutine carries an accepted order out: ``(table, side, order)``."""

    def mark(f: Carry) -> Carry:
        for k in kinds:
            CARRIES[k] = f
        return f

    return mark


End = Callable[[State, Command[Any]], Verdict]
ENDS: dict[str, End] = {}
"""Kinds of question that may not simply be done with -> whether they may now."""


def ends(kind: str) -> Callable[[End], End]:
    """The function says whether a side may answer a question of this kind with ``done``: ``(view, request) -> Verdict``."""

    def mark(f: End) -> End:
        ENDS[kind] = f
        return f

    return mark


During = Callable[[Table[State]], Awaitable[object]]
DURING: dict[str, list[During]] = {}
"""Moments of the turn -> what happens then: ``turn-start air patrols sailing air-missions air-cover oppose-cover landings
combat-end exploitation combat-close opposing-end turn-end game-end``.
A coroutine that returns a true value wants to be called again (in another step) before the turn goes on.
"""


PLACES: dict[During, int] = {}


def during(moment: str, place: int = 0) -> Callable[[During], During]:
    """The coroutine runs at this moment of every player turn: ``(table)``; a true result asks for another step. Of several
    the one with the lower *place* comes first, whichever module was imported first."""

    def mark(f: During) -> During:
        PLACES[f] = place
        DURING.setdefault(moment, []).append(f)
        DURING[moment].sort(key=PLACES.__getitem__)
        return f

    return mark
