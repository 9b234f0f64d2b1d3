"""The sheets of a side, from its view only: its shipping and its plan of operations."""

from __future__ import annotations

from flagplot.table import AskOrder, Single
from flagplot.table.display.sheets import Sheet

from ...state import State
from . import operation, shipping

__all__ = ["operation", "shipping"]


def sheets(view: State, side: str, request: Single | None) -> tuple[Sheet, ...]:
    """Return the sheets of a side with the forms it may fill in now; empty for a spectator."""
    if not side or not view.scenario:
        return ()
    asked = request if isinstance(request, AskOrder) else None
    found = (
        operation.operation_sheet(view, side, asked),
        shipping.shipping_sheet(view, side, asked),
    )
    return tuple(s for s in found if s is not None)
