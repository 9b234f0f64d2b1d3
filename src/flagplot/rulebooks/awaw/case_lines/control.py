"""Lines about who holds what and who is at war. What a position does not say is as it was in
history, and everybody is at war."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from flagplot.table.language import Choice, Found

from ..map import ports, theatre
from ..state import NEUTRAL, State, put, replace, with_units
from ..state.nations import pair, side_of
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
"""The snapshots of control that a remark about it means; without one, all of them."""


Since = Annotated[str, Choice(*SINCE)]


FILL_NATION = {"Axis": "Germany", "Allied": "Britain"}
"""The nation of ships that only fill a port."""


@lines.given("control {places} {owner} [{since}]")
def control(state: State, places: n.Places, owner: n.Owner, since: Since = "") -> State:
    """Who holds places: in the snapshots that *since* names. Earlier ones keep their holder, or
    have the enemy's; what is taken at one moment was not its taker's at the moment before."""
    for at in places:
        state = held(state, at, owner, SINCE.get(since, SNAPSHOTS))
    return state


@lines.given("control of {country} {owner}")
def country(state: State, country: n.Nation, owner: n.Owner) -> State:
    """Every place of a country."""
    here = theatre.load(state.board).places.values()
    return control(state, tuple(p.hex for p in here if p.country == country), owner)


def held(state: State, at: str, owner: str, tables: tuple[str, ...] = SNAPSHOTS) -> State:
    """A place in the hands of a side, nation or neutral, in some of the snapshots of control."""
    changes: dict[str, Any] = {k: put(getattr(state, k), {at: owner}) for k in tables}
    if "control" in tables:
        other = next((x for x in state.sides if x != side_of(state, owner)), NEUTRAL)
        earlier = SNAPSHOTS[len(tables) :]
        was = {k: getattr(state, k).get(at) for k in earlier}
        always = all(h == owner for h in was.values())
        lost = [
            k for k, h in was.items() if h is None or always or (h == owner and k == earlier[0])
        ]
        changes |= {k: put(getattr(state, k), {at: other}) for k in lost}
    return refilled(replace(state, **changes), at)


def refilled(state: State, at: str) -> State:
    """Ships that only fill a port belong to whoever holds it."""
    who = ports.side_holding(state, at)
    fill = [
        u
        for u in state.units.values()
        if u.id.startswith("FILL-") and u.base == at and u.side != who
    ]
    if who not in state.sides or not fill:
        return state
    return with_units(state, [replace(u, side=who, nation=FILL_NATION[who]) for u in fill])


lines.puts(
    "{nation} is on the {side} side",
    lambda state, nation, side: replace(state, sidings=put(state.sidings, {nation: side})),
)


# Two nations at war, as they are where nothing is said.
lines.puts(
    "{nation} at war with {other}",
    lambda state, nation, other: replace(state, peace=state.peace - {pair(nation, other)}),
    other=n.Nation,
)


lines.puts(
    "{nation} not at war with {other}",
    lambda state, nation, other: replace(state, peace=state.peace | {pair(nation, other)}),
    other=n.Nation,
)


lines.puts(
    "{nation} at peace in {theatre}",
    lambda state, nation, theatre: replace(state, peace=state.peace | {f"{nation}|{theatre}"}),
    theatre=Literal["Europe", "Pacific"],
)


@lines.fact("control {place} {owner}")
def holds(state: State, place: n.Place, owner: n.Owner) -> Found:
    """Who holds a place: a side, or a nation."""
    who = ports.holder(state, place)
    return owner in (who, side_of(state, who)), f"{n.called(state, place)} is held by {who}"
