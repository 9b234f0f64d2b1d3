"""``flagplot case run`` (with ``--watch``: again at every change of a case, table or rule) and
``flagplot case list``."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import flagplot
from flagplot.room.files import is_folder

from .common import clause_id_markup, console, escape, find_book
from .files import LARGEST_TEXT, file_exists, files_within, path_text, read_text, stop, table_files

if TYPE_CHECKING:
    from flagplot.table.casebook.case_file import Case


def book_cases(book: str) -> Iterator[Case]:
    """Yield the cases of a rule book's own casebook, file by file. Raises ``CaseError`` for a file
    that cannot be read."""
    from flagplot.table.casebook.case_file import read_cases
    from flagplot.table.core.book_packages import package_of

    folder = package_of(book).joinpath("casebook")
    if not folder.is_dir():
        return
    for path in sorted(folder.iterdir(), key=lambda p: p.name):
        if path.name.endswith(".toml"):
            yield from read_cases(path.read_text("utf-8"), f"{book}/casebook/{path.name}", book)


def gather_cases(files: Sequence[Path], book: str, clause: str = "") -> Iterator[Case]:
    """Yield the cases of the files and of every case file in the folders, or of a book's own
    casebook when no file is named. With a *clause* only those that cite it or a part of it; without
    files and *book*, those of every book.

    With files, *book* is the default rule book of a file that names none.
    """
    from flagplot.table.core.verdict import clause_within

    for case in _all_of(files, book, bool(clause)):
        if not clause or any(clause_within(c, clause) for c in case.clauses):
            yield case


def _all_of(files: Sequence[Path], book: str, every_book: bool) -> Iterator[Case]:
    """Yield the named cases. With *every_book*, and neither files nor *book*, yield those of every
    book."""
    from flagplot.rulebooks import BOOKS
    from flagplot.table.casebook.case_file import read_cases

    if not files and not book and not every_book:
        stop("name case files, a rule book with --book, or a clause with --clause")
    id = find_book(book).id if book else ""
    if not files:
        for one in [id] if id else BOOKS:
            yield from book_cases(one)
    for path in files:
        inside = (
            files_within(path, "*.toml", "case files (*.toml)", deep=True)
            if is_folder(path)
            else [path]
        )
        if not inside:
            stop(f"{path_text(path)} holds no case files (*.toml)")
        for each in inside:
            yield from read_cases(read_text(each, "case file", LARGEST_TEXT), path_text(each), id)


def run(
    files: Sequence[Path],
    book: str,
    only: str,
    clause: str,
    quiet: bool,
    tables: Path | None = None,
) -> None:
    """Run cases, print each failure, end with ``N passed, M failed``; exit 1 when one failed.
    *tables* replace the book's.

    *only* (a part of the id) and *clause* (a cited clause) select the cases.
    """
    from flagplot import rulebooks
    from flagplot.odds import casebook_chances
    from flagplot.table.casebook.casebook import Casebook, summary_line
    from flagplot.table.casebook.clause_index import load_clauses
    from flagplot.table.setup.rulings import Rulings, rulings

    out = console()
    mine = table_files(tables)

    def law(of: str, edition: str, house: dict[str, str]) -> Rulings:
        return rulings(of, edition, house, mine)

    casebook = Casebook(rulebooks.book, casebook_chances, load_clauses, law)
    results = []
    read: set[str] = set()
    for case in gather_cases(files, book, clause):
        if only not in case.id:
            continue
        if mine and case.book not in read and case.book in rulebooks.BOOKS:
            law(case.book, "", {})  # report an unusable table once, not for every case
            read.add(case.book)
        result = casebook.run(case)
        results.append(result)
        if not result.passed:
            out.print(str(result), markup=False)
        elif not quiet and out.is_terminal and len(results) % 200 == 0:
            out.print(f"[dim]{len(results)} cases[/]")
    if clause and not results:
        stop(
            f"no such case cites {clause!r}; `flagplot rules show {clause}` shows the clause, "
            "`flagplot case list` the cases"
        )
    if only and not results:
        stop(f"no case has {only!r} in its id; `flagplot case list` shows the ids")
    out.print(summary_line(results))
    if not all(r.passed for r in results):
        raise SystemExit(1)


def list_cases(files: Sequence[Path], book: str, clause: str) -> None:
    """Print one line a case."""
    out = console()
    for case in gather_cases(files, book, clause):
        out.print(
            f"{escape(case.id):32} {clause_id_markup(', '.join(case.clauses))}  {escape(case.title)}"
        )


WATCHED = (".toml", ".tsv", ".py")


def watch_cases(
    files: Sequence[Path], book: str, only: str, clause: str, tables: Path | None
) -> None:
    """Run the cases, then again after every change, until Ctrl-C.

    Each run is a separate process, so that changed rules are loaded again. Raises ``CommandError``
    without ``watchfiles``.
    """
    try:
        from watchfiles import watch
    except ModuleNotFoundError:
        stop("--watch needs the package watchfiles: pip install watchfiles")
    options = {"--book": book, "--only": only, "--clause": clause, "--tables": str(tables or "")}
    command = [sys.executable, "-m", "flagplot", "case", "run", "--quiet", *map(str, files)]
    for option, value in options.items():
        command += [option, value] if value else []
    seen = [Path(flagplot.__file__).parent, *files, *([tables] if tables else [])]
    for path in seen:
        if not is_folder(path) and not file_exists(path):
            stop(f"there is no file or folder {path}")
    changes = watch(
        *seen, watch_filter=_is_ours, yield_on_timeout=True, rust_timeout=500, raise_interrupt=False
    )
    # start watching before the first run, so that no change meanwhile is missed
    next(changes, None)
    subprocess.run(command, check=False)
    for changed in changes:
        if changed:
            console().rule(", ".join(sorted({Path(path).name for _, path in changed})))
            subprocess.run(command, check=False)


def _is_ours(_: object, path: str) -> bool:
    """Return True for a file that may change the result of a case."""
    return path.endswith(WATCHED)
