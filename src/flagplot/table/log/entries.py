"""Log entries: their lines (one JSON object each, chained to the line before), and the validation
of a stored entry."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Callable, Mapping
from typing import Any, Union

import msgspec

from ..core.dice import check_faces
from ..core.errors import DiceError, LogError
from ..core.procedure import LensedEvent
from ..core.requests import Facts
from ..setup.rulings import RuleTable

_DICE = re.compile(r"(\d{1,4})d(\d{1,3})")


_HEX = re.compile(r"([0-9a-f]{2})*")


_MOST = 2**40


ENDS = ("resign", "closed")
"""Kinds of entries after which the game is over, even if its rules would go on."""


DICE_KINDS = ("manual", "sealed", "seeded", "scripted")


def entry_fault(e: Entry) -> str:
    """Return what is wrong with an entry; empty when nothing is."""
    if e.sig and (
        len(e.sig) != 128 or not _HEX.fullmatch(e.sig) or not 0 <= e.at < e.n or not e.side
    ):
        return "a signature is 128 hexadecimal digits of a side that has seen an entry"
    check = _UNSOUND.get(e.kind)
    return check(e) if check is not None else ""


def _input(e: Entry) -> str:
    if not e.side or e.seal not in ("", "closed", "opened") or e.standing < 0:
        return "an answer needs its side, and is sealed closed or opened if at all"
    return ""


def _event(e: Entry) -> str:
    if e.inside and not all(isinstance(lens, dict) for lens in e.inside):
        return "a lens of an event is no object"
    return ""


def _end(e: Entry) -> str:
    return "" if e.side else f"an entry of kind {e.kind} names no side"


def _draw(e: Entry) -> str:
    acts = ("offer", "withdraw", "refuse", "confirm")
    if not e.side or e.act not in acts or (e.act == "confirm" and not e.sig):
        return "a draw is offered, withdrawn or refused by a side, or confirmed with its signature"
    return ""


def _key(e: Entry) -> str:
    in_hex = _HEX.fullmatch(e.key) and _HEX.fullmatch(e.text)
    if not e.side or not e.sig or len(e.key) != 64 or not in_hex:
        return (
            "a key is 64 hexadecimal digits, signed by the side that holds it, with its salt in "
            "hexadecimal"
        )
    return ""


def _secret(e: Entry) -> str:
    return "" if _HEX.fullmatch(e.text) else f"a {e.kind} is written in hexadecimal"


def _undo(e: Entry) -> str:
    acts = ("ask", "agree", "refuse", "done")
    if e.act not in acts or not 0 < e.to < e.n or (e.until != -1 and e.until <= e.n):
        return f"takes back entry {e.to} ({e.act or 'nothing'}), which cannot be"
    return ""


def _standing(e: Entry) -> str:
    if e.act not in ("add", "remove") or not 0 < e.standing < _MOST or not e.side:
        return "a standing order is added or removed by its number"
    return ""


def _header(e: Entry) -> str:
    if e.header is not None and e.header.dice not in DICE_KINDS:
        return f"dice {e.header.dice!r} are none of {', '.join(DICE_KINDS)}"
    return ""


def _roll(e: Entry) -> str:
    found = _DICE.fullmatch(e.spec)
    if found is None or not -1 <= e.index < _MOST:
        return f"{e.spec!r} with index {e.index} is not a roll"
    try:
        check_faces(e.faces, int(found[1]), int(found[2]))
    except DiceError as error:
        return str(error)
    return ""


_UNSOUND: Mapping[str, Callable[[Entry], str]] = {
    "input": _input,
    "event": _event,
    "roll": _roll,
    "draw": _draw,
    "key": _key,
    "salt": _secret,
    "reveal": _secret,
    "undo": _undo,
    "standing": _standing,
    "header": _header,
    **dict.fromkeys(ENDS, _end),
}
"""Checks of an entry by its kind. Each returns the fault as text; empty when the entry is sound."""


FORMAT = 2
"""Version of the log's format that new games write. It is independent of a rule book's version."""


FORMATS = (1, 2)
"""Formats that can be read. A game of an older format goes on once it is adopted. Release 0.1.0
wrote format 1."""


FIRST_VERSION = "1"
"""The version of every rule book while format 1 was written. A format 1 header with another version
is forged."""


KINDS = (
    "header",
    "salt",
    "key",
    "input",
    "roll",
    "event",
    "undo",
    "standing",
    "note",
    "adopt",
    "draw",
    "resign",
    "closed",
    "reveal",
)


PLAYED = ("input", "roll", "event")
"""Kinds of entries that make up play. The other kinds record facts about the game."""


class Header(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """The set-up of a game. ``switches`` and ``tables`` hold only what differs from the rule book's
    own, with the whole content, so that a log stands alone. ``digest`` covers all switches and
    tables."""

    format: int
    rulebook: str
    version: str
    edition: str
    scenario: str
    sides: tuple[str, ...]
    digest: str
    start: str = ""
    id: str = ""
    house: tuple[tuple[str, str], ...] = ()
    switches: Mapping[str, str] = {}
    tables: Mapping[str, RuleTable] = {}
    dice: str = "manual"
    commitment: str = ""
    """SHA-256 of the secret seed (sealed dice)."""
    seed: str = ""
    """The open seed (seeded dice of a simulation)."""
    patience: int = 0
    """Days of silence after which the other side may close the game; 0: never. Only the room has a
    clock."""
    lots: str = ""
    """The id secret; redacted from side logs, like ``seed``."""


class Entry(msgspec.Struct, frozen=True, gc=False, omit_defaults=True, forbid_unknown_fields=True):
    """One entry of a log. ``kind`` decides which fields are filled.

    input: side, clause, asked (kind of the request), text, seal, open, standing, together. roll:
    clause, why, spec, faces, index, table, about, seen_by. event: event (and inside, the lenses it
    was seen through). undo: side, act, to, until. standing: side, act, text, standing. salt: side,
    text. key: side, key, text (the seat's salt, or nothing). note: side, text. adopt: text (the new
    version). draw: side, act. resign: side. closed: side, about (the silent side, since when, and
    for how many days, as the room says). reveal: text (the seed in hex). Every entry that comes
    from a side may be signed: at, sig, said.
    """

    n: int
    kind: str
    side: str = ""
    clause: str = ""
    asked: str = ""
    text: str = ""
    seal: str = ""
    """Of a sealed answer: ``closed``, or ``opened`` when it was the last one and opened them
    all."""
    open: bool = False
    """True when the text is public once the answer is in."""
    standing: int = 0
    """Number of the standing order that gave this answer, or that this entry is about; 0: none."""
    together: bool = False
    """Of an answer: true when other sides could answer at the same time. They must not learn of it
    before an event shows it to them."""
    until: int = -1
    """Of an undo that also took back other sides' secret answers: the last entry by which they were
    given again; else -1."""
    why: str = ""
    spec: str = ""
    faces: tuple[int, ...] = ()
    index: int = -1
    table: str = ""
    about: Facts = ()
    seen_by: tuple[str, ...] = ()
    event: Any = None
    inside: tuple[Any, ...] = ()
    act: str = ""
    to: int = -1
    header: Header | None = None
    key: str = ""
    """Public key (Ed25519, hex) of a seat."""
    at: int = -1
    """Of a signed entry: the newest entry of its own log that the seat had seen; -1: not signed."""
    sig: str = ""
    """The seat's signature, in hex."""
    said: str = ""
    """The signed words, when they differ from the text."""
    done: bool = False
    """True on the last entry of a step: the state is then between steps."""

    def apply(self, state: Any) -> Any:
        """Return the state after this entry. Only an event changes it."""
        return state if self.event is None else self.happening.apply(state)

    @property
    def happening(self) -> Any:
        """The event as recorded on the whole state, wrapped in its lenses."""
        event = self.event
        for lens in reversed(self.inside):
            event = LensedEvent(lens, event)
        return event


def unwrap(event: Any) -> tuple[Any, tuple[Any, ...]]:
    """Return an event without its lenses, and its lenses, outermost first."""
    lenses: list[Any] = []
    while isinstance(event, LensedEvent):
        lenses.append(event.lens)
        event = event.event
    return event, tuple(lenses)


_encode = msgspec.json.Encoder().encode


_decode = msgspec.json.Decoder(Entry).decode


_MARK = b',"chain":"'


_CHAIN = 32
"""Hex digits of the chain's SHA-256 that are kept."""


START = "0" * _CHAIN


def chain_line(before: str, entry: Entry) -> tuple[str, str]:
    """Return the line of an entry and its chain value: SHA-256 over the previous value and this
    line without its own value."""
    body = _encode(entry)
    chain = hashlib.sha256(before.encode() + body).hexdigest()[:_CHAIN]
    return (body[:-1] + _MARK + chain.encode() + b'"}').decode(), chain


class Codec:
    """A strict reader of the lines of one rule book's logs."""

    def __init__(self, event_types: tuple[type, ...], lens_types: tuple[type, ...]) -> None:
        self._event: Any = Union[event_types] if event_types else None  # noqa: UP007 - built at run time
        self._lens: Any = Union[lens_types] if lens_types else None  # noqa: UP007

    def read(self, line: bytes, number: int, before: str) -> tuple[Entry, str]:
        """Read line *number* (from 1) that follows chain value *before*. Raises
        :class:`LogError`."""
        entry, chain = read_line(line, number, before)
        if entry.event is not None:
            entry = msgspec.structs.replace(
                entry,
                event=self._convert(entry.event, self._event, number, "event"),
                inside=tuple(
                    self._convert(lens, self._lens, number, "lens") for lens in entry.inside
                ),
            )
        return entry, chain

    def _convert(self, raw: Any, types: Any, number: int, what: str) -> Any:
        try:
            if types is None:
                raise msgspec.ValidationError(f"the rule book has no {what} types")
            return msgspec.convert(raw, types, str_keys=True)
        except msgspec.ValidationError as e:
            reason = f"the {what} cannot be read: {e}"
            raise LogError(
                number, reason, "open it with the version of the rule book named in its first line"
            ) from None


def read_line(line: bytes, number: int, before: str) -> tuple[Entry, str]:
    """Read one line and leave its event as plain data. Raises :class:`LogError`."""
    if line != line.strip():
        raise LogError(
            number,
            "there is white space before or after the line",
            "take a copy with no line ends converted",
        )
    if not line:
        raise LogError(
            number, "the line is empty", "delete it" if number > 1 else "take the whole log"
        )
    tail = len(_MARK) + _CHAIN + 2
    if line[-tail : -tail + len(_MARK)] != _MARK or not line.endswith(b'"}'):
        if not line.endswith(b"}"):
            mend = (
                "delete it; the game goes on from the line before"
                if number > 1
                else "take the whole log"
            )
            raise LogError(number, "the line is torn off", mend)
        raise LogError(
            number, "the line carries no chain value", "take the log as the program wrote it"
        )
    body, chain = line[:-tail] + b"}", line[-tail + len(_MARK) : -2].decode("ascii", "replace")
    if hashlib.sha256(before.encode() + body).hexdigest()[:_CHAIN] != chain:
        reason = "this line or the one before it was changed, lost or moved: its chain value does not fit"
        raise LogError(number, reason, "take an unchanged copy, or keep the lines before this one")
    try:
        entry = _decode(body)
    except (msgspec.DecodeError, RecursionError) as e:
        raise LogError(number, f"not an entry: {e}", "take an unchanged copy") from None
    if entry.kind not in KINDS:
        raise LogError(number, f"unknown kind {entry.kind!r}", "a newer flagplot may know it")
    if entry.n != number - 1:
        raise LogError(
            number,
            f"entry {entry.n} stands where {number - 1} belongs",
            "put the lines back in order",
        )
    if (entry.kind == "event") != (entry.event is not None) or (entry.kind == "header") != (
        entry.header is not None
    ):
        raise LogError(
            number, f"an entry of kind {entry.kind} without its content", "take an unchanged copy"
        )
    wrong = entry_fault(entry)
    if wrong:
        raise LogError(number, wrong, "take an unchanged copy")
    return entry, chain
