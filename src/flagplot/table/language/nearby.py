"""Corrections of unreadable case lines: the names and numbers of a line, in the words of a known
line."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from typing import NamedTuple

from .compound_nouns import Choice, ListNoun, OptionalNoun
from .nouns import Decimal, Noun, Number, Title, Word
from .scan import Scan
from .template_syntax import Item, Ref
from .templates import Template
from .tokens import PUNCTUATION, TOKENS, fold, one_and_many

DENIALS = frozenset({"no", "not"})
SMALL_WORDS = frozenset(
    {
        "and",
        "are",
        "at",
        "by",
        "for",
        "from",
        "has",
        "in",
        "is",
        "it",
        "no",
        "not",
        "of",
        "on",
        "or",
        "the",
        "to",
        "with",
    }
)
"""Words that carry little meaning. Adding or dropping one costs little."""
ADDED, LEFT, NAMED, LACKING = 1.0, 1.5, 0.75, 1.0
"""Costs of adding a word, dropping a word, taking a word as a new name, and leaving a slot without
text."""
DEAREST = 3.25
"""Highest cost of a line that is offered."""
NEAR = 0.75
"""Highest extra cost, over the best line, of a line offered beside it."""
MOST = 2
"""Most lines offered."""
SIGNED = frozenset({"modifier", "drm", "score", "relations"})
"""Words of lines whose numbers may be negative. In any other line ``-1 step`` means one step."""


class FilledLine(NamedTuple):
    """A line filled from a text, its cost, and whether a slot has only the name of its noun."""

    text: str
    cost: float
    lacks: bool


class Reader(NamedTuple):
    """The reader of a kind of lines: how to scan a text, the *templates*, a test whether a template
    reads a text, and whether ``not`` may stand before a line."""

    scan: Callable[[str], Scan]
    templates: Sequence[Template]
    reads: Callable[[str], bool]
    denies: bool


def lines_meant(text: str, by: Reader) -> list[str]:
    """Return the lines that a text may mean, the likeliest first. Each can be read. When no line
    can be read, the most similar ones are returned, with the name of the noun that the text
    lacks."""
    moved = [*move_denial(text, by.reads)] or [*split_double_line(text, by)]
    return moved[:MOST] or filled_lines(text, by)


def filled_lines(text: str, by: Reader) -> list[str]:
    """Return the templates with the lowest cost when they are filled from a text."""
    s = by.scan(text)
    s.follow()
    made = (Filling(s, t, by.denies).line() for t in by.templates)
    found = sorted((x for x in made if x is not None and x.cost <= DEAREST), key=_price)
    whole = [x for x in found if not x.lacks and by.reads(x.text.removeprefix("not "))] or found
    near = [x.text for x in whole if x.cost <= whole[0].cost + NEAR]
    return list(dict.fromkeys(near))[:MOST]


def _price(line: FilledLine) -> tuple[float, int, str]:
    return line.cost, len(line.text), line.text


def move_denial(text: str, reads: Callable[[str], bool]) -> Iterator[str]:
    """Yield a text with its misplaced ``not`` or ``no`` moved to where a line has it, or before the
    line."""
    words = text.split()
    at = next((i for i, w in enumerate(words) if w.casefold() in DENIALS), None)
    if at is None:
        return
    rest = (*words[:at], *words[at + 1 :])
    yield from (
        x
        for k in range(1, len(rest))
        if k != at and reads(x := " ".join((*rest[:k], "not", *rest[k:])))
    )
    if reads(" ".join(rest)):
        yield " ".join(("not", *rest))


def split_double_line(text: str, by: Reader) -> Iterator[str]:
    """Yield the two lines of a text that says two things about one subject: ``UK-DD-1 is at Malta
    and inverted``."""
    for joint in re.finditer(r",? and |, ", text):
        first, second = text[: joint.start()], text[joint.end() :]
        words = first.split()
        said = ((*words[:k], *verb, second) for k in range(1, len(words)) for verb in ((), ("is",)))
        whole = next((x for way in said if by.reads(x := " ".join(way))), "")
        line = first if not whole or by.reads(first) else next(iter(filled_lines(first, by)), "")
        if whole and line and by.reads(line):
            yield from (line, whole)
            return


class Filling:
    """One template being filled from a text: the words of the text used, and the cost of words
    added."""

    def __init__(self, s: Scan, template: Template, denies: bool) -> None:
        self.s, self.template, self.denies = s, template, denies
        self.used: set[int] = set()
        self.cost = 0.0
        self.after = 0
        self.lacks = 0
        self.signed = not SIGNED.isdisjoint(template.literals)

    def line(self) -> FilledLine | None:
        """Return the line with its cost; ``None`` when no word of the text is used."""
        parts = self.filled(self.template.items, [])
        if not self.used:
            return None
        unused = [w for i, w in enumerate(self.s.low[: self.s.n]) if i not in self.used]
        denied = self.denies and not DENIALS.isdisjoint(unused)
        text = f"not {join_parts(parts)}" if denied else join_parts(parts)
        return FilledLine(text, self.cost + LEFT * sum(map(word_weight, unused)), self.lacks > 0)

    def filled(self, items: Sequence[Item], parts: list[str]) -> list[str]:
        """Fill items in order: words, slots, and the optional parts for which the text has
        words."""
        for item in items:
            if isinstance(item, str):
                parts.append(self.words(item))
            elif isinstance(item, Ref):
                parts.append(
                    self.slot(self.template.noun(item)) or self.lacking(self.template.noun(item))
                )
            else:
                self.clause(item, parts)
        return parts

    def clause(self, items: Sequence[Item], parts: list[str]) -> None:
        """Add an optional part when the text has words for it."""
        kept = set(self.used), self.cost, self.after, self.lacks
        made = self.filled(items, [])
        if len(self.used) == len(kept[0]) or self.cost - kept[1] >= ADDED:
            self.used, self.cost, self.after, self.lacks = kept
        else:
            parts += made

    def lacking(self, noun: Noun) -> str:
        """Return the name of a noun that the text lacks."""
        self.cost += LACKING
        self.lacks += 1
        return noun.shown()

    def words(self, words: str) -> str:
        """Use the words of the text that the template also has, and add the cost of the others."""
        for word in map(fold, re.findall(TOKENS, words)):
            alike = one_and_many(word)
            at = next((i for i in self.free() if self.s.low[i] in alike), None)
            if at is None:
                self.cost += ADDED * word_weight(word)
            else:
                self.use(at, at + 1)
        return words

    def slot(self, noun: Noun) -> str:
        """Return the text of the first words that a noun reads; empty when there are none."""
        one = noun.noun if isinstance(noun, (OptionalNoun, ListNoun)) else noun
        if isinstance(one, (Word, Title)):
            return self.name()
        for i in self.free():
            if isinstance(one, (Number, Decimal)) and self.s.low[i] == "no":
                return self.use(i, i + 1, "0")
            self.cost += LEFT * one.free
            got = noun.read(self.s, i)
            if got is not None and self.used.isdisjoint(range(i, got[1])):
                said = self.s.text[self.s.start[i] : self.s.end[got[1] - 1]]
                unsigned = isinstance(one, Number) and said.startswith("-") and not self.signed
                return self.use(i, got[1], said[1:] if unsigned else said)
        return self.option(one) if isinstance(one, Choice) else ""

    def option(self, choice: Choice) -> str:
        """Return the option of a choice whose main words the text has: for ``reserve`` that is ``in
        reserve``."""
        for option in choice.options:
            great = [fold(w) for w in option.split() if fold(w) not in SMALL_WORDS]
            at = [next((i for i in self.free() if self.s.low[i] == w), -1) for w in great]
            if great and len(option.split()) > len(great) and min(at) >= 0:
                self.used.update(at)
                return option
        return ""

    def name(self) -> str:
        """Return the new name that follows the last used word."""
        i = self.after
        if i >= self.s.n or i in self.used or self.s.raw[i] in PUNCTUATION:
            return ""
        self.cost += NAMED
        return self.use(i, i + 1, self.s.raw[i])

    def free(self) -> list[int]:
        """Return the words of the text that are still unused."""
        return [
            i for i in range(self.s.n) if i not in self.used and self.s.raw[i] not in PUNCTUATION
        ]

    def use(self, i: int, end: int, said: str = "") -> str:
        """Mark words of the text as used and return *said*."""
        self.used.update(range(i, end))
        self.after = end
        return said


def word_weight(word: str) -> float:
    """Return the weight of a word, 0 to 1."""
    return 0.0 if word in PUNCTUATION else 0.25 if word in SMALL_WORDS else 1.0


def join_parts(parts: Sequence[str]) -> str:
    """Return the parts of a line as one text."""
    text = re.sub(r"\s+", " ", " ".join(parts)).strip()
    return re.sub(r"\s+([,;:)])", r"\1", text).replace("( ", "(")


__all__ = ["SMALL_WORDS", "Reader", "lines_meant"]
