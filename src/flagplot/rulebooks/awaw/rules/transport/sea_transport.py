"""Sea transport of ground and air units by destroyers (21.43): permitted cargo, ships and places,
the voyage, and its failures."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from flagplot.table import Ask, AskOrder, Refusal, Remedy, Table, Verdict, clause, facts, refuse
from flagplot.table.language.event_sentences import Audience, AudienceEvent

from ...events import Announced, Detached, Entered, OwnerEvent, SideEvent, ZoneClosed
from ...map import theatre
from ...map.ports import is_friendly, is_landing_place, is_port, side_holding
from ...nouns import Those
from ...orders import Transport
from ...scenarios import score
from ...state import (
    IN_A_FACTOR,
    STAYS,
    Force,
    State,
    SWBox,
    Unit,
    replace,
    with_cargo_ashore,
    with_changes,
    with_units,
    with_units_changed,
)
from ...state.unit_names import free_id
from .. import employment, forces, mapboard_boxes, mission_points, remedies
from .. import remedies as rules_remedies
from ..air import air_units
from ..combat.battle_setup import as_cargo, cargo_of
from ..drowning import drowned_factors, no_room_for
from ..interception.movement_windows import Meeting, open_stretch_window
from ..invasion.ground_units import excess_units
from ..movement import routing
from ..patrols.patrol import foreign_refusals
from ..range.limits import limits_for
from ..range.return_to_base import is_bound_home, return_to_base
from ..registry import carries, checks
from . import cargo, gathering

GO_ON, ABORT = "go on", "return"


class Embarked(OwnerEvent, frozen=True, tag="embarked"):
    """Embarkation of ground and air units on the ships of a sea transport."""

    force: str
    place: str
    units: Those

    def apply(self, s: State) -> State:
        s = with_units_changed(s, self.units, force=self.force)
        f = s.forces[self.force]
        return replace(s, forces=with_changes(s.forces, {f.id: replace(f, loaded=True)}))


class Landed(SideEvent, frozen=True, tag="landed"):
    """Landing of carried units at their goal, or at the port from which they came when ``back`` is
    set."""

    audience = Audience(hides=("units", "costs"))
    force: str
    place: str
    units: Those
    factors: int
    back: bool = False
    costs: tuple[tuple[str, int], ...] = ()
    """(unit, movement factors left) pairs."""

    def apply(self, s: State) -> State:
        left = dict(self.costs)
        s = with_units(
            s,
            (
                replace(
                    u,
                    at=self.place,
                    base=self.place,
                    force="",
                    transported=True,
                    landed=self.place,
                    movement=left.get(u.id, u.movement),
                )
                for u in s.each(self.units)
            ),
        )
        return with_cargo_ashore(s, self.force)


class TransportsCommitted(OwnerEvent, frozen=True, tag="transports-committed"):
    """Commitment of transports of an SW box to a shipment for the rest of the player turn. The
    enemy does not see it, because it would tell how much is shipped."""

    box: str
    number: int

    def apply(self, s: State) -> State:
        key = f"{self.side} {self.box}" if f"{self.side} {self.box}" in s.sw else self.box
        was = s.sw.get(key, SWBox())
        return replace(
            s, sw=with_changes(s.sw, {key: replace(was, committed=was.committed + self.number)})
        )


# -------------------------------------------------------------------------------------- the order
@checks(Transport)
@clause("21.43", "21.435", "21.437", "21.438")
def check_transport(view: State, request: AskOrder, order: Transport) -> Verdict:
    """Check whether a sea transport may sail: time, cargo, lift, both ends, route, ships and price.
    All faults are refused at once."""
    side = request.side
    if request.kind != "transport":
        about = facts(phase=view.phase, segment=view.segment, wanted="sea transport")
        return refuse(Refusal("21.431", "not-now", (order.to,), about))
    ships = forces.selected_units(view, side, order.units)
    freight = selected_cargo(view, side, order)
    if " and " in order.to:
        return refuse(several_goals_refusal(order))
    to = theatre.place_id(view, order.to)
    places = (*dict.fromkeys(u.base for u in freight), to)
    found: list[Refusal | None] = [
        *foreign_refusals(view, side, order),
        cargo.unassigned_refusal(order, freight, ships),
    ]
    found.append(cargo.divided_refusal(order, freight))
    if any(found):
        return refuse(*found)
    found += ship_refusals(view, side, order, ships)
    found += cargo_refusals(view, order, freight)
    found += place_refusals(view, side, order, freight, to)
    found += cargo.lift_refusals(view, side, order, freight, ships, places)
    found.append(cargo.transport_refusal(view, side, freight, places))
    found += employment.transport_refusals(
        view, side, to, cargo.transports_needed(view, freight, to)
    )
    if not any(r is not None and r.code in ("no-place", "box-pair") for r in found):
        found += way_refusals(view, side, order, ships, freight, to)
    found.append(
        mission_points.points_refusal(
            view, side, ships, lambda: fewer_ships_remedies(view, side, order, ships, freight, to)
        )
    )
    verdict = refuse(*remedies.with_full_orders(view, side, order, found))
    return verdict if verdict.refusals else Verdict((), crowding_cautions(view, side, freight, to))


@clause("21.435H", "21.437B")
def crowding_cautions(
    view: State, side: str, freight: Sequence[Unit], to: str
) -> tuple[Refusal, ...]:
    """Return a caution when too many units would stand in the port. Any number may land, but some
    must march on before the phase ends, which flagplot does not check."""
    troops = tuple(u for u in freight if u.kind == "ground")
    over = 0 if theatre.is_box(to) or not troops else excess_units(view, side, to, troops)
    return (
        (
            Refusal(
                "21.435H",
                "too-many-ashore",
                (to,),
                facts(place=theatre.name_of(view, to), units=over),
            ),
        )
        if over
        else ()
    )


@clause("21.435C")
def several_goals_refusal(order: Transport) -> Refusal:
    """Return the refusal of a transport to several ports. Each port of debarkation needs a mission
    of its own."""
    goals = tuple(order.to.split(" and "))
    remedies = tuple(
        Remedy("one-goal", rules_remedies.order_text(replace(order, to=g)), facts(goal=g))
        for g in goals
    )
    return Refusal("21.435C", "one-debarkation", goals, (), remedies)


def selected_cargo(view: State, side: str, order: Transport) -> tuple[Unit, ...]:
    """Return the ground and air units that an order carries, parts with reduced factors."""
    return tuple(u for u in forces.selected_units(view, side, order.cargo) if u.side == side)


@clause("21.435E", "21.431")
def ship_refusals(
    view: State, side: str, order: Transport, ships: Sequence[Unit]
) -> list[Refusal | None]:
    """Refuse ships that may not go on a sea transport. Destroyers carry, other fleet units and
    carriers may go along, and every ship must be fit to begin an operation."""
    out: list[Refusal | None] = []
    wrong = employment.unfit_ships(ships, "transport")
    if wrong:
        types = ", ".join(sorted({u.type for u in ships if u.id in wrong}))
        out.append(
            Refusal(
                "21.431",
                "cannot-transport",
                wrong,
                facts(types=types),
                remedies.without_ships(order, wrong),
            )
        )
    out += employment.start_refusals(
        view, side, ships, "transport", tf=forces.task_force_name(order.units, order.tf)
    )
    return out


@clause("21.435G", "21.437A#2", "21.437C", "21.438A", "21.438A#2", "21.438A#3", "21.431", "21.437B")
def cargo_refusals(view: State, order: Transport, freight: Sequence[Unit]) -> list[Refusal | None]:
    """Refuse cargo that may not be carried. Ground units must be supplied and able to pay for
    landing. Air units, inverted or not, must have begun the turn at the port of loading and not
    have staged. A unit is carried only once a turn."""
    out: list[Refusal | None] = []

    def bad(cite: str, code: str, ids: Sequence[str], **detail: Any) -> None:
        if ids:
            out.append(
                Refusal(cite, code, tuple(ids), facts(**detail), leave_cargo_remedies(order, ids))
            )

    bad("21.431", "not-cargo", [u.id for u in freight if u.kind not in ("ground", "air")])
    bad("21.431", "not-ashore", [u.id for u in freight if not u.present or u.force or u.aboard])
    bad("21.431", "garrison-stays", [u.id for u in freight if u.note in STAYS])
    out.append(cargo.ground_part_refusal(view, order))
    bad("21.435G", "transported-already", [u.id for u in freight if u.transported])
    bad(
        "21.437C",
        "unsupplied-cargo",
        [u.id for u in freight if u.kind == "ground" and (u.supply != "full" or u.oil)],
    )
    for u in freight:
        if u.kind == "ground" and 0 <= u.movement < landing_cost(view, u):
            bad(
                "21.437A#2", "no-movement-left", [u.id], left=u.movement, cost=landing_cost(view, u)
            )
    bad(
        "21.438A",
        "air-began-elsewhere",
        [u.id for u in freight if u.kind == "air" and u.base_turn and u.base_turn != u.base],
    )
    bad("21.438A#2", "air-staged", [u.id for u in freight if u.kind == "air" and u.staged])
    return out


def leave_cargo_remedies(order: Transport, ids: Sequence[str]) -> tuple[Remedy, ...]:
    """Return the remedy of the order without some of its cargo."""
    kept = tuple(p for p in order.cargo if p.id not in ids)
    return (
        (
            Remedy(
                "leave-cargo",
                remedies.order_text(replace(order, cargo=kept)),
                facts(units=", ".join(ids)),
            ),
        )
        if kept
        else ()
    )


def landing_cost(state: State, unit: Unit) -> int:
    """Return the movement factors that a ground unit spends on embarking and debarking together
    (house table)."""
    embark, debark, *_ = (int(x) for x in state.rulings.table("awaw.landing-cost").row(unit.type))
    return embark + debark


@clause("21.437A", "21.437A#3")
def movement_left(state: State, unit: Unit) -> int:
    """Return the movement factors that a ground unit has after landing: its allowance, which is
    smaller on the Pacific map, less its march and the cost of landing."""
    column = 3 if state.board == theatre.PACIFIC else 2
    allowance = int(state.rulings.table("awaw.landing-cost").row(unit.type)[column])
    return max(0, (allowance if unit.movement < 0 else unit.movement) - landing_cost(state, unit))


@clause("21.431", "21.435D", "21.435F")
def place_refusals(
    view: State, side: str, order: Transport, freight: Sequence[Unit], to: str
) -> list[Refusal | None]:
    """Refuse ends that are not a port, eligible island or box, friendly now and when the player
    turn began. A bridgehead without a port is refused as goal, and an air base without room."""
    out: list[Refusal | None] = []
    ends = tuple(dict.fromkeys((*(u.base for u in freight), to)))
    for place in ends:
        if (
            place in view.bridgeheads
            and not is_port(view, place)
            and not theatre.is_open_island(view, place)
        ):
            continue
        if not is_landing_place(view, place):
            out.append(
                Refusal(
                    "21.431",
                    "no-place",
                    (place,),
                    facts(place=theatre.name_of(view, place)),
                    (Remedy("name-port"),),
                )
            )
        elif not theatre.is_box(place) and not (
            is_friendly(view, side, place) and is_friendly(view, side, place, "turn")
        ):
            out.append(
                Refusal(
                    "21.435D",
                    "end-not-held",
                    (place,),
                    facts(
                        place=theatre.name_of(view, place), holder=side_holding(view, place, "turn")
                    ),
                    (Remedy("name-port"),),
                    also_cites=("21.431",),
                )
            )
    if to in view.bridgeheads and not is_port(view, to) and not theatre.is_open_island(view, to):
        out.append(
            Refusal(
                "21.435F",
                "bridgehead",
                (to,),
                facts(place=theatre.name_of(view, to)),
                (Remedy("name-port"),),
            )
        )
    if all(u.base == to for u in freight):
        out.append(
            Refusal(
                "21.431",
                "already-there",
                tuple(u.id for u in freight),
                facts(place=theatre.name_of(view, to)),
            )
        )
    starts = tuple(dict.fromkeys(u.base for u in freight))
    out += mapboard_boxes.fleet_refusals(
        view, forces.selected_units(view, side, order.units), starts, to
    )
    for start in starts:
        pair = mapboard_boxes.pair_refusal(view, start, to)
        if pair is not None:
            permits = str(dict(pair.detail).get("permits", "21.433"))
            out += [pair, replace(pair, clause=permits, code="pair-not-listed", remedies=())]
    out.append(air_room_refusal(view, order, freight, to))
    return out


@clause("21.438B")
def air_room_refusal(
    view: State, order: Transport, freight: Sequence[Unit], to: str
) -> Refusal | None:
    """Refuse to ship aircraft to a base that would then hold too many factors."""
    arriving = [u for u in freight if u.kind == "air"]
    if not arriving or theatre.is_box(to):
        return None
    limit = air_units.air_base_limit(view, to)
    based = [
        u
        for u in view.units.values()
        if u.kind == "air" and u.present and not u.aboard and not u.force and u.base == to
    ]
    there, total = (
        air_units.factors_counted(view, to, based),
        air_units.factors_counted(view, to, (*based, *arriving)),
    )
    if total <= limit:
        return None
    ids = [u.id for u in arriving]
    about = facts(place=theatre.name_of(view, to), holds=there, total=total, limit=limit)
    return Refusal(
        "21.438B",
        "air-base-full",
        tuple(ids),
        about,
        leave_cargo_remedies(order, ids),
        ("awaw.air-base",),
    )


def way_refusals(
    view: State,
    side: str,
    order: Transport,
    ships: Sequence[Unit],
    freight: Sequence[Unit],
    to: str,
) -> list[Refusal | None]:
    """Refuse routes beyond the range limits, from every base of the ships to the loading ports and
    on to the port of debarkation."""
    out: list[Refusal | None] = []
    for base, group in forces.ships_by_base(ships).items():
        plan = transport_track(view, side, group, base, freight, order.via, to)
        out += plan.refusals
        out += target_refusals(view, side, order, plan, freight, group)
    return out


@clause("21.321#2")
def target_refusals(
    view: State,
    side: str,
    order: Transport,
    plan: routing.Plan,
    freight: Sequence[Unit],
    group: Sequence[Unit],
) -> list[Refusal]:
    """Refuse a transport through the goal of another one when there is another route. The remedy
    spells that route out."""
    to = theatre.place_id(view, order.to)
    calls = {h for p in (*(u.base for u in freight), to) for h in theatre.harbour(view, p)}
    crossed = routing.goals_passed(view, plan.path, calls)
    around = (
        routing.route_round(
            view,
            crossed,
            calls,
            order.via,
            lambda via: transport_track(view, side, group, plan.path[0], freight, via, to),
        )
        if crossed
        else None
    )
    if around is None:
        return []
    way = tuple(h for h in around.path[1:-1] if not theatre.is_box(h))
    mended = Remedy(
        "go-round", remedies.order_text(replace(order, via=way)), facts(via=", ".join(way))
    )
    return [Refusal("21.321#2", "through-target", crossed, facts(goal=order.to), (mended,))]


@clause("21.435A", "21.435B", "21.432")
def transport_track(
    state: State,
    side: str,
    ships: Sequence[Unit],
    base: str,
    freight: Sequence[Unit],
    via: Sequence[str],
    to: str,
) -> routing.Plan:
    """Return the track of the ships of one base: to the ports of loading, nearest first, then
    through *via* to the goal.

    All of it counts against the limits, or under HR-435B only the part from the first port of
    loading.
    """
    ports = loading_order(state, side, ships, base, freight)
    if mapboard_boxes.is_special_route(state, ports[0] if ports else base, to) and set(ports) <= {
        base
    }:
        return routing.Plan((base, to))
    if not ports or ports == (base,):
        return routing.plot_route(state, side, ships, base, to, via, "transport", "21.432")
    if state.rulings.switch("HR-435B") == "loading":
        first = ports[0]
        out = routing.plot_route(state, side, ships, base, first, (), "base-change", "21.432")
        on = routing.plot_route(
            state, side, ships, first, to, (*ports[1:], *via), "transport", "21.432"
        )
        return routing.Plan(
            (*out.path, *on.path[1:]),
            out.distance + on.distance,
            (*out.legs, *on.legs),
            (*out.refusals, *on.refusals),
            on.why,
        )
    stops = tuple(p for p in ports if p != base)
    box = next((p for p in stops if theatre.is_box(p)), "")
    if box:
        return track_by_box(state, side, ships, base, stops, box, via, to)
    plan = routing.plot_route(state, side, ships, base, to, (*stops, *via), "transport", "21.432")
    lean = tuple(
        replace(r, rests_on=(*r.rests_on, "HR-435B"))
        if r.code in ("too-far", "leg-too-long")
        else r
        for r in plan.refusals
    )
    return replace(plan, refusals=lean)


def track_by_box(
    state: State,
    side: str,
    ships: Sequence[Unit],
    base: str,
    stops: Sequence[str],
    box: str,
    via: Sequence[str],
    to: str,
) -> routing.Plan:
    """Return the track of destroyers that fetch cargo from a box in which they are not based: there
    and on, in one voyage."""
    at = stops.index(box)
    plan = routing.plot_with_call(
        state,
        side,
        ships,
        (base, box, to),
        stops[:at],
        (*stops[at + 1 :], *via),
        "transport",
        "21.432",
    )
    limit = limits_for(state, side, ships, base, to, "transport").total
    if plan.refusals or limit is None or plan.distance <= limit:
        return plan
    about = facts(distance=plan.distance, limit=limit)
    far = tuple(
        Refusal(c, "too-far", (to,), about, (Remedy("nearer-goal"),), ("HR-435B",))
        for c in ("21.3614", "21.432")
    )
    return replace(plan, refusals=far)


def loading_order(
    state: State, side: str, ships: Sequence[Unit], base: str, freight: Sequence[Unit]
) -> tuple[str, ...]:
    """Return the ports of loading in the order in which a force from *base* calls at them."""
    ports = list(dict.fromkeys(u.base for u in freight))
    if len(ports) < 2:
        return tuple(ports)
    far = {
        p: routing.plot_route(state, side, ships, base, p, (), "base-change").distance
        for p in ports
        if p != base
    }
    return tuple(sorted(ports, key=lambda p: (far.get(p, 0), p)))


def fewer_ships_remedies(
    view: State,
    side: str,
    order: Transport,
    ships: Sequence[Unit],
    freight: Sequence[Unit],
    goal: str,
) -> tuple[Remedy, ...]:
    """Return the remedy with the transport's destroyers and only as much escort as the points pay
    for; empty when the destroyers alone cost too much."""
    kept: list[Unit] = []
    for u in sorted(ships, key=lambda u: u.type != "DD"):
        if mission_points.mission_cost([*kept, u]) <= mission_points.points_left(view, side):
            kept.append(u)
    if cargo.destroyer_lift(kept) < cargo.destroyers_needed(view, side, "transport", freight, goal):
        return ()
    return remedies.only_ships(order, {u.id for u in kept}, "fewer-ships")


# ------------------------------------------------------------------------------------- the voyage
@carries(Transport)
async def sail_transport(t: Table[State], side: str, order: Transport) -> None:
    """Sail a transport: announce it, let the enemy intercept once anywhere on its route, land the
    cargo, and return.

    Ships of several bases sail along the track of the first that carries, as one force from where
    they meet; all sail within the same limits.
    """
    ids = forces.muster_units(t, side, order.units, "21.431")
    freight = muster_cargo(t, side, order)
    s = t.state
    ships = tuple(s.units[i] for i in ids)
    goods = tuple(s.units[i] for i in freight)
    to = theatre.place_id(s, order.to)
    base = forces.lead_base_of(ships)
    plan = transport_track(s, side, ships, base, goods, order.via, to)
    ports = loading_order(s, side, ships, base, goods)
    force = forces.new_force(
        s,
        side,
        "transport",
        ids,
        plan.path,
        to,
        order.tf,
        letter="T",
        cargo=freight,
        embark=ports,
        state="sailing",
        front=mission_points.front_of(s, to, "transport", base),
    )
    t.record(Announced("21.431", force, "transport"))
    mission_points.charge_mission(t, side, to, ships, "transport", base)
    commit_transports(t, side, goods, (*ports, to))
    t.record(TargetNamed("21.321", to))
    await sail_voyage(t, force.id)


class TargetNamed(AudienceEvent, frozen=True, tag="target-named"):
    """A hex as the goal of a transport in this phase (21.321)."""

    clause: str
    hex: str

    def apply(self, s: State) -> State:
        return s if self.hex in s.targets else replace(s, targets=(*s.targets, self.hex))


def muster_cargo(t: Table[State], side: str, order: Transport) -> tuple[str, ...]:
    """Return the ids of the cargo. Part of an air unit becomes a unit of its own (21.35A)."""
    out = []
    for p in order.cargo:
        u = t.state.units[p.id]
        if p.factors and p.factors < u.factors:
            new = free_id(t.state, u.origin)
            t.record(Detached("21.35A", side, u.id, new, p.factors))
            out.append(new)
        else:
            out.append(u.id)
    return tuple(out)


def commit_transports(
    t: Table[State], side: str, goods: Sequence[Unit], places: Sequence[str]
) -> None:
    """Commit the transports that a box shipment takes."""
    n = cargo.transports_needed(t.state, goods, places[-1])
    if n:
        found = cargo.sw_boxes_passed(t.state, places)
        held = [b for b in found if f"{side} {b}" in t.state.sw or b in t.state.sw]
        if held:
            most = max(held, key=lambda b: cargo.free_transports(t.state, side, b))
            t.record(TransportsCommitted("21.434C", side, most, n))


@clause("21.436")
async def sail_voyage(t: Table[State], id: str) -> None:
    """Sail a transport: a window up to every port of loading and one from the last to the goal,
    with one enemy attempt in all, then the landing.

    The base's own hex counts for interception (21.36B). The result of an interception depends on
    whether anything was aboard.
    """
    gathering.part(t, id, "21.435B")
    await sail_legs(t, id, legs_of_voyage(t.state, t.state.forces[id]))


async def sail_legs(t: Table[State], id: str, ways: Sequence[tuple[tuple[str, ...], str]]) -> None:
    """Sail these stretches, until the force is sunk or turns back."""
    for hexes, port in ways:
        on = await gathering.gather(t, id, hexes, port, crew(t))
        if not on:
            await given_up(t, id)
            return
        id = on
        if not await end_stretch(t, id, port):
            return


def crew(t: Table[State]) -> gathering.Crew:
    """Return the rules by which the forces of a sea transport sail and turn back."""
    return gathering.Crew(
        "21.435B", lambda id, hexes: sail_leg(t, id, hexes), lambda id: turn_back(t, id)
    )


async def given_up(t: Table[State], id: str) -> None:
    """Turn back the ships left of a transport that was beaten or aborted."""
    if id in t.state.forces and t.state.members(id):
        await turn_back(t, id)


async def end_stretch(t: Table[State], id: str, port: str) -> bool:
    """End a stretch: cargo embarks in a *port* of loading. An empty port means that this is the
    goal. Return False when the force sails no further: it carries nothing, or has arrived."""
    if not port:
        land_cargo(t, id)
        await return_to_base(t, id, clause="21.33")
        return False
    if embark_cargo(t, id, port):
        return True
    await turn_back(t, id)
    await gathering.release(t, id, crew(t))
    return False


async def sail_after_window(
    t: Table[State], f: Force, hexes: tuple[str, ...], meeting: Meeting
) -> None:
    """Sail a transport on after the window of the stretch through these hexes."""
    ways = legs_of_voyage(t.state, f)
    at = next((i for i, (way, _) in enumerate(ways) if set(hexes) <= set(way)), len(ways) - 1)
    if not await settle_window(t, f, meeting):
        await given_up(t, f.id)
        return
    if await end_stretch(t, f.id, ways[at][1]):
        await sail_legs(t, f.id, ways[at + 1 :])


def legs_of_voyage(s: State, f: Force) -> list[tuple[tuple[str, ...], str]]:
    """Return the stretches of a voyage as (hexes, port of loading at the end). The last leads to
    the goal and has no port."""
    found: list[tuple[tuple[str, ...], str]] = []
    start = 0
    for port in f.embark:
        stop = call_index(s, f.path, port, start)
        found.append((f.path[start + (start > 0) : stop + 1] if stop > start else (), port))
        start = stop
    return [*found, (f.path[start + (start > 0) :], "")]


def call_index(state: State, path: Sequence[str], port: str, start: int) -> int:
    """Return the index on a track, from *start*, at which it calls at a port: the port's own hex,
    or the hex in which its ships float (Oslo)."""
    hexes = theatre.harbour(state, port)
    return next((i for i in range(start, len(path)) if path[i] in hexes), start)


async def sail_leg(t: Table[State], id: str, hexes: tuple[str, ...]) -> bool:
    """Sail one stretch of the voyage. Return False when the force is sunk, beaten or has turned
    back."""
    f = t.state.forces[id]
    return await settle_window(t, f, await open_stretch_window(t, id, "transport", hexes))


async def settle_window(t: Table[State], f: Force, meeting: Meeting) -> bool:
    """Settle a window for a transport. *f* is the force as it was before the window. Return False
    when it is sunk, beaten or has turned back."""
    id = f.id
    if id not in t.state.forces or not t.state.members(id):
        drown_cargo(t, f)
        return False
    return not meeting.fought or (meeting.won and await ask_go_on(t, id, meeting))


async def ask_go_on(t: Table[State], id: str, meeting: Meeting) -> bool:
    """Ask whether a transport that won its battle goes on. Return True when it does."""
    side = t.state.forces[id].side
    answer: str = await Ask(
        side, (GO_ON, ABORT), "21.436A", "transport-go-on", facts(force=id, hex=meeting.hex)
    )
    return answer == GO_ON


def embark_cargo(t: Table[State], id: str, port: str, cite: str = "21.435B") -> bool:
    """Load the cargo that waits in a port, up to the room on the destroyers. Return False when the
    force carries nothing and has nothing more to load.

    Cargo without room stays in the port, because the destroyers that were to carry it were lost on
    the way there. It is chosen as cargo that drowns is.
    """
    f = t.state.forces[id]
    stay = without_room(t.state, f, waiting_at(t.state, f, port))
    ashore = []
    for i, n in stay.items():
        u = t.state.units[i]
        if n < u.factors:
            part = free_id(t.state, u.origin)
            t.record(Detached("21.35A", f.side, i, part, n))
            i = part
        ashore.append(i)
    if ashore:
        t.record(LeftBehind(room_clause(t.state, f), f.side, id, tuple(ashore)))
    if there := tuple(u.id for u in waiting_at(t.state, t.state.forces[id], port)):
        t.record(Embarked(cite, f.side, id, port, there))
    return any(t.state.units[i].present for i in t.state.forces[id].cargo)


def waiting_at(s: State, f: Force, port: str) -> tuple[Unit, ...]:
    """Cargo of a force that waits in a port."""
    cargo = (s.units[i] for i in f.cargo if i in s.units)
    return tuple(u for u in cargo if u.present and u.base == port and u.force != f.id)


def without_room(s: State, f: Force, waiting: Sequence[Unit]) -> Mapping[str, int]:
    """Return the factors of waiting cargo, by unit, for which the undamaged destroyers of a force
    have no room beside what is aboard."""
    taken = sum(c.aboard.factors * c.aboard.lift for c in cargo_of(s, f))
    room = IN_A_FACTOR * cargo.destroyer_lift(s.members(f)) - taken
    return no_room_for([as_cargo(s, f, u).aboard for u in waiting], room)


def room_clause(s: State, f: Force) -> str:
    """Return the clause that says how much room the cargo of a force takes."""
    double = any(as_cargo(s, f, s.units[i]).lift > 1 for i in f.cargo)
    if f.mission == "invade":
        return "21.513B" if double else "21.513A"
    return "21.434B" if double else "21.434A"


@clause("21.435H", "21.438A")
def land_cargo(t: Table[State], id: str) -> None:
    """Land the surviving cargo at the goal. Air units have a new base, and the scenario's points
    are counted."""
    s = t.state
    f = s.forces[id]
    t.record(Entered("21.435B", f.side, id, f.target, len(f.path) - 1))
    aboard = [s.units[i] for i in f.cargo if s.units[i].present]
    if not aboard:
        return
    points = list(score.landing_points(s, f.side, f.target, aboard))
    t.record(
        Landed(
            "21.435H",
            f.side,
            id,
            f.target,
            tuple(u.id for u in aboard),
            cargo.cargo_factors(aboard),
            False,
            landing_costs(s, aboard),
        )
    )
    for event_ in points:
        t.record(event_)


def landing_costs(s: State, units: Sequence[Unit]) -> tuple[tuple[str, int], ...]:
    return tuple((u.id, movement_left(s, u)) for u in units if u.kind == "ground")


@clause("21.436A", "21.436B", "21.436C")
async def turn_back(t: Table[State], id: str) -> None:
    """Turn a transport back that is beaten or aborted. Cargo aboard lands where it embarked, other
    cargo stays ashore, and the ships return."""
    s = t.state
    f = s.forces[id]
    goods = [s.units[i] for i in f.cargo if s.units[i].present]
    loaded = [u for u in goods if u.force == id]
    ashore = tuple(u.id for u in goods if u.force != id)
    if ashore:
        t.record(LeftBehind("21.436A", f.side, id, ashore))
    for port in f.embark:
        back = [u for u in loaded if u.base == port]
        if back:
            t.record(
                Landed(
                    "21.436B",
                    f.side,
                    id,
                    port,
                    tuple(u.id for u in back),
                    cargo.cargo_factors(back),
                    True,
                    landing_costs(s, back),
                )
            )
    if f.embark and any(theatre.is_mapboard_box(p) for p in (*f.embark, f.target)):
        t.record(ZoneClosed("21.315", f.side, employment.zone_of(s, f.target)))
    await return_to_base(
        t,
        id,
        clause="21.436B" if loaded else "21.436A",
        forced_origin=is_bound_home(f, failed=True),
    )


class LeftBehind(OwnerEvent, frozen=True, tag="left-behind"):
    """Release of cargo that never embarked. It stays where it is, and others may ship it."""

    force: str
    units: Those

    def apply(self, s: State) -> State:
        s = with_units_changed(s, self.units, force="")
        f = s.forces[self.force]
        return replace(
            s,
            forces=with_changes(
                s.forces, {f.id: replace(f, cargo=tuple(i for i in f.cargo if i not in self.units))}
            ),
        )


def drown_cargo(t: Table[State], f: Force, cite: str = "21.436B") -> None:
    """Sink the cargo aboard that a force's remaining ships cannot carry: all of it when no ship is
    left. Cargo that had not embarked stays ashore."""
    afloat = [c.aboard for c in cargo_of(t.state, f) if t.state.units[c.id].present]
    lost = tuple(drowned_factors(afloat, IN_A_FACTOR * cargo.destroyer_lift(t.state.members(f))))
    if lost:
        t.record(CargoSank(cite, f.side, f.id, lost))
        score.settle_losses(t)


class CargoSank(SideEvent, frozen=True, tag="cargo-sank"):
    """Loss of units at sea with the ships that carried them."""

    force: str
    units: Those

    def apply(self, s: State) -> State:
        return with_units(
            s,
            (
                replace(
                    u,
                    status="sunk",
                    lost=u.lost + u.factors,
                    drowned=u.drowned + u.factors,
                    force="",
                    at="",
                    base="",
                )
                for u in s.each(self.units)
            ),
        )
