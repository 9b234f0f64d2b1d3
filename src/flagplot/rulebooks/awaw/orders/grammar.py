"""How the text of an order is read: ``base change Hood, UK-DD-Scapa:3 to Gibraltar via B30 B31``.

Reading is strict but knows synonyms; ids and names are both taken, in any case. The orders themselves stand in
``order_texts.py``; rule modules may add verbs with :func:`verb` and the way back with :func:`writes`.
"""

from __future__ import annotations

import difflib
import re
from collections.abc import Callable, Sequence
from functools import lru_cache
from typing import Any

from flagplot.table import TextError
from flagplot.table.phrase import Phrase, short_enough

from .. import orders as o
from ..map import theatre
from ..nouns import called, find_units, group_of, near_units, tf_name
from ..state import COUNTED, State

Reader = Callable[["Text"], Any]
_VERBS: dict[str, Reader] = {}
_PHRASES: dict[str, list[str]] = {}
"""The phrases of the verbs by their first word, the longest first."""
_WRITERS: dict[type, Callable[[Any], str]] = {}
KEYWORDS = ("to", "via", "with", "from", "as", "at", "in", "for", "by")
"""Words that end what stands before them and say what stands behind them."""
EVERYTHING = Phrase(r"(?:all|everything)(?: ships?| units?)?(?: at| in)? (.+)", re.IGNORECASE)
SOME = (Phrase(r"(\d+)\s+(?:factors?\s+)?(?:of\s+)?(.+)"), Phrase(r"(.+?)\s*[:*(]\s*(\d+)\s*\)?"), Phrase(r"(.+?)\s+x?\s*(\d+)"))
"""Part of a unit: its factors before it, behind a colon or in brackets, or after it."""
AND = re.compile(r"\s*(?:,|\band\b)\s*")
"""What parts the places of a list."""


def verb(*phrases: str) -> Callable[[Reader], Reader]:
    """Register a reader for orders that begin with one of *phrases*."""

    def mark(reader: Reader) -> Reader:
        for p in phrases:
            _VERBS[p.casefold()] = reader
            same = _PHRASES.setdefault(p.casefold().split()[0], [])
            same.append(p.casefold())
            same.sort(key=len, reverse=True)
        return reader

    return mark


def writes(kind: type) -> Callable[[Callable[[Any], str]], Callable[[Any], str]]:
    """Register the writer of an order type."""

    def mark(writer: Callable[[Any], str]) -> Callable[[Any], str]:
        _WRITERS[kind] = writer
        return writer

    return mark


def verbs() -> tuple[str, ...]:
    """Every phrase an order may begin with."""
    return tuple(sorted(_VERBS))


class Text:
    """An order being read: its verb, what stands before the first keyword, and the parts behind the keywords."""

    def __init__(self, text: str, state: State, side: str, verb: str, offset: int, keywords: Sequence[str] = KEYWORDS) -> None:
        self.text = text
        self.state = state
        self.side = side
        self.verb = verb
        self.head = ""
        self.twice: tuple[str, int] | None = None
        self.parts: dict[str, tuple[str, int]] = {}
        body = text[offset:]
        marks = list(_marks(tuple(keywords)).finditer(body))
        first = marks[0].start() if marks else len(body)
        self.head = body[:first].strip().rstrip(",")
        self.head_at = offset
        for i, m in enumerate(marks):
            end = marks[i + 1].start() if i + 1 < len(marks) else len(body)
            word = m[1].casefold()
            if word in self.parts:
                self.twice = (word, offset + m.start())
            self.parts[word] = (body[m.end():end].strip().strip(","), offset + m.end())

    def only(self, *allowed: str) -> None:
        """Refuse keywords this order does not know. Raises :class:`TextError`."""
        if self.twice is not None:
            raise TextError(f"{self.twice[0]!r} stands twice in {self.text!r}", self.twice[1])
        for word, (_, at) in self.parts.items():
            if word not in allowed:
                raise TextError(f"{self.verb!r} takes no {word!r}", at, allowed)

    def need(self, word: str, what: str) -> tuple[str, int]:
        """The part behind a keyword. Raises :class:`TextError` when it is missing."""
        found = self.parts.get(word)
        if found is None or not found[0]:
            raise TextError(f"{self.verb!r} needs {word!r} and {what}", len(self.text), [f"{word} ..."])
        return found

    def port(self, word: str = "to", default: str | None = None) -> str:
        """A place behind a keyword, written as a player would: port or box by name, else the hex id."""
        if default is not None and word not in self.parts:
            return default
        text, at = self.need(word, "a port, box or hex")
        return theatre.name_of(self.state, self.place_at(text, at))

    def ports(self, word: str) -> tuple[str, ...]:
        """The places behind a keyword, divided by commas or ``and``: rules say when there may be only one."""
        text, at = self.need(word, "a port, box or hex")
        return tuple(theatre.name_of(self.state, self.place_at(p, at)) for p in AND.split(text) if p)

    def hex(self, word: str = "to") -> str:
        """A hex behind a keyword, as its id (a box by its name)."""
        text, at = self.need(word, "a hex")
        return self.place_at(text, at)

    def via(self) -> tuple[str, ...]:
        """The hexes behind ``via``: ids or names divided by commas, ids also by blanks."""
        if "via" not in self.parts:
            return ()
        text, at = self.parts["via"]
        out: list[str] = []
        for piece in re.split(r"\s*(?:,|\band\b|;)\s*", text):
            if not piece:
                continue
            try:
                out.append(theatre.place_id(self.state, piece))
            except TextError:
                out += [self.place_at(w, at) for w in piece.split()]
        return tuple(out)

    def place_at(self, text: str, at: int) -> str:
        """The id of a place whose name stands at *at* in the order. Raises :class:`TextError` that points there."""
        try:
            return theatre.place_id(self.state, text)
        except TextError as e:
            raise TextError(e.reason, at, e.expected) from None

    def picks(self, text: str, at: int, *, empty: bool = False) -> tuple[o.Pick, ...]:
        """Units named in a list. Raises :class:`TextError` for unknown and doubtful names."""
        out: list[o.Pick] = []
        for piece in _pieces(text, self.state):
            out += self._pick(piece, at)
        if not out and not empty:
            raise TextError(f"{self.verb!r} needs units: ids, names or a task force, divided by commas", at, _some(self))
        ids = [p.id for p in out]
        for p in ids:
            if ids.count(p) > 1:
                raise TextError(f"{p} is named twice", at)
        return tuple(out)

    def units(self, word: str = "") -> tuple[o.Pick, ...]:
        """The units of the head, or behind a keyword."""
        if word:
            text, at = self.parts.get(word, ("", len(self.text)))
            return self.picks(text, at)
        return self.picks(self.head, self.head_at)

    def tf(self) -> str:
        """The task force name behind ``as``; ``as a task force`` takes the next free number."""
        if "as" not in self.parts:
            return ""
        if re.fullmatch(r"(?:an? |one )?(?:tf|task force)", self.parts["as"][0], re.IGNORECASE):
            return f"TF{next(k for k in range(1, 1000) if not group_of(self.state, self.side, f'TF{k}'))}"
        return tf_name(self.parts["as"][0])

    def _pick(self, piece: str, at: int) -> list[o.Pick]:
        state, side = self.state, self.side
        m = EVERYTHING.fullmatch(piece)
        if m:
            here = self.place_at(m[1], at)
            found = [u.id for u in state.ships(side) if u.base == here and not u.force]
            if not found:
                raise TextError(f"{side} has no ships at {m[1]}", at)
            return [o.Pick(i) for i in found]
        name = tf_name(piece)
        if name and group_of(state, side, name):
            return [o.Pick(name)]
        force = next((f for f in state.forces.values() if f.side == side and f.id.casefold() == piece.casefold()), None)
        if force is not None and force.units:
            return [o.Pick(i) for i in force.units]
        factors, rest = 0, piece
        for pattern in SOME:
            m = pattern.fullmatch(piece)
            if m and find_units(state, side, piece) == ():
                a, b = m.groups()
                factors, rest = (int(a), b) if a.isdecimal() else (int(b), a)
                break
        found_units = find_units(state, side, rest)
        if not found_units:
            raise TextError(f"{side or 'nobody'} has no unit {piece!r}", at, near_units(state, side, rest))
        if len(found_units) > 1:
            raise TextError(f"{piece!r} may be {' or '.join(u.id for u in found_units)}", at, [u.id for u in found_units])
        u = found_units[0]
        if factors:
            if u.type not in COUNTED and u.kind == "ship":
                raise TextError(f"{u.id} cannot be divided", at)
            if factors > u.factors:
                raise TextError(f"{u.id} has only {u.factors} factors", at, [f"{u.id}:{u.factors}"])
        return [o.Pick(u.id, 0 if factors == u.factors else factors)]


@lru_cache(32)
def _marks(keywords: tuple[str, ...]) -> re.Pattern[str]:
    """Any of some keywords as a word of its own."""
    return re.compile(rf"(?<![\w-])({'|'.join(keywords)})(?![\w-])", re.IGNORECASE)


def _pieces(text: str, state: State) -> list[str]:
    """Cut a list at commas, and at ``and`` where the whole is no name."""
    names = called(state).names
    out: list[str] = []
    for piece in (p.strip() for p in text.split(",")):
        if not piece:
            continue
        piece = re.sub(r"^and\s+", "", piece)
        if piece.casefold() in names or " and " not in piece:
            out.append(piece)
        else:
            out += [p.strip() for p in piece.split(" and ") if p.strip()]
    return out


def _some(text: Text) -> list[str]:
    """A few ids to show what a unit may be called."""
    return [u.id for u in text.state.ships(text.side)][:4]


def parse(text: str, state: State, side: str) -> Any:
    """Read an order of *side*; names are those of its view. Raises :class:`TextError`."""
    short_enough(text)
    tidy = " ".join(text.split())
    if not tidy:
        raise TextError("an order is missing", 0, ["done"])
    try:
        return _parse(tidy, state, side)
    except TextError as e:
        from .phrasing import plain_order

        other = plain_order(state, side, tidy)
        if other and other != tidy:
            try:
                return _parse(other, state, side)
            except TextError:
                pass
        raise e from None


def _parse(tidy: str, state: State, side: str) -> Any:
    """Read an order in the words of the grammar. Raises :class:`TextError`."""
    low = tidy.casefold()
    for phrase in _PHRASES.get(low.partition(" ")[0].partition(":")[0], ()):
        if low == phrase or low.startswith((phrase + " ", phrase + ":")):
            return _VERBS[phrase](Text(tidy, state, side, phrase, len(phrase)))
    word = low.split()[0]
    near = difflib.get_close_matches(word, [v.split()[0] for v in _VERBS], n=3, cutoff=0.5)
    expected = [v for v in _VERBS if v.split()[0] in near] or list(_VERBS)
    raise TextError(f"no order begins with {tidy.split()[0]!r}", 0, sorted(expected))


def text(order: Any) -> str:
    """The text form of an order; ``parse(text(order)) == order``. Raises ``KeyError`` for something that is no order."""
    return _WRITERS[type(order)](order)


def say_picks(picks: Sequence[o.Pick]) -> str:
    """Units as an order lists them: ``UK-BC-Hood, UK-DD-Scapa:3``."""
    return ", ".join(f"{p.id}:{p.factors}" if p.factors else p.id for p in picks)


def say_tail(via: Sequence[str] = (), tf: str = "") -> str:
    """The end of an order: the way it takes, and the task force it forms."""
    return (" via " + ", ".join(via) if via else "") + (f" as {tf}" if tf else "")
