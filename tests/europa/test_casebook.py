"""Every case of the Europa casebook holds, and every enforceable row of the areas played is enforced and cased."""

from __future__ import annotations

import importlib
import pkgutil
from pathlib import Path

import pytest

import flagplot.rulebooks.europa as europa
from flagplot import odds
from flagplot.rulebooks.europa import BOOK
from flagplot.table import enforced
from flagplot.table.casebook import Casebook, read_cases
from flagplot.table.index import load_clauses

FILES = sorted((Path(europa.__file__).parent / "casebook").glob("*.toml"))
AREAS = ("groups", "movement", "mp-cost", "search", "reaction", "combat-zones", "surface-combat", "submarine-combat",
         "coast-defence", "night", "inshore", "gibraltar")


def known(book: str) -> set[str]:
    return set(load_clauses(book))


CASEBOOK = Casebook(lambda book: BOOK, chance=odds.chances, known=known)
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
