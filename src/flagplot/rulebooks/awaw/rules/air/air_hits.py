"""Effects of aircraft on ships, at sea and in port. The greatest ships take effects first, each as
many as sink it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Any, TypeVar

import msgspec

from flagplot.table import Rulings

from ...state import COUNTED, FAST_CARRIERS, State, Unit, replace, with_units
from ..combat import combat_tables

H = TypeVar("H")
"""Type of an event that records effects on a ship."""


def greatest_first(units: Iterable[Unit]) -> tuple[Unit, ...]:
    """Return ships in the order in which they take effects: the greatest first, carriers before
    other ships of their size, counted factors last."""
    return tuple(
        sorted(
            units, key=lambda u: (u.type in COUNTED, -u.factors, u.type not in FAST_CARRIERS, u.id)
        )
    )


def distribute_effects(
    rulings: Rulings, ships: Sequence[Unit], effects: int
) -> Iterator[tuple[Unit, int, str]]:
    """Yield (ship, effects, result) for each ship that takes effects. The result is ``hit``,
    ``damaged`` or ``sunk``."""
    for u in ships:
        if effects <= 0:
            return
        if u.type in COUNTED:
            n, result = min(effects, u.factors), "sunk"
        else:
            before = combat_tables.effects_taken(rulings, u.factors, u.hits, u.damaged)
            n = min(effects, combat_tables.sunk_at(rulings, u.factors) - before)
            total = before + n
            hurt = "damaged" if total >= combat_tables.damaged_at(rulings, u.factors) else "hit"
            result = "sunk" if total >= combat_tables.sunk_at(rulings, u.factors) else hurt
        yield u, n, result
        effects -= n


def ship_after_effects(u: Unit, effects: int, result: str) -> Unit:
    """Return a ship after effects with this result. Of destroyers and other counted types each
    effect sinks a factor."""
    if u.type in COUNTED:
        left = u.factors - effects
        u = replace(u, factors=max(0, left), lost=u.lost + effects)
        return u if left > 0 else replace(u, status="sunk", force="", tf="", at="")
    u = replace(u, hits=u.hits + effects, damaged=u.damaged or result != "hit")
    return (
        replace(u, status="sunk", lost=u.factors, force="", tf="", at="") if result == "sunk" else u
    )


def with_hit(state: State, unit: str, effects: int, result: str) -> State:
    """Return the state after effects on a ship. The squadrons aboard are lost with a carrier that
    is sunk."""
    u = ship_after_effects(state.units[unit], effects, result)
    aboard = [n for n in state.units.values() if n.aboard == u.id] if u.status == "sunk" else []
    gone = [replace(n, status="sunk", lost=n.lost + n.factors, factors=0, at="") for n in aboard]
    return with_units(state, (u, *gone))


def factors_left(u: Unit, effects: int) -> int:
    """Return the factors of a counted unit (destroyers, for instance) that stay afloat after
    effects. For a named ship it is 0: a ship is sunk whole or not at all."""
    return max(0, u.factors - effects) if u.type in COUNTED else 0


def redact_hit(hit: H, side: str) -> H | None:
    """Return what *side* sees of effects on an enemy ship, or None. It sees only what is sunk, and
    a name only when nothing of the unit is left."""
    event: Any = hit
    if side == event.side:
        return hit
    if event.result != "sunk":
        return None
    if not event.left:
        return hit
    unnamed = {"unit": "", "name": ""} if hasattr(event, "name") else {"unit": ""}
    found: H = msgspec.structs.replace(event, left=0, **unnamed)
    return found


def air_attack_modifier(rulings: Rulings, flying: Sequence[Unit], ships: Sequence[Unit]) -> int:
    """Return the air modifier of the attackers less the naval modifier of the ships. The worst
    modifier of each side counts."""
    return combat_tables.air_drm(rulings, flying[0].nation) - min(
        combat_tables.naval_drm(rulings, u.nation) for u in ships
    )
