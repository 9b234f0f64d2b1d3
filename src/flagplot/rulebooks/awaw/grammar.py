"""Text forms of orders, as a player would say them: ``base change Hood, UK-DD-Scapa:3 to Gibraltar via B30 B31``.

Reading is strict but knows synonyms; ids and names are both taken, in any case. Rule modules may add verbs with
:func:`verb` and the way back with :func:`writes`.
"""

from __future__ import annotations

import difflib
import re
from collections.abc import Callable, Sequence
from functools import lru_cache
from typing import Any, NamedTuple

from flagplot.table import TextError
from flagplot.table.latest import lasting
from flagplot.table.phrase import Phrase

from . import orders as o
from . import theatre
from .state import State, Unit, roster

Reader = Callable[["Text"], Any]
_VERBS: dict[str, Reader] = {}
_PHRASES: dict[str, list[str]] = {}
"""The phrases of the verbs by their first word, the longest first."""
_WRITERS: dict[type, Callable[[Any], str]] = {}
KEYWORDS = ("to", "via", "with", "from", "as", "at", "in", "for", "by")


EVERYTHING = Phrase(r"(?:all|everything)(?: ships?| units?)?(?: at| in)? (.+)", re.IGNORECASE)
TASK_FORCE = Phrase(r"(?:a\s+)?(?:tf|task force)\s*-?\s*([\w+.'-]+)", re.IGNORECASE)
SOME = (Phrase(r"(\d+)\s+(?:factors?\s+)?(?:of\s+)?(.+)"), Phrase(r"(.+?)\s*[:*(]\s*(\d+)\s*\)?"), Phrase(r"(.+?)\s+x?\s*(\d+)"))
"""Part of a unit: its factors before it, behind a colon or in brackets, or after it."""


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
        return theatre.name_of(self.state, self._place(text, at))

    def ports(self, word: str) -> tuple[str, ...]:
        """The places behind a keyword, divided by commas or ``and``: rules say when there may be only one."""
        text, at = self.need(word, "a port, box or hex")
        pieces = [p for p in re.split(r"\s*(?:,|\band\b)\s*", text) if p]
        return tuple(theatre.name_of(self.state, self._place(p, at)) for p in pieces)

    def hex(self, word: str = "to") -> str:
        """A hex behind a keyword, as its id (a box by its name)."""
        text, at = self.need(word, "a hex")
        return self._place(text, at)

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
                out += [self._place(w, at) for w in piece.split()]
        return tuple(out)

    def _place(self, text: str, at: int) -> str:
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
            here = self._place(m[1], at)
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
                factors, rest = (int(a), b) if a.isdigit() else (int(b), a)
                break
        found_units = find_units(state, side, rest)
        if not found_units:
            raise TextError(f"{side or 'nobody'} has no unit {piece!r}", at, near_units(state, side, rest))
        if len(found_units) > 1:
            raise TextError(f"{piece!r} may be {' or '.join(u.id for u in found_units)}", at, [u.id for u in found_units])
        u = found_units[0]
        if factors:
            if u.type not in ("DD", "SS", "TR", "ASW", "CVE") and u.kind == "ship":
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
    return [u.id for u in text.state.ships(text.side)][:4]


def tf_name(text: str) -> str:
    """``TF1`` from ``tf 1``, ``TF-1``, ``task force 1``; an empty string when it is none."""
    m = TASK_FORCE.fullmatch(text.strip())
    return f"TF{m[1]}" if m else ""


def group_of(state: State, side: str, name: str) -> str:
    """The id of a task force of a side by name, or an empty string."""
    key = f"{side}:{name}"
    return next((g for g in state.groups if g.casefold() == key.casefold()), "")


def find_units(state: State, side: str, text: str) -> tuple[Unit, ...]:
    """Units of a side by id or name (any case); ids first, then names, then names without the nation."""
    wanted = " ".join(text.split()).casefold()
    known = called(state)
    for u in _of(side, known.ids.get(wanted, ())):
        return (u,)
    named = _of(side, known.names.get(wanted, ()))
    live = [u for u in named if u.present]
    if named:
        ships = [u for u in live or named if u.kind == "ship"]
        return tuple(ships or live or named)
    short = _of(side, known.short.get(wanted.replace("-", " "), ()))
    if not short and wanted.partition(" ")[0] in TITLES:
        return find_units(state, side, wanted.partition(" ")[2])
    ships = [u for u in short if u.kind == "ship"]
    return tuple(ships or short)


TITLES = frozenset({"the", "hms", "uss", "hmas", "hmcs", "kms", "ijn", "ijns", "rn", "rm"})
"""What may stand before the name of a ship."""


def _of(side: str, units: Sequence[Unit]) -> list[Unit]:
    """Those of a side; all of them when none is given."""
    return [u for u in units if not side or u.side == side]


Called = dict[str, list[Unit]]
"""What units may be called, in small letters -> the units, in the order of the position."""


class Calls(NamedTuple):
    """Units by id, by name, and by id without nation and kind."""

    ids: Called
    names: Called
    short: Called


@lasting(roster)
def called(state: State) -> Calls:
    """The units of a position by what they may be called."""
    found = Calls({}, {}, {})
    for u in state.units.values():
        low = u.id.casefold()
        found.ids.setdefault(low, []).append(u)
        found.names.setdefault(u.name.casefold(), []).append(u)
        found.short.setdefault(low.split("-", 2)[-1].replace("-", " "), []).append(u)
    return found


def near_units(state: State, side: str, text: str) -> list[str]:
    """Ids whose id or name looks like *text*."""
    names: dict[str, str] = {}
    for u in state.units.values():
        if (not side or u.side == side) and u.present:
            names.setdefault(u.name.casefold(), u.id)
            names.setdefault(u.id.casefold(), u.id)
    near = difflib.get_close_matches(text.casefold(), names, n=4, cutoff=0.5)
    return list(dict.fromkeys(names[n] for n in near))


def parse(text: str, state: State, side: str) -> Any:
    """Read an order of *side*; names are those of its view. Raises :class:`TextError`."""
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
    return ", ".join(f"{p.id}:{p.factors}" if p.factors else p.id for p in picks)


def say_tail(via: Sequence[str] = (), tf: str = "") -> str:
    return (" via " + ", ".join(via) if via else "") + (f" as {tf}" if tf else "")


# ------------------------------------------------------------------------------------------------------- readers, writers
@verb("base change", "deploy", "move", "change base", "change base of", "change bases of", "basechange", "base-change", "rebase",
      "change the base of", "move base")
def _base_change(t: Text) -> o.BaseChange:
    moves = []
    pieces = t.text[len(t.verb):].lstrip(": ").split(";")
    offset = 0
    for piece in pieces:
        at = t.text.find(piece, offset)
        offset = at
        part = Text(t.text[: at + len(piece)], t.state, t.side, t.verb, at)
        part.only("to", "via", "as", "from")
        moves.append(o.Move(_from(part, part.units()), part.port("to"), part.via(), part.tf()))
    return o.BaseChange(tuple(moves))


def _from(t: Text, picks: tuple[o.Pick, ...]) -> tuple[o.Pick, ...]:
    """Check a ``from PLACE`` against where the units are (it is only said for clarity)."""
    if "from" in t.parts:
        text, at = t.parts["from"]
        for piece in re.split(r"\s*(?:,|\band\b)\s*", text):
            t._place(piece, at)
    return picks


@writes(o.BaseChange)
def _say_base_change(x: o.BaseChange) -> str:
    return "base change " + "; ".join(f"{say_picks(m.units)} to {m.to}{say_tail(m.via, m.tf)}" for m in x.moves)


@verb("patrol", "submarine patrol", "send patrol")
def _patrol(t: Text) -> o.Patrol:
    t.only("to", "via", "as", "from", "at")
    where = "to" if "to" in t.parts else "at" if "at" in t.parts else "to"
    return o.Patrol(_from(t, t.units()), t.hex(where), t.via(), t.tf())


@writes(o.Patrol)
def _say_patrol(x: o.Patrol) -> str:
    return f"patrol {say_picks(x.units)} to {x.to}{say_tail(x.via, x.tf)}"


@verb("transport", "sea transport", "sea-transport", "ship")
def _transport(t: Text) -> o.Transport:
    t.only("to", "via", "as", "from", "with", "by")
    _from(t, ())
    both = t.picks(t.head, t.head_at) + (t.units("with") if "with" in t.parts else ())
    both += t.units("by") if "by" in t.parts else ()
    ships = tuple(p for p in both if _is_naval(t, p))
    cargo = tuple(p for p in both if not _is_naval(t, p))
    return o.Transport(cargo, " and ".join(t.ports("to")), ships, t.via(), t.tf())


def _is_naval(t: Text, p: o.Pick) -> bool:
    u = t.state.units.get(p.id)
    return u is None or u.kind == "ship"


@writes(o.Transport)
def _say_transport(x: o.Transport) -> str:
    if not x.cargo:
        return f"transport {say_picks(x.units)} to {x.to}{say_tail(x.via, x.tf)}"
    return f"transport {say_picks(x.cargo)} to {x.to} with {say_picks(x.units)}{say_tail(x.via, x.tf)}"


@verb("supply", "sea supply", "protect supply", "protect sea supply", "trace supply")
def _supply(t: Text) -> o.Supply:
    return _shipment(t, "supply", 1)


@verb("ship oil", "oil")
def _oil(t: Text) -> o.Supply:
    return _shipment(t, "oil", _amount(t))


@verb("grant", "brp grant", "grant brps")
def _grant(t: Text) -> o.Supply:
    return _shipment(t, "brp", _amount(t))


def _amount(t: Text) -> int:
    m = re.search(r"\d+", t.head)
    return int(m[0]) if m else 1


def _shipment(t: Text, what: str, amount: int) -> o.Supply:
    t.only("from", "to", "via", "with", "by", "as")
    word = "with" if "with" in t.parts else "by"
    picks = t.units(word) if word in t.parts else ()
    return o.Supply(what, t.port("from"), t.port("to"), t.via(), picks, amount, t.tf())


@writes(o.Supply)
def _say_supply(x: o.Supply) -> str:
    head = {"supply": "supply", "oil": f"ship oil {x.amount}", "brp": f"grant {x.amount} BRPs"}[x.what]
    units = f" with {say_picks(x.units)}" if x.units else ""
    return f"{head} from {x.source} to {x.to}{units}{say_tail(x.via, x.tf)}"


@verb("invade", "bombard", "shore bombard", "carrier mission", "fast carrier mission")
def _mission(t: Text) -> o.Mission:
    kind = "invade" if t.verb == "invade" else "carrier" if "carrier" in t.verb else "bombard"
    if t.head and "with" in t.parts and "to" not in t.parts:
        t.only("with", "via", "as", "from", "by")
        to, both = t._place(t.head, t.head_at), t.units("with")
    else:
        t.only("to", "at", "with", "via", "as", "from")
        to = t.hex("to" if "to" in t.parts else "at")
        both = t.picks(t.head, t.head_at) + (t.units("with") if "with" in t.parts else ())
    _from(t, ())
    ships = tuple(p for p in both if _is_naval(t, p))
    cargo = tuple(p for p in both if not _is_naval(t, p))
    return o.Mission(kind, ships, to, cargo, t.via(), t.tf())


@writes(o.Mission)
def _say_mission(x: o.Mission) -> str:
    head = {"invade": "invade", "bombard": "bombard", "carrier": "carrier mission"}[x.kind]
    return f"{head} {x.to} with {say_picks(x.cargo + x.units)}{say_tail(x.via, x.tf)}"


@verb("redeploy", "nr", "naval redeployment", "naval redeployment of", "sea escort", "escort")
def _redeploy(t: Text) -> o.Redeploy:
    t.only("to", "via", "as", "from", "with", "by")
    _from(t, ())
    both = t.picks(t.head, t.head_at) + (t.units("with") if "with" in t.parts else ())
    both += t.units("by") if "by" in t.parts else ()
    ships = tuple(p for p in both if _is_naval(t, p))
    cargo = tuple(p for p in both if not _is_naval(t, p))
    return o.Redeploy(ships, t.port("to"), t.via(), cargo, t.tf())


@writes(o.Redeploy)
def _say_redeploy(x: o.Redeploy) -> str:
    if x.cargo:
        return f"escort {say_picks(x.cargo)} to {x.to} with {say_picks(x.units)}{say_tail(x.via, x.tf)}"
    return f"redeploy {say_picks(x.units)} to {x.to}{say_tail(x.via, x.tf)}"


@verb("displace")
def _displace(t: Text) -> o.Displace:
    t.only("to", "via", "from")
    return o.Displace(_from(t, t.units()), t.port("to"), t.via())


@writes(o.Displace)
def _say_displace(x: o.Displace) -> str:
    return f"displace {say_picks(x.units)} to {x.to}{say_tail(x.via)}"


@verb("form", "organise", "organize")
def _form(t: Text) -> o.FormTF:
    t.only("with", "from", "as")
    name = tf_name(t.head) or t.tf()
    if not name:
        raise TextError("name the task force: form TF 1 with UNITS", t.head_at, ["form TF1 with ..."])
    if "with" in t.parts or "from" in t.parts:
        return o.FormTF(name, t.units("with" if "with" in t.parts else "from"))
    return o.FormTF(name, t.units())


@writes(o.FormTF)
def _say_form(x: o.FormTF) -> str:
    return f"form {x.name} with {say_picks(x.units)}"


def _force_name(t: Text) -> str:
    """A task force or force by name or id."""
    wanted = t.head.strip()
    if not wanted:
        raise TextError(f"{t.verb!r} needs the name of a force", t.head_at, [f.id for f in t.state.forces.values()])
    name = tf_name(wanted)
    for f in t.state.forces.values():
        if (f.side == t.side and wanted.casefold() in (f.id.casefold(), f.name.casefold())) or (name and f.name == name):
            return f.id
    if name and group_of(t.state, t.side, name):
        return name
    mine = [f.id for f in t.state.forces.values() if f.side == t.side]
    raise TextError(f"{t.side} has no force {wanted!r}", t.head_at, mine)


@verb("disband", "dissolve")
def _disband(t: Text) -> o.DisbandTF:
    t.only()
    name = tf_name(t.head)
    if not name or not group_of(t.state, t.side, name):
        raise TextError(f"{t.side} has no task force {t.head!r}", t.head_at, [g.name for g in t.state.groups.values()])
    return o.DisbandTF(name)


@writes(o.DisbandTF)
def _say_disband(x: o.DisbandTF) -> str:
    return f"disband {x.name}"


@verb("split")
def _split(t: Text) -> o.Split:
    t.only("with", "from")
    if "from" in t.parts:
        inner, at = t.parts["from"]
        units = t.units()
        t.head, t.head_at = inner, at
        return o.Split(_force_name(t), units)
    return o.Split(_force_name(t), t.units("with"))


@writes(o.Split)
def _say_split(x: o.Split) -> str:
    return f"split {x.force} with {say_picks(x.units)}"


@verb("withdraw", "cancel", "take back")
def _withdraw(t: Text) -> o.Withdraw:
    t.only()
    return o.Withdraw(_force_name(t))


@writes(o.Withdraw)
def _say_withdraw(x: o.Withdraw) -> str:
    return f"withdraw {x.force}"


@verb("sequence")
def _sequence(t: Text) -> o.Sequence:
    t.only()
    out = []
    for piece, at in ((p.strip(), t.head_at) for p in t.head.replace(" then ", ",").split(",")):
        inner = Text(f"{t.verb} {piece}", t.state, t.side, t.verb, len(t.verb))
        inner.head_at = at
        out.append(_force_name(inner))
    return o.Sequence(tuple(out))


@writes(o.Sequence)
def _say_sequence(x: o.Sequence) -> str:
    return f"sequence {', '.join(x.forces)}"


@verb("build port", "build a port", "construct port", "construct a port")
def _build(t: Text) -> o.BuildPort:
    from .nations import nation_of

    t.only("at", "in", "for", "by", "as")
    where = t.parts.get("at") or t.parts.get("in") or (t.head, t.head_at)
    by = (t.parts.get("by") or t.parts.get("for") or t.parts.get("as") or ("", 0))[0]
    if by and not nation_of(by):
        raise TextError(f"no nation {by!r}", len(t.text) - len(by))
    return o.BuildPort(t._place(*where), nation_of(by) if by else "")


@writes(o.BuildPort)
def _say_build(x: o.BuildPort) -> str:
    return f"build port at {x.hex}" + (f" by {x.nation}" if x.nation else "")


@verb("assign")
def _assign(t: Text) -> o.AssignRP:
    from .nations import nation_of

    t.only("to", "by", "for")
    m = re.match(r"(\d+)\s*(?:rps?|research points?)?", t.head, re.IGNORECASE)
    if not m or not t.need("to", "ports")[0].casefold().startswith("port"):
        raise TextError("say how many research points go to ports: assign 3 RPs to ports", t.head_at)
    by = (t.parts.get("by") or t.parts.get("for") or ("", 0))[0]
    return o.AssignRP(int(m[1]), nation_of(by) if by else "")


@writes(o.AssignRP)
def _say_assign(x: o.AssignRP) -> str:
    return f"assign {x.amount} RPs to ports" + (f" by {x.nation}" if x.nation else "")


def _plain(kind: type, phrase: str, *more: str) -> None:
    @verb(phrase, *more)
    def read(t: Text) -> Any:
        t.only()
        return kind(t.units())

    @writes(kind)
    def write(x: Any) -> str:
        return f"{phrase} {say_picks(x.units)}"


_plain(o.Eliminate, "eliminate")
_plain(o.Freeze, "idle", "freeze")
_plain(o.Uninvert, "uninvert")


@verb("intercept")
def _intercept(t: Text) -> o.Intercept:
    t.only("at", "in", "with", "via", "as", "from")
    _from(t, ())
    if "with" in t.parts:
        where = (t.head, t.head_at) if t.head else t.parts.get("in") or t.need("at", "a hex")
        return o.Intercept(t.units("with"), t._place(*where), t.via(), t.tf())
    return o.Intercept(t.units(), t.hex("in" if "in" in t.parts else "at"), t.via(), t.tf())


@writes(o.Intercept)
def _say_intercept(x: o.Intercept) -> str:
    return f"intercept {say_picks(x.units)} at {x.hex}{say_tail(x.via, x.tf)}"


@verb("counter", "counter-intercept", "counterintercept", "support")
def _counter(t: Text) -> o.Counter:
    t.only("at", "in", "with", "via", "as", "from")
    _from(t, ())
    where = next((t.hex(word) for word in ("at", "in") if word in t.parts), "")
    return o.Counter(t.units("with") if "with" in t.parts else t.units(), t.via(), t.tf(), where)


@writes(o.Counter)
def _say_counter(x: o.Counter) -> str:
    return f"counter {say_picks(x.units)}{f' at {x.hex}' if x.hex else ''}{say_tail(x.via, x.tf)}"


@verb("strike", "counterair", "cover", "attack")
def _strike(t: Text) -> o.Strike:
    t.only("at", "with", "to")
    what = "" if t.verb == "strike" else t.verb
    if "with" in t.parts:
        return o.Strike(t.units("with"), t._place(t.head, t.head_at), what)
    return o.Strike(t.units(), t.hex("at" if "at" in t.parts else "to"), what)


@writes(o.Strike)
def _say_strike(x: o.Strike) -> str:
    return f"{x.what or 'strike'} {say_picks(x.units)} at {x.to}"


@verb("done", "end", "finished", "nothing more")
def _done(t: Text) -> o.Done:
    t.only()
    if t.head:
        raise TextError(f"{t.verb!r} stands alone", t.head_at, ["done"])
    return o.DONE


@writes(o.Done)
def _say_done(x: o.Done) -> str:
    return "done"


@verb("pass", "let pass", "no")
def _pass(t: Text) -> o.Pass:
    if t.head or t.parts:
        raise TextError(f"{t.verb!r} stands alone", t.head_at, ["pass"])
    return o.PASS


@writes(o.Pass)
def _say_pass(x: o.Pass) -> str:
    return "pass"
