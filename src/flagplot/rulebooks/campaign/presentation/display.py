"""The display of the state as one side sees it, for page and terminal. :func:`true_positions` gives
the full state, for the report."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from flagplot.table import AskOrder, Single
from flagplot.table.display.position import Afloat, Clause, Counter, Display, Phase, Route, Score
from flagplot.table.display.sheets import Sheet

from ..nouns.names import SILHOUETTE, joining_routes, mission_said, route_on_map, where_drawn
from ..rules.scoring import points_by_side
from ..scenarios.cards import scenario_of
from ..state import PHASES, SHIPPING, Ship, State
from ..state.territories import held_territories
from .battle_lines import battle_display
from .forces import forces
from .order_forms import forms
from .sheets import shipping_sheet


def true_positions(state: State) -> Iterator[Afloat]:
    """Yield the true positions of all ships; see :meth:`flagplot.table.Rulebook.afloat`. A ship on
    a mission that has sailed is shown along its whole route."""
    for s in sorted(state.ships.values(), key=lambda s: s.id):
        lost = s.gone if s.gone != "withdrawn" else ""
        yield Afloat(s.id, s.side, _true_places(state, s), lost, SILHOUETTE.get(s.cls, "unknown"))


def _true_places(state: State, s: Ship) -> tuple[str, ...]:
    if s.gone:
        return ()
    mission = state.missions.get(s.mission)
    if mission is None or mission.status == "ordered":
        places: tuple[str, ...] = (s.base,)
    else:
        places = tuple(p for p in mission.route if state.chart.strait(p) is None)
    return tuple(drawn for p in places if p and (drawn := where_drawn(state, p)))


def display(view: State, side: str, requests: Sequence[Single]) -> Display:
    """Return the display for a side; see :meth:`flagplot.table.Rulebook.display`."""
    now = PHASES.index(view.phase)
    phases = tuple(Phase(p.capitalize(), i == now, i < now) for i, p in enumerate(PHASES))
    title = str(scenario_of(view).get("title", "A position"))
    if view.battle is not None:
        return battle_display(view, side, requests, title, phases)
    owed = next((r for r in requests), None)
    return Display(
        board=view.chart.board,
        title=title,
        turn=f"Turn {view.turn} of {view.last_turn}, {view.season}",
        mover="",
        phases=phases,
        counters=(*_port_counters(view, side), *_mission_counters(view, side)),
        forces=forces(view, side, owed),
        routes=_routes(view, side),
        overlays=(),
        scores=tuple(Score(s, v, s) for s, v in points_by_side(view).items()),
        notes=_notes(view),
        forms=forms(view, side, owed),
        sheets=_sheets(view, side, owed),
        control=tuple(
            (view.chart.called(p.name), p.side)
            for p in held_territories(view)
            if p.square is not None
        ),
    )


def _port_counters(view: State, side: str) -> Iterator[Counter]:
    here = [
        s
        for s in view.ships.values()
        if s.side == side and s.afloat and not s.mission and s.arrives <= view.turn
    ]
    for base in sorted({s.base for s in here}):
        ships = [s for s in view.based_at(base, side) if not s.mission]
        if ships:
            lead = max(ships, key=lambda s: (s.cls in ("CV", "BB"), s.strength, s.id))
            state = ("stack",) if len(ships) > 1 else ()
            yield Counter(
                base,
                base,
                side,
                where_drawn(view, base),
                SILHOUETTE.get(lead.cls, "unknown"),
                strength_text(ships),
                state,
                True,
                len(ships),
            )


def _mission_counters(view: State, side: str) -> Iterator[Counter]:
    for m in view.missions.values():
        place = m.target if m.side == side else (m.route[-1] if m.route else "")
        if not place:
            continue
        at = where_drawn(view, place)
        if m.side != side:
            drawn = "ss" if m.flotilla else "tp" if m.kind in SHIPPING else "unknown"
            yield Counter(m.id, mission_said(view, m.id), m.side, at, drawn, "?", ("seen",))
            continue
        ships = [view.ships[u] for u in m.units if u in view.ships]
        called = (
            f"{ships[0].name} and {len(ships) - 1} more"
            if len(ships) > 1
            else mission_said(view, m.id)
        )
        drawn = SILHOUETTE.get(ships[0].cls, "unknown") if ships else "tp"
        state = ("draft",) if m.status == "ordered" else ()
        yield Counter(
            m.id, called, side, at, drawn, strength_text(ships), state, False, max(1, len(ships))
        )


def strength_text(ships: Sequence[Ship]) -> str:
    """Return the sum of strength points of some ships, as text."""
    return str(sum(s.strength for s in ships))


def _routes(view: State, side: str) -> tuple[Route, ...]:
    out = []
    for m in sorted(view.missions.values(), key=lambda m: m.id):
        places = route_on_map(view, m.route)
        if m.status != "ended" and (len(places) > 1 or m.side != side):
            style = "mine" if m.side == side else "his"
            out.append(Route(places, m.side, style, mission_said(view, m.id)))
            out += [Route(way, m.side, style) for way in joining_routes(view, m)]
    return tuple(out)


def _sheets(view: State, side: str, owed: Single | None) -> tuple[Sheet, ...]:
    found = shipping_sheet(view, side, owed if isinstance(owed, AskOrder) else None)
    return (found,) if found is not None else ()


def _notes(view: State) -> tuple[Clause, ...]:
    notes = [
        Clause(f"{m} was seen at {'; '.join(p)}.", "6.4.2.a")
        for m, p in ((s.mission, s.places) for s in view.spotted)
    ]
    for z in scenario_of(view).get("zone", ()):
        stale = view.flags.get("raided") == z["id"]
        notes.append(
            Clause(
                f"{z['id']}, {z['title']}: Range {z['range']}, trade "
                f"{0 if stale else z['trade']}, next to "
                f"{', '.join(z['next_to'])}{' (raided last turn)' if stale else ''}.",
                "6.3.1.e",
            )
        )
    return tuple(notes)
