"""Editing an order by clicks: a click fills the slot that takes such a thing, and a second click
takes the thing out again.

Every new text is tried with the parser. It counts only when the clicked thing is read in the slot
it was put in. This module therefore knows no order's words."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Sequence
from typing import TYPE_CHECKING, Any, Literal, NamedTuple

from ..core.errors import TextError
from .compound_nouns import ListNoun
from .nouns import MultiValue, Noun
from .scan import Span
from .template_syntax import Slot
from .templates import Part, element_noun
from .tokens import PUNCTUATION

if TYPE_CHECKING:
    from .orders import Language, PartialParse


UNITS, PLACES = ("units", "groups"), ("place", "port", "path")


PICKS = {"unit": UNITS, "place": PLACES, "way": PLACES}
"""Kinds of things that slots take, by the kind of click."""


class Click(NamedTuple):
    """A click. ``unit`` and ``place`` name a thing; ``way`` is a place on the route (in the place
    of ``instead``); ``back`` removes the last place; ``start`` begins another order that keeps the
    units and place of the text."""

    kind: Literal["unit", "place", "way", "back", "start"]
    id: str = ""
    instead: str = ""


class OpenSlot(NamedTuple):
    """A slot of the order being written: its path, the noun of one element, the words before it,
    and its content."""

    path: str
    noun: Noun
    several: bool
    optional: bool
    lead: str
    spans: tuple[Span, ...]

    @property
    def end(self) -> int:
        """Offset at which its content ends."""
        return self.spans[-1].end

    def ids(self) -> list[tuple[str, ...]]:
        """Return the ids in each of its spans."""
        return [ids_of(self.noun, x.value) for x in self.spans]


def ids_of(noun: Noun, value: Any) -> tuple[str, ...]:
    """Return the ids that a value stands for: of each of several things, of the thing it is a part
    of, or its own."""
    if isinstance(value, MultiValue):
        return tuple(i for v in value for i in ids_of(noun, v))
    id = getattr(value, "id", value)
    return (id if isinstance(id, str) else noun.write(value),)


def open_slots(reading: PartialParse) -> list[OpenSlot]:
    """Return the slots of the order that a text is becoming, in the order they are written, with
    the slots of each part."""
    return list(_openings(reading.slots, "", "", False, reading.spans))


def _openings(
    slots: Sequence[Slot], prefix: str, lead: str, optional: bool, spans: Sequence[Span]
) -> Iterator[OpenSlot]:
    for slot in slots:
        if not slot.name:
            continue
        path = prefix + slot.name
        one = element_noun(slot.noun)
        before = " ".join(filter(None, (lead, slot.lead)))
        lead = ""
        mine = tuple(x for x in spans if x.slot == path or x.slot.startswith(f"{path}."))
        if isinstance(one, Part):
            count = 1 + max((int(x.slot[len(path) + 1 :].split(".")[0]) for x in mine), default=0)
            for n in range(count):
                inner = one.template().slots
                yield from _openings(
                    inner, f"{path}.{n}.", before if n == 0 else "", slot.optional, mine
                )
        else:
            yield OpenSlot(
                path, one, isinstance(slot.noun, ListNoun), optional or slot.optional, before, mine
            )


class ClickEditor:
    """A text of a side, edited by clicks."""

    def __init__(
        self,
        language: Language,
        text: str,
        view: Any,
        side: str,
        good: Callable[[Any], bool],
        call: Callable[[str], str],
    ) -> None:
        """Take the text and two functions. *good* returns whether an order is legal: among several
        ways to fill in a thing, a legal one is preferred. *call* returns the name of an id."""
        self.language, self.text, self.view, self.side, self.good, self.call = (
            language,
            text,
            view,
            side,
            good,
            call,
        )
        self.reading = language.parse_partial(text, view, side)
        self.openings = open_slots(self.reading)

    def other(self, text: str) -> ClickEditor:
        """Return an editor of another text."""
        return ClickEditor(self.language, text, self.view, self.side, self.good, self.call)

    # -- gestures
    def after_clicks(self, gestures: Sequence[Click], route: Sequence[str] = ()) -> str | None:
        """Return the text after a click; ``None`` when the order has no slot for it.

        *gestures* are the possible meanings of the click. The first one that fits at the end of the
        text is taken, else the first of all. *route* is the route as drawn.
        """
        waiting = (t for g in gestures if g.kind in PICKS for t in self._waited_for(g))
        found = next(waiting, None) or self._one(gestures[0], route)
        if found is None or gestures[0].kind == "back":
            return found
        hand = self.other(self.other(found).ended())
        return hand.named(None if gestures[0].kind == "start" else {g.id for g in gestures})

    def named(self, ids: Collection[str] | None = None) -> str:
        """Return the text with the names of units in the place of their ids (only of *ids*, when
        given). An id stays where its name would be read as another unit or as several."""
        units = [o for o in self.openings if o.noun.picks in UNITS]
        spans = [(x, said) for o in units for x, said in zip(o.spans, o.ids(), strict=True)]
        hand = self
        for x, said in sorted(
            spans, key=lambda x: -x[0].start
        ):  # from the end, so that earlier offsets stay valid
            words = self.text[x.start : x.end]
            for id in (i for i in said if i in words and (ids is None or i in ids)):
                new = hand.other(
                    f"{hand.text[: x.start]}{words.replace(id, self.call(id), 1)}{hand.text[x.end :]}"
                )
                hand = new if new.meant() == hand.meant() else hand
        return hand.text

    def meant(self) -> tuple[Any, ...]:
        """Return the meaning of the text: its order, if it is complete, and everything named in
        it."""
        r = self.reading
        return r.kind, r.order, r.problem is None, [(o.path, o.ids()) for o in self.openings]

    def ended(self) -> str:
        """Return the text, with the closing words of its order when nothing else is missing."""
        tail = self.reading.tail
        if (
            not tail
            or self.reading.problem is None
            or any(not o.spans and not o.optional for o in self.openings)
        ):
            return self.text
        whole = f"{self.text} {tail}"
        return (
            whole
            if self.language.parse_partial(whole, self.view, self.side).problem is None
            else self.text
        )

    def _one(self, g: Click, route: Sequence[str]) -> str | None:
        if g.kind == "back":
            return self._back()
        if g.kind == "start":
            return self._under(g.id)
        taken = self._taken_out(g)
        if taken is not None and g.kind != "way":
            return taken
        texts = dict.fromkeys(self._ways(g, route))
        return self._best([t for t in texts if self._reads(t, g)])

    def _best(self, texts: Sequence[str]) -> str | None:
        """Return the first text that is a legal order; else the first that is an order; else the
        first."""
        if len(texts) < 2:
            return texts[0] if texts else None

        def rank(text: str) -> int:
            try:
                return 0 if self.good(self.language.parse(text, self.view, self.side)) else 1
            except TextError:
                return 2

        return min(texts, key=rank)

    def _reads(self, text: str, g: Click) -> bool:
        """Return whether *text* has the thing in a slot for such things and loses nothing that was
        read before."""
        there = self.other(text)
        want = self._wanted(g)
        found = any(
            ids in want or set(ids) & single_ids(want) for o in there.of(g) for ids in o.ids()
        )
        return found and len(there.reading.spans) >= len(self.reading.spans)

    def _wanted(self, g: Click) -> set[tuple[str, ...]]:
        """Return the ids of the thing as the slots for such things read it."""
        found: set[tuple[str, ...]] = {(g.id,)}
        for noun in dict.fromkeys(o.noun for o in self.of(g)):
            try:
                found.add(ids_of(noun, self.language.read(noun, g.id, self.view, self.side)))
            except TextError:
                continue
        return found

    def of(self, g: Click) -> list[OpenSlot]:
        """Return the slots for the clicked thing."""
        return [o for o in self.openings if o.noun.picks in PICKS[g.kind]]

    # -- taking out
    def _taken_out(self, g: Click) -> str | None:
        """Return the text without the clicked thing, when a list contains it."""
        want = self._wanted(g)
        for o in self.of(g):
            for n, ids in enumerate(o.ids()):
                if o.several and ids in want:
                    return self._without(o, n)
                if o.several and len(ids) > 1 and set(ids) & single_ids(want):
                    x = o.spans[n]
                    kept = o.noun.joint.join(i for i in ids if i not in single_ids(want))
                    return f"{self.text[: x.start]}{kept}{self.text[x.end :]}"
        return None

    def _without(self, o: OpenSlot, n: int) -> str:
        """Return the text without one of several things. Removing the only one of an optional slot
        also removes the words before it."""
        x, text = o.spans[n], self.text
        if len(o.spans) > 1:
            start, end = (x.start, o.spans[1].start) if n == 0 else (o.spans[n - 1].end, x.end)
            return text[:start] + text[end:]
        head = text[: x.start]
        if o.optional and ends_with_words(head, o.lead):
            return f"{head.rstrip()[: -len(o.lead)].rstrip()}{text[x.end :]}"
        return head + text[x.end :].lstrip(" ")

    def _back(self) -> str | None:
        """Return the text without its last place: a place of the route first, then the
        destination."""
        places = [o for o in self.openings if o.noun.picks in PLACES and o.spans]
        for o in [
            *(o for o in places if o.several and o.optional),
            *(o for o in reversed(places) if not o.optional),
        ]:
            return self._without(o, len(o.spans) - 1)
        return None

    # -- putting in
    def _waited_for(self, g: Click) -> Iterator[str]:
        """Yield the text with the thing at its end, when the end needs one."""
        bare = self.text.rstrip()
        last = max((x.end for x in self.reading.spans), default=0)
        if bare and (bare[-1:] in ",:" or last < len(bare)):
            new = f"{bare} {g.id}"
            # a thing that stands in the text already would add no span
            if self._reads(new, g) and len(self.other(new).reading.spans) > len(self.reading.spans):
                yield new

    def _ways(self, g: Click, route: Sequence[str]) -> Iterator[str]:
        """Yield texts with the thing in each slot that may take it, the likeliest first."""
        mine = self.of(g)
        if g.kind == "way":
            for o in (o for o in mine if o.several and o.optional):
                yield from self._led(o, g, route)
                return
        for o in reversed(
            [o for o in mine if o.spans and o.several and (g.kind == "unit" or not o.optional)]
        ):
            yield self._added(o, len(o.spans), g.id)
        for o in (o for o in mine if o.spans and not o.several):
            x = o.spans[0]
            yield f"{self.text[: x.start]}{g.id}{self.text[x.end :]}"
        for o in sorted((o for o in mine if not o.spans), key=lambda o: o.optional):
            yield from self._opened(o, g.id)

    def _led(self, o: OpenSlot, g: Click, route: Sequence[str]) -> Iterator[str]:
        """Yield the text with the route led through a place: in the place of ``instead``, or
        between its neighbours on the drawn route."""
        ids = [x[0] for x in o.ids()]
        if g.instead in ids:
            x = o.spans[ids.index(g.instead)]
            yield f"{self.text[: x.start]}{g.id}{self.text[x.end :]}"
        elif not ids:
            yield from self._opened(o, g.id)
        else:
            at = route.index(g.instead) if g.instead in route else len(route)
            yield self._added(
                o,
                next(
                    (n for n, i in enumerate(ids) if i in route and route.index(i) > at), len(ids)
                ),
                g.id,
            )

    def _added(self, o: OpenSlot, n: int, id: str) -> str:
        """Return the text with one more thing in a list."""
        if n < len(o.spans):
            at = o.spans[n].start
            return f"{self.text[:at]}{id}{o.noun.joint}{self.text[at:]}"
        return f"{self.text[: o.end]}{o.noun.joint}{id}{self.text[o.end :]}"

    def _opened(self, o: OpenSlot, id: str) -> Iterator[str]:
        """Yield the text with the words of an empty slot and the thing, after the slots before it,
        or at the end."""
        before = [x.end for y in self.openings[: self.openings.index(o)] for x in y.spans]
        lead = o.lead.casefold()
        at = (
            max(before)
            if before
            else len(lead)
            if self.text.casefold().startswith(lead)
            else len(self.text)
        )
        for end in dict.fromkeys((at, len(self.text))):
            head, tail = self.text[:end].rstrip(), self.text[end:].lstrip()
            said = "" if ends_with_words(head, o.lead) else o.lead
            if said and tail.casefold().startswith(f"{lead} "):
                head, tail, said = f"{head} {tail[: len(lead)]}", tail[len(lead) :].lstrip(), ""
            gap = "" if said[:1] in PUNCTUATION and said else " "
            yield f"{head}{gap}{said}{' ' if said else ''}{id}{' ' if tail and tail[0] not in PUNCTUATION else ''}{tail}".strip()

    # -- another order
    def _under(self, start: str) -> str:
        """Return the beginning of another order, with the units and the place that this order
        names."""
        hand = self.other(start)
        for o in self.openings:
            kind: Literal["unit", "place"] = "unit" if o.noun.picks in UNITS else "place"
            if o.noun.picks not in PICKS[kind] or (kind == "place" and o.optional):
                continue
            for id in (i for ids in o.ids() for i in ids):
                if any(id in ids for x in hand.of(Click(kind)) for ids in x.ids()):
                    continue
                new = hand.after_clicks([Click(kind, id)])
                hand = hand.other(new) if new is not None else hand
        return hand.text


def ends_with_words(text: str, words: str) -> bool:
    """Return whether a text ends in these words."""
    bare, words = text.rstrip().casefold(), words.casefold()
    before = bare[-len(words) - 1 : -len(words)] if words else ""
    return bool(words) and bare.endswith(words) and not (before.isalnum() and words[0].isalnum())


def single_ids(want: set[tuple[str, ...]]) -> set[str]:
    """Return the single ids among tuples of ids."""
    return {ids[0] for ids in want if len(ids) == 1}
