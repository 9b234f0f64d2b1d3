"""Nouns made of other nouns: choices, unions, lists, quantities; and the noun that a type
annotation means."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from difflib import get_close_matches
from types import NoneType, UnionType
from typing import Annotated, Any, Literal, Union, get_args, get_origin

from ..core.errors import TextError
from .nouns import Decimal, MultiValue, Noun, Number, Read, Word, is_small_number
from .scan import CLOSE, Scan, Suggestion
from .sentences import join_with_and
from .tokens import NUMBERS, fold, one_and_many


class OptionalNoun(Noun):
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
"""Most words of a choice that an error lists."""


class Choice(Noun):
    """One of some texts of one or more words. *also* maps other texts to them. Orders accept their
    plurals, too."""

    picks = "choice"

    def __init__(
        self,
        *options: str,
        also: Mapping[str, str] | None = None,
        name: str = "",
        call: Callable[[Any, Any], str] | None = None,
        plural: Callable[[Any, Any], bool] | None = None,
    ) -> None:
        self.options, self.name = options, name
        self._call, self._plural = call, plural
        said = {**{o: o for o in options}, **(also or {})}
        self._said = tuple(words for words in said if words)
        self._exact = {
            tuple(fold(w) for w in words.split()): option for words, option in said.items() if words
        }
        self._words = {
            (*words[:-1], end): option
            for words, option in self._exact.items()
            for end in reversed(one_and_many(words[-1]))
        } | self._exact
        self._longest = max((len(words) for words in self._words), default=0)

    def read(self, s: Scan, i: int) -> Read:
        known = self._exact if s.exact else self._words
        for k in range(min(self._longest, s.n - i), 0, -1):
            words = tuple(s.low[i : i + k])
            found = known.get(words)
            if found is None and words and i + k - 1 in s.singular:
                found = next(
                    (
                        known[w]
                        for w in ((*words[:-1], p) for p in s.singular[i + k - 1])
                        if w in known
                    ),
                    None,
                )
            if found is not None:
                return found, i + k
        return None

    def call(self, view: Any, value: Any) -> str:
        return str(value) if self._call is None else self._call(view, value)

    def plural(self, view: Any, value: Any) -> bool:
        return self._plural is not None and self._plural(view, value)

    def names_beginning_with(self, s: Scan, key: str) -> Sequence[Suggestion]:
        return [
            Suggestion(o) for o in self.options if " ".join(map(fold, o.split())).startswith(key)
        ]

    def near(self, s: Scan, key: str) -> Sequence[str]:
        return get_close_matches(key, self.options, 3, CLOSE) or get_close_matches(
            key, self._said, 3, CLOSE
        )

    def expected(self) -> tuple[str, ...]:
        if not self.name:
            return self.options
        all_of_them = f" ({', '.join(self._said)})" if len(self._said) <= TOLD else ""
        return tuple(x + all_of_them for x in super().expected())

    def shown(self) -> str:
        return self.name.upper() or "|".join(self.options)


class Flag(Choice):
    """A word that is present or not."""

    picks, empty = "", False
    itself = False

    def read(self, s: Scan, i: int) -> Read:
        found = super().read(s, i)
        return None if found is None else (True, found[1])

    def write(self, value: Any) -> str:
        return self.options[0]


class UnionNoun(Noun):
    """A thing of one of several kinds. The longest name wins, then the first noun."""

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

    def names_beginning_with(self, s: Scan, key: str) -> Sequence[Suggestion]:
        return list(dict.fromkeys(x for n in self.nouns for x in n.names_beginning_with(s, key)))

    def near(self, s: Scan, key: str) -> Sequence[str]:
        return list(dict.fromkeys(x for n in self.nouns for x in n.near(s, key)))

    def expected(self) -> tuple[str, ...]:
        return (
            super().expected() if self.name else tuple(x for n in self.nouns for x in n.expected())
        )

    def shown(self) -> str:
        return self.name.upper() or "|".join(n.shown() for n in self.nouns)


class LenientUnion(UnionNoun):
    """A thing of the first kind. Things of the other kinds are read, so that a clause can refuse
    them, but never offered."""

    def names_beginning_with(self, s: Scan, key: str) -> Sequence[Suggestion]:
        return self.nouns[0].names_beginning_with(s, key)

    def near(self, s: Scan, key: str) -> Sequence[str]:
        return self.nouns[0].near(s, key)


class PartNoun(Noun):
    """A part of a thing (``3 of X``, ``X:3``, ``X (3)``) or all of it.

    *make* returns the value for a thing and a number (0: all of it) or raises :class:`TextError`;
    *write* returns the text of the value.
    """

    itself = False

    def __init__(
        self, noun: Noun, make: Callable[[Any, Any, int], Any], write: Callable[[Any], str]
    ) -> None:
        self.noun, self._make, self._write = noun, make, write
        self.name, self.joint, self.picks = noun.name, noun.joint, noun.picks

    def read(self, s: Scan, i: int) -> Read:
        low, n, at = s.low, 0, i
        if is_small_number(low[i]) and low[i + 1] == "of":
            n, at = int(low[i]), i + 2
        got = self.noun.read(s, at)
        if got is None:
            return None
        value, j = got
        if not n and low[j] == ":" and is_small_number(low[j + 1]):
            n, j = int(low[j + 1]), j + 2
        elif not n and low[j] == "(" and is_small_number(low[j + 1]) and low[j + 2] == ")":
            n, j = int(low[j + 1]), j + 3
        elif isinstance(value, MultiValue):
            return value, j
        try:
            return self._make(s.view, value, n), j
        except TextError as e:
            s.object(i, e.reason, e.near)
            return None

    def write(self, value: Any) -> str:
        return self._write(value)

    def names_beginning_with(self, s: Scan, key: str) -> Sequence[Suggestion]:
        return self.noun.names_beginning_with(s, key)

    def near(self, s: Scan, key: str) -> Sequence[str]:
        return self.noun.near(s, key)


class QuantifiedNoun(Noun):
    """Several things by their kind or place: ``both battlecruisers``, ``two DDs at Kiel``, ``all at
    Kiel``.

    *kept* yields each thing that a side may name like this: its value, the words for its kinds, and
    its place. A number must equal the count of such things; with more of them the text must say
    which.
    """

    name = "several"
    EVERY = frozenset(("all", "every", "everything"))
    AT = frozenset(("at", "in", "from"))

    def __init__(
        self,
        kept: Callable[[Any, str], Iterable[tuple[Any, Sequence[str], Any]]],
        place: Noun,
        of: Noun,
    ) -> None:
        self._kept, self._place, self._of = kept, place, of
        self.name, self.joint, self.picks, self.itself = of.name, of.joint, of.picks, of.itself

    def read(self, s: Scan, i: int) -> Read:
        low = s.low
        every = low[i] in self.EVERY
        number = 0 if every else int(low[i]) if is_small_number(low[i]) else NUMBERS.get(low[i], 0)
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
        values = MultiValue(v for v, _, _ in things)
        if not values:
            s.object(i, f"there is no {kind or self.name} {where}")
            return None
        if number and number != len(values):
            texts = [self.write(v) for v in values]
            s.object(i, f"of {kind or self.name} there are {len(values)} {where}: say which", texts)
            return None
        return values, at

    def _of_kind(self, s: Scan, at: int, things: list[Any]) -> tuple[int, str, list[Any]]:
        """Return the end, the kind and the things of the kind named at a word; all things when no
        kind is named."""
        kinds = dict.fromkeys(k for _, words, _ in things for k in words)
        best, end = "", at
        for kind in kinds:
            words = [fold(w) for w in s.shelf.tokens.cut(kind)]
            there = s.low[at : at + len(words)]
            if (
                words
                and there[:-1] == words[:-1]
                and there
                and there[-1] in one_and_many(words[-1])
                and at + len(words) > end
            ):
                best, end = kind, at + len(words)
        return end, best, [x for x in things if best in x[1]] if best else things

    def write(self, value: Any) -> str:
        return self._of.write(value)


class ListNoun(Noun):
    """Several things of a kind, separated by commas, ``and`` or blanks. *none* is the word for an
    empty list.

    When *loose* is false (for parts with a template of their own), only the marks of *between*
    separate them. *spoken* separates them in sentences in the place of commas and ``and``.
    """

    empty = ()
    itself = False

    def __init__(
        self,
        noun: Noun,
        *,
        joint: str = "",
        between: Sequence[str] = (",", "and", "&"),
        none: str = "",
        loose: bool = True,
        spoken: str = "",
    ) -> None:
        self.noun, self.none, self.loose, self.between, self.spoken = (
            noun,
            none,
            loose,
            frozenset(between),
            spoken,
        )
        self.joint, self.name, self.picks = joint or noun.joint, noun.name, noun.picks

    def read(self, s: Scan, i: int) -> Read:
        """Read as many things as possible. A template gives back the last ones when the rest does
        not fit."""
        values: list[Any] = []
        end, at = i, i
        if self.none and s.low[i] == fold(self.none):
            return (), i + 1
        while (got := self.noun.read(s, at)) is not None:
            values.extend(got[0] if isinstance(got[0], MultiValue) else (got[0],))
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
        return self.spoken.join(called) if self.spoken else join_with_and(called)

    def names_beginning_with(self, s: Scan, key: str) -> Sequence[Suggestion]:
        return self.noun.names_beginning_with(s, key)

    def near(self, s: Scan, key: str) -> Sequence[str]:
        return self.noun.near(s, key)

    def expected(self) -> tuple[str, ...]:
        return self.noun.expected()

    def shown(self) -> str:
        one = self.noun.shown()
        several = (
            f"{one}S"
            if one.isupper() and not one.endswith("S") and len(one) > 1
            else f"{one}{self.joint}..."
        )
        return f"{several}|{self.none}" if self.none else several


NUMBER, DECIMAL, WORD = Number(), Decimal(), Word()


AMOUNT = Number(1)
"""A number of things of which there is at least one."""


PLAIN: dict[Any, Noun] = {int: NUMBER, float: DECIMAL, str: WORD}


PARTS: dict[Any, Noun] = {}
"""Nouns of the structs that have a template of their own."""


def noun_of(hint: Any, slot: str) -> Noun:
    """Return the noun of a slot from the type of its field or parameter. Raises ``TypeError`` when
    it has none."""
    origin, args = get_origin(hint), get_args(hint)
    if origin is Annotated:
        return next((m for m in args[1:] if isinstance(m, Noun)), None) or noun_of(args[0], slot)
    if origin is tuple and args[-1] is Ellipsis:
        one = noun_of(args[0], slot)
        between = getattr(one, "between", "")
        return (
            ListNoun(one, joint=f"{between} ", between=(between,), loose=False)
            if between
            else ListNoun(one)
        )
    if origin is Literal:
        return Choice(*filter(None, args))
    if origin in (Union, UnionType):
        (one,) = (a for a in args if a is not NoneType)
        return OptionalNoun(noun_of(one, slot))
    if hint is bool:
        return Flag(slot.replace("_", " "))
    found = PARTS.get(hint) or PLAIN.get(hint)
    if found is None:
        raise TypeError(f"{slot}: {hint} is not a noun")
    return found
