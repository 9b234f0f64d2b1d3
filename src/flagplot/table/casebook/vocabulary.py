"""The words that case lines may use: events and their fields, questions, sides, clauses, answers.

A line that denies something would hold for every misspelling of it. Its words are therefore checked
separately."""

from __future__ import annotations

import difflib
import re
from collections.abc import Collection, Iterable, Sequence
from functools import cached_property
from typing import Any, Literal, get_args, get_origin

import msgspec

from ..contract.rulebook import Rulebook
from ..core.errors import TextError
from ..core.procedure import tag_of
from ..game.game import Game
from ..language.compound_nouns import Choice
from ..language.wordbook import words_of


class CaseWords:
    """The words that the case lines of one book may use."""

    def __init__(self, book: Rulebook[Any], clauses: Collection[str] = ()) -> None:
        """*clauses* are the clause ids of the book. Without them every id is accepted."""
        self.book = book
        self.clauses = clauses

    @cached_property
    def events(self) -> dict[str, type[msgspec.Struct]]:
        """The events of the book by tag."""
        return {tag_of(t): t for t in self.book.event_types}

    def wrong_event(self, tag: str, pairs: Sequence[str], states: Sequence[Any] = ()) -> str:
        """Return the fault in the event that a line describes; empty when there is none. It checks
        the tag and the fields, and, when *states* are given, that names in the values are known in
        one of them."""
        kind = self.events.get(tag)
        if kind is None:
            return f"there is no event {tag!r}{_near(tag, self.events)}"
        fields = {f.name: f for f in msgspec.structs.fields(kind)}
        for pair in pairs:
            field, eq, value = pair.partition("=")
            if not eq:
                return f"{pair!r} is not field=value"
            if field not in fields:
                return f"event {tag} has no field {field!r}; it has {', '.join(fields)}"
            if states and (wrong := self._wrong_value(fields[field].type, value, states)):
                return f"{field} of event {tag} is never {value!r}: {wrong}"
        return ""

    def _wrong_value(self, kind: Any, value: str, states: Sequence[Any]) -> str:
        """Return why a field of this type never has this value; empty when it may. The value must
        be one of the type's words (in any case), or a name that one of the states knows. Other
        words in small letters are not checked."""
        if kind is bool:
            return "" if value in ("yes", "no") else "it is yes or no"
        if kind is int:
            return "" if re.fullmatch(r"[+-]?\d+", value) else "it is a number"
        if words := _vocabulary(kind):
            side = self.book.side_from_word(value.capitalize() if value.islower() else value)
            meant = side in words or value.casefold() in map(str.casefold, words)
            return (
                ""
                if meant
                else f"it is one of {', '.join(filter(None, words))}{_near(value, words)}"
            )
        for part in value.split(",") if kind is not str else [value]:
            if re.search(r"[A-Z\d]", part) and not any(
                self.book.names_something(s, part) for s in states
            ):
                return f"nothing here is called {part!r}"
        return ""

    def wrong_kind(self, kind: str) -> str:
        """Return the fault in the kind of a question; empty when the book has it."""
        words = words_of(self.book.id)
        kinds = words.kinds() if words is not None else (kind,)
        return "" if kind in kinds else f"nobody is ever asked {kind!r}{_near(kind, kinds)}"

    def wrong_clause(self, clause: str) -> str:
        """Return the fault in a clause id; empty when the index has the clause or a part of it."""
        if not self.clauses or any(c.startswith(clause) for c in self.clauses):
            return ""
        return f"{clause!r} is not a clause of {self.book.id}{_near(clause, self.clauses)}"

    def wrong_outcome(self, question: str, outcome: str, found: Collection[str]) -> str:
        """Return the fault in an outcome that an odds question did not give. It must have the form
        of a known or given outcome."""
        fixed = next((q.outcomes for q in self.book.questions if q.kind == question), ())
        known = list(dict.fromkeys((*fixed, *found)))
        if _shape(outcome) in map(_shape, known):
            return ""
        return f"{question} never ends {outcome!r}; its outcomes are {', '.join(known[:6])}"

    def an_answer(self, text: str, offered: Iterable[str], state: Any) -> bool:
        """Return True when every word of a text may occur in an answer: a number, a word of an
        option, or something that the state knows."""
        vocabulary = {w for o in (*offered, *self.own_answers()) for w in words_in_text(o)}
        vocabulary |= self.book.answer_words
        if words_in_text(text) <= vocabulary or self.book.names_something(state, text):
            return True
        return all(
            w.isdigit() or w.lower() in vocabulary or self.book.names_something(state, w)
            for w in re.split(r"[\s,;]+", text)
            if w
        )

    def an_answer_alone(self, side: str, text: str, game: Game) -> bool:
        """Return True for a text that answers questions only and is not an order."""
        try:
            self.book.parse(text, game.view(side), side)
        except TextError:
            return text.casefold() in self.own_answers()
        return False

    def own_answers(self) -> frozenset[str]:
        """Return the answers for which the book has words, in small letters."""
        words = words_of(self.book.id)
        return (
            frozenset(a.casefold() for a in words.answers()) if words is not None else frozenset()
        )


def _vocabulary(kind: Any) -> tuple[str, ...]:
    """Return the fixed words of a type, of a ``Literal`` or a choice; empty when they are not
    fixed."""
    if get_origin(kind) is Literal:
        return tuple(map(str, get_args(kind)))
    nouns = [a for a in getattr(kind, "__metadata__", ()) if isinstance(a, Choice)]
    return tuple(w for noun in nouns for w in noun.options)


def words_in_text(text: str) -> set[str]:
    """Return the words of a text, in small letters."""
    return {w for w in re.split(r"[\s,;:]+", text.lower()) if w}


def _shape(outcome: str) -> str:
    """Return the form of an outcome: numbers replaced, plurals after them reduced."""
    return re.sub(r"-?\d+", "N", re.sub(r"(\d [A-Za-z]+?)s?\b", r"\1", outcome))


def _near(word: str, known: Iterable[str]) -> str:
    near = difflib.get_close_matches(word, list(known), n=4, cutoff=0.4)
    return f"; near it are {', '.join(near)}" if near else ""
