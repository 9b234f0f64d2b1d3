"""What happened, in a sentence of the log."""

from __future__ import annotations

from typing import Any

from flagplot.table import Event, Inside
from flagplot.table.words import join

from . import events as e
from .battle import happenings as h
from .battle.ocean import hex_text
from .show_names import name, words
from .state import Mission, State


def say(event: Event, view: State, side: str) -> str:
    """See :meth:`flagplot.table.Rulebook.say`."""
    inner: Any = event.event if isinstance(event, Inside) else event
    tag = str(inner.__struct_config__.tag)
    w = words()
    if not w.has_line(tag):
        return ""
    return w.line(tag, **_values(inner, view))


def _values(ev: Any, view: State) -> dict[str, Any]:
    """What the sentence of an event speaks of, by the names its line in ``words.toml`` has for it."""

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
    return f"{ships}: {SAILS[m.kind]} {name(view, m.target)} ({m.id})"


SAILS = {
    "patrol": "patrol",
    "operational": "operational base change to",
    "strategic": "strategic base change to",
    "convoy": "convoy to",
    "passage": "passage to",
    "evacuation": "evacuation to",
    "escort": "escort to",
}
"""How a mission of each kind is told."""
