"""Territories with and without a port, small islands and coasts, and which of them are true islands
(6.3.6, 6.5.3)."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

from flagplot.table import Rulings, clause

from . import Port, State

DIVISION = "division"


@clause("6.5.3.f")
def is_true_island(rulings: Rulings, name: str, *, small: bool = False) -> bool:
    """Return True when an island has room for only one division (6.5.3): by the table, or if not
    listed when it is *small*. A small island's square has double blue lines around it, is blue all
    around, and has no other territory."""
    rows = dict(rulings.table("campaign.islands").rows)
    return str(rows[name][0]) == DIVISION if name in rows else small


@clause("6.3.6", "6.3.4.3.a")
def territory_at(state: State, place: str) -> Port | None:
    """Return the territory of a place as a port: that of a port, or a small island or coast without
    one (6.3.6). ``None`` for the sea and for places inland. A territory without a stated holder is
    neutral in a scenario, which names all that its sides hold."""
    port = state.ports.get(place)
    if port is not None:
        return port
    square, holder = state.chart.shore(place), state.chart.owner(place)
    if square is None:
        return None
    small = state.chart.kind(square) == "island"
    island = is_true_island(state.rulings, state.chart.called(place), small=small)
    plain = Port(place, square, "", "minor", "", island=island)
    said = bool(state.scenario) or place in state.chart.owners
    return replace(state.shores.get(place, plain), side=holder, neutral=said and not holder)


def on_true_island(state: State, place: str) -> bool:
    """Return True when a place is a true island, with sea all around (6.5.3)."""
    found = territory_at(state, place)
    return found is not None and found.island


def held_territories(state: State) -> Iterator[Port]:
    """Yield the territories of the map with a stated holder: those with a port, then the others."""
    yield from state.ports.values()
    yield from (
        x
        for place in state.chart.owners
        if place not in state.ports and (x := territory_at(state, place)) is not None
    )
