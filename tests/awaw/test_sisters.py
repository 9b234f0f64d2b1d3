"""The table of sister activities in docs/rules-awaw.md: every clause, function and case that it
names is there and holds."""

from __future__ import annotations

import re
from collections.abc import Iterator
from importlib import import_module
from importlib.resources import files
from pathlib import Path

import pytest

from flagplot import rulebooks
from flagplot.odds import casebook_chances
from flagplot.rulebooks.awaw.rules.drowning import CargoAboard, drowned_factors
from flagplot.table.casebook.case_file import Case, read_cases
from flagplot.table.casebook.casebook import Casebook
from flagplot.table.casebook.clause_index import load_clauses

PAGE = Path(__file__).parents[2] / "docs" / "rules-awaw.md"
ACTIVITIES = ("sea transport", "invasion", "sea escort", "oil", "BRPs", "supply line")
CASEBOOK = Casebook(rulebooks.book, casebook_chances, load_clauses)
SOURCES = files("flagplot.rulebooks").joinpath("awaw", "casebook")
CASES = {
    c.id: c
    for f in SOURCES.iterdir()
    if f.name.endswith(".toml")
    for c in read_cases(f.read_text("utf-8"), f.name, "awaw")
}


def sections() -> dict[str, str]:
    """The questions of the table and what stands under each."""
    part = PAGE.read_text("utf-8").partition("## Cargo over the sea, side by side\n")[2]
    part = re.split(r"^## ", part, flags=re.MULTILINE)[0]
    return {
        title: text
        for title, _, text in (
            x.partition("\n") for x in re.split(r"^### ", part, flags=re.MULTILINE)[1:]
        )
    }


def rows(text: str) -> Iterator[tuple[str, list[str], list[str]]]:
    """Each row of a question: the activity, its clauses, its cases."""
    for line in text.splitlines():
        cells = [c.strip() for c in line.strip("|").split("|")]
        if line.startswith("|") and cells[0] not in ("activity", "---"):
            yield cells[0], cells[-2].split(), cells[-1].split()


QUESTIONS = sections()
NAMED = sorted(
    {(q, id) for q, text in QUESTIONS.items() for _, _, cases in rows(text) for id in cases}
)


def test_every_question_is_answered_for_every_activity() -> None:
    assert len(QUESTIONS) == 8
    for question, text in QUESTIONS.items():
        assert tuple(activity for activity, _, _ in rows(text)) == ACTIVITIES, question
        assert all(clauses and cases for _, clauses, cases in rows(text)), question


@pytest.mark.parametrize("question", QUESTIONS)
def test_clauses_are_of_the_book_and_cases_of_its_casebook(question: str) -> None:
    ledger = load_clauses("awaw")
    for activity, clauses, cases in rows(QUESTIONS[question]):
        assert not [c for c in clauses if c not in ledger], (question, activity)
        assert not [c for c in cases if c not in CASES], (question, activity)


def fits(case: Case, clauses: list[str]) -> bool:
    """Return whether a case cites a clause of its row, a part of one, or the clause of which one is
    a part."""
    return any(a.startswith(b) or b.startswith(a) for a in case.clauses for b in clauses)


@pytest.mark.parametrize("question", QUESTIONS)
def test_every_clause_of_a_cell_is_cited_by_one_of_its_cases(question: str) -> None:
    for activity, clauses, cases in rows(QUESTIONS[question]):
        for clause in clauses:
            assert any(fits(CASES[id], [clause]) for id in cases), (question, activity, clause)


@pytest.mark.parametrize("question", QUESTIONS)
def test_the_function_that_decides_is_there(question: str) -> None:
    named = re.findall(r"`([a-z_.]+)`", QUESTIONS[question].partition("|")[0])
    assert named, question
    for path in named:
        module, _, function = path.rpartition(".")
        assert callable(
            getattr(import_module(f"flagplot.rulebooks.awaw.rules.{module}"), function)
        ), path


@pytest.mark.parametrize(("question", "id"), NAMED)
def test_the_cases_of_the_table_hold(question: str, id: str) -> None:
    result = CASEBOOK.run(CASES[id])
    assert result.passed, f"{question}: {id}"


# ------------------------------------------------------------------------------------ what drowns
def test_whole_units_drown_whole_and_as_little_as_makes_room() -> None:
    two = [CargoAboard("a", 3, 2, whole=True), CargoAboard("b", 3, 2, whole=True)]
    assert drowned_factors(two, 12) == {}
    assert drowned_factors(two, 10) == {"b": 3}
    assert drowned_factors(two, 5) == {"a": 3, "b": 3}
    assert drowned_factors(
        [CargoAboard("a", 1, whole=True), CargoAboard("b", 3, whole=True)], 3
    ) == {"a": 1}
    assert drowned_factors(
        [
            CargoAboard("a", 2, whole=True),
            CargoAboard("b", 2, whole=True),
            CargoAboard("c", 3, whole=True),
        ],
        4,
    ) == {"c": 3}
    assert drowned_factors(
        [
            CargoAboard("a", 2, whole=True),
            CargoAboard("b", 2, whole=True),
            CargoAboard("c", 3, whole=True),
        ],
        3,
    ) == {"b": 2, "a": 2}


def test_aircraft_drown_by_factors_and_what_is_escorted_together() -> None:
    assert drowned_factors([CargoAboard("air", 5, 3)], 12) == {"air": 1}
    assert drowned_factors([CargoAboard("air", 2), CargoAboard("inf", 3, whole=True)], 4) == {
        "air": 1
    }
    assert drowned_factors([CargoAboard("a", 3), CargoAboard("b", 1)], 3, together=True) == {
        "a": 3,
        "b": 1,
    }
    assert drowned_factors([CargoAboard("a", 3), CargoAboard("b", 1)], 4, together=True) == {}
