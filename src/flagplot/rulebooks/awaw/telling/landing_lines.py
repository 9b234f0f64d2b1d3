"""What a side is told of its operations before it commits them: strengths at each beach, and the chance to take it."""

from __future__ import annotations

from flagplot.table import Single, about_map
from flagplot.table.display.position import Clause
from flagplot.table.language.sentences import plural

from ..advice.landing_odds import fate
from ..advice.landing_worth import cover
from ..rules.invasion import assaults, parley
from ..rules.invasion.forecast import coming, outlook
from ..rules.invasion.strength import odds
from ..state import State
from . import naming
from .battle_forecast import percent


def outlooks(view: State, request: Single) -> list[Clause]:
    """While missions are announced: what every operation brings to its beach, with all aircraft in range; when it lies off the
    beach: what it has."""
    if request.kind == "landing":
        a = view.assaults.get(str(about_map(request).get("hex", "")))
        if a is None:
            return []
        troops = assaults.afloat(view, a)
        guns = sum(u.factors for u in assaults.at_the_guns(view, a))
        names = naming.several(troops, 6)
        return [Clause(f"Off the beach: {names}; {plural(guns, 'naval factor')} can bombard.", "21.517A")]
    if request.kind != "combat":
        return []
    return [Clause(line(view, request.side, h), "21.5152") for h, a in view.assaults.items() if a.side == request.side]


def line(view: State, side: str, place: str) -> str:
    """One operation in a sentence."""
    ships, troops = coming(view, side, place)
    o = outlook(view, side, place, ships, troops)
    name = naming.place_name(view, place)
    if not o.defence:
        return f"{name} is undefended: {plural(o.ground, 'ground factor')} would land."
    parts = f"{o.ground} on the ground, {o.guns} by guns, {o.support} from the air"
    found = fate(view, side, place)
    won = f"; taken {percent(found.won)}" if found is not None else ""
    more = cover(view, side, place)
    besides = f" Enemy aircraft in reach can add {more}." if more else ""
    aside = parley.asked(view, place)
    if aside is not None:
        besides += f" The garrison throws a die when you sail, and steps aside on {aside.aside} or less."
    return f"{name}: {o.attack} ({parts}) against {o.defence}, {odds(o.attack, o.defence) or 'hopeless'}{won}.{besides}"
