"""Default display, prompts and sentences for books that do not override them, taken from
``words.toml``."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import cache
from typing import TYPE_CHECKING, Any, Protocol

from msgspec.structs import replace

from ..core.procedure import Event
from ..core.requests import Ask, AskOrder, Facts, Single
from ..core.verdict import Refusal
from ..display.orders import OptionLine, Prompt, RefusalText
from ..display.position import Clause, Counter, Display
from ..language.event_sentences import EventSentences
from ..language.sentences import capitalise
from ..language.wordbook import Wordbook, WordsError, words_of
from ..setup.rulings import question_or_title
from ..setup.scenarios import Scenario

if TYPE_CHECKING:
    from ..language import Language


class Speaker(Protocol):
    """The part of a rule book that the default texts use."""

    id: str
    title: str
    scenarios: tuple[Scenario, ...]
    language: Language | None

    def display_name(self, view: Any, id: str) -> str:
        """Return the name by which people know an id."""

    def counters(self, view: Any, side: str) -> Iterable[Counter]:
        """Return the counters on the board."""


@cache
def words(book: str) -> Wordbook:
    """Return the words file of a book. Raises :class:`~flagplot.table.language.wordbook.WordsError`
    when it has none."""
    return Wordbook.load(book)


def display(book: Speaker, view: Any, side: str) -> Display:
    """Return a display with the board of the book's first scenario, its counters, and the order
    forms."""
    forms = tuple(book.language.forms()) if book.language is not None else ()
    return Display(
        book.scenarios[0].board, book.title, counters=tuple(book.counters(view, side)), forms=forms
    )


def default_refusal_text(book: Speaker, view: Any, refusal: Refusal) -> RefusalText:
    """Return a refusal or caution in words, with the names that the side knows in the place of
    ids."""
    told = words(book.id).refusal(refusal, lambda id: book.display_name(view, id))
    return replace(
        told, rests=tuple(question_or_title(book.id, id) for id in dict.fromkeys(refusal.rests_on))
    )


def prompt(book: Speaker, view: Any, request: Single) -> Prompt:
    """Return the prompt of a request, with its options."""
    w = words(book.id)
    options = (
        tuple(OptionLine(str(o), w.option(request, o)) for o in request.options)
        if isinstance(request, Ask)
        else ()
    )
    return question_prompt(w, request, options)


def question_prompt(
    w: Wordbook,
    request: Single,
    options: tuple[OptionLine, ...],
    values: Mapping[str, Any] = {},
    more: Iterable[Clause] = (),
    said: str = "",
    **rest: Any,
) -> Prompt:
    """Return a prompt in the sentences of the request's kind, or of the kind *said*. *values*
    supplement its facts; *more* are sentences below the question; *rest* are fields of the
    prompt."""
    single = replace(request, kind=said) if said else request
    detail = w.detail(single, **values)
    told = (*((Clause(detail, request.clause),) if detail else ()), *more)
    question, free = capitalise(w.question(single, **values)), isinstance(request, AskOrder)
    return Prompt(request.side, request.kind, request.clause, question, told, options, free, **rest)


@cache
def event_sentences_of(book: str, language: Language) -> EventSentences:
    """Return the speaker of a book's events."""
    return EventSentences(language, lambda: words(book))


def default_event_text(book: Speaker, event: Event, view: Any) -> str:
    """Return the sentence of an event."""
    assert book.language is not None, (
        f"{book.id}: without a language a book tells its events itself"
    )
    return event_sentences_of(book.id, book.language).say(event, view)


def label_of_roll(book: Speaker, why: str, about: Facts, view: Any) -> str:
    """Return the purpose of a roll in the book's words, with the names that the side knows from its
    *view* in the place of ids."""
    words = words_of(book.id)
    try:
        text = (
            words.roll_label(why, named_facts(book, about, view))
            if words is not None
            else why.replace("-", " ")
        )
    except WordsError:
        text = why.replace("-", " ")
    return capitalise(text)


def named_facts(book: Speaker, about: Facts, view: Any) -> Facts:
    """Return facts with the names that a side knows in the place of ids, also in comma-separated
    lists."""
    return tuple(
        (
            k,
            ", ".join(book.display_name(view, id) for id in v.split(", "))
            if isinstance(v, str)
            else v,
        )
        for k, v in about
    )
