"""Ground units as an invasion needs them: who defends a hex, who is specialised, how well armour is
trained, how many fit."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from flagplot.table import clause

from ...map import theatre
from ...map.ports import is_port
from ...state import State, Unit, replace
from ...state.nations import western_allied
from ..combat import combat_tables
from ..range.limits import named

SPECIAL = frozenset({"ABN", "MAR", "CDO"})
"""Specialised units: three more of them fit in a hex."""


def defenders(state: State, side: str, place: str) -> tuple[Unit, ...]:
    """Ground units of the other side in a hex."""
    return tuple(
        u
        for u in state.units.values()
        if u.kind == "ground"
        and u.present
        and not u.force
        and u.side != side
        and (u.base or u.at) == place
    )


def own(state: State, side: str, place: str) -> tuple[Unit, ...]:
    """Ground units of a side in a hex."""
    return tuple(
        u
        for u in state.units.values()
        if u.kind == "ground"
        and u.present
        and not u.force
        and u.side == side
        and (u.base or u.at) == place
    )


def total(units: Iterable[Unit]) -> int:
    """Ground factors."""
    return sum(u.factors for u in units)


@clause("21.5154")
def eligible(view: State, goal: str) -> bool:
    """True for a hex that anybody may invade."""
    if named(view, goal, "Gibraltar", "Singapore") or theatre.one_hex_island(view, goal):
        return True
    cell = theatre.board_of(view, goal).hexes.get(theatre.bare(goal))
    return cell is not None and cell.beach and goal not in view.rocky


def commando_raid(view: State, cargo: Sequence[Unit], goal: str) -> bool:
    """True when only commandos go for a port that nobody else may invade."""
    return (
        bool(cargo)
        and all(u.type == "CDO" for u in cargo)
        and is_port(view, goal)
        and not eligible(view, goal)
    )


@clause("21.5154#2")
def raiding_level(state: State, cargo: Sequence[Unit]) -> int:
    """The training level of the Western Allies, whichever of them sends commandos to a port;
    commandos of others raid none."""
    if not all(western_allied(u.nation) for u in cargo):
        return 0
    return max(ctl(state, replace(u, nation=n)) for u in cargo for n in ("Britain", "U.S."))


def ctl(state: State, unit: Unit) -> int:
    """Combat training level of a nation's units: a house table by year, and research of its
    side."""
    data = state.rulings.table("awaw.ctl")
    names = [name for name, _ in data.rows]
    column = 0 if state.year <= 1941 else min(3, state.year - 1941)
    base = int(data.row(unit.nation if unit.nation in names else "others")[column])
    return base + state.research.get(f"{unit.side} CTL", 0)


@clause("21.517J", "21.517J#2")
def stack_limit(state: State, place: str) -> int:
    """Ordinary ground units that fit in a hex: five on a bridgehead; on a one-hex island of the
    Pacific one, two with a port."""
    if theatre.theatre_of(state, place) == "Pacific" and theatre.one_hex_island(state, place):
        return combat_tables.number(
            state.rulings, "ground-stack", "island-port" if is_port(state, place) else "island"
        )
    return combat_tables.number(
        state.rulings, "ground-stack", "bridgehead" if place in state.bridgeheads else "hex"
    )


@clause("21.517J")
def surplus(state: State, side: str, place: str, units: Sequence[Unit] = ()) -> int:
    """Ground units of a side too many in a hex: specialised ones beyond three count as ordinary
    ones."""
    here = [*own(state, side, place), *units]
    special = sum(1 for u in here if u.type in SPECIAL)
    room = combat_tables.number(state.rulings, "ground-stack", "specialised")
    ordinary = len(here) - special + max(0, special - room)
    return max(0, ordinary - stack_limit(state, place))


@clause("21.519B")
def attrition_factors(state: State, side: str, front: str) -> int:
    """Ground factors of a side that count for attrition on a front: none of those that invaded in
    this turn, nor of those that came back from an invasion (21.516C)."""
    from ...map.fronts import fronts_of

    return sum(
        u.factors
        for u in state.units.values()
        if u.kind == "ground"
        and u.side == side
        and u.present
        and not u.force
        and not {"invaded", "returned"} & set(u.used)
        and front in fronts_of(state, u.base or u.at)
    )
