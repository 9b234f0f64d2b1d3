"""Employment of naval units (21.31-21.34): which ships may begin an activity, how often, and with
which other ships."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from flagplot.table import Refusal, Remedy, clause, facts
from flagplot.table.core.memo import memo_per_state

from ..map import theatre
from ..map.ports import is_operational, supply_level
from ..state import ALONG, APART, BIG, FAST_CARRIERS, Force, State, Unit, factors
from .forces import TF_LIMIT, escorted, fast_carriers, fast_fleet, ships_by_base
from .independent_powers import independent_refusals, one_sortie_refusals
from .mapboard_boxes import operation_refusals
from .scenario_duties import bound_refusals

FREE_OF_ESCORT = frozenset({"base-change", "redeploy", "displaced", "withdraw", "return"})
"""Operations that fast carriers may perform alone (21.313)."""
OFFENSIVE = frozenset(
    {"patrol", "transport", "invade", "invasion", "bombard", "carrier", "raid", "attack"}
)


@clause("21.31", "21.31#2", "21.31#3")
def readiness_refusals(view: State, units: Iterable[Unit], operation: str) -> list[Refusal]:
    """Refuse ships that have performed their one operation this player turn, are inverted, or lack
    supply. An earlier base change does not count. Ships in an SW box may act repeatedly."""
    out = []
    for u in units:
        sw = theatre.is_sw_box(u.base)
        if u.used and not sw:
            out.append(
                Refusal(
                    "21.31",
                    "already-used",
                    (u.id,),
                    facts(operation=u.used[-1]),
                    (Remedy("next-turn"),),
                )
            )
        if u.inverted and not sw:
            about = facts(operation=operation)
            out.append(
                Refusal(
                    "21.31#3",
                    "inverted",
                    (u.id,),
                    about,
                    (Remedy("uninvert"),),
                    also_cites=("21.311",),
                )
            )
        if u.supply != "full" or (
            not theatre.is_box(u.base) and supply_level(view, u.base) == "none"
        ):
            out.append(
                Refusal(
                    "21.31#3",
                    "unsupplied",
                    (u.id,),
                    facts(supply=u.supply, base=u.base),
                    (Remedy("restore-supply"),),
                )
            )
    return out


@clause("21.31#3", "21.221#2")
def port_refusals(view: State, units: Iterable[Unit], operation: str) -> list[Refusal]:
    """Refuse offensive missions from a port that is not operational or only partly supplied.
    Interceptions are allowed."""
    if operation not in OFFENSIVE:
        return []
    about, remedies = facts(operation=operation), (Remedy("restore-supply"),)
    out = []
    for b in sorted({u.base for u in units if not theatre.is_box(u.base)}):
        if not is_operational(view, b):
            out.append(
                Refusal(
                    "21.221#2",
                    "port-not-operational",
                    (b,),
                    about,
                    remedies,
                    also_cites=("21.31#3",),
                )
            )
        elif supply_level(view, b) == "partial":
            out.append(
                Refusal(
                    "21.31#3",
                    "port-partly-supplied",
                    (b,),
                    about,
                    remedies,
                    also_cites=("21.221#2",),
                )
            )
    return out


@clause("21.314")
def damage_refusals(units: Iterable[Unit]) -> list[Refusal]:
    """Refuse damaged ships."""
    hurt = tuple(u.id for u in units if u.damaged or u.status == "repair")
    return (
        [Refusal("21.314", "damaged", hurt, (), (Remedy("repair"), Remedy("leave-behind")))]
        if hurt
        else []
    )


@clause("21.34")
def new_refusals(view: State, units: Iterable[Unit]) -> list[Refusal]:
    """Refuse ships in the player turn in which they are placed."""
    now = view.player_turn
    new = tuple([u.id for u in units if u.placed == now])
    return [Refusal("21.34", "new-ship", new, (), (Remedy("next-turn"),))] if new else []


@clause("21.312")
def task_force_refusals(units: Sequence[Unit], tf: str, operation: str) -> list[Refusal]:
    """Refuse ten factors or more outside a task force, task forces of more than 25 factors, and
    task forces with more carriers than half of that."""
    total, carriers, ids = factors(units), fast_carriers(units), tuple(u.id for u in units)
    if total >= BIG and not tf:
        about = facts(factors=total, operation=operation)
        return [Refusal("21.312", "needs-task-force", ids, about, (Remedy("as-task-force"),))]
    if tf and total > TF_LIMIT:
        return [
            Refusal(
                "21.312",
                "task-force-too-big",
                ids,
                facts(factors=total, limit=TF_LIMIT),
                (Remedy("smaller-force"),),
            )
        ]
    if tf and carriers > TF_LIMIT // 2:
        ids = tuple(u.id for u in units if u.type in ("CVL", "CV", "CVB"))
        about = facts(carriers=carriers, limit=TF_LIMIT // 2)
        return [Refusal("21.312", "task-force-carriers", ids, about, (Remedy("smaller-force"),))]
    return []


def shared_task_force(units: Sequence[Unit]) -> str:
    """Return the task force to which all these ships belong; empty when there is none."""
    found = {u.tf for u in units if u.type != "SS"}
    return next(iter(found)) if len(found) == 1 else ""


@clause("21.312")
def joining_refusals(
    view: State, ships: Sequence[Unit], tf: str, operation: str, others: Iterable[Force]
) -> list[Refusal]:
    """Refuse loose ships that make a naval force of ten factors together with the loose ships of
    *others*, under HR-312 ``operation``.

    *others* are forces of the same side that act with them, by any order. Ships in a task force are
    a force by themselves. Without the switch each order is a force of its own, for the task force
    and for the size that the enemy meets.
    """
    if view.rulings.switch("HR-312") != "operation":
        return []
    apart = [f for f in others if not f.task_force and not shared_task_force(view.members(f))]
    mine, beside = factors(ships), sum(factors(view.members(f)) for f in apart)
    if tf or shared_task_force(ships) or mine >= BIG or not mine or mine + beside < BIG:
        return []
    about = facts(factors=mine + beside, operation=operation)
    ids = (*(u.id for u in ships), *(u.id for f in apart for u in view.members(f)))
    return [
        Refusal("21.312", "needs-task-force", ids, about, (Remedy("as-task-force"),), ("HR-312",))
    ]


@clause("21.313", "21.313#2", "21.313#4", "21.555A")
def escort_refusals(units: Sequence[Unit], operation: str) -> list[Refusal]:
    """Refuse fast carriers that start an operation with fewer fast fleet factors than carrier
    factors.

    The ratio binds the ships of each base by themselves as they leave port, whatever joins them at
    sea. It is not checked again. Base changes, NRs, displacement and withdrawal need no escort, nor
    does Japan's strike force for Pearl Harbor (51.12).
    """
    if operation in FREE_OF_ESCORT:
        return []
    also = ("21.555A",) if operation == "carrier" else ()
    out = []
    for base, part in ships_by_base(units).items():
        carriers, fleet = fast_carriers(part), fast_fleet(part)
        if escorted(part):
            continue
        ids = tuple(u.id for u in part if u.type in FAST_CARRIERS)
        about = facts(carriers=carriers, fleet=fleet, missing=carriers - fleet, base=base)
        remedies = (
            Remedy("add-fast-fleet", detail=facts(factors=carriers - fleet)),
            Remedy("leave-behind"),
        )
        out.append(Refusal("21.313", "carriers-unescorted", ids, about, remedies, (), also))
    return out


@clause("21.435E", "21.514D", "21.65F")
def unfit_ships(ships: Iterable[Unit], operation: str) -> tuple[str, ...]:
    """Return the ids of ships that may not take part in an activity. Fleet units and carriers may,
    and submarines in a carrier mission."""
    able = ALONG | {"SS"} if operation == "carrier" else ALONG
    return tuple(u.id for u in ships if u.type not in able)


@clause("21.313#3")
def split_refusals(parts: Sequence[Sequence[Unit]]) -> list[Refusal]:
    """Refuse to divide a force unless each part keeps the ratio of 21.313."""
    out = []
    for part in parts:
        carriers, fleet = fast_carriers(part), fast_fleet(part)
        if not escorted(part):
            ids, about = tuple(u.id for u in part), facts(carriers=carriers, fleet=fleet)
            out.append(
                Refusal("21.313#3", "split-unescorted", ids, about, (Remedy("other-split"),))
            )
    return out


@clause("21.112#2")
def surplus_refusals(units: Iterable[Unit]) -> list[Refusal]:
    """Refuse to use a port's surplus before the player turn ends."""
    return [
        Refusal("21.112#2", "surplus-idle", (u.id,), facts(base=u.base), (Remedy("next-turn"),))
        for u in units
        if u.frozen
    ]


@clause("21.321", "21.557C")
def sortie_refusals(units: Iterable[Unit], operation: str) -> list[Refusal]:
    """Refuse idle surplus ships, and ships that have returned to base in this phase."""
    out = []
    for u in units:
        if u.frozen and operation != "redeploy":
            out += surplus_refusals((u,))
        elif u.sortied and not (
            u.changed_base and operation not in ("base-change", "patrol") and not u.used
        ):
            out.append(
                Refusal(
                    "21.321",
                    "already-sortied",
                    (u.id,),
                    facts(base=u.base),
                    (Remedy("next-phase"),),
                )
            )
    return out


@clause("21.32")
def patrol_refusals(units: Iterable[Unit], operation: str) -> list[Refusal]:
    """Refuse a patrol after a base change in the same movement phase, and the reverse."""
    out, about, later = [], facts(operation=operation), (Remedy("next-turn"),)
    for u in units:
        if operation == "patrol" and u.changed_base:
            out.append(
                Refusal("21.32", "base-changed", (u.id,), about, later, also_cites=("21.557C",))
            )
        if operation == "base-change" and u.patrolled:
            out.append(
                Refusal(
                    "21.414B#2",
                    "has-patrolled",
                    (u.id,),
                    about,
                    later,
                    also_cites=("21.32", "21.557C"),
                )
            )
    return out


def presence_refusals(
    view: State, side: str, units: Sequence[Unit], operation: str
) -> list[Refusal]:
    """Refuse ships that are not the side's own, in play, in a base, and free of other
    announcements."""
    out = []
    for u in units:
        if u.side != side or u.kind != "ship":
            out.append(Refusal("21.31", "not-your-ship", (u.id,)))
        elif u.status in ("sunk", "withdrawn", "removed", "reserve", "building", "port-sunk"):
            out.append(Refusal("21.31", "not-in-play", (u.id,), facts(status=u.status)))
        elif u.status == "repair" and operation == "redeploy":
            out.append(Refusal("21.314", "waiting-for-repair", (u.id,), also_cites=("21.113",)))
        elif apart := independent_refusals((u,), operation):
            out += apart
        elif u.force:
            mission = view.forces[u.force].mission if u.force in view.forces else "at sea"
            code, cite = "at-sea", "21.31"
            if operation == "base-change" and mission == "patrol":
                cite = "21.414B#2"
            elif operation == "patrol" and mission == "base-change":
                cite = "21.32"
            elif view.forces.get(u.force) is not None and view.forces[u.force].state == "announced":
                code = "already-announced"
            out.append(Refusal(cite, code, (u.id,), facts(mission=mission, force=u.force)))
    return out


def start_refusals(
    view: State,
    side: str,
    units: Sequence[Unit],
    operation: str,
    *,
    tf: str = "",
) -> tuple[Refusal, ...]:
    """Return every refusal of 21.31-21.34 for these ships beginning an operation together. *tf*
    names their task force."""
    return _starting(view, side, tuple(units), operation, tf)


@memo_per_state
def _starting(
    view: State, side: str, units: tuple[Unit, ...], operation: str, tf: str
) -> tuple[Refusal, ...]:
    ships = [u for u in units if u.kind == "ship"]
    tf = tf or shared_task_force(ships)
    surface = [u for u in ships if u.type != "SS"]
    out = presence_refusals(view, side, ships, operation)
    busy = {c for r in out for c in r.culprits}
    free = [u for u in ships if u.id not in busy]
    out += readiness_refusals(view, free, operation)
    out += port_refusals(view, free, operation)
    out += damage_refusals(free)
    out += new_refusals(view, free)
    out += sortie_refusals(free, operation)
    out += patrol_refusals(free, operation)
    out += operation_refusals(free, operation)
    out += bound_refusals(view, side, free, operation)
    out += one_sortie_refusals(view, free)
    out += task_force_refusals(surface, tf, operation)
    out += escort_refusals(surface, operation)
    return tuple(out)


@clause("21.314#2")
def takes_part(u: Unit) -> bool:
    """Return True for a ship that still takes part. A damaged one may stay with its force, but does
    not carry, bombard, fly or fire."""
    return u.present and not u.damaged


@clause("21.315")
def transport_refusals(view: State, side: str, place: str, transports: int) -> list[Refusal]:
    """Refuse transports to a supply zone where an activity with transports was aborted this player
    turn."""
    zone = zone_of(view, place)
    if transports and f"{side}|{zone}" in view.closed_zones:
        return [
            Refusal("21.315", "zone-closed", (place,), facts(zone=zone), (Remedy("next-turn"),))
        ]
    return []


def zone_of(view: State, place: str) -> str:
    """Return the supply zone of a place: the one that the state names, else its sea, else the place
    itself."""
    from ..map.fronts import seas_of

    if place in view.zones:
        return view.zones[place]
    seas = seas_of(view, place)
    return seas[0] if seas else place


@clause("21.321#3")
def round_trip_refusal(base: str, *culprits: str) -> Refusal:
    """Return the refusal for a voyage out of a port and back into it. Such a voyage would shield
    other ships without going anywhere."""
    return Refusal("21.321#3", "round-trip", culprits, facts(base=base), (Remedy("other-goal"),))


@memo_per_state
def free_ships(view: State, side: str) -> tuple[Unit, ...]:
    """Return the ships of a side that can begin an operation now. Ships that changed base may still
    do one afterwards (21.32)."""
    later = view.segment != "announce"
    return tuple(
        u
        for u in view.ships(side)
        if not (
            u.force or u.inverted or u.used or u.damaged or u.frozen or u.status or u.note == APART
        )
        and (not u.sortied or (u.changed_base and later))
    )
