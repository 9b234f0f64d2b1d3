"""Naval orders and their text forms, written as a player would say them."""

from __future__ import annotations

import re
from collections.abc import Callable

import msgspec

from flagplot.table import TextError

from .battle import orders as battle
from .battle.orders import BattleOrder

Names = tuple[str, ...]


class Patrol(msgspec.Struct, frozen=True, tag="patrol"):
    """6.3.3 Patrol a square or zone. ``via`` are the places of the route after the port, the patrol place left out or last."""

    units: Names
    target: str
    via: Names = ()
    returns: str = ""
    stage: str = ""
    air: Names = ()
    """Pairs written ``UNIT>PLACE``: carrier aircraft sent on patrol of their own (6.4.2.2)."""
    calls: Names = ()
    """Ports called at on the way."""
    raiders: bool = False
    """Said to be a raider group (6.1.5); fast groups of one or two ships are one unsaid."""


class BaseChange(msgspec.Struct, frozen=True, tag="base-change"):
    """6.3.7 Change base, operationally (Patrol Range) or strategically (Endurance); ``mode`` is empty when it was not said."""

    units: Names
    target: str
    mode: str
    via: Names = ()
    stage: str = ""
    refuel: str = ""
    calls: Names = ()


class Convoy(msgspec.Struct, frozen=True, tag="convoy"):
    """6.3.4, 6.3.5 A convoy of transports, merchants or tankers with its escort."""

    load: str
    number: int
    origin: str
    target: str
    via: Names = ()
    escorts: Names = ()
    refuel: str = ""
    returns: str = ""
    calls: Names = ()


class Overland(msgspec.Struct, frozen=True, tag="overland"):
    """6.1.8.6 Move a small submarine by land from one port to another."""

    unit: str
    target: str


class Regroup(msgspec.Struct, frozen=True, tag="regroup"):
    """6.1.3 Add ships to a mission not yet sailed or drop them from it."""

    mission: str
    add: Names = ()
    drop: Names = ()


class Cancel(msgspec.Struct, frozen=True, tag="cancel"):
    """Tear up a mission written this turn."""

    mission: str


class Intercept(msgspec.Struct, frozen=True, tag="intercept"):
    """6.4.3 Intercept a spotted mission at a place with ships of one patrol or one port, and aircraft."""

    mission: str
    place: str
    ships: Names = ()
    air: Names = ()


class Fly(msgspec.Struct, frozen=True, tag="fly"):
    """Send an air unit on naval patrol over a square or zone within its range (6.4.2.2, 6.4.4.1)."""

    unit: str
    target: str


class Passage(msgspec.Struct, frozen=True, tag="passage"):
    """6.5.1.4 A heavily damaged ship makes for the nearest shipyard that can mend it, in the Breakthrough Phase."""

    unit: str
    target: str
    via: Names = ()


class Evacuate(msgspec.Struct, frozen=True, tag="evacuate"):
    """6.5.1.5 Land units leave a lost port in transports, escorted by ships based there, in the Breakthrough Phase."""

    number: int
    origin: str
    target: str
    via: Names = ()
    escorts: Names = ()


class Displace(msgspec.Struct, frozen=True, tag="displace"):
    """6.5.1.5 Displaced ships form a fleet and take another base, in the Breakthrough Phase."""

    units: Names
    target: str
    via: Names = ()


class Embark(msgspec.Struct, frozen=True, tag="embark"):
    """6.1.7.3 An air unit goes aboard a carrier in the port it flies from."""

    unit: str
    ship: str


class Bombard(msgspec.Struct, frozen=True, tag="bombard"):
    """6.5.2.2 Assign ships to bombard for or against an invasion of a port."""

    port: str
    units: Names


class Supply(msgspec.Struct, frozen=True, tag="supply"):
    """Scenario order: send the raider's supply ship to a neighbouring zone."""

    zone: str


class Done(msgspec.Struct, frozen=True, tag="done"):
    """Nothing more in this phase."""


NavalOrder = (
    Patrol
    | BaseChange
    | Convoy
    | Overland
    | Regroup
    | Cancel
    | Intercept
    | Fly
    | Passage
    | Evacuate
    | Displace
    | Embark
    | Bombard
    | Supply
    | Done
)
Order = NavalOrder | BattleOrder
NAVAL_ORDERS: tuple[type, ...] = (
    Patrol,
    BaseChange,
    Convoy,
    Overland,
    Regroup,
    Cancel,
    Intercept,
    Fly,
    Passage,
    Evacuate,
    Displace,
    Embark,
    Bombard,
    Supply,
    Done,
)
ORDERS: tuple[type, ...] = (*NAVAL_ORDERS, *battle.BATTLE_ORDERS)

GRAMMAR: dict[str, str] = {
    "patrol": "patrol PLACE with UNITS [as raiders] [via PLACES] [stage PORT] [call PORTS] [fly AIR>PLACE, ...] return PORT",
    "base change": "base change operational|strategic to PORT with UNITS [via PLACES] [stage PORT] [refuel PORT] [call PORTS]",
    "convoy": "convoy N transports|merchants|tankers from PORT to PORT [via PLACES] [escort UNITS] [refuel PORT] [call PORTS]"
    " [return PORT]",
    "overland": "overland UNIT to PORT",
    "regroup": "regroup MISSION [add UNITS] [drop UNITS]",
    "cancel": "cancel MISSION",
    "intercept": "intercept MISSION|seen at PLACE [with UNITS] [air UNITS]",
    "fly": "fly UNIT to PLACE",
    "embark": "embark AIR on SHIP",
    "passage": "passage UNIT to PORT [via PLACES]",
    "evacuate": "evacuate N units from PORT to PORT [via PLACES] [escort UNITS]",
    "displace": "displace UNITS to PORT [via PLACES]",
    "bombard": "bombard PORT with UNITS",
    "supply ship": "supply ship to ZONE",
    "done": "done",
}


def join(names: Names) -> str:
    """``A, B, C``."""
    return ", ".join(names)


def _tail(*parts: tuple[str, str]) -> str:
    return "".join(f" {word} {value}" for word, value in parts if value)


def text(order: Order) -> str:
    """The text form of an order; :func:`parse` reads it back."""
    match order:
        case Patrol():
            return f"patrol {order.target}" + _tail(
                ("with", join(order.units)),
                ("as", "raiders" if order.raiders else ""),
                ("via", join(order.via)),
                ("stage", order.stage),
                ("call", join(order.calls)),
                ("fly", join(order.air)),
                ("return", order.returns),
            )
        case BaseChange():
            return (
                f"base change {order.mode} ".rstrip()
                + f" to {order.target}"
                + _tail(
                    ("with", join(order.units)),
                    ("via", join(order.via)),
                    ("stage", order.stage),
                    ("refuel", order.refuel),
                    ("call", join(order.calls)),
                )
            )
        case Convoy():
            return f"convoy {order.number} {order.load} from {order.origin} to {order.target}" + _tail(
                ("via", join(order.via)),
                ("escort", join(order.escorts)),
                ("refuel", order.refuel),
                ("call", join(order.calls)),
                ("return", order.returns),
            )
        case Overland():
            return f"overland {order.unit} to {order.target}"
        case Regroup():
            return f"regroup {order.mission}" + _tail(("add", join(order.add)), ("drop", join(order.drop)))
        case Cancel():
            return f"cancel {order.mission}"
        case Intercept():
            return f"intercept {order.mission} at {order.place}" + _tail(("with", join(order.ships)), ("air", join(order.air)))
        case Fly():
            return f"fly {order.unit} to {order.target}"
        case Passage():
            return f"passage {order.unit} to {order.target}" + _tail(("via", join(order.via)))
        case Evacuate():
            return f"evacuate {order.number} units from {order.origin} to {order.target}" + _tail(
                ("via", join(order.via)), ("escort", join(order.escorts))
            )
        case Displace():
            return f"displace {join(order.units)} to {order.target}" + _tail(("via", join(order.via)))
        case Embark():
            return f"embark {order.unit} on {order.ship}"
        case Bombard():
            return f"bombard {order.port} with {join(order.units)}"
        case Supply():
            return f"supply ship to {order.zone}"
        case Done():
            return "done"
    return battle.text(order)


def cut_at(line: str, start: int, words: tuple[str, ...]) -> tuple[str, dict[str, tuple[str, int]]]:
    """Cut ``HEAD word VALUE word VALUE`` at the words given; values with the place where they begin.

    The words are written small: ``Stage`` may be a port and ``AS`` a zone.
    """
    pattern = re.compile(r"(?<!\S)(" + "|".join(words) + r")(?!\S)")
    found = list(pattern.finditer(line, start))
    head = line[start : found[0].start()] if found else line[start:]
    parts: dict[str, tuple[str, int]] = {}
    for i, m in enumerate(found):
        word = m.group(1).lower()
        end = found[i + 1].start() if i + 1 < len(found) else len(line)
        value = line[m.end() : end].strip()
        if word in parts:
            raise TextError(f"{word!r} stands twice", m.start())
        if not value:
            raise TextError(f"nothing follows {word!r}", m.end())
        parts[word] = (value, m.end() + 1)
    return head.strip(), parts


def places_of(value: str) -> Names:
    """Read places separated by spaces, commas or semicolons; squares keep their own comma: ``22,16 21,15; Kiel``."""
    out: list[str] = []
    for chunk in re.split(r"\s*;\s*", value):
        at = 0
        while at < len(chunk):
            square = re.compile(r"\s*,?\s*(\d+)\s*,\s*(\d+)(?=$|[\s,])").match(chunk, at)
            if square:
                out.append(f"{int(square.group(1))},{int(square.group(2))}")
                at = square.end()
                continue
            name = re.compile(r"\s*,?\s*([^,\d][^,]*?)\s*(?=$|,|\s\d+\s*,\s*\d)").match(chunk, at)
            if not name:
                break
            out.append(name.group(1))
            at = name.end()
    return tuple(out)


def names_of(value: str) -> Names:
    """Read names separated by commas."""
    return tuple(n.strip() for n in value.split(",") if n.strip())


def parse(line: str, ship_of: Callable[[str], str] = str, place_of: Callable[[str], str] = str) -> Order:
    """Read an order. *ship_of* and *place_of* turn what was typed into ids (and may raise :class:`TextError`).

    Raises :class:`TextError` with the place in the text and the grammar expected.
    """
    stripped = line.strip()
    lower = stripped.lower()
    if battle.is_battle_order(stripped):
        return battle.parse(stripped)
    if lower in ("done", "pass"):
        return Done()
    turned = re.match(r"(operational|strategic) base change\b", lower)
    if turned:
        stripped = f"base change {turned.group(1)}{stripped[turned.end() :]}"
        lower = stripped.lower()
    verb = next((v for v in _READERS if lower == v or lower.startswith(v + " ")), None)
    if verb is None:
        raise TextError(f"{stripped!r} begins with no order", 0, list(GRAMMAR.values()))
    try:
        return _READERS[verb](stripped, len(verb), ship_of, place_of)
    except TextError as e:
        raise TextError(e.reason, e.at, e.expected or (GRAMMAR[verb],)) from None


def _need(parts: dict[str, tuple[str, int]], word: str, line: str) -> str:
    if word not in parts:
        raise TextError(f"{word!r} is missing", len(line))
    return parts[word][0]


def _each(text: str, ship_of: Callable[[str], str]) -> Names:
    """Units written with blanks or ``and`` between them; empty when one of them is no unit."""
    parts = re.split(r"\s+and\s+", text)
    if len(parts) > 1:
        try:
            return tuple(ship_of(p) for p in parts)
        except TextError:
            pass
    words = [w for w in text.split() if w != "and"]
    try:
        return tuple(ship_of(w) for w in words) if len(words) < len(text.split()) or len(words) > 1 else ()
    except TextError:
        return ()


def _ids(parts: dict[str, tuple[str, int]], word: str, ship_of: Callable[[str], str]) -> Names:
    if word not in parts:
        return ()
    value, at = parts[word]
    out = []
    for name in names_of(value):
        try:
            out.append(ship_of(name))
        except TextError as e:
            several = _each(name, ship_of)
            if several:
                out.extend(several)
                continue
            raise TextError(e.reason, at + max(0, value.find(name)), e.expected) from None
    return tuple(out)


def _places(parts: dict[str, tuple[str, int]], word: str, place_of: Callable[[str], str]) -> Names:
    return tuple(place_of(p) for p in places_of(parts[word][0])) if word in parts else ()


def _place(parts: dict[str, tuple[str, int]], word: str, place_of: Callable[[str], str]) -> str:
    return place_of(parts[word][0].removeprefix("to ")) if word in parts else ""


Of = Callable[[str], str]


def _read_patrol(line: str, start: int, ship_of: Of, place_of: Of) -> Order:
    head, parts = cut_at(line, start, ("with", "as", "via", "stage", "call", "fly", "return"))
    head = re.sub(r"^(?:to|at|in|square|zone)\s+", "", head, flags=re.IGNORECASE)
    if not head:
        raise TextError("where to patrol is missing", start)
    _need(parts, "with", line)
    if "as" in parts and parts["as"][0].lower() not in ("raiders", "a raider group", "raider group"):
        raise TextError("ships patrol as raiders, or as nothing said", parts["as"][1], ["as raiders"])
    air = []
    for pair in places_after_units(parts.get("fly", ("", 0))[0]):
        unit, _, place = pair.partition(">")
        air.append(f"{ship_of(unit.strip())}>{place_of(place.strip())}")
    return Patrol(
        _ids(parts, "with", ship_of),
        place_of(head),
        _places(parts, "via", place_of),
        _place(parts, "return", place_of),
        _place(parts, "stage", place_of),
        tuple(air),
        _places(parts, "call", place_of),
        "as" in parts,
    )


def places_after_units(value: str) -> Names:
    """Read ``A>20,10, B>Z`` as its pairs; a square's comma belongs to the square."""
    return tuple(m.group(0).strip().strip(",").strip() for m in re.finditer(r"[^,>]+>\s*(?:\d+\s*,\s*\d+|[^,]+)", value))


def _read_base_change(line: str, start: int, ship_of: Of, place_of: Of) -> Order:
    head, parts = cut_at(line, start, ("to", "with", "via", "stage", "refuel", "call"))
    mode = head.lower()
    if mode not in ("operational", "strategic", ""):  # left out: the check refuses it with its clause
        raise TextError(
            "say whether the base change is operational or strategic (6.3.7)", start + 1, ["operational", "strategic"]
        )
    _need(parts, "to", line)
    _need(parts, "with", line)
    return BaseChange(
        _ids(parts, "with", ship_of),
        _place(parts, "to", place_of),
        mode,
        _places(parts, "via", place_of),
        _place(parts, "stage", place_of),
        _place(parts, "refuel", place_of),
        _places(parts, "call", place_of),
    )


def _read_convoy(line: str, start: int, ship_of: Of, place_of: Of) -> Order:
    head, parts = cut_at(line, start, ("from", "to", "via", "escort", "refuel", "call", "return"))
    words = [w for w in head.split() if w != "of"]
    load = words[1].lower() if len(words) == 2 else ""
    load = load if load.endswith("s") else load + "s"
    if len(words) != 2 or not words[0].isdecimal() or load not in ("transports", "merchants", "tankers"):
        raise TextError("say how many transports, merchants or tankers", start + 1)
    _need(parts, "from", line)
    _need(parts, "to", line)
    return Convoy(
        load,
        int(words[0]),
        _place(parts, "from", place_of),
        _place(parts, "to", place_of),
        _places(parts, "via", place_of),
        _ids(parts, "escort", ship_of),
        _place(parts, "refuel", place_of),
        _place(parts, "return", place_of),
        _places(parts, "call", place_of),
    )


def _read_overland(line: str, start: int, ship_of: Of, place_of: Of) -> Order:
    head, parts = cut_at(line, start, ("to",))
    _need(parts, "to", line)
    return Overland(ship_of(head), _place(parts, "to", place_of))


def _read_regroup(line: str, start: int, ship_of: Of, place_of: Of) -> Order:
    head, parts = cut_at(line, start, ("add", "drop"))
    head = head.removeprefix("mission ")
    if not head:
        raise TextError("which mission is missing", start)
    if not parts:
        raise TextError("say whom to add or drop", len(line))
    return Regroup(head, _ids(parts, "add", ship_of), _ids(parts, "drop", ship_of))


def _read_cancel(line: str, start: int, ship_of: Of, place_of: Of) -> Order:
    name = line[start:].strip().removeprefix("mission ")
    if not name:
        raise TextError("which mission is missing", start)
    return Cancel(name)


def _read_intercept(line: str, start: int, ship_of: Of, place_of: Of) -> Order:
    head, parts = cut_at(line, start, ("at", "with", "air"))
    head = head.removeprefix("mission ")
    if not head:
        raise TextError("which mission is missing", start)
    _need(parts, "at", line)
    return Intercept(head, _place(parts, "at", place_of), _ids(parts, "with", ship_of), _ids(parts, "air", ship_of))


def _read_fly(line: str, start: int, ship_of: Of, place_of: Of) -> Order:
    head, parts = cut_at(line, start, ("to",))
    _need(parts, "to", line)
    return Fly(ship_of(head), _place(parts, "to", place_of))


def _read_passage(line: str, start: int, ship_of: Of, place_of: Of) -> Order:
    head, parts = cut_at(line, start, ("to", "via"))
    _need(parts, "to", line)
    return Passage(ship_of(head), _place(parts, "to", place_of), _places(parts, "via", place_of))


def _read_evacuate(line: str, start: int, ship_of: Of, place_of: Of) -> Order:
    head, parts = cut_at(line, start, ("from", "to", "via", "escort"))
    words = head.split()
    if not words or not words[0].isdecimal() or (len(words) > 1 and words[-1].lower() not in ("unit", "units", "troops")):
        raise TextError("say how many units leave", start + 1, ["evacuate 3 units from PORT to PORT"])
    _need(parts, "from", line)
    _need(parts, "to", line)
    return Evacuate(
        int(words[0]),
        _place(parts, "from", place_of),
        _place(parts, "to", place_of),
        _places(parts, "via", place_of),
        _ids(parts, "escort", ship_of),
    )


def _read_displace(line: str, start: int, ship_of: Of, place_of: Of) -> Order:
    head, parts = cut_at(line, start, ("to", "via"))
    _need(parts, "to", line)
    if not head:
        raise TextError("which ships is missing", start)
    units = _ids({"displace": (head, start + 1)}, "displace", ship_of)
    return Displace(units, _place(parts, "to", place_of), _places(parts, "via", place_of))


def _read_embark(line: str, start: int, ship_of: Of, place_of: Of) -> Order:
    head, parts = cut_at(line, start, ("on",))
    if not head:
        raise TextError("which air unit is missing", start)
    return Embark(ship_of(head), ship_of(_need(parts, "on", line)))


def _read_bombard(line: str, start: int, ship_of: Of, place_of: Of) -> Order:
    head, parts = cut_at(line, start, ("with",))
    _need(parts, "with", line)
    return Bombard(place_of(head), _ids(parts, "with", ship_of))


def _read_supply(line: str, start: int, ship_of: Of, place_of: Of) -> Order:
    _, parts = cut_at(line, start, ("to",))
    _need(parts, "to", line)
    return Supply(_place(parts, "to", place_of))


_READERS: dict[str, Callable[[str, int, Of, Of], Order]] = {
    "patrol": _read_patrol,
    "base change": _read_base_change,
    "convoy": _read_convoy,
    "overland": _read_overland,
    "regroup": _read_regroup,
    "cancel": _read_cancel,
    "intercept": _read_intercept,
    "fly": _read_fly,
    "passage": _read_passage,
    "evacuate": _read_evacuate,
    "displace": _read_displace,
    "embark": _read_embark,
    "bombard": _read_bombard,
    "supply ship": _read_supply,
}
