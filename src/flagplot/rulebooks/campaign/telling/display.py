"""A position in words and pictures: what the page and the terminal show of a campaign to one side."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import islice
from typing import Any

from msgspec.structs import replace

from flagplot.table import Ask, Command, Single, about_map
from flagplot.table.display import Clause, Counter, Display, Forecast, OptionLine, Phase, Prompt, Route
from flagplot.table.latest import latest
from flagplot.table.sheets import Sheet

from ..advice import meeting, onward
from ..advice.attacks import attacks
from ..advice.candidates import candidates
from ..advice.fitted import fitted
from ..map.squares import is_square
from ..nouns.names import SILHOUETTE, few, mission_said, name, where_drawn, words
from ..orders import Intercept
from ..rules.reading import L
from ..rules.victory import totals
from ..scenarios import scenario_of
from ..state import PHASES, State
from . import battle_lines
from .battle import battle_display
from .examine import in_short, pictured
from .forces import forces
from .sheet import sheet

# -- the position


def display(view: State, side: str, requests: Sequence[Single]) -> Display:
    """See :meth:`flagplot.table.Rulebook.display`."""
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
        scores=tuple((s, f"{v:g}") for s, v in totals(view).items()),
        notes=_notes(view, side),
        forms=fitted(view, side, owed),
        sheets=_sheets(view, side, owed),
        control=tuple((p.name, p.side) for p in view.ports.values() if p.square is not None),
    )


def _port_counters(view: State, side: str) -> list[Counter]:
    out = []
    bases = sorted(
        {s.base for s in view.ships.values() if s.side == side and s.afloat and not s.mission and s.arrives <= view.turn}
    )
    for base in bases:
        ships = [s for s in view.based_at(base, side) if not s.mission]
        if ships:
            lead = max(ships, key=lambda s: (s.cls in ("CV", "BB"), s.strength, s.id))
            out.append(
                Counter(
                    base,
                    base,
                    side,
                    where_drawn(view, base),
                    SILHOUETTE.get(lead.cls, "unknown"),
                    str(sum(s.strength for s in ships)),
                    ("stack",) if len(ships) > 1 else (),
                    True,
                    len(ships),
                )
            )
    return out


def _mission_counters(view: State, side: str) -> list[Counter]:
    out = []
    for m in view.missions.values():
        place = m.target if m.side == side else (m.route[-1] if m.route else "")
        if not place:
            continue
        if m.side == side:
            ships = [view.ships[u] for u in m.units if u in view.ships]
            lead = ships[0] if ships else None
            out.append(
                Counter(
                    m.id,
                    f"{lead.name} and {len(ships) - 1} more" if lead and len(ships) > 1 else lead.name if lead else m.id,
                    side,
                    where_drawn(view, place),
                    SILHOUETTE.get(lead.cls, "unknown") if lead else "tp",
                    str(sum(s.strength for s in ships)),
                    ("draft",) if m.status == "ordered" else (),
                    False,
                    max(1, len(ships)),
                )
            )
        else:
            out.append(
                Counter(
                    m.id,
                    m.id,
                    m.side,
                    where_drawn(view, place),
                    "ss" if m.flotilla else "tp" if m.kind == "convoy" else "unknown",
                    "?",
                    ("seen",),
                )
            )
    return out


def _routes(view: State, side: str) -> tuple[Route, ...]:
    out = []
    for m in sorted(view.missions.values(), key=lambda m: m.id):
        places = tuple(where_drawn(view, p) for p in m.route if view.chart.strait(p) is None)
        if m.status != "ended" and (len(places) > 1 or m.side != side):
            out.append(Route(places, m.side, "mine" if m.side == side else "his", m.id))
    return tuple(out)


def _sheets(view: State, side: str, owed: Single | None) -> tuple[Sheet, ...]:
    found = sheet(view, side, owed if isinstance(owed, Command) else None)
    return (found,) if found is not None else ()


def _notes(view: State, side: str) -> tuple[Clause, ...]:
    notes = [Clause(f"{m} was seen at {'; '.join(p)}.", "6.4.2.a") for m, p in ((s.mission, s.places) for s in view.spotted)]
    for z in scenario_of(view).get("zone", ()):
        stale = view.flags.get("raided") == z["id"]
        notes.append(
            Clause(
                f"{z['id']}, {z['title']}: Range {z['range']}, trade {0 if stale else z['trade']}, next to "
                f"{', '.join(z['next_to'])}{' (raided last turn)' if stale else ''}.",
                "6.3.1.e",
            )
        )
    return tuple(notes)


# -- questions


IDEAS = 3
"""Interceptions offered as ideas."""


def beside(options: tuple[OptionLine, ...], text: str, odds: str) -> tuple[OptionLine, ...]:
    """The options with the odds beside one of them."""
    return tuple(replace(o, odds=odds) if o.text == text else o for o in options)


def intercepting(view: State, order: Intercept) -> str:
    """An interception in words: of what, with whom."""
    who = [name(view, x) for x in (*order.ships, *order.air)]
    return f"Intercept {mission_said(view, order.mission)} with {few(who, 2)}"


@latest
def hunting(view: State, request: Command[Any]) -> tuple[tuple[Intercept, Forecast | None], ...]:
    """The first interceptions that an admiral would weigh, each with the meeting it seeks."""
    found = islice((x for x in candidates(view, request) if isinstance(x, Intercept)), IDEAS)
    return tuple((x, meeting.sought(view, request.side, x)) for x in found)


def prompt(view: State, request: Single) -> Prompt:
    """See :meth:`flagplot.table.Rulebook.prompt`."""
    w, b, foreseen = words(), view.battle, None
    said = replace(request, kind="deploy") if b is not None and b.phase == "deploy" and request.kind == "battle" else request
    about = about_map(request)
    more = {"mission": mission_said(view, str(about["mission"]))} if "mission" in about else {}
    more |= {"unit": name(view, str(about["unit"]))} if "unit" in about else {}
    detail = w.detail(said, **more)
    options: tuple[OptionLine, ...] = ()
    if isinstance(request, Ask):
        options = tuple(OptionLine(str(x), w.option(request, x)) for x in request.options)
    if b is not None and isinstance(request, Command):
        best = attacks(b, request.side)
        options = tuple(
            OptionLine(L.text(order), f"{b.unit(order.unit).name} fires at {b.unit(order.target).name}", in_short(f), idea=True)
            for order, f in best
        )
        for order, f in best[:1]:
            foreseen = pictured(view, b.unit(order.unit), b.unit(order.target), f)
    if request.kind == "after-battle" and view.queue:
        i = view.queue[0]
        ships = tuple(x for x in i.ships if x in view.ships and view.ships[x].afloat and view.ships[x].mission == i.hunter)
        foreseen = meeting.meeting(view, request.side, view.missions[i.target], ships, i.air)
        options = beside(options, "attack", meeting.in_short(foreseen))
    if request.kind == "second-wave":
        foreseen = meeting.second_wave(view, request.side, str(about["port"]), str(about["units"]).split(", "))
        options = beside(options, "attack again", meeting.in_short(foreseen))
    if request.kind == "proceed-or-abort":
        options = beside(options, "proceed", onward.told(view, request))
    if b is None and isinstance(request, Command) and request.kind in ("operations", "breakthrough"):
        hunts = hunting(view, request)
        options = tuple(
            OptionLine(L.text(order), intercepting(view, order), meeting.in_short(found), idea=True)
            for order, found in hunts
        )
        foreseen = hunts[0][1] if hunts else None
    place = b.where if b is not None else ""
    return Prompt(
        request.side,
        request.kind,
        request.clause,
        w.question(said, **more),
        (Clause(detail, request.clause),) if detail else (),
        options,
        isinstance(request, Command),
        place if is_square(place) else "",
        (),
        battle_lines.lines(view, request.side),
        foreseen,
    )
