"""Air units on land and aboard carriers: where they stand, their range, their losses, and the
capacity of bases.

The capacity of an air base is 18.1 as published (table ``awaw.air-base``).
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from flagplot.table import Table, clause
from flagplot.table.core.memo import memo_per_parts
from flagplot.table.language.event_sentences import Audience

from ...events import Detached, Merged, OwnerEvent, SideEvent
from ...map import theatre
from ...nouns import That, Those
from ...state import (
    FAST_CARRIERS,
    IN_A_FACTOR,
    SQUADRONS,
    Force,
    State,
    Unit,
    replace,
    unit_fields,
    with_units,
    with_units_changed,
)
from ...state.unit_names import free_id
from ..combat import combat_tables
from ..range.limits import SHORT_PORTS, has_named_place


def air_base_number(state: State, row: str) -> int:
    return int(state.rulings.table("awaw.air-base").row(row)[0])


def air_base_limit(state: State, place: str) -> int:
    """Return the air factors that a base holds: five; three on a one-hex island of the Pacific and
    in jungle."""
    island = theatre.theatre_of(state, place) == "Pacific" and theatre.is_one_hex_island(
        state, place
    )
    return air_base_number(
        state, "small" if island or has_named_place(state, place, *SHORT_PORTS) else "base"
    )


def factors_counted(state: State, place: str, units: Iterable[Unit]) -> int:
    """Return the factors that air units count in a base. Three squadrons are a factor. A one-hex
    island holds one naval squadron besides."""
    units = tuple(units)
    naval = sum(u.factors for u in units if u.type == "NAS")
    besides = air_base_number(state, "besides") if theatre.is_one_hex_island(state, place) else 0
    squadrons = max(0, naval - besides) + sum(
        u.factors for u in units if u.type in SQUADRONS and u.type != "NAS"
    )
    return sum(u.factors for u in units if u.type not in SQUADRONS) - (
        -squadrons // air_base_number(state, "squadrons")
    )


class AirLost(SideEvent, frozen=True, tag="air-lost"):
    """Elimination of air factors, and of the unit when none is left. They do not count as cargo
    lost at sea."""

    audience = Audience(hides=("unit",))
    unit: That
    factors: int
    place: str

    def apply(self, s: State) -> State:
        u = s.units[self.unit]
        left = u.factors - self.factors
        gone = {} if left > 0 else {"status": "removed", "at": "", "base": "", "aboard": ""}
        return with_units_changed(
            s,
            (self.unit,),
            factors=max(0, left),
            lost=u.lost + min(u.factors, self.factors),
            **gone,
        )


class AirInverted(OwnerEvent, frozen=True, tag="air-inverted"):
    """Inversion of air units, or the end of it."""

    units: Those
    inverted: bool = True

    def apply(self, s: State) -> State:
        return with_units_changed(s, self.units, inverted=self.inverted)


class AirUsed(OwnerEvent, frozen=True, tag="air-used"):
    """Use of air units for the one mission that they have in this phase or turn; ``what`` names
    it."""

    units: Those
    what: str

    def apply(self, s: State) -> State:
        return with_units(
            s,
            [
                replace(s.units[i], used=(*s.units[i].used, self.what))
                for i in self.units
                if i in s.units
            ],
        )


@memo_per_parts(unit_fields)
def air_units(state: State) -> tuple[Unit, ...]:
    """Return the air units of both sides, in the order of the state."""
    return tuple([u for u in state.units.values() if u.kind == "air"])


def airfields(state: State) -> tuple[object, ...]:
    """Return everything in the state that decides where aircraft stand and how far they fly. It
    does not change while ships sail and fight."""
    return state.board, state.rulings, *air_units(state)


def range_of(state: State, unit: Unit) -> int:
    """Return the range of an air unit in hexes, from a house table by type and theatre."""
    kind = "NAS" if unit.type == "NAS" else "AAF"
    return combat_tables.cell_number(state.rulings, "air-range", kind, theatre.THEATRE[state.board])


def attacked_base(u: Unit) -> str:
    """Return the base that a squadron has attacked in this combat phase; empty when none."""
    return next((m.removeprefix("base ") for m in u.used if m.startswith("base ")), "")


def hex_of(state: State, unit: Unit) -> str:
    """Return the hex from which an air unit flies: its base, or the hex of its carrier."""
    if unit.aboard and unit.aboard in state.units:
        return state.units[unit.aboard].at
    return unit.base


@clause("21.438C")
def is_in_range(state: State, unit: Unit, place: str) -> bool:
    """Return True when an air unit reaches a hex from where it stands. Transport by sea does not
    reduce its range."""
    here = hex_of(state, unit)
    if not here or theatre.is_box(here) or theatre.is_box(place):
        return False
    board = theatre.board_of(state, here)
    if board is not theatre.board_of(state, place):
        return False
    return theatre.flight_distance(board, here, place) <= range_of(state, unit)


def is_ready(unit: Unit) -> bool:
    """Return True for an air unit that can fly."""
    return (
        unit.kind == "air"
        and unit.present
        and not unit.inverted
        and unit.factors > 0
        and not unit.force
    )


def land_based(state: State, side: str, place: str) -> tuple[Unit, ...]:
    """Return the ready land-based air units of a side that stand in a hex."""
    return tuple(
        u
        for u in state.units.values()
        if u.side == side and is_ready(u) and not u.aboard and u.base == place
    )


@memo_per_parts(airfields)
def units_in_range(state: State, side: str, place: str) -> tuple[Unit, ...]:
    """Return the ready land-based air units of a side that reach a hex."""
    return tuple(
        [
            u
            for u in air_units(state)
            if u.side == side and is_ready(u) and not u.aboard and is_in_range(state, u, place)
        ]
    )


@clause("21.314#2")
def squadrons_aboard(state: State, force: Force) -> tuple[Unit, ...]:
    """Return the squadrons that can fly from a force: those aboard its undamaged fast carriers."""
    decks = {u.id for u in state.members(force) if u.type in FAST_CARRIERS and not u.damaged}
    return tuple(u for u in state.units.values() if u.aboard in decks and is_ready(u))


@clause("21.314#2")
def damaged_deck_clause(state: State, ids: Iterable[str]) -> tuple[str, ...]:
    """Return the clause that grounds squadrons, when one of these is aboard a damaged carrier; else
    empty."""
    decks = {state.units[i].aboard for i in ids if i in state.units}
    return ("21.314#2",) if any(d in state.units and state.units[d].damaged for d in decks) else ()


def bases_in_range(state: State, force: Force, *, ships: bool = False) -> tuple[str, ...]:
    """Return the enemy hexes that a force's squadrons reach: air bases, and with *ships* ports with
    ships."""
    flying = squadrons_aboard(state, force)
    enemy = state.enemy(force.side)
    places: dict[str, None] = {}
    for u in state.units.values():
        if (
            u.side == enemy
            and u.kind == "air"
            and u.present
            and not u.aboard
            and not u.force
            and u.base
        ):
            places[u.base] = None
        if ships and u.side == enemy and u.kind == "ship" and u.present and not u.force and u.base:
            places[u.base] = None
    if ships:
        places.update({p: None for p, sides in state.presence.items() if enemy in sides})
    return tuple(sorted(p for p in places if any(is_in_range(state, u, p) for u in flying)))


def lose_factors(
    t: Table[State], units: Iterable[Unit], factors: int, clause_id: str, place: str
) -> None:
    """Eliminate *factors* of these air units, the strongest unit first."""
    for u in sorted(units, key=lambda u: (-u.factors, u.id)):
        if factors <= 0:
            return
        n = min(factors, t.state.units[u.id].factors)
        if n > 0:
            t.record(AirLost(clause_id, u.side, u.id, n, place))
            factors -= n


def squadrons_of(u: Unit) -> int:
    """Return the squadrons that an air unit flies at sea: three for an army factor, one for a naval
    factor."""
    return u.factors * (IN_A_FACTOR if u.type == "AAF" else 1)


def shoot_down(
    t: Table[State], flown: Iterable[tuple[Unit, int]], squadrons: int, clause_id: str, place: str
) -> None:
    """Eliminate *squadrons* of the air units that flew, in the order of *flown*, which are (unit,
    its squadrons) pairs. Three army squadrons make a factor, rounded to the nearest."""
    for u, there in flown:
        lost = min(squadrons, there)
        squadrons -= lost
        n = min((lost + 1) // IN_A_FACTOR if u.type == "AAF" else lost, t.state.units[u.id].factors)
        if n > 0:
            t.record(AirLost(clause_id, u.side, u.id, n, place))


def invert(t: Table[State], units: Iterable[Unit], factors: int, clause_id: str) -> None:
    """Invert *factors* of these air units. Part of a unit becomes a unit of its own."""
    for u in sorted(units, key=lambda u: (-u.factors, u.id)):
        now = t.state.units[u.id]
        if factors <= 0:
            return
        if not is_ready(now):
            continue
        n = min(factors, now.factors)
        factors -= n
        if n < now.factors:
            new = free_id(t.state, now.origin)
            t.record(Detached(clause_id, u.side, u.id, new, n))
            t.record(AirInverted(clause_id, u.side, (new,)))
        else:
            t.record(AirInverted(clause_id, u.side, (u.id,)))


def uninvert_air(t: Table[State], side: str) -> None:
    """Uninvert a side's air units at the end of its player turn, and merge parts of a unit that
    stand together."""
    tired = tuple(
        u.id
        for u in t.state.units.values()
        if u.side == side and u.kind == "air" and u.inverted and u.present
    )
    if tired:
        t.record(AirInverted("21.416M", side, tired, inverted=False))
    parts: Mapping[tuple[str, str, str], list[Unit]] = {}
    groups: dict[tuple[str, str, str], list[Unit]] = dict(parts)
    for u in t.state.units.values():
        if u.side == side and u.kind == "air" and u.status == "" and not u.force:
            groups.setdefault((u.origin, u.base, u.aboard), []).append(u)
    for units in groups.values():
        if len(units) > 1:
            units.sort(key=lambda u: (u.id != u.origin, u.id))
            t.record(Merged("21.416M", side, units[0].id, tuple(u.id for u in units[1:])))
