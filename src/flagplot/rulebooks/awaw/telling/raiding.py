"""The sentences about raiders: what is worked out beside the fields of their events."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from ..state import State
from . import naming

MODIFIERS = {
    "automatic": "always", "later-group": "groups before it", "three-ships": "three ships", "air-range": "air range",
    "us-at-war": "U.S. at war", "singapore": "from Singapore", "escort-carriers": "escort carriers", "codebreaking": "codes",
}  # fmt: skip
"""What a player calls the modifiers of the raider die."""


def group(view: State, id: str) -> str:
    """A raider group by its id, with its number once it has one."""
    raid = view.raids.get(id)
    return f"raider group {id}" + (f" (number {raid.number})" if raid is not None and raid.number else "")


def units(view: State, ids: Any) -> str:
    """Ships by name; those that cannot be seen are ships."""
    return naming.several([view.units[i] for i in ids if i in view.units]) or "ships"


def answered(e: Any, view: State, side: str) -> dict[str, Any]:
    """The raider die with its modifiers, and the type dice."""
    who = group(view, e.force)
    if not e.opposed:
        return {"what": f"{naming.side_name(e.side)} let{'' if e.side == 'Allied' else 's'} {who} go"}
    parts = ", ".join(f"{MODIFIERS[row]} {n:+d}" for row, n in e.parts)
    found = f"{naming.plural(e.result, 'ship')} may engage" if e.result else "it is not found"
    dice = f": {' '.join(map(str, e.dice))}" if e.dice else ""
    return {"what": f"the hunt for {who}: die {e.die}, {parts}: {found}{dice}"}


def assigned(e: Any, view: State, side: str) -> dict[str, Any]:
    """Who goes to meet a group, or that nobody does."""
    sends = "send" if e.side == "Allied" else "sends"
    if not e.force:
        return {"Side": naming.side_name(e.side), "what": f"{sends} nobody against {group(view, e.raid)}"}
    return {"Side": naming.side_name(e.side), "what": f"{sends} {units(view, e.units)} against {group(view, e.raid)}"}


def attacked(e: Any, view: State, side: str) -> dict[str, Any] | None:
    """What a group did among the transports."""
    if not e.by:
        return None
    sunk = f"sinks {naming.plural(e.sunk, 'transport')}" if e.sunk else "attacks the transports and sinks none"
    return {"what": f"{group(view, e.raid)} {sunk}"}


MAKERS: dict[str, Callable[[Any, State, str], dict[str, Any] | None]] = {
    "raid-entered": lambda e, v, s: {"force": group(v, e.force), "box": e.box, "ships": e.ships},
    "raids-numbered": lambda e, v, s: (
        {"box": e.box, "order": ", then ".join(group(v, f) for f in e.forces)} if len(e.forces) > 1 else None
    ),
    "raid-answered": answered,
    "raid-assigned": assigned,
    "raid-withheld": lambda e, v, s: {"units": units(v, e.units)},
    "transports-attacked": attacked,
}
"""Event tag -> the values its sentence needs, or ``None`` to leave it out."""
