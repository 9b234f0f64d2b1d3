"""Reading an order: the grammar of ``orders`` with names resolved from a view, and the gaps of a course filled in."""

from __future__ import annotations

from typing import Any

from flagplot.rulebooks.europa import names, orders, routing
from flagplot.rulebooks.europa.state import Campaign


def read(text: str, view: Campaign, side: str) -> Any:
    """An order of a side. ``sail`` names only some places of a way; the table fills in the rest. Raises ``TextError``."""
    resolve = names.resolver(view, side)
    sail = orders.read_sail(text, resolve)
    if sail is not None and sail[0] in view.groups:
        return orders.Move(sail[0], routing.filled(view, view.groups[sail[0]], sail[1]))
    return orders.parse(text if sail is None else text.replace("sail", "move", 1), resolve)
