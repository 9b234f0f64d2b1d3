"""A position in words and pictures: what the page and the terminal show of a campaign to one side."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from flagplot.table import Ask, Event, Inside, Single
from flagplot.table.display import Clause, Counter, Display, ForceLine, OptionLine, Overlay, Phase, Prompt, Route
from flagplot.table.words import join

from . import events as e
from .battle import happenings as h
from .battle.ocean import hex_text
from .battle.sea import Combatant, SeaBattle, gun_range, in_destination, zone_squares
from .fitted import fitted
from .forces import forces
from .points import totals
from .scenarios import scenario_of
from .show_names import SILHOUETTE, name, where_drawn, words
from .squares import is_square
from .state import PHASES, Mission, State

# -- the position


def display(view: State, side: str, requests: Sequence[Single]) -> Display:
    """See :meth:`flagplot.table.Rulebook.display`."""
    now = PHASES.index(view.phase)
    phases = tuple(Phase(p.capitalize(), i == now, i < now) for i, p in enumerate(PHASES))
    title = str(scenario_of(view).get("title", "A position"))
    if view.battle is not None:
        return _battle_display(view, side, requests, title, phases)
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


# -- the battle


def _battle_orders(b: SeaBattle, u: Combatant) -> tuple[str, ...]:
    """How orders to a unit begin: deploying, moving, firing, flying off, landing."""
    if b.phase == "deploy":
        return (f"place {u.id} at ",) if not u.aboard else ()
    if u.aboard:
        return (f"launch {u.id} to ",) if not u.moved else ()
    if u.at is None:
        return ()
    move = (f"move {u.id} to ",) if not u.moved else ()
    fire = (f"fire {u.id} at ",) if not u.fired and u.ammo > 0 else ()
    return (*move, *fire, *((f"rearm {u.id} on ",) if u.flies else ()))


def _battle_display(view: State, side: str, requests: Sequence[Single], title: str, phases: tuple[Phase, ...]) -> Display:
    b = view.battle
    assert b is not None
    counters = tuple(
        Counter(
            u.id,
            u.name,
            u.side,
            hex_text(u.at),
            SILHOUETTE.get(u.cls, "air"),
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
            "ship" if not u.flies else "air",
            hex_text(u.at) if u.at else u.aboard or "not placed",
            f"{u.strength}/{u.full}",
            SILHOUETTE.get(u.cls, "air"),
            ("used",) if u.moved and u.fired else ("ready",),
            f"{u.cls} · moves {u.ratings.move} · fires {gun_range(u)} · ammunition {u.ammo}" if u.side == side else u.cls,
            _battle_orders(b, u) if u.side == side else (),
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
        forms=fitted(view, side, owed),
        track=(min(b.turn, b.turns), b.turns, b.retreat_from),
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
            return {"mission": ev.mission, "goes": len(ev.goes_on) + ev.transports, "back": len(ev.turned_back)}
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
