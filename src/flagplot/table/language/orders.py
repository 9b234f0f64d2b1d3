"""The orders of a book. One declaration of an order gives its parser, its text, its completion and
its form on the page.

```python
L = Language("strait", asked=lambda view, side: ("course",))
SHIP = L.noun(NamedNoun("ship", lambda view, side: (Thing(s.id, s.id, s.name) for s in view.ships.values())))

@L.order("run {ship} to {to} [by {night}]", clause="1.2", asked="course")
class Run(msgspec.Struct, frozen=True, tag="run"):
    ship: Annotated[str, SHIP]
    to: int
    night: bool = False
```
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from difflib import get_close_matches
from functools import cached_property
from typing import Any, NamedTuple, TypeVar, get_type_hints

from msgspec import structs

from flagplot.boards.name_folding import without_stop

from ..core.errors import TextError
from ..core.procedure import tag_of
from ..core.requests import facts
from ..core.verdict import Refusal
from ..display.position import OrderForm
from .compound_nouns import Choice
from .nouns import Noun, Number, Word
from .scan import CLOSE, LexiconCache, Scan, Span, Tokens
from .template_syntax import END, Slot
from .templates import Node, Part, Template, defaults_of, field_defaults, part, picks_of
from .tokens import PUNCTUATION, TOKENS, check_text_length, fold
from .wordbook import words_of

O = TypeVar("O", bound=type)
N = TypeVar("N", bound=Noun)
F = TypeVar("F", bound=Callable[..., Any])
FEW, MANY = 5, 80
"""How many names an error lists for an unknown name, and the most names a kind may have for
that."""
VERY_CLOSE = 0.75
"""Least similarity of an offered verb (1: equal). It is high because there are few verbs, and most
words are not one of them."""
Then = Callable[[Any, Any, str], Any]
"""A function that completes a parsed order: order, view, side -> order. It may raise
:class:`TextError`."""


class OrderWording(NamedTuple):
    """Another way to write an order. With a title it is shown to players. ``fixed`` are values that
    it implies without words."""

    template: str
    title: str = ""
    clause: str = ""
    start: str = ""
    fixed: Mapping[str, Any] = {}


class Synonyms(NamedTuple):
    """A keyword and its synonyms."""

    keyword: str
    others: tuple[str, ...]


class Wordings(NamedTuple):
    """The wordings of an order: its title and clause, every grammar, and synonyms of its
    keywords."""

    title: str
    clause: str
    grammars: tuple[str, ...]
    synonyms: tuple[Synonyms, ...]


class Completion(NamedTuple):
    """A completion: *text* replaces the part from *start* to *end* and repeats every word of it.
    *kind* is the noun (empty: a keyword)."""

    start: int
    text: str
    kind: str = ""
    meaning: str = ""
    end: int = -1

    def put(self, text: str) -> str:
        """Return the text with the completion put in, separated from what follows."""
        head, tail = text[: self.start] + self.text, text[self.end :]
        return (
            f"{head} {tail}"
            if tail and not tail[0].isspace() and tail[0] not in PUNCTUATION
            else head + tail
        )


class PartialParse(NamedTuple):
    """An order text read up to where it fails: the order or the error, the filled slots, and all
    slots of the order being written.

    *kind* is the tag of that order, *start* the beginning of its wording, *tail* the words at its
    end. All are empty while the verb is missing.
    """

    kind: str
    start: str
    order: Any
    problem: TextError | None
    spans: tuple[Span, ...]
    slots: tuple[Slot, ...]
    tail: str = ""


class DeclaredWording(NamedTuple):
    """A declared template and its options; ``make`` or ``then`` turn its values into an order."""

    way: OrderWording
    kind: str
    clause: str
    asked: tuple[str, ...]
    late: str
    canonical: bool
    cls: type
    then: Then | None
    make: Callable[..., Any] | None
    grave: bool = False


class CompiledWording:
    """A declared template, compiled."""

    def __init__(
        self, declared: DeclaredWording, template: Template, empty: Mapping[str, Any]
    ) -> None:
        """Compile a declaration. *empty* are the values of fields without a default that the text
        leaves out. Raises ``TypeError`` when a field has no value."""
        self.declared, self.template, self.node = declared, template, template.node
        self._cls, self._then, self._make = declared.cls, declared.then, declared.make
        self._base = dict(declared.way.fixed)
        if self._make is None:
            known = field_defaults(self._cls) | self._base
            unsaid = {s.name: s.noun.empty for s in template.slots if s.optional} | dict(empty)
            said = {s.name for s in template.slots if not s.optional}
            lacks = [
                f
                for f in get_type_hints(self._cls)
                if f not in known and f not in said and f not in unsaid
            ]
            if lacks:
                raise TypeError(f"{declared.way.template}: it says nothing of {', '.join(lacks)}")
            self._base |= {
                k: v for k, v in unsaid.items() if k and k not in known and k not in said
            }

    @cached_property
    def bare(self) -> Node | None:
        """A reader of the order without its verb; ``None`` when the verb is needed, because more
        than the order's name stands at its head."""
        first = self.template.items[0]
        named = isinstance(first, str) and (
            " " not in first.strip() or first.strip() == self.declared.kind.replace("-", " ")
        )
        return self.template.bare() if named else None

    def made(self, s: Scan) -> Any:
        """Return the order that a scan has read. Raises :class:`TextError`."""
        if self._make is not None:
            return self._make(s.view, s.side, **s.values)
        order = self._cls(**{**self._base, **s.values}) if self._base else self._cls(**s.values)
        return order if self._then is None else self._then(order, s.view, s.side)

    @property
    def grammar(self) -> str:
        """The grammar as text."""
        return self.template.grammar()

    def form(self) -> OrderForm:
        """Return the form that a page shows. The book fills in the example from the position."""
        way = self.declared.way
        first = self.template.items[0]
        start = way.start or (
            first.rstrip() + " " * bool(self.template.slots) if isinstance(first, str) else ""
        )
        named = [s for s in self.template.slots if s.name]
        picks = tuple(
            p for s in [s for s in named if not s.optional] or named for p in picks_of(s.noun)
        )
        title = way.title or self.declared.kind.replace("-", " ").capitalize()
        clause, grave = way.clause or self.declared.clause, self.declared.grave
        return OrderForm(self.declared.kind, title, self.grammar, "", start, clause, picks, grave)


class CompiledGrammar(NamedTuple):
    """The compiled wordings: by first word (empty for templates that begin with a slot), by order
    type, all of them, and every keyword."""

    verbs: Mapping[str, Sequence[CompiledWording]]
    orders: Mapping[type, Sequence[CompiledWording]]
    entries: Sequence[CompiledWording]
    keywords: frozenset[str]


class Language:
    """The nouns and orders of a book, compiled at first use.

    *book* is the rule book whose ``words.toml`` has the synonyms. *tokens* is a pattern of words
    that contain punctuation. *asked* returns the kinds of question that a side may be asked in a
    view. An order may omit its verb when only one order for these questions fits.
    """

    def __init__(
        self,
        book: str = "",
        *,
        tokens: str = "",
        synonyms: Mapping[str, Sequence[str]] | None = None,
        asked: Callable[[Any, str], Collection[str]] | None = None,
    ) -> None:
        self.shelf = LexiconCache(Tokens(f"{tokens}|{TOKENS}" if tokens else TOKENS))
        self.nouns: dict[str, Noun] = {}
        self._book, self._synonyms, self._asked = book, synonyms, asked
        self._declared: list[DeclaredWording] = []
        self._first: dict[type, DeclaredWording] = {}
        self._compiled: CompiledGrammar | None = None
        self._writers: dict[type, Callable[[Any], str]] = {}

    # -- declaring
    def noun(self, noun: N) -> N:
        """Register a noun of the book under its name."""
        self.nouns[noun.name] = noun
        return noun

    def part(self, template: str, *, between: str = ";") -> Callable[[O], O]:
        """Return a decorator that declares a small struct or named tuple as a part of orders.
        Several of them are separated by *between*."""
        return part(template, between=between, nouns=self.nouns, synonyms=lambda: self.synonyms)

    def order(
        self,
        template: str,
        *,
        clause: str = "",
        asked: str | tuple[str, ...] = "",
        late: str = "",
        title: str = "",
        start: str = "",
        reads: Sequence[str | OrderWording] = (),
        fixed: Mapping[str, Any] | None = None,
        then: Then | None = None,
        grave: bool = False,
    ) -> Callable[[O], O]:
        """Return a decorator that declares an order (a frozen tagged struct) by its canonical
        wording.

        *asked* are the kinds of question it answers, *late* the clause that refuses it at another
        time. *reads* are further wordings; players are shown those with a title. *fixed* are values
        that this wording implies without words: an order with several such wordings has a decorator
        for each. *then* completes a parsed order. A *grave* order ends more than a turn: the page
        asks for confirmation before giving it.
        """
        kinds = tuple(filter(None, (asked,))) if isinstance(asked, str) else asked

        def mark(cls: O) -> O:
            kind = tag_of(cls)
            ways = [
                OrderWording(template, title, clause, start, fixed or {}),
                *(w if isinstance(w, OrderWording) else OrderWording(w) for w in reads),
            ]
            ways = [w._replace(fixed={**(fixed or {}), **w.fixed}) for w in ways]
            new = [
                DeclaredWording(
                    w, kind, clause, kinds, late or clause, n == 0, cls, then, None, grave
                )
                for n, w in enumerate(ways)
            ]
            first = next(
                (n for n, d in enumerate(self._declared) if d.cls is cls), len(self._declared)
            )
            self._declared[first:first] = new  # decorators run from the lowest upward
            self._first[cls] = new[0]
            self._compiled = None
            return cls

        return mark

    def reads(
        self,
        template: str,
        *,
        of: type,
        title: str = "",
        clause: str = "",
        start: str = "",
        fixed: Mapping[str, Any] | None = None,
    ) -> Callable[[F], F]:
        """Return a decorator for a function ``(view, side, **slots) -> order`` that reads this
        wording of the order *of*, for wordings that a template cannot express. *fixed* are values
        common to all orders it returns."""

        def mark(f: F) -> F:
            kind = tag_of(of)
            first = self._first[of]
            way = OrderWording(template, title, clause or first.clause, start, fixed or {})
            self._declared.append(
                DeclaredWording(
                    way, kind, first.clause, first.asked, first.late, False, of, None, f
                )
            )
            self._compiled = None
            return f

        return mark

    # -- compiling
    @property
    def synonyms(self) -> Mapping[str, Sequence[str]]:
        """Keyword -> its synonyms."""
        if self._synonyms is None:
            words = words_of(self._book)
            self._synonyms = words.synonyms if words is not None else {}
        return self._synonyms

    def _template(self, d: DeclaredWording) -> Template:
        hints = get_type_hints(d.make or d.cls, include_extras=True)
        return Template(d.way.template, hints, self.nouns, synonyms=self.synonyms)

    @property
    def book(self) -> CompiledGrammar:
        """The compiled wordings."""
        if self._compiled is None:
            templates = [(d, self._template(d)) for d in self._declared]
            empty: dict[type, dict[str, Any]] = {}
            for d, t in templates:
                empty.setdefault(d.cls, {}).update(
                    {s.name: s.noun.empty for s in t.slots if s.optional and d.canonical}
                )
            entries = [CompiledWording(d, t, empty[d.cls]) for d, t in templates]
            idle = [word for word in self.synonyms if all(word not in t.said for _, t in templates)]
            if idle:
                raise TypeError(f"synonyms of words that no order has: {', '.join(idle)}")
            verbs: dict[str, dict[CompiledWording, int]] = {}
            for entry in entries:
                for head in entry.template.heads or [[""]]:
                    same = verbs.setdefault(head[0], {})
                    same[entry] = max(same.get(entry, 0), len(head))
            sorted_ = {verb: sorted(same, key=lambda e: -same[e]) for verb, same in verbs.items()}
            keywords = frozenset(w for e in entries for w in e.template.literals) - PUNCTUATION
            orders = {
                cls: [e for e in entries if e.declared.cls is cls] for cls in self.order_types
            }
            self._compiled = CompiledGrammar(sorted_, orders, entries, keywords)
        return self._compiled

    def scan(self, text: str, view: Any, side: str) -> Scan:
        """Return the words of a text, ready to be read."""
        return Scan(text, view, side, self.shelf, self.book.keywords)

    # -- reading
    def parse(self, text: str, view: Any, side: str) -> Any:
        """Return the order that a text means, read from the side's view. Raises :class:`TextError`
        with the offset of the wrong word."""
        check_text_length(text)
        book = self.book
        s = Scan(without_stop(text), view, side, self.shelf, book.keywords)
        entries = book.verbs.get(s.low[0], ())
        for e in entries:
            if e.node(s, 0):
                return e.made(s)
        for e in book.verbs.get("", ()):
            if e.node(s, 0):
                return e.made(s)
        if not entries and s.n:
            found = self._without_verb(s)
            if found is not None:
                return found
        raise self._problem(s)

    def _without_verb(self, s: Scan) -> Any:
        """Return the order meant by a text without its verb (``A to B``); ``None`` when no order
        fits. Raises :class:`TextError` when several fit.

        Among several wordings of one order, one read by a function wins: the function fills in what
        the words leave open.
        """
        found: dict[str, tuple[CompiledWording, Any]] = {}
        asked = self._asked(s.view, s.side) if self._asked is not None else None
        for e in self.book.entries:
            if e.bare is None or (
                asked is not None and e.declared.asked and not set(asked) & set(e.declared.asked)
            ):
                continue
            s.values, s.mask = {}, 0
            if e.bare(s, 0):
                found.setdefault(self.text(order := e.made(s)), (e, order))
        if len({e.declared.kind for e, _ in found.values()}) == 1:
            return max(found.values(), key=lambda x: x[0].declared.make is not None)[1]
        if len(found) > 1:
            verbs = [e.template.heads[0] for e, _ in found.values()]
            raise TextError(
                "say which order is meant", 0, list(dict.fromkeys(" ".join(v) for v in verbs))
            )
        return next((order for _, order in found.values()), None)

    def read(self, noun: Noun, text: str, view: Any, side: str) -> Any:
        """Return the one thing that a text names. Raises :class:`TextError`."""
        s = self.scan(text, view, side)
        got = noun.read(s, 0)
        if got is not None and got[1] == s.n:
            return got[0]
        s.follow()
        if not isinstance(noun, Part):  # the elements of a part note themselves
            s.note(0, noun)
        got = noun.read(s, 0)
        if got is not None:
            s.note(got[1], END)
        raise furthest_error(s)

    def _tried(self, s: Scan) -> CompiledWording | None:
        """Read slowly and keep a trail. Returns the wording that fits, else the one that got
        furthest."""
        s.follow()
        best: CompiledWording | None = None
        if s.n:
            for e in (*self.book.verbs.get(s.low[0], ()), *self.book.verbs.get("", ())):
                before = s.furthest
                if e.node(s, 0):
                    s.best = tuple(s.spans)
                    return e
                best = e if s.furthest > before and s.furthest > 0 else best
        return best

    def _problem(self, s: Scan) -> TextError:
        self._tried(s)
        return (
            furthest_error(s)
            if s.furthest > 0 or (s.n and self.book.verbs.get(s.low[0]))
            else self._no_verb(s)
        )

    def _no_verb(self, s: Scan) -> TextError:
        asked = self._asked(s.view, s.side) if self._asked is not None else ()
        forms = [f.grammar for kind in asked for f in self.forms(kind)] or [
            f.grammar for f in self.forms()
        ]
        if not s.n:
            return TextError("an order is missing", 0, forms)
        begun = list(dict.fromkeys(c.text for c in self._first_words(s)))
        if begun:
            return TextError(f"{s.text!r} could be {' or '.join(begun[:6])}", 0, forms, begun)
        verbs = {
            way[0]: " ".join(e.template.heads[0])
            for e in self.book.entries
            for way in e.template.heads
        }
        near = list(
            dict.fromkeys(verbs[w] for w in get_close_matches(s.low[0], verbs, 3, VERY_CLOSE))
        )
        return TextError(f"no order begins like {s.text!r}{did_you_mean(near)}", 0, forms, near)

    def _starts(self, s: Scan) -> list[Completion]:
        """Return the beginnings of the orders asked for, while at most a first word is written."""
        if s.n > 1 or s.text[-1:].isspace() or self._asked is None:
            return []
        begun = s.low[0] if s.n else ""
        starts = [
            f
            for kind in self._asked(s.view, s.side)
            for f in self.forms(kind)
            if fold(f.start).startswith(begun)
        ]
        return [Completion(s.start[0], f.start.strip(), "", f.title) for f in starts]

    def _first_words(self, s: Scan) -> list[Completion]:
        """Return the completions of an unfinished first word: beginnings of orders, or what may
        stand there in an order without verb."""
        if s.n > 1 or s.text[-1:].isspace():
            return []
        return [*self._starts(s), *(_goings_on(s, 0) if s.trail else ())]

    # -- writing
    def text(self, order: Any) -> str:
        """Return the canonical text of an order; :meth:`parse` reads it back. Raises ``TypeError``
        for a value that is not an order of the book."""
        write = self._writers.get(type(order))
        return write(order) if write is not None else self._writer(type(order))(order)

    def _writer(self, cls: type) -> Callable[[Any], str]:
        ways: list[tuple[Mapping[str, Any], Callable[[Any], str]]] = []
        for d in sorted(
            (d for d in self._declared if d.cls is cls and d.canonical),
            key=lambda d: -len(d.way.fixed),
        ):
            template = self._template(d)
            ways.append((d.way.fixed, template.writer(defaults_of(cls, template))))
        if not ways:
            raise TypeError(f"{cls.__name__} is not an order of this book")

        self._writers[cls] = ways[0][1] if len(ways) == 1 else _by_fixed(ways)
        return self._writers[cls]

    def order_prefix(self, cls: type, verb: str = "", /, **said: str) -> str:
        """Return the beginning of an order with these slots filled, up to the next required slot.
        It uses the first wording that can express them and begins with *verb*, titled ones first.
        Raises ``TypeError`` when none can."""
        for e in sorted(self.book.orders.get(cls, ()), key=lambda e: not e.declared.way.title):
            fixed = e.declared.way.fixed
            text, filled = e.template.beginning({k: v for k, v in said.items() if k not in fixed})
            if text.startswith(verb) and said == {k: said.get(k) for k in filled} | {
                k: fixed[k] for k in said if k in fixed
            }:
                return text
        raise TypeError(f"no wording of {cls.__name__} begins with {verb or ', '.join(said)}")

    # -- what is asked
    @property
    def order_types(self) -> tuple[type, ...]:
        """Every declared order type, for the codec of the log."""
        return tuple(dict.fromkeys(d.cls for d in self._declared))

    def brief(self) -> list[Any]:
        """Return the orders without slots, such as a pass, in the sequence of their
        declarations."""
        found = [
            e
            for e in self.book.entries
            if e.declared.canonical and not e.template.slots and e.declared.make is None
        ]
        return [e.declared.cls(**e.declared.way.fixed) for e in found]

    def answers(self) -> dict[str, tuple[str, ...]]:
        """Return the kinds of question that each order answers, by its tag; empty for an order that
        answers any."""
        return {d.kind: d.asked for d in self._declared}

    def belongs(self, order: Any) -> tuple[str, ...]:
        """Return the kinds of question that an order answers; empty when it answers any. Raises
        ``TypeError`` for a value that is not an order."""
        d = self._first.get(type(order))
        if d is None:
            raise TypeError(f"{order!r} is not an order of this book")
        return d.asked

    def wrong_time_refusal(self, order: Any, kind: str) -> Refusal | None:
        """Return the refusal of an order that does not answer a question of this *kind*; ``None``
        when it does."""
        belongs = self.belongs(order)
        if not belongs or kind in belongs:
            return None
        late = self._first[type(order)].late
        return Refusal(late, "not-now", (), facts(belongs=belongs[0], phase=kind))

    def forms(self, kind: str | None = None) -> list[OrderForm]:
        """Return the forms shown to players for a kind of question (``None``: for all)."""
        shown: list[OrderForm] = []
        for entries in self.book.orders.values():
            titled = [e for e in entries if e.declared.way.title] or [
                e for e in entries if e.declared.canonical
            ]
            shown += [
                e.form()
                for e in titled
                if kind is None or not e.declared.asked or kind in e.declared.asked
            ]
        return shown

    def form_of(self, reading: PartialParse, asked: str) -> OrderForm | None:
        """Return the form of the order being written, for a question of the kind *asked*: the shown
        wording with the same beginning, else the one with the same fixed values, else the canonical
        one. ``None`` when the order is unknown."""
        kind, order = reading.kind, reading.order
        if order is not None:
            kind = tag_of(type(order))
        ways = [e for e in self.book.entries if e.declared.kind == kind]
        titled = [e for e in ways if e.declared.way.title] or [
            e for e in ways if e.declared.canonical
        ]
        shown = [e for e in titled if not e.declared.asked or asked in e.declared.asked] or titled
        said = {x.slot: x.value for x in reading.spans} if order is None else structs.asdict(order)

        def rank(e: CompiledWording) -> tuple[bool, bool, int]:
            fixed = e.declared.way.fixed
            fits = all(k in said and said[k] == v for k, v in fixed.items())
            return e.form().start == reading.start, fits, len(fixed) * fits

        best = max(shown, key=rank, default=None)
        if best is None or not any(rank(best)[:2]):
            best = next((e for e in ways if e.declared.canonical), None)
        return None if best is None else best.form()

    def wordings(self) -> list[Wordings]:
        """Return the wordings of each order, for the reference of what is understood."""
        out: list[Wordings] = []
        for cls, entries in self.book.orders.items():
            said = {word for e in entries for word in e.template.said}
            others = tuple(Synonyms(k, tuple(v)) for k, v in self.synonyms.items() if k in said)
            first = next((e for e in entries if e.declared.way.title), entries[0]).form()
            grammars = tuple(dict.fromkeys(e.grammar for e in entries))
            out.append(Wordings(first.title, self._first[cls].clause, grammars, others))
        return out

    # -- while it is written
    def parse_partial(self, text: str, view: Any, side: str) -> PartialParse:
        """Return what a text says so far. It never raises."""
        s = self.scan(without_stop(text), view, side)
        entry = self._tried(s)
        try:
            order, problem = self.parse(text, view, side), None
        except TextError as e:
            order, problem = None, e
        spans = sorted(s.best, key=lambda x: (x.start, x.slot.count(".")))
        if entry is None:
            return PartialParse("", "", order, problem, (), ())
        last = entry.template.items[-1]
        tail = last.strip() if isinstance(last, str) and entry.template.slots else ""
        return PartialParse(
            entry.declared.kind,
            entry.form().start,
            order,
            problem,
            tuple(spans),
            tuple(entry.template.slots),
            tail,
        )

    def complete(
        self, text: str, view: Any, side: str, caret: int | None = None, most: int = 12
    ) -> list[Completion]:
        """Return completions at the end of the word at the caret: keywords, then names that fit
        there and that the side may know.

        A completion begins with the words it replaces, so nothing typed is lost.
        """
        at = len(text) if caret is None else max(0, min(caret, len(text)))
        while 0 < at < len(text) and not _parts(text[at - 1]) and not _parts(text[at]):
            at += 1
        head = text[:at]
        s = self.scan(head, view, side)
        self._tried(s)
        out: dict[Completion, None] = {}
        out |= dict.fromkeys(self._starts(s))
        assert s.trail is not None
        for i in sorted(s.trail, reverse=True):
            if i == s.n and head[-1:].strip():
                continue
            out |= dict.fromkeys(_goings_on(s, i))
        ends = (c._replace(end=self._said_already(s, c, text, at)) for c in out)
        return [c for c in ends if c.put(text).split() != text.split()][:most]

    def _said_already(self, s: Scan, c: Completion, text: str, at: int) -> int:
        """Return the offset at which words of a completion end that already stand behind the
        caret."""
        typed = sum(start >= c.start for start in s.start[: s.n])
        end = at
        for word, (a, b) in zip(
            s.shelf.tokens.cut(c.text)[typed:], s.shelf.tokens.places(text[at:]), strict=False
        ):
            if fold(word) != fold(text[at + a : at + b]):
                break
            end = at + b
        return end


def _parts(letter: str) -> bool:
    """Return whether a character separates words."""
    return letter.isspace() or letter in PUNCTUATION


def _by_fixed(
    ways: Sequence[tuple[Mapping[str, Any], Callable[[Any], str]]],
) -> Callable[[Any], str]:
    """Return a writer that uses the first wording whose fixed values the order has."""
    fields = tuple(dict.fromkeys(k for fixed, _ in ways for k in fixed))
    if len(fields) > 1:
        several = tuple((tuple(fixed.items()), w) for fixed, w in ways)
        return lambda order: next(
            (w for fixed, w in several if all(getattr(order, k) == v for k, v in fixed)), _unsaid
        )(order)
    (field,) = fields
    by_value = {fixed[field]: w for fixed, w in ways if fixed}
    other = next((w for fixed, w in ways if not fixed), _unsaid)
    return lambda order: by_value.get(getattr(order, field), other)(order)


def _unsaid(order: Any) -> str:
    raise TextError(f"no wording of {type(order).__name__} can express this order")


def _goings_on(s: Scan, i: int) -> Iterable[Completion]:
    assert s.trail is not None
    begun = " ".join(s.low[i : s.n])
    named = {fold(s.text[x.start : x.end]) for x in s.best}
    for what in sorted(s.trail[i], key=lambda w: isinstance(w, Noun)):
        if isinstance(what, Noun):
            for x in what.names_beginning_with(s, begun)[:24]:
                if fold(x.text) != begun and named.isdisjoint((fold(x.text), fold(x.meaning))):
                    yield Completion(s.start[i], x.text, what.name, x.meaning)
        elif (
            what != END
            and what not in PUNCTUATION
            and fold(what).startswith(begun)
            and fold(what) != begun
        ):
            yield Completion(s.start[i], what)


def did_you_mean(near: Sequence[str]) -> str:
    """Return ``: did you mean A or B?``, or an empty text."""
    return f": did you mean {' or '.join(near[:3])}?" if near else ""


def expected_with_names(s: Scan, noun: Noun) -> Sequence[str]:
    """Return the texts that an error names as expected for a noun, with its names when there are
    few enough to be useful."""
    said, names = noun.expected(), [x.text for x in noun.names_beginning_with(s, "")]
    if isinstance(noun, Choice) or len(said) > 1 or not 0 < len(names) <= MANY:
        return said
    more = f" and {len(names) - FEW} more" if len(names) > FEW else ""
    return (f"{said[0]} ({'; '.join(names[:FEW])}{more})",)


def furthest_error(s: Scan) -> TextError:
    """Return the error at the furthest word tried. It lists only kinds and words that may stand
    there, and names of those kinds."""
    assert s.trail is not None
    i = max(s.trail)
    tried = s.trail[i]
    nouns = [w for w in tried if isinstance(w, Noun)]
    words = [w for w in tried if isinstance(w, str) and w != END]
    expected = list(dict.fromkeys([x for n in nouns for x in n.expected()] + words))
    at = s.start[i]
    if s.objection is not None and s.objection[0] >= i:
        return TextError(s.objection[1], s.start[s.objection[0]], expected, s.objection[2])
    if i >= s.n:
        missing = [x for n in nouns for x in n.expected()] + [repr(w) for w in words]
        return TextError(f"{' or '.join(dict.fromkeys(missing))} is missing", len(s.text), expected)
    if s.low[i] in s.keywords and s.low[i] in s.low[:i] and s.low[i] not in words:
        return TextError(f"{s.raw[i]!r} stands twice", at, expected)
    kinds = [n.name for n in nouns if n.name and not isinstance(n, (Word, Number))]
    said = s.said(i, name=bool(kinds))
    key = " ".join(fold(w) for w in s.shelf.tokens.cut(said))
    near = list(dict.fromkeys(x for n in nouns for x in n.near(s, key)))
    near += get_close_matches(s.low[i], words, 2, CLOSE)
    if kinds:
        if not near:
            expected = list(
                dict.fromkeys([x for n in nouns for x in expected_with_names(s, n)] + words)
            )
        nobody = TextError(
            f"there is no {' or '.join(dict.fromkeys(kinds))} {said!r}{did_you_mean(near)}",
            at,
            expected,
            near,
        )
        nobody.nameless = True
        return nobody
    return TextError(f"{said!r} does not belong here{did_you_mean(near)}", at, expected, near)
