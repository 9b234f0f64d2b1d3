"""Nouns: the kinds of thing a book speaks of. A noun says how its things are read, written, called,
completed and likened.

A field or parameter names its noun in its type: ``Annotated[str, SHIP]``. Without one, ``int`` is a
number, ``str`` a new word, ``bool`` the word of its name, ``Literal["a", "b"]`` one of its words,
and a ``tuple`` of any of them a list."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from typing import Any

from ..core.errors import TextError
from .scan import Lexicon, Scan, Suggestion, Thing
from .tokens import NUMBERS, PUNCTUATION

Read = tuple[Any, int] | None
"""A value and the word after it."""


MOST_FIGURES = 9
"""A longer number is none that a game could mean."""


class MultiValue(tuple[Any, ...]):
    """Values that one name stands for (``all at Kiel``); a list takes them all."""

    __slots__ = ()


def small(word: str) -> bool:
    """Whether a word is a number in figures that a game could mean."""
    return word.isdecimal() and len(word) <= MOST_FIGURES


class Noun:
    """A kind of thing. Sub-classes say what differs; one with a ``read`` of its own may look at
    everything in the scan."""

    name = ""
    joint = ", "
    """What stands between several when they are written."""
    picks = ""
    """What a page lets the player pick for it: one of ``units groups place port choice number``, or
    nothing."""
    empty: Any = ""
    """Its value where it is not said."""
    free = False
    """Whether it reads any words, so that what it reads need not be anything there is."""
    made_of: Sequence[str | Noun] = ()
    """The words and other nouns it is written of, where it is (``UNIT>PLACE``)."""
    itself = True
    """Whether a text is written as it is, so that :meth:`write` need not be called."""

    def read(self, s: Scan, i: int) -> Read:
        """Read a thing at word *i*: its value and the word after it, or ``None``, as for what only
        sentences call."""
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

    def begun(self, s: Scan, key: str) -> Sequence[Suggestion]:
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


class NamedNoun(Noun):
    """Things with names.

    *things* gives the things that a side may know from its view. Names are kept while they are the
    same, or, where *depends* is given, while it gives the same: then it must be *all* that the
    names rest on. *pattern* and *make* read ids that are not listed (squares): *make* gives the
    value of a word the pattern fits from view, side and word, ``None`` when it is none, or raises
    :class:`TextError`. *skip* are words that may stand before a name. A word of *begun* letters may
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
        self.name, self.things, self.depends, self.joint, self.picks = (
            name,
            things,
            depends,
            joint,
            picks,
        )
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
        """A name of several words that is not in the list of names; a kind of thing that has such
        reads them here."""
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

    def begun(self, s: Scan, key: str) -> Sequence[Suggestion]:
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
        n = (
            int(w)
            if small(w[1:] if w[:1] in ("+", "-") else w)
            else None
            if s.exact
            else NUMBERS.get(w)
        )
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
    """A name that is given now, of one word or more, in quotes or not: up to a mark of punctuation
    or a keyword written small.

    In a template it may have keywords in it (``Prince of Wales``) as long as what follows fits.
    """

    name, free = "name", True

    def read(self, s: Scan, i: int) -> Read:
        j = i
        while j < s.n and s.raw[j] not in PUNCTUATION and (j == i or s.raw[j] not in s.keywords):
            j += 1
        said = " ".join(s.raw[i:j])
        return (said.strip('"'), j) if said else None
