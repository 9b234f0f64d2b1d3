"""Orders tried one after the other on a side's view: each is judged in the position that those
before it leave.

A side writes several orders at once in a sheet, or plans an operation in parts. Nothing of it
happens: the view it has is what is played on, so that no verdict tells what the side cannot
know."""

from __future__ import annotations

from collections.abc import Awaitable, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

from msgspec.structs import replace

from flagplot.table.assist.examine import examine

from ..core.errors import TextError
from ..core.requests import AskOrder
from ..display.orders import Examination, SheetForecast
from ..display.sheets import SheetForm

if TYPE_CHECKING:
    from ..contract.rulebook import Rulebook


class Rehearsal(NamedTuple):
    """What the table says of several orders: of each, and of all together. Before the line
    ``known`` all is as those above it leave it; what comes of that line is known only when it is
    given (-1: of every line). ``blanks`` are the forms there are in the position that the lines
    leave."""

    lines: tuple[Examination, ...]
    known: int
    outlook: SheetForecast
    blanks: tuple[SheetForm, ...] = ()


def run_without_chance(rule: Awaitable[Any]) -> bool:
    """Run a rule to its end; false when it asks for dice or a choice, and it is given up: nobody
    knows what comes of it."""
    return next(rule.__await__(), None) is None


def examine_sequence(
    book: Rulebook[Any], view: Any, request: AskOrder, texts: Sequence[str], sheet: str = ""
) -> Rehearsal:
    """Examine *texts*, each after those before it, and ask the book how all of them together
    look."""
    lines: list[Examination] = []
    known = -1
    for i, text in enumerate(texts):
        exam = examine(book, view, request, text)
        lines.append(replace(exam, line=text))
        if not (exam.legal and exam.complete):
            continue
        try:
            after = book.rehearsed(view, request, book.parse(text, view, request.side))
        except TextError:
            after = None
        if after is not None:
            view = after
        elif known < 0:
            known = i
    return Rehearsal(
        tuple(lines),
        known,
        book.outlook(view, request, sheet),
        tuple(book.blanks(view, request, sheet)),
    )
