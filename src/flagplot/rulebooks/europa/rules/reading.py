"""Reading an order from a view, and the courses that its words leave open."""

from __future__ import annotations

from typing import Any

from ..nouns import Group, L, Path
from ..orders import Move, lit
from ..state import Campaign
from .movement import routing


def read(text: str, view: Campaign, side: str) -> Any:
    """An order of a side. ``sail`` names only some places of a way; the table fills in the rest. Raises ``TextError``."""
    return L.parse(text, view, side)


@L.reads("sail {group} to {path} [via {via}]", of=Move, title="Sail", clause="32.A.s06")
@L.reads("sail {group} {path} [via {via}]", of=Move)
@L.reads("{group} sail to {path} [via {via}]", of=Move)
def sail(view: Campaign, side: str, group: Group, path: Path, via: Path = ()) -> Move:
    """A course over the places that are named, the hexes between them filled in."""
    places = lit((*via, *path))
    return Move(group, routing.filled(view, view.groups[group], places) if group in view.groups else places)
