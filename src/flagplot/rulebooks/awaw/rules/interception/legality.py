"""Checks of interception and counter-interception orders, from the side's own view."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from flagplot.table import (
    LEGAL,
    AskOrder,
    Refusal,
    Remedy,
    Verdict,
    about_map,
    clause,
    facts,
    refuse,
)
from flagplot.table.core.memo import memo_per_state

from ...map import fronts, straits, theatre
from ...orders import Counter, Intercept, PassAll
from ...state import Force, State, Unit, replace
from ...state.nations import is_at_war, power_of
from .. import employment, forces, mapboard_boxes, remedies
from ..independent_powers import independent_refusals
from ..registry import checks
from . import eligibility
from .activity import Activity
from .attempts_made import has_mark, has_succeeded, has_supported, has_tried


def listed_parts(about: dict[str, Any], key: str) -> tuple[str, ...]:
    """Return the parts of a fact that lists them with commas."""
    return tuple(x for x in str(about.get(key, "")).split(",") if x)


@memo_per_state
def activity_from(request: AskOrder) -> Activity:
    """Return the activity of a window, from the facts of its request."""
    about = about_map(request)
    return Activity(
        kind=str(about.get("mission", "")),
        side=str(about.get("mover", "")),
        forces=listed_parts(about, "force"),
        path=listed_parts(about, "path"),
        target=str(about.get("target", "")),
        track=listed_parts(about, "track"),
        window=str(about.get("window", "")),
        against=listed_parts(about, "against"),
        route=listed_parts(about, "route"),
        nations=listed_parts(about, "nations"),
    )


@checks(Intercept)
def check_intercept(view: State, request: AskOrder, order: Intercept) -> Verdict:
    """Check whether these ships may attempt an interception at the hex that the order names."""
    side = request.side
    window = request.kind == "interception"
    a = activity_from(request) if window else supposed_activity(view, side, order)
    units = forces.selected_units(view, side, order.units)
    strangers = forces.unknown_picks(view, side, order.units)
    if strangers or not units:
        return refuse(
            Refusal(
                "22.11",
                "not-yours",
                strangers or tuple(p.id for p in order.units),
                facts(side=side),
            )
        )
    found = [] if window else [no_window_refusal("22.11", order.hex, request.kind)]
    found += hex_refusals(view, side, order, a, units)
    found += post_refusals(view, side, a, units, order, counter=False)
    found += tried_refusals(view, side, a)
    found += raider_refusals(view, side, a, units, order.hex) if a.kind == "raid" and units else []
    if not any(r.code in ("not-here", "one-base") for r in found):
        found += way_refusals(view, side, a, units, order.hex, order)
    return refuse(*remedies.with_full_orders(view, side, order, found)) if found else LEGAL


@checks(PassAll)
def check_pass_all(view: State, request: AskOrder, order: PassAll) -> Verdict:
    """Allow a side that is asked about a force to let it pass."""
    return LEGAL


SEGMENT_OF = {"patrol": "patrols", "base-change": "base-changes"}


def supposed_activity(view: State, side: str, order: Intercept) -> Activity:
    """Return the activity that an interception ordered outside a window may have meant. It is an
    enemy force at sea whose track leads through the hex, or the last activity if it passed through
    the hex."""
    enemy = view.enemy(side)
    for f in view.forces.values():
        if (
            f.side == enemy
            and f.state in ("sailing", "on-station")
            and (order.hex in f.path or order.hex == f.at)
        ):
            at = SEGMENT_OF.get(f.mission, "")
            return Activity(f.mission, enemy, (f.id,), (order.hex,), f.target, f.path, segment=at)
    if view.last_track and order.hex in view.last_track:
        segment = SEGMENT_OF.get(view.passed_as, "")
        return Activity(
            view.passed_as, enemy, (), (order.hex,), "", view.last_track, segment=segment
        )
    return Activity("", enemy, (), (order.hex,))


def supposed_own_activity(view: State, side: str) -> Activity:
    """Return the activity that a counter-interception ordered outside a window may have meant: the
    side's own activity under way."""
    own = [
        f
        for f in view.forces.values()
        if f.side == side and f.mission not in ("intercept", "counter")
    ]
    mine = sorted(
        (f for f in own if f.state in ("sailing", "announced")), key=lambda f: f.state != "sailing"
    )
    if mine:
        return Activity(mine[0].mission, side, (mine[0].id,), mine[0].path, mine[0].target)
    return Activity(view.passed_as if side == view.mover else "", side, (), ())


def no_window_refusal(cite: str, culprit: str, asked: str) -> Refusal:
    """Return the refusal of an interception when no force sails that could be intercepted. Other
    refusals of the order stand beside it."""
    return Refusal(cite, "no-window", (culprit,), facts(asked=asked), (Remedy("await-window"),))


@checks(Counter)
def check_counter(view: State, request: AskOrder, order: Counter) -> Verdict:
    """Check whether these ships may counter-intercept, to support a friend that has been
    intercepted."""
    side = request.side
    window = request.kind == "counter-interception"
    a = activity_from(request) if window else supposed_own_activity(view, side)
    hex_id = str(about_map(request).get("hex", ""))
    goal = order.hex or hex_id
    units = forces.selected_units(view, side, order.units)
    strangers = forces.unknown_picks(view, side, order.units)
    if strangers or not units:
        return refuse(
            Refusal(
                "22.16",
                "not-yours",
                strangers or tuple(p.id for p in order.units),
                facts(side=side),
            )
        )
    found = (
        []
        if window
        else [
            no_window_refusal("22.16", order.units[0].id, request.kind),
            *idle_patrol_refusals(view, side, order),
        ]
    )
    if not window and eligibility.barred_at_singapore(view, a):
        found.append(Refusal("21.211H", "no-counter-at-singapore", (theatre.bare_id(a.target),)))
    if window and goal != hex_id and goal not in a.route:
        found.append(
            Refusal(
                "21.4194",
                "not-on-their-way",
                (goal,),
                facts(open=", ".join((*a.route, hex_id))),
                (
                    Remedy(
                        "other-hex",
                        remedies.order_text(replace(order, hex="", via=())),
                        facts(hex=hex_id),
                    ),
                ),
            )
        )
    found += post_refusals(view, side, a, units, order, counter=True)
    if window and not any(r.code in ("one-base", "not-on-their-way") for r in found):
        found += way_refusals(view, side, a, units, goal, order)
    return refuse(*remedies.with_full_orders(view, side, order, found)) if found else LEGAL


@clause("21.4194")
def idle_patrol_refusals(view: State, side: str, order: Counter) -> list[Refusal]:
    """Refuse to counter-intercept a defensive patrol that is not intercepting."""
    idle = [
        f.id
        for f in view.forces.values()
        if f.side != side
        and f.mission == "defensive-patrol"
        and f.state == "on-station"
        and order.hex in ("", f.at)
    ]
    return (
        [Refusal("21.4194", "patrol-idle", tuple(idle), (), (Remedy("await-window"),))]
        if idle
        else []
    )


def hex_refusals(
    view: State, side: str, order: Intercept, a: Activity, units: Sequence[Unit]
) -> list[Refusal]:
    """Refuse a hex in which the activity cannot be intercepted. All surface forces must meet the
    enemy in the same hex (22.13A). Forces on different sides of a closed strait each meet it on
    their own side, and never together in the strait."""
    if order.hex not in a.open:
        remedies = hex_remedies(order, nearest_hexes(view, side, a, units))
        return [
            Refusal("22.13A", "not-here", (order.hex,), facts(open=", ".join(a.open)), remedies)
        ]
    taken = eligibility.forces_under_way(view, side)
    if not taken or all(u.type == "SS" for u in units):
        return []
    first = units[0]
    start = view.forces[first.force].at if first.force else first.base
    why = eligibility.clash_reason(view, side, start, order.hex, taken)
    fits = [
        h
        for h in a.open
        if why and h != order.hex and not eligibility.clash_reason(view, side, start, h, taken)
    ]
    if why == "one-hex":
        return [
            Refusal(
                "22.13A",
                why,
                (order.hex,),
                facts(hex=", ".join(fits)),
                hex_remedies(order, fits[:1]),
            )
        ]
    if why:
        near = sorted(
            fits, key=lambda h: (abs(a.open.index(h) - a.open.index(order.hex)), a.open.index(h))
        )
        near = [
            h for h in near if eligibility.can_meet(view, side, start, first.base or start, a, h)
        ]
        about = facts(base=theatre.name_of(view, start), hex=order.hex)
        return [Refusal("21.2111#2", why, (order.hex,), about, hex_remedies(order, near[:1]))]
    return []


def nearest_hexes(view: State, side: str, a: Activity, units: Sequence[Unit]) -> list[str]:
    """Return the open hexes that these ships can reach, the nearest three first."""
    first = units[0]
    start = view.forces[first.force].at if first.force else first.base
    if theatre.is_sw_box(start) or start in mapboard_boxes.BLOCKED["intercept"]:
        return []
    post = eligibility.Post(start, first.force, first.type == "SS")
    found = eligibility.reachable(view, side, a, post, eligibility.base_of(post, units))
    return sorted(found, key=lambda h: (found[h], a.open.index(h)))[:3]


def hex_remedies(order: Intercept, hexes: Sequence[str]) -> tuple[Remedy, ...]:
    return tuple(
        Remedy("other-hex", remedies.order_text(replace(order, hex=h, via=())), facts(hex=h))
        for h in hexes
    )


def raider_refusals(
    view: State, side: str, a: Activity, units: Sequence[Unit], hex_id: str
) -> list[Refusal]:
    """Refuse to intercept raiders on the map without help from aircraft or codes."""
    post = eligibility.Post(units[0].base, units[0].force, units[0].type == "SS")
    tried_at = eligibility.attempt_situation(view, side, a, post, units, hex_id, 0)
    return (
        []
        if eligibility.is_favourable(view.rulings, tried_at)
        else [Refusal("21.533D-note", "raider-unseen", (hex_id,), (), ())]
    )


def tried_refusals(view: State, side: str, a: Activity) -> list[Refusal]:
    """Refuse a second attempt on an activity."""
    if not has_tried(view, side, a.kind, a.forces):
        return []
    return [Refusal("21.4171", "already-tried", a.forces, facts(mission=a.kind))]


@clause("21.4182D")
def post_refusals(
    view: State, side: str, a: Activity, units: Sequence[Unit], order: Any, *, counter: bool
) -> list[Refusal]:
    """Refuse ships for where they are and what they may do from there. A force at sea divides only
    as its carriers allow."""
    out: list[Refusal] = []
    operation = "counter" if counter else "intercept"
    starts = {(u.base, "") if not u.force else (view.forces[u.force].at, u.force) for u in units}
    if len(starts) > 1:
        ids = tuple(u.id for u in units)
        places = ", ".join(sorted(theatre.name_of(view, p) for p, _ in starts))
        first = {u.id for u in units if u.base == units[0].base and u.force == units[0].force}
        one_base = Refusal(
            "22.14", "one-base", ids, facts(bases=places), remedies.only_ships(order, first)
        )
        return [one_base, *apart_refusals(view, side, sorted(p for p, _ in starts), order, counter)]
    never = [u.id for u in units if u.type in eligibility.NEVER or u.kind != "ship"]
    if never:
        types = ", ".join(sorted({u.type for u in units if u.id in never}))
        out.append(
            Refusal(
                "22.11",
                "cannot-intercept",
                tuple(never),
                facts(types=types),
                remedies.without_ships(order, never),
            )
        )
    out += independent_refusals(units, operation, order.hex)
    out += mixed_refusals(units, order, counter)
    sw = [u.id for u in units if theatre.is_sw_box(u.base) and not u.force]
    if sw:
        out.append(
            Refusal(
                "22.11",
                "from-sw-box",
                tuple(sw),
                facts(box=units[0].base),
                remedies.without_ships(order, sw),
            )
        )
    out += peace_refusals(view, a, units, order)
    out += [] if counter else rival_refusals(view, side, units)
    force = next(iter(starts))[1]
    if force:
        out += station_refusals(view, a, force, counter)
        left = forces.members_without(view.members(view.forces[force]), units)
        out += employment.split_refusals((units, left)) if left else []
        hurt = [u.id for u in units if u.damaged]
        if hurt:
            out.append(
                Refusal("21.314", "damaged", tuple(hurt), (), remedies.without_ships(order, hurt))
            )
        return out
    out += employment.start_refusals(view, side, units, operation, tf=order.tf)
    out += employment.joining_refusals(
        view,
        [u for u in units if u.type != "SS"],
        order.tf,
        operation,
        eligibility.forces_sent_from(view, side, units[0].base, operation),
    )
    moved = tuple(
        u.id for u in units if counter and u.changed_base and eligibility.is_back_in_port(u, a)
    )
    return (
        [*out, Refusal("21.321", "already-sortied", moved, also_cites=("21.221",))]
        if moved
        else out
    )


@clause("21.2111#2")
def apart_refusals(
    view: State, side: str, starts: Sequence[str], order: Any, counter: bool
) -> list[Refusal]:
    """Refuse ships from both sides of a strait closed to them, when they are to act together in the
    strait hex."""
    far = [p for p in starts if not eligibility.is_connected(view, side, starts[0], p)]
    if counter or not far or len(straits.water_groups(view, side, order.hex)) < 2:
        return []
    return [
        Refusal(
            "21.2111#2",
            "across-strait",
            (order.hex,),
            facts(base=theatre.name_of(view, far[0]), hex=order.hex),
        )
    ]


def mixed_refusals(units: Sequence[Unit], order: Any, counter: bool) -> list[Refusal]:
    """Refuse submarines mixed with other ships, because each submarine force intercepts by itself,
    and counter-interception by submarines in port."""
    boats = [u.id for u in units if u.type == "SS"]
    if boats and len(boats) < len(units):
        return [
            Refusal(
                "22.14",
                "submarines-apart",
                tuple(boats),
                (),
                remedies.without_ships(order, boats) + remedies.only_ships(order, boats),
            )
        ]
    if boats and counter and not units[0].force:
        return [Refusal("22.16", "submarines-no-counter", tuple(boats))]
    return []


@clause("21.14E")
def peace_refusals(view: State, a: Activity, units: Sequence[Unit], order: Any) -> list[Refusal]:
    """Refuse ships of nations that are not at war with the ships to be intercepted."""
    if not view.peace:
        return []
    foes = frozenset(a.nations) or eligibility.nations_of(view, a.forces)
    ids = [u.id for u in units if foes and not any(is_at_war(view, u.nation, n) for n in foes)]
    if not ids:
        return []
    return [
        Refusal(
            "22.11",
            "not-at-war",
            tuple(ids),
            facts(nations=", ".join(sorted(foes))),
            remedies.without_ships(order, ids),
        )
    ]


def rival_refusals(view: State, side: str, units: Sequence[Unit]) -> list[Refusal]:
    """Refuse Russian ships when Western Allied ships sail to the same target."""
    russians = tuple(u.id for u in units if power_of(u.nation) == "Russia")
    return (
        [Refusal("22.12", "western-first", russians)]
        if russians and eligibility.is_western_first(view, side)
        else []
    )


def station_refusals(view: State, a: Activity, force: str, counter: bool) -> list[Refusal]:
    """Return the refusals that keep a force at sea on its station."""
    f = view.forces[force]
    if eligibility.may_leave_station(view, f, a, counter) and f.state == "on-station":
        return []
    if f.mission in ("carrier", "invade", "bombard"):
        return [mission_refusal(f)]
    if f.state != "on-station":
        also = ("21.4182E",) if f.mission == "patrol" else ()
        return [Refusal("22.11", "committed", (force,), facts(mission=f.mission), (), (), also)]
    if f.mission == "defensive-patrol" and has_succeeded(view, f.at):
        return [Refusal("21.4193", "one-success", (force,))]
    if f.mission == "defensive-patrol":
        return [
            Refusal(
                "21.4192", "not-this-segment", (force,), facts(segment=a.segment or view.segment)
            )
        ]
    if counter and has_mark(view, "barred", force, view.phase):
        return [Refusal("21.4182C", "came-too-late", (force,), facts(phase=view.phase))]
    if counter and has_supported(view, force, a.forces):
        return [Refusal("21.4182D", "part-helps-already", (force,))]
    if counter and a.kind in eligibility.COUNTERED_FREELY:
        return [Refusal("21.4182E", "same-moment", (force,), facts(mission=a.kind))]
    return [Refusal("21.4182E", "patrol-intercepts-not", (force,), facts(mission=f.mission))]


@clause("21.555C", "21.557E")
def mission_refusal(f: Force) -> Refusal:
    """Return the refusal for ships on a carrier mission or another combat mission. They fight when
    intercepted, but do not intercept and do not support an intercepted friend."""
    return Refusal(
        "21.555C", "mission-intercepts-not", (f.id,), facts(mission=f.mission), (), (), ("21.557E",)
    )


def way_refusals(
    view: State, side: str, a: Activity, units: Sequence[Unit], hex_id: str, order: Any
) -> list[Refusal]:
    """Refuse for range, straits or fronts between the ships and the interception hex."""
    first = units[0]
    if first.base in mapboard_boxes.BLOCKED["intercept"] and not first.force:
        return []
    start = view.forces[first.force].at if first.force else first.base
    base = first.base or start
    out: list[Refusal] = []
    if not fronts.can_intercept_by_front(view, base, a.whole):
        front = ", ".join(fronts.activity_front(view, a.whole))
        out.append(
            Refusal(
                "21.1324",
                "other-front",
                (hex_id,),
                facts(base=theatre.name_of(view, base), front=front),
            )
        )
    if not eligibility.shares_water(view, side, start, base, a, hex_id):
        out.append(
            Refusal(
                "21.2111",
                "other-side-of-strait",
                (hex_id,),
                facts(base=theatre.name_of(view, start)),
            )
        )
    if out:
        return out
    plan = eligibility.interception_route(view, side, units, a, start, hex_id, order.via)
    shut = [r for r in plan.refusals if r.code == "strait-closed"]
    if shut:
        out.append(
            Refusal(
                "21.2111",
                "other-side-of-strait",
                (hex_id,),
                facts(base=theatre.name_of(view, start)),
            )
        )
    return list(dict.fromkeys((*out, *plan.refusals)))
