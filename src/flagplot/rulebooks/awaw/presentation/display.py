"""The position as one side sees it, for page and terminal. :func:`true_positions` serves the report
of a finished game instead."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from flagplot.table import AskOrder, Single, about_map
from flagplot.table.display.position import (
    Afloat,
    Clause,
    Counter,
    Display,
    Overlay,
    Phase,
    Route,
    Score,
)
from flagplot.table.language.sentences import count_text

from ..map import theatre
from ..map.ports import port_count, side_holding
from ..rules import mission_points
from ..scenarios import cards
from ..state import Force, State, Unit
from . import names, order_forms
from .boxes import boxes
from .forces import display_states, forces, others_by_place, port_id, ships_by_port, strength
from .names import leading_silhouette
from .sheets import sheets


def true_positions(state: State) -> Iterator[Afloat]:
    """Yield the true positions of all ships; see :meth:`flagplot.table.Rulebook.afloat`."""
    for u in sorted(state.units.values(), key=lambda u: u.id):
        if u.kind == "ship" and u.status != "reserve":
            yield Afloat(u.id, u.side, _where(state, u), _lost(u), leading_silhouette((u,)))


def _where(state: State, u: Unit) -> tuple[str, ...]:
    if u.status:
        return ()
    force = state.forces.get(u.force)
    place = force.at if force is not None else u.at or u.base
    return (place,) if place else ()


def _lost(u: Unit) -> str:
    if u.status == "sunk":
        return "sunk"
    return f"{count_text(u.lost, 'factor')} lost" if u.lost else ""


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
    """Return the whole position for *side* (empty for a spectator). *requests* are those it must
    answer now."""
    card = cards.scenario_card(view.scenario, view.start) if view.scenario else None
    request = requests[0] if requests else None
    mine = order_forms.forms_for(view, request) if isinstance(request, AskOrder) else ()
    return Display(
        board=view.board,
        title=card.title if card else "A World at War",
        turn=f"{view.season} {view.year}",
        mover=view.mover,
        phases=tracker(view),
        counters=counters(view, side),
        forces=forces(view, side, request),
        routes=routes(view, side),
        overlays=overlays(view, side, request),
        scores=scores(view, side),
        notes=display_notes(view, side, request),
        forms=mine,
        control=port_control(view),
        boxes=boxes(view, side),
        sheets=sheets(view, side, request),
    )


def map_position(view: State, side: str) -> tuple[str, tuple[Counter, ...]]:
    """Return the board and the counters on it."""
    return view.board, counters(view, side)


def tracker(view: State) -> tuple[Phase, ...]:
    """Return the boxes of the turn, with the current one marked."""
    boxes = [x for x in TRACKER if x[1] != "construction" or view.ground_reported or view.accounts]
    now = 0
    for i, (_, phase, segments) in enumerate(boxes):
        if view.phase == phase and (not segments or view.segment in segments):
            now = i
    return tuple(Phase(name, now=i == now, done=i < now) for i, (name, _, _) in enumerate(boxes))


# --------------------------------------------------------------------------------------- counters
def counters(view: State, side: str) -> tuple[Counter, ...]:
    """Return the counters: a stack for the ships of a port, one for every force at sea, outlines
    for unseen ships, and aircraft."""
    out: list[Counter] = []
    for owner in view.sides:
        known = ships_by_port(view, owner)
        out += [
            port_counter(owner, place, units, own=owner == side or not side)
            for place, units in known.items()
        ]
        if owner != side:
            out += [
                unseen_counter(owner, p)
                for p, sides in view.presence.items()
                if owner in sides and p not in known
            ]
        out += [
            air_counter(owner, place, units)
            for place, units in others_by_place(view, owner, "air").items()
        ]
        out += [
            force_counter(view, f, side)
            for f in view.forces.values()
            if f.side == owner and at_sea(f)
        ]
    return tuple(out)


def port_counter(owner: str, place: str, units: list[Unit], *, own: bool) -> Counter:
    """Return the ships of a port; of the enemy's, only those seen there."""
    name, size, state, detail = (
        names.units_text(units, 3),
        str(strength(units)),
        display_states(units),
        names.units_text(units, 12),
    )
    if not own:
        name, size, state, detail = (
            f"{name} or more",
            "?",
            ("seen",),
            "seen here; others may lie beside them",
        )
    return Counter(
        port_id(owner, place),
        name,
        owner,
        place,
        names.leading_silhouette(units),
        size,
        state,
        True,
        len(units),
        detail,
    )


def unseen_counter(owner: str, place: str) -> Counter:
    """Return an outline for unseen enemy ships in a port."""
    detail = f"Ships of {names.side_name(owner)} lie here; which is not known."
    return Counter(
        port_id(owner, place),
        "ships in port",
        owner,
        place,
        "unknown",
        "?",
        ("seen",),
        True,
        1,
        detail,
    )


def air_counter(owner: str, place: str, units: list[Unit]) -> Counter:
    """Return the land-based aircraft of a place."""
    state = ("used",) if all(u.inverted for u in units) else ("ready",)
    size = str(sum(u.factors for u in units))
    return Counter(
        f"air:{owner}:{place}",
        names.units_text(units, 3),
        owner,
        place,
        "air",
        size,
        state,
        False,
        len(units),
        names.units_text(units),
    )


def at_sea(force: Force) -> bool:
    """Return True for a force that has left its base."""
    return force.state != "announced"


def force_counter(view: State, force: Force, side: str) -> Counter:
    """Return a force at sea as *side* sees it."""
    members = view.members(force)
    own = force.side == side or not side
    state = display_states(members) if own else ("seen",)
    if own and force.cargo:
        state = (*state, "cargo")
    size = names.known_size(view, force)
    bound = f"{size} naval factors, bound for {names.place_name(view, force.target)}"
    return Counter(
        force.id,
        names.force_name(view, force.id),
        force.side,
        force.at,
        names.leading_silhouette(members),
        size,
        state,
        False,
        max(1, len(members)),
        names.units_text(members, 12) if members else bound,
    )


# ------------------------------------------------------------------------------- routes, overlays
def routes(view: State, side: str) -> tuple[Route, ...]:
    """Return the tracks of forces that are at sea or announced."""
    out = []
    for f in view.forces.values():
        if len(f.path) < 2:
            continue
        style = "mine" if f.side == side else "his"
        path = f.path if f.side == side or f.state != "announced" else f.path[:1]
        sailed = path if f.side == side else path[: f.step + 1]
        if len(sailed) > 1:
            out.append(Route(sailed, f.side, style, names.force_name(view, f.id)))
    return tuple(out)


def overlays(view: State, side: str, request: Single | None) -> tuple[Overlay, ...]:
    """Return the hexes worth points, and the hexes of an interception window."""
    out: list[Overlay] = []
    if view.scenario:
        patrol = cards.scenario_card(view.scenario, view.start).score.patrol
        if patrol is not None:
            out.append(
                Overlay(
                    patrol.hexes,
                    "target",
                    1,
                    f"a patrol of {patrol.factors} or more factors here scores",
                )
            )
    if request is not None and request.kind in ("interception", "counter-interception"):
        about = about_map(request)
        counter = request.kind == "counter-interception"
        fixed = str(about.get("hex" if counter else "fixed", ""))
        hexes = tuple(
            h for h in (fixed or str(about.get("path", "") or about.get("hex", ""))).split(",") if h
        )
        out.append(Overlay(hexes, "window", 0, "interception window"))
    return tuple(out)


def port_control(view: State) -> tuple[tuple[str, str], ...]:
    """Return (hex, side) pairs of the ports on the map."""
    hexes = {
        h
        for h in view.control
        if not theatre.is_box(h) and (port_count(view, h) or h in view.extra_ports)
    }
    return tuple((h, side_holding(view, h)) for h in sorted(hexes))


# ------------------------------------------------------------------------------------------- text
def scores(view: State, side: str) -> tuple[Score, ...]:
    """Return the score strip: victory points, and the mission points left this player turn."""
    out = (
        [Score({"Allied": "Allies"}.get(s, s), view.score.get(s, 0.0), s) for s in view.sides]
        if view.scenario
        else []
    )
    for s in (side,) if side else view.sides:
        if s in view.points and s == view.mover:
            most = view.purse.get(s) or view.income.get(s, view.points[s])
            out.append(Score("Mission points", mission_points.points_left(view, s), most=most))
    return tuple(out)


HINTS = {
    "movement": "21.416A",
    "sequence": "21.416B",
    "transport": "21.43",
    "redeployment": "21.6",
    "interception": "21.4171",
    "counter-interception": "22.16",
    "uninversion": "21.7",
    "patrol-strike": "21.416I",
    "combat-strike": "21.4181C",
    "patrol-counterair": "21.416G",
}
"""Clause of the hint beside the map, by the kind of question."""


def display_notes(view: State, side: str, request: Single | None) -> tuple[Clause, ...]:
    """Return the hint for the question, and the ways to score."""
    out = []
    if request is not None and request.kind in HINTS:
        out.append(Clause(names.words().term("hint", request.kind), HINTS[request.kind]))
    if view.scenario and side:
        out += [Clause(text) for text in scoring_texts(view, side)]
    return tuple(out)


def scoring_texts(view: State, side: str) -> list[str]:
    """Return the ways a side scores, with the count so far."""
    rules = cards.scenario_card(view.scenario, view.start).score
    out = []
    for i, rule in enumerate(rules.landing):
        if rule.side != side:
            continue
        done = int(view.tallies.get(f"landing {i}", 0))
        where = names.list_text([f"{place} {points:g}" for place, points in rule.at.items()])
        kinds = " or ".join({"ground": "troops", "air": "aircraft"}[k] for k in rule.kinds)
        when = f" in {', '.join(rule.seasons)}" if rule.seasons else ""
        out.append(
            f"Landing {kinds} by sea transport{when} scores for each factor: {where} ({done} of "
            f"{rule.first} counted)."
        )
    if rules.patrol is not None:
        out.append(
            f"A patrol of {rules.patrol.factors} or more factors that is still off the coast at "
            "the end of combat scores "
            f"{rules.patrol.each:g}: {', '.join(rules.patrol.hexes)}."
        )
    return out
