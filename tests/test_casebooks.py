"""Every case of every rule book's casebook passes."""

from __future__ import annotations

from importlib.resources import files
from importlib.resources.abc import Traversable

import pytest

from flagplot import rulebooks
from flagplot.odds import casebook_chances
from flagplot.table.casebook.case_file import read_cases
from flagplot.table.casebook.casebook import Casebook
from flagplot.table.casebook.clause_index import load_clauses

CASEBOOK = Casebook(rulebooks.book, casebook_chances, load_clauses)


def case_files() -> list[tuple[str, Traversable]]:
    """(book, file) of every case file."""
    found = []
    for id in rulebooks.BOOKS:
        folder = files("flagplot.rulebooks").joinpath(id, "casebook")
        if folder.is_dir():
            found += [
                (id, p)
                for p in sorted(folder.iterdir(), key=lambda p: p.name)
                if p.name.endswith(".toml")
            ]
    return found


@pytest.mark.parametrize(
    ("book", "path"), case_files(), ids=lambda v: v if isinstance(v, str) else v.name
)
def test_case_file(book: str, path: Traversable) -> None:
    results = CASEBOOK.run_text(path.read_text("utf-8"), f"{book}/casebook/{path.name}")
    assert results
    failed = [str(r) for r in results if not r.passed]
    assert not failed, "\n".join(
        [f"{len(results) - len(failed)} passed, {len(failed)} failed", *failed]
    )


@pytest.mark.parametrize("book", rulebooks.BOOKS)
def test_case_ids_are_unique(book: str) -> None:
    ids = [
        c.id
        for id, p in case_files()
        if id == book
        for c in read_cases(p.read_text("utf-8"), p.name, book)
    ]
    assert len(ids) == len(set(ids)), sorted({i for i in ids if ids.count(i) > 1})


@pytest.mark.parametrize(
    ("line", "told"),
    [
        ("control Kiel, Kuala Lumpur Japan", "there is no place 'Kuala Lumpur'"),
        ("UK-CA-5 inverted", "there is no unit 'UK-CA-5'"),
        ("Axis controls Kiel", "control PLACES OWNER"),
        ("turn Spring 1942 Axis", "as in: turn Spring|Summer|Fall|Winter N [, SIDE player turn]"),
        ("CA 2 Germany Kiel", "TYPE N NATION [fast|slow] at PLACE"),
    ],
)
def test_a_name_that_nothing_has_is_told_without_what_follows_it(line: str, told: str) -> None:
    case = f'[[case]]\nid = "a"\nclauses = ["21.21"]\ngiven = "{line}"\nthen = "not over"\n'
    (result,) = CASEBOOK.run_text(f'book = "awaw"\n{case}', "x.toml")
    assert told in result.problem


def test_a_roll_in_the_way_is_told_with_the_question_before_it() -> None:
    case = """
[[case]]
id = "a"
clauses = ["21.443C"]
given = \"\"\"
turn Summer 1942, Axis player turn, harbor attack segment
Axis has 1 harbor attack results
Allied has 1 tactical cards
BB 4 Britain slow at Alexandria as UK-BB-1
\"\"\"
when = \"\"\"
Axis: harbor attack Alexandria by frogmen
Allied: none
\"\"\"
then = "accepted"
"""
    (result,) = CASEBOOK.run_text(f'book = "awaw"\n{case}', "x.toml")
    assert (
        "(before the roll: asked harbor-cards, 'none' is not offered (expected 0, 1))"
        in result.problem
    )
