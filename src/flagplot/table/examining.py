"""An order while it is written, judged and put into words: alike for every book, which says only what it draws and foresees."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import msgspec

from .called import called
from .contract import default_texts
from .core.errors import TextError
from .core.requests import Command
from .core.verdict import Refusal
from .display.orders import Examination, Forecast, Risk, Said
from .display.position import Clause, Overlay, Route
from .language.sentences import capital
from .neighbours import with_neighbours

if TYPE_CHECKING:
    from .contract.rulebook import Rulebook


class Drawn(msgspec.Struct, frozen=True):
    """What an order amounts to besides its verdict: on the map, along the way, in numbers; see :class:`Examination`."""

    routes: tuple[Route, ...] = ()
    overlays: tuple[Overlay, ...] = ()
    profile: tuple[Risk, ...] = ()
    summary: tuple[Clause, ...] = ()
    odds: tuple[Clause, ...] = ()
    forecast: Forecast | None = None


def examine(book: Rulebook[Any], view: Any, request: Command, text: str) -> Examination:
    """The verdict on an order in words, with its remedies and what the book draws of it; never raises :class:`TextError`."""
    try:
        order = book.parse(text, view, request.side)
    except TextError as e:
        overlays = tuple(book.while_writing(view, request.side, text))
        return Examination(text, False, False, capital(e.reason), e.at, overlays=overlays)
    verdict, term = book.judge(view, request, order), default_texts.words(book.id).term
    verdict = with_neighbours(book, view, request, order, verdict)
    said, cautions = (tuple(in_names(book, view, request, r) for r in some) for some in (verdict.refusals, verdict.cautions))
    drawn = book.drawn(view, request, order, verdict)
    danger, safe = (term("danger"), term("safe")) if drawn.profile else ("", "")
    return Examination(
        book.text(order), bool(verdict), True, said=said, cautions=cautions, danger=danger, safe=safe,
        **msgspec.structs.asdict(drawn),
    )  # fmt: skip


def in_names(book: Rulebook[Any], view: Any, request: Command, refusal: Refusal) -> Said:
    """A refusal or caution in words, its mended orders as people write them."""
    said = book.said(view, refusal)
    mended = tuple((how, called(book, view, request.side, text)) for how, text in said.remedies)
    return msgspec.structs.replace(said, remedies=mended)
