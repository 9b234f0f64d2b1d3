"""The examination of an order being written: verdict, preview, form, slots, completions, and the
effect of a click on the text."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, Any

import msgspec
from msgspec.structs import replace

from ..contract import default_texts
from ..core.errors import TextError
from ..core.requests import AskOrder
from ..core.verdict import Refusal
from ..display.orders import Completion, Examination, FilledSlot, OrderSlot, RefusalText
from ..language import Click, ClickEditor, OpenSlot, PartialParse, open_slots
from ..language.clicks import PLACES, UNITS
from ..language.sentences import capitalise
from .nearby_orders import with_neighbours
from .order_names import with_names

if TYPE_CHECKING:
    from ..contract.rulebook import Rulebook


def examine(book: Rulebook[Any], view: Any, request: AskOrder, text: str) -> Examination:
    """Return the verdict on an order in words, with its remedies and the book's preview. A text
    that cannot be read gives an incomplete examination; no :class:`TextError` is raised."""
    try:
        order = book.parse(text, view, request.side)
    except TextError as e:
        overlays = tuple(book.preview_partial(view, request.side, text))
        return Examination(text, False, False, capitalise(e.reason), e.at, overlays=overlays)
    verdict = with_neighbours(book, view, request, order, book.judge(view, request, order))
    said, cautions = (
        tuple(refusal_with_names(book, view, request, r) for r in some)
        for some in (verdict.refusals, verdict.cautions)
    )
    drawn = book.preview(view, request, order, verdict)
    danger = safe = ""
    if drawn.profile:
        term = default_texts.words(book.id).term
        danger, safe = term("danger"), term("safe")
    return Examination(
        book.text(order),
        bool(verdict),
        True,
        said=said,
        cautions=cautions,
        danger=danger,
        safe=safe,
        **msgspec.structs.asdict(drawn),
    )


def refusal_with_names(
    book: Rulebook[Any], view: Any, request: AskOrder, refusal: Refusal
) -> RefusalText:
    """Return a refusal or caution in words, with names for ids in its proposed orders."""
    said = book.refusal_text(view, refusal)
    mended = tuple((how, with_names(book, view, request.side, text)) for how, text in said.remedies)
    return msgspec.structs.replace(said, remedies=mended)


MOST = 16
"""Most completions offered."""


WHERE = "Say where{}: type a place, or click it on the map."


WHICH = "Say which: type a name, or click it on the map or in the list."


WAYS = ("to", "from")
"""Last words before a place that the hint repeats when the place is missing."""


def examine_edit(
    book: Rulebook[Any],
    view: Any,
    request: AskOrder,
    text: str,
    caret: int = -1,
    gestures: Sequence[Click] = (),
) -> Examination:
    """Return the examination of *text*, with the caret at an offset (-1: at its end), after a click
    that may mean any of *gestures*.

    ``line`` is the text after the click; ``taken`` is true when the order had a slot for it.
    """
    language = book.language
    if language is None:
        return replace(examine(book, view, request, text), line=text)
    taken = False
    if gestures:
        good, call = (
            lambda order: bool(book.check(view, request, order)),
            lambda id: book.display_name(view, id),
        )
        hand = ClickEditor(language, text, view, request.side, good, call)
        drawn = (
            examine(book, view, request, text).routes
            if any(g.kind == "way" for g in gestures)
            else ()
        )
        new = hand.after_clicks(
            gestures, next((r.places for r in drawn if r.style in ("draft", "refused")), ())
        )
        if new is not None:
            text, caret, taken = new, -1, True
    exam = examine(book, view, request, text)
    reading = language.parse_partial(text, view, request.side)
    slots = tuple(slot_of(o) for o in open_slots(reading))
    problem = exam.problem if exam.complete else missing_slot_hint(exam, text, reading)
    return replace(
        exam,
        problem=problem,
        line=text,
        taken=taken,
        form=language.form_of(reading, request.kind),
        slots=slots,
        completions=tuple(completions(book, view, request, text, caret)),
    )


def slot_of(o: OpenSlot) -> OrderSlot:
    """Return a slot as the page shows it."""
    filled = tuple(FilledSlot(x.start, x.end, ids) for x, ids in zip(o.spans, o.ids(), strict=True))
    return OrderSlot(o.path, o.noun.name, o.noun.picks, o.several, o.optional, filled)


def missing_slot_hint(exam: Examination, text: str, reading: PartialParse) -> str:
    """Return the hint for an incomplete order. A missing place or unit at its end gets a hint that
    mentions the mouse."""
    if exam.problem_at < len(text.rstrip()) or not text.strip():
        return exam.problem
    wanted = next((o for o in open_slots(reading) if not o.spans and not o.optional), None)
    if wanted is None:
        return exam.problem
    if wanted.noun.picks in PLACES:
        way = wanted.lead.split(" ")[-1]
        return WHERE.format(f" {way}" if way in WAYS else "")
    return WHICH if wanted.noun.picks in UNITS else exam.problem


def complete_text(
    book: Rulebook[Any], view: Any, request: AskOrder, text: str
) -> Iterable[tuple[str, str]]:
    """Return ways to continue at the end of *text*: pairs (whole new text, meaning)."""
    return (
        (text[: c.start] + c.text + text[c.end :], c.meaning)
        for c in completions(book, view, request, text)
    )


def completions(
    book: Rulebook[Any], view: Any, request: AskOrder, text: str, caret: int = -1
) -> Iterable[Completion]:
    """Yield ways to continue, each with the part it replaces: whole orders the book considers, then
    what may stand at the caret. After a complete word they show what may come next."""
    at = len(text) if caret < 0 else min(caret, len(text))
    seen: set[str] = {text.rstrip()}
    for n, (c, whole) in enumerate(_all(book, view, request, text, at)):
        if n >= 4 * MOST or len(seen) > MOST:
            return
        if whole.rstrip() not in seen:
            seen.add(whole.rstrip())
            yield c


def _all(
    book: Rulebook[Any], view: Any, request: AskOrder, text: str, at: int
) -> Iterator[tuple[Completion, str]]:
    further = text
    if at == len(text):
        for whole, meaning in _begun(book, view, request, text):
            further = whole if whole == f"{text} " else further
            yield Completion(whole, meaning, 0, len(text)), whole
    if book.language is None:
        return
    for c in book.language.complete(
        further, view, request.side, at if further == text else len(further), MOST
    ):
        whole = c.put(further)
        if further == text:
            yield (
                Completion(
                    whole[c.start : len(whole) - len(text) + c.end], c.meaning, c.start, c.end
                ),
                whole,
            )
        else:
            yield Completion(whole, c.meaning, 0, at), whole


def _begun(
    book: Rulebook[Any], view: Any, request: AskOrder, text: str
) -> Iterator[tuple[str, str]]:
    """Yield (order, meaning) pairs of orders that begin like the text: the book's suggestions, or,
    for a first word without any, the forms that answer the question."""
    none = True
    for found in book.orders_beginning_with(view, request, text):
        none = False
        yield found
    low = text.strip().casefold()
    if none and low and " " not in low and book.language is not None:
        yield from (
            (f.start, f.title)
            for f in book.language.forms(request.kind)
            if f.start.casefold().startswith(low)
        )
