"""``flagplot words``: the wordings that a book understands, order by order and line by line."""

from __future__ import annotations

from typing import TYPE_CHECKING

from .common import clause_markup, console, escape, find_book, print_hanging
from .files import stop

if TYPE_CHECKING:
    from rich.console import Console

    from flagplot.table.language import CaseLines, Language


def words(book: str, about: str) -> None:
    """Print how a book's orders and case lines are written; with *about* only those that contain
    the word. Exit 1 when there are none."""
    found, out, word = find_book(book), console(), about.lower()
    if found.language is None:
        stop(f"the book {found.id} does not say how its orders are written")
    printed = _orders(out, found.language, word)
    printed += _lines(out, found.lines, word) if found.lines is not None else 0
    if not printed:
        stop(
            f"nothing in {found.id} has the word {about!r}; flagplot words {found.id} shows "
            "everything",
            1,
        )


def _orders(out: Console, language: Language, word: str) -> int:
    shown = 0
    for wordings in language.wordings():
        synonyms = [f"{x.keyword} = {', '.join(x.others)}" for x in wordings.synonyms]
        if word and not any(
            word in text.lower() for text in (wordings.title, *wordings.grammars, *synonyms)
        ):
            continue
        shown += 1
        out.print(f"[bold]{escape(wordings.title)}[/]  {clause_markup(wordings.clause)}")
        for grammar in wordings.grammars:
            print_hanging(out, "  ", escape(grammar))
        for line in synonyms:
            print_hanging(out, "    ", f"[dim]{escape(line)}[/]")
    return shown


def _lines(out: Console, lines: CaseLines, word: str) -> int:
    shown = 0
    for kind, title in (("given", "Lines of a position"), ("fact", "Lines of what must follow")):
        found = [g for g in lines.grammars(kind) if word in g.lower()]
        if found:
            out.print(f"[bold]{title}[/]")
        for grammar in found:
            print_hanging(out, "  ", escape(grammar))
        shown += len(found)
    return shown
