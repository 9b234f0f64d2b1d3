"""Scenarios as files: ``rulebooks/BOOK/scenarios/ID.toml`` is one, and is found there. What every
card says is typed here.

A book derives its own card from :class:`Card` with what its rules need besides; a file that does
not fit it is refused with its name, the key and what to do."""

from __future__ import annotations

import csv
import tomllib
from collections.abc import Mapping
from difflib import get_close_matches
from functools import cache
from typing import Any, TypeVar

import msgspec

from ..core.book_packages import package_of
from .data_files import DataError


class Scenario(msgspec.Struct, frozen=True):
    """A scenario card: id, title, sides in seat order, span, one-paragraph pitch, briefing per
    side, and its starts."""

    id: str
    title: str
    sides: tuple[str, ...]
    span: str
    pitch: str
    briefings: tuple[tuple[str, str], ...] = ()
    history: str = ""
    """What happened."""
    starts: tuple[tuple[str, str], ...] = ()
    """Pairs (start id, title); the first is the default; empty when there is only one."""
    board: str = ""
    minutes: int = 0
    learning: bool = False
    picture: tuple[str, ...] = ()
    """Places of the board that its picture shows; the whole board when there are none."""

    histories: tuple[tuple[str, str], ...] = ()
    """Pairs (start id, what happened) of starts that have a history of their own."""
    stood: tuple[tuple[str, str], ...] = ()
    """Pairs (start id, how history stands by the scenario's own score); the id is empty when there
    is only one start."""

    def what_happened(self, start: str = "") -> str:
        """History, and how it stands by the scenario's own score; lessons and starts that never
        were have none."""
        start = start or (self.starts[0][0] if self.starts else "")
        stood = dict(self.stood).get(start, "")
        told = dict(self.histories).get(start, self.history)
        return "\n".join(
            filter(
                None,
                (told, f"History by this game's score, as we reckon it: {stood}." if stood else ""),
            )
        )

    def briefing(self, side: str, start: str = "") -> str:
        """What a side is told before it plays; a start that differs much has its own, under side
        and start (``Axis W``)."""
        told = dict(self.briefings)
        return told.get(f"{side} {start}", "") or told.get(side, "")


class Setup(msgspec.Struct, frozen=True):
    """How a game is set up: scenario, start variant, edition, changed house switches. Plain data,
    kept in the log's header."""

    scenario: str
    start: str = ""
    edition: str = ""
    house: tuple[tuple[str, str], ...] = ()
    lots: str = ""
    """The game's secret for ids that tell nothing (:mod:`flagplot.table.core.opaque_ids`): in the
    whole log, and in no view."""


C = TypeVar("C", bound="Card")


class Start(msgspec.Struct, frozen=True):
    """A start variant of a scenario; what else it says is the book's."""

    id: str
    title: str


class Card(msgspec.Struct, frozen=True, kw_only=True):
    """What the file of every scenario says."""

    id: str = ""
    """The name of its file."""
    title: str
    sides: tuple[str, ...]
    """In the order of their seats."""
    board: str
    picture: tuple[str, ...]
    """Places or hexes of the board that its picture shows, two at least; none: the whole board."""
    span: str
    minutes: int
    pitch: str
    briefings: Mapping[str, str]
    history: str = ""
    stood: Mapping[str, str] = {}
    """How history stands by the scenario's own score, by start (an empty id where there is one):
    ``about -1, contested``."""
    learning: bool = False
    offered: int = 99
    """Its place among the scenarios of the book."""
    starts: Mapping[str, str] = {}
    """Start variants: id and title, the first the usual one."""
    variant_of: str = ""
    """The scenario of which this file holds a start that differs in much."""


def _folder(book: str) -> Any:
    return package_of(book).joinpath("scenarios")


@cache
def files(book: str) -> tuple[str, ...]:
    """The names of the scenario files of a book."""
    return tuple(sorted(f.name[:-5] for f in _folder(book).iterdir() if f.name.endswith(".toml")))


@cache
def ids(book: str) -> tuple[str, ...]:
    """The scenarios of a book, as they are offered. Raises :class:`~flagplot.table.DataError` for a
    file that is none."""
    names = [name for name in files(book) if not raw(book, name).get("variant_of")]
    return tuple(sorted(names, key=lambda id: (raw(book, id).get("offered", 99), id)))


def known(book: str, id: str) -> str:
    """The id of a scenario. Raises ``KeyError`` naming those there are."""
    if id not in ids(book):
        raise KeyError(f"no scenario {id!r}; {book} has {', '.join(ids(book))}")
    return id


@cache
def raw(book: str, id: str) -> dict[str, Any]:
    """The file of a scenario as it stands. Raises :class:`~flagplot.table.DataError` when it is no
    TOML."""
    try:
        return tomllib.loads(_folder(book).joinpath(f"{id}.toml").read_text("utf-8"))
    except tomllib.TOMLDecodeError as e:
        raise DataError(
            f"{book}/scenarios/{id}.toml: {e}; write it as TOML, like the files beside it"
        ) from None


@cache
def rows(book: str, name: str) -> tuple[dict[str, str], ...]:
    """The rows of an order of battle (``ID.tsv``), by the titles of their columns."""
    text = _folder(book).joinpath(name).read_text("utf-8")
    return tuple(csv.DictReader(text.splitlines(), delimiter="\t"))


def read(book: str, id: str, kind: type[C], **more: Any) -> C:
    """The card of a scenario, of the kind its book declares; *more* are values that stand in other
    files.

    Raises ``KeyError`` for an unknown scenario and :class:`~flagplot.table.DataError` with file,
    key and remedy for a wrong one.
    """
    file = id if id in files(book) else known(book, id)
    data = {"variant_of": ""} | raw(book, file) | more
    data["id"] = data["variant_of"] or id
    try:
        return msgspec.convert(data, kind, strict=False)
    except msgspec.ValidationError as e:
        raise DataError(f"{book}/scenarios/{id}.toml: {e}; {remedy(str(e), kind)}") from None


def remedy(error: str, kind: type[Card]) -> str:
    """What to do about an error of :mod:`msgspec` in a card."""
    fields = [f.name for f in msgspec.structs.fields(kind)]
    key = error.split("`")[1] if "`" in error else ""
    if "unknown field" in error:
        near = get_close_matches(key, fields, 1)
        return f"write {near[0]!r}" if near else f"take it out; a card has {', '.join(fields)}"
    if "missing required field" in error:
        return f"add a line for {key!r}, as in the files beside it"
    return "correct that value, as in the files beside it"


def offered(
    card: Card,
    starts: tuple[tuple[str, str], ...] = (),
    briefings: tuple[tuple[str, str], ...] = (),
    histories: tuple[tuple[str, str], ...] = (),
) -> Scenario:
    """A card as the table offers it."""
    told = tuple((side, flow(text)) for side, text in briefings or card.briefings.items())
    return Scenario(
        card.id,
        card.title,
        card.sides,
        card.span,
        flow(card.pitch),
        told,
        flow(card.history),
        starts or tuple(card.starts.items()),
        card.board,
        card.minutes,
        card.learning,
        card.picture,
        tuple((start, flow(text)) for start, text in histories),
        tuple(card.stood.items()),
    )


def plain(book: str) -> tuple[Scenario, ...]:
    """The scenarios of a book whose cards say no more than those of every book."""
    return tuple(offered(read(book, id, Card)) for id in ids(book))


def flow(text: str) -> str:
    """A text of a file without its line breaks."""
    return " ".join(text.split())
