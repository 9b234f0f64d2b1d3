"""One sentence for the log about an event: what the sentences of ``words.toml`` say besides its fields."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from flagplot.table.language.sentences import plural

from .. import events as e
from ..nouns import COUNTER
from ..rules.air.base_strike import HitInPort
from ..rules.air.sea_air import HitFromAir, SeaAttack
from ..rules.combat import events as b
from ..rules.combat.joined import BattleClosed, BattleJoined
from ..rules.patrols.submarine import SubmarinesHit
from ..scenarios.events import Scored
from ..state import COUNTED, State
from ..state.called import names
from . import naming, raiding  # noqa: F401  (tells of raiders)
from .wording import beside, words

Values = Mapping[str, Any]
SEGMENTS = {
    "patrols": ("patrol", "The patrols sail"),
    "base-changes": ("base-change", "The base changes are carried out"),
}
"""Segments of which one hears, where a force waits for its mission."""


@beside(e.PhaseBegan)
def phase(event: e.PhaseBegan, view: State) -> Values:
    """Whose phase it is."""
    return {"mover": view.mover}


@beside(e.SegmentBegan)
def segment(event: e.SegmentBegan, view: State) -> Values:
    """What happens, where a force waits for it."""
    mission, told = SEGMENTS.get(event.segment, ("", ""))
    waiting = any(f.mission == mission and f.state == "announced" for f in view.forces.values())
    return {"segment": told if waiting else ""}


@beside(e.Announced)
def announced(event: e.Announced, view: State) -> Values:
    """A mission in a phrase: of one's own with its ships, of the enemy's with the size that is known."""
    f = event.force
    own = f.side == view.viewer
    place = naming.place_name(view, f.target or (f.path[-1] if f.path else ""))
    kind = "submarine patrol" if f.submarines and f.mission == "patrol" else naming.mission_word(f.mission)
    what = f"{kind} {f.name or f.id} {'makes for' if f.mission in ('intercept', 'counter') else 'to'} {place}"
    if f.band and not own and f.mission not in ("intercept", "counter"):
        what += f" ({'ten factors or more' if f.band == '10+' else 'under ten factors'})"
    if f.units and own:
        what += f": {names(view, f.units)}"
    verb = "announce" if f.side == "Allied" else "announces"
    return {"owner": naming.side_name(f.side), "announces": verb, "what": what}


@beside(e.Returned)
def returned(event: e.Returned, view: State) -> Values:
    """The bases of ships that come home."""
    places = sorted({base for _, base in event.bases})
    bases = naming.listed([naming.short_place(view, p) for p in places]) if places else ""
    return {"bases": bases, "inverted": "inverted" if event.inverted and event.side == view.viewer else ""}


@beside(e.ForceChanged)
def changed(event: e.ForceChanged, view: State) -> Values:
    """What a force does from now on, where that is new."""
    f, was = event.force, view.forces.get(event.force.id)
    place = naming.place_name(view, f.target)
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
def dissolved(event: e.TaskForceDisbanded, view: State) -> Values:
    """The name of a task force that was."""
    return {"group": view.groups[event.group].name if event.group in view.groups else event.group}


@beside(e.Eliminated)
def eliminated(event: e.Eliminated, view: State) -> Values:
    """The ships that are given up."""
    return {"units": names(view, [i for i, _ in event.units])}


@beside(Scored)
def scored(event: Scored, view: State) -> Values:
    """Points and what they are for."""
    about = event.about
    if about in view.sides:
        about = naming.side_name(about)
    elif event.reason == "patrol":
        about = naming.place_name(view, about)
    return {"points": plural(event.points, "point"), "reason": words().term("reason", event.reason, about=about)}


# -- battle
@beside(BattleJoined)
def joined(event: BattleJoined, view: State) -> Values:
    """The ships of one's own, the enemy's as forces."""

    def fleet(x: Any) -> str:
        ships = [view.units[s.id] for g in x.groups for s in g.ships if s.id in view.units]
        own = ships and x.side == view.viewer
        return naming.several(ships) if own else f"{plural(len(x.groups), 'force')} of {naming.side_name(x.side)}"

    return {"mover": fleet(event.mover), "other": fleet(event.other)}


@beside(BattleClosed)
def closed(event: BattleClosed, view: State) -> Values:
    """Who holds the sea."""
    hold = "hold" if event.winner == "Allied" else "holds"
    winner = f"{naming.side_name(event.winner)} {hold} the sea" if event.winner else "nobody holds the sea"
    return {"rounds": max(1, event.rounds), "winner": winner}


@beside(b.SearchMade)
def search(event: b.SearchMade, view: State) -> Values:
    """What a search found."""
    found = sum(1 for n in event.results if n)
    return {"results": f"{plural(found, 'group')} found" if found else "nothing found"}


@beside(b.SubmarineAttacked)
def submarine(event: b.SubmarineAttacked, view: State) -> Values:
    """What became of an attack of submarines."""
    if event.effects <= 0:
        return {"result": "a submarine is lost" if event.effects else "no hit"}
    at = f" on {naming.unit_name(view, event.at)}" if event.at else ""
    return {"result": f"{plural(event.effects, 'hit')}{at}"}


@beside(b.CargoLost)
def cargo(event: b.CargoLost, view: State) -> Values:
    """Whose cargo went down."""
    return {"unit": naming.unit_name(view, event.id) if event.id in view.units else "the enemy"}


@beside(b.LandAirLost)
def land_air(event: b.LandAirLost, view: State) -> Values:
    """Squadrons lost from land, and whose."""
    battle = view.battle
    known = battle is not None and event.side < len(battle.fleets)
    side = naming.side_name(battle.fleets[event.side].side) if known else "a side"
    return {"side": side, "loses": "lose" if side == "the Allies" else "loses", "lost": event.eliminated + event.naval_eliminated}


# -- aircraft
@beside(SubmarinesHit)
def submarines_hit(event: SubmarinesHit, view: State) -> Values:
    """Submarines that aircraft sank."""
    lost = sum(n for _, n in event.losses)
    return {"result": f"{plural(lost, 'factor')} sunk" if lost else "no hit"}


@beside(SeaAttack)
def sea_attack(event: SeaAttack, view: State) -> Values:
    """Squadrons that did not get through."""
    return {"gone": event.downed + event.turned}


@beside(HitFromAir)
@beside(HitInPort)
def struck(event: Any, view: State) -> Values:
    """What effects of aircraft fell on: a ship, or so many factors of destroyers, of whose nobody knows in the enemy's eyes."""
    u, n = view.units.get(event.unit), event.effects
    if not event.unit or (u is not None and u.type in COUNTED and n < u.factors):
        return {"unit": plural(n, "factor") + (f" of {u.name}" if u is not None else ""), "are": "is" if n == 1 else "are"}
    name = getattr(event, "name", "") if u is None else ""
    return {"unit": name or COUNTER.call(view, event.unit), "are": "are" if COUNTER.plural(view, event.unit) else "is"}
