"""The display of the state as one side sees it, for page and terminal. :func:`true_positions` gives
the full state, for the report."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from flagplot.table import Single
from flagplot.table.display.position import (
    Afloat,
    Clause,
    Counter,
    Display,
    ForceLine,
    Phase,
    Route,
    Score,
)
from flagplot.table.language.sentences import count_text

from ..map.sheets import BOARD
from ..nouns import L, name_or_empty, spoken_activity, spoken_name
from ..orders import Combine, EnterPort, Move, Split, Wait
from ..rules.movement import costs
from ..rules.search import reaction
from ..scenarios.cards import card
from ..state import Group, State
from ..state.units import KINDS, Unit, is_warship, silhouette
from . import shore
from .map_layers import map_layers
from .order_forms import forms
from .sheets import debt_remarks, sheets


def true_positions(state: State) -> Iterator[Afloat]:
    """Yield the true positions of all ships; see :meth:`flagplot.table.Rulebook.afloat`."""
    for id, u in sorted(state.units.items()):
        group = state.group_of(id)
        hits = count_text(u.hits, "hit") if u.hits else ""
        way = (group.hex,) if group is not None else ()
        yield Afloat(id, u.side, way, "lost" if u.lost else hits, silhouette(u))


def display(view: State, side: str, requests: Sequence[Single]) -> Display:
    """Return the display of the whole state for one side: counters, forces with MPs left, combat
    zones, search range, scores."""
    phase = view.phase
    step = f", step {view.step} of {phase.steps}" if phase and view.step else ""
    title = card(view.scenario).title.split(":")[0] if view.scenario else "Europa"
    return Display(
        BOARD,
        title,
        f"{view.turn}{step}",
        view.phasing,
        step_segments(view),
        map_position(view, side)[1],
        forces(view, side),
        last_legs(view, side),
        map_layers(view, side),
        tuple(Score(s, view.scores.get(s, 0), s, "VP") for s in view.sides),
        map_notes(view, side, requests),
        forms(view, requests),
        tuple((h, p.owner) for h, p in sorted(view.ports.items()) if p.owner in view.sides),
        sheets=sheets(view, side, requests[0] if requests else None),
    )


def map_position(view: State, side: str) -> tuple[str, tuple[Counter, ...]]:
    """Return the board's id and the counters on it."""
    return BOARD, tuple(counter(view, g, side) for g in groups(view)) + air_counters(
        view
    ) + shore.shore_counters(view)


def groups(view: State) -> list[Group]:
    """Return all groups of a view by id."""
    return [g for _, g in sorted(view.groups.items())]


def step_segments(view: State) -> tuple[Phase, ...]:
    """Return the segments of a naval movement step, with the current one marked."""
    names = (("start", "Step begins"), ("move", "Movement"), ("reaction", "Reaction"))
    order = [n for n, _ in names]
    now = order.index(view.segment) if view.segment in order else 0
    return tuple(Phase(title, n == view.segment, order.index(n) < now) for n, title in names)


def counter(view: State, g: Group, side: str) -> Counter:
    """Return the counter of a group on the map."""
    units = view.of(g)
    lead = max(units, key=lambda u: (u.strength, u.id)) if units else None
    kind = view.kind(g)
    guessed = {"cargo": "tp", "mixed": "tp", "submarine": "ss"}.get(kind, "unknown")
    state = ["stack"] if len(units) > 1 else []
    if g.side != side and g.found:
        state.append("seen")
    if g.side == view.phasing and (
        g.idle or g.ended or (g.members and not costs.mps_left(view, g))
    ):
        state.append("used")
    if any(u.hits for u in units):
        state.append("damaged")
    return Counter(
        g.id,
        g.id,
        g.side,
        g.hex,
        silhouette(lead) if lead else guessed,
        strength_text(units),
        tuple(state),
        g.where == "port",
        max(1, len(units)),
        group_detail(view, g),
    )


def strength_text(units: Sequence[Unit]) -> str:
    """Return the strength of warships and of transports: ``26+5``."""
    guns = sum(u.strength for u in units if is_warship(u) or u.kind == "SUB")
    freight = sum(u.strength for u in units) - guns
    return "+".join(str(n) for n in (guns, freight) if n)


def group_detail(view: State, g: Group) -> str:
    """Return a line of text about a group: kind, MPs left, night, markers; of an enemy, what is
    known of it."""
    kind = view.kind(g)
    if not g.members or not view.of(g):
        known = (
            f", {count_text(g.disclosed_counts[0], 'TF')} and {count_text(g.disclosed_counts[1], 'transport')}"
            if g.disclosed_counts[0] >= 0
            else ""
        )
        return f"{kind} group{known}"
    parts = [f"{kind} group"]
    if g.side == view.phasing or reaction.why_not_react(view, g) is None:
        parts.append(f"{costs.mps_left(view, g)} MPs left")
    if g.night_block:
        parts.append(f"night block {g.night_block} of 5")
    if g.marker:
        parts.append(f"-{g.marker} Step")
    if g.reserve:
        parts.append("activated" if g.activated else "reserve")
    if g.found:
        parts.append("found")
    if g.zone_done:
        parts.append("free of danger zones in this step")
    if g.eased:
        parts.append("-1 on its next danger-zone roll")
    if g.task:
        parts.append(f"{g.paid} MPs paid: {spoken_activity(view, g.task)}")
    return ", ".join(parts)


def air_counters(view: State) -> tuple[Counter, ...]:
    """Return the air units at their bases."""
    return tuple(
        Counter(
            a.id,
            a.name or a.id,
            a.side,
            a.place,
            "air",
            str(a.strength),
            ("used",) if a.marker or a.struck else (),
            True,
            1,
            f"{a.mission}, range {a.reach}" + (f", {a.marker}" if a.marker else ""),
        )
        for _, a in sorted(view.air.items())
        if not a.carrier
    )


def forces(view: State, side: str) -> tuple[ForceLine, ...]:
    """Return the list of forces: own groups with their units, known enemy groups, own air units."""
    lines = [force_line(view, g, side) for g in groups(view)]
    for _, a in sorted(view.air.items()):
        if a.side == side:
            note = ", ".join(
                filter(
                    None,
                    (a.mission, f"range {a.reach}", a.marker, "has struck" if a.struck else ""),
                )
            )
            name = name_or_empty(view, a.id) or a.id
            lines.append(
                ForceLine(
                    a.id,
                    f"{name} at {a.base}",
                    a.side,
                    "air",
                    a.place,
                    str(a.strength),
                    "air",
                    ("used",) if a.marker or a.struck else (),
                    note,
                )
            )
    lines += shore.division_lines(view, side)
    return tuple(lines)


def force_line(view: State, g: Group, side: str) -> ForceLine:
    """Return the line of one group in the list of forces, with the beginnings of orders for it."""
    units = view.of(g)
    starts: tuple[str, ...] = ()
    if g.side == side and g.members:
        verbs = (
            (Move, "sail"),
            (Move, "move"),
            (EnterPort, "enter"),
            (Split, "split"),
            (Wait, "wait"),
        )
        sail, move, enter, split, wait = (
            L.order_prefix(order, verb, group=g.id) for order, verb in verbs
        )
        starts = (sail, move, enter, split, L.order_prefix(Combine, groups=f"{g.id} "), wait)
    children = tuple(
        ForceLine(
            u.id,
            name_or_empty(view, u.id) or u.id,
            u.side,
            KINDS[u.kind],
            g.hex,
            f"{u.strength}" + (f" of {u.printed}" if u.hits else ""),
            silhouette(u),
            ("damaged",) if u.hits else (),
            cargo_note(view, u),
        )
        for u in units
    )
    return ForceLine(
        g.id,
        g.id,
        g.side,
        view.kind(g),
        g.hex,
        strength_text(units),
        counter(view, g, side).silhouette,
        counter(view, g, side).state,
        group_detail(view, g),
        starts,
        children,
    )


def cargo_note(view: State, unit: Unit) -> str:
    """Return a text of the cargo that a unit carries."""
    return ", ".join(
        spoken_name(view, c.id)
        + (f": {count_text(c.res, 'RE')}" if c.res and "sp" not in c.marks else "")
        for _, c in sorted(view.cargo.items())
        if c.aboard == unit.id
    )


def last_legs(view: State, side: str) -> tuple[Route, ...]:
    """Return the last leg of each group that moved in this step."""
    return tuple(
        Route((g.came_from.split("/")[0], g.hex), g.side, "mine" if g.side == side else "his")
        for g in groups(view)
        if g.moved and g.came_from and g.came_from.split("/")[0] != g.hex
    )


def map_notes(view: State, side: str, requests: Sequence[Single]) -> tuple[Clause, ...]:
    """Return the remarks beside the map."""
    found = []
    for request in requests:
        if request.kind in ("movement", "reaction"):
            able = [
                g
                for g in view.standing(request.side)
                if g.members
                and (
                    reaction.why_not_phasing(view, g)
                    if request.kind == "movement"
                    else reaction.why_not_react(view, g)
                )
                is None
            ]
            left = ", ".join(
                f"{g.id} {costs.mps_left(view, g)}" for g in able if costs.mps_left(view, g)
            )
            found.append(Clause(f"MPs left: {left or 'none'}.", "32.A.s06"))
    found += [Clause(r.text, r.clause) for r in debt_remarks(view, side)]
    if view.waters.suez != "open":
        found.append(Clause(f"The Suez Canal is {view.waters.suez}.", "32.A.6.a"))
    found += shore.troop_notes(view)
    sea = view.weather.get("", "calm")
    found.append(Clause(f"The sea is {sea}.", "32.B-T1"))
    return tuple(found)
