"""Names for ids, as players read them: ships, ports, hexes, forces, sides, missions. They use a
side's view only."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import partial
from typing import Any

from flagplot.table.contract import default_texts
from flagplot.table.language import Noun, sentences
from flagplot.table.language.sentences import count_text

from ..map import theatre
from ..nouns import L
from ..scenarios import cards
from ..state import Force, State, Unit
from ..state.unit_names import list_text as list_text
from ..state.unit_names import units_text as units_text

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
    """Return the word for units of a type: ``battleship``, ``destroyers``."""
    return words().term("type", type, type)


def mission_word(mission: str) -> str:
    """Return the word for a force on a mission: ``patrol``, ``sea transport``."""
    return words().term("force", mission, mission)


def side_name(side: str) -> str:
    """Return ``the Axis`` or ``the Allies``."""
    return sentences.side_name(None, side)


def place_name(view: State, place: str) -> str:
    """Return a port by name with its hex, any other hex by id, with the port it lies off if
    there is one."""
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
    """Return the name a scenario gives a port or air base, or an empty string."""
    if not view.scenario:
        return ""
    return next(
        (
            p.name
            for p in cards.scenario_card(view.scenario, view.start).places
            if p.hex == place and p.kind != "shore"
        ),
        "",
    )


def short_place(view: State, place: str) -> str:
    """Return a port by name alone, any other hex by id."""
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
    """Return a unit by name; ``a ship`` for one that is not in the view."""
    u = view.units.get(id)
    return "a ship" if u is None else u.name


def force_name(view: State, id: str) -> str:
    """Return a force in words: ``patrol P3``, with the name of its task force when the side knows
    it."""
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
    """Return the name for any id in a refusal: unit, part of a unit, force, hex or box. Other text
    is returned unchanged."""
    if id in view.units:
        return unit_name(view, id)
    whole, colon, part = id.partition(":")
    if colon and whole in view.units and part.isdecimal():
        return f"{count_text(int(part), 'factor')} of {unit_name(view, whole)}"
    if id in view.forces:
        return force_name(view, id)
    if theatre.is_box(id):
        return f"the {id}"
    if id[:1].isupper() and any(c.isdecimal() for c in id) and len(id) <= 6:
        return place_name(view, id)
    return id


def names_of_place(view: State, id: str) -> tuple[str, ...]:
    """Return all names of a hex: of its ports, with their aliases."""
    return tuple(name for p in theatre.places_at(view, id) for name in (p.name, *p.aliases))


def leading_silhouette(units: Iterable[Unit]) -> str:
    """Return the silhouette of the leading class among units."""
    kinds = {u.type for u in units}
    return next((SILHOUETTES[k] for k in (*LEADING, "AAF", "NAS") if k in kinds), "unknown")


def known_size(view: State, force: Force) -> str:
    """Return the known size of a force: its factors, or ``10+`` or ``<10``."""
    members = view.members(force)
    if force.side == view.viewer or (members and not force.band):
        return (
            str(sum(u.naval_factors for u in members))
            if not force.submarines
            else str(sum(u.factors for u in members))
        )
    return "10+" if force.band == "10+" else "<10"


def whose_force(view: State, id: str) -> str:
    """Return a force in words, an enemy force with its side."""
    f = view.forces.get(id)
    whose = "" if f is None or f.side == view.viewer else f"the {f.side} "
    return whose + force_name(view, id)


def losses_text(view: State, lost: tuple[int, int]) -> str:
    """Return the squadrons shot down and turned back."""
    return f"{lost[0]} down, {lost[1]} turned back" if any(lost) else "none"


class Wording(Noun):
    """A format for values in event sentences, as ``{hex:where}``."""

    def __init__(self, name: str, call: Callable[[State, Any], str]) -> None:
        self.name = name
        self._call = call

    def call(self, view: State, value: Any) -> str:
        return self._call(view, value)


L.noun(Wording("where", place_name))


L.noun(Wording("activity", force_name))


L.noun(Wording("activities", lambda view, ids: list_text([force_name(view, i) for i in ids])))


L.noun(Wording("whose force", whose_force))


L.noun(Wording("losses", losses_text))
