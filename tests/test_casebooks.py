"""Every case of every rule book's casebook passes, and the whole book runs in under a minute."""

from __future__ import annotations

import time
from importlib.resources import files
from importlib.resources.abc import Traversable

import pytest

from flagplot import rulebooks
from flagplot.odds import chances
from flagplot.table.casebook import Casebook, read_cases
from flagplot.table.index import load_clauses

CASEBOOK = Casebook(rulebooks.book, chances, load_clauses)
SPENT = dict.fromkeys(rulebooks.BOOKS, 0.0)


def case_files() -> list[tuple[str, Traversable]]:
    """(book, file) of every case file."""
    found = []
    for id in rulebooks.BOOKS:
        folder = files("flagplot.rulebooks").joinpath(id, "casebook")
        if folder.is_dir():
            found += [(id, p) for p in sorted(folder.iterdir(), key=lambda p: p.name) if p.name.endswith(".toml")]
    return found


@pytest.mark.parametrize(("book", "path"), case_files(), ids=lambda v: v if isinstance(v, str) else v.name)
def test_case_file(book: str, path: Traversable) -> None:
    begun = time.perf_counter()
    results = CASEBOOK.run_text(path.read_text("utf-8"), f"{book}/casebook/{path.name}")
    SPENT[book] += time.perf_counter() - begun
    assert results
    failed = [str(r) for r in results if not r.passed]
    assert not failed, "\n".join([f"{len(results) - len(failed)} passed, {len(failed)} failed", *failed])


@pytest.mark.parametrize("book", rulebooks.BOOKS)
def test_a_whole_casebook_is_quick(book: str) -> None:
    """Runs after the files above; a minute on a busy machine leaves a factor of ten on a quiet one."""
    assert SPENT[book] < 60


@pytest.mark.parametrize("book", rulebooks.BOOKS)
def test_case_ids_are_unique(book: str) -> None:
    ids = [c.id for id, p in case_files() if id == book for c in read_cases(p.read_text("utf-8"), p.name, book)]
    assert len(ids) == len(set(ids)), sorted({i for i in ids if ids.count(i) > 1})
