"""Names in orders, over the positions of every scenario: a slip is pointed at and answered with its
own kind, what an order needs is shown, a name does wherever an id does."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from flagplot import rulebooks
from flagplot.table import TextError
from flagplot.table.display.position import ForceLine
from flagplot.table.language.clicks import UNITS, OpenSlot, ids_of, open_slots

from .test_writing import Asked, asked, examples


def filled(book: Any, view: Any, request: Any) -> Iterator[tuple[str, OpenSlot, int]]:
    """Every thing that an example names: the text, its slot, which of the slot."""
    for text in examples(book, view, request):
        for o in open_slots(book.language.parse_partial(text, view, request.side)):
            yield from ((text, o, n) for n in range(len(o.spans)) if o.noun.picks)


def misspelled(word: str) -> str:
    """A word with two letters of its middle the wrong way round; empty when that is no slip."""
    middle = len(word) // 2
    letters = word[middle - 1 : middle + 1]
    if not letters.isalpha() or len(word) < 6 or letters[0].casefold() == letters[1].casefold():
        return ""
    return f"{word[: middle - 1]}{letters[::-1]}{word[middle + 1 :]}"


@pytest.mark.parametrize("id", rulebooks.BOOKS)
def test_a_slip_is_answered_at_the_caret_with_its_own_kind(id: str) -> None:
    slips = offered = 0
    for a in asked(id):
        book, view, request = a
        names = {
            line.id: line.name.split(":")[-1].strip() for line in lines(book, view, request.side)
        }
        for text, o, n in filled(book, view, request):
            x, named = o.spans[n], names.get(o.ids()[n][0], "")
            for name in (
                text[x.start : x.end],
                named if means(a, named) == set(o.ids()[n]) else "",
            ):
                slip = misspelled(name)
                typed = f"{text[: x.start]}{slip}{text[x.end :]}"
                problem = book.language.parse_partial(typed, view, request.side).problem
                if not slip or problem is None or problem.at != x.start:
                    assert not slip or problem is None or problem.at <= x.start + len(slip), (
                        typed,
                        str(problem),
                    )
                    continue
                slips += 1
                for other in problem.near:
                    mended = f"{text[: x.start]}{other}{text[x.end :]}"
                    again = book.language.parse_partial(mended, view, request.side).problem
                    assert again is None or again.at > x.start or again.at < 0, (
                        typed,
                        other,
                        str(again),
                    )
                    offered += 1
    assert slips > 5
    assert offered > 5


def lines(book: Any, view: Any, side: str) -> list[ForceLine]:
    """The lines of the forces list that stand for something of one's own that orders name."""

    def walk(found: tuple[ForceLine, ...]) -> Iterator[ForceLine]:
        for line in found:
            if line.side == side and line.kind not in ("port", "force", "coming", "mission"):
                yield line
            yield from walk(line.children)

    return list(walk(book.display(view, side, ()).forces))


def units_read(a: Asked) -> dict[Any, None]:
    """The nouns of units and groups of a book's orders."""
    book = a[0]
    assert book.language is not None
    slots = [s for e in book.language.book.entries for s in e.template.slots]
    return dict.fromkeys(
        n for s in slots for n in (s.noun, getattr(s.noun, "noun", s.noun)) if n.picks in UNITS
    )


@pytest.mark.parametrize("id", rulebooks.BOOKS)
def test_what_orders_name_is_shown_by_a_name_that_is_read(id: str) -> None:
    seen = 0
    for a in asked(id):
        book, view, request = a
        for line in lines(book, view, request.side):
            if line.id not in means(a, line.id):
                continue
            parts = (
                f"{line.name},{line.note}".replace(":", ",")
                .replace("·", ",")
                .replace(" at ", ",")
                .split(",")
            )
            names = (line.name, line.name.split(" at ")[0])
            shown = {
                i for text in (*names, *parts, *line.note.split()) for i in means(a, text.strip())
            }
            assert line.id in shown, (line.id, line.name, line.note)
            seen += 1
    assert seen > 10


def means(a: Asked, text: str) -> set[str]:
    """The ids that a text alone stands for."""
    book, view, request = a
    assert book.language is not None
    found: set[str] = set()
    for noun in units_read(a) if text else ():
        try:
            found |= set(ids_of(noun, book.language.read(noun, text, view, request.side)))
        except TextError:
            continue
    return found


@pytest.mark.parametrize("id", rulebooks.BOOKS)
def test_a_name_does_wherever_an_id_does(id: str) -> None:
    tried = 0
    for a in asked(id):
        book, view, request = a
        by_id = {line.id: line.name for line in lines(book, view, request.side)}
        for text, o, n in filled(book, view, request):
            ids, x = o.ids()[n], o.spans[n]
            name = by_id.get(ids[0], "").split(":")[-1].strip()
            if (
                o.noun.picks not in UNITS
                or len(ids) > 1
                or text[x.start : x.end] != ids[0]
                or means(a, name) != {ids[0]}
            ):
                continue
            named = f"{text[: x.start]}{name}{text[x.end :]}"
            assert book.parse(named, view, request.side) == book.parse(text, view, request.side), (
                text,
                named,
            )
            tried += 1
    assert tried > 5


@pytest.mark.parametrize("id", rulebooks.BOOKS)
def test_every_example_is_an_order_that_may_be_given(id: str) -> None:
    tried = 0
    for book, view, request in asked(id):
        for form in book.display(view, request.side, [request]).forms:
            order = book.parse(form.example or form.start, view, request.side)
            verdict = book.check(view, request, order)
            due = not form.slots and {r.code for r in verdict.refusals} == {
                "mission-due"
            }  # the end of it says what is due
            assert verdict or due, form.example
            tried += bool(form.slots)
    assert tried > 5
