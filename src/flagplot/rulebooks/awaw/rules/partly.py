"""Orders of areas of the chapter that the referee keeps only in part: he says so, and the players see to the rest."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from flagplot.table import Refusal, facts

from ..orders import Mission, Uninvert

PARTLY: Mapping[str, tuple[str, str]] = {
    "invasion": ("21.51", "seaborne invasions"),
    "invasion-combat": ("21.517", "the combat of an invasion"),
    "exploitation": ("21.518", "exploitation from an invasion hex"),
    "shore-bombardment": ("21.52", "shore bombardment"),
    "carrier-mission": ("21.55", "fast carrier missions"),
    "harbor-attack": ("21.44", "harbor attacks"),
    "uninversion": ("21.7", "uninversion"),
}
"""Areas of the ledger with rows that nothing enforces yet -> the clause they stand under and what a player calls them."""
MISSIONS = {
    "invade": ("invasion", "invasion-combat", "exploitation"), "bombard": ("shore-bombardment",), "carrier": ("carrier-mission",),
}


def areas_of(order: Any) -> tuple[str, ...]:
    """The areas of an order that are kept in part; none for most."""
    if isinstance(order, Mission):
        return MISSIONS[order.kind]
    return ("uninversion",) if isinstance(order, Uninvert) else ()


def cautions(order: Any) -> tuple[Refusal, ...]:
    """What a legal order of such an area is told."""
    found = (PARTLY[a] for a in areas_of(order))
    return tuple(Refusal(cite, "kept-in-part", (), facts(area=name)) for cite, name in found)
