"""Case lines about ships, aircraft and troops, task forces and patrols."""

from __future__ import annotations

from collections.abc import Callable
from typing import Annotated, Any, Literal

from flagplot.table import TextError
from flagplot.table.language import Choice, Found, ListNoun, comparison

from ..map import theatre
from ..rules.air import air_units
from ..rules.transport.sea_transport import movement_left
from ..state import (
    AIR_TYPES,
    GONE,
    SHIP_TYPES,
    Force,
    State,
    TaskForce,
    Unit,
    needs_task_force,
    replace,
    with_changes,
    with_units,
    with_units_changed,
)
from ..state.nations import NATIONS, side_of
from ..state.ship_list import find_listed_ship
from ..state.unit_names import group_of
from . import nouns as n
from .nouns import lines, refuse_second

REMARKS: dict[str, dict[str, Any]] = {
    "damaged": {"damaged": True},
    "inverted": {"inverted": True},
    "may not uninvert": {"inverted_until_end": True},
    "waiting for repair": {"status": "repair", "damaged": True},
    "sunk in port": {"status": "port-sunk"},
    "sunk": {"status": "sunk", "at": "", "base": ""},
    "withdrawn": {"status": "withdrawn", "at": "", "base": ""},
    "in reserve": {"status": "reserve"},
    "surplus": {"frozen": True},
    "changed base": {"changed_base": True},
    "patrolled": {"patrolled": True},
    "returned this phase": {"sortied": True},
    "unsupplied": {"supply": "none"},
    "partially supplied": {"supply": "partial"},
    "army oil effect": {"oil": True},
    "staged": {"staged": True},
    "transported": {"transported": True},
    "searching": {"searching": True},
    "garrison": {"note": "garrison"},
    "newly built": {"inverted": True},
}
"""Remarks about a unit, written after a comma: remark -> fields it sets."""


Remarks = Annotated[tuple[str, ...], ListNoun(Choice(*REMARKS, name="remark"), between=(",",))]


OPERATIONS = (
    "patrol",
    "transport",
    "supply",
    "sea supply",
    "escort",
    "sea escort",
    "redeploy",
    "base change",
    "intercept",
    "counter",
    "invasion",
    "bombard",
    "carrier",
    "raid",
    "raid defence",
    "harbor attack",
    "ground support",
    "sea attack",
    "invaded",
    "returned",
    "exploited",
    "advanced",
    "dropped",
    "shipped-back",
    "combat-done",
)
"""Operations that units may have done, and the marks that a landing leaves on them."""


ALSO = {
    "sea transport": "transport",
    "redeployment": "redeploy",
    "interception": "intercept",
    "counter-interception": "counter",
    "bombardment": "bombard",
    "carrier mission": "carrier",
}


Operation = Annotated[str, Choice(*OPERATIONS, also=ALSO, name="operation")]


# -- given: units
def with_unit_added(state: State, unit: Unit) -> State:
    """Return the position with one more unit. Raises :class:`TextError` for a unit that is there
    already, and for a ship on land."""
    refuse_second(state.units.get(unit.id), f"unit {unit.id}")
    if (
        unit.kind == "ship"
        and unit.at
        and not theatre.is_box(unit.at)
        and not theatre.waters(state, unit.at)
    ):
        raise TextError(
            f"no water reaches {theatre.name_of(state, unit.at)}: no ship can lie there"
        )
    return with_units(
        state, (replace(unit, base_turn=unit.base_turn or unit.base, base_phase=unit.base),)
    )


def with_unit_placed(
    state: State,
    id: str,
    name: str,
    nation: str,
    type: str,
    factors: int,
    speed: str,
    at: str,
    remarks: Remarks,
    aboard: str = "",
) -> State:
    """Return the position with a unit in its place. A unit of a nation of neither side fights for
    the Allies."""
    side = side_of(state, nation)
    if side not in state.sides:
        side = "Allied"
        state = replace(state, sidings=with_changes(state.sidings, {nation: side}))
    kind = "ship" if type in SHIP_TYPES else "air" if type in AIR_TYPES else "ground"
    unit = Unit(id, name, side, nation, kind, type, factors, speed or "fast", at, at, aboard=aboard)
    return given_remarks(with_unit_added(state, unit), (id,), remarks)


@lines.given("ship {name} at {place} [as {id}] [, {remarks}]")
def given_listed_ship(
    state: State, name: n.Name, place: n.Place, id: str = "", remarks: Remarks = ()
) -> State:
    """Put a ship of the list of ships, with its nation, type, factors, speed and id from there."""
    ship = find_listed_ship(name)
    if ship is None:
        raise TextError(
            f"no ship {name!r} is listed: say what it is",
            -1,
            [f"ship {name}, British BC 3 fast, at Liverpool"],
        )
    return with_unit_placed(
        state,
        id or ship.id,
        ship.name,
        ship.nation,
        ship.type,
        ship.factors,
        ship.speed,
        place,
        remarks,
    )


@lines.given("ship {name}, {nation} {type} {factors} [{speed}], at {place} [as {id}] [, {remarks}]")
def given_named_ship(
    state: State,
    name: n.Name,
    nation: n.Nation,
    type: n.Type,
    factors: int,
    place: n.Place,
    speed: n.Speed = "",
    id: str = "",
    remarks: Remarks = (),
) -> State:
    """Put a ship by name. Without an id it has that of the list, or one made of nation, type and
    name."""
    ship = find_listed_ship(name)
    usual = f"{NATIONS[nation].prefix}-{type}-{name.replace(' ', '-')}"
    key = id or (ship.id if ship is not None and ship.type == type else usual)
    return with_unit_placed(state, key, name, nation, type, factors, speed, place, remarks)


@lines.given("{type} {factors} {nation} [{speed}] at {place} [as {id}] [, {remarks}]")
@lines.given("{type} {factors} {nation} aboard {carrier} [as {id}] [, {remarks}]")
def given_factors(
    state: State,
    type: n.Type,
    factors: int,
    nation: n.Nation,
    speed: n.Speed = "",
    place: n.Place = "",
    carrier: n.Unit = "",
    id: str = "",
    remarks: Remarks = (),
) -> State:
    """Put factors of a type, or a ship without a name. Without an id they get the next free one of
    their nation and type."""
    prefix = f"{NATIONS[nation].prefix}-{type}-"
    id = id or next(key for k in range(1, 1000) if (key := f"{prefix}{k}") not in state.units)
    name = id.split("-", 2)[-1]
    at = state.units[carrier].at if carrier else place
    return with_unit_placed(
        state,
        id,
        id if name.isdecimal() else name,
        nation,
        type,
        factors,
        speed,
        at,
        remarks,
        carrier,
    )


# -- given: what has become of them
@lines.given("{units} {remarks}")
def given_remarks(state: State, units: n.Units, remarks: Remarks) -> State:
    """Apply remarks to units already there."""
    for word in remarks:
        when = {"placed": state.player_turn} if word == "newly built" else {}
        state = with_units_changed(state, units, **REMARKS[word], **when)
    return state


@lines.given("{units} used {operation}")
def given_operation(state: State, units: n.Units, operation: Operation) -> State:
    """Mark an operation as done by units this player turn. Units that are not ships were cargo in
    it."""
    told = [state.units[i] for i in units]
    cargo = operation == "transport"
    return with_units(
        state,
        [
            replace(
                u,
                used=(*u.used, operation),
                transported=u.transported or (cargo and u.kind != "ship"),
            )
            for u in told
        ],
    )


# A row of the construction chart: ``2``, ``4``, ``Launch``.
lines.given_row(
    "{units} building row {row}",
    lambda state, units, row: with_units_changed(state, units, status="building", row=row),
    row=Annotated[str, Choice(*map(str, range(1, 10)), "Launch", name="row")],
)


lines.given_row(
    "{units} has {hits} hits",
    lambda state, units, hits: with_units_changed(state, units, hits=hits),
)


lines.given_row(
    "{units} has {factors} movement factors left",
    lambda state, units, factors: with_units_changed(state, units, movement=factors),
)


lines.given_row(
    "{units} was at {place} at turn start",
    lambda state, units, place: with_units_changed(state, units, base_turn=place),
)


lines.given_row(
    "Murmansk escort {units}",
    lambda state, units: with_units_changed(state, units, note="murmansk"),
)


lines.given_row(
    "Pearl Harbor strike force {units}",
    lambda state, units: with_units_changed(state, units, note="pearl harbor strike"),
)


# -- given: task forces and patrols
@lines.given("{name} of {units}")
def given_task_force(state: State, name: n.TaskForce, units: n.Units) -> State:
    """Form a task force in port."""
    side = state.units[units[0]].side
    key = f"{side}:{name}"
    refuse_second(state.groups.get(key), f"task force {key}")
    state = replace(
        state, groups=with_changes(state.groups, {key: TaskForce(key, side, name, units)})
    )
    return with_units_changed(state, units, tf=key)


@lines.given("[{kind}] patrol {id} of {units} at {place} [from {start}]")
def given_patrol(
    state: State,
    id: str,
    units: n.Units,
    place: n.Place,
    kind: Literal["submarine", "defensive", ""] = "",
    start: n.Place = "",
) -> State:
    """Put a patrol on station, its ships based where they were put. Submarines of the side that
    does not move are on defence."""
    refuse_second(state.forces.get(id), f"force {id}")
    ships = [state.units[i] for i in units]
    side = ships[0].side
    for u in ships:
        if u.force or u.side != side:
            raise TextError(
                f"{u.id} is {f'in force {u.force} already' if u.force else 'not of the same side'}"
            )
    submarines = kind == "submarine" or all(u.type == "SS" for u in ships)
    defensive = kind == "defensive" or (submarines and side != state.mover)
    mission = "defensive-patrol" if defensive else "patrol"
    force = Force(
        id,
        side,
        mission,
        units,
        (start or ships[0].base, place),
        1,
        place,
        state="on-station",
        remains=True,
        name=id,
        task_force=needs_task_force(ships) or bool(ships[0].tf),
        submarines=submarines,
        since=state.player_turn,
    )
    state = replace(state, forces=with_changes(state.forces, {id: force}), serial=state.serial + 1)
    out = [
        replace(
            u, base=start or u.base, at=place, force=id, patrolled=True, used=(*u.used, "patrol")
        )
        for u in ships
    ]
    return with_units(state, out)


# -- what must follow
STATES: dict[str, Callable[[Unit], bool]] = {
    "inverted": lambda u: u.inverted,
    "uninverted": lambda u: not u.inverted,
    "damaged": lambda u: u.damaged,
    "undamaged": lambda u: not u.damaged,
    "sunk": lambda u: u.status == "sunk",
    "withdrawn": lambda u: u.status == "withdrawn",
    "lost": lambda u: u.status in GONE,
    "afloat": lambda u: u.afloat,
    "in play": lambda u: u.present,
    "surplus": lambda u: u.frozen,
    "unused": lambda u: not u.used,
    "ready": lambda u: u.present and not u.inverted and not u.used,
    "at sea": lambda u: bool(u.force) and u.present,
    "in port": lambda u: u.present and not u.force and not theatre.BOX_THEATRE.get(u.base),
    "fast": lambda u: u.fast,
    "slow": lambda u: not u.fast,
    "transported": lambda u: u.transported,
}
"""States of units that a line may check."""


def units_text(state: State, units: n.Units) -> str:
    """Return the state of units for the message of a failed line."""
    return "; ".join(
        f"{u.id}: {', '.join(filter(None, unit_condition(u)))}"
        for u in (state.units[i] for i in units)
    )


def unit_condition(u: Unit) -> tuple[str, ...]:
    """Return the state of a unit and its place."""
    where = (
        f"at {u.at or 'sea'}",
        f"force {u.force}" if u.force else "",
        f"base {u.base}" if u.base != u.at else "",
    )
    return (
        u.status,
        "inverted" if u.inverted else "uninverted",
        "damaged" * u.damaged,
        "surplus" * u.frozen,
        *where,
    )


lines.fact_row(
    "{units} {now}",
    lambda state, units, now: (
        all(STATES[now](state.units[i]) for i in units),
        units_text(state, units),
    ),
    now=Annotated[str, Choice(*STATES)],
)


@lines.fact("{units} at {place}")
def fact_at(state: State, units: n.Units, place: n.Place) -> Found:
    """Check the place of units: at sea the hex, in port the base."""
    here = [
        u
        for u in (state.units[i] for i in units)
        if u.present or u.status in ("building", "repair", "port-sunk")
    ]
    return len(here) == len(units) and all(
        (u.at if u.force else u.base or u.at) == place for u in here
    ), units_text(state, units)


lines.fact_row(
    "{units} at sea in {place}",
    lambda state, units, place: (
        all(state.units[i].force and state.units[i].at == place for i in units),
        units_text(state, units),
    ),
)


lines.fact_row(
    "{unit} based at {place}",
    lambda state, unit, place: (state.units[unit].base == place, units_text(state, (unit,))),
)


lines.fact_row(
    "{units} {factors} factors",
    lambda state, units: sum(u.factors for u in (state.units[i] for i in units) if u.present),
)


lines.fact_row("{unit} has {hits} hits", lambda state, unit: state.units[unit].hits)


@lines.fact("{units} used {operation}")
def fact_operation(state: State, units: n.Units, operation: Operation) -> Found:
    """Check that units did an operation this player turn. ``supply`` also means ``sea supply``."""
    found = "; ".join(f"{i} used {', '.join(state.units[i].used) or 'nothing'}" for i in units)
    return all(
        operation in {x for u in state.units[i].used for x in (u, u.removeprefix("sea "))}
        for i in units
    ), found


@lines.fact("{unit} has {factors} movement factors left")
def fact_movement_left(state: State, unit: n.Unit, factors: int) -> Found:
    """Check the movement factors that a ground unit has left."""
    u = state.units[unit]
    return comparison(u.movement if u.movement >= 0 else movement_left(state, u), factors)


lines.fact_row(
    "{unit} flies {hexes} hexes", lambda state, unit: air_units.range_of(state, state.units[unit])
)


@lines.fact("{factors} factors of {side} eliminated")
def fact_eliminated(before: State, state: State, factors: int, side: n.Side) -> Found:
    """Check the factors of ships that a side lost in this stage."""
    return comparison(lost_by(state, side) - lost_by(before, side), factors)


def lost_by(state: State, side: str) -> int:
    """Return the factors of ships that a side has lost so far."""
    ships = (u for u in state.units.values() if u.kind == "ship" and u.side == side)
    return sum(u.lost or (u.factors if u.status == "sunk" else 0) for u in ships)


lines.fact_row(
    "{side} has {count} forces",
    lambda state, side: [f.id for f in state.forces.values() if f.side == side],
    count=int,
)


@lines.fact("{name} holds {units}")
def fact_task_force(state: State, name: n.TaskForce, units: n.Units) -> Found:
    """Check the ships of a task force."""
    found = next((g.units for g in state.groups.values() if g.name == name), ())
    return set(found) == set(units), f"{name}: {', '.join(found) or 'none'}"


@lines.fact("{name} exists")
def fact_task_force_exists(state: State, name: n.TaskForce) -> Found:
    """Check that a task force exists."""
    return any(group_of(state, x, name) for x in state.sides), ", ".join(
        g.name for g in state.groups.values()
    ) or "no task force"
