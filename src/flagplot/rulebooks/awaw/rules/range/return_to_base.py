"""Return to base (21.33): to the base of origin, or to another within range of where the activity
took place."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from flagplot.table import Ask, Table, clause, facts
from flagplot.table.core.memo import memo_per_parts

from ...events import ForceGone, Returned
from ...map import straits, theatre
from ...map.ports import base_loads, base_loads_of, capacity, is_friendly, shore_fields
from ...state import Force, State, Unit, factors
from ...state.nations import is_western_allied
from . import distances, parting
from .distances import Waters
from .limits import leg_length

OWN = "own bases"


APART = "one by one"
"""Option to send each ship of a force to a base of its own. Its owner is then asked for each
ship."""


BOUND = frozenset({"transport", "invade", "bombard", "escort", "oil", "brp"})
"""Missions and goods of a shipment whose failure sends ships back to where they came from."""


@clause("21.33#5", "21.436A", "21.436B", "21.516A", "21.516B", "21.66A", "21.66B")
def is_bound_home(f: Force, *, failed: bool) -> bool:
    """Return True for a force that must go back to where it came from: its sea transport, invasion
    or sea escort has failed, oil and grants included. A carrier mission or a supply line that was
    cut does not bind its ships."""
    goods = (
        {word.partition(" ")[0] for word in f.note.split("; ")}
        if f.mission == "supply"
        else {f.mission}
    )
    return failed and not goods.isdisjoint(BOUND)


@clause("21.33", "21.33#2", "21.33#4", "21.33#6")
def return_bases(
    state: State,
    side: str,
    units: Sequence[Unit],
    hex_id: str,
    waters: Waters,
    *,
    forced_origin: bool = False,
    bound_to: str = "",
) -> tuple[str, ...]:
    """Return the bases to which ships may return, their origin first, from the hex (and its waters)
    of the activity or battle.

    Murmansk escorts and ships from an SW box must return to where they came from. A base under
    enemy invasion is offered in the combat phase only when there is no other. Ships of several
    bases have no common base of origin.
    """
    origins = tuple(dict.fromkeys(u.base for u in units if u.base))
    if bound_to:
        return (bound_to,)
    murmansk = any("murmansk" in u.note.casefold() and is_western_allied(u.nation) for u in units)
    if forced_origin or murmansk or any(theatre.is_sw_box(b) for b in origins):
        return origins
    out = [
        b
        for b in origins
        if len(origins) == 1 and (theatre.is_box(b) or is_friendly(state, side, b))
    ]
    if not theatre.is_box(hex_id):
        size = factors(units)
        limit = leg_length(theatre.THEATRE[theatre.board_of(state, hex_id).id])
        held, own = base_loads(state), base_loads_of(units)
        for place in ports_within_range(state, side, units, hex_id, waters, limit):
            others = held.get((place, side), 0) - own.get((place, side), 0)
            if place not in out and others + size <= capacity(state, place):
                out.append(place)
    if state.phase == "combat":
        shunned = bases_under_invasion(state, side)
        out = [b for b in out if b not in shunned] or out
    return tuple(out) or (origins if len(origins) == 1 else ())


@clause("21.33#4")
def bases_under_invasion(state: State, side: str) -> frozenset[str]:
    """Return the bases that the enemy of a side invades from the sea in this combat phase, whatever
    the result."""
    return frozenset(
        (*state.invaded, *(a.hex for a in state.assaults.values() if a.fleet and a.side != side))
    )


def ports_within_range(
    state: State, side: str, units: Sequence[Unit], hex_id: str, waters: Waters, limit: int
) -> tuple[str, ...]:
    """Return the friendly ports within range of where ships acted, the nearest first, with or
    without room."""
    if straits.closed_arrows(state, side):
        return _by_distance(
            state,
            side,
            distances.distances_to_ports(state, side, units, hex_id, waters, limit, "return"),
        )
    return _ports_within_range(state, side, hex_id, waters, limit)


@memo_per_parts(shore_fields)
def _ports_within_range(
    state: State, side: str, hex_id: str, waters: Waters, limit: int
) -> tuple[str, ...]:
    """Memoised core of :func:`refuges` for a side without closed crossing-arrow straits. The ships
    do not matter then."""
    return _by_distance(
        state, side, distances.distances_to_ports(state, side, (), hex_id, waters, limit, "return")
    )


def _by_distance(state: State, side: str, ports: Mapping[str, int]) -> tuple[str, ...]:
    """Return the ports of *side* that were its own when the player turn began, by distance."""
    ours = [
        (d, place)
        for place, d in ports.items()
        if is_friendly(state, side, place, "turn") and is_friendly(state, side, place)
    ]
    return tuple([place for _, place in sorted(ours)])


@clause("21.311")
async def return_to_base(
    t: Table[State],
    force_id: str,
    *,
    clause: str = "21.33",
    inverted: bool = True,
    forced_origin: bool = False,
) -> None:
    """Send a force back to base, and ask its owner when there is a real choice. Ships are inverted
    unless *inverted* is false.

    Ships of several bases go each to their own, or all to one. Those whose own base is closed to
    them choose separately. A force may also divide among several bases, ship by ship.
    """
    f = t.state.forces.get(force_id)
    if f is None:
        return
    ships = [u for u in t.state.members(f) if u.present and u.force == f.id]
    if not ships:
        t.record(ForceGone(clause, f.side, f.id))
        return
    where = f.battle_hex or f.at
    waters = distances.waters_of_action(t.state, f, where)
    bound = f.origin if f.origin and theatre.is_sw_box(f.origin) else ""

    def places_for(units: Sequence[Unit]) -> tuple[str, ...]:
        return return_bases(
            t.state, f.side, units, where, waters, forced_origin=forced_origin, bound_to=bound
        )

    async def choice(places: tuple[str, ...], ship: str = "") -> str:
        about = facts(force=f.id, hex=where, ship=ship) if ship else facts(force=f.id, hex=where)
        return str(await Ask(f.side, places, clause, "return-base", about))

    def divisible(units: Sequence[Unit]) -> tuple[str, ...]:
        bound_all = forced_origin or bool(bound)
        return (
            (APART,)
            if not bound_all
            and parting.divides(units)
            and any(len(places_for([u])) > 1 for u in units)
            else ()
        )

    async def one_by_one(units: Sequence[Unit]) -> None:
        for u in parting.in_turn(units):
            ways = {x.id: places_for([x]) for x in units if x.id not in gone}
            places = parting.open_to(u, units, gone, ways)
            goal = await choice(places, u.id) if len(places) > 1 else places[0]
            gone[u.id] = goal
            t.record(Returned(clause, f.side, f.id, ((u.id, goal),), inverted))

    gone: dict[str, str] = {}
    groups = [[u for u in ships if u.base == base] for base in dict.fromkeys(u.base for u in ships)]
    if len(groups) > 1:
        others = () if forced_origin else (*places_for(ships), *divisible(ships))
        goal = await choice((OWN, *others)) if others else OWN
        if goal == APART:
            await one_by_one(ships)
            return
        if goal != OWN:
            t.record(Returned(clause, f.side, f.id, tuple((u.id, goal) for u in ships), inverted))
            return
        at_home = [g for g in groups if g[0].base in places_for(g)[:1]]
        if at_home:
            t.record(
                Returned(
                    clause,
                    f.side,
                    f.id,
                    tuple((u.id, u.base) for g in at_home for u in g),
                    inverted,
                )
            )
        groups = [g for g in groups if g not in at_home]
    for here in groups:
        places = (*places_for(here), *divisible(here))
        goal = await choice(places) if len(places) > 1 else places[0]
        if goal == APART:
            await one_by_one(here)
        else:
            t.record(Returned(clause, f.side, f.id, tuple((u.id, goal) for u in here), inverted))
