"""6.3.6, 6.5.3 Territories: those of a port, and those without one, small islands and coasts; which
of them are true islands."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

from flagplot.table import Rulings, clause

from . import Port, State

DIVISION = "division"


@clause("6.5.3.f")
def true_island(rulings: Rulings, name: str, *, small: bool = False) -> bool:
    """Return True when an island has room for one division only: what the table says of it; else a
    *small* one, whose square has double blue lines around it, is blue all around, and no other
    territory is (6.5.3)."""
    rows = dict(rulings.table("campaign.islands").rows)
    return str(rows[name][0]) == DIVISION if name in rows else small


@clause("6.3.6", "6.3.4.3.a")
def territory(state: State, place: str) -> Port | None:
    """Return the territory of a place: of a port, or a small island or coast without one, as a port
    that is none; ``None`` for the sea and for what lies inland (6.3.6). What nobody is said to hold
    is neutral in a scenario, which names all that its sides hold."""
    port = state.ports.get(place)
    if port is not None:
        return port
    square, holder = state.chart.shore(place), state.chart.owner(place)
    if square is None:
        return None
    small = state.chart.kind(square) == "island"
    island = true_island(state.rulings, state.chart.called(place), small=small)
    plain = Port(place, square, "", "minor", "", island=island)
    said = bool(state.scenario) or place in state.chart.owners
    return replace(state.shores.get(place, plain), side=holder, neutral=said and not holder)


def on_true_island(state: State, place: str) -> bool:
    """Return True when a place is a true island, blue all around (6.5.3)."""
    found = territory(state, place)
    return found is not None and found.island


def territories(state: State) -> Iterator[Port]:
    """Yield the territories of the map that anybody is said to hold: those with a port, then the
    others."""
    yield from state.ports.values()
    yield from (
        x
        for place in state.chart.owners
        if place not in state.ports and (x := territory(state, place)) is not None
    )
