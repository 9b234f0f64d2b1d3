"""Reading orders from a view, and the shorter wordings of a path."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from ..nouns import Group, L, Path
from ..orders import Move, path_with_light_first
from ..state import State
from .movement import routing


def read(text: str, view: State, side: str) -> Any:
    """Read an order of a side. ``sail`` names only some places of a route; the hexes between are
    filled in. Raises ``TextError`` when the text is not an order."""
    return L.parse(text, view, side)


def shorter_wordings(view: State, side: str, order: Any) -> Iterator[str]:
    """Yield shorter wordings of a path: its goal, with the places in between where the computed
    route would go another way."""
    if (
        not isinstance(order, Move)
        or order.group not in view.groups
        or len(order.places) < 2
        or order.path != order.places
    ):
        return
    *way, goal = order.places
    yield f"sail {order.group} to {goal}"
    for via in way[len(way) // 2 :: -1] + way[len(way) // 2 + 1 :]:
        yield f"sail {order.group} to {goal} via {via}"


@L.reads("sail {group} to {path} [via {via}]", of=Move, title="Sail", clause="32.A.s06")
@L.reads("sail {group} {path} [via {via}]", of=Move)
@L.reads("{group} sail to {path} [via {via}]", of=Move)
def sail(view: State, side: str, group: Group, path: Path, via: Path = ()) -> Move:
    """Read a path over the places that are named, with the hexes between them filled in."""
    places = path_with_light_first((*via, *path))
    return Move(
        group,
        routing.fill_path(view, view.groups[group], places) if group in view.groups else places,
    )
