"""Specs: merged outcomes equal full enumeration of the faces."""

from __future__ import annotations

from collections import Counter
from itertools import product
from typing import Any

import pytest

from flagplot.table.core.roll_specs import (
    AtLeast,
    Column,
    Faces,
    Hits,
    Sum,
    Summed,
    dice_text,
    ways_per_total,
)

SPECS: list[Any] = [
    Sum(3),
    Sum(2, 10, -3, 0, 12),
    Sum(0, 6, 4),
    AtLeast(2, 6, 9),
    AtLeast(2, 6, 9, 2),
    AtLeast(0, 6, 0),
    AtLeast(0, 6, 1),
    AtLeast(2, 6, -3),
    AtLeast(1, 20, 21),
    Column((0, 1, 2, 3)),
    Column(("a", "b", "a"), 1, (1, 6), 1),
    Column((5,), 0, (0, 6)),
    Faces(2, 6),
    Faces(0, 6),
    Hits(4, 6, 5),
    Hits(3, 10, 8, 1),
    Hits(0, 6, 5),
    Summed((Column((0, 1, 2)), Column((0, 3)))),
    Summed((AtLeast(1, 6, 4), Sum(1), Sum(1)), 6),
]


@pytest.mark.parametrize("spec", SPECS, ids=repr)
def test_outcomes_equal_enumeration(spec: Any) -> None:
    n, sides = spec.dice
    counted = Counter(spec.read(faces) for faces in product(range(1, sides + 1), repeat=n))
    outcomes, total = spec.outcomes()
    assert dict(outcomes) == counted
    assert len(outcomes) == len(counted)
    assert total == sides**n
    assert hash(spec) == hash(type(spec)(*(getattr(spec, f) for f in spec.__struct_fields__)))


def test_totals_and_dice_text() -> None:
    assert ways_per_total(2, 6)[7] == 6
    assert sum(ways_per_total(5, 10)) == 10**5
    assert dice_text(3, 20) == "3d20"
