"""Lines about ratings: classes, room in port, training, ranges."""

from __future__ import annotations

from typing import Annotated, Literal

from flagplot.table import TextError
from flagplot.table.language import Choice, Found, UnionNoun, comparison

from ..map.squares import diagonals_cost
from ..rules.combat.formula import bracketed_aa
from ..state import State
from ..state.ratings import (
    CAPITALS,
    ESCORTS,
    carries_at_most,
    endurance,
    first_experience,
    may_lead,
    miles_in_degrees,
    number_of_hulls,
    patrol_range,
    port_room,
    port_size,
    room_taken,
    ship_classes,
    speed_rating,
    to_the_nearest,
    valid_capacity,
)
from . import nouns as n
from .nouns import lines

Size = Literal["minor", "major"]


Taker = Annotated[
    str,
    UnionNoun(Choice("minor", "major", name="size of port"), n.CLASS, name="class or size of port"),
]


# Classes of the book (6.1.7, 6.1.8).
lines.fact_row(
    "classes {listed}",
    lambda state, listed: (set(listed) <= set(ship_classes()), ", ".join(ship_classes())),
    listed=tuple[n.Class, ...],
)


lines.fact_row("hulls of {cls} {count}", lambda state, cls: number_of_hulls(cls))


# Room of a port or for a ship, in capital ships.
lines.fact_row(
    "room of {what} {ships}",
    lambda state, what: (port_room(what) if what in ("minor", "major") else room_taken(what)) / 2,
    what=Taker,
    ships=float,
)


# The first experience of a nation's ships (6.1.1).
lines.fact_row(
    "training of {nation} {level}",
    lambda state, nation: first_experience(n.nation_named(state, nation), state.rulings),
    level=int,
)


@lines.fact("{who} {may} have a leader")
def leads(state: State, who: str, may: Literal["may", "may not"]) -> Found:
    """Check whether a ship, or one of a class, may have a leader (6.1.1)."""
    cls = state.ships[who].cls if who in state.ships else who
    if cls not in CAPITALS | ESCORTS:
        raise TextError(f"{who!r} is no ship and no class", 0, sorted(CAPITALS | ESCORTS))
    return comparison("may" if may_lead(cls) else "may not", may)


# Patrol Range of an endurance in miles (6.3.1).
lines.fact_row(
    "patrol range of {nm} miles {value}",
    lambda state, nm: patrol_range(nm, to_the_nearest(state.rulings)),
    nm=int,
)


# Endurance of an endurance in miles (6.3.2).
lines.fact_row(
    "endurance of {nm} miles {value}",
    lambda state, nm: endurance(nm, to_the_nearest(state.rulings)),
    nm=int,
)


@lines.fact("miles in {degrees} degree {value}")
@lines.fact("miles in {degrees} degrees {value}")
def miles_in(state: State, degrees: int, value: int) -> Found:
    """Check the miles in some degrees."""
    return comparison(miles_in_degrees(degrees), value)


# Speed of a number of knots (HR-12).
lines.fact_row(
    "speed of {knots} knots {value}", lambda state, knots: speed_rating(knots), knots=int
)


lines.fact_row(
    "{colour} circle {size}",
    lambda state, colour: port_size(colour),
    colour=Literal["black", "red"],
    size=Size,
)


# The [AA] value of a sheet as it counts (6.1.8.3).
lines.fact_row(
    "aa of {cls} rated {rated} is {value}",
    lambda state, cls, rated: bracketed_aa(cls, rated),
    rated=int,
)


# Whether a carrier may have room for a number of air units (6.1.7.3).
lines.fact_row(
    "capacity {count} of {cls} {valid}",
    lambda state, count, cls: "valid" if valid_capacity(cls, count) else "invalid",
    valid=Literal["valid", "invalid"],
)


lines.fact_row(
    "{ship} carries {count}",
    lambda state, ship: carries_at_most(state.ships[ship].cls, state.ships[ship].carries),
)


# The cost of diagonal steps (6.4.2).
lines.fact_row(
    "{count} diagonals cost {squares}",
    lambda state, count: diagonals_cost(count, state.rulings.switch("HR-2")),
    squares=int,
)
