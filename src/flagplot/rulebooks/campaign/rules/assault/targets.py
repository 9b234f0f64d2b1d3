"""Port attacks: every target of the port, with the strength and experience it has there (6.5.4)."""

from __future__ import annotations

from msgspec.structs import replace

from flagplot.table import Rulings, clause

from ...state import Assault, Plane, Port, Ship, State
from ...state.battle import Colour, Combatant, SeaBattle
from ...state.battle_ratings import Ratings
from ...state.troops import FLAK_GUNS, Troop
from ..combat.battle_setup import plane_combatant, ship_combatant
from ..interception.search import active_port
from .islands import troops_holding
from .unit_limits import (
    air_within_limits,
    defender_of,
    half_rounded_up,
    interceptors,
    stacking_limit,
)

IN_PORT = 100
UNPREPARED = 200
"""Experience that a ship loses in port when it is under repair or surprised (6.5.4.2, 6.5.4.3,
6.5.4.6). Only the larger loss counts (HR-41)."""
LAUNCHED = {10: 8, 11: 9}
"""Construction strength of a launched ship -> the strength at which it is placed (HR-34,
6.5.4.4)."""
TURNS = 12
ENDLESS = 999
"""Fuel of aircraft before a coast, where fuel is not counted (C5 of the notes)."""


@clause("6.5.4.2.a", "6.5.4.2.b")
def ships_in_port(state: State, port: str, side: str) -> list[Ship]:
    """Return the ships that may be hit in port (6.5.4.2): those that stayed there the whole turn,
    came by an operational change, or are repaired or built. Ships that turned back from sea, or
    sailed to intercept, are not in port."""
    return [
        s
        for s in state.ships.values()
        if s.side == side
        and s.afloat
        and s.arrives <= state.turn
        and active_port(state, s) == port
        and not s.turned_back
    ]


@clause("6.5.4.2.d", "6.5.4.3.b", "6.5.4.4.e", "6.5.4.6.g", "6.5.4.7.c")
def experience_in_port(ship: Ship, a: Assault, rulings: Rulings) -> int:
    """Return the experience with which a ship fights in port (6.5.4.2 to 6.5.4.7): 100 less, or 200
    less when under repair, surprised or unprepared (or both, HR-41); at least 0. A ship under
    construction has none."""
    if ship.built:
        return 0
    unprepared = ship.readiness == "repair" or is_surprised(a) or a.special == "oran"
    less = (
        UNPREPARED + (IN_PORT if rulings.switch("HR-41") == "sum" else 0) if unprepared else IN_PORT
    )
    return max(0, ship.experience - less)


@clause("6.5.4.4.a", "6.5.4.4.c", "6.5.4.3.a")
def strength_in_port(ship: Ship, rulings: Rulings) -> int:
    """Return the strength of a ship in port: under repair its present strength, under construction
    the points built, 8 or 9 once launched (HR-34, 6.5.4.3, 6.5.4.4)."""
    steps = LAUNCHED if rulings.switch("HR-34") == "hull" else {}
    return steps.get(ship.built, ship.built) or ship.strength


@clause("6.5.4.6.c", "6.5.4.6.d")
def is_surprised(a: Assault) -> bool:
    """Return True when the defender is surprised. Full surprise holds for both waves, partial only
    for the first (6.5.4.6)."""
    return a.surprise == "full" or (a.surprise == "partial" and a.wave == 1)


@clause("6.5.4.6.e", "6.5.4.6.f")
def taken_by_surprise(u: Combatant) -> Combatant:
    """Return a surprised unit. It fights at half strength, and loses two points for each one lost
    (6.5.4.6)."""
    return replace(u, strength=half_rounded_up(u.strength), scale=2)


@clause("6.5.4.6.b")
def port_battle(state: State, a: Assault) -> SeaBattle:
    """Return the battle of a port attack, both sides still to deploy (6.5.4). A carrier that the
    chart places at sea is absent, with its aircraft (6.5.4.6)."""
    port = state.ports[a.port]
    owner = defender_of(state, a.side, port)
    units = [plane_in_battle(state, state.planes[x], "red") for x in a.air]
    units += [ship_combatant(state, state.ships[x], "red") for x in a.ships]
    caught = [
        ship_in_port(state, s, a)
        for s in ships_in_port(state, a.port, owner)
        if s.id not in a.absent
    ]
    caught += [
        troop_in_battle(state, x, "blue", x.strength)
        for x in troops_holding(state, owner, a.port)
        if x.fixed
    ]
    ready = [p for p in interceptors(state, a.port, owner) if p.base not in a.absent]
    caught += [plane_in_battle(state, p, "blue") for p in air_within_limits(state.rulings, ready)]
    if is_surprised(a):
        caught = [
            taken_by_surprise(u) if u.flies or not u.kind or u.cls in FLAK_GUNS else u
            for u in caught
        ]
    units += [*caught, *facilities(state, port, owner)]
    return SeaBattle(
        rulings=state.rulings,
        red=a.side,
        blue=owner,
        red_squares=(),
        blue_squares=(),
        destination=(),
        units=tuple(sorted(units, key=lambda u: u.id)),
        where=a.port,
        turns=TURNS,
        retreat_from=1,
        kind="port",
        ground=port.ground or "mole",
        staff=left_to_staff(state, a.side, owner),
    )


def left_to_staff(state: State, *sides: str) -> tuple[str, ...]:
    """Return the sides whose battles are left to the staff."""
    return tuple(sorted(x for x in sides if state.flags.get(f"staff:{x}")))


def plane_in_battle(state: State, plane: Plane, colour: Colour) -> Combatant:
    """Return an air unit before a coast, which comes from off the map or from its field."""
    return replace(plane_combatant(state, plane, colour, ""), fuel=ENDLESS)


@clause("6.5.4.2.c", "6.5.4.7.d")
def ship_in_port(state: State, ship: Ship, a: Assault) -> Combatant:
    """Return a ship in port. It cannot move, unless enemy ships attack the fleet at Oran (6.5.4.2,
    6.5.4.7)."""
    u = ship_combatant(state, ship, "blue")
    if ship.fixed:
        return on_land(state, u, "CGH")
    strength, experience = (
        strength_in_port(ship, state.rulings),
        experience_in_port(ship, a, state.rulings),
    )
    fixed = not (a.special == "oran" and a.ships) or bool(ship.built) or ship.readiness == "repair"
    return replace(
        u, strength=strength, full=max(strength, ship.full), experience=experience, fixed=fixed
    )


def on_land(state: State, u: Combatant, code: str) -> Combatant:
    """Return a unit with the ratings and abilities of a row of the land table."""
    row = state.rulings.table("campaign.land-values").row(code)
    ratings = Ratings(*(int(x) for x in row[:13]))
    kind, on, digs = str(row[13]), str(row[14]), int(row[15])
    return replace(
        u,
        cls=code,
        ratings=ratings,
        kind=kind,
        movement_kind=on,
        digs=digs,
        fixed=on == "fixed",
        ammo=ratings.ammo,
        fuel=ENDLESS,
        zone=False,
        flak=1 if code in FLAK_GUNS else 0,
    )


def troop_in_battle(
    state: State, troop: Troop, colour: Colour, strength: int, part: str = ""
) -> Combatant:
    """Return a land unit, or that *part* of it that fights on an island, with *strength*."""
    empty = Ratings(*(0,) * 13)
    u = Combatant(
        troop.id + part,
        troop.name + part.replace("-", " "),
        troop.side,
        colour,
        troop.kind,
        empty,
        strength,
        troop.full if not part else strength,
        troop.experience,
        part_of=troop.id if part else "",
    )
    return on_land(state, u, troop.kind)


@clause("6.5.4.1.a", "6.5.4.5.f", "6.5.4.6.j")
def facilities(state: State, port: Port, owner: str) -> list[Combatant]:
    """Return the factories, refineries and parts of the shipyard, each with a radar and an
    observation tower (6.5.4.1)."""
    kinds = (("FAC", port.factories), ("REF", port.refineries), ("YARD", yard_targets(port.yard)))
    counts = (*kinds, *((x, number_of_radars(port)) for x in ("RAD", "TWR")))
    strength = {
        code: int(state.rulings.table("campaign.facility").cell(code, "strength"))
        for code, _ in counts
    }
    stem = port.name.replace(" ", "-")
    return [
        on_land(
            state,
            Combatant(
                f"{stem}-{code}-{n}",
                f"{FACILITY[code]} {n}",
                owner,
                "blue",
                code,
                Ratings(*(0,) * 13),
                strength[code],
                strength[code],
            ),
            code,
        )
        for code, count in counts
        for n in range(1, count + 1)
    ]


FACILITY = {"FAC": "factory", "REF": "refinery", "YARD": "shipyard", "RAD": "radar", "TWR": "tower"}


@clause("6.5.4.5.a")
def yard_targets(capacity: int) -> int:
    """Return how many targets a shipyard has: one for each 100 of its capacity, or part of 100
    (6.5.4.5)."""
    return -(-capacity // 100)


@clause("6.5.4.1.b")
def number_of_radars(port: Port) -> int:
    """Return how many radars, and how many towers, a port has: one for each factory, refinery and
    shipyard target. A port with only ships has none (6.5.4.1)."""
    return port.factories + port.refineries + yard_targets(port.yard)


def limit_of_ships(state: State, special: str) -> int:
    """Return how many ships may join a port attack: British ships at Oran, none elsewhere
    (6.5.4.7)."""
    return stacking_limit(state.rulings, "ships at Oran") if special == "oran" else 0
