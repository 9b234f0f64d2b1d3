"""The lesson of a rule book: ``rulebooks/BOOK/lesson.toml``, a short game played with a coach,
always with the same dice.

A step says what to do and why. A step without ``try`` and ``do`` is only read. The order in ``try``
is wrong on purpose: the table refuses it and says why. The order in ``do`` is given. Each step
belongs to a kind of question. Other questions are answered with the coach's advice. The lesson has
gone well when the side reaches ``success`` points."""

from __future__ import annotations

import hashlib
import tomllib
from functools import cache
from typing import Any

import msgspec
from msgspec.structs import replace

from ..contract.rulebook import Rulebook
from ..core.book_packages import package_of
from ..game.game import Game
from ..setup.data_files import DataError
from ..setup.rulings import rulings
from ..setup.scenarios import Setup
from .order_names import with_names


class Step(msgspec.Struct, frozen=True, forbid_unknown_fields=True, rename={"tried": "try"}):
    """One step of a lesson. ``point`` lists what the page highlights: units, forces or places of
    the board by id."""

    asked: str
    say: str
    why: str = ""
    point: tuple[str, ...] = ()
    tried: str = ""
    do: str = ""


class Lesson(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A lesson. ``ends`` is the kind of question at which it is over once its steps are done; when
    empty the lesson lasts until the game ends."""

    title: str
    pitch: str
    scenario: str
    side: str
    minutes: int
    success: float
    praise: str
    next: str
    steps: tuple[Step, ...]
    start: str = ""
    ends: str = ""


@cache
def load_lesson(book: str) -> Lesson | None:
    """Return the lesson of a book; ``None`` when it has none. Raises :class:`DataError` for a file
    that is not valid."""
    path = package_of(book).joinpath("lesson.toml")
    if not path.is_file():
        return None
    try:
        return msgspec.convert(tomllib.loads(path.read_text("utf-8")), Lesson)
    except (tomllib.TOMLDecodeError, msgspec.ValidationError) as e:
        raise DataError(f"{book}/lesson.toml: {e}") from None


@cache
def lesson_with_names(book: Rulebook[Any]) -> Lesson | None:
    """Return the lesson of a book with names for ids in its orders, as they are at the start of its
    game; ``None`` when the book has no lesson."""
    told = load_lesson(book.id)
    if told is None:
        return None
    card = next(s for s in book.scenarios if s.id == told.scenario)
    setup = Setup(told.scenario, told.start or (card.starts[0][0] if card.starts else ""))
    view = Game.new(
        book, setup, rulings=rulings(book.id), seed=lesson_seed(book.id), id="lesson"
    ).view(told.side)

    def said(text: str) -> str:
        return with_names(book, view, told.side, text)

    return replace(
        told, steps=tuple(replace(s, tried=said(s.tried), do=said(s.do)) for s in told.steps)
    )


def lesson_seed(book: str) -> bytes:
    """Return the seed of a lesson's dice, which is not secret."""
    return hashlib.sha256(f"lesson {book}".encode()).digest()
