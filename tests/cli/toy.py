"""Puts the toy rule book where the command line looks for books."""

from __future__ import annotations

from typing import Any

import pytest

import flagplot.admirals.simulate
import flagplot.rulebooks
import flagplot.table
from flagplot.table import Rulings
from tests.table.toybook import BOOK, RULINGS, book_of


def install(monkeypatch: pytest.MonkeyPatch) -> None:
    """Make ``toybook`` the only rule book for one test."""
    made = flagplot.table.rulings

    def law(book: str, edition: str = "", house: Any = None, overrides: Any = ()) -> Rulings:
        own = made(book, edition, house, overrides)
        return Rulings(own.edition, own.switches, RULINGS.tables)

    monkeypatch.setattr(flagplot.rulebooks, "BOOKS", (BOOK.id,))
    monkeypatch.setattr(flagplot.rulebooks, "book", book_of)
    monkeypatch.setattr(flagplot.table, "rulings", law)
    monkeypatch.setattr(flagplot.admirals.simulate, "rulings", law)
