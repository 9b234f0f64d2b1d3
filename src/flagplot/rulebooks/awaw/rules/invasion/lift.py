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


def loads(ships: Sequence[Unit], cargo: Sequence[Unit], each: int) -> Mapping[str, tuple[str, ...]]:
    """Which ground units the destroyers of each base carry: those that lie in the same base first, whole units, as they fit."""
    room = {base: lift(group) for base, group in fleets(ships).items()}
    out: dict[str, list[str]] = {base: [] for base in room}
    for u in sorted(cargo, key=lambda u: -u.factors):
        for base in sorted(room, key=lambda b: (b != (u.base or u.at), -room[b], b)):
            if room[base] >= each * u.factors:
                room[base] -= each * u.factors
                out[base].append(u.id)
                break
    return {base: tuple(i for i in (u.id for u in cargo) if i in ids) for base, ids in out.items()}


def fleets(ships: Sequence[Unit]) -> Mapping[str, tuple[Unit, ...]]:
    """Ships by the base they lie in."""
    return {base: tuple(u for u in ships if u.base == base) for base in dict.fromkeys(u.base for u in ships)}
