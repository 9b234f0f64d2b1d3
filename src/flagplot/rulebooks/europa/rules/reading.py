"""Reading an order: the grammar of ``orders`` with names resolved from a view, and the gaps of a course filled in."""

from __future__ import annotations

from typing import Any

from flagplot.rulebooks.europa import nouns, orders
from flagplot.rulebooks.europa.rules.movement import routing
from flagplot.rulebooks.europa.state import Campaign
from flagplot.table.phrase import short_enough


def read(text: str, view: Campaign, side: str) -> Any:
    """An order of a side. ``sail`` names only some places of a way; the table fills in the rest. Raises ``TextError``."""
    short_enough(text)
    resolve = nouns.resolver(view, side)
    sail = orders.read_sail(text, resolve)
    if sail is None:
        return orders.parse(text, resolve)
    group, places = sail
    return orders.Move(group, routing.filled(view, view.groups[group], places) if group in view.groups else places)
