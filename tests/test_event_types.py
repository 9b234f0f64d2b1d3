"""A log opened by a fresh program can be read whole: a book knows every kind of event from the
start, not when first used."""

from __future__ import annotations

import subprocess
import sys

import pytest

from flagplot.rulebooks import BOOKS

PROGRAM = """
import importlib, pkgutil, sys
from flagplot import rulebooks
from flagplot.table.language.event_sentences import events_of
book = rulebooks.book(sys.argv[1])
before = set(book.event_types)
package = importlib.import_module("flagplot.rulebooks." + sys.argv[1])
for module in pkgutil.walk_packages(package.__path__, package.__name__ + "."):
    importlib.import_module(module.name)
print(*sorted(t.__name__ for t in set(events_of(package.__name__)) - before))
"""


@pytest.mark.parametrize("book", BOOKS)
def test_a_fresh_program_knows_every_event(book: str) -> None:
    done = subprocess.run(
        [sys.executable, "-c", PROGRAM, book],
        capture_output=True,
        text=True,
        timeout=120,
        check=True,
    )
    assert done.stdout.split() == []
