"""A side's view does not change by an event that is hidden from it."""

from __future__ import annotations

from collections.abc import Mapping
from random import Random
from typing import Any

import pytest

from flagplot import rulebooks
from flagplot.cli.case_commands import book_cases
from flagplot.odds import casebook_chances
from flagplot.table.casebook.casebook import Casebook
from flagplot.table.core import procedure

OPEN = {
    "europa": {
        "BattleSet",
        "Suspended",
        "Finished",
        "CarrierCame",
        "CarrierLeft",
        "PointsUsed",
        "MaltaRepaired",
        "Combined",
    },
    "awaw": {
        "Embarked",
        "Detached",
        "ScriptDone",
        "Withdrawn",
        "Reinforced",
        "Overrun",
        "Rebased",
        "Watched",
    },
    "campaign": {"Deployed", "Sailed", "Landed", "ShippingHit"},
}
"""Events whose traces lie open on the map, where the other side sees them without being told: who
fights, ships in port, troops, aircraft and markers ashore, a unit in sight in a battle, a place
taken; and a question, of which the side that was asked knows."""


def changed(one: Any, two: Any, side: str) -> list[str]:
    """The fields in which two views differ; the side's own pieces do not count."""
    out = []
    for field in one.__struct_fields__:
        a, b = getattr(one, field), getattr(two, field)
        if isinstance(a, Mapping) and isinstance(b, Mapping):
            a, b = ({k: v for k, v in x.items() if getattr(v, "side", "") != side} for x in (a, b))
        out += [field] if a != b else []
    return out


@pytest.mark.parametrize("id", rulebooks.BOOKS)
def test_a_hidden_event_leaves_the_view_as_it_was(id: str, monkeypatch: pytest.MonkeyPatch) -> None:
    book = rulebooks.book(id)
    record = procedure.Table.record
    hidden: set[str] = set()
    found: dict[tuple[str, str], str] = {}
    case = ""

    def watched(self: Any, event: Any) -> Any:
        before = self.state
        out = record(self, event)
        for side in (
            getattr(before, "sides", ()) if not self.exact and self.state is not before else ()
        ):
            kind = type(getattr(event, "event", event)).__name__
            if event.seen_by(side) is None and kind not in OPEN[id]:
                hidden.add(kind)
                for field in changed(book.view(before, side), book.view(self.state, side), side):
                    found.setdefault((kind, field), case)
        return out

    monkeypatch.setattr(procedure.Table, "record", watched)
    casebook = Casebook(rulebooks.book, casebook_chances)
    cases = sorted(book_cases(id), key=lambda c: c.id)
    for each in Random(7).sample(cases, 120):
        case = each.id
        casebook.run(each)
    assert len(hidden) > 3
    assert not found
