"""Lines about the numbers of the rules: classes, room, training, ranges."""

from __future__ import annotations

from typing import Annotated, Literal

from flagplot.table import TextError
from flagplot.table.language import Choice, Either, Found, same

from ..map.squares import diagonals_cost
from ..rules.battle.formula import bracketed_aa
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
Taker = Annotated[str, Either(Choice("minor", "major", name="size of port"), n.CLASS, name="class or size of port")]


@lines.fact("classes {listed}")
def listed_classes(before: State, state: State, listed: tuple[n.Class, ...]) -> Found:
    """6.1.7, 6.1.8 Classes the book has."""
    return set(listed) <= set(classes()), ", ".join(classes())


@lines.fact("hulls of {cls} {count}")
def hulls_of(before: State, state: State, cls: n.Class, count: int) -> Found:
    """Real ships in a unit."""
    return same(hulls(cls), count)


@lines.fact("room of {what} {ships}")
def room(before: State, state: State, what: Taker, ships: float) -> Found:
    """Room that a port has or a ship takes, in capital ships."""
    return same((port_room(what) if what in ("minor", "major") else room_taken(what)) / 2, ships)


@lines.fact("training of {nation} {level}")
def training(before: State, state: State, nation: n.Name, level: int) -> Found:
    """6.1.1 The first experience of a nation's ships."""
    return same(first_experience(nation, state.rulings), level)


@lines.fact("{who} {may} have a leader")
def leads(before: State, state: State, who: str, may: Literal["may", "may not"]) -> Found:
    """6.1.1 Whether a ship, or one of a class, may have a leader."""
    cls = state.ships[who].cls if who in state.ships else who
    if cls not in CAPITALS | ESCORTS:
        raise TextError(f"{who!r} is no ship and no class", 0, sorted(CAPITALS | ESCORTS))
    return same("may" if may_lead(cls) else "may not", may)


@lines.fact("patrol range of {nm} miles {value}")
def ranges(before: State, state: State, nm: int, value: int) -> Found:
    """6.3.1 Patrol Range of an endurance in miles."""
    return same(patrol_range(nm, to_the_nearest(state.rulings)), value)


@lines.fact("endurance of {nm} miles {value}")
def endurances(before: State, state: State, nm: int, value: int) -> Found:
    """6.3.2 Endurance of one in miles."""
    return same(endurance(nm, to_the_nearest(state.rulings)), value)


@lines.fact("miles in {degrees} degree {value}")
@lines.fact("miles in {degrees} degrees {value}")
def miles_in(before: State, state: State, degrees: int, value: int) -> Found:
    """Miles of so many degrees."""
    return same(miles(degrees), value)


@lines.fact("speed of {knots} knots {value}")
def speed(before: State, state: State, knots: int, value: int) -> Found:
    """HR-12 Speed of so many knots."""
    return same(speed_rating(knots), value)


@lines.fact("{colour} circle {size}")
def circle(before: State, state: State, colour: Literal["black", "red"], size: Size) -> Found:
    """What the map draws for a port of a size."""
    return same(port_size(colour), size)


@lines.fact("aa of {cls} rated {rated} is {value}")
def aa(before: State, state: State, cls: n.Class, rated: int, value: int) -> Found:
    """6.1.8.3 The [AA] value of a sheet as it counts."""
    return same(bracketed_aa(cls, rated), value)


@lines.fact("capacity {count} of {cls} {valid}")
def capacity(before: State, state: State, count: int, cls: n.Class, valid: Literal["valid", "invalid"]) -> Found:
    """6.1.7.3 Whether a carrier may have room for so many air units."""
    return same("valid" if valid_capacity(cls, count) else "invalid", valid)


@lines.fact("{ship} carries {count}")
def carries(before: State, state: State, ship: n.Ship, count: int) -> Found:
    """How many air units a ship takes at most."""
    return same(carries_at_most(state.ships[ship].cls, state.ships[ship].carries), count)


@lines.fact("{count} diagonals cost {squares}")
def diagonals(before: State, state: State, count: int, squares: int) -> Found:
    """6.4.2 What diagonal steps cost."""
    return same(diagonals_cost(count, state.rulings.switch("HR-2")), squares)
