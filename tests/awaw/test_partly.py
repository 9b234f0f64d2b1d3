"""Areas that are kept in part say so, and no others."""

from __future__ import annotations

from flagplot.cli.rules import covered
from flagplot.rulebooks.awaw.rules.partly import PARTLY
from flagplot.table.index import UNENFORCEABLE


def test_the_areas_said_to_be_kept_in_part_are_those_that_are() -> None:
    rows = covered("awaw").values()
    open_areas = {c.area for c in rows if c.kind not in UNENFORCEABLE and not c.enforced}
    assert open_areas == set(PARTLY)
    assert {clause for clause, _ in PARTLY.values()} <= {c.id for c in rows}
