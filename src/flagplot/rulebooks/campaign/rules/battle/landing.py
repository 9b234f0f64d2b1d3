"""Going ashore and aboard before a coast: which landings and embarkations may be ordered."""

from __future__ import annotations

from flagplot.table import Refusal, Verdict, facts, refuse

from ...map.ground import NAMES
from ...map.ocean import distance, hex_text
from ...orders import battle as o
from ...state.battle import Combatant, SeaBattle
from .faults import fighting, missing
from .registry import commands
from .shore import beaches, letter_at, water_beside


@commands(o.Land)
def check_land(battle: SeaBattle, u: Combatant, order: o.Land) -> Verdict:
    """C7 of the notes: a land unit goes ashore in a free hex beside its transport, which has not moved this turn; but for boats
    that run ashore (scenario)."""
    at = order.at
    if not u.kind or not u.aboard or not battle.has(u.aboard):
        return refuse(fighting(battle), Refusal("6.5.2.a", "not-aboard", (u.id,)))
    boat = battle.unit(u.aboard)
    faults: list[Refusal | None] = [fighting(battle)]
    if boat.moved and not boat.beaches:
        faults.append(Refusal("6.5.2.a", "boat-has-moved", (u.id, boat.id)))
    if u.moved:
        faults.append(Refusal("6.5.2.a", "moved-already", (u.id,)))
    if at not in beaches(battle, boat, u):
        ground = NAMES.get(letter_at(battle, at), "off the map")
        apart = distance(boat.at, at) if boat.at is not None else 0
        faults.append(Refusal("6.5.2.a", "no-beach", (u.id, hex_text(at)), facts(ground=ground, distance=apart)))
    return refuse(*faults)


@commands(o.Board)
def check_board(battle: SeaBattle, u: Combatant, order: o.Board) -> Verdict:
    """C7 of the notes: a land unit goes aboard an empty transport beside it, from a port or a beach, before all else."""
    gone = missing(battle, u.side, order.ship)
    if gone:
        return refuse(fighting(battle), gone)
    boat = battle.unit(order.ship)
    near = u.at is not None and boat.at is not None and distance(u.at, boat.at) <= 1
    full = any(x.aboard == boat.id and x.alive for x in battle.units)
    return refuse(
        fighting(battle),
        None if u.kind and not u.fixed else Refusal("6.5.3.3.b", "does-not-embark", (u.id,)),
        None if boat.cls == "TR" and not full else Refusal("6.5.3.3.b", "no-empty-transport", (boat.id,)),
        None
        if near and u.at is not None and water_beside(battle, u.at)
        else Refusal("6.5.3.3.b", "no-beach-to-embark", (u.id, boat.id)),
        None if not (u.moved or u.fired) else Refusal("6.5.1", "moved-already", (u.id,)),
    )
