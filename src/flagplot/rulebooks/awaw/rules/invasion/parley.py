"""Garrisons of a power that stands apart: whether they resist when they are invaded, and what becomes of its ships."""

from __future__ import annotations

from flagplot.table import Roll, Table, facts

from ...events.invasion import GarrisonAnswered
from ...scenarios.cards import Garrison, card
from ...scenarios.events import Withdrawn
from ...scenarios.script import apart_in
from ...state import State
from ..combat.dice import Die

ASIDE, RESISTS = "aside", "resists"


def asked(state: State, place: str) -> Garrison | None:
    """The rule of a place whose garrison has not answered yet."""
    c = card(state.scenario, state.start) if state.scenario else None
    found = (g for g in (c.garrisons if c is not None else ()) if c is not None and c.place(g.place).hex == place)
    return next((g for g in found if f"parley {g.place}" not in state.script), None)


def chance(state: State, place: str) -> float:
    """The chance that the garrison of a place steps aside."""
    rule = asked(state, place)
    return rule.aside / 6 if rule is not None else 0.0


async def parley(t: Table[State], place: str) -> None:
    """The garrison throws a die when the landing sails for it: on so much or less all of its power in the place steps aside."""
    rule = asked(t.state, place)
    units = tuple(u.id for u in apart_in(t.state, place) if rule is not None and u.nation == rule.nation)
    if rule is None or not units:
        return
    die = Die((ASIDE,) * rule.aside + (RESISTS,) * (6 - rule.aside))
    about = facts(place=place, aside=rule.aside)
    aside = await Roll(die, "21.516", "parley", "", about) == ASIDE
    side = t.state.enemy(t.state.mover)
    t.record(GarrisonAnswered("21.516", side, place, rule.place, units if aside else (), aside))


def lay_up(t: Table[State], place: str) -> None:
    """Ships of a power that stands apart sail nowhere when their port falls: they are laid up there."""
    ships = [u for u in apart_in(t.state, place) if u.kind == "ship"]
    if ships:
        t.record(Withdrawn(ships[0].side, tuple(u.id for u in ships), "Their port has fallen."))
