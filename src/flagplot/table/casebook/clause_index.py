"""The clause index: every requirement of a rule book in the project's words, the functions that
enforce it, and the cases that prove it.

A rule book keeps its requirements in ``clauses.tsv``: id, kind, area, title, requirement, check,
needs."""

from __future__ import annotations

import difflib
import pkgutil
import re
from collections.abc import Iterable, Mapping
from functools import lru_cache
from importlib import import_module

import msgspec

from ..core.book_packages import module_of, package_of
from ..core.registry import enforced
from ..setup.data_files import DataError

COLUMNS = ("id", "kind", "area", "title", "requirement", "check", "needs")


UNPROVABLE = ("pointer",)
"""Kinds of rows that only head, list or point to other rows."""


UNENFORCEABLE = (*UNPROVABLE, "example")
"""Kinds that no function enforces. An example is proved by its case alone."""


class ClauseRow(msgspec.Struct, frozen=True):
    """One requirement: its id as the book prints it, kind, area, title, the requirement, a worked
    example (``check``), and what a case of it needs."""

    id: str
    kind: str
    area: str
    title: str
    requirement: str
    check: str = ""
    needs: str = ""

    @property
    def enforceable(self) -> bool:
        """False for headings, pointers and examples, which no function enforces."""
        return self.kind not in UNENFORCEABLE


class ClauseCoverage(msgspec.Struct, frozen=True):
    """The proof of one requirement: the functions that enforce it, and the ids of the cases that
    cite it."""

    id: str
    area: str
    kind: str
    enforced: tuple[str, ...]
    cases: tuple[str, ...]


class UnknownClauseError(KeyError):
    """An id that the book's index does not have. ``near`` are the most similar ids."""

    def __init__(self, book: str, id: str, near: tuple[str, ...]) -> None:
        also = f"; near it are {', '.join(near)}" if near else ""
        super().__init__(f"{book} has no clause {id!r}{also}")
        self.near = near

    def __str__(self) -> str:
        return str(self.args[0])


@lru_cache(None)
def load_clauses(book: str) -> Mapping[str, ClauseRow]:
    """Read a rule book's index, in its order. Raises :class:`DataError` naming the line that is
    wrong."""
    path = package_of(book).joinpath("clauses.tsv")
    if not path.is_file():
        return {}
    found: dict[str, ClauseRow] = {}
    lines = path.read_text("utf-8").splitlines()
    if not lines or tuple(lines[0].split("\t")) != COLUMNS:
        raise DataError(
            f"{book}/clauses.tsv: the first line must name the columns {', '.join(COLUMNS)}, "
            "separated by tabs"
        )
    for n, line in enumerate(lines[1:], 2):
        cells = line.split("\t")
        if len(cells) != len(COLUMNS):
            raise DataError(
                f"{book}/clauses.tsv line {n}: {len(cells)} cells for {len(COLUMNS)} columns"
            )
        if cells[0] in found:
            raise DataError(f"{book}/clauses.tsv line {n}: {cells[0]} occurs twice")
        found[cells[0]] = ClauseRow(*cells)
    return found


def _key(id: str) -> tuple[tuple[int, int, str], ...]:
    """Return a sort key that puts 21.9 before 21.11 and 21.211B after 21.211A."""
    return tuple(
        (0, int(p), "") if p.isdecimal() else (1, 0, p) for p in re.findall(r"\d+|[A-Za-z]+|#", id)
    )


NAMES_OF_A_CLAUSE = frozenset(
    {"rule", "rules", "clause", "section", "chapter", "para", "paragraph", "no", "number"}
)


@lru_cache(4096)
def clause_parts(id: str) -> tuple[str, ...]:
    """Return the parts of a clause id in any spelling: ``21.211B``, ``21.211 (b)`` and ``rule
    21.211b`` give the same."""
    found = [
        str(int(p)) if p.isdecimal() else p for p in re.findall(r"#\d+|\d+|[a-z]+", id.casefold())
    ]
    while found and found[0] in NAMES_OF_A_CLAUSE:
        del found[0]
    return tuple(found)


def find_clauses(book: str, id: str) -> tuple[ClauseRow, ...]:
    """Return the row *id* and every row that is a part of it (``21.211`` also finds ``21.211A``),
    in any spelling of the id.

    Raises :class:`UnknownClauseError` with the most similar ids of the same chapter.
    """
    rows = load_clauses(book)
    wanted = clause_parts(id)
    if wanted[:1] == (book,):
        wanted = wanted[1:]
    found = sorted(
        (r for r in rows.values() if wanted and clause_parts(r.id)[: len(wanted)] == wanted),
        key=lambda r: _key(r.id),
    )
    if not found:
        chapter = {"".join(clause_parts(r)): r for r in rows if clause_parts(r)[:1] == wanted[:1]}
        near = difflib.get_close_matches("".join(wanted), chapter, n=5, cutoff=0.5)
        raise UnknownClauseError(book, id, tuple(chapter[n] for n in near))
    return tuple(found)


def clauses_below(book: str, id: str) -> tuple[str, ...]:
    """Return the clauses one figure below *id*, where a book numbers figure by figure (``21.13``
    heads ``21.131`` and ``21.132``)."""
    below = (
        [r for r in load_clauses(book) if r.startswith(id) and re.fullmatch(r"\d+", r[len(id) :])]
        if "." in id
        else []
    )
    return tuple(
        sorted(
            (r for r in below if not any(r != up and r.startswith(up) for up in below)), key=_key
        )
    )


def search_clauses(book: str, words: str) -> tuple[ClauseRow, ...]:
    """Return the rows that contain every word of *words* (in id, area, title or requirement), in
    the book's order."""
    wanted = words.casefold().split()
    return tuple(
        r
        for r in load_clauses(book).values()
        if all(w in f"{r.id} {r.area} {r.title} {r.requirement}".casefold() for w in wanted)
    )


def import_rules(book: str) -> None:
    """Import every module of a rule book, so that all its ``@clause`` marks are known."""
    package = import_module(module_of(book))
    for info in pkgutil.walk_packages(package.__path__, f"{package.__name__}."):
        import_module(info.name)


def clause_coverage(
    book: str, cases: Iterable[tuple[str, Iterable[str]]], aliases: Mapping[str, str] | None = None
) -> tuple[ClauseCoverage, ...]:
    """Return one row for every requirement of *book*: what enforces it, and which of *cases* ((case
    id, clause ids) pairs) cite it.

    *aliases* maps a clause id to the id under which it is enforced.
    """
    import_rules(book)
    marks = enforced(book)
    cited: dict[str, list[str]] = {}
    for case, ids in cases:
        for id in ids:
            cited.setdefault(id, []).append(case)
    also = aliases or {}

    def both(of: Mapping[str, Iterable[str]], id: str) -> tuple[str, ...]:
        return tuple(
            dict.fromkeys([*of.get(id, ()), *(of.get(also[id], ()) if id in also else ())])
        )

    return tuple(
        ClauseCoverage(r.id, r.area, r.kind, both(marks, r.id), both(cited, r.id))
        for r in load_clauses(book).values()
    )
