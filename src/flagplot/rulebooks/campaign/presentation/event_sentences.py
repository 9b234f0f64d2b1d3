"""Sentences of the log: the fields that the sentences of ``words.toml`` use besides those of an
event."""

from __future__ import annotations

from collections.abc import Mapping

from flagplot.table import Event
from flagplot.table.contract.default_texts import event_sentences_of
from flagplot.table.language.sentences import count_text, join_with_and

from .. import events
from ..map.battle_ocean import hex_text
from ..nouns import L
from ..nouns.names import display_name, load_of
from ..rules.assault import events as x
from ..rules.combat import events as h
from ..rules.combat.events import BattleBegan
from ..rules.missions import events as sh
from ..rules.missions.events import MissionDecided, MissionWritten
from ..state import Mission, State

beside = event_sentences_of("campaign", L).extra_values


@beside(MissionWritten)
def written(event: MissionWritten, view: State) -> Mapping[str, str]:
    """Return the fields for a written mission: the mission in a phrase."""
    return {"what": mission_phrase(view, event.mission)}


@beside(BattleBegan)
def opponent(event: BattleBegan, view: State) -> Mapping[str, str]:
    """Return the fields for a battle: the side that is attacked."""
    return {"blue": next((s for s in view.sides if s != event.interception.side), "")}


@beside(events.BattleEnded)
def toll(event: events.BattleEnded, view: State) -> Mapping[str, str]:
    """Return the fields for a battle's end: the losses."""
    hit = [
        f"{display_name(view, t.unit)} {'sunk' if t.strength <= 0 else f'lost {t.lost}'}"
        for t in event.tolls
        if t.lost
    ]
    return {"toll": (join_with_and(hit) + ".") if hit else "Nobody was hit."}


def hidden_fields(event: Event, view: State) -> Mapping[str, str]:
    """Return fields that hide an enemy unit not seen before: only that there is one."""
    known = view.battle.has if view.battle is not None else lambda id: True
    leads = LEADS[type(event)]
    return {
        field: "An enemy not seen before" if field == leads else "an enemy not seen before"
        for field in ("unit", "firer", "target")
        if (id := getattr(event, field, "")) and not known(id)
    }


LEADS: Mapping[type, str] = {
    h.OpenedFire: "firer",
    h.Evaded: "target",
    h.Flak: "firer",
    h.Exchanged: "firer",
    h.Landed: "unit",
    h.Sailed: "unit",
}
"""Events of a battle in sight of an enemy -> the field with which their sentence begins."""


for _event in LEADS:
    beside(_event)(hidden_fields)


@beside(x.AssaultEnded)
def price(event: x.AssaultEnded, view: State) -> Mapping[str, str]:
    """Return the fields for an assault's end: the losses, and the damage to works ashore."""
    hit = [f"{display_name(view, u.unit)} lost {u.lost}" for u in event.losses if u.lost]
    works = [f"works {event.sw} PP"] * bool(event.sw) + [f"the shipyard {event.yard} PP"] * bool(
        event.yard
    )
    return {"toll": (join_with_and([*hit, *works]) + ".") if hit or works else "Nobody was hit."}


@beside(MissionDecided)
def decided(event: MissionDecided, view: State) -> Mapping[str, int]:
    """Return the fields for a decision: how many ships and transports go on and turn back."""
    return {"goes": len(event.goes_on) + event.transports, "back": len(event.turned_back)}


@beside(events.ShipChanged)
def changed(event: events.ShipChanged, view: State) -> Mapping[str, str]:
    """Return the fields for a changed ship: its fate and the reason."""
    what = event.gone or (f"loses {event.loses} strength points" if event.loses else event.why)
    return {"why": what if not event.why or event.why in what else f"{what} ({event.why})"}


@beside(h.Sailed)
def sailed(event: h.Sailed, view: State) -> Mapping[str, str]:
    """Return the fields for a move in battle: the unit's present hex."""
    return {**hidden_fields(event, view), "at": hex_text(event.way[-1])}


@beside(x.Reinforced)
@beside(x.AttackJoined)
def reacting(event: x.Reinforced | x.AttackJoined, view: State) -> Mapping[str, str]:
    """Return the fields for a reaction: the units that react and the aircraft kept out; of the
    enemy's, how many more units attack."""
    who = [display_name(view, u) for u in (*event.troops, *event.air)]
    if isinstance(event, x.Reinforced):
        who += [f"without {display_name(view, u)}" for u in event.spared]
    elif not who:
        who = [count_text(event.apart, "land unit", "land units")]
    return {"who": join_with_and(who)}


@beside(sh.PartJoined)
def joining(event: sh.PartJoined, view: State) -> Mapping[str, str]:
    """Return the fields for a convoy's part: the port where it loads."""
    return {"from": display_name(view, event.leg.route[0])}


@beside(sh.EscortGiven)
def escorting(event: sh.EscortGiven, view: State) -> Mapping[str, str]:
    """Return the fields for an escort: the ships and their stretch."""
    way = event.leg.route
    return {
        "units": join_with_and(display_name(view, u) for u in event.leg.units),
        "from": display_name(view, way[0]),
        "until": display_name(view, way[-1]),
    }


@beside(sh.CargoLanded)
def unloaded(event: sh.CargoLanded, view: State) -> Mapping[str, str]:
    """Return the fields for an unloading: the cargo put ashore."""
    return {"what": join_with_and(display_name(view, x) for hold in event.holds for x in hold)}


@beside(sh.Crossed)
def crossed(event: sh.Crossed, view: State) -> Mapping[str, str]:
    """Return the fields for a crossing: the units that use the arrow."""
    return {"what": join_with_and(display_name(view, x) for x in event.troops)}


def mission_phrase(view: State, m: Mission) -> str:
    """Return a mission in a phrase."""
    ships = join_with_and(display_name(view, u) for u in m.units) or load_of(m)
    return f"{ships}: {SAILS[m.kind]} {display_name(view, m.target)}"


SAILS = {
    "patrol": "patrol",
    "operational": "operational base change to",
    "strategic": "strategic base change to",
    "convoy": "convoy to",
    "passage": "passage to",
    "evacuation": "evacuation to",
    "escort": "escort to",
    "invasion": "invasion of",
}
"""The phrase for a mission of each kind."""
