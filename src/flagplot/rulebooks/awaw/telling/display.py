"""The position as the page and the terminal show it, made from a side's view only."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from flagplot.table import Command, Single, about_map
from flagplot.table.display import Clause, Counter, Display, ForceLine, OrderForm, Overlay, Phase, Route

from ..map import theatre
from ..map.ports import capacity, port_count, side_holding
from ..rules import mission_points
from ..rules.raiders import rest
from ..scenarios import cards
from ..state import NOT_FACTORS, STAYS, Force, State, Unit
from . import forms, naming
from .boxes import boxes
from .sheets import sheets

TRACKER = (
    ("Air", "movement", ("start", "air")),
    ("Announce", "movement", ("announce",)),
    ("Patrols", "movement", ("patrols",)),
    ("Base changes", "movement", ("base-changes", "supply")),
    ("Sea transport", "movement", ("transport", "ground")),
    ("Combat", "combat", ()),
    ("Construction", "construction", ()),
    ("Redeployment", "redeployment", ()),
    ("End of turn", "end", ()),
)


def display(view: State, side: str, requests: Sequence[Single]) -> Display:
    """The whole position for *side* (empty for a spectator); *requests* are what it owes now."""
    card = cards.card(view.scenario, view.start) if view.scenario else None
    request = requests[0] if requests else None
    mine = forms.forms(view, request) if isinstance(request, Command) else ()
    return Display(
        board=view.board,
        title=card.title if card else "A World at War",
        turn=f"{view.season} {view.year}",
        mover=view.mover,
        phases=tracker(view),
        counters=counters(view, side),
        forces=force_list(view, side, request, mine),
        routes=routes(view, side),
        overlays=overlays(view, side, request),
        scores=scores(view, side),
        notes=notes(view, side, request),
        forms=mine,
        control=control(view),
        boxes=boxes(view, side),
        sheets=sheets(view, side, request),
    )


def stage(view: State, side: str) -> tuple[str, tuple[Counter, ...]]:
    """The board and what lies on it."""
    return view.board, counters(view, side)


def tracker(view: State) -> tuple[Phase, ...]:
    """The boxes of the turn, the one that is on marked."""
    boxes = [x for x in TRACKER if x[1] != "construction" or view.ground_told or view.accounts]
    now = 0
    for i, (_, phase, segments) in enumerate(boxes):
        if view.phase == phase and (not segments or view.segment in segments):
            now = i
    return tuple(Phase(name, now=i == now, done=i < now) for i, (name, _, _) in enumerate(boxes))


# -------------------------------------------------------------------------------------------------------------- counters
def ships_by_port(view: State, side: str) -> dict[str, list[Unit]]:
    """Ships lying in port by place, of one side."""
    out: dict[str, list[Unit]] = {}
    for u in view.ships(side):
        if not u.force and u.base:
            out.setdefault(u.base, []).append(u)
    return dict(sorted(out.items()))


def others_by_place(view: State, side: str, kind: str) -> dict[str, list[Unit]]:
    """Land-based air or ground units by place, of one side."""
    out: dict[str, list[Unit]] = {}
    for u in view.units.values():
        if u.kind == kind and u.side == side and u.present and not u.force and not u.aboard and u.base:
            out.setdefault(u.base, []).append(u)
    return dict(sorted(out.items()))


def strength(units: Iterable[Unit]) -> int:
    """Naval factors, or submarine factors when there is nothing else."""
    us = tuple(units)
    total = sum(u.naval_factors for u in us)
    return total or sum(u.factors for u in us if u.type in NOT_FACTORS)


def port_id(side: str, place: str) -> str:
    return f"port:{side}:{place}"


def marks(units: Sequence[Unit]) -> tuple[str, ...]:
    """Display states of some ships taken together."""
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


def counters(view: State, side: str) -> tuple[Counter, ...]:
    """Counters: a stack for the ships of a port, one for every force at sea, outlines for what is only seen, air and ground."""
    out: list[Counter] = []
    for owner in view.sides:
        known = ships_by_port(view, owner)
        out += [port_counter(owner, place, units, own=owner == side or not side) for place, units in known.items()]
        if owner != side:
            out += [unseen(owner, p) for p, sides in view.presence.items() if owner in sides and p not in known]
        out += [air_counter(owner, place, units) for place, units in others_by_place(view, owner, "air").items()]
        out += [force_counter(view, f, side) for f in view.forces.values() if f.side == owner and at_sea(f)]
    return tuple(out)


def port_counter(owner: str, place: str, units: list[Unit], *, own: bool) -> Counter:
    """The ships of a port, of the enemy's those that are seen there."""
    name, size, state, detail = naming.several(units, 3), str(strength(units)), marks(units), naming.several(units, 12)
    if not own:
        name, size, state, detail = f"{name} or more", "?", ("seen",), "seen here; others may lie beside them"
    return Counter(port_id(owner, place), name, owner, place, naming.leading(units), size, state, True, len(units), detail)


def unseen(owner: str, place: str) -> Counter:
    """Ships of the enemy's in a port, of which only that is known."""
    detail = f"{naming.cap(naming.side_name(owner))} have ships here; which is not known."
    return Counter(port_id(owner, place), "ships in port", owner, place, "unknown", "?", ("seen",), True, 1, detail)


def air_counter(owner: str, place: str, units: list[Unit]) -> Counter:
    """Land-based aircraft of a place."""
    state = ("used",) if all(u.inverted for u in units) else ("ready",)
    size = str(sum(u.factors for u in units))
    return Counter(f"air:{owner}:{place}", naming.several(units, 3), owner, place, "air", size, state, False, len(units),
                   naming.several(units))


def at_sea(force: Force) -> bool:
    """True for a force that has left its base."""
    return force.state != "announced"


def force_counter(view: State, force: Force, side: str) -> Counter:
    """A force at sea as its owner or its enemy sees it."""
    members = view.members(force)
    own = force.side == side or not side
    state = marks(members) if own else ("seen",)
    if own and force.cargo:
        state = (*state, "cargo")
    size = naming.size_of(view, force)
    bound = f"{size} naval factors, bound for {naming.place_name(view, force.target)}"
    return Counter(force.id, naming.force_name(view, force.id), force.side, force.at, naming.leading(members), size, state, False,
                   max(1, len(members)), naming.several(members, 12) if members else bound)


# ----------------------------------------------------------------------------------------------------------- forces list
def force_list(view: State, side: str, request: Single | None, mine: Sequence[OrderForm]) -> tuple[ForceLine, ...]:
    """The forces of a side by port and at sea, then what it knows of the enemy."""
    starts = starters(request)
    out: list[ForceLine] = []
    for f in view.forces.values():
        if f.side == side or not side:
            out.append(force_line(view, f))
    ports = ships_by_port(view, side) if side else {}
    air, ground = (others_by_place(view, side, k) if side else {} for k in ("air", "ground"))
    for place in sorted({*ports, *air, *ground}, key=lambda p: (p not in ports, -strength(ports.get(p, ())), p)):
        out.append(port_line(view, side, place, ports.get(place, []), [*air.get(place, []), *ground.get(place, [])], starts))
    for owner in view.sides:
        if owner != side:
            out += enemy_lines(view, owner)
    return tuple(out)


def starters(request: Single | None) -> dict[str, tuple[str, ...]]:
    """Order texts to start from by kind of unit, with ``{}`` for the unit."""
    kind = request.kind if request is not None else ""
    about = about_map(request) if request is not None else {}
    where = str(about.get("fixed", "") or about.get("hex", ""))
    return {
        "movement": {"ship": ("patrol {} to ", "base change {} to ")},
        "transport": {"cargo": ("transport {} to ",), "ship": ()},
        "redeployment": {"ship": ("redeploy {} to ",)},
        "interception": {"ship": ("intercept {} at " + where,)},
        "counter-interception": {"ship": ("counter {}",)},
        "patrol-strike": {"flyer": ("strike {} at ", "counterair {} at ")},
        "combat-strike": {"flyer": ("strike {} at ", "counterair {} at ")},
        "patrol-counterair": {"flyer": ("counterair {} at ",)},
        "uninversion": {"ship": ("uninvert {}",)},
        "surplus": {"ship": ("idle {}", "eliminate {}")},
        "displacement": {"ship": ("displace {} to ",)},
    }.get(kind, {})  # type: ignore[return-value]


def filled(texts: Iterable[str], ids: str) -> tuple[str, ...]:
    return tuple(t.format(ids) for t in texts)


def port_line(
    view: State, side: str, place: str, ships: Sequence[Unit], others: Sequence[Unit], starts: dict[str, tuple[str, ...]]
) -> ForceLine:
    """A port with what lies in it; task forces are groups of their own."""
    children: list[ForceLine] = []
    grouped: set[str] = set()
    for g in view.groups.values():
        here = [u for u in ships if u.id in g.units]
        if here:
            grouped |= {u.id for u in here}
            note = "task force, fast" if all(u.fast for u in here) else "task force, slow ships with it"
            children.append(ForceLine(
                g.id, f"{g.name}: {naming.several(here, 3)}", side, "group", place, str(strength(here)), naming.leading(here),
                marks(here), note, filled(starts.get("ship", ()), g.name), tuple(unit_line(view, u, starts) for u in here),
            ))  # fmt: skip
    children += [unit_line(view, u, starts) for u in (*(u for u in ships if u.id not in grouped), *others)]
    total = sum(u.naval_factors for u in view.based(place, side))
    room = capacity(view, place)
    note = "" if not port_count(view, place) else f"{total} of {room}"
    loose = ", ".join(u.id for u in ships if not (u.inverted or u.used or u.damaged or u.type in ("SS", "TR", "ASW", "CVE")))
    return ForceLine(
        port_id(side, place), naming.short_place(view, place), side, "port", place, str(strength(ships)) if ships else "",
        naming.leading(ships) if ships else "", marks(ships), note, filled(starts.get("ship", ()), loose) if loose else (),
        tuple(children), (total, room) if note else None,
    )  # fmt: skip


def unit_line(view: State, u: Unit, starts: dict[str, tuple[str, ...]]) -> ForceLine:
    """A ship, an air unit or a ground unit."""
    state: tuple[str, ...] = ("used",) if u.inverted or u.used else ("ready",)
    if u.damaged:
        state = (*state, "damaged")
    words = [naming.type_word(u.type)]
    if u.kind == "ship" and not u.fast:
        words.append("slow")
    if u.hits and not u.damaged:
        words.append(f"hit {u.hits} of {u.factors}")
    if u.inverted:
        words.append(f"met raiders: rests through {rest.season(u.rests)}" if rest.resting(view, u) else "inverted: lies idle")
    elif u.used:
        words.append(f"used: {u.used[-1]}")
    if u.note in STAYS:
        words.append("garrison, stays")
    if u.transported:
        words.append("landed this turn")
    kind = "ship" if u.kind == "ship" else "cargo"
    usable = not (u.inverted or u.used or u.damaged) if kind == "ship" else u.note not in STAYS and not u.transported
    return ForceLine(
        u.id, u.name, u.side, u.kind, u.base, str(u.factors), naming.SILHOUETTES.get(u.type, ""), state, ", ".join(words),
        filled(starts.get(kind, ()), u.id) if usable else (), carried_line(view, u, starts),
    )  # fmt: skip


def carried_line(view: State, u: Unit, starts: dict[str, tuple[str, ...]]) -> tuple[ForceLine, ...]:
    """Squadrons aboard a carrier."""
    out = []
    for x in view.units.values():
        if x.aboard == u.id and x.present:
            note = naming.plural(x.factors, "naval air squadron") + (", inverted" if x.inverted else "")
            orders, state = filled(starts.get("flyer", ()), x.id), ("used",) if x.inverted else ("ready",)
            out.append(ForceLine(x.id, x.name, x.side, "air", u.at, str(x.factors), "air", state, note, orders))
    return tuple(out)


def force_line(view: State, f: Force) -> ForceLine:
    """A force under way, or announced to be."""
    members = view.members(f)
    now = {"sailing": "at sea", "on-station": "on station", "returning": "on its way home"}.get(f.state, f.state)
    bound = f", bound for {naming.place_name(view, f.target)}" if f.at != f.target else ""
    note = f"{now}, {naming.place_name(view, f.at)}{bound}"
    orders = (f"withdraw {f.id}",) if f.state == "announced" and view.segment == "announce" else ()
    cargo = [view.units[i] for i in f.cargo if i in view.units]
    lines = tuple(unit_line(view, u, {}) for u in (*members, *cargo))
    return ForceLine(f.id, naming.cap(naming.force_name(view, f.id)), f.side, "force", f.at, naming.size_of(view, f),
                     naming.leading(members), marks(members), note, orders, lines)


def enemy_lines(view: State, owner: str) -> list[ForceLine]:
    """What is known of the other side."""
    out = [force_line(view, f) for f in view.forces.values() if f.side == owner and view.viewer != owner]
    known = ships_by_port(view, owner)
    for place in sorted({*known, *(p for p, s in view.presence.items() if owner in s)}):
        units = known.get(place, [])
        note = naming.several(units) + " seen here" if units else "ships in port"
        out.append(ForceLine(port_id(owner, place), naming.short_place(view, place), owner, "port", place, "?",
                             naming.leading(units), ("seen",), note, (), tuple(unit_line(view, u, {}) for u in units)))
    return out


# ------------------------------------------------------------------------------------------------------- routes, overlays
def routes(view: State, side: str) -> tuple[Route, ...]:
    """Tracks of forces at sea and announced."""
    out = []
    for f in view.forces.values():
        if len(f.path) < 2:
            continue
        style = "mine" if f.side == side else "his"
        path = f.path if f.side == side or f.state != "announced" else f.path[:1]
        sailed = path if f.side == side else path[: f.step + 1]
        if len(sailed) > 1:
            out.append(Route(sailed, f.side, style, naming.force_name(view, f.id)))
    return tuple(out)


def overlays(view: State, side: str, request: Single | None) -> tuple[Overlay, ...]:
    """Hexes worth points, and the hex or track a window is about."""
    out: list[Overlay] = []
    if view.scenario:
        patrol = cards.card(view.scenario, view.start).score.patrol
        if patrol is not None:
            out.append(Overlay(patrol.hexes, "target", 1, f"a patrol of {patrol.factors} or more factors here scores"))
    if request is not None and request.kind in ("interception", "counter-interception"):
        about = about_map(request)
        counter = request.kind == "counter-interception"
        fixed = str(about.get("hex" if counter else "fixed", ""))
        hexes = tuple(h for h in (fixed or str(about.get("path", "") or about.get("hex", ""))).split(",") if h)
        out.append(Overlay(hexes, "window", 0, "interception window"))
    return tuple(out)


def control(view: State) -> tuple[tuple[str, str], ...]:
    """Who holds which port."""
    hexes = {h for h in view.control if not theatre.is_box(view, h) and (port_count(view, h) or h in view.extra_ports)}
    return tuple((h, side_holding(view, h)) for h in sorted(hexes))


# ------------------------------------------------------------------------------------------------------------------ text
def scores(view: State, side: str) -> tuple[tuple[str, str], ...]:
    """The score strip: victory points, and the mission points left this player turn."""
    out = [({"Allied": "Allies"}.get(s, s), f"{view.score.get(s, 0.0):g}") for s in view.sides] if view.scenario else []
    for s in (side,) if side else view.sides:
        if s in view.points and s == view.mover:
            most = view.purse.get(s) or view.income.get(s, view.points[s])
            out.append(("Mission points", f"{mission_points.left(view, s)} of {most}"))
    return tuple(out)


HINTS = {
    "movement": ("Announce patrols and base changes, all of them, then say done: they sail together.", "21.416A"),
    "sequence": ("Say in which order the patrols sail.", "21.416B"),
    "transport": (
        "Load troops and aircraft on destroyers and sail them to a port of yours; heavier ships may go along.",
        "21.43",
    ),
    "redeployment": ("Ships may still move to another port, used or not.", "21.6"),
    "interception": ("You may try once. Ships that sail are used up for this turn and the next of your own.", "21.4171"),
    "counter-interception": ("Your ships were caught: others may come to their help.", "22.16"),
    "uninversion": ("Choose the ships that the oil makes ready again.", "21.7"),
    "patrol-strike": ("Your carriers may strike every enemy base in range, round after round.", "21.416I"),
    "combat-strike": ("Each squadron of a patrol that stayed may fly one more strike.", "21.4181C"),
    "patrol-counterair": ("Your carriers may fight one round against air bases in range.", "21.416G"),
}


def notes(view: State, side: str, request: Single | None) -> tuple[Clause, ...]:
    """What can be done now, and how the scenario pays."""
    out = []
    if request is not None and request.kind in HINTS:
        out.append(Clause(*HINTS[request.kind]))
    if view.scenario and side:
        out += [Clause(text) for text in scoring(view, side)]
    return tuple(out)


def scoring(view: State, side: str) -> list[str]:
    """How a side earns points, with what is left of each limit."""
    rules = cards.card(view.scenario, view.start).score
    out = []
    for i, rule in enumerate(rules.landing):
        if rule.side != side:
            continue
        done = int(view.tallies.get(f"landing {i}", 0))
        where = naming.listed([f"{place} {points:g}" for place, points in rule.at.items()])
        kinds = " or ".join({"ground": "troops", "air": "aircraft"}[k] for k in rule.kinds)
        when = f" in {', '.join(rule.seasons)}" if rule.seasons else ""
        out.append(f"Landing {kinds} by sea transport{when} scores for each factor: {where} ({done} of {rule.first} counted).")
    if rules.patrol is not None:
        out.append(
            f"A patrol of {rules.patrol.factors} or more factors that is still off the coast at the end of combat scores "
            f"{rules.patrol.each:g}: {', '.join(rules.patrol.hexes)}."
        )
    return out
