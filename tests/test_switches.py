"""House switches: every choice of every switch is proved by a case, and that case holds under this
choice alone."""

from __future__ import annotations

import re
from importlib.resources import files
from pathlib import Path

import msgspec
import pytest

from flagplot import rulebooks
from flagplot.odds import casebook_chances
from flagplot.table.casebook.case_file import Case, read_cases
from flagplot.table.casebook.casebook import Casebook
from flagplot.table.casebook.clause_index import load_clauses
from flagplot.table.setup.rulings import load_switches, load_tables

CASEBOOK = Casebook(rulebooks.book, casebook_chances, load_clauses)


def house_cases(book: str) -> list[Case]:
    """The cases of a book that prove a choice of one switch."""
    path = files("flagplot.rulebooks").joinpath(book, "casebook", "house.toml")
    return list(read_cases(path.read_text("utf-8"), path.name, book))


CHOICES = [
    (b, s.id, choice)
    for b in rulebooks.BOOKS
    for s in load_switches(b).values()
    for choice, _ in s.choices
]


@pytest.mark.parametrize(("book", "switch", "choice"), CHOICES)
def test_every_choice_is_proved(book: str, switch: str, choice: str) -> None:
    proved = [c.id for c in house_cases(book) if c.house == ((switch, choice),)]
    assert proved, (
        f"no case of {book}/casebook/house.toml sets {switch} = {choice} and nothing else"
    )


@pytest.mark.parametrize("book", rulebooks.BOOKS)
def test_every_such_case_needs_its_choice(book: str) -> None:
    idle = []
    for case in house_cases(book):
        (switch, choice), *more = case.house
        assert not more, f"{case.id} sets more than one switch"
        others = [c for c, _ in load_switches(book)[switch].choices if c != choice]
        assert others, f"{switch} has a single choice: that is no switch"
        if all(
            CASEBOOK.run(msgspec.structs.replace(case, house=((switch, other),))).passed
            for other in others
        ):
            idle.append(case.id)
    assert not idle


@pytest.mark.parametrize("book", rulebooks.BOOKS)
def test_switches_cite_clauses_of_the_book(book: str) -> None:
    """A switch of a chapter that the book keeps cites a clause of it; chapters kept only in part
    are not in the index."""
    ledger = load_clauses(book)
    chapters = {id.partition(".")[0] for id in ledger}
    for s in load_switches(book).values():
        known = any(id.startswith(s.clause) for id in ledger)
        assert known or s.clause.partition(".")[0] not in chapters, f"{s.id} cites {s.clause}"
        assert s.question.endswith((".", "?")), s.id
        assert all(meaning for _, meaning in s.choices), s.id


@pytest.mark.parametrize("book", rulebooks.BOOKS)
def test_rulings_rest_on_what_there_is(book: str) -> None:
    """Every switch and table that the code of a book names is one of the book's."""
    there = {*load_switches(book), *load_tables(book)}
    package = Path(str(files("flagplot.rulebooks").joinpath(book)))
    source = "".join(path.read_text("utf-8") for path in sorted(package.rglob("*.py")))
    named = set(re.findall(rf'"(HR-[\w-]+|{book}\.[\w-]+)"', source))
    named |= {
        id
        for ids in re.findall(r"rests_on=\(([^)]*)\)", source)
        for id in re.findall(r'"([\w.-]+)"', ids)
    }
    assert named <= there, named - there
