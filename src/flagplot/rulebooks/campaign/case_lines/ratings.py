"""Lines about the numbers of the rules: classes, room, training, ranges."""

from __future__ import annotations

from typing import Annotated, Literal

from flagplot.table import TextError
from flagplot.table.language import Choice, Either, Found, comparison

from ..map.squares import diagonals_cost
from ..rules.combat.formula import bracketed_aa
from ..state import State
from ..state.ratings import (
    CAPITALS,
    ESCORTS,
    carries_at_most,
    classes,
    endurance,
    first_experience,
    hulls,
    may_lead,
    miles,
    patrol_range,
    port_room,
    port_size,
    room_taken,
    speed_rating,
    to_the_nearest,
    valid_capacity,
)
from . import nouns as n
from .nouns import lines

Size = Literal["minor", "major"]


Taker = Annotated[
    str,
    Either(Choice("minor", "major", name="size of port"), n.CLASS, name="class or size of port"),
]


# 6.1.7, 6.1.8 Classes the book has.
lines.finds(
    "classes {listed}",
    lambda state, listed: (set(listed) <= set(classes()), ", ".join(classes())),
    listed=tuple[n.Class, ...],
)


lines.finds("hulls of {cls} {count}", lambda state, cls: hulls(cls))


# Room that a port has or a ship takes, in capital ships.
lines.finds(
    "room of {what} {ships}",
    lambda state, what: (port_room(what) if what in ("minor", "major") else room_taken(what)) / 2,
    what=Taker,
    ships=float,
)


# 6.1.1 The first experience of a nation's ships.
lines.finds(
    "training of {nation} {level}",
    lambda state, nation: first_experience(n.nation(state, nation), state.rulings),
    level=int,
)


@lines.fact("{who} {may} have a leader")
def leads(state: State, who: str, may: Literal["may", "may not"]) -> Found:
    """6.1.1 Whether a ship, or one of a class, may have a leader."""
    cls = state.ships[who].cls if who in state.ships else who
    if cls not in CAPITALS | ESCORTS:
        raise TextError(f"{who!r} is no ship and no class", 0, sorted(CAPITALS | ESCORTS))
    return comparison("may" if may_lead(cls) else "may not", may)


# 6.3.1 Patrol Range of an endurance in miles.
lines.finds(
    "patrol range of {nm} miles {value}",
    lambda state, nm: patrol_range(nm, to_the_nearest(state.rulings)),
    nm=int,
)


# 6.3.2 Endurance of one in miles.
lines.finds(
    "endurance of {nm} miles {value}",
    lambda state, nm: endurance(nm, to_the_nearest(state.rulings)),
    nm=int,
)


@lines.fact("miles in {degrees} degree {value}")
@lines.fact("miles in {degrees} degrees {value}")
def miles_in(state: State, degrees: int, value: int) -> Found:
    """Check miles of so many degrees."""
    return comparison(miles(degrees), value)


# HR-12 Speed of so many knots.
lines.finds("speed of {knots} knots {value}", lambda state, knots: speed_rating(knots), knots=int)


lines.finds(
    "{colour} circle {size}",
    lambda state, colour: port_size(colour),
    colour=Literal["black", "red"],
    size=Size,
)


# 6.1.8.3 The [AA] value of a sheet as it counts.
lines.finds(
    "aa of {cls} rated {rated} is {value}",
    lambda state, cls, rated: bracketed_aa(cls, rated),
    rated=int,
)


# 6.1.7.3 Whether a carrier may have room for so many air units.
lines.finds(
    "capacity {count} of {cls} {valid}",
    lambda state, count, cls: "valid" if valid_capacity(cls, count) else "invalid",
    valid=Literal["valid", "invalid"],
)


lines.finds(
    "{ship} carries {count}",
    lambda state, ship: carries_at_most(state.ships[ship].cls, state.ships[ship].carries),
)


# 6.4.2 What diagonal steps cost.
lines.finds(
    "{count} diagonals cost {squares}",
    lambda state, count: diagonals_cost(count, state.rulings.switch("HR-2")),
    squares=int,
)
