"""Scenario scripts: arrivals, withdrawals and conquests at the start and the end of player
turns."""

from __future__ import annotations

from collections.abc import Iterator

from flagplot.table import Ask, Event, Table, facts

from ..events import Detached
from ..state import APART, NEUTRAL, State, Unit
from ..state.unit_names import free_id
from .cards import AirMove, Card, Script, scenario_card
from .events import (
    CardsDealt,
    Fell,
    Overrun,
    Rebased,
    Reinforced,
    Researched,
    ScriptDone,
    SentAway,
    TransportsJoined,
    WentOver,
    Withdrawn,
)
from .score import loss_changes


def player_turn_text(state: State) -> str:
    """Return the current player turn as scenario files write it: ``Axis Spring 1940``."""
    return f"{state.mover} {state.season} {state.year}"


async def turn_start(t: Table[State]) -> None:
    """Play the script for the start of this player turn: conquests first, then removals and
    arrivals.

    A script whose mark stands in the state is not played again. Captured ports displace the ships
    in them: ``displaced_places`` says what the turn structure must settle afterwards.
    """
    s = t.state
    moment = f"start of {player_turn_text(s)}"
    if not s.scenario or moment in s.script:
        return
    c = scenario_card(s.scenario, s.start)
    for item in due_items(t.state, c, moment):
        await play_item(t, c, item)
    coming = [u.id for u in c.units if u.when == player_turn_text(s) and u.id in t.state.units]
    arriving = tuple(i for i in coming if t.state.units[i].status == "reserve")
    if arriving:
        t.record(Reinforced(s.mover, arriving))
    t.record(ScriptDone(moment))


async def turn_end(t: Table[State]) -> None:
    """Play the script of the end of this player turn."""
    s = t.state
    moment = f"end of {player_turn_text(s)}"
    if not s.scenario or moment in s.script:
        return
    c = scenario_card(s.scenario, s.start)
    join_side(t, c)
    for item in due_items(t.state, c, moment):
        await play_item(t, c, item)
    t.record(ScriptDone(moment))


def due_items(state: State, c: Card, moment: str) -> tuple[Script, ...]:
    """Return the script items of a moment, without those that the game has made impossible."""
    spent = bool(state.harbor_attacks)
    return tuple(x for x in c.script if x.when == moment and not (x.unless_harbor_attack and spent))


def join_side(t: Table[State], c: Card) -> None:
    """Let a neutral that has been invaded join a side, by the scenario's rule. Its places that are
    still neutral become that side's."""
    rule, s = c.joins, t.state
    if (
        rule is None
        or sum(s.control.get(c.place(n).hex) == rule.conqueror for n in rule.places) < rule.taken
    ):
        return
    for name in rule.places:
        where = c.place(name).hex
        if s.control.get(where) == NEUTRAL:
            units = [u for u in independent_units_in(s, where) if u.side != rule.side]
            t.record(Fell(name, where, rule.side, rule.why))
            if units:
                t.record(
                    WentOver(
                        rule.side,
                        name,
                        tuple(u.id for u in units),
                        loss_changes(c.score, units, rule.side),
                    )
                )


def independent_units_in(state: State, place: str) -> tuple[Unit, ...]:
    """Return the units of an independent power in a place."""
    return tuple(
        u for u in state.units.values() if u.note == APART and u.base == place and u.present
    )


async def play_item(t: Table[State], c: Card, item: Script) -> None:
    """Carry out one scripted item."""
    for event in immediate_events(t.state, c, item):
        t.record(event)
    if item.move is not None:
        move_air_unit(t, c, item, item.move)
    if item.remove is not None:
        for _ in range(item.remove.factors):
            options = removable_units(t.state, item)
            if not options:
                return
            chosen = (
                options[0]
                if len(options) == 1
                else await Ask(
                    item.remove.side,
                    options,
                    "21.31",
                    "remove-factor",
                    facts(why=item.why, type=item.remove.type),
                )
            )
            t.record(Withdrawn(item.remove.side, (detach_factors(t, chosen, 1),), item.why))


def detach_factors(t: Table[State], unit: str, factors: int) -> str:
    """Return the id of *factors* factors of a unit: the unit itself when it has no more, else a new
    unit detached from it."""
    u = t.state.units[unit]
    if u.factors <= factors:
        return unit
    new = free_id(t.state, u.origin)
    t.record(Detached("21.31", u.side, unit, new, factors))
    return new


def move_air_unit(t: Table[State], c: Card, item: Script, order: AirMove) -> None:
    """Move an air unit by script. Factors that do not move stay or leave the game."""
    unit = t.state.units[order.unit]
    if not unit.present or unit.force:
        return
    rest = unit.factors - order.factors
    if rest > 0 and order.rest == "withdraw":
        t.record(Withdrawn(unit.side, (detach_factors(t, unit.id, rest),), item.why))
    t.record(Rebased(unit.side, unit.id, c.place(order.place).hex, item.why))


def immediate_events(state: State, c: Card, item: Script) -> Iterator[Event]:
    """Yield the events of a scripted item that need no choice by a player."""
    gone = [state.units[i] for i in item.withdraw if i in state.units and state.units[i].present]
    for side in dict.fromkeys(u.side for u in gone):
        yield Withdrawn(side, tuple(u.id for u in gone if u.side == side), item.why)
    away = [state.units[i] for i in item.away if i in state.units and state.units[i].status == ""]
    for side in dict.fromkeys(u.side for u in away):
        yield SentAway(side, tuple(u.id for u in away if u.side == side), item.why)
    back = [
        state.units[i] for i in item.back if i in state.units and state.units[i].status == "reserve"
    ]
    for side in dict.fromkeys(u.side for u in back):
        yield Reinforced(side, tuple(u.id for u in back if u.side == side))
    if item.research:
        yield Researched(tuple(sorted(item.research.items())), item.why)
    for side, hand in sorted(item.codes.items()):
        yield CardsDealt(side, hand.tactical, hand.strategic, item.why)
    for held, number in sorted(item.transports.items()):
        side, _, box = held.partition(" ")
        yield TransportsJoined(side, box, number, item.why)
    if item.capture is not None:
        for name in item.capture.places:
            where = c.place(name).hex
            yield Fell(name, where, item.capture.side, item.why)
            for side in state.sides:
                lost = tuple(
                    u.id for u in units_in_hex(state, where, side) if side != item.capture.side
                )
                if lost:
                    yield Overrun(side, name, lost)


def units_in_hex(state: State, hex_id: str, side: str) -> tuple[Unit, ...]:
    """Return the ground and land-based air units of a side that stand in a hex."""
    return tuple(
        u
        for u in state.units.values()
        if u.kind in ("ground", "air")
        and u.side == side
        and u.base == hex_id
        and u.present
        and not u.force
        and not u.aboard
    )


def removable_units(state: State, item: Script) -> tuple[str, ...]:
    """Return the ids of units from which a scripted removal may take a factor."""
    r = item.remove
    if r is None:
        return ()
    return tuple(
        u.id
        for u in state.units.values()
        if u.side == r.side
        and u.nation == r.nation
        and u.type == r.type
        and u.present
        and u.factors > 0
        and not u.force
    )
