"""Names people read for ids: ships, ports, hexes, forces, sides, missions. Only from a side's
view."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import partial
from typing import Any

from flagplot.table.contract import default_texts
from flagplot.table.language import Noun, sentences
from flagplot.table.language.sentences import plural

from ..map import theatre
from ..nouns import L
from ..scenarios import cards
from ..state import Force, State, Unit
from ..state.unit_names import listed as listed
from ..state.unit_names import several as several

SILHOUETTES = {
    **{type: type.casefold() for type in ("BB", "BC", "CA", "DD", "CV", "CVE", "SS")},
    "PB": "ca",
    "CVL": "cv",
    "CVB": "cv",
    "TR": "tp",
    "ASW": "tb",
    **dict.fromkeys(("AAF", "AAS", "NAS", "INT"), "air"),
}


LEADING = ("CVB", "CV", "CVL", "BB", "BC", "PB", "CA", "DD", "CVE", "SS", "TR", "ASW")


words = partial(default_texts.words, "awaw")
"""The sentences of the book."""


def type_word(type: str) -> str:
    """What units of a type are: ``battleship``, ``destroyers``."""
    return words().term("type", type, type)


def mission_word(mission: str) -> str:
    """What a force on a mission is: ``patrol``, ``sea transport``."""
    return words().term("force", mission, mission)


def side_name(side: str) -> str:
    """``the Axis`` or ``the Allies``."""
    return sentences.side_name(None, side)


def place_name(view: State, place: str) -> str:
    """A port by its name with its hex, any other hex by its id."""
    if not place or theatre.is_box(place):
        return f"the {place}" if place else "nowhere"
    known = scenario_name(view, place)
    if known:
        return f"{known} {place}"
    try:
        name = theatre.name_of(view, place)
        if name == place:
            named = [p for p in theatre.places_at(view, place) if p.name != place]
            if named and not theatre.waters(view, place):
                return f"{named[0].name} {place}"
            return f"{place} off {named[0].name}" if named else place
    except (KeyError, ValueError):
        return place
    return f"{name} {place}"


def scenario_name(view: State, place: str) -> str:
    """The name a scenario gives a port or air base, or an empty string."""
    if not view.scenario:
        return ""
    return next(
        (
            p.name
            for p in cards.card(view.scenario, view.start).places
            if p.hex == place and p.kind != "shore"
        ),
        "",
    )


def short_place(view: State, place: str) -> str:
    """A port by its name alone, any other hex by its id."""
    if not place or theatre.is_box(place):
        return place
    known = scenario_name(view, place)
    if known:
        return known
    try:
        return theatre.name_of(view, place)
    except (KeyError, ValueError):
        return place


def unit_name(view: State, id: str) -> str:
    """A unit by name; what is not in the view is a ship."""
    u = view.units.get(id)
    return "a ship" if u is None else u.name


def force_name(view: State, id: str) -> str:
    """A force in words: ``patrol P3``, with its task force when it is one's own."""
    f = view.forces.get(id)
    if f is None:
        return f"force {id}"
    word = mission_word(f.mission)
    if f.submarines:
        word = (
            "submarine patrol" if f.mission in ("patrol", "defensive-patrol") else "submarine force"
        )
    return f"{word} {f.name or f.id}"


def any_name(view: State, id: str) -> str:
    """The name to print for any id a refusal may name: unit, part of one, force, hex, box, or the
    text itself."""
    if id in view.units:
        return unit_name(view, id)
    whole, colon, part = id.partition(":")
    if colon and whole in view.units and part.isdecimal():
        return f"{plural(int(part), 'factor')} of {unit_name(view, whole)}"
    if id in view.forces:
        return force_name(view, id)
    if theatre.is_box(id):
        return f"the {id}"
    if id[:1].isupper() and any(c.isdecimal() for c in id) and len(id) <= 6:
        return place_name(view, id)
    return id


def names_of_place(view: State, id: str) -> tuple[str, ...]:
    """All that a hex is called: its ports, those that share it with another, and how else they are
    written."""
    return tuple(name for p in theatre.places_at(view, id) for name in (p.name, *p.aliases))


def leading(units: Iterable[Unit]) -> str:
    """The silhouette of the leading class of some units."""
    kinds = {u.type for u in units}
    return next((SILHOUETTES[k] for k in (*LEADING, "AAF", "NAS") if k in kinds), "unknown")


def size_of(view: State, force: Force) -> str:
    """What a side knows of the size of a force: its factors, or the band."""
    members = view.members(force)
    if force.side == view.viewer or (members and not force.band):
        return (
            str(sum(u.naval_factors for u in members))
            if not force.submarines
            else str(sum(u.factors for u in members))
        )
    return "10+" if force.band == "10+" else "<10"


def whose_force(view: State, id: str) -> str:
    """A force in words, of the enemy with whose it is."""
    f = view.forces.get(id)
    whose = "" if f is None or f.side == view.viewer else f"the {f.side} "
    return whose + force_name(view, id)


def losses(view: State, lost: tuple[int, int]) -> str:
    """Squadrons shot down and turned back."""
    return f"{lost[0]} down, {lost[1]} turned back" if any(lost) else "none"


class Wording(Noun):
    """How sentences of events write a value: ``{hex:where}``."""

    def __init__(self, name: str, call: Callable[[State, Any], str]) -> None:
        self.name = name
        self._call = call

    def call(self, view: State, value: Any) -> str:
        return self._call(view, value)


L.noun(Wording("where", place_name))


L.noun(Wording("activity", force_name))


L.noun(Wording("activities", lambda view, ids: listed([force_name(view, i) for i in ids])))


L.noun(Wording("whose force", whose_force))


L.noun(Wording("losses", losses))
