"""Nouns: the kinds of thing a book speaks of. A noun says how its things are read, written, called, completed and likened.

A field or parameter names its noun in its type: ``Annotated[str, SHIP]``. Without one, ``int`` is a number, ``str`` a new word,
``bool`` the word of its name, ``Literal["a", "b"]`` one of its words, and a ``tuple`` of any of them a list.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from difflib import get_close_matches
from types import NoneType, UnionType
from typing import Annotated, Any, Literal, Union, get_args, get_origin

from flagplot.table.words import join

from ..core.errors import TextError
from .scan import CLOSE, Lexicon, Offer, Scan, Thing
from .words import NUMBERS, PUNCTUATION, fold, one_and_many

Read = tuple[Any, int] | None
"""A value and the word after it."""


MOST_FIGURES = 9
"""A longer number is none that a game could mean."""


class Several(tuple[Any, ...]):
    """Values that one name stands for (``all at Kiel``); a list takes them all."""

    __slots__ = ()


def small(word: str) -> bool:
    """Whether a word is a number in figures that a game could mean."""
    return word.isdecimal() and len(word) <= MOST_FIGURES


class Noun:
    """A kind of thing. Sub-classes say what differs; one with a ``read`` of its own may look at everything in the scan."""

    name = ""
    joint = ", "
    """What stands between several when they are written."""
    picks = ""
    """What a page lets the player pick for it: one of ``units groups place port choice number``, or nothing."""
    empty: Any = ""
    """Its value where it is not said."""
    free = False
    """Whether it reads any words, so that what it reads need not be anything there is."""
    made_of: Sequence[str | Noun] = ()
    """The words and other nouns it is written of, where it is (``UNIT>PLACE``)."""
    itself = True
    """Whether a text is written as it is, so that :meth:`write` need not be called."""

    def read(self, s: Scan, i: int) -> Read:
        """Read a thing at word *i*: its value and the word after it, or ``None``, as for what only sentences call."""
        return None

    def write(self, value: Any) -> str:
        """The text of a value in an order; :meth:`read` reads it back."""
        return str(value)

    def call(self, view: Any, value: Any) -> str:
        """What a sentence calls a value, from what a side may know."""
        return self.write(value)

    def plural(self, view: Any, value: Any) -> bool:
        """Whether one of it is spoken of as several (``the Allies spend``)."""
        return False

    def begun(self, s: Scan, key: str) -> Sequence[Offer]:
        """Things whose text begins with the folded words *key*, the best first."""
        return ()

    def near(self, s: Scan, key: str) -> Sequence[str]:
        """Names like the folded words *key*."""
        return ()

    def expected(self) -> tuple[str, ...]:
        """What is said to be expected where this may stand."""
        return (f"{'an' if self.name[:1] in 'aeio' else 'a'} {self.name}",)

    def shown(self) -> str:
        """How a grammar shows it."""
        return self.name.upper()


class Named(Noun):
    """Things with names.

    *things* gives the things that a side may know from its view. Names are kept while they are the same, or, where *depends* is
    given, while it gives the same: then it must be *all* that the names rest on. *pattern* and *make* read ids that are not
    listed (squares): *make* gives the value of a word the pattern fits from view, side and word, ``None`` when it is none, or
    raises :class:`TextError`. *skip* are words that may stand before a name. A word of *begun* letters may
    stand for the one name that begins with it (in orders; 0: never).
    """

    def __init__(
        self,
        name: str,
        things: Callable[[Any, str], Iterable[Thing]],
        *,
        depends: Callable[[Any], Any] | None = None,
        call: Callable[[Any, Any], str] | None = None,
        plural: Callable[[Any, Any], bool] | None = None,
        pattern: str = "",
        make: Callable[[Any, str, str], Any] = lambda view, side, said: said,
        write: Callable[[Any], str] | None = None,
        skip: Sequence[str] = ("the",),
        begun: int = 0,
        joint: str = ", ",
        picks: str = "",
    ) -> None:
        self.name, self.things, self.depends, self.joint, self.picks = name, things, depends, joint, picks
        self.skip = frozenset(skip)
        self.enough = begun
        self._call, self._plural, self._write, self._make = call, plural, write, make
        self._fits = re.compile(pattern, re.IGNORECASE).fullmatch if pattern else None
        self.itself = write is None

    def read(self, s: Scan, i: int) -> Read:
        return self._found(s, i, False)

    def _found(self, s: Scan, i: int, bracketed: bool) -> Read:
        """A name at *i*, after words that may stand before it; in one pair of brackets at most."""
        lexicon, low = s.lexicon(self), s.low
        while True:
            if (got := self.longer(s, i)) is not None:
                return got
            reach = lexicon.reach.get(low[i])
            if reach is not None:
                for k in range(min(reach, s.n - i), 0, -1):
                    found = lexicon.words.get(low[i] if k == 1 else " ".join(low[i : i + k]))
                    if found is not None:
                        return self._one(s, i, found.name, found.values, i + k)
            if i >= s.n:
                return None
            if self._fits is not None and self._fits(s.raw[i]):
                return self._made(s, i)
            if low[i] not in self.skip or i + 1 >= s.n:
                break
            i += 1
        if low[i] == "(":
            got = None if bracketed else self._found(s, i + 1, True)
            return (got[0], got[1] + 1) if got is not None and low[got[1]] == ")" else None
        return self._shortened(s, i, lexicon)

    def longer(self, s: Scan, i: int) -> Read:
        """A name of several words that is not in the list of names; a kind of thing that has such reads them here."""
        return None

    def _made(self, s: Scan, i: int) -> Read:
        try:
            value = self._make(s.view, s.side, s.raw[i])
        except TextError as e:
            s.object(i, e.reason, e.near)
            return None
        return None if value is None else (value, i + 1)

    def _shortened(self, s: Scan, i: int, lexicon: Lexicon) -> Read:
        """A name by its beginning, when it is long enough and only one begins so."""
        word = s.low[i]
        if not self.enough or s.exact or len(word) < self.enough or word in s.keywords:
            return None
        found = lexicon.begun(word)
        values = list(dict.fromkeys(v for f in found for v in f.values))
        return self._one(s, i, s.raw[i], values, i + 1) if values else None

    def _one(self, s: Scan, i: int, name: str, values: Sequence[Any], end: int) -> Read:
        if len(values) == 1:
            return values[0], end
        texts = sorted(self.write(v) for v in values)
        s.object(i, f"{name!r} could be {' or '.join(texts[:6])}", texts)
        return None

    def write(self, value: Any) -> str:
        return str(value) if self._write is None else self._write(value)

    def call(self, view: Any, value: Any) -> str:
        return self.write(value) if self._call is None else self._call(view, value)

    def plural(self, view: Any, value: Any) -> bool:
        return self._plural is not None and self._plural(view, value)

    def begun(self, s: Scan, key: str) -> Sequence[Offer]:
        return s.lexicon(self).offers(key)

    def near(self, s: Scan, key: str) -> Sequence[str]:
        return s.lexicon(self).near(key)


class Number(Noun):
    """A whole number, none below *least*; in orders also ``two``, ``three``."""

    name, picks, empty = "number", "number", 0
    itself = False

    def __init__(self, least: int | None = None) -> None:
        self.least = least
        self.empty = max(0, least or 0)

    def read(self, s: Scan, i: int) -> Read:
        w = s.low[i]
        n = int(w) if small(w[1:] if w[:1] in ("+", "-") else w) else None if s.exact else NUMBERS.get(w)
        return None if n is None or (self.least is not None and n < self.least) else (n, i + 1)

    def shown(self) -> str:
        return "N"


class Decimal(Noun):
    """A number that may have a fraction."""

    name, picks, empty = "number", "number", 0.0
    itself = False

    def read(self, s: Scan, i: int) -> Read:
        try:
            return (float(s.raw[i]), i + 1) if s.low[i][-1:].isdecimal() else None
        except ValueError:
            return None

    def write(self, value: Any) -> str:
        return f"{value:g}"

    def shown(self) -> str:
        return "N"


class Word(Noun):
    """A name that is given now, to a new group or in a case: one word as it is written."""

    name, free = "name", True

    def read(self, s: Scan, i: int) -> Read:
        return (s.raw[i], i + 1) if i < s.n and s.raw[i] not in PUNCTUATION else None


class Title(Noun):
    """A name that is given now, of one word or more, in quotes or not: up to a mark of punctuation or a keyword written small.

    In a template it may have keywords in it (``Prince of Wales``) as long as what follows fits.
    """

    name, free = "name", True

    def read(self, s: Scan, i: int) -> Read:
        j = i
        while j < s.n and s.raw[j] not in PUNCTUATION and (j == i or s.raw[j] not in s.keywords):
            j += 1
        said = " ".join(s.raw[i:j])
        return (said.strip('"'), j) if said else None


class Maybe(Noun):
    """A thing, or ``none``."""

    empty = None
    itself = False

    def __init__(self, noun: Noun) -> None:
        self.noun, self.name, self.picks = noun, noun.name, noun.picks

    def read(self, s: Scan, i: int) -> Read:
        return (None, i + 1) if s.low[i] == "none" else self.noun.read(s, i)

    def write(self, value: Any) -> str:
        return "none" if value is None else self.noun.write(value)

    def near(self, s: Scan, key: str) -> Sequence[str]:
        return self.noun.near(s, key)

    def shown(self) -> str:
        return f"{self.noun.shown()}|none"


TOLD = 14
"""Words of a choice that are all told where one of them is expected, at most."""


class Choice(Noun):
    """One of some words (of one or more each); *also* are other words for them. Orders take them in the plural, too."""

    picks = "choice"

    def __init__(
        self, *options: str, also: Mapping[str, str] | None = None, name: str = "",
        call: Callable[[Any, Any], str] | None = None, plural: Callable[[Any, Any], bool] | None = None,
    ) -> None:  # fmt: skip
        self.options, self.name = options, name
        self._call, self._plural = call, plural
        said = {**{o: o for o in options}, **(also or {})}
        self._said = tuple(words for words in said if words)
        self._exact = {tuple(fold(w) for w in words.split()): option for words, option in said.items() if words}
        self._words = {
            (*words[:-1], end): option for words, option in self._exact.items() for end in reversed(one_and_many(words[-1]))
        } | self._exact
        self._longest = max((len(words) for words in self._words), default=0)

    def read(self, s: Scan, i: int) -> Read:
        known = self._exact if s.exact else self._words
        for k in range(min(self._longest, s.n - i), 0, -1):
            words = tuple(s.low[i : i + k])
            found = known.get(words)
            if found is None and words and i + k - 1 in s.singular:
                found = next((known[w] for w in ((*words[:-1], p) for p in s.singular[i + k - 1]) if w in known), None)
            if found is not None:
                return found, i + k
        return None

    def call(self, view: Any, value: Any) -> str:
        return str(value) if self._call is None else self._call(view, value)

    def plural(self, view: Any, value: Any) -> bool:
        return self._plural is not None and self._plural(view, value)

    def begun(self, s: Scan, key: str) -> Sequence[Offer]:
        return [Offer(o) for o in self.options if " ".join(map(fold, o.split())).startswith(key)]

    def near(self, s: Scan, key: str) -> Sequence[str]:
        return get_close_matches(key, self.options, 3, CLOSE) or get_close_matches(key, self._said, 3, CLOSE)

    def expected(self) -> tuple[str, ...]:
        if not self.name:
            return self.options
        all_of_them = f" ({', '.join(self._said)})" if len(self._said) <= TOLD else ""
        return tuple(x + all_of_them for x in super().expected())

    def shown(self) -> str:
        return self.name.upper() or "|".join(self.options)


class Flag(Choice):
    """A word that is said or not."""

    picks, empty = "", False
    itself = False

    def read(self, s: Scan, i: int) -> Read:
        found = super().read(s, i)
        return None if found is None else (True, found[1])

    def write(self, value: Any) -> str:
        return self.options[0]


class Either(Noun):
    """One of several kinds; the longest name wins, the first noun among equals."""

    def __init__(self, *nouns: Noun, name: str = "", joint: str = "", picks: str = "") -> None:
        self.nouns, self.name = nouns, name
        self.joint, self.picks = joint or nouns[0].joint, picks or nouns[0].picks
        self.itself = all(n.itself for n in nouns)

    def read(self, s: Scan, i: int) -> Read:
        best: Read = None
        for noun in self.nouns:
            got = noun.read(s, i)
            if got is not None and (best is None or got[1] > best[1]):
                best = got
        return best

    def write(self, value: Any) -> str:
        return self.nouns[0].write(value)

    def call(self, view: Any, value: Any) -> str:
        called = (n.call(view, value) for n in self.nouns)
        return next((c for c in called if c != str(value)), str(value))

    def plural(self, view: Any, value: Any) -> bool:
        return any(n.plural(view, value) for n in self.nouns)

    def begun(self, s: Scan, key: str) -> Sequence[Offer]:
        return list(dict.fromkeys(x for n in self.nouns for x in n.begun(s, key)))

    def near(self, s: Scan, key: str) -> Sequence[str]:
        return list(dict.fromkeys(x for n in self.nouns for x in n.near(s, key)))

    def expected(self) -> tuple[str, ...]:
        return super().expected() if self.name else tuple(x for n in self.nouns for x in n.expected())

    def shown(self) -> str:
        return self.name.upper() or "|".join(n.shown() for n in self.nouns)


class Ordered(Either):
    """A thing of the first kind. The others are read, for a clause to refuse, and never offered."""

    def begun(self, s: Scan, key: str) -> Sequence[Offer]:
        return self.nouns[0].begun(s, key)

    def near(self, s: Scan, key: str) -> Sequence[str]:
        return self.nouns[0].near(s, key)


class Counted(Noun):
    """A part of a thing (``3 of X``, ``X:3``, ``X (3)``) or all of it.

    *make* gives the value of a thing and a number (0: all of it) or raises :class:`TextError`; *write* is its text.
    """

    itself = False

    def __init__(self, noun: Noun, make: Callable[[Any, Any, int], Any], write: Callable[[Any], str]) -> None:
        self.noun, self._make, self._write = noun, make, write
        self.name, self.joint, self.picks = noun.name, noun.joint, noun.picks

    def read(self, s: Scan, i: int) -> Read:
        low, n, at = s.low, 0, i
        if small(low[i]) and low[i + 1] == "of":
            n, at = int(low[i]), i + 2
        got = self.noun.read(s, at)
        if got is None:
            return None
        value, j = got
        if not n and low[j] == ":" and small(low[j + 1]):
            n, j = int(low[j + 1]), j + 2
        elif not n and low[j] == "(" and small(low[j + 1]) and low[j + 2] == ")":
            n, j = int(low[j + 1]), j + 3
        elif isinstance(value, Several):
            return value, j
        try:
            return self._make(s.view, value, n), j
        except TextError as e:
            s.object(i, e.reason, e.near)
            return None

    def write(self, value: Any) -> str:
        return self._write(value)

    def begun(self, s: Scan, key: str) -> Sequence[Offer]:
        return self.noun.begun(s, key)

    def near(self, s: Scan, key: str) -> Sequence[str]:
        return self.noun.near(s, key)


class Every(Noun):
    """Several things by their kind or place: ``both battlecruisers``, ``two DDs at Kiel``, ``all at Kiel``.

    *kept* gives each thing a side may name so: its value, the words for its kinds, and where it is. A number must fit those there
    are; which of more is meant has to be said.
    """

    name = "several"
    EVERY = frozenset(("all", "every", "everything"))
    AT = frozenset(("at", "in", "from"))

    def __init__(
        self, kept: Callable[[Any, str], Iterable[tuple[Any, Sequence[str], Any]]], place: Noun, of: Noun
    ) -> None:
        self._kept, self._place, self._of = kept, place, of
        self.name, self.joint, self.picks, self.itself = of.name, of.joint, of.picks, of.itself

    def read(self, s: Scan, i: int) -> Read:
        low = s.low
        every = low[i] in self.EVERY
        number = 0 if every else int(low[i]) if small(low[i]) else NUMBERS.get(low[i], 0)
        if not every and not number:
            return None
        at = i + 1 + (low[i + 1] in ("of", "the") if i + 1 < s.n else 0)
        things = list(self._kept(s.view, s.side))
        at, kind, things = self._of_kind(s, at, things)
        where = "here"
        if low[at] in self.AT and (got := self._place.read(s, at + 1)) is not None:
            things = [x for x in things if x[2] == got[0]]
            at, where = got[1], f"at {self._place.call(s.view, got[0])}"
        elif not kind:
            return None
        values = Several(v for v, _, _ in things)
        if not values:
            s.object(i, f"there is no {kind or self.name} {where}")
            return None
        if number and number != len(values):
            texts = [self.write(v) for v in values]
            s.object(i, f"of {kind or self.name} there are {len(values)} {where}: say which", texts)
            return None
        return values, at

    def _of_kind(self, s: Scan, at: int, things: list[Any]) -> tuple[int, str, list[Any]]:
        """The things of the kind that is named at a word; all of them when none is."""
        kinds = dict.fromkeys(k for _, words, _ in things for k in words)
        best, end = "", at
        for kind in kinds:
            words = [fold(w) for w in s.shelf.tokens.cut(kind)]
            there = s.low[at : at + len(words)]
            if words and there[:-1] == words[:-1] and there and there[-1] in one_and_many(words[-1]) and at + len(words) > end:
                best, end = kind, at + len(words)
        return end, best, [x for x in things if best in x[1]] if best else things

    def write(self, value: Any) -> str:
        return self._of.write(value)


class Listed(Noun):
    """Several of a kind, parted by commas, ``and`` or blanks; *none* is the word for an empty list.

    Where *loose* is false (parts with a template of their own), only what *between* names parts them. *spoken* parts them in a
    sentence in the place of commas and ``and``.
    """

    empty = ()
    itself = False

    def __init__(
        self, noun: Noun, *, joint: str = "", between: Sequence[str] = (",", "and", "&"), none: str = "", loose: bool = True,
        spoken: str = "",
    ) -> None:  # fmt: skip
        self.noun, self.none, self.loose, self.between, self.spoken = noun, none, loose, frozenset(between), spoken
        self.joint, self.name, self.picks = joint or noun.joint, noun.name, noun.picks

    def read(self, s: Scan, i: int) -> Read:
        """As many as there are; a template gives some back where what follows does not fit."""
        values: list[Any] = []
        end, at = i, i
        if self.none and s.low[i] == fold(self.none):
            return (), i + 1
        while (got := self.noun.read(s, at)) is not None:
            values.extend(got[0] if isinstance(got[0], Several) else (got[0],))
            end = at = got[1]
            while s.low[at] in self.between:
                at += 1
            if at == end and not self.loose:
                break
        return (tuple(values), end) if values else None

    def write(self, value: Any) -> str:
        return self.joint.join([self.noun.write(v) for v in value]) if value else self.none

    def call(self, view: Any, value: Any) -> str:
        called = [self.noun.call(view, v) for v in value]
        return self.spoken.join(called) if self.spoken else join(called)

    def begun(self, s: Scan, key: str) -> Sequence[Offer]:
        return self.noun.begun(s, key)

    def near(self, s: Scan, key: str) -> Sequence[str]:
        return self.noun.near(s, key)

    def expected(self) -> tuple[str, ...]:
        return self.noun.expected()

    def shown(self) -> str:
        one = self.noun.shown()
        several = f"{one}S" if one.isupper() and not one.endswith("S") and len(one) > 1 else f"{one}{self.joint}..."
        return f"{several}|{self.none}" if self.none else several


NUMBER, DECIMAL, WORD = Number(), Decimal(), Word()
AMOUNT = Number(1)
"""A number of things of which there is one at least."""
PLAIN: dict[Any, Noun] = {int: NUMBER, float: DECIMAL, str: WORD}
PARTS: dict[Any, Noun] = {}
"""Nouns of the structs that have a template of their own."""


def noun_of(hint: Any, slot: str) -> Noun:
    """The noun of a slot from the type of its field or parameter. Raises ``TypeError`` when it has none."""
    origin, args = get_origin(hint), get_args(hint)
    if origin is Annotated:
        return next((m for m in args[1:] if isinstance(m, Noun)), None) or noun_of(args[0], slot)
    if origin is tuple and args[-1] is Ellipsis:
        one = noun_of(args[0], slot)
        between = getattr(one, "between", "")
        return Listed(one, joint=f"{between} ", between=(between,), loose=False) if between else Listed(one)
    if origin is Literal:
        return Choice(*filter(None, args))
    if origin in (Union, UnionType):
        (one,) = (a for a in args if a is not NoneType)
        return Maybe(noun_of(one, slot))
    if hint is bool:
        return Flag(slot.replace("_", " "))
    found = PARTS.get(hint) or PLAIN.get(hint)
    if found is None:
        raise TypeError(f"{slot}: {hint} is no noun")
    return found
