"""Independent powers: what their ships may not do, and whether their garrisons resist an
invasion."""

from __future__ import annotations

from collections.abc import Sequence

from flagplot.table import Refusal, Remedy, Roll, Table, facts

from ..scenarios.cards import Garrison, scenario_card
from ..scenarios.events import Withdrawn
from ..scenarios.script import independent_units_in
from ..state import APART, State, Unit
from .combat.dice import Die
from .invasion.events import GarrisonAnswered

AT_HOME = frozenset({"intercept", "counter"})
"""Operations that an independent power's ships may perform, in their own hex."""


def independent_refusals(units: Sequence[Unit], operation: str, hex_id: str = "") -> list[Refusal]:
    """Refuse operations by ships of an independent power, except to meet an enemy in their own
    hex."""
    ids = tuple(
        u.id
        for u in units
        if u.note == APART and (operation not in AT_HOME or (hex_id and u.base != hex_id))
    )
    return [Refusal("21.4", "stands-apart", ids, (), (Remedy("leave-behind"),))] if ids else []


def one_sortie_refusals(view: State, units: Sequence[Unit]) -> list[Refusal]:
    """Refuse a fleet with oil for one sortie when others of its ships have sailed, are away or are
    lost."""
    out = []
    for fleet in scenario_card(view.scenario, view.start).once if view.scenario else ():
        asked = tuple(u.id for u in units if u.id in fleet.units)
        spent = tuple(i for i in fleet.units if i not in asked and has_sailed(view.units.get(i)))
        if asked and spent:
            out.append(
                Refusal(
                    "21.71",
                    "sailed-once",
                    asked,
                    facts(spent=", ".join(spent)),
                    (Remedy("leave-behind"),),
                )
            )
    return out


def has_sailed(u: Unit | None) -> bool:
    """Return True for a ship that is at sea or has been, and for one that is lost."""
    return u is not None and (bool(u.force or u.used or u.inverted or u.sortied) or not u.present)


ASIDE, RESISTS = "aside", "resists"


def open_garrison_rule(state: State, place: str) -> Garrison | None:
    """Return the rule of a place whose garrison has not decided yet; None when there is none."""
    c = scenario_card(state.scenario, state.start) if state.scenario else None
    found = (
        g
        for g in (c.garrisons if c is not None else ())
        if c is not None and c.place(g.place).hex == place
    )
    return next((g for g in found if f"parley {g.place}" not in state.script), None)


def step_aside_chance(state: State, place: str) -> float:
    """Return the chance (0 to 1) that the garrison of a place steps aside."""
    rule = open_garrison_rule(state, place)
    return rule.aside / 6 if rule is not None else 0.0


async def roll_garrison(t: Table[State], place: str) -> None:
    """Roll a die for the garrison when the landing sails for it. On ``aside`` or less all units of
    its power in the place step aside."""
    rule = open_garrison_rule(t.state, place)
    units = tuple(
        u.id
        for u in independent_units_in(t.state, place)
        if rule is not None and u.nation == rule.nation
    )
    if rule is None or not units:
        return
    die = Die((ASIDE,) * rule.aside + (RESISTS,) * (6 - rule.aside))
    about = facts(place=place, aside=rule.aside)
    aside = await Roll(die, "21.516", "parley", "", about) == ASIDE
    side = t.state.enemy(t.state.mover)
    t.record(GarrisonAnswered("21.516", side, place, rule.place, units if aside else (), aside))


def withdraw_ships(t: Table[State], place: str) -> None:
    """Withdraw ships of an independent power from the game when their port falls."""
    ships = [u for u in independent_units_in(t.state, place) if u.kind == "ship"]
    if ships:
        t.record(Withdrawn(ships[0].side, tuple(u.id for u in ships), "Their port has fallen."))
