"""Numbers of forces and of parts of units tell nothing of what is hidden."""

from __future__ import annotations

from flagplot.rulebooks.awaw import BOOK
from flagplot.rulebooks.awaw.events import Detached
from flagplot.rulebooks.awaw.state.unit_names import free_force_id, free_id
from flagplot.table import Setup
from flagplot.table.setup.rulings import rulings


def test_the_next_force_has_the_same_number_whatever_was_divided_in_secret() -> None:
    state = BOOK.start(
        Setup("norway-1940", "", "current", lots="a secret"), rulings("awaw", "current")
    )
    unit = next(u for u in state.units.values() if u.type == "DD" and u.factors > 2)
    divided = Detached("21.31", unit.side, unit.id, free_id(state, unit.id), 1).apply(state)
    assert len(divided.units) == len(state.units) + 1
    assert free_force_id(divided, "P") == free_force_id(state, "P")
    assert BOOK.view(divided, "Axis" if unit.side == "Allied" else "Allied").serial == 0


def test_the_number_of_a_part_does_not_count_the_parts() -> None:
    start = BOOK.start(
        Setup("norway-1940", "", "current", lots="a secret"), rulings("awaw", "current")
    )
    unit = next(u for u in start.units.values() if u.type == "DD" and u.factors > 4)
    state, found = start, []
    for _ in range(4):
        found.append(free_id(state, unit.id))
        state = Detached("21.31", unit.side, unit.id, found[-1], 1).apply(state)
    drawn = [int(id.rpartition("/")[2]) for id in found]
    assert len(set(drawn)) == 4
    assert drawn != sorted(drawn) or drawn[0] > 5
    setups = [Setup("norway-1940", "", "current", lots=lots) for lots in ("1", "2", "3")]
    assert len({free_id(BOOK.start(setup, start.rulings), unit.id) for setup in setups}) == 3
    case = BOOK.case_start(Setup("", "", "current"), start.rulings)
    assert free_id(case, "DD-1") == "DD-1/2", "on the board of a case they are counted"
