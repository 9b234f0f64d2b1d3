"""Orders tried in sequence on a side's view: each is checked in the position that the orders before
it leave.

A side writes several orders at once in a sheet, or plans an operation in parts. Nothing happens in
the game. The orders change a copy of the view, so no verdict reveals what the side cannot know."""

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
    """The table's report on several orders, each and together. ``known`` is the index of the first
    line whose result stays unknown until it is given (-1: none). ``blanks`` are the forms available
    in the position that the lines leave."""

    lines: tuple[Examination, ...]
    known: int
    outlook: SheetForecast
    blanks: tuple[SheetForm, ...] = ()


def run_without_chance(rule: Awaitable[Any]) -> bool:
    """Return whether a rule ran to its end without asking for dice or a choice. A rule that asks is
    abandoned: its result is unknown."""
    return next(rule.__await__(), None) is None


def examine_sequence(
    book: Rulebook[Any], view: Any, request: AskOrder, texts: Sequence[str], sheet: str = ""
) -> Rehearsal:
    """Return the examinations of *texts*, each after those before it, and the book's forecast of
    all of them together."""
    lines: list[Examination] = []
    known = -1
    for i, text in enumerate(texts):
        exam = examine(book, view, request, text)
        lines.append(replace(exam, line=text))
        if not (exam.legal and exam.complete):
            continue
        try:
            after = book.view_after(view, request, book.parse(text, view, request.side))
        except TextError:
            after = None
        if after is not None:
            view = after
        elif known < 0:
            known = i
    return Rehearsal(
        tuple(lines),
        known,
        book.forecast_sheet(view, request, sheet),
        tuple(book.sheet_forms(view, request, sheet)),
    )
