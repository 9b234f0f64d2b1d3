"""Values for the event sentences in ``words.toml`` beside the fields of an event."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from flagplot.table.language.sentences import count_text

from .. import events as e
from ..nouns import COUNTER, L
from ..rules.air.base_strike import HitInPort
from ..rules.air.sea_air import HitFromAir, SeaAttack
from ..rules.combat import events as b
from ..rules.combat.battle_setup import BattleClosed, BattleJoined
from ..rules.patrols.submarine_patrol import SubmarinesHit
from ..rules.raiders import events as r
from ..rules.raiders import scenario_rules
from ..scenarios.events import Scored
from ..state import COUNTED, State
from ..state.unit_names import names_text
from . import names as presentation_names
from .names import words
from .refusals import beside


def raid_group_name(view: State, id: str) -> str:
    """Return a raider group by id, with its number once it has one."""
    raid = view.raids.get(id)
    return f"raider group {id}" + (
        f" (number {raid.number})" if raid is not None and raid.number else ""
    )


L.noun(presentation_names.Wording("raid", raid_group_name))


@beside(r.RaidAnswered)
def raid_answered_values(e: r.RaidAnswered, view: State) -> dict[str, str]:
    """Return the raider die with its modifiers and the type dice, or that the side lets the group
    go."""
    who = raid_group_name(view, e.force)
    if not e.opposed:
        return {
            "what": f"{presentation_names.side_name(e.side)} "
            f"let{'' if e.side == 'Allied' else 's'} {who} go"
        }
    parts = ", ".join(f"{words().term('modifier', row)} {n:+d}" for row, n in e.parts)
    found = f"{count_text(e.result, 'ship')} may engage" if e.result else "it is not found"
    dice = f": {' '.join(map(str, e.dice))}" if e.dice else ""
    return {"what": f"the hunt for {who}: die {e.die}, {parts}: {found}{dice}"}


@beside(r.RaidAssigned)
def raid_assigned_values(e: r.RaidAssigned, view: State) -> dict[str, str]:
    """Return the ships sent to meet a group, or that nobody goes."""
    sends = "send" if e.side == "Allied" else "sends"
    whom = names_text(view, e.units) if e.force else "nobody"
    return {
        "owner": presentation_names.side_name(e.side),
        "what": f"{sends} {whom} against {raid_group_name(view, e.raid)}",
    }


@beside(r.RaidsNumbered)
def raids_numbered_values(e: r.RaidsNumbered, view: State) -> dict[str, str]:
    """Return the order of several groups; empty for one."""
    return {
        "order": ", then ".join(raid_group_name(view, f) for f in e.forces)
        if len(e.forces) > 1
        else ""
    }


@beside(r.RaidFought)
def raid_fought_values(e: r.RaidFought, view: State) -> dict[str, str]:
    """Return that a group turned away. Battles have sentences of their own."""
    return {
        "what": f"{raid_group_name(view, e.raid)} turns away from battleships" if e.turned else ""
    }


@beside(r.TransportsAttacked)
def transports_attacked_values(e: r.TransportsAttacked, view: State) -> dict[str, str]:
    """Return the transports that a group sank."""
    if not e.by:
        return {"what": ""}
    sunk = (
        f"sinks {count_text(e.sunk, 'transport')}"
        if e.sunk
        else "attacks the transports and sinks none"
    )
    return {"what": f"{raid_group_name(view, e.raid)} {sunk}"}


@beside(r.RestBegan)
def rest_values(e: r.RestBegan, view: State) -> dict[str, str]:
    """Return the season through which ships rest."""
    return {"season": scenario_rules.season_of_turn(e.through)}


Values = Mapping[str, Any]


SEGMENTS = {
    "patrols": ("patrol", "The patrols sail"),
    "base-changes": ("base-change", "The base changes are carried out"),
}
"""Segments that get a sentence when a force waits for them: segment -> (mission, sentence)."""


@beside(e.PhaseBegan)
def phase_values(event: e.PhaseBegan, view: State) -> Values:
    """Return the moving side of a phase."""
    return {"mover": view.mover}


@beside(e.SegmentBegan)
def segment_values(event: e.SegmentBegan, view: State) -> Values:
    """Return the sentence of a segment when a force waits for it, else an empty string."""
    mission, told = SEGMENTS.get(event.segment, ("", ""))
    waiting = any(f.mission == mission and f.state == "announced" for f in view.forces.values())
    return {"segment": told if waiting else ""}


@beside(e.Announced)
def announced_values(event: e.Announced, view: State) -> Values:
    """Return a mission as a phrase: the side's own with its ships, the enemy's with its known
    size."""
    f = event.force
    own = f.side == view.viewer
    place = presentation_names.place_name(view, f.target or (f.path[-1] if f.path else ""))
    kind = (
        "submarine patrol"
        if f.submarines and f.mission == "patrol"
        else presentation_names.mission_word(f.mission)
    )
    what = f"{kind} {f.name or f.id} {'makes for' if f.mission in ('intercept', 'counter') else 'to'} {place}"
    if f.band and not own and f.mission not in ("intercept", "counter"):
        what += f" ({'ten factors or more' if f.band == '10+' else 'under ten factors'})"
    if f.units and own:
        what += f": {names_text(view, f.units)}"
    verb = "announce" if f.side == "Allied" else "announces"
    return {"owner": presentation_names.side_name(f.side), "announces": verb, "what": what}


@beside(e.Returned)
def returned_values(event: e.Returned, view: State) -> Values:
    """Return the bases of ships that come home."""
    places = sorted({base for _, base in event.bases})
    bases = (
        presentation_names.list_text([presentation_names.short_place(view, p) for p in places])
        if places
        else ""
    )
    return {
        "bases": bases,
        "inverted": "inverted" if event.inverted and event.side == view.viewer else "",
    }


@beside(e.ForceChanged)
def force_changed_values(event: e.ForceChanged, view: State) -> Values:
    """Return a force's new activity; empty when it is not new."""
    f, was = event.force, view.forces.get(event.force.id)
    place = presentation_names.place_name(view, f.target)
    if was is not None and (was.mission, was.state, was.target) == (f.mission, f.state, f.target):
        now = ""
    elif f.state == "sailing" and f.mission in ("intercept", "counter"):
        now = f"sails to intercept at {place}"
    elif f.mission == "defensive-patrol":
        now = f"stays on defensive patrol in {place}"
    else:
        now = f"stays in {place}" if f.state == "on-station" and f.mission == "patrol" else ""
    return {"now": now}


@beside(e.TaskForceDisbanded)
def disbanded_values(event: e.TaskForceDisbanded, view: State) -> Values:
    """Return the name of a disbanded task force."""
    return {"group": view.groups[event.group].name if event.group in view.groups else event.group}


@beside(e.Eliminated)
def eliminated_values(event: e.Eliminated, view: State) -> Values:
    """Return the ships given up."""
    return {"units": names_text(view, [i for i, _ in event.units])}


@beside(Scored)
def scored_values(event: Scored, view: State) -> Values:
    """Return the points and the reason for them."""
    about = event.about
    if about in view.sides:
        about = presentation_names.side_name(about)
    elif event.reason == "patrol":
        about = presentation_names.place_name(view, about)
    return {
        "points": count_text(event.points, "point"),
        "reason": words().term("reason", event.reason, about=about),
    }


# -- battle
@beside(BattleJoined)
def battle_joined_values(event: BattleJoined, view: State) -> Values:
    """Return the ships of the own side and the number of enemy forces in a battle."""

    def fleet(x: Any) -> str:
        ships = [view.units[s.id] for g in x.groups for s in g.ships if s.id in view.units]
        own = ships and x.side == view.viewer
        return (
            presentation_names.units_text(ships)
            if own
            else f"{count_text(len(x.groups), 'force')} of {presentation_names.side_name(x.side)}"
        )

    return {"mover": fleet(event.mover), "other": fleet(event.other)}


@beside(BattleClosed)
def battle_closed_values(event: BattleClosed, view: State) -> Values:
    """Return the side that holds the sea after a battle."""
    hold = "hold" if event.winner == "Allied" else "holds"
    winner = (
        f"{presentation_names.side_name(event.winner)} {hold} the sea"
        if event.winner
        else "nobody holds the sea"
    )
    return {"rounds": max(1, event.rounds), "winner": winner}


@beside(b.SearchMade)
def search_values(event: b.SearchMade, view: State) -> Values:
    """Return the result of a search."""
    found = sum(1 for n in event.results if n)
    return {"results": f"{count_text(found, 'group')} found" if found else "nothing found"}


@beside(b.SubmarineAttacked)
def submarine_values(event: b.SubmarineAttacked, view: State) -> Values:
    """Return the result of a submarine's attack."""
    if event.effects <= 0:
        return {"result": "a submarine is lost" if event.effects else "no hit"}
    at = f" on {presentation_names.unit_name(view, event.at)}" if event.at else ""
    return {"result": f"{count_text(event.effects, 'hit')}{at}"}


@beside(b.CargoLost)
def cargo_lost_values(event: b.CargoLost, view: State) -> Values:
    """Return the cargo unit that was lost; ``the enemy`` when the view does not show it."""
    return {
        "unit": presentation_names.unit_name(view, event.id)
        if event.id in view.units
        else "the enemy"
    }


@beside(b.LandAirLost)
def land_air_values(event: b.LandAirLost, view: State) -> Values:
    """Return the number of squadrons lost from land, and their side."""
    battle = view.battle
    known = battle is not None and event.side < len(battle.fleets)
    side = presentation_names.side_name(battle.fleets[event.side].side) if known else "a side"
    return {
        "side": side,
        "loses": "lose" if side == "the Allies" else "loses",
        "lost": event.eliminated + event.naval_eliminated,
    }


# -- aircraft
@beside(SubmarinesHit)
def submarines_hit_values(event: SubmarinesHit, view: State) -> Values:
    """Return the submarine factors sunk by aircraft."""
    lost = sum(n for _, n in event.losses)
    return {"result": f"{count_text(lost, 'factor')} sunk" if lost else "no hit"}


@beside(SeaAttack)
def sea_attack_values(event: SeaAttack, view: State) -> Values:
    """Return the number of squadrons that did not get through."""
    return {"gone": event.downed + event.turned}


@beside(HitFromAir)
@beside(HitInPort)
def air_hit_values(event: Any, view: State) -> Values:
    """Return the target of aircraft's effects: a ship, or a number of destroyer factors. Of unknown
    enemy destroyers only the number is told."""
    u, n = view.units.get(event.unit), event.effects
    if not event.unit or (u is not None and u.type in COUNTED and n < u.factors):
        return {
            "unit": count_text(n, "factor") + (f" of {u.name}" if u is not None else ""),
            "are": "is" if n == 1 else "are",
        }
    name = getattr(event, "name", "") if u is None else ""
    return {
        "unit": name or COUNTER.call(view, event.unit),
        "are": "are" if COUNTER.plural(view, event.unit) else "is",
    }
