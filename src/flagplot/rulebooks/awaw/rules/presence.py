"""Ships seen in port: what both sides know."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache

from flagplot.table.core.memo import memo_per_parts

from ..state import BERTHED, State, bases_with_ships


@memo_per_parts(lambda state: (state.units, state.guards, state.presence))
def ships_seen(state: State, side: str) -> Mapping[str, tuple[str, ...]]:
    """Return place -> sides other than *side* that have ships there."""
    found: dict[str, tuple[str, ...]] = dict(state.presence)
    guards = [
        (u.base, u.side)
        for u in state.each(state.guards)
        if u.kind == "ship" and u.status in BERTHED
    ]
    for base, owner in (*bases_with_ships(state), *guards):
        sides = found.get(base, ())
        if owner != side and owner not in sides:
            found[base] = _with_side(sides, owner)
    return dict(sorted(found.items()))


@lru_cache(256)
def _with_side(sides: tuple[str, ...], another: str) -> tuple[str, ...]:
    return tuple(sorted((*sides, another)))
