"""After the assault (21.517I-K): occupation of the hex, bridgeheads, breakthroughs, and units too
many for the hex."""

from __future__ import annotations

from collections.abc import Sequence

from flagplot.table import AskOrder, Refusal, Remedy, Table, Verdict, clause, facts, refuse

from ...events import ControlPassed
from ...map import theatre
from ...map.ports import is_friendly, is_landing_place, is_operational, is_port, supply_level
from ...nouns import Pick
from ...orders.landing import Lose, ShipBack
from ...scenarios.score import landing_points, settle_losses
from ...state import Assault, State, Unit, replace
from .. import independent_powers, mapboard_boxes, remedies
from ..forces import expand_picks, selected_units, unknown_picks
from ..movement import routing
from ..range import distances
from ..range.limits import leg_length
from ..registry import at_moment, checks
from . import beach_forces
from .events import AssaultChanged, Breakthrough, Bridgehead, GroundLost, TroopsAshore
from .ground_attacks import part_refusal
from .ground_units import SPECIAL, excess_units, is_commando_raid, own_units, training_level

OVERSTACK = "overstack"


@clause("21.517I#2", "21.517J", "21.5153E")
async def occupy_hex(t: Table[State], place: str) -> None:
    """Occupy the hex with the attackers that are left and the troops still aboard. Enemy ships
    there are displaced after this (21.23). An undefended hex is taken without combat."""
    s = t.state
    a = s.assaults[place]
    hostile = beach_forces.is_hostile(s, a.side, place)
    initial = beach_forces.initial_invaders(s, a)
    landing = is_bridgehead_due(s, a, hostile, initial)
    sea = (
        tuple(u.id for u in beach_forces.troops_off_beach(s, a))
        if initial or not a.attackers
        else ()
    )
    drops = tuple(i for i in a.drops if s.units[i].present)
    land = tuple(i for i in a.land if s.units[i].present) if not sea and not drops else ()
    if hostile:
        take_hex(t, a.side, place, "21.517J")
    for ids, how in (
        (sea, "invaded"),
        (drops, "dropped"),
        (land, "exploited" if a.exploiting else "advanced"),
    ):
        if ids:
            points = list(landing_points(t.state, a.side, place, [t.state.units[i] for i in ids]))
            t.record(TroopsAshore("21.517J", a.side, place, ids, how))
            for event_ in points:
                t.record(event_)
    if landing and place not in t.state.bridgeheads:
        t.record(Bridgehead("21.517I", a.side, place))
    t.record(AssaultChanged("21.517J", replace(t.state.assaults[place], state="won")))
    if is_breakthrough(t.state, t.state.assaults[place]):
        t.record(Breakthrough("21.518", a.side, place))
    settle_losses(t)
    await make_room(t, place)


def take_hex(t: Table[State], side: str, place: str, cite: str) -> None:
    """Pass a hex to a side. Enemy aircraft based there are lost."""
    s = t.state
    lost = tuple(
        u.id
        for u in s.units.values()
        if u.kind == "air"
        and u.side != side
        and u.present
        and not u.aboard
        and not u.force
        and u.base == place
    )
    if lost:
        t.record(GroundLost(cite, s.enemy(side), place, lost))
    independent_powers.withdraw_ships(t, place)
    t.record(ControlPassed(cite, place, side))


@clause("21.517I", "21.517I#2")
def is_bridgehead_due(state: State, a: Assault, hostile: bool, initial: Sequence[Unit]) -> bool:
    """Return True when a bridgehead is placed: an initial invader has survived in a hex that was
    the enemy's, or in a friendly one that could not be fully supplied. Airdrops and commandos in
    ports make no bridgehead."""
    if not initial or is_commando_raid(state, initial, a.hex):
        return False
    return hostile or supply_level(state, a.hex) != "full"


@clause("21.518", "21.518A", "21.518B", "21.518C", "21.518D", "21.5182", "21.5181#2")
def is_breakthrough(state: State, a: Assault) -> bool:
    """Return True when armour breaks through.

    The armour must be an initial invader, or have attacked by land with the invaders. It needs its
    mechanised part intact, a training level of one, and a part in the last round. An initial
    invader must be in the hex. An undefended hex has no last round.
    """
    if a.exploiting or not a.attackers:
        return False
    first = [state.units[i] for i in a.attackers]
    able = [
        u
        for u in (*first, *(state.units[i] for i in a.land))
        if u.type == "ARM"
        and not u.damaged
        and u.supply == "full"
        and training_level(state, u) >= 1
        and (not a.round or u.id in a.last)
    ]
    return bool(able) and any(u.present and u.base == a.hex for u in first)


# ------------------------------------------------------------------------------------------- room
@clause("21.517K")
async def make_room(t: Table[State], place: str) -> None:
    """Let the owner ship units back to a port in range, while the hex is overfull."""
    side = t.state.assaults[place].side
    while excess_units(t.state, side, place):
        about = facts(hex=place, units=excess_units(t.state, side, place), last=False)
        order = await AskOrder(side, "21.517K", OVERSTACK, about)
        if not isinstance(order, ShipBack):
            return
        goal = theatre.place_id(t.state, order.to)
        ids = tuple(p.id for p in expand_picks(t.state, side, order.units))
        t.record(TroopsAshore("21.517K", side, goal, ids, "shipped-back"))


@at_moment("combat-close")
@clause("21.517K")
async def eliminate_excess(t: Table[State]) -> bool:
    """Eliminate the units too many in an invasion hex, as the invader chooses, at the end of the
    combat phase."""
    for a in t.state.assaults.values():
        over = (
            excess_units(t.state, a.side, a.hex)
            if a.state == "won" and a.side == t.state.mover
            else 0
        )
        if over:
            order = await AskOrder(
                a.side, "21.517K", OVERSTACK, facts(hex=a.hex, units=over, last=True)
            )
            if isinstance(order, ShipBack):
                goal = theatre.place_id(t.state, order.to)
                ids = tuple(p.id for p in expand_picks(t.state, a.side, order.units))
                t.record(TroopsAshore("21.517K", a.side, goal, ids, "shipped-back"))
            else:
                ids = tuple(
                    p.id
                    for p in (
                        order.units
                        if isinstance(order, Lose)
                        else weakest_units(t.state, a.side, a.hex, over)
                    )
                )
                t.record(GroundLost("21.517K", a.side, a.hex, ids))
            return True
    return False


@at_moment("turn-end", 2)
async def remove_bridgeheads(t: Table[State]) -> bool:
    """Remove the moving side's bridgeheads that no longer matter, at the end of its player turn:
    those in a working port that is not overfull without them, and those in enemy hands."""
    for place in t.state.bridgeheads:
        s = t.state
        mine = is_friendly(s, s.mover, place)
        without = replace(s, bridgeheads=tuple(h for h in s.bridgeheads if h != place))
        idle = (
            is_port(s, place)
            and is_operational(s, place)
            and not excess_units(without, s.mover, place)
        )
        if not mine or idle:
            t.record(Bridgehead("21.517I", s.mover, place, gone=True))
    return False


def weakest_units(state: State, side: str, place: str, over: int) -> tuple[Pick, ...]:
    """Return the weakest units whose loss clears the surplus."""
    here = sorted(own_units(state, side, place), key=lambda u: (u.type in SPECIAL, u.factors, u.id))
    return tuple(Pick(u.id) for u in here[:over])


@clause("21.517K")
def check_given_up(view: State, request: AskOrder, picks: Sequence[Pick]) -> Verdict:
    """Check units given up. They must be in the overfull hex and exactly as many as are too many.
    Before the close of the phase none need be given up."""
    about = dict(request.about)
    place, over = str(about.get("hex", "")), int(about.get("units", 0))
    here = {u.id for u in own_units(view, request.side, place)}
    strangers = tuple(p.id for p in picks if p.id not in here)
    if strangers:
        return refuse(Refusal("21.517K", "not-in-the-hex", strangers, facts(hex=place)))
    if not about.get("last"):
        return refuse(Refusal("21.517K", "not-yet-lost", tuple(p.id for p in picks)))
    if len(picks) != over:
        return refuse(
            Refusal("21.517K", "too-many-in-hex", tuple(p.id for p in picks), facts(units=over))
        )
    return Verdict()


@checks(ShipBack)
@clause("21.517K")
def check_ship_back(view: State, request: AskOrder, order: ShipBack) -> Verdict:
    """Check units shipped back. Units of an overfull invasion hex go to a port of their side in
    range, and at most as many as are too many."""
    if request.kind != OVERSTACK:
        return refuse(Refusal("21.517K", "not-now", (order.to,), facts(phase=view.phase)))
    about = dict(request.about)
    place, over = str(about.get("hex", "")), int(about.get("units", 0))
    missing = unknown_picks(view, request.side, order.units)
    here = {u.id for u in own_units(view, request.side, place)}
    units = selected_units(view, request.side, order.units)
    out: list[Refusal | None] = [part_refusal(view, order)]
    strangers = tuple(u.id for u in units if u.id not in here)
    if missing or strangers:
        out.append(Refusal("21.517K", "not-in-the-hex", missing or strangers, facts(hex=place)))
    if len(units) > over:
        out.append(
            Refusal("21.517K", "too-many-in-hex", tuple(u.id for u in units), facts(units=over))
        )
    goal = theatre.place_id(view, order.to)
    if goal not in ship_back_places(view, request.side, place, units):
        out.append(ship_back_refusal(view, request.side, order, place, units))
    return refuse(*out)


def ship_back_refusal(
    view: State, side: str, order: ShipBack, place: str, units: Sequence[Unit]
) -> Refusal:
    """Return the refusal of a goal to which no unit of an overfull hex may go: no port of its side,
    or out of range."""
    goal = theatre.place_id(view, order.to)
    if (
        goal == place
        or theatre.is_sw_box(goal)
        or not is_port(view, goal)
        or not is_friendly(view, side, goal)
    ):
        return Refusal("21.517K", "no-place", (goal,), facts(place=theatre.name_of(view, goal)))
    home = (theatre.name_of(view, p) for p in common_origin(view, side, place, units))
    mended = tuple(Remedy("ship-home", remedies.order_text(replace(order, to=p))) for p in home)
    if theatre.is_box(goal) and not sea_distance(view, side, units, place, goal):
        leg = leg_length(theatre.theatre_of(view, place))
        why = Refusal("21.517K", "too-far", (), facts(limit=leg, distance="more"))
    else:
        why = out_of_range(view, side, units, place, goal)[0]
    return Refusal("21.517K", why.code, (goal,), why.detail, mended, ("HR-517K",))


def out_of_range(
    view: State, side: str, units: Sequence[Unit], place: str, port: str
) -> tuple[Refusal, ...]:
    """Return what puts a port, or a mapboard box, out of range of an invasion hex: what would bar an
    invasion from there, or under HR-517K one leg."""
    if view.rulings.switch("HR-517K") == "mission":
        there = [replace(u, base=port) for u in units]
        barred = mapboard_boxes.invasion_refusals(view, there, place)
        return (
            *barred,
            *routing.plot_route(view, side, units, port, place, (), "invasion").refusals,
        )
    leg, distance = (
        leg_length(theatre.theatre_of(view, place)),
        sea_distance(view, side, units, place, port),
    )
    if 0 < distance <= leg:
        return ()
    return (Refusal("21.517K", "too-far", (port,), facts(limit=leg, distance=distance or "more")),)


def common_origin(view: State, side: str, place: str, units: Sequence[Unit]) -> tuple[str, ...]:
    """Return the place from which all of these units came in this phase, while their side holds it;
    else empty."""
    came = dict.fromkeys(u.base_phase for u in units)
    return tuple(
        p
        for p in came
        if len(came) == 1
        and p != place
        and is_landing_place(view, p)
        and is_friendly(view, side, p)
    )


@clause("21.517K")
def ship_back_places(view: State, side: str, place: str, units: Sequence[Unit]) -> tuple[str, ...]:
    """Return where units of an overfull hex may go together: first the place from which all of them
    came in this phase, at any range, then the ports in range, nearest first, and the mapboard
    boxes."""
    home = common_origin(view, side, place, units)
    start, most = (
        distances.waters_of_place(view, place),
        2 * leg_length(theatre.theatre_of(view, place)),
    )
    near = distances.distances_to_ports(view, side, (), place, start, most, "return")
    ports = sorted(
        (p for p in near if p != place and is_friendly(view, side, p)), key=lambda p: (near[p], p)
    )
    boxes = (
        b
        for b in theatre.MAPBOARD_BOXES
        if is_friendly(view, side, b) and sea_distance(view, side, units, place, b)
    )
    ranged = (p for p in (*ports, *boxes) if not out_of_range(view, side, units, place, p))
    return tuple(dict.fromkeys((*home, *ranged)))


def sea_distance(view: State, side: str, units: Sequence[Unit], place: str, goal: str) -> int:
    """Return the hexes by water from a hex to a port or a mapboard box; 0 when this board has no
    way."""
    if theatre.is_box(goal) and not theatre.board_box(theatre.board_of(view, place).id, goal):
        return 0
    return routing.plot_route(view, side, units, place, goal, (), "base-change").distance
