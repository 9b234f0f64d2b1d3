"""Scenario rules of a battle before a coast: units that arrive late, guns without crews, ships that
raise steam, mines."""

from __future__ import annotations

from msgspec.structs import replace

from ...map.battle_ocean import hex_of
from ...state import Assault, State
from ...state.battle import SeaBattle
from ..combat.coast import place_unit
from ..scenario_limits import script_of
from .landings import battle_of

FIELDS = ("enters", "slow", "silent", "beaches")


def battle_begun(state: State, a: Assault) -> SeaBattle:
    """Return the battle of an assault with the additions of the scenario's ``[script.battle]``:
    units by id, places by hex, the length."""
    b = battle_of(state, a)
    said = script_of(state).get("battle", {})
    if not said:
        return b
    late: dict[str, dict[str, int]] = said.get("units", {})
    steam: dict[str, int] = said.get("steam", {})
    units = []
    for u in b.units:
        if u.side in steam and not u.kind and not u.flies:
            u = replace(u, slow=steam[u.side])
        u = replace(u, **{k: v for k, v in late.get(u.id, {}).items() if k in FIELDS})
        at = said.get("at", {}).get(u.id)
        units.append(replace(u, at=hex_of(at)) if at else u)
    b = replace(
        b,
        units=tuple(units),
        turns=said.get("turns", b.turns),
        mines=said.get("mines", 0),
        mined_until=said.get("mined-until", 0),
        terms=said.get("terms", 0),
        duty=said.get("open-fire-by", 0) if state.turn == said.get("duty-in", 1) else 0,
    )
    return apply_ground(b)


def apply_ground(b: SeaBattle) -> SeaBattle:
    """Return the battle with the effects of the ground on units that are on it from the start."""
    return b.put(*(place_unit(b, replace(u, at=None), u.at) for u in b.units if u.at is not None))
