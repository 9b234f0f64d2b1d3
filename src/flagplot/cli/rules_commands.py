"""``flagplot rules``, ``tables``, ``house`` and ``books``."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from flagplot.table.language.sentences import count_text

from .common import clause_id_markup, clause_markup, console, escape, find_book, print_hanging
from .files import stop, table_files

if TYPE_CHECKING:
    from flagplot.table.casebook.clause_index import ClauseCoverage, ClauseRow
    from flagplot.table.setup.rulings import RuleTable, Switch


def _ids(book: str) -> tuple[str, ...]:
    from flagplot import rulebooks

    if book:
        return (find_book(book).id,)
    return tuple(rulebooks.BOOKS)


def coverage_by_clause(book: str) -> dict[str, ClauseCoverage]:
    """Return the enforcement and proof of every clause of a book, by clause id."""
    from flagplot.table.casebook.clause_index import clause_coverage

    from .case_commands import book_cases

    found = find_book(book)
    cases = [(c.id, c.clauses) for c in book_cases(book)]
    return {c.id: c for c in clause_coverage(book, cases, found.aliases())}


def show(ids: Sequence[str], book: str) -> None:
    """Print clauses and their parts from every book that has them, or house switches. Exit 1 when
    an id is unknown.

    A clause may be written in several words (``21.211 B``). Several clauses are separated by blanks
    or commas.
    """
    wanted = [each.strip() for each in " ".join(ids).split(",") if each.strip()]
    if not wanted:
        stop(
            "say which clause: flagplot rules show 21.211B; `flagplot rules search WORDS` finds "
            "them by what they say"
        )
    for n, each in enumerate(wanted):
        found = _found(each, book)
        words = each.split()
        if not found and len(words) > 1 and all(_found(w, book) for w in words):
            found = [row for w in words for row in _found(w, book)]
        if n:
            console().print()
        if found:
            _print_found(found)
        elif not _show_switch(each, book):
            stop(_unknown(each, book), 1)


def _found(id: str, book: str) -> list[tuple[str, ClauseRow]]:
    """Return (book, clause) of every clause that an id means, with its parts."""
    from flagplot.table.casebook.clause_index import UnknownClauseError, find_clauses

    found: list[tuple[str, ClauseRow]] = []
    for each in _ids(book):
        try:
            found += [(each, row) for row in find_clauses(each, id)]
        except UnknownClauseError:
            continue
    return found


def _print_found(found: Sequence[tuple[str, ClauseRow]]) -> None:
    kept = {each: coverage_by_clause(each) for each in dict.fromkeys(book for book, _ in found)}
    for n, (book, row) in enumerate(found):
        if n:
            console().print()
        _print_row(row, book, kept[book][row.id])


def _show_switch(id: str, book: str) -> bool:
    """Print the house switch with this id. Returns whether a book has it."""
    from flagplot.table.setup.rulings import load_switches

    shown = False
    for each in _ids(book):
        for s in load_switches(each).values():
            if s.id.casefold() == id.casefold():
                _print_switch(s)
                shown = True
    return shown


def _unknown(id: str, book: str) -> str:
    """Return the message for an unknown id: similar ids of its chapter, or how to search by
    words."""
    from flagplot.table.casebook.clause_index import (
        UnknownClauseError,
        find_clauses,
        search_clauses,
    )

    near: list[str] = []
    for each in _ids(book):
        try:
            find_clauses(each, id)
        except UnknownClauseError as e:
            near += [f"{n} ({each})" for n in e.near]
    told = f"no rule book has a clause {id!r}"
    if near:
        return f"{told}; near it are {', '.join(near)}"
    hits = sum(len(search_clauses(each, id)) for each in _ids(book))
    return (
        f"{told}; {hits} mention it: flagplot rules search {id}"
        if hits
        else f"{told}; `flagplot rules list BOOK` names all"
    )


def _print_row(row: ClauseRow, book: str, kept: ClauseCoverage) -> None:
    from flagplot.table.casebook.clause_index import clauses_below

    out = console()
    out.print(
        f"{clause_id_markup(row.id)} [bold]{escape(row.title)}[/]  [dim]{book}, {escape(row.area)}, "
        f"{escape(row.kind)}[/]"
    )
    print_hanging(out, "  ", escape(row.requirement))
    if row.check and row.check != "-":
        print_hanging(out, "  ", f"[dim]for instance:[/] {escape(row.check)}")
    if below := clauses_below(book, row.id):
        print_hanging(out, "  ", f"[dim]heads:[/] {escape(', '.join(below))}")
    if kept.enforced:
        print_hanging(
            out, "  ", f"[dim]enforced in:[/] {escape(', '.join(_short(e) for e in kept.enforced))}"
        )
    elif row.enforceable:
        out.print("  [dim]enforced in:[/] nowhere yet")
    if kept.cases:
        print_hanging(out, "  ", f"[dim]proved by:[/] {escape(', '.join(kept.cases))}")


def _short(name: str) -> str:
    return name.removeprefix("flagplot.rulebooks.")


def search(words: str, book: str) -> None:
    """Print every clause that contains all the words. Exit 1 when there is none."""
    from flagplot.table.casebook.clause_index import search_clauses

    out = console()
    hits = [(each, row) for each in _ids(book) for row in search_clauses(each, words)]
    for each, row in hits:
        out.print(
            f"{clause_id_markup(row.id)}  {escape(row.title)}  [dim]{each}, {escape(row.area)}[/]"
        )
    if not hits:
        stop(f"no clause speaks of {words!r}", 1)
    out.print(count_text(len(hits), "clause"))


def _areas(book: str, wanted: Sequence[str]) -> frozenset[str] | None:
    from flagplot.table.casebook.clause_index import load_clauses

    if not wanted:
        return None
    there = sorted({r.area for r in load_clauses(book).values()})
    for each in wanted:
        if each not in there:
            stop(f"{book} has no area {each!r}; it has {', '.join(there)}")
    return frozenset(wanted)


def list_rules(book: str, areas: Sequence[str]) -> None:
    """Print every clause of a book, one line each."""
    from flagplot.table.casebook.clause_index import load_clauses

    id = find_book(book).id
    wanted = _areas(id, areas)
    out = console()
    for row in load_clauses(id).values():
        if wanted is None or row.area in wanted:
            out.print(
                f"{clause_id_markup(row.id)}  {escape(row.title)}  [dim]{escape(row.area)}, "
                f"{escape(row.kind)}[/]"
            )


def coverage(book: str, as_json: bool, areas: Sequence[str]) -> None:
    """Print how much of a book is enforced and proved, by area; or a JSON list with one object for
    every clause."""
    id = find_book(book).id
    wanted = _areas(id, areas)
    rows = [c for c in coverage_by_clause(id).values() if wanted is None or c.area in wanted]
    if as_json:
        import msgspec

        objects = [
            msgspec.json.encode(
                {"id": c.id, "area": c.area, "enforced": list(c.enforced), "cases": list(c.cases)}
            ).decode()
            for c in rows
        ]
        print("[\n" + ",\n".join(objects) + "\n]")
        return
    from rich.table import Table

    from flagplot.table.casebook.clause_index import UNENFORCEABLE, UNPROVABLE

    table = Table(
        "area", "rows", "to enforce", "enforced", "to prove", "proved", box=None, pad_edge=False
    )
    for column in table.columns[1:]:
        column.justify = "right"
    total = [0, 0, 0, 0, 0]
    missing: list[str] = []
    for area in dict.fromkeys(c.area for c in rows):
        of = [c for c in rows if c.area == area]
        real = [c for c in of if c.kind not in UNENFORCEABLE]
        shown = [c for c in of if c.kind not in UNPROVABLE]
        line = [
            len(of),
            len(real),
            sum(bool(c.enforced) for c in real),
            len(shown),
            sum(bool(c.cases) for c in shown),
        ]
        missing += [
            c.id for c in of if (c in real and not c.enforced) or (c in shown and not c.cases)
        ]
        total = [a + b for a, b in zip(total, line, strict=True)]
        table.add_row(area, *map(str, line))
    table.add_row("all", *map(str, total), style="bold")
    out = console()
    out.print(table)
    if missing and len(missing) <= 80:
        out.print(f"not yet both: {escape(', '.join(missing))}")


def tables(book: str, id: str, toml: bool, folder: Path | None) -> None:
    """List the tables of a book with their provenance, or print one, as a table file when *toml* is
    true."""
    from flagplot.table.setup.rulings import load_tables

    own = load_tables(find_book(book).id)
    found = load_tables(book, table_files(folder))
    out = console()
    if toml and not id:
        stop(
            f"say which table to write as TOML: flagplot tables {book} ID --toml; `flagplot "
            f"tables {book}` lists them"
        )
    if id and id not in found:
        stop(f"{book} has no table {id!r}; it has {', '.join(found)}", 1)
    if toml:
        out.file.write(as_toml(found[id]))
    elif id:
        _print_table(found[id])
    else:
        for each in found.values():
            yours = "" if own[each.id] == each else ", yours"
            out.print(
                f"{escape(each.id):36} {clause_markup(each.clause)}  {escape(each.title)}  "
                f"[dim]{each.provenance}{yours}[/]"
            )


def _print_table(table: RuleTable) -> None:
    from rich.table import Table

    out = console()
    dice = f", {table.dice}" if table.dice else ""
    out.print(
        f"[bold]{escape(table.title)}[/] {clause_markup(table.clause)}  [dim]{table.provenance}{dice}[/]"
    )
    grid = Table("", *(escape(c) for c in table.columns), box=None, pad_edge=False)
    for label, cells in table.rows:
        grid.add_row(escape(label), *(escape(str(c)) for c in cells))
    out.print(grid)
    for line in (table.source, table.note):
        if line:
            out.print(f"[dim]{escape(line)}[/]")


def as_toml(table: RuleTable) -> str:
    """Return a table as a table file that can be read again."""

    def quoted(value: object) -> str:
        return json.dumps(value, ensure_ascii=False)

    lines = ["[[table]]"]
    for key in ("id", "clause", "title", "provenance", "dice", "source", "note"):
        if value := getattr(table, key):
            lines.append(f"{key} = {quoted(value)}")
    lines += [f"columns = {quoted(list(table.columns))}", "[table.rows]"]
    lines += [f"{quoted(label)} = {quoted(list(cells))}" for label, cells in table.rows]
    return "\n".join(lines) + "\n"


def house(book: str) -> None:
    """List the house switches: question, choices, default."""
    from flagplot.table.setup.rulings import load_switches

    for s in load_switches(find_book(book).id).values():
        _print_switch(s)


def _print_switch(s: Switch) -> None:
    out = console()
    print_hanging(out, f"[bold]{escape(s.id)}[/] {clause_markup(s.clause)}  ", escape(s.question))
    for choice, meaning in s.choices:
        print_hanging(
            out, f"  {'*' if choice == s.default else ' '} {escape(choice):16} ", escape(meaning)
        )


def books() -> None:
    """List the rule books, their scenarios and the admirals that play them."""
    from flagplot import rulebooks
    from flagplot.admirals import offered_admirals

    out = console()
    for id in rulebooks.BOOKS:
        book = rulebooks.book(id)
        out.print(
            f"[bold]{id}[/]  {escape(book.title)}  [dim]editions {', '.join(book.editions)}[/]"
        )
        for card in book.scenarios:
            print_hanging(
                out,
                f"  {card.id:22} ",
                f"{escape(card.title)}  [dim]{escape(card.span)}; {', '.join(card.sides)}[/]",
            )
        for n, each in enumerate(offered_admirals(book)):
            print_hanging(out, f"  [dim]{'' if n else 'admirals':22}[/] ", escape(each.sentence))
    for why in rulebooks.UNUSABLE.values():
        print_hanging(out, "", escape(why))
