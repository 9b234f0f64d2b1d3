"""Every case of the Europa casebook holds, and every enforceable row of the areas played is
enforced and cased."""

from __future__ import annotations

import importlib
import pkgutil
from pathlib import Path

import pytest

import flagplot.rulebooks.europa as europa
from flagplot import odds
from flagplot.rulebooks.europa import BOOK
from flagplot.table import enforced
from flagplot.table.casebook.case_file import read_cases
from flagplot.table.casebook.casebook import Casebook
from flagplot.table.casebook.clause_index import load_clauses

FILES = sorted((Path(europa.__file__).parent / "casebook").glob("*.toml"))
AREAS = (
    "groups",
    "movement",
    "mp-cost",
    "search",
    "reaction",
    "combat-zones",
    "surface-combat",
    "submarine-combat",
    "coast-defence",
    "night",
    "inshore",
    "gibraltar",
)


def known(book: str) -> set[str]:
    return set(load_clauses(book))


CASEBOOK = Casebook(lambda book: BOOK, chance=odds.casebook_chances, known=known)
CASES = [(f.name, case) for f in FILES for case in read_cases(f.read_text("utf-8"), f.name)]


@pytest.mark.parametrize(("file", "case"), CASES, ids=[f"{f}:{c.id}" for f, c in CASES])
def test_case(file: str, case: object) -> None:
    result = CASEBOOK.run(case)  # type: ignore[arg-type]
    assert result.passed, str(result)


def test_every_row_is_enforced_and_cased() -> None:
    for module in pkgutil.iter_modules(europa.__path__):
        importlib.import_module(f"{europa.__name__}.{module.name}")
    where = enforced("europa")
    cased = {c for _, case in CASES for c in case.clauses}
    rows = [r for r in load_clauses("europa").values() if r.area in AREAS and r.enforceable]
    assert len(rows) > 180
    assert [r.id for r in rows if r.id not in where] == []
    assert [r.id for r in rows if r.id not in cased] == []


@pytest.mark.parametrize(
    ("line", "told"),
    [
        ("group A Allied at 33:1201: TF-1 12 (hits 13)", "TF-1 has 13 hits, and a strength of 12"),
        (
            "port Bari at 33:1204, Axis, size 5",
            "the size of a port is 1 (minor) to 4 (great), or 0, not 5",
        ),
        ("Malta status 16", "Malta's status number is 0 to 15, not 16"),
        ("repair points Allied -1", "Allied naval repair points are not less than 0"),
        ("turn Aug I 42, step 7 of 5", "there are 5 steps, not 7"),
        ("X night block 5", "X is 5 MPs into a night block, which ends with the 5th"),
        ("X spent 26 night MPs this phase", "X has spent 26 night MPs, and 25 is the most"),
        (
            "hexside 33:1204/1205 strait",
            "did you mean narrow strait? (expected a kind of hexside (full sea, partial sea, land,",
        ),
        (
            "mines British 2 at 33:1204",
            "there is no side 'British' (expected a side (Allied, Axis))",
        ),
    ],
)
def test_a_position_is_one_that_can_be(line: str, told: str) -> None:
    text = f"""book = "europa"
    [[case]]
    id = "impossible"
    clauses = ["32.A"]
    given = \"\"\"
group X Allied at 33:1301: TF-2 4
{line}
\"\"\"
    then = "X at sea"
    """
    (case,) = read_cases(text, "it.toml")
    assert told in str(CASEBOOK.run(case))
