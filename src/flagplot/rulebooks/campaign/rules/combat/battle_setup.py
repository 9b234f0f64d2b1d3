"""The set-up of a battle on the ocean map from the campaign: its units, their deployment
(6.5.1)."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

from msgspec.structs import replace

from flagplot.table import Rulings, clause

from ...state import Interception, Mission, Plane, Ship, State
from ...state.battle import Colour, Combatant, SeaBattle
from ...state.battle_ratings import Ratings, is_submarine
from ..interception.legality import air_limit, deployment_key, meets_flotillas
from ..interception.search import air_ready
from ..missions.air_patrols import can_cover
from ..missions.mission_members import ships_with, transport_ids, transports_with
from ..scenario_limits import script_of
from .formula import SUBMARINE_FLOOR, bracketed_aa, has_zone

LEVEL_BOMBERS = frozenset({"LEV"})


BATTLE_CLASS = {
    "GUN": "CA",
    "CLD": "CLD",
    "CAA": "CL",
    "CC": "CA",
    "DE": "DE",
    "SSC": "SS",
    "RAIDER": "CL",
}


@lru_cache(maxsize=1024)
@clause("6.1.7.1.a", "6.1.7.2.a", "6.1.7.6.a", "6.1.7.7.d")
def ratings_of(rulings: Rulings, cls: str, like: str, name: str, naval_bonus: int) -> Ratings:
    """Return the battle ratings of a ship: its class row (``like`` chooses another class), replaced
    by the values of a named row, with a bonus to its guns.

    Raises ``KeyError`` when neither table has it.
    """
    table = rulings.table("campaign.ship-values")
    rows = {"CLD": "DD", "DE": "DD", "CAA": "CL", "CC": "B", "SSC": "SS", "RAIDER": "CL"}
    values = [int(v) for v in table.row(like or rows.get(cls, cls))]
    columns = list(table.columns)
    named = rulings.table("campaign.named-ships")
    row = next(
        (
            r
            for r, _ in named.rows
            if r == name or name.startswith(r) or r in name.split(" class")[0].split(", ")
        ),
        "",
    )
    if row and not like:
        for column, value in zip(named.columns, named.row(row), strict=True):
            values[columns.index(column)] = int(value)
    values[columns.index("naval")] += naval_bonus
    floored = is_submarine(cls) and rulings.switch("HR-27") == "floor"
    return replace(Ratings(*values), floor=SUBMARINE_FLOOR if floored else 0)


def ship_ratings(rulings: Rulings, ship: Ship) -> Ratings:
    """Return the battle ratings of a ship: its row, with the values of its own sheet in place."""
    r = ratings_of(rulings, ship.cls, ship.like, ship.name, ship.naval_bonus)
    return replace(r, **dict(ship.sheet)) if ship.sheet else r


@clause("6.1.7.4.c")
def ship_combatant(state: State, ship: Ship, colour: Colour) -> Combatant:
    """Return a ship as it enters the battle."""
    r = ship_ratings(state.rulings, ship)
    return Combatant(
        ship.id,
        ship.name,
        ship.side,
        colour,
        BATTLE_CLASS.get(ship.cls, ship.cls),
        r,
        ship.strength,
        ship.full,
        ship.experience,
        ammo=r.ammo,
        fuel=_fuel_of(state, "submarine" if ship.submarine else "ship"),
        zone=has_zone(ship.cls, state.rulings),
        flak=bracketed_aa("CAA", ship.aa) if ship.cls == "CAA" else 0,
    )


def plane_combatant(state: State, plane: Plane, colour: Colour, carrier: str) -> Combatant:
    """Return an air unit as it enters the battle: aboard its carrier when that fights too, else
    deployed at the map's edge."""
    table = state.rulings.table("campaign.aircraft-values" if plane.row else "campaign.air-values")
    r = Ratings(*(int(v) for v in table.row(plane.row or plane.role)))
    return Combatant(
        plane.id,
        plane.name,
        plane.side,
        colour,
        "LEV" if plane.row in LEVEL_BOMBERS else plane.role,
        r,
        plane.strength,
        plane.full,
        plane.experience,
        aboard=carrier,
        carrier=carrier,
        flies=True,
        asw=plane.asw and plane.role != "fighter",
        ammo=r.ammo,
        fuel=_fuel_of(state, plane.role),
        mission=False,
    )


def _fuel_of(state: State, row: str) -> int:
    return int(state.rulings.table("campaign.fuel").cell(row, "fuel"))


TURNS = 22
"""Turns of an interception battle, unless the scenario says otherwise (6.5.1)."""


SLOW = 1
"""Hexes by which a slow convoy moves less than others in battle."""


def transports_of(state: State, mission: Mission, place: str) -> tuple[Combatant, ...]:
    """Return a mission's transports or merchants at a place, as units of the battle with their
    cargo aboard."""
    r = Ratings(*(int(v) for v in state.rulings.table("campaign.ship-values").row("TR")))
    r = replace(r, move=r.move - SLOW * mission.slow)
    kind, tankers = "merchant" if mission.merchants else "transport", mission.tanker_numbers
    ids, fuel = transport_ids(state, mission), _fuel_of(state, "ship")
    here = ((ids[i], "tanker" if i in tankers else kind) for i in transports_with(mission, place))
    return tuple(
        Combatant(
            id,
            f"{said} {id.rpartition('-T')[2]}",
            mission.side,
            "blue",
            "TR",
            r,
            10,
            10,
            ammo=0,
            fuel=fuel,
        )
        for id, said in here
    )


def raiding_fields(state: State, u: Combatant) -> dict[str, Any]:
    """Return the fields of a unit in a raiding scenario (scenario rule): whether its engagement
    lets the convoy scatter, and whether it breaks off from battleships. Empty for others."""
    said, ship = script_of(state).get("raiding", {}), state.ships.get(u.id)
    if ship is None:
        return {}
    if u.colour == "blue":
        return {"screen": ship.like in said.get("scatter", ())}
    return {"shy": 0 if ship.submarine else said.get("break-off-below", 0)}


@clause("6.5.1.1.a", "6.5.1.6.a")
def set_up(state: State, i: Interception) -> SeaBattle:
    """Return the battle of an interception, with deployment by theatre and distance, by the zone's
    size, or for air alone (6.5.1.1, 6.5.1.2).

    Raises ``KeyError`` when the deployment table lacks the entry.
    """
    target = state.missions[i.target]
    table = state.rulings.table("campaign.deployment")
    key = deployment_key(state, i)
    units: list[Combatant] = [ship_combatant(state, state.ships[x], "red") for x in i.ships]
    company = ships_with(target, i.place)
    units += [
        ship_combatant(state, state.ships[x], "blue") for x in company if state.ships[x].afloat
    ]
    units += transports_of(state, target, i.place)
    units = [replace(u, **raiding_fields(state, u)) for u in units]
    for id in i.air:
        plane = state.planes[id]
        units.append(
            plane_combatant(state, plane, "red", plane.base if plane.base in i.ships else "")
        )
    hunted_by_boats = not i.air and all(state.ships[x].submarine for x in i.ships)
    for plane in defending_air(state, target, i.place, against_flotilla=hunted_by_boats):
        units.append(
            plane_combatant(state, plane, "blue", plane.base if plane.base in company else "")
        )
    return SeaBattle(
        rulings=state.rulings,
        red=i.side,
        blue=target.side,
        red_squares=_squares(table.cell(key, "red")),
        blue_squares=_squares(table.cell(key, "blue")),
        destination=_squares(table.cell("destination", "blue")),
        units=tuple(sorted(units, key=lambda u: u.id)),
        where=i.place,
        turns=int(script_of(state).get("battle-turns", TURNS)),
        night=bool(script_of(state).get("night")),
        on_station=on_station(target, i.place),
        staff=tuple(sorted(s for s in (i.side, target.side) if state.flags.get(f"staff:{s}"))),
    )


@clause("6.5.1.3.b")
def on_station(m: Mission, place: str) -> bool:
    """Return True for a patrol met in its own square or zone. It has arrived, and need not reach
    the destination area (6.5.1.3)."""
    return m.kind == "patrol" and m.target == place


@clause("6.4.2.1.g")
def defending_air(
    state: State, target: Mission, place: str, *, against_flotilla: bool
) -> list[Plane]:
    """Return the air units that fight for a mission at a place: those aboard its carriers, at most
    4 fighters and 4 others (HR-20), and all its CAP that reaches the place.

    Against a submarine flotilla only fighters and aircraft with anti-submarine ability fight, and
    CAP of any kind (6.4.2.1).
    """
    ready = [p for p in state.planes.values() if p.side == target.side and air_ready(state, p)]
    cap = [p for p in ready if p.cap == target.id and can_cover(state, p, place)]
    aboard = [p for p in ready if p.base in ships_with(target, place) and not p.cap]
    if against_flotilla:
        aboard = [p for p in aboard if meets_flotillas(p)]
    most = air_limit(state)
    fighters = [p for p in aboard if p.role == "fighter"][:most]
    return [*fighters, *[p for p in aboard if p.role != "fighter"][:most], *cap]


def _squares(cell: str | int | float) -> tuple[int, ...]:
    return tuple(int(x) for x in str(cell).split())
