"""Words of case lines: places, units, nations, sides, types and seasons as people name them."""

from __future__ import annotations

import re
from collections.abc import Mapping

from flagplot.table import TextError

from ..map import theatre
from ..state import AIR_TYPES, GROUND_TYPES, SHIP_TYPES, State, Unit, replace, with_units
from ..state.called import find_units, near_units, tf_name
from ..state.nations import NATIONS, nation_of, owner_of_text, side_of_text

M = re.Match[str]
TYPE_WORDS = {
    "destroyer": "DD",
    "destroyers": "DD",
    "cruiser": "CA",
    "cruisers": "CA",
    "battleship": "BB",
    "battleships": "BB",
    "battlecruiser": "BC",
    "battlecruisers": "BC",
    "pocket battleship": "PB",
    "light carrier": "CVL",
    "carrier": "CV",
    "fast carrier": "CV",
    "carriers": "CV",
    "escort carrier": "CVE",
    "escort carriers": "CVE",
    "submarine": "SS",
    "submarines": "SS",
    "transport": "TR",
    "transports": "TR",
    "infantry": "INF",
    "armor": "ARM",
    "armour": "ARM",
    "marine": "MAR",
    "marines": "MAR",
    "commando": "CDO",
    "commandos": "CDO",
    "airborne": "ABN",
    "cl": "CA",
    "sub": "SS",
    "subs": "SS",
    "ss": "SS",
    "air": "AAF",
    "army air": "AAF",
    "naval air": "NAS",
}
"""Words for types of units."""


def divided(text: str) -> list[str]:
    """The pieces of a list: ``A, B and C``."""
    return re.split(r"\s*,\s*(?:and\s+)?|\s+and\s+", text)


def season(text: str) -> str:
    """A season as a position holds it."""
    return "Fall" if text.casefold() == "autumn" else text.capitalize()


def place(state: State, text: str) -> str:
    """A place of the position by name or id."""
    return theatre.place_id(state, text)


def unit(state: State, text: str) -> Unit:
    """A unit of the position by id or name. Raises :class:`TextError`."""
    found = find_units(state, "", text.strip())
    if not found:
        raise TextError(f"the position has no unit {text.strip()!r}", -1, near_units(state, "", text))
    return found[0]


def units(state: State, text: str) -> list[Unit]:
    """Units of a list by ids or names, task forces and forces written out."""
    out: list[Unit] = []
    for piece in divided(text.strip()):
        name = tf_name(piece)
        groups = [g for g in state.groups.values() if g.name == name] if name else []
        if groups:
            out += [state.units[i] for i in groups[0].units]
        elif piece in state.forces:
            out += list(state.members(piece))
        elif piece:
            out.append(unit(state, re.sub(r":\d+$", "", piece)))
    return out


def knows(state: State, text: str) -> bool:
    """True for what a line may name: a side, a nation, units or forces, a place."""
    if owner_of_text(text) or any(text in (g.id, g.name) for g in state.groups.values()):
        return True
    for read in (units, place):
        try:
            return bool(read(state, text))
        except TextError:
            continue
    return False


def nation(text: str) -> str:
    """A nation by name or by a word for it (``German``). Raises :class:`TextError`."""
    found = nation_of(text)
    if not found:
        raise TextError(f"no nation {text!r}", -1, list(NATIONS))
    return found


def owner(text: str) -> str:
    """A controller: side, nation or neutral. Raises :class:`TextError`."""
    found = owner_of_text(text)
    if not found:
        raise TextError(f"nobody called {text!r}: name a side, a nation or neutral", -1, ["Axis", "Allied", "neutral"])
    return found


def side(text: str) -> str:
    """A side by name, or of a nation. Raises :class:`TextError`."""
    found = side_of_text(text)
    if not found:
        raise TextError(f"no side {text!r}", -1, ["Axis", "Allied"])
    return found


def kind_of(type_: str) -> str:
    """``ship``, ``air`` or ``ground``."""
    return "ship" if type_ in SHIP_TYPES else "air" if type_ in AIR_TYPES else "ground"


def type_of(text: str) -> str:
    """A unit type by letters or word, or an empty string."""
    up = text.strip().upper()
    if up in SHIP_TYPES or up in AIR_TYPES or up in GROUND_TYPES:
        return up
    return TYPE_WORDS.get(text.strip().casefold(), "")


def settle(state: State, text: str) -> tuple[State, str]:
    """The id of a place; a position that names nothing else yet moves to the board that has it."""
    at = place(state, text)
    fresh = not state.units and not state.control and not state.ports and not state.supply
    if at.startswith("P:") and fresh and state.case and state.board == theatre.EUROPE:
        state = replace(state, board=theatre.PACIFIC)
        at = at[2:]
    return state, at


class ImpossibleError(TextError):
    """A line that is understood and cannot be (it puts the same thing on the board again, say): it is not read in another way."""


def once(there: Mapping[str, object], id: str, what: str) -> None:
    """Raise :class:`ImpossibleError` for a second line about a thing on the board."""
    if id in there:
        raise ImpossibleError(f"{what} {id} is on the board already: say all of it in one line")


def add(state: State, u: Unit) -> State:
    """Put a unit on the board where it stands."""
    once(state.units, u.id, "unit")
    if u.kind == "ship" and u.at and not theatre.is_box(state, u.at) and not theatre.waters(state, u.at):
        raise ImpossibleError(f"no water reaches {theatre.name_of(state, u.at)}: no ship can lie there")
    return with_units(state, (replace(u, base_turn=u.base_turn or u.base, base_phase=u.base),))
