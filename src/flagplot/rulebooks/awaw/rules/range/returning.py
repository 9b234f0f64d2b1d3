"""Returning to base (21.33): to the base of origin, or to another within reach of where the activity took place."""

from __future__ import annotations

from collections.abc import Sequence

from flagplot.table import Ask, Table, clause, facts

from ...events import ForceGone, Returned
from ...map import theatre
from ...map.ports import based, capacity, friendly
from ...state import State, Unit, factors
from . import distances
from .distances import Waters
from .limits import leg_length

BOUND = frozenset({"base-change", "redeploy", "escort"})
"""Activities whose failure sends ships back where they came from (21.33, 21.222)."""


@clause("21.33", "21.33#2", "21.33#4", "21.33#6")
def bases_for(state: State, side: str, units: Sequence[Unit], hex_id: str, waters: Waters, *, forced_origin: bool = False,
              bound_to: str = "") -> tuple[str, ...]:
    """The bases ships may return to, origin first, from the hex (and the waters in it) where the activity or the battle was.

    Murmansk escorts and ships from an SW box are bound to where they came from; a base under enemy invasion is offered
    in the combat phase only when there is no other.
    """
    origins = tuple(dict.fromkeys(u.base for u in units if u.base))
    if bound_to:
        return (bound_to,)
    if forced_origin or any("murmansk" in u.note.casefold() for u in units) or any(theatre.is_sw_box(b) for b in origins):
        return origins
    out = [b for b in origins if len(origins) == 1 and (theatre.is_box(state, b) or friendly(state, side, b))]
    if not theatre.is_box(state, hex_id):
        size = factors(units)
        limit = leg_length(theatre.THEATRE[theatre.board_of(state, hex_id).id])
        others = []
        for place, d in distances.to_ports(state, side, units, hex_id, waters, limit, "return").items():
            if place in out or not friendly(state, side, place, "turn") or not friendly(state, side, place):
                continue
            here = sum(u.naval_factors for u in units if u.base == place)
            if based(state, place, side) - here + size <= capacity(state, place):
                others.append((d, place))
        out += [p for _, p in sorted(others)]
    if state.phase == "combat":
        safe = [b for b in out if b not in state.invaded]
        out = safe or out
    return tuple(out) or origins


@clause("21.311")
async def go_home(t: Table[State], force_id: str, *, clause: str = "21.33", inverted: bool = True,
                  forced_origin: bool = False) -> None:
    """Send a force back to base, asking its owner when there is a real choice; ships are inverted unless told otherwise.

    Ships of several bases go each to its own.
    """
    f = t.state.forces.get(force_id)
    if f is None:
        return
    ships = [u for u in t.state.members(f) if u.present and u.force == f.id]
    if not ships:
        t.record(ForceGone(clause, f.side, f.id))
        return
    where = f.battle_hex or f.at
    waters = distances.stopped(t.state, f, where)
    places = bases_for(t.state, f.side, ships, where, waters, forced_origin=forced_origin or f.mission in BOUND,
                       bound_to=f.origin if f.origin and theatre.is_sw_box(f.origin) else "")
    origins = {u.base for u in ships}
    if len(origins) > 1:
        where_to = "own bases"
        if places and not forced_origin and f.mission not in BOUND:
            where_to = await Ask(f.side, ("own bases", *places), clause, "return-base", facts(force=f.id, hex=where))
        pairs = tuple((u.id, u.base if where_to == "own bases" else where_to) for u in ships)
    else:
        goal = places[0]
        if len(places) > 1 and t.state.phase != "end":
            goal = await Ask(f.side, places, clause, "return-base", facts(force=f.id, hex=where))
        pairs = tuple((u.id, goal) for u in ships)
    t.record(Returned(clause, f.side, f.id, pairs, inverted))
