"""The rule books flagplot knows, found by id: its own, and those of other installed packages.

Another package declares a rule book as an entry point of the group ``flagplot.rulebooks``
(``docs/first-book.md``). A built-in rule book is imported only when it is asked for.
"""

from __future__ import annotations

from functools import lru_cache
from importlib import import_module
from typing import Any

from flagplot.table import Rulebook
from flagplot.table.casebook.clause_index import load_clauses
from flagplot.table.contract import default_texts
from flagplot.table.core.book_packages import DeclaredBook, declared_books
from flagplot.table.setup.rulings import load_switches, load_tables

BUILT_IN = ("awaw", "europa", "campaign")
"""Ids of flagplot's own rule books, in the sequence in which they are offered."""


def _load_foreign() -> tuple[dict[str, Rulebook[Any]], dict[str, str]]:
    """Load the rule books of other packages; return them by id, and by id why others cannot be
    used."""
    found: dict[str, Rulebook[Any]] = {}
    unusable: dict[str, str] = {}
    for each in declared_books():
        if each.book in BUILT_IN or each.book in found:
            unusable[f"{each.book} of {each.distribution}"] = _sentence(
                each, "another rule book has this id"
            )
            continue
        try:
            found[each.book] = _checked(each)
        except Exception as e:
            unusable[each.book] = _sentence(each, f"{type(e).__name__}: {e}")
    return found, unusable


def _checked(declared: DeclaredBook) -> Rulebook[Any]:
    """Load a declared rule book and read its data files. Raises any error."""
    book = declared.load()
    if not isinstance(book, Rulebook):
        raise TypeError(f"{declared.module}:{declared.attribute} is no Rulebook")
    if book.id != declared.book:
        raise ValueError(f"the entry point has the name {declared.book!r}, the book {book.id!r}")
    for read in (default_texts.words, load_clauses, load_switches, load_tables):
        read(book.id)
    if not book.scenarios:
        raise ValueError("it has no scenario")
    return book


def _sentence(declared: DeclaredBook, why: str) -> str:
    return f"The rule book {declared.book!r} of the package {declared.distribution} cannot be used: {why}"


_FOREIGN, UNUSABLE = _load_foreign()

BOOKS = (*BUILT_IN, *_FOREIGN)
"""Ids of the rule books that can be played, in the sequence in which they are offered."""


@lru_cache(None)
def book(id: str) -> Rulebook[Any]:
    """Return a rule book by id. Raises ``KeyError`` that names the known ones, or says why this one
    cannot be used."""
    if id in _FOREIGN:
        return _FOREIGN[id]
    if id in UNUSABLE:
        raise KeyError(UNUSABLE[id])
    if id not in BOOKS:
        raise KeyError(f"no rule book {id!r}; there are {', '.join(BOOKS)}")
    found: Rulebook[Any] = import_module(f"flagplot.rulebooks.{id}").BOOK
    return found
