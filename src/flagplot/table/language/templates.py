"""Templates: ``base change {units} to {port} [via {hexes}]``. Words and slots are compiled to a
parser and a writer.

A part in brackets is optional; adjacent brackets may come in any order. ``{name}`` is a slot whose
noun is the type of the field with that name. ``{name:noun}`` uses another noun of the book.
``{:noun}`` is read and ignored."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, TypeVar, get_type_hints

import msgspec

from .compound_nouns import PARTS, Choice, Flag, ListNoun, noun_of
from .nouns import MultiValue, Noun, Read, Title
from .scan import Scan, Span
from .template_syntax import END, Item, Ref, Slot, needed_words, phrases, split_template, words_in
from .template_writer import compile_writer
from .tokens import PUNCTUATION, fold, one_and_many

Node = Callable[[Scan, int], bool]
"""A function that reads from a word on and returns whether the whole rest could be read. The values
read are in ``Scan.values``."""


C = TypeVar("C", bound=type)


class Template:
    """A compiled template. ``node`` reads it from a word on; ``heads`` are the spellings of its
    first words."""

    def __init__(
        self,
        source: str,
        hints: Mapping[str, Any],
        nouns: Mapping[str, Noun],
        *,
        synonyms: Mapping[str, Sequence[str]] | None = None,
        end: Node | None = None,
        exact: bool = False,
    ) -> None:
        self.source, self.items = source, split_template(source)
        self._hints, self._nouns, self._synonyms, self._exact = hints, nouns, synonyms or {}, exact
        self._bits = 1
        self.slots: list[Slot] = []
        self.needs = needed_words(self.items)
        self.literals = words_in(self.items)
        """Every word of its own, including words of flags and synonyms."""
        self.said: set[str] = set()
        """Its keywords, in the groups that a synonym may replace."""
        self._leads(self.items, False)
        self.node = self._compile(self.items, end or at_end)
        first = self.items[0] if self.items else ""
        cut = phrases(first, self._synonyms) if isinstance(first, str) else []
        self.heads: list[list[str]] = cut[0][1] if cut else []

    def bare(self) -> Node | None:
        """Return a reader of the template without its first words; ``None`` when the rest would be
        too short to recognise."""
        rest = self.items[1:]
        starts = len(self.items) > 1 and isinstance(self.items[0], str) and isinstance(rest[0], Ref)
        return self._compile(rest, at_end) if starts and needed_words(rest) else None

    def noun(self, ref: Ref) -> Noun:
        """Return the noun of a slot. Raises ``TypeError`` when there is none."""
        if ref.name and not ref.name.isidentifier():
            raise TypeError(f"{self.source}: {ref.name!r} is not a field name")
        if ref.noun:
            if ref.noun not in self._nouns:
                raise TypeError(f"{self.source}: there is no noun {ref.noun!r}")
            return self._nouns[ref.noun]
        if ref.name not in self._hints:
            raise TypeError(f"{self.source}: there is no field {ref.name!r}")
        noun = noun_of(self._hints[ref.name], ref.name)
        if type(noun) is Flag:
            word = noun.options[0]
            return Flag(word, also=dict.fromkeys(self._synonyms.get(word, ()), word))
        return noun

    def _leads(self, items: list[Item], optional: bool) -> None:
        lead = ""
        for item in items:
            if isinstance(item, list):
                self._leads(item, True)
            elif isinstance(item, Ref):
                noun = self.noun(item)
                self.slots.append(Slot(item.name, noun, optional, lead))
                if isinstance(noun, Flag):
                    self.said.add(noun.options[0])
                    self.literals.update(fold(w) for w in re.findall(r"\w+", noun.options[0]))
                lead = ""
            else:
                lead = item.strip()
                for said, ways in () if self._exact else phrases(item, self._synonyms):
                    self.said.add(said)
                    self.literals.update(w for way in ways for w in way)

    # -- reading
    def _compile(self, items: Sequence[Item], nxt: Node) -> Node:
        node, n = nxt, len(items)
        while n:
            n -= 1
            item = items[n]
            if isinstance(item, list):
                first = n
                while first and isinstance(items[first - 1], list):
                    first -= 1
                node = self._options([x for x in items[first : n + 1] if isinstance(x, list)], node)
                n = first
            elif isinstance(item, Ref):
                noun = self.noun(item)
                make = (
                    _list_node
                    if isinstance(noun, ListNoun)
                    else _title_node
                    if isinstance(noun, Title)
                    else _slot_node
                )
                node = make(item.name, noun, node)
            elif item.strip():
                for said, ways in reversed(phrases(item, {} if self._exact else self._synonyms)):
                    node = _literal_node(said, ways, node, self._exact)
        return node

    def _options(self, clauses: list[list[Item]], nxt: Node) -> Node:
        """Return a node for optional parts: each at most once, in any order, with or without a
        comma before it."""
        tried: list[tuple[int, bool, Node]] = []

        def node(s: Scan, i: int) -> bool:
            j = i + 1 if s.low[i] == "," else i
            for bit, comma, clause in tried:
                if not s.mask & bit:
                    s.mask |= bit
                    if clause(s, i if comma else j):
                        return True
                    s.mask &= ~bit
            return nxt(s, i)

        for clause in clauses:
            self._bits <<= 1
            comma = isinstance(clause[0], str) and clause[0].startswith(",")
            tried.append((self._bits, comma, self._compile(clause, node)))
        return node

    # -- writing
    def writer(self, defaults: Mapping[str, Any]) -> Callable[[Any], str]:
        """Return a function that returns the text of a value. An optional part is left out when its
        slots have their *defaults*."""
        return compile_writer(self.items, self.noun, defaults)

    def grammar(self) -> str:
        """Return the template as people read it: ``base change UNITS to PORT [via HEXES]``."""
        return _grammar(self.items, self.noun)

    def beginning(self, said: Mapping[str, str]) -> tuple[str, frozenset[str]]:
        """Return its words up to the first required slot that has no value, and the slots filled in
        them; without optional parts."""
        text, filled = "", frozenset[str]()
        for item in self.items:
            if isinstance(item, str):
                text += item
            elif isinstance(item, Ref) and item.name in said:
                text, filled = text + said[item.name], filled | {item.name}
            elif isinstance(item, Ref):
                one = element_noun(self.noun(item))
                more, names = (
                    one.template().beginning(said) if isinstance(one, Part) else ("", filled)
                )
                return text + more, filled | names
        return text, filled


def at_end(s: Scan, i: int) -> bool:
    """Return whether the text ends here."""
    if i < s.n:
        s.note(i, END)
        return False
    return True


def _slot_node(name: str, noun: Noun, nxt: Node) -> Node:
    read = noun.read

    def node(s: Scan, i: int) -> bool:
        if s.trail is not None:
            s.note(i, noun)
        got = read(s, i)
        if got is None:
            s.unknown(i, nxt)
            return False
        if name:
            s.values[name] = got[0]
        if s.trail is None:
            if nxt(s, got[1]):
                return True
        else:
            mark = len(s.spans)
            if name:
                s.spans.append(_span(s, s.prefix + name, i, got[1], noun, got[0]))
            if nxt(s, got[1]):
                return True
            del s.spans[mark:]
        s.values.pop(name, None)
        return False

    return node


def _title_node(name: str, noun: Noun, nxt: Node) -> Node:
    """Return a node that reads the fewest words, without punctuation, for which the rest fits."""

    def node(s: Scan, i: int) -> bool:
        trail = s.trail
        if trail is not None:
            s.note(i, noun)
        end, read_on = i, False
        while end < s.n and s.raw[end] not in PUNCTUATION:
            end += 1
            s.values[name] = " ".join(s.raw[i:end]).strip('"')
            # the name may end earlier: attempts after a longer name are not reported
            if read_on and trail is not None:
                s.trail = {}
            before, best, s.furthest = s.furthest, s.best, end
            if nxt(s, end):
                return True
            on = s.furthest > end
            if read_on or before >= s.furthest:
                s.furthest, s.best = before, best
            s.trail, read_on = trail, read_on or on
        s.values.pop(name, None)
        return False

    return node


def _list_node(name: str, listed: Noun, nxt: Node) -> Node:
    """Return a node that reads as many things as possible, and gives back the last ones while the
    rest does not fit."""
    assert isinstance(listed, ListNoun)
    noun, between, loose, none = listed.noun, listed.between, listed.loose, fold(listed.none)
    read, named = noun.read, not isinstance(noun, Choice)

    def node(s: Scan, i: int) -> bool:
        values: list[Any] = []
        marks: list[tuple[int, int, int]] = []
        base, outer, at = len(s.spans), s.prefix, i
        if none and s.low[i] == none:
            if name:
                s.values[name] = ()
            if nxt(s, i + 1):
                return True
        while True:
            if s.trail is not None:
                s.note(at, noun)
                if none and at == i:
                    s.note(at, none)
                s.prefix = f"{outer}{name}.{len(marks)}."
            got = read(s, at)
            s.prefix = outer
            if got is None:
                s.unknown(at, nxt)
                break
            # a part reports its own slots one by one
            if s.trail is not None and not isinstance(noun, Part):
                s.spans.append(_span(s, f"{outer}{name}.{len(marks)}", at, got[1], noun, got[0]))
            if isinstance(got[0], MultiValue):
                values.extend(got[0])
            else:
                values.append(got[0])
            at = got[1]
            marks.append((at, len(values), len(s.spans)))
            while s.low[at] in between:
                at += 1
            if at == marks[-1][0] and (
                not loose or (named and at < s.n and s.raw[at] in s.keywords)
            ):
                break  # a keyword in small letters ends a list; "Stage" may be a port
        for end, n, spans in reversed(marks):
            del s.spans[spans:]
            if name:
                s.values[name] = tuple(values[:n])
            if nxt(s, end):
                return True
        del s.spans[base:]
        s.values.pop(name, None)
        return False

    return node


def _span(s: Scan, slot: str, i: int, j: int, noun: Noun, value: Any) -> Span:
    return Span(slot, s.start[i], s.end[j - 1], noun.name, value)


def _literal_node(said: str, ways: list[list[str]], nxt: Node, exact: bool) -> Node:
    single = frozenset(
        w for way in ways if len(way) == 1 for w in (way if exact else one_and_many(way[0]))
    )
    longer = sorted((way for way in ways if len(way) > 1), key=len, reverse=True)

    def node(s: Scan, i: int) -> bool:
        if s.trail is not None:
            s.note(i, said)
        for way in longer:
            if (s.low[i] == way[0] or i in s.singular) and s.says(way, i) and nxt(s, i + len(way)):
                return True
        return (s.low[i] in single or not single.isdisjoint(s.singular.get(i, ()))) and nxt(
            s, i + 1
        )

    return node


def _grammar(items: Iterable[Item], noun: Callable[[Ref], Noun]) -> str:
    out = ""
    for item in items:
        if isinstance(item, list):
            out = f"{out.rstrip()} [{_grammar(item, noun).strip()}]"
        else:
            out += noun(item).shown() if isinstance(item, Ref) else item
    return out.strip()


# -- parts
class Part(Noun):
    """A small struct with a template of its own, as a noun. Several of them are separated by
    *between*."""

    itself = False

    def __init__(
        self,
        cls: type,
        source: str,
        between: str,
        nouns: Mapping[str, Noun],
        synonyms: Callable[[], Mapping[str, Sequence[str]]] = dict,
    ) -> None:
        self.cls, self.source, self.between, self._nouns, self._synonyms = (
            cls,
            source,
            between,
            nouns,
            synonyms,
        )
        self.name = re.sub(r"(?<=[a-z])(?=[A-Z])", " ", cls.__name__).lower()
        self._template: Template | None = None
        self._writer: Callable[[Any], str] | None = None

    def template(self) -> Template:
        """Return the template, compiled at first use."""
        if self._template is None:
            hints = get_type_hints(self.cls, include_extras=True)
            self._template = Template(
                self.source, hints, self._nouns, synonyms=self._synonyms(), end=_stop
            )
        return self._template

    def read(self, s: Scan, i: int) -> Read:
        node = self.template().node
        values, mask, s.values, s.mask = s.values, s.mask, {}, 0
        made = self.cls(**s.values) if node(s, i) else None
        s.values, s.mask = values, mask
        return None if made is None else (made, s.stop)

    def write(self, value: Any) -> str:
        if self._writer is None:
            self._writer = self.template().writer(defaults_of(self.cls, self.template()))
        return self._writer(value)

    def shown(self) -> str:
        return self.template().grammar()


def element_noun(noun: Noun) -> Noun:
    """Return the noun of one element of a list; any other noun itself."""
    return noun.noun if isinstance(noun, ListNoun) else noun


def picks_of(noun: Noun) -> tuple[str, ...]:
    """Return the kinds of things that the page lets the player pick for a noun; for a part, those
    of each of its slots."""
    one = element_noun(noun)
    if isinstance(one, Part):
        return tuple(p for slot in one.template().slots for p in picks_of(slot.noun))
    return (noun.picks,) if noun.picks else ()


def _stop(s: Scan, i: int) -> bool:
    s.stop = i
    return True


def part(
    template: str,
    *,
    between: str = ";",
    nouns: Mapping[str, Noun] | None = None,
    synonyms: Callable[[], Mapping[str, Sequence[str]]] = dict,
) -> Callable[[C], C]:
    """Return a decorator that declares a struct or named tuple, by its template, as a part of
    orders."""

    def mark(cls: C) -> C:
        PARTS[cls] = Part(cls, template, between, nouns or {}, synonyms)
        return cls

    return mark


def field_defaults(cls: type) -> dict[str, Any]:
    """Return the default values of the fields of a struct or named tuple that have one."""
    if issubclass(cls, msgspec.Struct):
        return {
            f.name: f.default
            for f in msgspec.structs.fields(cls)
            if f.default is not msgspec.NODEFAULT
        }
    return dict(getattr(cls, "_field_defaults", {}))


def defaults_of(cls: type, template: Template) -> dict[str, Any]:
    """Return the value of each optional slot when it is left out: the default of its field, else
    the empty value of its noun."""
    return {s.name: s.noun.empty for s in template.slots if s.optional and s.name} | field_defaults(
        cls
    )
