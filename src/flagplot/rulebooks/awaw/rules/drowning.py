"""Cargo without room (21.35A, 21.436B, 21.517C, 21.66C): the loss when the ships left cannot carry
everything aboard, and the cargo that stays ashore when they cannot load everything."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import msgspec

from flagplot.table import clause


class CargoAboard(msgspec.Struct, frozen=True):
    """Cargo aboard a force: its factors, the lift of each, and whether it drowns whole or factor by
    factor."""

    id: str
    factors: int
    lift: int = 1
    """Lift of one factor, in the unit in which the room is counted."""
    whole: bool = False


@clause("21.35A", "21.436B", "21.517C", "21.66C")
def drowned_factors(
    aboard: Sequence[CargoAboard], room: int, *, together: bool = False
) -> Mapping[str, int]:
    """Return cargo id -> factors that drown when the ships of a force have only *room* left for the
    cargo aboard.

    Ground units drown whole. Aircraft may be divided for transport, so they drown factor by factor.
    As few factors drown as make the rest fit; of equal choices the cargo listed last drowns.
    Escorted cargo drowns *together* or not at all.
    """
    lost = no_room_for(aboard, room)
    return {x.id: x.factors for x in aboard} if together and lost else lost


def no_room_for(cargo: Sequence[CargoAboard], room: int) -> Mapping[str, int]:
    """Return the factors, by cargo id, for which there is no *room*: as few as make the rest fit, of
    equal choices those listed last; ground units whole, aircraft factor by factor."""
    over = sum(x.factors * x.lift for x in cargo) - max(0, room)
    if over <= 0:
        return {}
    pieces = [
        (x.id, n, n * x.lift)
        for x in reversed(cargo)
        for n in ((x.factors,) if x.whole else (1,) * x.factors)
    ]
    ways: dict[int, tuple[int, tuple[int, ...]]] = {0: (0, ())}
    for i, (_, n, lift) in enumerate(pieces):
        for total, (factors, taken) in tuple(ways.items()):
            more = (factors + n, (*taken, i))
            ways[total + lift] = min(more, ways.get(total + lift, more))
    lost: dict[str, int] = {}
    for i in min(way for total, way in ways.items() if total >= over)[1]:
        id, factors, _ = pieces[i]
        lost[id] = lost.get(id, 0) + factors
    return lost
