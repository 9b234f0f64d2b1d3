"""Announcement of offensive missions (21.51, 21.52, 21.55): which ships may invade, bombard or go
on carrier missions, from where and to where.

All missions announced for a hex take part in the same invasion. Each order is checked together with
those announced before it.
"""

from __future__ import annotations

from collections.abc import Sequence

from flagplot.table import AskOrder, Refusal, Remedy, Verdict, clause, facts, refuse

from ...map import theatre
from ...map.fronts import fronts_of
from ...map.ports import is_friendly, is_landing_place, side_holding, supply_level
from ...orders import Mission
from ...state import FAST_CARRIERS, STAYS, Force, State, Unit, replace
from .. import mapboard_boxes, mission_points, remedies
from ..employment import joining_refusals, start_refusals, transport_refusals, unfit_ships
from ..forces import selected_units, ships_by_base, task_force_name, unknown_picks
from ..movement import routing
from ..patrols.patrol import sea_hex_refusal
from ..range.limits import are_secured, has_named_place, is_in_aleutians, is_in_japan
from ..registry import checks
from ..scenario_duties import bound_refusals
from ..transport.cargo import (
    cargo_factors,
    destroyer_lift,
    divided_refusal,
    free_transports,
    ground_part_refusal,
    is_from_box,
    lift_each,
    transported_refusal,
    transports_for,
)
from . import announced_strength, beach_forces
from .ground_units import enemy_defenders, is_commando_raid, is_invadable, raiding_level
from .lift import contingents, destroyers_by_unit

OFFENSIVE = {"invade": "invasion", "bombard": "bombard", "carrier": "carrier"}


CITES = {"invade": "21.512", "bombard": "21.522", "carrier": "21.552"}


OVERVIEW = {"invade": "21.511", "bombard": "21.521", "carrier": "21.551"}
"""Kind of mission -> clause that places it in the combat phase."""


@checks(Mission)
@clause("21.4182E", "21.511")
def check_mission(view: State, request: AskOrder, order: Mission) -> Verdict:
    """Check whether an invasion, a bombardment or a carrier mission may be announced: time, ships,
    troops, goal, route and price."""
    side = request.side
    out: list[Refusal | None] = []
    out.append(
        beach_forces.timing_refusal(
            view, side, OVERVIEW[order.kind], ("21.557A",) if order.kind == "carrier" else ()
        )
    )
    if " and " in order.to:
        return refuse(*out, one_target_refusal(order))
    missing = unknown_picks(view, side, (*order.units, *order.cargo))
    if missing:
        return refuse(*out, Refusal("21.5", "unknown-unit", missing))
    ships = selected_units(view, side, order.units)
    cargo = selected_units(view, side, order.cargo)
    if not ships:
        return refuse(*out, Refusal("21.5", "no-ships", ()))
    goal = theatre.place_id(view, order.to)
    operation = OFFENSIVE[order.kind]
    out += ship_refusals(order, ships)
    tf = task_force_name(order.units, order.tf)
    out += start_refusals(view, side, ships, operation, tf=tf)
    surface = [u for u in ships if u.type != "SS"]
    out += joining_refusals(
        view, surface, tf, operation, forces_of_operation(view, side, goal, order.kind)
    )
    out.append(patrol_bombard_refusal(view, ships, operation))
    if order.kind != "carrier":
        out += base_refusals(view, (*cargo, *ships))
    out += mapboard_boxes.support_refusals(
        ships, operation, invasion_origins(view, side, order.kind, goal)
    )
    if order.kind == "carrier":
        out.append(sea_hex_refusal(view, goal, "21.551"))
        out.append(no_carrier_refusal(ships))
    elif order.kind == "bombard":
        out.append(bombard_refusal(view, side, goal))
    else:
        out += invasion_refusals(view, side, order, ships, cargo, goal)
    if not any(out) or not theatre.is_box(goal):
        out += way_refusals(view, side, order, ships, cargo, goal)
    out += bound_refusals(view, side, ships, operation, goal)
    out.append(
        mission_points.points_refusal(
            view, side, ships, cite="21.554A" if order.kind == "carrier" else "21.414A"
        )
    )
    found = remedies.with_full_orders(view, side, order, list(dict.fromkeys(out)))
    verdict = refuse(*found)
    if verdict.refusals:
        return verdict
    return Verdict(
        (),
        (
            *fleet_cautions(view, side, order, goal),
            *announced_strength.cautions(view, side, order, ships, cargo, goal),
        ),
    )


@clause("21.514C", "21.312")
def forces_of_operation(state: State, side: str, goal: str, kind: str) -> tuple[Force, ...]:
    """Return the announced forces of one operation. All invasions of a hex and bombardments for
    them are one mission, however many orders announced them; carrier missions to the hex are
    another. An operation sails, and is intercepted, together."""
    return tuple(
        f
        for f in state.forces.values()
        if f.side == side
        and f.target == goal
        and f.state == "announced"
        and f.mission in OFFENSIVE
        and (f.mission == "carrier") == (kind == "carrier")
    )


@clause("21.523A", "21.553A")
def invasion_origins(view: State, side: str, kind: str, goal: str) -> tuple[str, ...]:
    """Return the places from which the invasion sails that a mission supports. A bombardment
    supports the invasion of its own hex, a carrier mission any invasion."""
    if kind != "bombard":
        return view.invading
    there = (
        f
        for f in view.forces.values()
        if f.side == side and f.mission == "invade" and f.target == goal
    )
    return tuple(place for f in there for place in (*f.path[:1], *f.embark))


@clause("21.514C")
def one_target_refusal(order: Mission) -> Refusal:
    """Return the refusal of a mission against several hexes, with one mission each as remedies."""
    goals = tuple(order.to.split(" and "))
    mended = tuple(
        Remedy("one-goal", remedies.order_text(replace(order, to=g)), facts(goal=g)) for g in goals
    )
    return Refusal("21.514C", "one-target", goals, (), mended)


@clause("21.514D", "21.551")
def ship_refusals(order: Mission, ships: Sequence[Unit]) -> list[Refusal]:
    """Refuse ships other than fleet units, fast carriers and escort carriers. Submarines may go on
    carrier missions only."""
    wrong = unfit_ships([u for u in ships if u.kind == "ship"], order.kind)
    types = ", ".join(sorted({u.type for u in ships if u.id in wrong}))
    return (
        [
            Refusal(
                "21.514D",
                "cannot-come-along",
                wrong,
                facts(types=types),
                remedies.without_ships(order, wrong),
            )
        ]
        if wrong
        else []
    )


def patrol_bombard_refusal(view: State, ships: Sequence[Unit], operation: str) -> Refusal | None:
    """Refuse bombardment by ships on patrol."""
    moving = {f.id for f in view.forces.values() if f.mission in ("patrol", "defensive-patrol")}
    ids = tuple(u.id for u in ships if u.force in moving)
    return (
        Refusal("21.4182E", "patrol-bombards-not", ids) if ids and operation == "bombard" else None
    )


def no_carrier_refusal(ships: Sequence[Unit]) -> Refusal | None:
    """Refuse a carrier mission without fast carriers."""
    if any(u.type in FAST_CARRIERS for u in ships):
        return None
    return Refusal("21.551", "no-fast-carrier", tuple(u.id for u in ships))


@clause("21.521")
def bombard_refusal(view: State, side: str, goal: str) -> Refusal | None:
    """Refuse a bombardment without an invasion from the sea announced before it."""
    a = view.assaults.get(goal)
    if a is not None and a.side == side and a.fleet:
        return None
    return Refusal(
        "21.521",
        "no-invasion-there",
        (goal,),
        facts(goal=theatre.name_of(view, goal)),
        (Remedy("invade-first"),),
    )


def invasion_refusals(
    view: State, side: str, order: Mission, ships: Sequence[Unit], cargo: Sequence[Unit], goal: str
) -> list[Refusal | None]:
    """Return the refusals for troops, destroyers, place and season of an invasion."""
    out: list[Refusal | None] = [
        no_cargo_refusal(order, cargo),
        divided_refusal(order, cargo),
        ground_part_refusal(view, order),
    ]
    out.append(transported_refusal(cargo))
    out += troop_refusals(view, order, cargo)
    out += loading_refusals(view, side, cargo)
    out += mapboard_boxes.invasion_refusals(view, (*ships, *cargo), goal)
    if not theatre.is_box(goal):
        out += goal_refusals(view, side, cargo, goal)
        out += fetching_refusals(view, side, ships, cargo, goal)
        out += lift_refusals(view, side, order, ships, cargo, goal)
        out.append(aleutian_winter_refusal(view, goal))
    return out


def no_cargo_refusal(order: Mission, cargo: Sequence[Unit]) -> Refusal | None:
    """Refuse an invasion without ground units."""
    return (
        None
        if cargo
        else Refusal("21.511", "nobody-aboard", (order.to,), (), (Remedy("name-cargo"),))
    )


@clause("21.514F", "21.511", "21.516C", "21.517B")
def troop_refusals(view: State, order: Mission, cargo: Sequence[Unit]) -> list[Refusal]:
    """Refuse aircraft as invaders, and ground units that are not fully supplied, are under an army
    oil effect, are not ashore, or came back from an invasion in this phase."""
    out = []

    def bad(cite: str, code: str, ids: Sequence[str]) -> None:
        if ids:
            left = tuple(p for p in order.cargo if p.id not in ids)
            mended = (
                (
                    Remedy(
                        "leave-cargo",
                        remedies.order_text(replace(order, cargo=left)),
                        facts(units=", ".join(ids)),
                    ),
                )
                if left
                else ()
            )
            out.append(Refusal(cite, code, tuple(ids), (), mended))

    bad("21.514F", "aircraft-invade-not", [u.id for u in cargo if u.kind == "air"])
    bad(
        "21.514F",
        "unsupplied-invader",
        [u.id for u in cargo if u.kind == "ground" and (u.supply != "full" or u.oil)],
    )
    bad("21.511", "not-ashore", [u.id for u in cargo if not u.present or u.force])
    bad("21.511", "garrison-stays", [u.id for u in cargo if u.note in STAYS])
    taken = {i for f in view.forces.values() if f.side == view.mover for i in f.cargo}
    bad("21.511", "aboard-already", [u.id for u in cargo if u.id in taken and not u.force])
    bad(
        "21.517B",
        "attacks-already",
        [u.id for u in cargo if u.id in beach_forces.announced_by_land(view)],
    )
    bad("21.516C", "back-from-invasion", [u.id for u in cargo if "returned" in u.used])
    return out


@clause("21.512B", "21.514D")
def base_refusals(view: State, units: Sequence[Unit]) -> list[Refusal]:
    """Refuse an invasion based on Dutch Harbor, for its troops, the ships that carry them and those
    that bombard for them."""
    bases = dict.fromkeys(u.base or u.at for u in units if u.kind != "air")
    return [
        Refusal("21.512B", "no-invasion-base", (place,))
        for place in bases
        if has_named_place(view, place, "Dutch Harbor")
    ]


@clause("21.511", "21.514E")
def loading_refusals(view: State, side: str, cargo: Sequence[Unit]) -> list[Refusal]:
    """Refuse troops that do not embark where they began their turn, or not in a fully supplied
    port, eligible island or box of their side."""
    out: list[Refusal] = []
    for place in dict.fromkeys(u.base or u.at for u in cargo if u.kind == "ground"):
        here = tuple(u.id for u in cargo if (u.base or u.at) == place)
        name = theatre.name_of(view, place)
        if not is_landing_place(view, place):
            out.append(
                Refusal("21.511", "no-place", (place,), facts(place=name), (Remedy("name-port"),))
            )
        elif not theatre.is_box(place):
            if not (is_friendly(view, side, place) and is_friendly(view, side, place, "turn")):
                about = facts(place=name, holder=side_holding(view, place, "turn"))
                out.append(Refusal("21.514E", "end-not-held", (place,), about))
            if supply_level(view, place) != "full":
                about = facts(place=name, supply=supply_level(view, place))
                out.append(
                    Refusal(
                        "21.514E",
                        "loading-unsupplied",
                        (place,),
                        about,
                        (Remedy("restore-supply"),),
                    )
                )
        marched = tuple(
            u.id for u in cargo if u.id in here and u.base_turn and u.base_turn != place
        )
        if marched:
            out.append(Refusal("21.514E", "marched-to-port", marched, facts(place=name)))
    return out


@clause("21.14A", "21.15A")
def fetching_refusals(
    view: State, side: str, ships: Sequence[Unit], cargo: Sequence[Unit], goal: str
) -> list[Refusal]:
    """Refuse ships of a U.S. box without troops that embark there, when they would carry only
    troops of other bases."""
    every = dict.fromkeys(u.base for u in cargo if u.kind == "ground")
    out: list[Refusal] = []
    for c in contingents(view, side, "invade", ships, cargo, goal):
        own = dict.fromkeys(u.base for u in c.cargo)
        for base, here in ships_by_base(c.ships).items():
            out += mapboard_boxes.fleet_refusals(
                view, here, tuple(own or (() if base in every else every)), goal
            )
    return out


@clause("21.5154#2", "21.1322#2")
def goal_refusals(view: State, side: str, cargo: Sequence[Unit], goal: str) -> list[Refusal]:
    """Refuse a goal other than beach hexes, Gibraltar (from both its seas), Singapore and one-hex
    islands. Western Allied commandos of training level two may also invade undefended ports."""
    if is_invadable(view, goal):
        return []
    troops = [u for u in cargo if u.kind == "ground"]
    if troops and is_commando_raid(view, troops, goal) and not enemy_defenders(view, side, goal):
        level = raiding_level(view, troops)
        if level >= 2:
            return []
        return [
            Refusal(
                "21.5154#2",
                "commandos-untrained",
                tuple(u.id for u in troops),
                facts(level=level),
                (),
                ("awaw.ctl",),
            )
        ]
    return [
        Refusal(
            "21.5154",
            "no-beach",
            (goal,),
            facts(goal=theatre.name_of(view, goal)),
            (Remedy("other-hex-to-invade"),),
        )
    ]


@clause("21.5153A")
def fleet_cautions(view: State, side: str, order: Mission, goal: str) -> tuple[Refusal, ...]:
    """Return a caution when an enemy task force is seen in the goal. If it is still there when the
    troops are to land, the landing fails. It may also sail to intercept them and be beaten."""
    there = [
        f
        for f in view.forces.values()
        if f.side != side and f.at == goal and f.task_force and f.state == "on-station"
    ]
    if not there or order.kind != "invade":
        return ()
    return (
        Refusal(
            "21.5153A",
            "fleet-in-the-way",
            tuple(f.id for f in there),
            facts(goal=theatre.name_of(view, goal)),
        ),
    )


@clause("21.5151B")
def aleutian_winter_refusal(view: State, goal: str) -> Refusal | None:
    """Refuse invasions of the Aleutians in winter."""
    if view.season != "Winter" or not is_in_aleutians(view, goal):
        return None
    return Refusal("21.5151B", "winter-aleutians", (goal,), (), (Remedy("wait-for-spring"),))


@clause("21.5151A", "21.5151-ex")
def winter_refusals(view: State, path: Sequence[str]) -> list[Refusal]:
    """Refuse invasions through sea hexes of the western or the eastern front in winter, from the
    first base of their ships on.

    The hex of a base does not count, because its ships leave it by the water of their own front.
    """
    if view.season != "Winter" or theatre.theatre_of(view, path[-1]) != "Europe":
        return []
    cold = tuple(h for h in path if not theatre.is_box(h) and is_shut_in_winter(view, h))
    return (
        [
            Refusal(
                "21.5151A",
                "winter-seas",
                cold[:3],
                facts(hexes=len(cold)),
                (Remedy("wait-for-spring"),),
            )
        ]
        if cold
        else []
    )


def is_shut_in_winter(view: State, place: str) -> bool:
    """Return True for a hex whose only water is on the western or eastern front."""
    found = set(fronts_of(view, place))
    return bool(found) and found <= {"western", "eastern"}


@clause("21.513C")
def lift_refusals(
    view: State, side: str, order: Mission, ships: Sequence[Unit], cargo: Sequence[Unit], goal: str
) -> list[Refusal]:
    """Refuse an invasion with too few destroyers for the ground factors aboard, in any order of
    fighting. From a mapboard box it also needs a transport of the SW box for every five factors."""
    troops = tuple(u for u in cargo if u.kind == "ground")
    need, out = destroyers_by_unit(view, side, troops, goal), []
    overseas = [u for u in troops if is_from_box(u)]
    cite = "21.513C" if overseas else "21.513B" if enemy_defenders(view, side, goal) else "21.513A"
    rests = ("HR-513C",) if overseas else ()
    if overseas:
        sw, ground = mapboard_boxes.sw_box_of(overseas[0].base), cargo_factors(overseas)
        ferries = transports_for(view, "invade", ground)
        have = free_transports(view, side, sw)
        if have < ferries and (f"{side} {sw}" in view.sw or sw in view.sw):
            about = facts(needs=ferries, has=have, cargo=ground, box=sw)
            out.append(
                Refusal("21.513C", "too-few-transports", (sw,), about, (), rests, ("21.35A",))
            )
        out += transport_refusals(view, side, goal, ferries)
    missing = sum(need.values()) - destroyer_lift(ships)
    each = " or ".join(dict.fromkeys(str(lift_each(view, side, "invade", u, goal)) for u in troops))
    ids = tuple(u.id for u in ships if u.type == "DD")
    if missing > 0:
        about = facts(
            needs=sum(need.values()),
            has=destroyer_lift(ships),
            cargo=cargo_factors(troops),
            missing=missing,
            each=each,
        )
        more = remedies.free_destroyers_at(
            view, side, {u.base for u in ships}, missing, {u.id for u in ships}
        )
        enough = sum(p.factors or view.units[p.id].factors for p in more) >= missing
        mended = remedies.plus_ships(order, more, "more-destroyers") if enough else ()
        out.append(
            Refusal(
                cite,
                "too-few-destroyers",
                ids,
                about,
                mended,
                rests,
                ("21.35A",) if ids else ("21.35A", "21.511"),
            )
        )
    return out


# ---------------------------------------------------------------------------------------- the way
@clause("21.514A", "21.514B", "21.524")
def mission_track(
    state: State,
    side: str,
    kind: str,
    ships: Sequence[Unit],
    base: str,
    cargo: Sequence[Unit],
    via: Sequence[str],
    goal: str,
) -> routing.Plan:
    """Return the track of the ships of one base: to the ports of loading, nearest first, then
    through *via* to the goal. All of it counts against the limits, or under HR-435B only the part
    from the first port of loading."""
    from ..transport.sea_transport import loading_order

    operation = OFFENSIVE[kind]
    ports = tuple(p for p in loading_order(state, side, ships, base, cargo) if p != base)
    cite = CITES[kind]
    via = via or stepping_stone(state, side, ships, base, goal)
    if not ports or state.rulings.switch("HR-435B") != "loading":
        plan = routing.plot_route(state, side, ships, base, goal, (*ports, *via), operation, cite)
        lean = tuple(
            replace(r, rests_on=(*r.rests_on, "HR-435B"))
            if ports and r.code in ("too-far", "leg-too-long")
            else r
            for r in plan.refusals
        )
        return replace(plan, refusals=lean)
    out = routing.plot_route(state, side, ships, base, ports[0], (), "base-change", cite)
    on = routing.plot_route(state, side, ships, ports[0], goal, (*ports[1:], *via), operation, cite)
    return routing.Plan(
        (*out.path, *on.path[1:]),
        out.distance + on.distance,
        (*out.legs, *on.legs),
        (*out.refusals, *on.refusals),
        on.why,
    )


@clause("21.512", "21.522", "21.552", "21.555B", "21.514D", "21.211H#2")
def way_refusals(
    view: State, side: str, order: Mission, ships: Sequence[Unit], cargo: Sequence[Unit], goal: str
) -> list[Refusal]:
    """Refuse routes beyond the limits of offensive missions, for the ships of every base, whether
    they carry, bombard or escort. Invasions, and bombardments for them, must also avoid winter
    seas."""
    out: list[Refusal] = []
    parts = contingents(view, side, order.kind, ships, cargo, goal)
    for start, here, mine in (
        (base, here, c.cargo) for c in parts for base, here in ships_by_base(c.ships).items()
    ):
        plan = mission_track(view, side, order.kind, here, start, mine, order.via, goal)
        out += (with_mission_clauses(r, order.kind) for r in plan.refusals)
        out += commando_refusals(view, mine, plan, goal)
        out += dutch_harbor_refusals(view, here, start, plan, goal)
        if plan.path and order.kind != "carrier":
            out += winter_refusals(view, plan.path)
        if not plan.refusals and plan.path:
            out += target_refusals(view, side, order, here, mine, plan, goal)
    return out


def with_mission_clauses(r: Refusal, kind: str) -> Refusal:
    """Return a refusal of range with the clauses of the mission and of the ships that accompany it
    added."""
    if r.code not in ("too-far", "leg-too-long"):
        return r
    also = {
        "invade": ("21.512", "21.514D"),
        "bombard": ("21.522", "21.514D"),
        "carrier": ("21.552", "21.555B"),
    }[kind]
    return replace(r, also_cites=(*r.also_cites, *also))


@clause("21.321#2")
def target_refusals(
    view: State,
    side: str,
    order: Mission,
    ships: Sequence[Unit],
    cargo: Sequence[Unit],
    plan: routing.Plan,
    goal: str,
) -> list[Refusal]:
    """Refuse a mission that sails through two hexes that are goals of transports or invasions, its
    own included, when there is another route. A carrier mission has no goal of that kind."""
    crossed = routing.goals_passed(view, plan.path, (goal,))
    aimed = order.kind != "carrier" or goal in view.targets
    if len(crossed) + aimed < 2:
        return []
    around = routing.route_round(
        view,
        crossed,
        (goal,),
        order.via,
        lambda via: mission_track(view, side, order.kind, ships, plan.path[0], cargo, via, goal),
    )
    if around is None:
        return []
    return [
        Refusal("21.321#2", "through-target", crossed, facts(goal=goal), (Remedy("another-way"),))
    ]


@clause("21.512A")
def commando_refusals(
    view: State, cargo: Sequence[Unit], plan: routing.Plan, goal: str
) -> list[Refusal]:
    """Refuse commandos that raid a port beyond 10 hexes (5 in the Pacific). To a beach they have
    the range of other units."""
    limit = 10 if plan.path and theatre.theatre_of(view, plan.path[0]) == "Europe" else 5
    if not is_commando_raid(view, cargo, goal) or plan.distance <= limit:
        return []
    about = facts(distance=plan.distance, limit=limit)
    rests = ("awaw.invasion-range",)
    return [
        Refusal(
            "21.512A",
            "commando-too-far",
            tuple(u.id for u in cargo),
            about,
            (Remedy("nearer-goal"),),
            rests,
        )
    ]


@clause("21.512C")
def dutch_harbor_refusals(
    view: State, ships: Sequence[Unit], start: str, plan: routing.Plan, goal: str
) -> list[Refusal]:
    """Refuse a Japanese invasion of Dutch Harbor from Japan, except by way of another Aleutian
    island that Japan holds and fully supplies."""
    if not needs_stepping_stone(view, ships, start, goal):
        return []
    side = ships[0].side
    stone = [
        h for h in plan.path[1:-1] if is_in_aleutians(view, h) and is_island_secured(view, side, h)
    ]
    return (
        []
        if stone
        else [
            Refusal("21.512C", "aleutian-stepping-stone", (goal,), (), (Remedy("hold-aleutian"),))
        ]
    )


def needs_stepping_stone(view: State, ships: Sequence[Unit], start: str, goal: str) -> bool:
    """Return True for Japanese ships that sail from Japan to Dutch Harbor."""
    return (
        has_named_place(view, goal, "Dutch Harbor")
        and is_in_japan(view, start)
        and all(u.nation == "Japan" for u in ships)
    )


@clause("21.512C")
def stepping_stone(
    state: State, side: str, ships: Sequence[Unit], start: str, goal: str
) -> tuple[str, ...]:
    """Return the island by which ships without an ordered route sail to Dutch Harbor: the one on
    the shortest track; empty when none will do."""
    if not needs_stepping_stone(state, ships, start, goal):
        return ()
    named_there = dict.fromkeys(
        theatre.place_id(state, p.name) for p in theatre.load_board(theatre.PACIFIC).places.values()
    )
    held = [
        h
        for h in named_there
        if h != goal and is_in_aleutians(state, h) and is_island_secured(state, side, h)
    ]
    plans = [
        (routing.plot_route(state, side, ships, start, goal, (h,), "invasion", "21.512"), h)
        for h in held
    ]
    return (min(plans, key=lambda x: (len(x[0].refusals), x[0].distance))[1],) if plans else ()


def is_island_secured(view: State, side: str, place: str) -> bool:
    """Return True for an island that a side holds and fully supplies."""
    return any(are_secured(view, side, p.name) for p in theatre.places_at(view, place))
