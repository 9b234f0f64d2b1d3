"""Orders of the Orders Phase tried on a side's view: they are only written down, so what they leave is known at once (6.3)."""

from __future__ import annotations

from collections.abc import Awaitable
from typing import Any

from flagplot.table import Command, Table
from flagplot.table.assist.rehearse import carried

from ..state import State
from .registry import carries


def rehearsed(view: State, request: Command, order: Any) -> State | None:
    """The view as an order leaves it; ``None`` in phases in which orders are carried out at once."""
    if request.kind != "orders":
        return None
    t: Table[State] = Table(view)
    done = carries[type(order)](t, request.side, order)
    return t.state if not isinstance(done, Awaitable) or carried(done) else None
