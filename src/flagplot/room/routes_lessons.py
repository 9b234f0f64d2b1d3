"""Routes of the rule books' lessons: short games with a coach who explains every step."""

from __future__ import annotations

import msgspec
from litestar import get
from litestar.params import FromPath

from flagplot.table.assist.lessons import Lesson, lesson_with_names, load_lesson

from .errors import not_found
from .routes_games import Asked, host_of
from .routes_rules import check_book


class LessonCard(msgspec.Struct, frozen=True):
    """A lesson as it is offered: the book and scenario for setting up its game (with ``opponent``
    ``lesson``)."""

    book: str
    book_title: str
    scenario: str
    title: str
    pitch: str
    minutes: int


@get("/api/lessons", tags=["room"], summary="Lessons", sync_to_thread=True)
def lessons(request: Asked) -> list[LessonCard]:
    """Return every book's lesson."""
    host = host_of(request)
    found = [(host.book_of(id), load_lesson(id)) for id in host.books]
    return [
        LessonCard(b.id, b.title, x.scenario, x.title, x.pitch, x.minutes)
        for b, x in found
        if x is not None
    ]


@get("/api/lessons/{book:str}", tags=["room"], summary="A lesson", sync_to_thread=True)
def one(book: FromPath[str], request: Asked) -> Lesson:
    """Return the steps of a book's lesson, with names in the place of ids."""
    check_book(request, book)
    found = lesson_with_names(host_of(request).book_of(book))
    if found is None:
        raise not_found("lesson of this rule book", "book")
    return found


LESSON_ROUTES = [lessons, one]
