"""Air units on land and aboard: where they stand, how far they reach, how they lose factors, what a
base holds.

The capacity of an air base is 18.1 as published (table ``awaw.air-base``)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from flagplot.table import Table, clause
from flagplot.table.core.memo import memo_per_parts
from flagplot.table.language.event_sentences import Audience

from ...events import Deed, Detached, Merged, Own
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
    roster,
    update,
    with_units,
)
from ...state.unit_names import free_id
from ..combat import combat_tables
from ..range.limits import SHORT_PORTS, named


def number(state: State, row: str) -> int:
    return int(state.rulings.table("awaw.air-base").row(row)[0])


def limit(state: State, place: str) -> int:
    """Air factors a base holds: five, on a one-hex island of the Pacific and in jungle three."""
    island = theatre.theatre_of(state, place) == "Pacific" and theatre.one_hex_island(state, place)
    return number(state, "small" if island or named(state, place, *SHORT_PORTS) else "base")


def counted(state: State, place: str, units: Iterable[Unit]) -> int:
    """Factors some air units count in a base: three squadrons a factor; a one-hex island holds a
    naval squadron besides."""
    units = tuple(units)
    naval = sum(u.factors for u in units if u.type == "NAS")
    besides = number(state, "besides") if theatre.one_hex_island(state, place) else 0
    squadrons = max(0, naval - besides) + sum(
        u.factors for u in units if u.type in SQUADRONS and u.type != "NAS"
    )
    return sum(u.factors for u in units if u.type not in SQUADRONS) - (
        -squadrons // number(state, "squadrons")
    )


class AirLost(Deed, frozen=True, tag="air-lost"):
    """Air factors are eliminated; the unit with them when none is left. They are no cargo lost at
    sea."""

    audience = Audience(hides=("unit",))
    unit: That
    factors: int
    place: str

    def apply(self, s: State) -> State:
        u = s.units[self.unit]
        left = u.factors - self.factors
        gone = {} if left > 0 else {"status": "removed", "at": "", "base": "", "aboard": ""}
        return update(
            s,
            (self.unit,),
            factors=max(0, left),
            lost=u.lost + min(u.factors, self.factors),
            **gone,
        )


class AirInverted(Own, frozen=True, tag="air-inverted"):
    """Air units are inverted, or uninverted again."""

    units: Those
    inverted: bool = True

    def apply(self, s: State) -> State:
        return update(s, self.units, inverted=self.inverted)


class AirUsed(Own, frozen=True, tag="air-used"):
    """Air units have flown the one mission they have this phase or turn; ``what`` names it."""

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


@memo_per_parts(roster)
def air_units(state: State) -> tuple[Unit, ...]:
    """The air units of both sides, in the order of the position."""
    return tuple([u for u in state.units.values() if u.kind == "air"])


def airfields(state: State) -> tuple[object, ...]:
    """All of a position that says where aircraft stand and how far they fly: the same while ships
    sail and fight."""
    return state.board, state.rulings, *air_units(state)


def reach(state: State, unit: Unit) -> int:
    """Hexes an air unit flies: a house table by type and theatre."""
    kind = "NAS" if unit.type == "NAS" else "AAF"
    return combat_tables.number(state.rulings, "air-range", kind, theatre.THEATRE[state.board])


def base_struck(u: Unit) -> str:
    """The base a squadron has attacked in this combat phase; empty when none."""
    return next((m.removeprefix("base ") for m in u.used if m.startswith("base ")), "")


def stands(state: State, unit: Unit) -> str:
    """The hex an air unit flies from: its base, or where its carrier is."""
    if unit.aboard and unit.aboard in state.units:
        return state.units[unit.aboard].at
    return unit.base


@clause("21.438C")
def in_range(state: State, unit: Unit, place: str) -> bool:
    """True when an air unit reaches a hex from where it stands; having been shipped costs it no
    range."""
    here = stands(state, unit)
    if not here or theatre.is_box(here) or theatre.is_box(place):
        return False
    board = theatre.board_of(state, here)
    if board is not theatre.board_of(state, place):
        return False
    return theatre.flight(board, here, place) <= reach(state, unit)


def ready(unit: Unit) -> bool:
    """True for an air unit that can fly."""
    return (
        unit.kind == "air"
        and unit.present
        and not unit.inverted
        and unit.factors > 0
        and not unit.force
    )


def land_based(state: State, side: str, place: str) -> tuple[Unit, ...]:
    """Ready land-based air units of a side standing in a hex."""
    return tuple(
        u
        for u in state.units.values()
        if u.side == side and ready(u) and not u.aboard and u.base == place
    )


@memo_per_parts(airfields)
def within(state: State, side: str, place: str) -> tuple[Unit, ...]:
    """Ready land-based air units of a side that reach a hex."""
    return tuple(
        [
            u
            for u in air_units(state)
            if u.side == side and ready(u) and not u.aboard and in_range(state, u, place)
        ]
    )


@clause("21.314#2")
def aboard(state: State, force: Force) -> tuple[Unit, ...]:
    """Squadrons that can fly from a force: those aboard its undamaged fast carriers."""
    decks = {u.id for u in state.members(force) if u.type in FAST_CARRIERS and not u.damaged}
    return tuple(u for u in state.units.values() if u.aboard in decks and ready(u))


@clause("21.314#2")
def from_hurt_decks(state: State, ids: Iterable[str]) -> tuple[str, ...]:
    """The clause that keeps squadrons on deck, when one of these is aboard a damaged carrier."""
    decks = {state.units[i].aboard for i in ids if i in state.units}
    return ("21.314#2",) if any(d in state.units and state.units[d].damaged for d in decks) else ()


def bases_in_range(state: State, force: Force, *, ships: bool = False) -> tuple[str, ...]:
    """Enemy hexes that the squadrons of a force reach: air bases, and ports with ships when *ships*
    is set."""
    flying = aboard(state, force)
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
    return tuple(sorted(p for p in places if any(in_range(state, u, p) for u in flying)))


def lose(t: Table[State], units: Iterable[Unit], factors: int, clause_id: str, place: str) -> None:
    """Take *factors* off some air units, the strongest first."""
    for u in sorted(units, key=lambda u: (-u.factors, u.id)):
        if factors <= 0:
            return
        n = min(factors, t.state.units[u.id].factors)
        if n > 0:
            t.record(AirLost(clause_id, u.side, u.id, n, place))
            factors -= n


def squadrons_of(u: Unit) -> int:
    """Squadrons in which an air unit flies over the sea: three for an army factor, one for a naval
    one."""
    return u.factors * (IN_A_FACTOR if u.type == "AAF" else 1)


def shoot_down(
    t: Table[State], flown: Iterable[tuple[Unit, int]], squadrons: int, clause_id: str, place: str
) -> None:
    """Take so many *squadrons* off the air units that have flown, each with so many of its own, in
    this order; three army squadrons make a factor, rounded to the nearest."""
    for u, there in flown:
        lost = min(squadrons, there)
        squadrons -= lost
        n = min((lost + 1) // IN_A_FACTOR if u.type == "AAF" else lost, t.state.units[u.id].factors)
        if n > 0:
            t.record(AirLost(clause_id, u.side, u.id, n, place))


def invert(t: Table[State], units: Iterable[Unit], factors: int, clause_id: str) -> None:
    """Invert *factors* of some air units; part of a unit becomes a unit of its own."""
    for u in sorted(units, key=lambda u: (-u.factors, u.id)):
        now = t.state.units[u.id]
        if factors <= 0:
            return
        if not ready(now):
            continue
        n = min(factors, now.factors)
        factors -= n
        if n < now.factors:
            new = free_id(t.state, now.origin)
            t.record(Detached(clause_id, u.side, u.id, new, n))
            t.record(AirInverted(clause_id, u.side, (new,)))
        else:
            t.record(AirInverted(clause_id, u.side, (u.id,)))


def refresh(t: Table[State], side: str) -> None:
    """At the end of its own player turn a side's air units are ready again; parts that stand
    together are one unit again."""
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
