"""Ground units in invasions: defenders of a hex, specialised units, training levels and
stacking."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from flagplot.table import clause

from ...map import theatre
from ...map.ports import is_port
from ...state import State, Unit, replace
from ...state.nations import is_western_allied
from ..combat import combat_tables
from ..range.limits import has_named_place

SPECIAL = frozenset({"ABN", "MAR", "CDO"})
"""Specialised units. Three of them fit in a hex beyond its limit."""


def enemy_defenders(state: State, side: str, place: str) -> tuple[Unit, ...]:
    """Return the other side's ground units in a hex."""
    return tuple(
        u
        for u in state.units.values()
        if u.kind == "ground"
        and u.present
        and not u.force
        and u.side != side
        and (u.base or u.at) == place
    )


def own_units(state: State, side: str, place: str) -> tuple[Unit, ...]:
    """Return a side's ground units in a hex."""
    return tuple(
        u
        for u in state.units.values()
        if u.kind == "ground"
        and u.present
        and not u.force
        and u.side == side
        and (u.base or u.at) == place
    )


def ground_factors(units: Iterable[Unit]) -> int:
    """Return the ground factors of these units."""
    return sum(u.factors for u in units)


@clause("21.5154")
def is_invadable(view: State, goal: str) -> bool:
    """Return True for a hex that any ground units may invade."""
    if has_named_place(view, goal, "Gibraltar", "Singapore") or theatre.is_one_hex_island(
        view, goal
    ):
        return True
    cell = theatre.board_of(view, goal).hexes.get(theatre.bare_id(goal))
    return cell is not None and cell.beach and goal not in view.rocky


def is_commando_raid(view: State, cargo: Sequence[Unit], goal: str) -> bool:
    """Return True for an invasion by commandos alone of a port that other units may not invade."""
    return (
        bool(cargo)
        and all(u.type == "CDO" for u in cargo)
        and is_port(view, goal)
        and not is_invadable(view, goal)
    )


@clause("21.5154#2")
def raiding_level(state: State, cargo: Sequence[Unit]) -> int:
    """Return the training level for commando raids on ports: that of the Western Allies, the higher
    of Britain's and the U.S.'s. 0 for other nations, whose commandos may not raid ports."""
    if not all(is_western_allied(u.nation) for u in cargo):
        return 0
    return max(
        training_level(state, replace(u, nation=n)) for u in cargo for n in ("Britain", "U.S.")
    )


def training_level(state: State, unit: Unit) -> int:
    """Return the combat training level of a unit's nation, from a house table by year, plus its
    side's research."""
    data = state.rulings.table("awaw.ctl")
    names = [name for name, _ in data.rows]
    column = 0 if state.year <= 1941 else min(3, state.year - 1941)
    base = int(data.row(unit.nation if unit.nation in names else "others")[column])
    return base + state.research.get(f"{unit.side} CTL", 0)


@clause("21.517J", "21.517J#2")
def stack_limit(state: State, place: str) -> int:
    """Return the number of ordinary ground units that fit in a hex: five on a bridgehead; on a
    one-hex island of the Pacific one, or two with a port."""
    if theatre.theatre_of(state, place) == "Pacific" and theatre.is_one_hex_island(state, place):
        return combat_tables.cell_number(
            state.rulings, "ground-stack", "island-port" if is_port(state, place) else "island"
        )
    return combat_tables.cell_number(
        state.rulings, "ground-stack", "bridgehead" if place in state.bridgeheads else "hex"
    )


@clause("21.517J")
def excess_units(state: State, side: str, place: str, units: Sequence[Unit] = ()) -> int:
    """Return the number of a side's ground units too many in a hex. Specialised units beyond three
    count as ordinary ones."""
    here = [*own_units(state, side, place), *units]
    special = sum(1 for u in here if u.type in SPECIAL)
    room = combat_tables.cell_number(state.rulings, "ground-stack", "specialised")
    ordinary = len(here) - special + max(0, special - room)
    return max(0, ordinary - stack_limit(state, place))


@clause("21.519B")
def attrition_factors(state: State, side: str, front: str) -> int:
    """Return a side's ground factors that count for attrition on a front. Units that invaded in
    this turn, or came back from an invasion (21.516C), do not count."""
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
