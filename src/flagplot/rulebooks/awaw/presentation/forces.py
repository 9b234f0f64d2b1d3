"""The forces list of a side: forces at sea, ports, known enemy forces, and the beginnings of orders
to them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from flagplot.table import Single, about_map
from flagplot.table.display.position import ForceLine
from flagplot.table.language.sentences import capitalise, count_text

from ..map.ports import capacity, port_count
from ..nouns import L
from ..orders import (
    BaseChange,
    Counter,
    Displace,
    Eliminate,
    Freeze,
    Intercept,
    Patrol,
    Redeploy,
    Strike,
    Transport,
    Uninvert,
    Withdraw,
)
from ..rules.raiders import scenario_rules
from ..state import NOT_FACTORS, STAYS, Force, State, Unit
from . import names


def ships_by_port(view: State, side: str) -> dict[str, list[Unit]]:
    """Return the ships of one side in port, by place."""
    out: dict[str, list[Unit]] = {}
    for u in view.ships(side):
        if not u.force and u.base:
            out.setdefault(u.base, []).append(u)
    return dict(sorted(out.items()))


def others_by_place(view: State, side: str, kind: str) -> dict[str, list[Unit]]:
    """Return the land-based air or ground units of one side, by place."""
    out: dict[str, list[Unit]] = {}
    for u in view.units.values():
        if (
            u.kind == kind
            and u.side == side
            and u.present
            and not u.force
            and not u.aboard
            and u.base
        ):
            out.setdefault(u.base, []).append(u)
    return dict(sorted(out.items()))


def strength(units: Iterable[Unit]) -> int:
    """Return the naval factors of units, or their submarine factors when there are no others."""
    us = tuple(units)
    total = sum(u.naval_factors for u in us)
    return total or sum(u.factors for u in us if u.type in NOT_FACTORS)


def port_id(side: str, place: str) -> str:
    return f"port:{side}:{place}"


def display_states(units: Sequence[Unit]) -> tuple[str, ...]:
    """Return the display states of some ships taken together."""
    out = []
    if units and all(u.inverted or u.used for u in units):
        out.append("used")
    elif units:
        out.append("ready")
    if any(u.damaged for u in units):
        out.append("damaged")
    if len(units) > 1:
        out.append("stack")
    return tuple(out)


def forces(view: State, side: str, request: Single | None) -> tuple[ForceLine, ...]:
    """Return the forces of a side at sea and by port, then the known enemy forces."""
    starts = order_starts(request)
    out: list[ForceLine] = []
    for f in view.forces.values():
        if f.side == side or not side:
            out.append(force_line(view, f))
    ports = ships_by_port(view, side) if side else {}
    air, ground = (others_by_place(view, side, k) if side else {} for k in ("air", "ground"))
    for place in sorted(
        {*ports, *air, *ground}, key=lambda p: (p not in ports, -strength(ports.get(p, ())), p)
    ):
        out.append(
            port_line(
                view,
                side,
                place,
                ports.get(place, []),
                [*air.get(place, []), *ground.get(place, [])],
                starts,
            )
        )
    for owner in view.sides:
        if owner != side:
            out += enemy_lines(view, owner)
    return tuple(out)


BEGUN: Mapping[str, Mapping[str, tuple[type, ...]]] = {
    "movement": {"ship": (Patrol, BaseChange)},
    "transport": {"cargo": (Transport,)},
    "redeployment": {"ship": (Redeploy,)},
    "interception": {"ship": (Intercept,)},
    "counter-interception": {"ship": (Counter,)},
    "uninversion": {"ship": (Uninvert,)},
    "surplus": {"ship": (Freeze, Eliminate)},
    "displacement": {"ship": (Displace,)},
}
"""Orders that begin with a unit of each kind, by the kind of question."""


FLOWN = {
    "patrol-strike": ("", "counterair"),
    "combat-strike": ("", "counterair"),
    "patrol-counterair": ("counterair",),
}
"""Strikes that squadrons may be sent on, by the kind of question."""


def order_starts(request: Single | None) -> dict[str, tuple[str, ...]]:
    """Return order texts to start from, by kind of unit. ``{}`` stands for the unit."""
    kind, about = (request.kind, about_map(request)) if request is not None else ("", {})
    said = (
        {"hex": str(about.get("fixed", "") or about.get("hex", ""))}
        if kind == "interception"
        else {}
    )
    begun = {
        unit: tuple(
            L.order_prefix(order, **{"cargo" if unit == "cargo" else "units": "{}"}, **said)
            for order in orders
        )
        for unit, orders in BEGUN.get(kind, {}).items()
    }
    return begun | {
        "flyer": tuple(
            L.order_prefix(Strike, units="{}", what=what) for what in FLOWN.get(kind, ())
        )
    }


def fill_starts(texts: Iterable[str], ids: str) -> tuple[str, ...]:
    return tuple(t.format(ids) for t in texts)


def port_line(
    view: State,
    side: str,
    place: str,
    ships: Sequence[Unit],
    others: Sequence[Unit],
    starts: dict[str, tuple[str, ...]],
) -> ForceLine:
    """Return a port with the units in it. Task forces are groups of their own."""
    children: list[ForceLine] = []
    grouped: set[str] = set()
    for g in view.groups.values():
        here = [u for u in ships if u.id in g.units]
        if here:
            grouped |= {u.id for u in here}
            note = (
                "task force, fast"
                if all(u.fast for u in here)
                else "task force, slow ships with it"
            )
            children.append(
                ForceLine(
                    g.id,
                    f"{g.name}: {names.units_text(here, 3)}",
                    side,
                    "group",
                    place,
                    str(strength(here)),
                    names.leading_silhouette(here),
                    display_states(here),
                    note,
                    fill_starts(starts.get("ship", ()), g.name),
                    tuple(unit_line(view, u, starts) for u in here),
                )
            )
    children += [
        unit_line(view, u, starts) for u in (*(u for u in ships if u.id not in grouped), *others)
    ]
    total = sum(u.naval_factors for u in view.based(place, side))
    room = capacity(view, place)
    note = "" if not port_count(view, place) else f"{total} of {room}"
    loose = ", ".join(
        u.id
        for u in ships
        if not (u.inverted or u.used or u.damaged or u.type in ("SS", "TR", "ASW", "CVE"))
    )
    return ForceLine(
        port_id(side, place),
        names.short_place(view, place),
        side,
        "port",
        place,
        str(strength(ships)) if ships else "",
        names.leading_silhouette(ships) if ships else "",
        display_states(ships),
        note,
        fill_starts(starts.get("ship", ()), loose) if loose else (),
        tuple(children),
        (total, room) if note else None,
    )


def unit_line(view: State, u: Unit, starts: dict[str, tuple[str, ...]]) -> ForceLine:
    """Return the line of a ship, an air unit or a ground unit."""
    state: tuple[str, ...] = ("used",) if u.inverted or u.used else ("ready",)
    if u.damaged:
        state = (*state, "damaged")
    words = [names.type_word(u.type)]
    if u.kind == "ship" and not u.fast:
        words.append("slow")
    if u.hits and not u.damaged:
        words.append(f"hit {u.hits} of {u.factors}")
    if u.inverted:
        words.append(
            f"met raiders: rests through {scenario_rules.season_of_turn(u.rests)}"
            if scenario_rules.is_resting(view, u)
            else "inverted: lies idle"
        )
    elif u.used:
        words.append(f"used: {u.used[-1]}")
    if u.note in STAYS:
        words.append("garrison, stays")
    if u.transported:
        words.append("landed this turn")
    kind = "ship" if u.kind == "ship" else "cargo"
    usable = (
        not (u.inverted or u.used or u.damaged)
        if kind == "ship"
        else u.note not in STAYS and not u.transported
    )
    return ForceLine(
        u.id,
        u.name,
        u.side,
        u.kind,
        u.base,
        str(u.factors),
        names.SILHOUETTES.get(u.type, ""),
        state,
        ", ".join(words),
        fill_starts(starts.get(kind, ()), u.id) if usable else (),
        carried_line(view, u, starts),
    )


def carried_line(view: State, u: Unit, starts: dict[str, tuple[str, ...]]) -> tuple[ForceLine, ...]:
    """Return the lines of the squadrons aboard a carrier."""
    out = []
    for x in view.units.values():
        if x.aboard == u.id and x.present:
            note = count_text(x.factors, "naval air squadron") + (
                ", inverted" if x.inverted else ""
            )
            orders, state = (
                fill_starts(starts.get("flyer", ()), x.id),
                ("used",) if x.inverted else ("ready",),
            )
            out.append(
                ForceLine(
                    x.id, x.name, x.side, "air", u.at, str(x.factors), "air", state, note, orders
                )
            )
    return tuple(out)


def force_line(view: State, f: Force) -> ForceLine:
    """Return the line of a force that is under way or announced."""
    members = view.members(f)
    now = {"sailing": "at sea", "on-station": "on station", "returning": "on its way home"}.get(
        f.state, f.state
    )
    bound = f", bound for {names.place_name(view, f.target)}" if f.at != f.target else ""
    note = f"{now}, {names.place_name(view, f.at)}{bound}"
    orders = (
        (L.order_prefix(Withdraw, force=f.id),)
        if f.state == "announced" and view.segment == "announce"
        else ()
    )
    cargo = [view.units[i] for i in f.cargo if i in view.units]
    lines = tuple(unit_line(view, u, {}) for u in (*members, *cargo))
    return ForceLine(
        f.id,
        capitalise(names.force_name(view, f.id)),
        f.side,
        "force",
        f.at,
        names.known_size(view, f),
        names.leading_silhouette(members),
        display_states(members),
        note,
        orders,
        lines,
    )


def enemy_lines(view: State, owner: str) -> list[ForceLine]:
    """Return the lines of the known forces and ports of *owner*."""
    out = [
        force_line(view, f)
        for f in view.forces.values()
        if f.side == owner and view.viewer != owner
    ]
    known = ships_by_port(view, owner)
    for place in sorted({*known, *(p for p, s in view.presence.items() if owner in s)}):
        units = known.get(place, [])
        note = names.units_text(units) + " seen here" if units else "ships in port"
        out.append(
            ForceLine(
                port_id(owner, place),
                names.short_place(view, place),
                owner,
                "port",
                place,
                "?",
                names.leading_silhouette(units),
                ("seen",),
                note,
                (),
                tuple(unit_line(view, u, {}) for u in units),
            )
        )
    return out
