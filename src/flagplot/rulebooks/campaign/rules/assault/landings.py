"""Invasion battles: the units that land and those that hold, ships and aircraft; on an island at
half strength (6.5.2, 6.5.3)."""

from __future__ import annotations

from typing import Literal

from msgspec.structs import replace

from flagplot.table import Rulings, clause

from ...state import Assault, Invasion, Plane, Port, Ship, State
from ...state.battle import Colour, Combatant, SeaBattle
from ...state.battle_ratings import Ratings
from ...state.territories import on_true_island, territory_at
from ...state.troops import Troop
from ..combat.battle_setup import ship_combatant
from ..combat.coast import FORTIFIED
from ..interception.search import active_port
from ..missions.bombardment import fit_to_bombard, fleets_at, mostly_by_land
from ..missions.mission_members import landing_strength
from ..scenario_limits import script_of
from .islands import troops_holding
from .targets import ENDLESS, left_to_staff, on_land, plane_in_battle, port_battle, troop_in_battle
from .unit_limits import (
    air_within_limits,
    defender_of,
    defending_air,
    half_rounded_up,
    split_in_fives,
    split_in_halves,
)

ISLAND_TURNS, TURNS, WITHDRAWAL = 12, 22, 12
PARTS = ("-a", "-b", "-c")


def invasion_of(state: State, port: str, side: str = "") -> Invasion | None:
    """Return the invasion of a port this turn, by *side* or (empty) by any side, or ``None``. Units
    over a Crossing Arrow are added to its fleet."""
    found = fleets_at(state, port, side)
    if not found:
        return None
    return replace(
        found[0],
        ships=tuple(x for i in found for x in i.ships),
        troops=tuple(x for i in found for x in i.troops),
    )


@clause("6.5.3.f")
def kind_of(state: State, place: str) -> Literal["island", "invasion"]:
    """Return the kind of battle for a place: ``island`` only on true islands, else ``invasion``,
    also in an island territory that fills its land (6.5.3)."""
    return "island" if on_true_island(state, place) else "invasion"


@clause("6.5.3.3.a")
def turns_of(port: Port) -> int:
    """Return the turns of a landing's battle: 12 on an island, otherwise as many as in a battle at
    sea (C9 of the notes, 6.5.3.3)."""
    return ISLAND_TURNS if port.island else TURNS


@clause("6.5.2.1.e")
def landing_battle(state: State, a: Assault) -> SeaBattle:
    """Return the battle of a landing, both sides still to deploy (6.5.2)."""
    port = territory_at(state, a.port)
    assert port is not None
    owner = defender_of(state, a.side, port)
    here = port.island
    units = invaders(state, a, here) + defenders(state, a, port, owner)
    fleets: tuple[tuple[str, Colour], ...] = ((a.side, "red"), (owner, "blue"))
    for side, colour in fleets:
        units += [
            as_bombarding(state, s, colour, here) for s in bombarding_ships(state, a.port, side)
        ]
    units += aircraft_overhead(state, [state.planes[x] for x in a.air], "red", here)
    units += aircraft_overhead(state, defending_air(state, a.port, owner), "blue", here)
    return SeaBattle(
        rulings=state.rulings,
        red=a.side,
        blue=owner,
        red_squares=(),
        blue_squares=(),
        destination=(),
        units=tuple(sorted(units, key=lambda u: u.id)),
        where=a.port,
        turns=turns_of(port),
        retreat_from=int(script_of(state).get("break-off", WITHDRAWAL)),
        kind=a.kind,
        surf=bool(script_of(state).get("surf")),
        ground=port.ground or ("island" if here else "coast"),
        staff=left_to_staff(state, a.side, owner),
    )


@clause("6.5.3.b", "6.5.3.1.b")
def fighting_parts(troop: Troop, island: bool) -> tuple[tuple[str, int], ...]:
    """Return the parts in which a land unit fights: pairs (mark of the part, strength). On an
    island they are fives (6.5.3). A garrison, already at half strength, stays whole; fixed guns
    fight at half strength (6.5.3.1)."""
    if not island or troop.garrison:
        return (("", troop.strength),)
    if troop.fixed:
        return (("", half_rounded_up(troop.strength)),)
    parts = split_in_fives(troop.strength)
    return (("", parts[0]),) if len(parts) == 1 else tuple(zip(PARTS, parts, strict=False))


@clause("6.5.2.3.c", "6.5.2.3.d")
def invaders(state: State, a: Assault, island: bool) -> list[Combatant]:
    """Return the units that land (6.5.2): each part aboard a transport of its own, airborne troops
    and partisans behind the lines. Airborne troops that sail with the fleet land from transports
    like others."""
    embarked = {x for i in fleets_at(state, a.port, a.side) for x in i.troops}
    found: list[Combatant] = []
    for troop in (
        replace(t, strength=landing_strength(state, t)) for t in (state.troops[x] for x in a.troops)
    ):
        for mark, strength in fighting_parts(troop, island):
            u = troop_in_battle(state, troop, "red", strength, mark)
            if troop.partisan or (troop.airborne and troop.id not in embarked):
                found.append(u)
                continue
            boat = transport_for(state, u)
            found += [replace(u, aboard=boat.id), boat]
    return found


def transport_for(state: State, u: Combatant) -> Combatant:
    """Return the transport or landing craft of a land unit."""
    r = Ratings(*(int(v) for v in state.rulings.table("campaign.ship-values").row("TR")))
    return Combatant(
        f"{u.id}-boat",
        f"boats of {u.name}",
        u.side,
        u.colour,
        "TR",
        r,
        10,
        10,
        ammo=0,
        fuel=ENDLESS,
    )


@clause("6.5.2.4.a", "6.5.2.4.b", "6.5.2.3.b", "6.5.3.1.c", "6.5.3.1.d")
def defenders(state: State, a: Assault, port: Port, owner: str) -> list[Combatant]:
    """Return the troops and fixed guns of the territory (6.5.2.4, 6.5.3.1). Behind a fortified
    line, which an island always has, they are entrenched by 8 more; troops that react to the
    landing are not (6.5.2.3). The Army Reserve does not fight, because it is in no formation that
    holds the territory (6.5.3)."""
    reacting = {x for place, x in state.reinforced if place == a.port}
    troops = [
        *troops_holding(state, owner, a.port),
        *(state.troops[x] for x in sorted(reacting) if state.troops[x].side == owner),
    ]
    walled = port.fortified or port.island
    found = [
        replace(
            troop_in_battle(state, x, "blue", strength, mark),
            entrenched=FORTIFIED if walled and x.id not in reacting else 0,
        )
        for x in {t.id: t for t in troops}.values()
        if not x.partisan
        for mark, strength in fighting_parts(x, port.island)
    ]
    guns = [s for s in state.based_at(a.port) if s.side == owner and s.fixed]
    return [
        *found,
        *(
            replace(
                battery_ashore(state, s, "blue", port.island), entrenched=FORTIFIED if walled else 0
            )
            for s in guns
        ),
    ]


def battery_ashore(state: State, gun: Ship, colour: Colour, island: bool) -> Combatant:
    """Return a coast gun, which is kept among the ships, as a heavy battery ashore; on an island at
    half strength (6.5.2.4, 6.5.3.1)."""
    return on_land(state, as_bombarding(state, gun, colour, island), "CGH")


def bombarding_ships(state: State, port: str, side: str) -> list[Ship]:
    """Return the ships that a side has assigned to bombard and that are there. Empty when most of
    the attackers come by land (6.5.2.2). Fixed guns take part anyhow (6.5.2.4)."""
    if mostly_by_land(state, port):
        return []
    ships = (state.ships[u] for place, u in state.bombarding if place == port)
    return [
        s
        for s in ships
        if s.side == side
        and fit_to_bombard(s)
        and not s.fixed
        and off_the_shore(state, s, port, side)
    ]


@clause("6.5.2.1.i")
def off_the_shore(state: State, ship: Ship, port: str, side: str) -> bool:
    """Return True for a ship of the invasion fleet that did not turn back, and for a defender's
    ship in the port, even if it has sailed out to meet the fleet (6.5.2.1)."""
    inv = invasion_of(state, port)
    return (
        not ship.turned_back
        if inv is not None and inv.side == side
        else active_port(state, ship) == port
    )


@clause("6.5.3.c", "6.5.3.e")
def as_bombarding(state: State, ship: Ship, colour: Colour, island: bool) -> Combatant:
    """Return a bombarding ship. Off an island it fights at half strength, rounded up, and counts as
    undamaged; its losses are the ship's (6.5.3)."""
    u = ship_combatant(state, ship, colour)
    return (
        replace(
            u,
            strength=half_rounded_up(ship.strength),
            full=half_rounded_up(ship.full),
            fuel=ENDLESS,
        )
        if island
        else replace(u, fuel=ENDLESS)
    )


@clause("6.5.3.2.a", "6.5.3.2.b", "6.5.3.2.c")
def aircraft_overhead(
    state: State, planes: list[Plane], colour: Colour, island: bool
) -> list[Combatant]:
    """Return the aircraft of a side: at most four fighters and four bombers (6.5.2). Off an island
    they fight in halves, at most four halves of each kind (6.5.3.2)."""
    if not island:
        return [plane_in_battle(state, p, colour) for p in air_within_limits(state.rulings, planes)]
    found: list[Combatant] = []
    left = air_limits(state.rulings)
    for p in planes:
        kind = "fighters" if p.role == "fighter" else "bombers"
        parts = split_in_halves(p.strength)
        for mark, points in zip(PARTS, parts, strict=False):
            if left[kind]:
                left[kind] -= 1
                whole = plane_in_battle(state, p, colour)
                one = len(parts) == 1
                id, part = (p.id, "") if one else (p.id + mark, p.id)
                found.append(
                    replace(
                        whole,
                        id=id,
                        name=p.name + ("" if one else mark.replace("-", " ")),
                        part_of=part,
                        strength=points,
                        full=points,
                    )
                )
    return found


def air_limits(rulings: Rulings) -> dict[str, int]:
    """Return the most fighters and bombers of a side that take part, by kind."""
    table = rulings.table("campaign.stacking")
    return {kind: int(table.cell(kind, "most")) for kind in ("fighters", "bombers")}


def battle_of(state: State, a: Assault) -> SeaBattle:
    """Return the battle of an assault (6.5.2, 6.5.4)."""
    b = port_battle(state, a) if a.kind == "port" else landing_battle(state, a)
    return replace(b, units=tuple(replace(u, drilled=u.experience) for u in b.units))
