"""The scan of a text being read: its words, the values read so far, the trail of attempts; and the
names it may use."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Callable, Iterable, Sequence
from difflib import get_close_matches
from typing import Any, NamedTuple, Protocol

from flagplot.boards.name_folding import normal_characters, original_offsets

from .tokens import PUNCTUATION, as_of_several, fold

SAID_OF_ONE = 5
"""Words after a 1 that may stand in the singular: ``1 fleet factor on 8 scores 3``."""
NOT_WORD_OR_JOINT = re.compile(r"[ -]")
CLOSE = 0.6
"""Least similarity of a name offered for an unknown one (1: equal)."""


class Thing(NamedTuple):
    """A named thing: its value, and its ids, names and aliases, best first.

    Each of the three is one text or several. A better name hides an equal, worse name of another
    thing.
    """

    value: Any
    ids: str | tuple[str, ...] = ()
    names: str | tuple[str, ...] = ()
    aliases: str | tuple[str, ...] = ()


class NamesThings(Protocol):
    """The part of a noun that a lexicon needs: things with names."""

    depends: Callable[[Any], Any] | None

    @property
    def things(self) -> Callable[[Any, str], Iterable[Thing]]:
        """The things that a side may know from its view."""


class Suggestion(NamedTuple):
    """A text that may stand at a place, and its meaning."""

    text: str
    meaning: str = ""


class Span(NamedTuple):
    """A filled slot: its path (``moves.0.units.1``), its start and end in the text, the name of its
    noun, its value."""

    slot: str
    start: int
    end: int
    noun: str
    value: Any


class Tokens:
    """The tokeniser of a book's texts. *pattern* includes words that contain punctuation
    (``20,11``)."""

    def __init__(self, pattern: str) -> None:
        self._pattern = re.compile(pattern)
        self.cut: Callable[[str], list[str]] = self._pattern.findall

    def places(self, text: str) -> list[tuple[int, int]]:
        """Return the (start, end) offsets of the words of a text."""
        return [m.span() for m in self._pattern.finditer(text)]


RANKS = (2, 3, 0, 1, 4, 5)
"""The ranks of names in the order they are offered: names, ids, aliases, each before its other
spellings."""


class NameMatch(NamedTuple):
    """The meaning of a name: its rank (0 is best), the values that share it, and its original
    spelling."""

    rank: int
    values: list[Any]
    name: str


MOST_ASKED = 4096
"""Most words whose similar names a lexicon remembers."""


def letter_bits(text: str) -> int:
    """Return the letters of a text as a set of bits (some letters share one). A bit missing in
    another text means that the other text lacks the letter."""
    found = 0
    for c in text:
        found |= 1 << ord(c) % 61
    return found


class Lexicon:
    """Every name of a kind of thing, by its folded words. It depends only on the things it is made
    of."""

    def __init__(self, things: Iterable[Thing], tokens: Tokens) -> None:
        self.words: dict[str, NameMatch] = {}
        self.reach: dict[str, int] = {}
        """First word -> the length in words of the longest name that begins with it."""
        self.titles: dict[Any, list[str]] = {}
        """Value -> its first id, first name and first alias."""
        for value, *ranks in things:
            titles = self.titles.setdefault(value, [])
            for rank, names in enumerate(ranks):
                several = (names,) if isinstance(names, str) else names
                titles += several[:1]
                for name in several:
                    self._add(name, 2 * rank, value, tokens)
        self._sorted: list[str] = []
        self._letters: list[tuple[str, int]] = []
        self._near: dict[str, list[str]] = {}

    def _add(self, name: str, rank: int, value: Any, tokens: Tokens) -> None:
        ways = (
            name,
            name.replace("-", " "),
            name.replace(" ", "-"),
            NOT_WORD_OR_JOINT.sub("", name),
        )
        for way in dict.fromkeys(ways) if "-" in name or " " in name else (name,):
            words = [fold(w) for w in tokens.cut(way)]
            if not words:
                continue
            key = " ".join(words)
            this = rank + (way != name)
            old = self.words.get(key)
            if old is None or old.rank > this:
                self.words[key] = NameMatch(this, [value], name)
            elif old.rank == this and value not in old.values:
                old.values.append(value)
            if self.reach.get(words[0], 0) < len(words):
                self.reach[words[0]] = len(words)

    def begun(self, key: str) -> list[NameMatch]:
        """Return names that begin with *key*, the best first."""
        self._sorted = self._sorted or sorted(self.words)
        a = bisect_left(self._sorted, key)
        b = bisect_left(self._sorted, key + "\uffff", a)
        return sorted((self.words[k] for k in self._sorted[a:b]), key=lambda f: f.rank)

    def near(self, key: str) -> list[str]:
        """Return names similar to *key* in their original spelling, one a thing: misspelled ones
        first, then longer ones with the same beginning."""
        known = self._near.get(key)
        if known is None:
            if len(self._near) >= MOST_ASKED:
                self._near.clear()
            known = self._near[key] = self._found_near(key)
        return known

    def _close(self, key: str) -> list[str]:
        """Return the words most similar to *key*. Words with too few common letters are skipped
        without a comparison."""
        self._letters = self._letters or [(w, letter_bits(w)) for w in self.words]
        mine, long = letter_bits(key), len(key)

        def may_be(word: str, theirs: int) -> bool:
            most = min(
                long - (mine & ~theirs).bit_count(), len(word) - (theirs & ~mine).bit_count()
            )
            return 2 * most >= CLOSE * (long + len(word)) - 1e-9

        return get_close_matches(
            key, [w for w, theirs in self._letters if may_be(w, theirs)], 4, CLOSE
        )

    def _found_near(self, key: str) -> list[str]:
        close = self._close(key) or self._close(key.split(" ")[0])
        begun = self.begun(key[:4])[:4] if len(key) > 2 else []
        found = [self.words[k] for k in close] + begun
        found = [f for f in found if len(f.values) == 1] or found
        one: dict[Any, str] = {}
        for f in found:
            one.setdefault(tuple(f.values), f.name)
        return list(dict.fromkeys(one.values()))[:4]

    def offers(self, key: str) -> list[Suggestion]:
        """Return one suggestion for each thing that *key* may begin: by name first, then by id,
        then by other names. The suggestion shows the name, or the id or alias when that begins with
        *key*. An empty *key* suggests everything."""
        chosen: dict[Any, NameMatch] = {}
        for f in sorted(
            self.begun(key) if key else self.words.values(), key=lambda f: RANKS.index(f.rank)
        ):
            for value in f.values[:1] if len(f.values) == 1 else ():
                chosen.setdefault(value, f)
        named = chosen.values() if key else (chosen[v] for v in self.titles if v in chosen)
        return [Suggestion(f.name, self._other_title(f)) for f in named]

    def _other_title(self, found: NameMatch) -> str:
        """Return another title of a thing: its name beside an id, its id beside a name; empty when
        there is no different one."""
        said = fold(found.name)
        return next((t for t in self.titles[found.values[0]] if fold(t) != said), "")


class LexiconCache:
    """The lexicons of a language, cached while the things they depend on are unchanged.

    The cache key is the things themselves, or what the noun says they depend on. That must cover
    *everything*: with less, a lexicon would reveal names that a side cannot know.
    """

    def __init__(self, tokens: Tokens) -> None:
        self.tokens = tokens
        self._kept: dict[NamesThings, list[tuple[Any, str, Lexicon]]] = {}
        self._last: dict[NamesThings, tuple[Any, str, Lexicon]] = {}

    def lexicon(self, noun: NamesThings, view: Any, side: str) -> Lexicon:
        """Return the lexicon of a noun with the names that a side may know from its view."""
        last = self._last.get(noun)
        if last is not None and last[0] is view and last[1] == side:
            return last[2]
        rests = list(noun.things(view, side)) if noun.depends is None else noun.depends(view)
        kept = self._kept.setdefault(noun, [])
        found = next(
            (x for known, whose, x in kept if whose == side and (known is rests or known == rests)),
            None,
        )
        if found is None:
            found = Lexicon(rests if noun.depends is None else noun.things(view, side), self.tokens)
            self._kept[noun] = [(rests, side, found), *kept[:3]]
        self._last[noun] = view, side, found
        return found


class Scan:
    """A text being read: its words as written and folded, the values read so far, and, in the slow
    reading, a trail of attempts."""

    def __init__(
        self,
        text: str,
        view: Any,
        side: str,
        shelf: LexiconCache,
        keywords: frozenset[str],
        *,
        exact: bool = False,
        quiet: frozenset[str] = frozenset(),
    ) -> None:
        self.text, self.view, self.side, self.shelf, self.keywords = (
            text,
            view,
            side,
            shelf,
            keywords,
        )
        self.exact = exact
        self.quiet = quiet
        self.raw = shelf.tokens.cut(normal_characters(text))
        self.low = [fold(w) for w in self.raw]
        if quiet and not quiet.isdisjoint(self.low):
            self.raw = [w for w, low in zip(self.raw, self.low, strict=True) if low not in quiet]
            self.low = [w for w in self.low if w not in quiet]
        self.n = len(self.low)
        ones = [i for i, w in enumerate(self.low) if w == "1"] if exact else []
        self.singular = {
            j: as_of_several(self.low[j])
            for i in ones
            for j in range(i + 1, min(i + 1 + SAID_OF_ONE, self.n))
        }
        """In a case line, the words that may stand in the singular: index -> their plurals."""
        self.low.append("")
        self.raw.append("")
        self.values: dict[str, Any] = {}
        self.mask = 0
        self.stop = 0
        self.trail: dict[int, dict[Any, None]] | None = None
        self.start: list[int] = []
        self.end: list[int] = []
        self.spans: list[Span] = []
        self.furthest = -1
        self.best: tuple[Span, ...] = ()
        """The slots filled before the furthest word tried."""
        self.prefix = ""
        self.objection: tuple[int, str, tuple[str, ...]] | None = None
        self.ends: dict[int, int] = {}
        """Where unknown names end, by the word at which they begin."""
        self._lexicons: dict[NamesThings, Lexicon] = {}

    def says(self, words: Sequence[str], i: int) -> bool:
        """Return whether these folded words stand at word *i*; after a 1 a word may stand in the
        singular."""
        there = self.low[i : i + len(words)]
        if there == words or not self.singular:
            return there == words
        return len(there) == len(words) and all(
            w == low or w in self.singular.get(j, ())
            for j, (low, w) in enumerate(zip(there, words, strict=True), i)
        )

    def follow(self) -> None:
        """Compute the offsets of the words and keep a trail from now on: what was tried at every
        word, and which slots were filled."""
        clean = normal_characters(self.text)
        spans = self.shelf.tokens.places(clean)
        if self.quiet:
            spans = [x for x in spans if fold(clean[x[0] : x[1]]) not in self.quiet]
        if len(clean) < len(self.text):
            stands = original_offsets(self.text)
            spans = [(stands[a], stands[b - 1] + 1) for a, b in spans]
        self.start = [a for a, _ in spans] + [len(self.text)]
        self.end = [b for _, b in spans] + [len(self.text)]
        self.trail = {}

    def note(self, i: int, what: Any) -> None:
        """Record that *what* (a noun, or words) was tried at a word."""
        if self.trail is not None:
            self.trail.setdefault(i, {})[what] = None
            if i > self.furthest:
                self.furthest, self.best = i, tuple(self.spans)

    def object(self, i: int, reason: str, near: Sequence[str] = ()) -> None:
        """Record why the text at a word cannot be used. The objection furthest on is reported."""
        if self.trail is not None and (self.objection is None or i >= self.objection[0]):
            self.objection = i, reason, tuple(near)

    def lexicon(self, noun: NamesThings) -> Lexicon:
        """Return the lexicon of a noun."""
        found = self._lexicons.get(noun)
        if found is None:
            found = self._lexicons[noun] = self.shelf.lexicon(noun, self.view, self.side)
        return found

    def unknown(self, i: int, rest: Callable[[Scan, int], bool]) -> None:
        """Find the end of an unknown name, while the trail is kept: the first word from which
        *rest* reads to the end.

        Inside a part this is skipped: anything may follow a part, so the end would mean nothing."""
        trail, values, mask = self.trail, dict(self.values), self.mask
        if trail is None or self.prefix:
            return
        self.trail = None
        end = next((j for j in range(i + 1, self.n) if rest(self, j)), None)
        self.trail, self.values, self.mask = trail, values, mask
        if end is not None:
            self.ends[i] = min(end, self.ends.get(i, end))

    def said(self, i: int, *, name: bool = True) -> str:
        """Return the words at *i* up to the next keyword or mark; for a *name*, up to where the
        rest can be read."""
        j, end = i + 1, self.ends.get(i, self.n) if name else self.n
        while j < end and self.low[j] not in PUNCTUATION and self.low[j] not in self.keywords:
            j += 1
        return normal_characters(self.text[self.start[i] : self.end[j - 1]]) if i < self.n else ""
