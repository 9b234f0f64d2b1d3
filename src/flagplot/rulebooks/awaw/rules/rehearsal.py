"""Announcements tried on a side's view: what is announced is not carried out yet, so that all of it is known beforehand."""

from __future__ import annotations

from typing import Any

from flagplot.table import Command, Table
from flagplot.table.assist.rehearse import carried

from ..orders import BaseChange, FormTF, Mission, Patrol, RaidOrder
from ..orders.landing import GroundAttack
from ..state import State
from .registry import carries

ANNOUNCED = (Mission, GroundAttack, RaidOrder, Patrol, BaseChange, FormTF)
"""Orders that only announce: nobody is asked and nothing is thrown before all of them are there."""


def rehearsed(view: State, request: Command, order: Any) -> State | None:
    """The view after an announcement; ``None`` for what is carried out at once."""
    if not isinstance(order, ANNOUNCED):
        return None
    t: Table[State] = Table(view)
    return t.state if carried(carries[type(order)](t, request.side, order)) else None
