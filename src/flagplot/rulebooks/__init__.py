"""The rule books flagplot knows, found by id. A rule book is imported only when it is asked for."""

from __future__ import annotations

from functools import lru_cache
from importlib import import_module
from typing import Any

from flagplot.table import Rulebook

BOOKS = ("awaw", "europa", "campaign")
"""Ids of the rule books that can be played, in the order they are offered."""


@lru_cache(None)
def book(id: str) -> Rulebook[Any]:
    """Return a rule book by id. Raises ``KeyError`` naming the known ones."""
    if id not in BOOKS:
        raise KeyError(f"no rule book {id!r}; there are {', '.join(BOOKS)}")
    found: Rulebook[Any] = import_module(f"flagplot.rulebooks.{id}").BOOK
    return found
