"""The wordings of declared orders with random names in their slots, each slot by its noun."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from random import Random
from typing import Any

from flagplot.table import Rulebook
from flagplot.table.language import (
    Choice,
    Flag,
    ListNoun,
    NamedNoun,
    Noun,
    Number,
    OptionalNoun,
    PartNoun,
    QuantifiedNoun,
    Scan,
    UnionNoun,
    Word,
)
from flagplot.table.language.orders import CompiledWording
from flagplot.table.language.template_syntax import Item, Ref, phrases
from flagplot.table.language.templates import Part, Template, picks_of

from .names import NONSENSE, Names

PLACES = ("place", "port")
"""Kinds of things picked for the slots that take places."""


def entries(book: Rulebook[Any]) -> tuple[CompiledWording, ...]:
    """Return every wording of every order that the book declares."""
    return tuple(book.language.book.entries) if book.language is not None else ()


class Wordings:
    """A filler of wordings at one position, for one side: with names it may use, names it may not,
    and nonsense."""

    def __init__(
        self, book: Rulebook[Any], names: Names, lots: Random, view: Any, side: str
    ) -> None:
        self.names, self.lots = names, lots
        self.language = book.language
        self.scan: Scan | None = (
            self.language.scan("", view, side) if self.language is not None else None
        )
        self.orders: dict[str, list[CompiledWording]] = {}
        """The wordings of every order, by its kind."""
        for e in entries(book):
            self.orders.setdefault(e.declared.kind, []).append(e)
        self._offers: dict[Noun, tuple[str, ...]] = {}
        self._wild = self._wordy = 0.5
        """How often the present text uses names that its side may not, and how often it fills
        optional parts (0 to 1)."""

    # -- what a side may say
    def offers(self, noun: Noun) -> tuple[str, ...]:
        """Return the things that a side may name with this noun."""
        if noun not in self._offers:
            assert self.scan is not None
            self._offers[noun] = tuple(o.text for o in noun.names_beginning_with(self.scan, ""))
        return self._offers[noun]

    def speechless(self, entry: CompiledWording) -> bool:
        """Return whether a wording needs a thing that does not exist: a mission to escort before
        any has sailed."""
        needed = [s.noun for s in entry.template.slots if not s.optional]
        return any(self._nothing(noun) for noun in needed)

    def _nothing(self, noun: Noun) -> bool:
        if isinstance(noun, ListNoun):
            return not noun.none and self._nothing(noun.noun)
        if isinstance(noun, UnionNoun):
            return all(self._nothing(n) for n in noun.nouns)
        return isinstance(noun, NamedNoun) and noun._fits is None and not self.offers(noun)

    # -- writing
    def any(self) -> str:
        """Return a random order in a random wording."""
        return self.filled(self.lots.choice(self.lots.choice(list(self.orders.values()))))

    def filled(self, entry: CompiledWording, place: str = "") -> str:
        """Return a wording with all required slots filled; *place* goes into the first slot that
        takes a place."""
        self._wild, self._wordy = self.lots.choice((0.05, 0.5)), self.lots.choice((0.1, 0.3, 0.7))
        return self._items(entry.template, entry.template.items, [place] if place else []).strip()

    def takes_place(self, entry: CompiledWording) -> bool:
        """Return whether a wording names a place."""
        return any(p in PLACES for s in entry.template.slots for p in picks_of(s.noun))

    def _items(self, template: Template, items: Iterable[Item], place: list[str]) -> str:
        out = ""
        for item in items:
            if isinstance(item, list):
                if self.lots.random() < self._wordy or (place and self._has_place(template, item)):
                    out = f"{out} {self._items(template, item, place).strip()}"
            elif isinstance(item, Ref):
                noun = template.noun(item)
                if place and any(p in PLACES for p in picks_of(noun)):
                    out += place.pop()
                else:
                    out += self.said(noun)
            else:
                out += self._words(template, item)
        return out

    def _has_place(self, template: Template, items: Iterable[Item]) -> bool:
        return any(
            p in PLACES for x in items if isinstance(x, Ref) for p in picks_of(template.noun(x))
        )

    def _words(self, template: Template, words: str) -> str:
        """Return keywords as declared, sometimes replaced by synonyms."""
        if self.lots.random() < 0.8 or not words.strip():
            return words
        assert self.language is not None
        said = " ".join(
            " ".join(self.lots.choice(ways)) for _, ways in phrases(words, self.language.synonyms)
        )
        return f"{words[: len(words) - len(words.lstrip())]}{said}{words[len(words.rstrip()) :]}"

    # -- a slot
    def said(self, noun: Noun) -> str:
        """Return a random text for this noun."""
        lots = self.lots
        if lots.random() < self._wild / 12:
            return lots.choice(NONSENSE)
        if isinstance(noun, ListNoun):
            return self._listed(noun)
        if isinstance(noun, Part):
            return self._items(noun.template(), noun.template().items, [])
        if noun.made_of:
            return "".join(x if isinstance(x, str) else self.said(x) for x in noun.made_of)
        if isinstance(noun, OptionalNoun):
            return "none" if lots.random() < 0.2 else self.said(noun.noun)
        if isinstance(noun, UnionNoun):
            return self.said(noun.nouns[0] if lots.random() < 0.6 else lots.choice(noun.nouns))
        if isinstance(noun, QuantifiedNoun):
            word = lots.choice(
                ("ships", "units", "cruisers", "destroyers", "transports", *NONSENSE[:4])
            )
            several = f"{self.names.number()} {word} at {self.names.port()}"
            return lots.choice((f"all at {self.names.place()}", f"both {word}", several))
        if isinstance(noun, PartNoun):
            return self.said(noun.noun) + lots.choice(("", "", ":1", ":99"))
        if isinstance(noun, Flag):
            return str(noun.options[0])
        if isinstance(noun, Number):
            return self.names.number()
        if isinstance(noun, Choice):
            return str(lots.choice(noun.options))
        if isinstance(noun, Word) or noun.name == "name":
            words: tuple[str, ...] = (*NONSENSE, *self.names.groups[:4], "carriers", "transports")
            return lots.choice(words)
        return self._thing(noun)

    def _listed(self, noun: ListNoun) -> str:
        if noun.none and self.lots.random() < 0.1:
            return noun.none
        joint = self.lots.choice(
            (noun.joint, noun.joint, *(f" {x} " for x in sorted(noun.between)))
        )
        return joint.join(self.said(noun.noun) for _ in range(self.lots.choice((1, 1, 2, 3))))

    def _thing(self, noun: Noun) -> str:
        """Return a thing that the side may name, or any thing of the kind picked for the noun; of a
        unit sometimes a part."""
        names, offers = self.names, self.offers(noun)
        drawn: dict[str, Callable[[], str]] = {
            "units": names.unit,
            "groups": names.mission,
            "place": names.place,
            "port": names.port,
            "number": names.number,
        }
        draw = drawn.get(noun.picks)
        if offers and (draw is None or self.lots.random() > self._wild):
            said = self.lots.choice(offers)
        else:
            said = (draw or self.lots.choice((names.unit, names.place, names.side)))()
        return (
            said + self.lots.choice((":1", ":99"))
            if noun.picks == "units" and self.lots.random() < self._wild / 2
            else said
        )
