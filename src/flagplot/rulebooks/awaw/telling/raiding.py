"""The sentences about raiders: what is worked out beside the fields of their events."""

from __future__ import annotations

from flagplot.table.language.sentences import plural

from ..events import raiders as r
from ..nouns import L
from ..rules.raiders import rest
from ..state import State
from ..state.called import names
from . import naming
from .wording import beside, words


def group(view: State, id: str) -> str:
    """A raider group by its id, with its number once it has one."""
    raid = view.raids.get(id)
    return f"raider group {id}" + (f" (number {raid.number})" if raid is not None and raid.number else "")


L.noun(naming.Wording("raid", group))


@beside(r.RaidAnswered)
def answered(e: r.RaidAnswered, view: State) -> dict[str, str]:
    """The raider die with its modifiers, and the type dice."""
    who = group(view, e.force)
    if not e.opposed:
        return {"what": f"{naming.side_name(e.side)} let{'' if e.side == 'Allied' else 's'} {who} go"}
    parts = ", ".join(f"{words().term('modifier', row)} {n:+d}" for row, n in e.parts)
    found = f"{plural(e.result, 'ship')} may engage" if e.result else "it is not found"
    dice = f": {' '.join(map(str, e.dice))}" if e.dice else ""
    return {"what": f"the hunt for {who}: die {e.die}, {parts}: {found}{dice}"}


@beside(r.RaidAssigned)
def assigned(e: r.RaidAssigned, view: State) -> dict[str, str]:
    """Who goes to meet a group, or that nobody does."""
    sends = "send" if e.side == "Allied" else "sends"
    whom = names(view, e.units) if e.force else "nobody"
    return {"owner": naming.side_name(e.side), "what": f"{sends} {whom} against {group(view, e.raid)}"}


@beside(r.RaidsNumbered)
def numbered(e: r.RaidsNumbered, view: State) -> dict[str, str]:
    """The order of several groups."""
    return {"order": ", then ".join(group(view, f) for f in e.forces) if len(e.forces) > 1 else ""}


@beside(r.RaidFought)
def fought(e: r.RaidFought, view: State) -> dict[str, str]:
    """That a group turned away; of battles one hears otherwise."""
    return {"what": f"{group(view, e.raid)} turns away from battleships" if e.turned else ""}


@beside(r.TransportsAttacked)
def attacked(e: r.TransportsAttacked, view: State) -> dict[str, str]:
    """What a group did among the transports."""
    if not e.by:
        return {"what": ""}
    sunk = f"sinks {plural(e.sunk, 'transport')}" if e.sunk else "attacks the transports and sinks none"
    return {"what": f"{group(view, e.raid)} {sunk}"}


@beside(r.Rests)
def rests(e: r.Rests, view: State) -> dict[str, str]:
    """The season through which ships rest."""
    return {"season": rest.season(e.through)}
