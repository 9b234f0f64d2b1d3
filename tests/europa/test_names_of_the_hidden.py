"""A submarine group that is hidden at sea has a name that tells neither which it is nor what is in
it."""

from __future__ import annotations

from flagplot import rulebooks
from flagplot.rulebooks.europa.state import State
from flagplot.table import Setup
from flagplot.table.setup.rulings import rulings

BOOK = rulebooks.book("europa")


def names(state: State) -> dict[str, str]:
    """The name of each submarine group by the units in it."""
    return {
        " ".join(g.members): id
        for id, g in state.groups.items()
        if state.kind(g) == "submarine" and g.where == "sea"
    }


def test_names_are_drawn_by_lot() -> None:
    law = rulings("europa", "current")
    one, same, other, case = (
        BOOK.start(Setup("pedestal", "", "current", lots=lots), law)
        for lots in ("one secret", "one secret", "another", "")
    )
    assert names(one) == names(same)
    assert len(set(names(one).values())) == len(names(one)) == len(names(case))
    assert set(names(one).values()).isdisjoint(names(other).values())
    assert "Sub-E1" in case.groups
    assert not any(id in case.groups for id in names(one).values())
    assert all(g.id == id for id, g in one.groups.items())
