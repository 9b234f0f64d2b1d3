"""What carries an invasion: destroyers for a ground factor, and how the troops are shared among them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from flagplot.table import clause

from ...map import theatre
from ...state import State, Unit
from ..transport.cargo import lift
from .ground import defenders


@clause("21.513A", "21.513B", "21.513C")
def each_factor(view: State, side: str, cargo: Sequence[Unit], goal: str) -> tuple[int, str]:
    """Destroyer factors a ground factor takes, and the clause: one, two against a defended hex; twice that from a mapboard box,
    or as HR-513C has it."""
    each, cite = (2, "21.513B") if defenders(view, side, goal) else (1, "21.513A")
    if any(theatre.is_mapboard_box(u.base or u.at) for u in cargo):
        return {"double": 2 * each, "two": 2, "three": 3}[view.rulings.switch("HR-513C")], "21.513C"
    return each, cite


@clause("21.35A")
def loads(ships: Sequence[Unit], cargo: Sequence[Unit], each: int) -> Mapping[str, tuple[str, ...]]:
    """Which ground units the destroyers of each base carry, whole units: those that lie in the same base first, if all find room
    so, and in whatever other way they do. What finds none is left out, the least units first."""
    room = {base: lift(group) for base, group in fleets(ships).items()}
    units = sorted(cargo, key=lambda u: -u.factors)
    found: tuple[str, ...] | None = None
    while found is None:
        found = shared(units, room, each)
        units = units[:-1] if found is None else units
    on = {u.id: base for u, base in zip(units, found, strict=True)}
    return {base: tuple(u.id for u in cargo if on.get(u.id) == base) for base in room}


def shared(units: Sequence[Unit], room: Mapping[str, int], each: int) -> tuple[str, ...] | None:
    """The bases whose destroyers take these units, in turn; none when they do not all fit."""
    if not units:
        return ()
    if sum(u.factors for u in units) * each > sum(room.values()):
        return None
    u, need = units[0], each * units[0].factors
    for base in sorted(room, key=lambda b: (b != (u.base or u.at), -room[b], b)):
        if room[base] >= need and (rest := shared(units[1:], {**room, base: room[base] - need}, each)) is not None:
            return (base, *rest)
    return None


def fleets(ships: Sequence[Unit]) -> Mapping[str, tuple[Unit, ...]]:
    """Ships by the base they lie in."""
    return {base: tuple(u for u in ships if u.base == base) for base in dict.fromkeys(u.base for u in ships)}
