"""``flagplot case run`` and ``flagplot case list``."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from .common import console, escape, find_book, mark, read_text, stop

if TYPE_CHECKING:
    from flagplot.table.casebook import Case


def _gather(files: Sequence[Path], book: str) -> Iterator[Case]:
    """The cases of the files, of every case file in the folders, and of a book's own casebook."""
    from flagplot.table.casebook import load_casebook, read_cases

    if book:
        yield from load_casebook(find_book(book).id)
    for path in files:
        inside = sorted(path.rglob("*.toml")) if path.is_dir() else [path]
        if not inside:
            stop(f"{path} holds no case files (*.toml)")
        for each in inside:
            yield from read_cases(read_text(each, "case file"), str(each))


def run(files: Sequence[Path], book: str, only: str) -> None:
    """Run cases, print each failure, end with ``N passed, M failed``; exit 1 when one failed."""
    from flagplot.table.casebook import run_case

    if not files and not book:
        stop("name case files, or a rule book with --book")
    out = console()
    passed = failed = 0
    for case in _gather(files, book):
        if only and only not in case.id:
            continue
        result = run_case(case)
        if result.ok:
            passed += 1
            continue
        failed += 1
        out.print(f"[bold]{escape(case.id)}[/] {escape(case.title)} {mark(', '.join(case.clauses))}")
        for line in result.failures:
            out.print(f"  {escape(str(line))}")
    out.print(f"{passed} passed, {failed} failed")
    if failed:
        raise SystemExit(1)


def list_cases(files: Sequence[Path], book: str, clause: str) -> None:
    """Print one line a case."""
    from flagplot.table.verdict import clause_within

    if not files and not book:
        stop("name case files, or a rule book with --book")
    out = console()
    for case in _gather(files, book):
        if not clause or any(clause_within(c, clause) for c in case.clauses):
            out.print(f"{escape(case.id):32} {mark(', '.join(case.clauses))}  {escape(case.title)}")
