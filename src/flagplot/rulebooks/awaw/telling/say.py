"""One sentence for the log about an event, from the side's view before it."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

from flagplot.table import Event, Inside

from ..state import COUNTED, State
from . import naming, raiding
from .wording import words

SEGMENTS = {
    "patrols": "The patrols sail",
    "base-changes": "The base changes are carried out",
}
REASONS = {
    "landing": "troops or aircraft landed at {about}",
    "patrol": "a patrol holds {about}",
    "sunk": "ships of {about} sunk",
    "cargo": "cargo of {about} lost at sea",
    "damaged": "damaged ships of {about}",
    "garrisons": "the garrisons stand {about}",
    "air": "the aircraft at {about}",
}
MARKS = {"inverted": "is inverted", "uninverted": "is ready again", "frozen": "lies idle as surplus"}


def say(event: Event, view: State, side: str) -> str:
    """The sentence of *event*, or an empty string when it is only bookkeeping."""
    inner: Any = event.event if isinstance(event, Inside) else event
    tag = str(type(inner).__struct_config__.tag)
    maker = MAKERS.get(tag)
    if maker is None:
        return words().line(tag) if words().has_line(tag) and "{" not in template(tag) else ""
    values = maker(inner, view, side)
    return naming.cap(agreed(words().line(tag, **values), values)) if values is not None else ""


VERBS = {
    "announces": "announce",
    "spends": "spend",
    "scores": "score",
    "searches": "search",
    "sends": "send",
    "takes": "take",
    "loses": "lose",
    "is": "are",
    "lands": "land",
    "embarks": "embark",
    "leaves": "leave",
    "arrives": "arrive",
    "stays": "stay",
    "goes": "go",
    "moves": "move",
    "enters": "enter",
    "guards": "guard",
    "redeploys": "redeploy",
}


def many(subject: str) -> bool:
    """True for a subject that wants the plural."""
    last = subject.rsplit(" ", 1)[-1]
    return (
        subject == "the Allies"
        or " and " in subject
        or last in ("ships", "destroyers", "submarines", "fighters", "squadrons")
        or (subject[:1].isdecimal() and not subject.startswith("1 "))
    )


def agreed(sentence: str, values: dict[str, Any]) -> str:
    """The sentence with its verb in the plural where the subject wants it."""
    for name in ("units", "unit", "Side", "by", "force", "side"):
        subject = str(values.get(name, ""))
        if subject and many(subject):
            for one, more in VERBS.items():
                sentence = re.sub(rf"{re.escape(subject)} {one}\b", f"{subject} {more}", sentence, count=1)
    return sentence


def template(tag: str) -> str:
    """The template of an event tag."""
    return next((t for k, t in words().templates() if k == f"event.{tag}"), "")


def names(view: State, ids: Any) -> str:
    """Several units by name; what cannot be seen is ships."""
    known = [view.units[i] for i in ids if i in view.units]
    return naming.several(known) if known else "ships"


def owner(side: str) -> str:
    return naming.side_name(side)


Values = dict[str, Any] | None


def announced(e: Any, view: State, side: str) -> Values:
    f = e.force
    place = naming.place_name(view, f.target or (f.path[-1] if f.path else ""))
    size = "" if f.side == side else f" ({'ten factors or more' if f.band == '10+' else 'under ten factors'})" if f.band else ""
    kind = "submarine patrol" if f.submarines and f.mission == "patrol" else naming.MISSION_WORDS.get(f.mission, f.mission)
    if f.mission in ("intercept", "counter"):
        what = f"{kind} {f.name or f.id} makes for {place}"
    else:
        what = f"{kind} {f.name or f.id} to {place}{size}"
    if f.units and f.side == side:
        what += f": {names(view, f.units)}"
    return {"Side": owner(f.side), "what": what}


def entered(e: Any, view: State, side: str) -> Values:
    return {"force": force(view, e.force), "place": naming.place_name(view, e.hex)}


def force(view: State, id: str) -> str:
    f = view.forces.get(id)
    if f is None:
        return f"force {id}"
    whose = "" if f.side == view.viewer else f"the {'Axis' if f.side == 'Axis' else 'Allied'} "
    return whose + naming.force_name(view, id)


def arrived(e: Any, view: State, side: str) -> Values:
    who = names(view, e.units) if e.units else force(view, e.force)
    return {"force": who, "place": naming.place_name(view, e.place)}


def returned(e: Any, view: State, side: str) -> Values:
    places = sorted({b for _, b in e.bases})
    where = f" to {naming.listed([naming.short_place(view, p) for p in places])}" if places else ""
    return {"force": force(view, e.force), "where": where + (", inverted" if e.inverted and e.side == side else "")}


def changed(e: Any, view: State, side: str) -> Values:
    was = view.forces.get(e.force.id)
    if was is not None and (was.mission, was.state, was.target) == (e.force.mission, e.force.state, e.force.target):
        return None
    if e.force.state == "sailing" and e.force.mission in ("intercept", "counter"):
        now = f"sails to intercept at {naming.place_name(view, e.force.target)}"
    elif e.force.mission == "defensive-patrol":
        now = f"stays on defensive patrol in {naming.place_name(view, e.force.target)}"
    elif e.force.state == "on-station" and e.force.mission == "patrol":
        now = f"stays in {naming.place_name(view, e.force.target)}"
    else:
        return None
    return {"force": force(view, e.force.id), "now": now}


def rolled(e: Any, view: State, side: str) -> Values:
    result = "it is there" if e.reached else "it falls short"
    return {
        "force": force(view, e.force),
        "place": naming.place_name(view, e.hex),
        "distance": e.distance,
        "dice": e.dice,
        "result": result,
    }


def marked(e: Any, view: State, side: str) -> Values:
    if e.what not in MARKS or not e.units:
        return None
    turned = MARKS[e.what].replace("is ", "are ").replace("lies", "lie") if len(e.units) > 1 else MARKS[e.what]
    return {"units": names(view, e.units), "turned": turned}


def scored(e: Any, view: State, side: str) -> Values:
    about = owner(e.about) if e.about in view.sides else naming.place_name(view, e.about) if e.reason == "patrol" else e.about
    return {"Side": owner(e.side), "points": naming.plural(e.points, "point"), "reason": REASONS[e.reason].format(about=about)}


def landed(e: Any, view: State, side: str) -> Values:
    who = names(view, e.units) if e.units else naming.plural(e.factors, "factor") + " of cargo"
    verb = " again" if e.back else ""
    return {"units": who, "place": naming.place_name(view, e.place) + verb}


def goods(what: str, amount: int) -> str:
    """Oil counters or BRPs, with their number."""
    return naming.plural(amount, "oil counter" if what == "oil" else "BRP")


def fleet_words(view: State, fleet: Any) -> str:
    ships = [view.units[s.id] for g in fleet.groups for s in g.ships if s.id in view.units]
    n = len(fleet.groups)
    if ships and fleet.side == view.viewer:
        return naming.several(ships)
    return f"{naming.plural(n, 'force')} of {owner(fleet.side)}"


def joined(e: Any, view: State, side: str) -> Values:
    return {"hex": naming.place_name(view, e.hex), "mover": fleet_words(view, e.mover), "other": fleet_words(view, e.other)}


def closed(e: Any, view: State, side: str) -> Values:
    winner = f"{owner(e.winner)} hold the sea" if e.winner else "nobody holds the sea"
    return {
        "hex": naming.place_name(view, e.hex),
        "rounds": max(1, e.rounds),
        "winner": winner.replace("the Axis hold", "the Axis holds"),
    }


def ship(view: State, id: str) -> str:
    return naming.unit_name(view, id) if id else "a ship"


def part_of(view: State, id: str, factors: int) -> str:
    """A ship by its name; of destroyers and the like only as many factors as are meant."""
    u = view.units.get(id)
    if u is None or u.type not in COUNTED or factors >= u.factors:
        return ship(view, id)
    return f"{naming.plural(factors, 'factor')} of {u.name}"


def struck(view: State, e: Any) -> str:
    """What effects of aircraft fell on: a ship, or so many factors of nobody knows which destroyers."""
    if not e.unit:
        return naming.plural(e.effects, "factor")
    named = getattr(e, "name", "")
    return named if named and e.unit not in view.units else part_of(view, e.unit, e.effects)


def fleet_side(view: State, index: int) -> str:
    battle = view.battle
    return owner(battle.fleets[index].side) if battle is not None and index < len(battle.fleets) else "a side"


def search(e: Any, view: State, side: str) -> Values:
    found = sum(1 for n in e.results if n)
    results = f"{naming.plural(found, 'group')} found" if found else "nothing found"
    return {"by": owner(e.by), "dice": e.dice, "results": results} if e.dice else None


def found(e: Any, view: State, side: str) -> Values:
    return {
        "band": "ten or more" if e.band == "10+" else "under ten",
        "carriers": f", {naming.plural(e.carriers, 'carrier')}" if e.carriers else "",
        "speed": ", fast" if e.fast else ", with slow ships",
        "cargo": ", with cargo" if e.cargo else "",
    }


def spoke(e: Any, view: State, side: str) -> Values:
    what = {"stay": "fights on", "withdraw": "breaks off", "carriers": "sends its carriers away"}.get(e.what, e.what)
    by = owner(e.by)
    return {
        "by": by,
        "what": what.replace("fights", "fight").replace("breaks", "break").replace("sends", "send")
        if by == "the Allies"
        else what,
    }


def hit(e: Any, view: State, side: str) -> Values:
    by = {
        "gunfire": "gunfire",
        "light": "the light ships",
        "air": "aircraft",
        "submarine": "submarines",
        "critical": "a critical hit",
        "pursuit": "the pursuit",
    }.get(e.by, e.by)
    return {"unit": ship(view, e.id), "effects": e.effects, "by": by} if e.effects else None


def submarine(e: Any, view: State, side: str) -> Values:
    if e.effects < 0:
        return {"result": "a submarine is lost"}
    at = f" on {ship(view, e.at)}" if e.at else ""
    return {"result": f"{naming.plural(e.effects, 'hit')}{at}" if e.effects else "no hit"}


def submarines_hit(e: Any, view: State, side: str) -> Values:
    lost = sum(n for _, n in e.losses)
    result = f"{naming.plural(lost, 'factor')} sunk" if lost else "no hit"
    return {"squadrons": e.squadrons, "place": naming.place_name(view, e.hex), "result": result}


def segment(e: Any, view: State, side: str) -> Values:
    mission = {"patrols": "patrol", "base-changes": "base-change"}.get(e.segment)
    waiting = any(f.mission == mission and f.state == "announced" for f in view.forces.values())
    return {"segment": SEGMENTS[e.segment]} if mission and waiting else None


def pair(x: tuple[int, int]) -> str:
    return f"{x[0]} down, {x[1]} turned back" if any(x) else "none"


def lost_ship(e: Any, view: State, side: str) -> Values:
    return {"unit": ship(view, e.id), "factors": getattr(e, "factors", 0)}


MAKERS: dict[str, Callable[[Any, State, str], Values]] = {
    "announced": announced,
    "entered": entered,
    "arrived": arrived,
    "returned": returned,
    "force-changed": changed,
    "scored": scored,
    "interception-rolled": rolled,
    "marked": marked,
    "landed": landed,
    "battle-joined": joined,
    "battle-closed": closed,
    "search": search,
    "found": found,
    "spoke": spoke,
    "hit": hit,
    "submarine-attack": submarine,
    "submarines-hit": submarines_hit,
    "sunk": lost_ship,
    "damaged": lost_ship,
    "factors-lost": lost_ship,
    "player-turn": lambda e, v, s: {"season": e.season, "year": e.year, "mover": owner(e.mover)},
    "phase": lambda e, v, s: (
        {"Mover": owner(v.mover), "phase": e.phase} if e.phase in ("combat", "redeployment", "movement") else None
    ),
    "segment": segment,
    "called-off": lambda e, v, s: {"Side": owner(e.side), "force": naming.force_name(v, e.force)},
    "sequenced": lambda e, v, s: {"forces": naming.listed([naming.force_name(v, f) for f in e.forces])},
    "charged": lambda e, v, s: {"Side": owner(e.side), "points": naming.plural(e.points, "mission point")},
    "control": lambda e, v, s: {"place": naming.place_name(v, e.hex), "owner": owner(e.owner)},
    "eliminated": lambda e, v, s: {"units": names(v, [i for i, _ in e.units]), "place": naming.place_name(v, e.place)},
    "embarked": lambda e, v, s: {"units": names(v, e.units), "place": naming.place_name(v, e.place)},
    "left-behind": lambda e, v, s: {"units": names(v, e.units)},
    "cargo-sank": lambda e, v, s: {"units": names(v, e.units)},
    "cargo-lost": lambda e, v, s: {"unit": ship(v, e.id) if e.id in v.units else "the enemy", "factors": e.factors},
    "fell": lambda e, v, s: {"place": e.place, "side": owner(e.side), "why": e.why},
    "overrun": lambda e, v, s: {"units": names(v, e.units), "place": e.place},
    "reinforced": lambda e, v, s: {"units": names(v, e.units)},
    "withdrawn": lambda e, v, s: {"units": names(v, e.units), "why": e.why},
    "rebased": lambda e, v, s: {"unit": ship(v, e.unit), "place": naming.place_name(v, e.hex), "why": e.why},
    "repaired": lambda e, v, s: {"unit": ship(v, e.unit)},
    "air-inverted": lambda e, v, s: {
        "units": names(v, e.units),
        "turned": "cannot fly again this turn" if e.inverted else "can fly again",
    },
    "air-lost": lambda e, v, s: {
        "unit": ship(v, e.unit) if e.unit else "the enemy",
        "factors": naming.plural(e.factors, "air factor"),
        "place": naming.place_name(v, e.place),
    },
    "base-air-battle": lambda e, v, s: {
        "place": naming.place_name(v, e.place),
        "attackers": e.attackers,
        "defenders": e.defenders,
        "lost": pair(e.lost),
        "shot_down": pair(e.shot_down),
    },
    "port-struck": lambda e, v, s: {"squadrons": e.squadrons, "place": naming.place_name(v, e.place), "effects": e.effects},
    "sea-attack": lambda e, v, s: {"hex": e.hex, "squadrons": e.squadrons, "gone": e.downed + e.turned, "effects": e.effects},
    "hit-from-air": lambda e, v, s: {"unit": struck(v, e), "result": e.result},
    "hit-in-port": lambda e, v, s: {"unit": struck(v, e), "result": e.result, "place": naming.place_name(v, e.place)},
    "air-combat": lambda e, v, s: {"against": e.against, "attackers": pair(e.attackers), "defenders": pair(e.defenders)},
    "air-defence": lambda e, v, s: {"eliminated": e.eliminated, "aborted": e.aborted},
    "naval-air-lost": lambda e, v, s: {"squadrons": naming.plural(e.squadrons, "carrier squadron")} if e.squadrons else None,
    "land-air-lost": lambda e, v, s: (
        {"side": fleet_side(v, e.side), "eliminated": e.eliminated + e.naval_eliminated}
        if e.eliminated + e.naval_eliminated
        else None
    ),
    "round-began": lambda e, v, s: {"number": e.number},
    "closed-in": lambda e, v, s: {"force": force(v, e.id), "left": e.left},
    "strike": lambda e, v, s: {"by": owner(e.by), "squadrons": e.squadrons, "surprise": ", by surprise" if e.surprise else ""},
    "surprise": lambda e, v, s: {"level": e.level} if e.level else None,
    "tf-formed": lambda e, v, s: {"group": e.group.name, "units": names(v, e.group.units)},
    "tf-disbanded": lambda e, v, s: {"group": v.groups[e.group].name if e.group in v.groups else e.group},
    "transports-committed": lambda e, v, s: {"number": e.number, "box": e.box},
    "escorted": landed,
    **raiding.MAKERS,
    "goods-delivered": lambda e, v, s: {"goods": goods(e.what, e.amount), "place": naming.place_name(v, e.place)},
    "goods-stopped": lambda e, v, s: {
        "goods": goods(e.what, e.amount), "fate": "lost at sea" if e.lost else "back where they were loaded"
    },
    "guards-assigned": lambda e, v, s: {"units": names(v, e.units), "force": force(v, e.force)},
    "guards-back": lambda e, v, s: {"units": names(v, e.units)},
    "line-cut": lambda e, v, s: {"place": naming.place_name(v, e.place)},
    "line-traced": lambda e, v, s: {"place": naming.place_name(v, e.place)},
    "transports-sunk": lambda e, v, s: {"number": e.number, "box": e.box},
    "went-by-land": lambda e, v, s: {"units": names(v, e.units), "place": naming.place_name(v, e.place)},
    "port-built": lambda e, v, s: {"place": naming.place_name(v, e.port.hex)},
    "rp-assigned": lambda e, v, s: {"amount": e.amount},
    "unit-changed": lambda e, v, s: {"unit": e.unit.name, "why": e.why} if e.why else None,
    "zone-closed": lambda e, v, s: {"zone": e.zone},
}
"""Event tag -> the values its sentence needs, or ``None`` to leave it out."""
