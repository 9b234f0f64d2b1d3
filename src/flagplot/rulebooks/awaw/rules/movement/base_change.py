"""Base changes (21.22): announced together, checked together, and sailed one after the other.

A scenario may limit the factors that change base in a player turn, and the places.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from flagplot.table import AskOrder, Refusal, Remedy, Table, Verdict, clause, facts
from flagplot.table.core.memo import memo_per_state

from ...events import Announced, Arrived, ForceGone, Returned
from ...map import theatre
from ...map.ports import capacity, factors_based, factors_charged, is_friendly, is_port, port_count
from ...orders import BaseChange, Move
from ...scenarios.cards import Transfers, scenario_card
from ...state import State, Unit, factors, needs_task_force
from .. import mapboard_boxes
from ..employment import escort_refusals, round_trip_refusal, sortie_refusals
from ..forces import muster_units, new_force, selected_units, unknown_picks
from ..independent_powers import independent_refusals
from ..registry import carries, checks
from ..remedies import with_mended_orders
from ..scenario_duties import bound_refusals
from . import routing


def transfer_limit(view: State, side: str) -> Transfers | None:
    """Return the limit that the scenario sets for a side; None without one."""
    found = scenario_card(view.scenario, view.start).transfers if view.scenario else None
    return found if found is not None and found.side == side else None


def ships_moved(view: State, limit: Transfers) -> list[Unit]:
    """Return the ships that have changed base this player turn, or are announced to."""
    leaving = {
        i
        for f in view.forces.values()
        if f.side == limit.side and f.mission == "base-change"
        for i in f.units
    }
    return [
        u
        for u in view.ships(limit.side)
        if u.nation == limit.nation and (u.base != u.base_turn or u.id in leaving)
    ]


def transfer_refusals(view: State, side: str, moves: Sequence[Move], cite: str) -> list[Refusal]:
    """Refuse base changes against the scenario's limit: other places, slow ships for a box, or too
    many factors."""
    limit = transfer_limit(view, side)
    if limit is None:
        return []
    c = scenario_card(view.scenario, view.start)
    places = {c.place(name).hex for name in limit.places}
    convoys = c.convoy.ships if c.convoy is not None else ()
    ships = [
        (u, theatre.place_id(view, m.to))
        for m in moves
        for u in selected_units(view, side, m.units)
        if u.nation == limit.nation
    ]
    out = []
    strays = [u.id for u, goal in ships if goal not in places or u.base not in places]
    if strays:
        about = facts(nation=limit.nation, places=", ".join(limit.places))
        out.append(Refusal(cite, "transfer-places", tuple(strays), about, (Remedy("other-goal"),)))
    slow = [
        u.id
        for u, goal in ships
        if theatre.is_sw_box(goal) and not (u.fast or u.type == "CA" or u.id in convoys)
    ]
    if slow:
        out.append(Refusal(cite, "transfer-box", tuple(slow), (), (Remedy("leave-behind"),)))
    before = {u.id for u in ships_moved(view, limit)}
    total = factors(ships_moved(view, limit)) + factors(u for u, _ in ships if u.id not in before)
    if total > limit.factors:
        about = facts(nation=limit.nation, limit=limit.factors, factors=total)
        out.append(
            Refusal(
                cite,
                "transfer-limit",
                tuple(u.id for u, _ in ships),
                about,
                (Remedy("smaller-force"),),
            )
        )
    return out


@checks(BaseChange)
@clause("21.22", "21.223#2")
def check_base_change(view: State, request: AskOrder, order: BaseChange) -> Verdict:
    """Check a base change. Fronts may be crossed freely (21.223#2), and ships may be inverted or
    damaged."""
    side = request.side
    out = order_refusals(view, side, order)
    cautions = []
    for move in order.moves:
        ships = () if move.tf else selected_units(view, side, move.units)
        if needs_task_force(ships):
            ids = tuple(u.id for u in ships)
            cautions.append(
                Refusal("21.312", "sails-as-task-force", ids, facts(factors=factors(ships)))
            )
    if out and not timing_refusals(view, side):
        out = with_mended_orders(
            view, side, order, out, lambda other: order_refusals(view, side, other)
        )
    return Verdict(tuple(out), tuple(cautions))


def order_refusals(view: State, side: str, order: BaseChange) -> list[Refusal]:
    """Return every refusal of a base change, without remedies that need a search."""
    out = timing_refusals(view, side)
    for move in order.moves:
        missing = unknown_picks(view, side, move.units)
        if missing:
            out.append(Refusal("21.221", "unknown-unit", missing))
            continue
        ships = selected_units(view, side, move.units)
        if not ships:
            out.append(Refusal("21.221", "no-ships", ()))
            continue
        out += move_refusals(view, side, ships, move)
    if not any(r.code == "unknown-place" for r in out):
        out += transfer_refusals(view, side, order.moves, "21.221")
    out += capacity_refusals(view, side, order.moves)
    return list(dict.fromkeys(out)) if out else out


@clause("21.221", "21.225")
def timing_refusals(view: State, side: str) -> list[Refusal]:
    """Refuse base changes outside the owner's movement phase, before air staging is done or once
    ground movement has begun."""
    if view.mover != side or view.phase != "movement":
        return [
            Refusal(
                "21.221",
                "wrong-phase",
                (),
                facts(phase=view.phase, mover=view.mover),
                (Remedy("movement-phase"),),
            )
        ]
    if view.segment not in ("start", "air", "announce"):
        return [
            Refusal("21.225", "too-late", (), facts(segment=view.segment), (Remedy("next-turn"),))
        ]
    return []


def move_refusals(view: State, side: str, ships: Sequence[Unit], move: Move) -> list[Refusal]:
    """Return every refusal of one part of a base change, except capacity."""
    out: list[Refusal] = []
    try:
        goal = theatre.place_id(view, move.to)
    except Exception:
        return [Refusal("21.221", "unknown-place", (move.to,))]
    out += ship_refusals(view, side, tuple(ships))
    out += destination_refusals(view, side, goal)
    for start in dict.fromkeys(u.base for u in ships):
        here = [u for u in ships if u.base == start]
        if start == goal:
            out.append(round_trip_refusal(start, *(u.id for u in here)))
            continue
        if not start or any(
            r.culprits
            and set(r.culprits) & {u.id for u in here}
            and r.code in ("at-sea", "not-in-play")
            for r in out
        ):
            continue
        box = mapboard_boxes.base_change_refusals(view, here, start, goal)
        out += box
        if not box:
            out += base_change_track(view, side, here, start, goal, move.via).refusals
    return out


@clause("21.223")
def base_change_track(
    view: State, side: str, ships: Sequence[Unit], start: str, goal: str, via: Sequence[str]
) -> routing.Plan:
    """Return the track of a base change. No hexes are counted from box to box, to and from SW
    boxes, and between Indian Ocean ports and boxes."""
    if (theatre.is_box(start) and theatre.is_box(goal)) or mapboard_boxes.is_special_route(
        view, start, goal
    ):
        return routing.Plan((start, goal))
    if theatre.is_sw_box(start) or theatre.is_sw_box(goal):
        return routing.Plan((start, goal), refusals=routing.sw_way(view, side, start, goal))
    return routing.plot_route(view, side, ships, start, goal, via, "base-change", "21.223")


@clause("21.414B#2")
@memo_per_state
def ship_refusals(view: State, side: str, ships: tuple[Unit, ...]) -> list[Refusal]:
    """Refuse ships that cannot move, have moved, or patrol in this phase. The goal does not matter
    here."""
    out: list[Refusal] = []
    for u in ships:
        if u.kind != "ship":
            out.append(Refusal("21.221", "not-a-ship", (u.id,)))
        elif u.status == "repair":
            out.append(Refusal("21.314", "waiting-for-repair", (u.id,), also_cites=("21.113",)))
        elif not u.afloat:
            out.append(Refusal("21.31", "not-in-play", (u.id,), facts(status=u.status)))
        elif u.force:
            f = view.forces.get(u.force)
            cite = "21.414B#2" if f is not None and f.mission == "patrol" else "21.321"
            out.append(
                Refusal(
                    cite, "at-sea", (u.id,), facts(mission=f.mission if f else "", force=u.force)
                )
            )
        elif u.patrolled:
            out.append(Refusal("21.414B#2", "has-patrolled", (u.id,), (), (Remedy("next-turn"),)))
    free = [u for u in ships if u.kind == "ship" and not u.force and not u.patrolled]
    out += independent_refusals(free, "base-change") + bound_refusals(
        view, side, free, "base-change"
    )
    return out + sortie_refusals(free, "base-change") + escort_refusals(free, "base-change")


@clause("21.223#3")
@memo_per_state
def destination_refusals(view: State, side: str, goal: str) -> list[Refusal]:
    """Refuse a new base unless it is a port or box of the mover's side, and was when the movement
    phase began. Supply does not matter."""
    if theatre.is_box(goal):
        return []
    if not is_port(view, goal):
        return [Refusal("21.22", "not-a-port", (goal,), (), (Remedy("other-goal"),))]
    out = []
    if not is_friendly(view, side, goal):
        out.append(Refusal("21.223#3", "not-friendly", (goal,), (), (Remedy("other-goal"),)))
    elif not is_friendly(view, side, goal, "movement"):
        out.append(
            Refusal(
                "21.223#3",
                "not-friendly-since-movement",
                (goal,),
                (),
                (Remedy("next-turn"), Remedy("other-goal")),
            )
        )
    return out


@clause("21.112", "21.221#3")
def capacity_refusals(view: State, side: str, moves: Sequence[Move]) -> list[Refusal]:
    """Refuse overfull ports by the joint result of everything announced: arrivals less departures.
    Ships on patrol still count at their base."""
    arriving, leaves = announced_factors(view, side)
    asked: dict[str, int] = {}
    leaving = dict(leaves)
    for m in moves:
        try:
            goal = theatre.place_id(view, m.to)
        except Exception:
            continue
        for u in selected_units(view, side, m.units):
            if u.base == goal:
                continue
            asked[goal] = asked.get(goal, 0) + u.naval_factors
            leaving[u.base] = leaving.get(u.base, 0) + u.naval_factors
    out = []
    for goal, more in asked.items():
        after = (
            factors_based(view, goal, side) + arriving.get(goal, 0) + more - leaving.get(goal, 0)
        )
        limit = capacity(view, goal)
        if after > limit and is_port(view, goal):
            out += full_refusals(view, side, goal, after, limit, more)
    return out


@memo_per_state
def announced_factors(view: State, side: str) -> tuple[Mapping[str, int], Mapping[str, int]]:
    """Return place -> factors that announced base changes bring there, and place -> factors that
    they take away."""
    arriving: dict[str, int] = {}
    leaving: dict[str, int] = {}
    for f in view.forces.values():
        if f.side == side and f.mission == "base-change":
            arriving[f.target] = arriving.get(f.target, 0) + factors_charged(view.members(f))
            for u in view.members(f):
                leaving[u.base] = leaving.get(u.base, 0) + u.naval_factors
    return arriving, leaving


def full_refusals(
    view: State, side: str, goal: str, after: int, limit: int, more: int
) -> list[Refusal]:
    """Return the refusals for a port over its limit: the limit itself, and the ban on exceeding it
    by choice."""
    detail = facts(after=after, limit=limit, over=after - limit)
    fits = more - (after - limit)
    fewer = (Remedy("fewer-factors", detail=facts(factors=fits)),) if fits > 0 else ()
    remedies = (*fewer, Remedy("other-goal"))
    out = [
        Refusal(
            "21.111" if port_count(view, goal) > 1 else "21.11",
            "port-full",
            (goal,),
            detail,
            remedies,
        ),
        Refusal("21.112", "voluntary-overstack", (goal,), detail, remedies),
    ]
    away = sum(
        u.naval_factors
        for u in view.based(goal, side)
        if u.force and view.forces[u.force].mission == "patrol"
    )
    if away:
        out.append(
            Refusal(
                "21.415#2",
                "patrol-keeps-room",
                (goal,),
                facts(patrolling=away, after=after, limit=limit),
                remedies,
            )
        )
    return out


@carries(BaseChange)
async def announce_base_change(t: Table[State], side: str, order: BaseChange) -> None:
    """Announce a base change, with one force for each base that the ships leave."""
    for move in order.moves:
        ids = muster_units(t, side, move.units, "21.221")
        goal = theatre.place_id(t.state, move.to)
        for start in dict.fromkeys(t.state.units[i].base for i in ids):
            here = tuple(i for i in ids if t.state.units[i].base == start)
            ships = [t.state.units[i] for i in here]
            plan = base_change_track(t.state, side, ships, start, goal, move.via)
            front = ",".join(fronts_on(t.state, plan.path))
            t.record(
                Announced(
                    "21.416A",
                    new_force(
                        t.state,
                        side,
                        "base-change",
                        here,
                        plan.path,
                        goal,
                        move.tf,
                        order=t.state.serial,
                        origin=start,
                        front=front,
                    ),
                )
            )


def fronts_on(state: State, path: Sequence[str]) -> tuple[str, ...]:
    """Return the fronts through which a track sails."""
    from ...map.fronts import activity_front

    return activity_front(state, path)


@clause("21.221#4")
async def complete_next(t: Table[State]) -> bool:
    """Sail the next announced base change. Return False when none is left.

    Beaten ships go back to where they came from and are inverted, even into an overfull port.
    """
    waiting = sorted(
        (f for f in t.state.forces.values() if f.mission == "base-change"),
        key=lambda f: (f.order, f.id),
    )
    if not waiting:
        return False
    force = waiting[0]
    lost = False
    if not (theatre.is_box(force.path[0]) or theatre.is_box(force.path[-1])) or len(force.path) > 2:
        from ..air import sea_air
        from ..interception.movement_windows import open_track_window

        await sea_air.open_air_window(t, force.id, force.path[1:], "21.221")
        if any(u.present for u in t.state.members(force.id)):
            outcome = await open_track_window(t, force.id, "base-change")
            lost = outcome.fought and not outcome.won
    finish_base_change(t, force.id, lost)
    return True


@clause("21.222", "21.33#5")
def finish_base_change(t: Table[State], force_id: str, beaten: bool) -> None:
    """End a base change in the new base, or back in the old one."""
    f = t.state.forces.get(force_id)
    if f is None:
        return
    ships = [u for u in t.state.members(f) if u.present and u.force == f.id]
    if not ships:
        t.record(ForceGone("21.221", f.side, f.id))
        return
    if beaten:
        t.record(Returned("21.222", f.side, f.id, tuple((u.id, u.base) for u in ships), True))
        return
    start, goal = f.origin, f.target
    turned = tuple(u.id for u in ships) if mapboard_boxes.does_invert(t.state, start, goal) else ()
    t.record(
        Arrived(
            "21.221",
            f.side,
            f.id,
            goal,
            "base-change",
            tuple(u.id for u in ships),
            turned,
            bool(turned),
        )
    )
