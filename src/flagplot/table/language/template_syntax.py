"""The syntax of order templates: a source text split into words, slots and optional parts."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, NamedTuple

from .nouns import Noun
from .tokens import PUNCTUATION, TOKENS, fold, spellings

END = "the end"


class Slot(NamedTuple):
    """A slot of a template: its field, its noun, whether it is optional, and the words before
    it."""

    name: str
    noun: Noun
    optional: bool
    lead: str


class Ref(NamedTuple):
    """A slot as written in a template: its field and, if given, its noun."""

    name: str
    noun: str


Item = str | Ref | list[Any]
"""Words, a slot, or the items of an optional part."""


def split_template(source: str) -> list[Item]:
    """Return the items of a template. Raises ``ValueError`` for brackets or braces that do not
    match."""
    stack: list[list[Item]] = [[]]
    for piece in re.findall(r"\{[^{}]*\}|[\[\]]|[^{}\[\]]+", source):
        items = stack[-1]
        if piece == "[":
            if items and isinstance(items[-1], str):
                items[-1] = items[-1].rstrip()
                if not items[-1]:
                    items.pop()
            stack.append([])
        elif piece == "]":
            if len(stack) == 1:
                raise ValueError(f"a bracket is closed that was not opened: {source}")
            done = stack.pop()
            stack[-1].append(done)
        elif piece[0] == "{":
            name, _, noun = piece[1:-1].partition(":")
            if items and isinstance(items[-1], list):
                items.append(" ")
            items.append(Ref(name, noun))
        elif piece.strip() or (items and not isinstance(items[-1], list)):
            items.append(re.sub(r"\s+", " ", piece))
    if len(stack) > 1:
        raise ValueError(f"a bracket is not closed: {source}")
    return stack[0]


def words_in(items: Iterable[Item]) -> set[str]:
    """Return every word of the items, folded."""
    out: set[str] = set()
    for item in items:
        if isinstance(item, str):
            out.update(fold(w) for w in re.findall(TOKENS, item))
        elif isinstance(item, list):
            out |= words_in(item)
    return out


def needed_words(items: Iterable[Item]) -> frozenset[str]:
    """Return the required words, folded."""
    return frozenset(words_in(x for x in items if isinstance(x, str))) - PUNCTUATION


def phrases(words: str, synonyms: Mapping[str, Sequence[str]]) -> list[tuple[str, list[list[str]]]]:
    """Return words split where a part of them has synonyms: each part with its possible spellings,
    as folded words."""
    rest = re.findall(TOKENS, words)
    out: list[tuple[str, list[list[str]]]] = []
    plain: list[str] = []

    def put(said: Sequence[str], others: Sequence[str]) -> None:
        ways = [
            w
            for way in (" ".join(said), *others)
            for w in spellings([fold(x) for x in re.findall(TOKENS, way)])
        ]
        out.append((" ".join(said), ways))

    while rest:
        k = next((k for k in range(len(rest), 0, -1) if " ".join(rest[:k]) in synonyms), 0)
        if k:
            if plain:
                put(plain, ())
                plain = []
            put(rest[:k], synonyms[" ".join(rest[:k])])
            rest = rest[k:]
        else:
            plain.append(rest.pop(0))
    if plain:
        put(plain, ())
    return out


def slots_of(items: Iterable[Item]) -> list[Ref]:
    return [
        y
        for x in items
        for y in (slots_of(x) if isinstance(x, list) else [x] if isinstance(x, Ref) else [])
    ]
