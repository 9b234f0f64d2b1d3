"""A position in words and pictures: what the page and the terminal show of a campaign to one side."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Any

from flagplot.table import Ask, Command, Event, Inside, Single, TextError
from flagplot.table.display import (
    Clause,
    Completion,
    Counter,
    Display,
    Examination,
    ForceLine,
    OptionLine,
    OrderForm,
    Overlay,
    Phase,
    Prompt,
    Risk,
    Route,
)
from flagplot.table.words import Words, join

from . import events as e
from . import orders as o
from .battle import happenings as h
from .battle import orders as bo
from .battle.fight import forecast
from .battle.legal import moves
from .battle.ocean import hex_text
from .battle.sea import SeaBattle, gun_range, in_destination, zone_squares
from .legality import check
from .missions import fill_route, whole_route, with_route
from .reading import read
from .routes import cost, passage_of, reachable_squares
from .scenarios import NAMES, data
from .script import totals
from .squares import is_square
from .state import PHASES, Mission, Ship, State

SILHOUETTE = {
    "BB": "battleship",
    "BC": "battlecruiser",
    "B": "battleship",
    "CV": "carrier",
    "CVL": "carrier",
    "CVE": "escort-carrier",
    "CA": "cruiser",
    "CL": "cruiser",
    "CLD": "cruiser",
    "CAA": "cruiser",
    "CC": "cruiser",
    "DD": "destroyer",
    "TB": "destroyer",
    "DE": "destroyer",
    "SS": "submarine",
    "SSC": "submarine",
    "TR": "transport",
    "RAIDER": "transport",
}


@lru_cache(None)
def words() -> Words:
    """The sentences of this book."""
    return Words.load("campaign")


def name(view: State, id: str) -> str:
    """The name to print for an id."""
    if id in view.ships:
        return view.ships[id].name
    if id in view.planes:
        return view.planes[id].name
    strait = view.chart.strait(id)
    if strait is not None:
        return strait.title
    zone = view.chart.zone(id)
    if zone is not None:
        return zone.title
    if view.battle is not None and view.battle.has(id):
        return view.battle.unit(id).name
    return id


# -- the position


def display(view: State, side: str, requests: Sequence[Single]) -> Display:
    """See :meth:`flagplot.table.Rulebook.display`."""
    now = PHASES.index(view.phase)
    phases = tuple(Phase(p.capitalize(), i == now, i < now) for i, p in enumerate(PHASES))
    title = str(data(view.scenario)["title"]) if view.scenario in NAMES else "A position"
    if view.battle is not None:
        return _battle_display(view, side, requests, title, phases)
    owed = next((r for r in requests), None)
    return Display(
        board=view.chart.board,
        title=title,
        turn=f"Turn {view.turn} of {view.last_turn}, {view.season}",
        mover=side if owed else "",
        phases=phases,
        counters=(*_port_counters(view, side), *_mission_counters(view, side)),
        forces=_forces(view, side),
        routes=_routes(view, side),
        overlays=(),
        scores=tuple((s, f"{v:g}") for s, v in totals(view).items()),
        notes=_notes(view, side),
        forms=forms(owed.kind if owed else ""),
        control=tuple((p.name, p.side) for p in view.ports.values() if p.square is not None),
    )


def _where(view: State, port: str) -> str:
    found = view.ports.get(port)
    if found is None:
        return port
    return f"{found.square[0]},{found.square[1]}" if found.square is not None else found.zone or port


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
                    _where(view, base),
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
                    m.id,
                    side,
                    _where(view, place),
                    SILHOUETTE.get(lead.cls, "unknown") if lead else "transport",
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
                    _where(view, place),
                    "submarine" if m.flotilla else "transport" if m.kind == "convoy" else "unknown",
                    "?",
                    ("seen",),
                )
            )
    return out


def _ship_line(s: Ship) -> ForceLine:
    state = tuple(x for x, on in (("damaged", s.damaged), ("used", bool(s.mission))) if on) or ("ready",)
    note = f"Patrol {s.patrol}, Endurance {s.endurance}, Search {s.search}, Intercept {s.intercept}"
    if s.cargo:
        note += f"; {s.cargo} aboard"
    start = f"patrol PLACE with {s.id} return {s.base}"
    change = f"base change operational to PORT with {s.id}"
    return ForceLine(
        s.id,
        s.name,
        s.side,
        s.cls,
        s.base,
        f"{s.strength}/{s.full}",
        SILHOUETTE.get(s.cls, "unknown"),
        state,
        note,
        (start, change),
    )


def _forces(view: State, side: str) -> tuple[ForceLine, ...]:
    out = []
    for m in sorted(view.missions.values(), key=lambda m: m.id):
        if m.side == side:
            children = tuple(_ship_line(view.ships[u]) for u in m.units if u in view.ships)
            out.append(
                ForceLine(
                    m.id,
                    f"{m.kind.capitalize()} to {name(view, m.target)}",
                    side,
                    "mission",
                    _where(view, m.target),
                    "",
                    "",
                    (m.status,),
                    "",
                    (f"cancel {m.id}",) if m.status == "ordered" else (),
                    children,
                )
            )
        else:
            looks = "submarines" if m.flotilla else "a convoy" if m.kind == "convoy" else "warships"
            out.append(
                ForceLine(
                    m.id,
                    f"Seen: {looks}",
                    m.side,
                    "seen",
                    m.route[0] if m.route else "",
                    "?",
                    "unknown",
                    ("seen",),
                    "at " + "; ".join(m.route),
                    tuple(f"intercept {m.id} at {p} with " for p in m.route[:1]),
                )
            )
    for base in sorted({s.base for s in view.ships.values() if s.side == side and s.afloat and s.arrives <= view.turn}):
        ships = [s for s in view.based_at(base, side) if not s.mission]
        if ships:
            ids = ", ".join(s.id for s in ships if not s.damaged)
            out.append(
                ForceLine(
                    base,
                    base,
                    side,
                    "port",
                    _where(view, base),
                    str(sum(s.strength for s in ships)),
                    "",
                    (),
                    "",
                    (f"patrol PLACE with {ids} return {base}",),
                    tuple(_ship_line(s) for s in ships),
                )
            )
    air = tuple(
        ForceLine(
            p.id,
            p.name,
            side,
            p.role,
            p.patrol or p.base,
            str(p.strength),
            "",
            ("ready",) if p.ready else ("used",),
            f"range {p.reach}, Search {p.search}" + (", anti-submarine" if p.asw else ""),
            (f"fly {p.id} to ",),
        )
        for p in view.planes.values()
        if p.side == side and p.arrives <= view.turn and not p.gone and p.strength > 0
    )
    if air:
        out.append(ForceLine("air", "Aircraft", side, "air", children=air))
    return tuple(out)


def _routes(view: State, side: str) -> tuple[Route, ...]:
    out = []
    for m in view.missions.values():
        places = tuple(_where(view, p) for p in m.route if view.chart.strait(p) is None)
        out.append(Route(places, m.side, "mine" if m.side == side else "his", m.id))
    return tuple(out)


def _notes(view: State, side: str) -> tuple[Clause, ...]:
    notes = [Clause(f"{m} was seen at {'; '.join(p)}.", "6.4.2.a") for m, p in ((s.mission, s.places) for s in view.spotted)]
    for z in data(view.scenario).get("zone", ()) if view.scenario in NAMES else ():
        stale = view.flags.get("raided") == z["id"]
        notes.append(
            Clause(
                f"{z['id']}, {z['title']}: Range {z['range']}, trade {0 if stale else z['trade']}, next to "
                f"{', '.join(z['next_to'])}{' (raided last turn)' if stale else ''}.",
                "6.3.1.e",
            )
        )
    return tuple(notes)


def forms(kind: str) -> tuple[OrderForm, ...]:
    """The orders that fit what is asked, with their grammar and an example."""
    table = {
        "orders": (
            ("patrol", "Naval patrol", "patrol 20,11 with UK-BC-2 return Scapa Flow", "patrol ", "6.3.3", ("place", "units")),
            (
                "base change",
                "Base change",
                "base change strategic to Narvik with GE-DD-1",
                "base change operational to ",
                "6.3.7",
                ("port", "units"),
            ),
            ("fly", "Air patrol", "fly UK-CC-1 to 20,11", "fly ", "6.4.2.2", ("units", "place")),
            ("cancel", "Tear up orders", "cancel AX1-123", "cancel ", "6.3", ("groups",)),
            ("done", "Finish", "done", "done", "6.3", ()),
        ),
        "operations": (
            (
                "intercept",
                "Interception",
                "intercept AX1-123 at 20,11 with UK-BC-2",
                "intercept ",
                "6.4.3",
                ("groups", "place", "units"),
            ),
            ("done", "Finish", "done", "done", "6.4", ()),
        ),
        "breakthrough": (
            ("passage", "Passage to a yard", "passage UK-CL-3 to Rosyth", "passage ", "6.5.1.4", ("units", "port")),
            (
                "intercept",
                "Interception",
                "intercept AX1-123 at 20,11 with UK-BC-2",
                "intercept ",
                "6.4.3",
                ("groups", "place", "units"),
            ),
            ("done", "Finish", "done", "done", "6.4", ()),
        ),
        "battle": (
            ("move", "Move", "move UK-BC-2 to 12,07", "move ", "6.5.1", ("units", "place")),
            ("fire", "Fire", "fire UK-BC-2 at GE-BC-1", "fire ", "6.5.1", ("units", "groups")),
            ("staff", "Leave it to the staff", "staff", "staff", "6.5.1", ()),
            ("end turn", "End the turn", "end turn", "end turn", "6.5.1", ()),
        ),
    }
    grammar = {**o.GRAMMAR, **bo.GRAMMAR}
    return tuple(
        OrderForm(k, title, grammar.get(k, k), example, start, where, slots)
        for k, title, example, start, where, slots in table.get(kind, ())
    )


# -- the battle


def _battle_display(view: State, side: str, requests: Sequence[Single], title: str, phases: tuple[Phase, ...]) -> Display:
    b = view.battle
    assert b is not None
    counters = tuple(
        Counter(
            u.id,
            u.name,
            u.side,
            hex_text(u.at),
            SILHOUETTE.get(u.cls, "aircraft"),
            str(u.strength),
            tuple(x for x, on in (("used", u.moved and u.fired), ("damaged", u.strength < u.full)) if on),
        )
        for u in b.units
        if u.alive and u.at is not None
    )
    overlays = tuple(
        Overlay(
            tuple(
                hex_text((c * 10 + i, r * 10 + j))
                for sq in squares
                for c, r in [((sq - 1) % 4, (sq - 1) // 4)]
                for i in range(1, 11)
                for j in range(1, 11)
            ),
            style,
            0,
            label,
        )
        for squares, style, label in (
            ((zone_squares(b, b.colour(side)), "zone", "deployment"),)
            if b.phase == "deploy" and side in (b.red, b.blue)
            else ((b.destination, "target", "destination"),)
        )
    )
    forces = tuple(
        ForceLine(
            u.id,
            u.name,
            u.side,
            u.cls,
            hex_text(u.at) if u.at else u.aboard or "not placed",
            f"{u.strength}/{u.full}",
            SILHOUETTE.get(u.cls, "aircraft"),
            ("used",) if u.moved and u.fired else ("ready",),
            f"ammunition {u.ammo}, fuel {u.fuel}, moves {u.ratings.move}, fires {gun_range(u)}" if u.side == side else "",
            (f"move {u.id} to ", f"fire {u.id} at ") if u.side == side else (),
        )
        for u in b.units
        if u.alive
    )
    owed = next((r for r in requests), None)
    through = sum(1 for u in b.units if u.colour == "blue" and u.alive and in_destination(b, u.at))
    return Display(
        board="ocean",
        title=f"{title}: battle at {name(view, b.where)}",
        turn=f"Battle turn {min(b.turn, b.turns)} of {b.turns}",
        mover=b.moving_side,
        phases=phases,
        counters=counters,
        forces=forces,
        overlays=overlays,
        scores=tuple((s, f"{v:g}") for s, v in totals(view).items()),
        notes=(
            Clause(f"{b.red} attacks, {b.blue} makes for the hatched squares; {through} there now.", "6.5.1.3.a"),
            Clause(f"A side may withdraw from turn {b.retreat_from} on.", "6.5.1.b"),
        ),
        forms=forms(owed.kind if owed else ""),
    )


# -- while an order is built


def examine(view: State, request: Command[Any], text: str) -> Examination:
    """See :meth:`flagplot.table.Rulebook.examine`."""
    try:
        order = read(text, view, request.side)
    except TextError as err:
        return Examination(text, False, False, err.reason, err.at, completions=tuple(Completion(x) for x in err.expected[:8]))
    verdict = check(view, request, order)
    said = tuple(words().refusal(r, lambda i: name(view, i)) for r in verdict.refusals)
    routes: list[Route] = []
    overlays: list[Overlay] = []
    summary: list[Clause] = []
    odds: list[Clause] = []
    profile: list[Risk] = []
    if isinstance(order, (o.Patrol, o.BaseChange)) and order.units and all(u in view.ships for u in order.units):
        ships = [view.ships[u] for u in order.units]
        filled = fill_route(view, request.side, ships, order)
        route = whole_route(view, ships, order if order.via or filled is None else with_route(order, filled))
        p = passage_of(view, request.side, ships[0].nation)
        places = tuple(_where(view, x) for x in route if view.chart.strait(x) is None)
        routes.append(Route(places, request.side, "draft" if verdict else "refused"))
        spent = cost(p, route)
        least = min(s.patrol for s in ships)
        summary.append(
            Clause(f"The way costs Range {spent.range} ({spent.squares} squares); Patrol Range of the force is {least}.", "6.3.1")
        )
        if isinstance(order, o.Patrol) and ships[0].base in view.ports and view.ports[ships[0].base].square is not None:
            overlays.append(Overlay(tuple(sorted(reachable_squares(p, ships[0].base, least))), "reach"))
    if isinstance(order, bo.Fire) and verdict and view.battle is not None:
        f = forecast(view.battle, view.battle.unit(order.unit), view.battle.unit(order.target))
        odds.append(
            Clause(
                f"{f.mean_kills:.1f} strength points there, {f.mean_losses:.1f} in return; sinks it {f.sinks:.1%}"
                + (f"; it dives away {f.dives:.0%}" if f.dives else "")
                + ".",
                "6.5.1",
            )
        )
    if isinstance(order, bo.Move) and view.battle is not None and view.battle.has(order.unit):
        reach = tuple(hex_text(x) for x in sorted(moves(view.battle, view.battle.unit(order.unit))))
        overlays.append(Overlay(reach, "reach"))
    return Examination(
        o.text(order),
        bool(verdict),
        True,
        said=said,
        routes=tuple(routes),
        overlays=tuple(overlays),
        profile=tuple(profile),
        summary=tuple(summary),
        odds=tuple(odds),
    )


# -- questions and the log


def prompt(view: State, request: Single) -> Prompt:
    """See :meth:`flagplot.table.Rulebook.prompt`."""
    w = words()
    detail = w.detail(request)
    options: tuple[OptionLine, ...] = ()
    if isinstance(request, Ask):
        options = tuple(OptionLine(str(x), w.option(request, x)) for x in request.options)
    place = view.battle.where if view.battle is not None else ""
    return Prompt(
        request.side,
        request.kind,
        request.clause,
        w.question(request),
        (Clause(detail, request.clause),) if detail else (),
        options,
        not options,
        place if is_square(place) else "",
    )


def say(event: Event, view: State, side: str) -> str:
    """See :meth:`flagplot.table.Rulebook.say`."""
    inner: Any = event.event if isinstance(event, Inside) else event
    tag = str(inner.__struct_config__.tag)
    w = words()
    if not w.has_line(tag):
        return ""
    return w.line(tag, **_values(inner, view, side))


def _values(ev: Any, view: State, side: str) -> dict[str, Any]:
    def n(id: str) -> str:
        return name(view, id)

    match ev:
        case e.MissionWritten(mission):
            return {"what": describe(view, mission)}
        case e.Regrouped():
            return {"mission": ev.mission, "units": join(n(u) for u in ev.units)}
        case e.Bombards():
            return {"units": join(n(u) for u in ev.units), "port": ev.port}
        case e.PortFell(fall):
            return {"port": fall.port, "to": fall.to, "how": ": overrun" if fall.how == "overrun" else ""}
        case e.Spotted():
            return {"kind": ev.kind, "places": "; ".join(n(p) for p in ev.places)}
        case e.InterceptionDeclared(i):
            return {"side": i.side, "target": i.target, "place": n(i.place)}
        case e.QueueSet(queue):
            return {"battles": len(queue)}
        case e.BattleBegan(i):
            return {"place": n(i.place), "red": i.side, "blue": next((s for s in view.sides if s != i.side), "")}
        case e.BattleSkipped(i):
            return {"target": i.target, "why": ev.why.replace("-", " ")}
        case e.BattleEnded():
            hit = [f"{n(x.unit)} {'sunk' if x.strength <= 0 else f'lost {x.lost}'}" for x in ev.tolls if x.lost]
            return {"toll": (join(hit) + ".") if hit else "Nobody was hit."}
        case e.MissionDecided():
            return {"mission": ev.mission, "goes": len(ev.goes_on), "back": len(ev.turned_back)}
        case e.MissionEnded():
            return {"units": join(n(u) for u in ev.units) or "Nobody", "base": ev.base}
        case e.ShipChanged():
            what = ev.gone or (f"loses {ev.loses} strength points" if ev.loses else ev.why)
            return {"unit": n(ev.unit), "why": what if not ev.why or ev.why in what else f"{what} ({ev.why})"}
        case e.Scored(points):
            return {
                "side": points.side,
                "points": points.points,
                "what": points.what.replace("-", " ") + (f", {n(points.about)}" if points.about else ""),
            }
        case h.Sailed():
            return {"unit": n(ev.unit), "at": hex_text(ev.way[-1])}
        case h.Deployed():
            return {"unit": n(ev.unit), "at": hex_text(ev.at)}
    values = {f: getattr(ev, f) for f in ev.__struct_fields__}
    return {
        k: n(v) if isinstance(v, str) and k in ("unit", "firer", "target", "carrier", "place", "port") else v
        for k, v in values.items()
    }


def describe(view: State, m: Mission) -> str:
    """A mission in a phrase."""
    ships = join(name(view, u) for u in m.units) or f"{m.transports} transports"
    kinds = {
        "patrol": "patrol",
        "operational": "operational base change to",
        "strategic": "strategic base change to",
        "convoy": "convoy to",
        "passage": "passage to",
        "evacuation": "evacuation to",
        "escort": "escort to",
    }
    return f"{ships}: {kinds[m.kind]} {name(view, m.target)} ({m.id})"


def battle_of(view: State) -> SeaBattle | None:
    """The battle being fought, as the view has it."""
    return view.battle
