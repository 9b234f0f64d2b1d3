"""The lesson of a rule book: ``rulebooks/BOOK/lesson.toml``, a short game played with a coach,
always with the same dice.

A step says what to do and why. Without ``try`` and ``do`` it is only read. What ``try`` says is
wrong on purpose: the table refuses it and says why. What ``do`` says is given. A step belongs to a
kind of question; what the table asks besides is answered as the coach of every game would.
``success`` are the points of the side with which the lesson has gone well."""

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
    """One step. ``point`` names what to look at: units, forces or places of the board by id."""

    asked: str
    say: str
    why: str = ""
    point: tuple[str, ...] = ()
    tried: str = ""
    do: str = ""


class Lesson(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A lesson. ``ends`` is the kind of question at which it is over when its steps are done; else
    it lasts as the game does."""

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
def lesson(book: str) -> Lesson | None:
    """The lesson of a book; ``None`` when it has none. Raises :class:`DataError` for a file that is
    none."""
    path = package_of(book).joinpath("lesson.toml")
    if not path.is_file():
        return None
    try:
        return msgspec.convert(tomllib.loads(path.read_text("utf-8")), Lesson)
    except (tomllib.TOMLDecodeError, msgspec.ValidationError) as e:
        raise DataError(f"{book}/lesson.toml: {e}") from None


@cache
def spoken(book: Rulebook[Any]) -> Lesson | None:
    """The lesson of a book with its orders as people write them: names for ids, as all are called
    when it begins."""
    told = lesson(book.id)
    if told is None:
        return None
    card = next(s for s in book.scenarios if s.id == told.scenario)
    setup = Setup(told.scenario, told.start or (card.starts[0][0] if card.starts else ""))
    view = Game.new(book, setup, rulings=rulings(book.id), seed=dice_of(book.id), id="lesson").view(
        told.side
    )

    def said(text: str) -> str:
        return with_names(book, view, told.side, text)

    return replace(
        told, steps=tuple(replace(s, tried=said(s.tried), do=said(s.do)) for s in told.steps)
    )


def dice_of(book: str) -> bytes:
    """The seed of a lesson's dice, which is no secret."""
    return hashlib.sha256(f"lesson {book}".encode()).digest()
