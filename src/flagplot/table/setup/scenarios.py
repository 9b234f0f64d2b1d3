"""Scenario cards: each file ``rulebooks/BOOK/scenarios/ID.toml`` is one. The fields that all cards
share are declared here.

A book derives its own card from :class:`Card` and adds the fields that its rules need. A file that
does not fit is refused with its name, the key and the remedy."""

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
    """The historical events."""
    starts: tuple[tuple[str, str], ...] = ()
    """Pairs (start id, title), the default first; empty when there is only one start."""
    board: str = ""
    minutes: int = 0
    learning: bool = False
    picture: tuple[str, ...] = ()
    """Places of the board that the scenario's picture shows; empty: the whole board."""

    histories: tuple[tuple[str, str], ...] = ()
    """Pairs (start id, historical events) of starts with a history of their own."""
    stood: tuple[tuple[str, str], ...] = ()
    """Pairs (start id, how history scores by the scenario's own points). The start id is empty when
    there is only one start."""

    def what_happened(self, start: str = "") -> str:
        """Return the history of a start and how it scores by the scenario's own points. Empty for
        lessons and invented starts."""
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
        """Return the briefing of a side. A start that differs much has its own, under side and
        start (``Axis W``)."""
        told = dict(self.briefings)
        return told.get(f"{side} {start}", "") or told.get(side, "")


class Setup(msgspec.Struct, frozen=True):
    """The choices that set up a game: scenario, start variant, edition, changed house switches.
    Plain data, kept in the log's header."""

    scenario: str
    start: str = ""
    edition: str = ""
    house: tuple[tuple[str, str], ...] = ()
    lots: str = ""
    """The id secret (:mod:`flagplot.table.core.opaque_ids`): it stands in the whole log, and in no
    view."""


C = TypeVar("C", bound="Card")


class Start(msgspec.Struct, frozen=True):
    """A start variant of a scenario. A book adds its own fields."""

    id: str
    title: str


class Card(msgspec.Struct, frozen=True, kw_only=True):
    """The fields that every scenario file has."""

    id: str = ""
    """The name of the file, without its ending."""
    title: str
    sides: tuple[str, ...]
    """Sides in the order of their seats."""
    board: str
    picture: tuple[str, ...]
    """Places or hexes of the board that the picture shows, at least two; empty: the whole board."""
    span: str
    minutes: int
    pitch: str
    briefings: Mapping[str, str]
    history: str = ""
    stood: Mapping[str, str] = {}
    """How history scores by the scenario's own points, by start id (empty when there is one start):
    ``about -1, contested``."""
    learning: bool = False
    offered: int = 99
    """Position in the book's list of scenarios, lowest first."""
    starts: Mapping[str, str] = {}
    """Start variants: id and title, the default first."""
    variant_of: str = ""
    """Id of the scenario to which this file belongs, when it holds a start that differs much; else
    empty."""


def _folder(book: str) -> Any:
    return package_of(book).joinpath("scenarios")


@cache
def scenario_files(book: str) -> tuple[str, ...]:
    """Return the names of the scenario files of a book."""
    return tuple(sorted(f.name[:-5] for f in _folder(book).iterdir() if f.name.endswith(".toml")))


@cache
def scenario_ids(book: str) -> tuple[str, ...]:
    """Return the scenario ids of a book in the order they are offered. Raises
    :class:`~flagplot.table.DataError` for a file that is not valid."""
    names = [name for name in scenario_files(book) if not raw_card(book, name).get("variant_of")]
    return tuple(sorted(names, key=lambda id: (raw_card(book, id).get("offered", 99), id)))


def known_scenario(book: str, id: str) -> str:
    """Return *id* if the book has this scenario. Raises ``KeyError`` naming the scenarios it
    has."""
    if id not in scenario_ids(book):
        raise KeyError(f"no scenario {id!r}; {book} has {', '.join(scenario_ids(book))}")
    return id


@cache
def raw_card(book: str, id: str) -> dict[str, Any]:
    """Return the parsed file of a scenario. Raises :class:`~flagplot.table.DataError` when it is
    not TOML."""
    try:
        return tomllib.loads(_folder(book).joinpath(f"{id}.toml").read_text("utf-8"))
    except tomllib.TOMLDecodeError as e:
        raise DataError(
            f"{book}/scenarios/{id}.toml: {e}; write it as TOML, like the files beside it"
        ) from None


@cache
def order_of_battle_rows(book: str, name: str) -> tuple[dict[str, str], ...]:
    """Return the rows of an order of battle file (``ID.tsv``), each by column title."""
    text = _folder(book).joinpath(name).read_text("utf-8")
    return tuple(csv.DictReader(text.splitlines(), delimiter="\t"))


def read_card(book: str, id: str, kind: type[C], **more: Any) -> C:
    """Return the card of a scenario as the type *kind* of its book. *more* are values that come
    from other files.

    Raises ``KeyError`` for an unknown scenario, and :class:`~flagplot.table.DataError` with file,
    key and remedy for a file that does not fit.
    """
    file = id if id in scenario_files(book) else known_scenario(book, id)
    data = {"variant_of": ""} | raw_card(book, file) | more
    data["id"] = data["variant_of"] or id
    try:
        return msgspec.convert(data, kind, strict=False)
    except msgspec.ValidationError as e:
        raise DataError(f"{book}/scenarios/{id}.toml: {e}; {card_remedy(str(e), kind)}") from None


def card_remedy(error: str, kind: type[Card]) -> str:
    """Return the remedy for an error of :mod:`msgspec` in a card."""
    fields = [f.name for f in msgspec.structs.fields(kind)]
    key = error.split("`")[1] if "`" in error else ""
    if "unknown field" in error:
        near = get_close_matches(key, fields, 1)
        return f"write {near[0]!r}" if near else f"take it out; a card has {', '.join(fields)}"
    if "missing required field" in error:
        return f"add a line for {key!r}, as in the files beside it"
    return "correct that value, as in the files beside it"


def scenario_of_card(
    card: Card,
    starts: tuple[tuple[str, str], ...] = (),
    briefings: tuple[tuple[str, str], ...] = (),
    histories: tuple[tuple[str, str], ...] = (),
) -> Scenario:
    """Return a card as the :class:`Scenario` that the table offers."""
    told = tuple((side, join_lines(text)) for side, text in briefings or card.briefings.items())
    return Scenario(
        card.id,
        card.title,
        card.sides,
        card.span,
        join_lines(card.pitch),
        told,
        join_lines(card.history),
        starts or tuple(card.starts.items()),
        card.board,
        card.minutes,
        card.learning,
        card.picture,
        tuple((start, join_lines(text)) for start, text in histories),
        tuple(card.stood.items()),
    )


def plain_scenarios(book: str) -> tuple[Scenario, ...]:
    """Return the scenarios of a book whose cards have no fields of their own."""
    return tuple(scenario_of_card(read_card(book, id, Card)) for id in scenario_ids(book))


def join_lines(text: str) -> str:
    """Return a text without its line breaks."""
    return " ".join(text.split())
