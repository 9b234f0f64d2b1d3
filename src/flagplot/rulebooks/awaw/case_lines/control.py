"""Case lines about control of places and about war and peace. By default control is as in history,
and all nations are at war."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from flagplot.table.language import Choice, Found

from ..map import ports, theatre
from ..state import NEUTRAL, State, replace, with_changes, with_units
from ..state.nations import pair_key, side_of
from . import nouns as n
from .nouns import lines

SNAPSHOTS = ("control", "control_phase", "control_move", "control_turn")


SINCE = {
    "since movement phase": SNAPSHOTS[:3],
    "captured this turn": SNAPSHOTS[:2],
    "captured this phase": SNAPSHOTS[:1],
    "at turn start": SNAPSHOTS[3:],
    "at movement phase start": SNAPSHOTS[2:3],
    "at phase start": SNAPSHOTS[1:2],
}
"""Snapshots of control that each remark names. Without a remark all of them are meant."""


Since = Annotated[str, Choice(*SINCE)]


FILL_NATION = {"Axis": "Germany", "Allied": "Britain"}
"""Side -> nation of ships that only fill a port."""


@lines.given("control {places} {owner} [{since}]")
def given_control(state: State, places: n.Places, owner: n.Owner, since: Since = "") -> State:
    """Set the holder of places in the snapshots that *since* names.

    Earlier snapshots keep their holder, or get the enemy: a place taken at one moment belonged to
    another side before it."""
    for at in places:
        state = with_holder(state, at, owner, SINCE.get(since, SNAPSHOTS))
    return state


@lines.given("control of {country} {owner}")
def given_country_control(state: State, country: n.Nation, owner: n.Owner) -> State:
    """Set the holder of every place of a country."""
    here = theatre.load_board(state.board).places.values()
    return given_control(state, tuple(p.hex for p in here if p.country == country), owner)


def with_holder(state: State, at: str, owner: str, tables: tuple[str, ...] = SNAPSHOTS) -> State:
    """Return the position with a place held by a side, nation or neutral in some snapshots of
    control."""
    changes: dict[str, Any] = {k: with_changes(getattr(state, k), {at: owner}) for k in tables}
    if "control" in tables:
        other = next((x for x in state.sides if x != side_of(state, owner)), NEUTRAL)
        earlier = SNAPSHOTS[len(tables) :]
        was = {k: getattr(state, k).get(at) for k in earlier}
        always = all(h == owner for h in was.values())
        lost = [
            k for k, h in was.items() if h is None or always or (h == owner and k == earlier[0])
        ]
        changes |= {k: with_changes(getattr(state, k), {at: other}) for k in lost}
    return with_fill_ships(replace(state, **changes), at)


def with_fill_ships(state: State, at: str) -> State:
    """Return the position with the ships that only fill a port given to the side that holds it."""
    who = ports.side_holding(state, at)
    fill = [
        u
        for u in state.units.values()
        if u.id.startswith("FILL-") and u.base == at and u.side != who
    ]
    if who not in state.sides or not fill:
        return state
    return with_units(state, [replace(u, side=who, nation=FILL_NATION[who]) for u in fill])


lines.given_row(
    "{nation} is on the {side} side",
    lambda state, nation, side: replace(state, sidings=with_changes(state.sidings, {nation: side})),
)


# Two nations at war, which is the default.
lines.given_row(
    "{nation} at war with {other}",
    lambda state, nation, other: replace(state, peace=state.peace - {pair_key(nation, other)}),
    other=n.Nation,
)


lines.given_row(
    "{nation} not at war with {other}",
    lambda state, nation, other: replace(state, peace=state.peace | {pair_key(nation, other)}),
    other=n.Nation,
)


lines.given_row(
    "{nation} at peace in {theatre}",
    lambda state, nation, theatre: replace(state, peace=state.peace | {f"{nation}|{theatre}"}),
    theatre=Literal["Europe", "Pacific"],
)


@lines.fact("control {place} {owner}")
def fact_holder(state: State, place: n.Place, owner: n.Owner) -> Found:
    """Check the holder of a place: a side, or a nation."""
    who = ports.holder(state, place)
    return owner in (who, side_of(state, who)), f"{n.place_with_id(state, place)} is held by {who}"
