"""Routes of the rule books' clauses in plain words."""

from __future__ import annotations

import logging
from functools import lru_cache
from typing import Annotated

from litestar import get
from litestar.params import FromPath, QueryParameter

from flagplot import rulebooks
from flagplot.table.casebook.case_file import CaseError, read_cases
from flagplot.table.casebook.clause_index import (
    UnknownClauseError,
    clause_coverage,
    find_clauses,
    load_clauses,
    search_clauses,
)
from flagplot.table.core.book_packages import package_of

from .errors import not_found
from .routes_games import Asked, host_of
from .schemas import RuleLine

log = logging.getLogger("flagplot.room")

Text = Annotated[str, QueryParameter(max_length=80)]


def check_book(request: Asked, book: str) -> None:
    """Raise ``RoomError`` 404 for a book that the room does not offer."""
    host = host_of(request)
    if book not in host.books:
        raise not_found(f"rule book of this name; there are {', '.join(host.books)}", "book")
    host.book_of(book)


@lru_cache(8)
def proofs_of(book: str) -> tuple[tuple[str, tuple[str, ...]], ...]:
    """Return the cases of the book's casebook, each with the clauses it proves."""
    folder = package_of(book).joinpath("casebook")
    if not folder.is_dir():
        return ()
    files = sorted((f for f in folder.iterdir() if f.name.endswith(".toml")), key=lambda f: f.name)
    try:
        return tuple(
            (case.id, case.clauses)
            for f in files
            for case in read_cases(f.read_text("utf-8"), f.name, book)
        )
    except CaseError as e:
        log.warning("the casebook of %s cannot be read: %s", book, e)
        return ()


@lru_cache(8)
def rules_of(book: str) -> dict[str, RuleLine]:
    """Return every clause of a book with its enforcers; empty for a book without an index."""
    rows = load_clauses(book)
    if not rows:
        return {}
    kept = clause_coverage(
        book, proofs_of(book), rulebooks.book(book).aliases() if book in rulebooks.BOOKS else None
    )
    return {
        c.id: RuleLine(
            c.id,
            c.kind,
            c.area,
            rows[c.id].title,
            rows[c.id].requirement,
            tuple(m.removeprefix("flagplot.rulebooks.") for m in c.enforced),
            c.cases,
        )
        for c in kept
    }


@get(
    "/api/rules/{book:str}",
    tags=["rules"],
    summary="The clauses of a rule book",
    sync_to_thread=True,
)
def index(
    book: FromPath[str], request: Asked, within: Text = "", words: Text = ""
) -> list[RuleLine]:
    """Return all clauses; or those *within* one (``21.41`` with all its parts); or those that
    contain all *words*."""
    check_book(request, book)
    rows = rules_of(book)
    if words:
        return [rows[r.id] for r in search_clauses(book, words)]
    if within:
        return [r for r in rows.values() if r.id.startswith(within)]
    return list(rows.values())


@get(
    "/api/rules/{book:str}/{clause:str}", tags=["rules"], summary="One clause", sync_to_thread=True
)
def one(book: FromPath[str], clause: FromPath[str], request: Asked) -> RuleLine:
    """Return a clause in plain words. An id that only heads others gives its first part. An id of a
    chapter that is not indexed gives a note to that effect."""
    check_book(request, book)
    rows = rules_of(book)
    if clause in rows:
        return rows[clause]
    try:
        return rows[find_clauses(book, clause)[0].id]
    except UnknownClauseError:
        return RuleLine(clause, "outside", "", "Outside this index", OUTSIDE)


OUTSIDE = (
    "This clause belongs to a chapter that the index does not hold. What flagplot does under it "
    "comes from a table or a house "
    "switch, named beside the ruling with where it comes from."
)

RULE_ROUTES = [index, one]
