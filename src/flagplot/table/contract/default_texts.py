"""What a book that says nothing more of it shows: orders, questions and events in the sentences of
its ``words.toml``."""

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
from ..language.sentences import capital
from ..language.wordbook import Wordbook, WordsError, words_of
from ..setup.rulings import in_words
from ..setup.scenarios import Scenario

if TYPE_CHECKING:
    from ..language import Language


class Speaker(Protocol):
    """What the default texts ask of a rule book."""

    id: str
    title: str
    scenarios: tuple[Scenario, ...]
    language: Language | None

    def named(self, view: Any, id: str) -> str:
        """Return how people speak of an id."""

    def counters(self, view: Any, side: str) -> Iterable[Counter]:
        """Return the counters on the board."""


@cache
def words(book: str) -> Wordbook:
    """The sentences of a book. Raises :class:`~flagplot.table.language.wordbook.WordsError` when it
    has none."""
    return Wordbook.load(book)


def display(book: Speaker, view: Any, side: str) -> Display:
    """The counters on the board of the book's first scenario, and the orders there are."""
    forms = tuple(book.language.forms()) if book.language is not None else ()
    return Display(
        book.scenarios[0].board, book.title, counters=tuple(book.counters(view, side)), forms=forms
    )


def default_refusal_text(book: Speaker, view: Any, refusal: Refusal) -> RefusalText:
    """A refusal or caution in words, ids in it by the names the side knows."""
    told = words(book.id).refusal(refusal, lambda id: book.named(view, id))
    return replace(
        told, rests=tuple(in_words(book.id, id) for id in dict.fromkeys(refusal.rests_on))
    )


def prompt(book: Speaker, view: Any, request: Single) -> Prompt:
    """A question with its options."""
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
    """A question in the sentences of its kind (of the kind *said*, where another fits better), with
    *values* beside its facts; *more* stands below it, and the *rest* are fields of the prompt."""
    single = replace(request, kind=said) if said else request
    detail = w.detail(single, **values)
    told = (*((Clause(detail, request.clause),) if detail else ()), *more)
    question, free = capital(w.question(single, **values)), isinstance(request, AskOrder)
    return Prompt(request.side, request.kind, request.clause, question, told, options, free, **rest)


@cache
def teller(book: str, language: Language) -> EventSentences:
    """Tells the events of a book."""
    return EventSentences(language, lambda: words(book))


def default_event_text(book: Speaker, event: Event, view: Any) -> str:
    """The sentence of an event."""
    assert book.language is not None, (
        f"{book.id}: without a language a book tells its events itself"
    )
    return teller(book.id, book.language).say(event, view)


def label_of_roll(book: Speaker, why: str, about: Facts, view: Any) -> str:
    """What a roll is for, in the book's words, ids in its facts by the names the side knows from
    its *view*."""
    words = words_of(book.id)
    try:
        text = (
            words.roll_label(why, named_facts(book, about, view))
            if words is not None
            else why.replace("-", " ")
        )
    except WordsError:
        text = why.replace("-", " ")
    return capital(text)


def named_facts(book: Speaker, about: Facts, view: Any) -> Facts:
    """Facts with the names a side knows in the place of ids, lists of them (parted by commas)
    too."""
    return tuple(
        (k, ", ".join(book.named(view, id) for id in v.split(", ")) if isinstance(v, str) else v)
        for k, v in about
    )
