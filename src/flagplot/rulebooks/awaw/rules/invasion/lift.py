"""What carries an invasion: destroyers for a ground factor, and how the troops are shared among them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from flagplot.table import clause

from ...map import theatre
from ...state import State, Unit
from ..transport.cargo import lift
from .ground import defenders


@clause("21.513A", "21.513B", "21.513C")
def each_factor(view: State, side: str, u: Unit, goal: str) -> int:
    """Destroyer factors that each factor of a ground unit takes: one, two against a defended hex; twice that from a mapboard box,
    or as HR-513C has it."""
    each = 2 if defenders(view, side, goal) else 1
    return {"double": 2 * each, "two": 2, "three": 3}[view.rulings.switch("HR-513C")] if from_box(u) else each


def from_box(u: Unit) -> bool:
    """True for a unit that embarks in a mapboard box."""
    return theatre.is_mapboard_box(u.base or u.at)


def needs(view: State, side: str, cargo: Iterable[Unit], goal: str) -> Mapping[str, int]:
    """Destroyer factors that each of some ground units takes."""
    return {u.id: u.factors * each_factor(view, side, u, goal) for u in cargo}


@clause("21.35A")
def loads(ships: Sequence[Unit], cargo: Sequence[Unit], need: Mapping[str, int]) -> Mapping[str, tuple[str, ...]]:
    """Which ground units the destroyers of each base carry, whole units: those that lie in the same base first, if all find room
    so, and in whatever other way they do. What finds none is left out, the least units first."""
    room = {base: lift(group) for base, group in fleets(ships).items()}
    units = sorted(cargo, key=lambda u: -need[u.id])
    found: tuple[str, ...] | None = None
    while found is None:
        found = shared([need[u.id] for u in units], [u.base or u.at for u in units], room)
        units = units[:-1] if found is None else units
    on = {u.id: base for u, base in zip(units, found, strict=True)}
    return {base: tuple(u.id for u in cargo if on.get(u.id) == base) for base in room}


def shared(needs: Sequence[int], places: Sequence[str], room: Mapping[str, int]) -> tuple[str, ...] | None:
    """The bases whose destroyers take the units of these places, that need so many, in turn; none when they do not all fit."""
    if not needs:
        return ()
    if sum(needs) > sum(room.values()):
        return None
    for base in sorted(room, key=lambda b: (b != places[0], -room[b], b)):
        left = room[base] - needs[0]
        if left >= 0 and (rest := shared(needs[1:], places[1:], {**room, base: left})) is not None:
            return (base, *rest)
    return None


def fleets(ships: Sequence[Unit]) -> Mapping[str, tuple[Unit, ...]]:
    """Ships by the base they lie in."""
    return {base: tuple(u for u in ships if u.base == base) for base in dict.fromkeys(u.base for u in ships)}
