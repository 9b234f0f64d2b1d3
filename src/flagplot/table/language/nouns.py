"""Nouns: the kinds of things that orders and cases name. A noun reads, writes, names, completes and
compares its things.

A field or parameter declares its noun in its type: ``Annotated[str, SHIP]``. Without one, ``int``
is a number, ``str`` a new word, ``bool`` the word of its name, ``Literal["a", "b"]`` one of its
words, and a ``tuple`` of any of them a list."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from typing import Any

from ..core.errors import TextError
from .scan import Lexicon, Scan, Suggestion, Thing
from .tokens import NUMBERS, PUNCTUATION

Read = tuple[Any, int] | None
"""(value, index of the word after it)."""


MOST_FIGURES = 9
"""Most figures of a number. A longer one has no meaning in a game."""


class MultiValue(tuple[Any, ...]):
    """Values that one name stands for (``all at Kiel``). A list takes all of them."""

    __slots__ = ()


def is_small_number(word: str) -> bool:
    """Return whether a word is a number in figures, short enough for a game."""
    return word.isdecimal() and len(word) <= MOST_FIGURES


class Noun:
    """A kind of thing. A subclass overrides what differs; its own ``read`` may use everything in
    the scan."""

    name = ""
    joint = ", "
    """Separator of several things in a written order."""
    picks = ""
    """The kind of thing that the page lets the player pick for it: one of ``units groups place port
    choice number``, or empty."""
    empty: Any = ""
    """The value of a slot that is left out."""
    free = False
    """True when it reads any words, also names of nothing known."""
    made_of: Sequence[str | Noun] = ()
    """The words and other nouns of which it is written, if any (``UNIT>PLACE``)."""
    itself = True
    """True when a value is its own text, so that :meth:`write` need not be called."""

    def read(self, s: Scan, i: int) -> Read:
        """Return the value at word *i* and the index of the word after it, or ``None``. A noun that
        only sentences use always returns ``None``."""
        return None

    def write(self, value: Any) -> str:
        """Return the text of a value in an order; :meth:`read` reads it back."""
        return str(value)

    def call(self, view: Any, value: Any) -> str:
        """Return the name of a value in a sentence, from what a side may know."""
        return self.write(value)

    def plural(self, view: Any, value: Any) -> bool:
        """Return whether one of it takes a plural verb (``the Allies spend``)."""
        return False

    def names_beginning_with(self, s: Scan, key: str) -> Sequence[Suggestion]:
        """Return things whose text begins with the folded words *key*, the best first."""
        return ()

    def near(self, s: Scan, key: str) -> Sequence[str]:
        """Return names similar to the folded words *key*."""
        return ()

    def expected(self) -> tuple[str, ...]:
        """Return the texts that an error names as expected here."""
        return (f"{'an' if self.name[:1] in 'aeio' else 'a'} {self.name}",)

    def shown(self) -> str:
        """Return its name in a grammar."""
        return self.name.upper()


class NamedNoun(Noun):
    """Things with names.

    *things* returns the things that a side may know from its view. Names are cached while *things*
    is unchanged; or, when *depends* is given, while the result of *depends* is unchanged. *depends*
    must then cover *everything* the names rest on. *pattern* and *make* read ids that are not
    listed (squares): for a word that fits the pattern, *make* (view, side, word) returns its value,
    or ``None`` when it is not one, or raises :class:`TextError`. *skip* are words that may stand
    before a name. In orders a word of at least *begun* letters stands for the only name that begins
    with it (0: never).
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
        """Read a name at *i*, after words that may stand before it, and in at most one pair of
        brackets."""
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
        """Read a name of several words that is not in the list of names. A noun with such names
        overrides it."""
        return None

    def _made(self, s: Scan, i: int) -> Read:
        try:
            value = self._make(s.view, s.side, s.raw[i])
        except TextError as e:
            s.object(i, e.reason, e.near)
            return None
        return None if value is None else (value, i + 1)

    def _shortened(self, s: Scan, i: int, lexicon: Lexicon) -> Read:
        """Read a name by its beginning, when that is long enough and unique."""
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

    def names_beginning_with(self, s: Scan, key: str) -> Sequence[Suggestion]:
        return s.lexicon(self).offers(key)

    def near(self, s: Scan, key: str) -> Sequence[str]:
        return s.lexicon(self).near(key)


class Number(Noun):
    """A whole number, at least *least*; in orders also ``two``, ``three``."""

    name, picks, empty = "number", "number", 0
    itself = False

    def __init__(self, least: int | None = None) -> None:
        self.least = least
        self.empty = max(0, least or 0)

    def read(self, s: Scan, i: int) -> Read:
        w = s.low[i]
        n = (
            int(w)
            if is_small_number(w[1:] if w[:1] in ("+", "-") else w)
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
    """A new name, for a new group or in a case: one word, as written."""

    name, free = "name", True

    def read(self, s: Scan, i: int) -> Read:
        return (s.raw[i], i + 1) if i < s.n and s.raw[i] not in PUNCTUATION else None


class Title(Noun):
    """A new name of one or more words, in quotes or not. It ends at a mark of punctuation or a
    keyword in small letters.

    In a template it may contain keywords (``Prince of Wales``) when the rest still fits.
    """

    name, free = "name", True

    def read(self, s: Scan, i: int) -> Read:
        j = i
        while j < s.n and s.raw[j] not in PUNCTUATION and (j == i or s.raw[j] not in s.keywords):
            j += 1
        said = " ".join(s.raw[i:j])
        return (said.strip('"'), j) if said else None
