"""Forces in text form, for cases and odds questions: ``Germany BC 3 fast, BC 3, CA 2 x2, DD 4 with
2 cargo; TF of Britain ...``."""

from __future__ import annotations

import re
from collections.abc import Mapping

from flagplot.table import Rulings, TextError

from ..rules.combat import combat_tables
from ..rules.combat.battle_setup import ship_of
from ..rules.combat.ships import Air, Cargo, Group, Ship
from ..state import SHIP_TYPES, State, Unit
from ..state.nations import NATIONS, nation_of, side_of_text
from ..state.ship_list import ListedShip, find_listed_ship

ITEM = re.compile(
    r"(?P<type>[A-Z]{2,3})\s+(?P<size>\d+)(?P<rest>(?:\s+(?:fast|slow|damaged|hits?\s+\d+|nas\s+\d+))*)",
    re.IGNORECASE,
)


TIMES = re.compile(r"\s+x\s*(\d{1,2})\b", re.IGNORECASE)


TYPES = frozenset(SHIP_TYPES)


NAMED_LIMITS: Mapping[str, int] = {"BB": 5, "BC": 5, "PB": 5, "CV": 5, "CVL": 5, "CVB": 5, "CA": 5}


def nation_in(text: str) -> tuple[str, str]:
    """Return (nation, rest) of a text that may begin with a nation or a side."""
    words = text.split()
    for n in (3, 2, 1):
        head = " ".join(words[:n]).rstrip(":")
        nation = nation_of(head)
        if nation:
            return nation, " ".join(words[n:])
        if side_of_text(head):
            side = side_of_text(head)
            return ("Germany" if side == "Axis" else "Britain"), " ".join(words[n:])
    return "", text


REMARK = re.compile(r"(?:(?:fast|slow|damaged|hits \d+|\d+ hits?|nas \d+)\s*)+", re.IGNORECASE)


def list_items(text: str) -> list[str]:
    """Return the pieces of a list. A remark after a comma (``BB 4 slow, hits 1``) stays with the
    ship before it."""
    out: list[str] = []
    for x in (x.strip() for x in text.split(",")):
        if out and REMARK.fullmatch(x):
            out[-1] += f" {x}"
        elif x:
            out.append(x)
    return out


def ships_in(
    r: Rulings, text: str, nation: str = "", view: State | None = None
) -> tuple[tuple[Ship, ...], tuple[str, ...]]:
    """Return the ships of one group and the nation of each. Raises :class:`TextError`."""
    out: list[Ship] = []
    nations: list[str] = []
    for part in list_items(text):
        found, rest = nation_in(part)
        nation, part = found or nation, rest.strip()
        if not part:
            continue
        if view is not None and units_named(view, part):
            out += [ship_of(view, u) for u in units_named(view, part)]
            nations += [u.nation for u in units_named(view, part)]
            nation = nations[-1]
            continue
        if (ship := find_listed_ship(part)) is not None:
            out.append(ship_from_list(r, ship))
            nations.append(ship.nation)
            nation = ship.nation
            continue
        part = re.sub(r"^(\d+) (DD|SS|TR|CVE)\b", r"\2 \1", part, flags=re.IGNORECASE)
        many = TIMES.search(part)
        m = ITEM.fullmatch(TIMES.sub("", part))
        if not m or m["type"].upper() not in TYPES:
            raise TextError(
                f"{part!r} is no ship of this position or the list: name one that is, or write a "
                "type and its factors",
                0,
                ("BB 4 fast", "CA 2 x3", "DD 6", "Hood"),
            )
        times = int(many[1]) if many else 1
        if not times:
            raise TextError(f"{part!r}: none of them is no ship; write x2 for two", 0, ("CA 2 x3",))
        out += [ship_of_type(r, m, nation or "Britain")] * times
        nations += [nation] * times
    return tuple(out), tuple(nations)


def ship_from_list(r: Rulings, ship: ListedShip) -> Ship:
    """Return an undamaged ship of the list of ships, with all its squadrons."""
    return Ship(
        type=ship.type,
        size=ship.factors,
        fast=ship.speed == "fast",
        drm=combat_tables.naval_drm(r, ship.nation),
        nas=ship.factors if ship.type in ("CV", "CVL", "CVB") else 0,
        id=ship.id,
        air=combat_tables.air_drm(r, ship.nation),
    )


def units_named(view: State, text: str) -> tuple[Unit, ...]:
    """Return the units of a view that a text names: a unit by id or name, a part ``UK-DD-Scapa:4``,
    or the ships of a force or task force. Raises :class:`TextError` for a part that the unit does
    not have."""
    id, colon, part = text.partition(":")
    if id in view.units and view.units[id].kind == "ship":
        u = view.units[id]
        if not colon:
            return (u,)
        if not part.strip().isdecimal() or not 0 < int(part) <= u.factors:
            raise TextError(
                f"{id} has {u.factors} factors: write how many of them", 0, (f"{id}:{u.factors}",)
            )
        return (replace_factors(u, int(part)),)
    named = [
        u for u in view.units.values() if u.kind == "ship" and u.name.casefold() == text.casefold()
    ]
    if len(named) == 1:
        return (named[0],)
    if text in view.forces:
        return view.members(text)
    for g in view.groups.values():
        if text in (g.id, g.name):
            return tuple(view.units[i] for i in g.units if i in view.units)
    return ()


def replace_factors(u: Unit, n: int) -> Unit:
    from ..state import replace

    return replace(u, factors=n)


def ship_of_type(r: Rulings, m: re.Match[str], nation: str) -> Ship:
    """Return a ship of a type and size. A carrier has as many squadrons as its size unless ``nas
    N`` says otherwise."""
    type, size, rest = m["type"].upper(), int(m["size"]), m["rest"].casefold()
    if type in NAMED_LIMITS and size > NAMED_LIMITS[type]:
        raise TextError(
            f"a {type} has at most {NAMED_LIMITS[type]} factors; write several ships as {type} "
            f"{NAMED_LIMITS[type]} x2",
            0,
        )
    if size < 1:
        raise TextError(f"{m[0]!r}: a ship has at least one factor", 0)
    hits = re.search(r"hits?\s+(\d+)", rest)
    nas = re.search(r"nas\s+(\d+)", rest)
    carrier = type in ("CV", "CVL", "CVB")
    said = rest.split()
    if "fast" in said and ("slow" in said or type in ("CVE", "TR")):
        raise TextError(
            f"{m[0]!r}: a ship is fast or slow; escort carriers and transports are slow",
            0,
            (f"{type} {size} slow",),
        )
    if nas and not carrier:
        raise TextError(f"{m[0]!r}: only carriers have squadrons aboard", 0, ("CV 3 nas 2",))
    if (hits or "damaged" in said) and type not in NAMED_LIMITS:
        raise TextError(
            f"{m[0]!r}: a {type} is not damaged, it loses factors",
            0,
            (f"{type} {max(1, size - 1)}",),
        )
    if hits and int(hits[1]) >= combat_tables.sunk_at(r, size):
        raise TextError(
            f"{m[0]!r} would be sunk",
            0,
            (f"{type} {size} hits {combat_tables.sunk_at(r, size) - 1}",),
        )
    return Ship(
        type=type,
        size=size,
        fast="slow" not in rest and type not in ("CVE", "TR"),
        drm=combat_tables.naval_drm(r, nation),
        hits=int(hits[1])
        if hits
        else combat_tables.damaged_at(r, size)
        if "damaged" in rest
        else 0,
        nas=int(nas[1]) if nas else size if carrier else 0,
        air=combat_tables.air_drm(r, nation),
    )


CARGO = re.compile(r"\s+with\s+(\d+)\s+cargo(?:\s+(double))?\s*$", re.IGNORECASE)


TRANSPORTS = re.compile(r"\s+protecting\s+transports\s*$", re.IGNORECASE)


NUMBER = re.compile(r"^\s*group\s+([1-6])\s*:?\s+", re.IGNORECASE)


def group_in(
    r: Rulings, text: str, nation: str = "", view: State | None = None
) -> tuple[Group, tuple[str, ...]]:
    """Return one combat group ``[group N] NATION SHIPS [with N cargo] [protecting transports]`` and
    the nation of each ship."""
    number = 0
    m = NUMBER.match(text)
    if m:
        number, text = int(m[1]), text[m.end() :]
    cargo: tuple[Cargo, ...] = ()
    c = CARGO.search(text)
    if c:
        cargo, text = (Cargo("cargo", int(c[1]), 2 if c[2] else 1),), text[: c.start()]
    p = TRANSPORTS.search(text)
    if p:
        text = text[: p.start()]
    ships, nations = ships_in(r, text, nation, view)
    if not ships:
        raise TextError("a group needs ships", 0, ("BB 4 fast, DD 6",))
    return Group(
        ships=ships, number=number, cargo=cargo, hindered=bool(c or p), transports=bool(p)
    ), nations


AIR = re.compile(r"air((?:\s+(?:search|cover|attack|naval)\s+\d+)+)", re.IGNORECASE)


def air_in(r: Rulings, text: str, nation: str) -> Air:
    """Return land-based squadrons by role: ``air search 2 cover 1 attack 3 naval 1``. Raises
    :class:`TextError`."""
    m = AIR.fullmatch(" ".join(text.replace(":", " ").replace(",", " ").split()))
    if not m:
        raise TextError(
            f"{text!r}: write land-based squadrons by role", 0, ("air search 2 cover 1 attack 3",)
        )
    said = [
        (k.casefold(), int(v))
        for k, v in re.findall(r"(search|cover|attack|naval)\s+(\d+)", m[1], re.IGNORECASE)
    ]
    n = dict(said)
    if len(n) < len(said):
        raise TextError(f"{text!r}: name each role once", 0, ("air search 2 cover 1 attack 3",))
    return Air(
        search=n.get("search", 0),
        cover=n.get("cover", 0),
        attack=n.get("attack", 0),
        naval=n.get("naval", 0),
        drm=combat_tables.air_drm(r, nation or "Britain"),
    )


def side_in(r: Rulings, text: str, view: State | None = None) -> tuple[tuple[Group, ...], Air, str]:
    """Return (groups, air, nation) of one side: groups separated by ``;`` with an optional ``air
    ...`` part."""
    groups: list[Group] = []
    nation = ""
    parts = [x.strip() for x in text.split(";") if x.strip()]
    flying = [x for x in parts if x.casefold().startswith("air ")]
    for part in (x for x in parts if x not in flying):
        g, nations = group_in(r, part, nation, view)
        nation = nations[-1]
        groups.append(g)
    if not groups:
        raise TextError("a side needs at least one group of ships", 0, ("Britain BB 4, DD 6",))
    if len(flying) > 1:
        raise TextError("write a side's land-based squadrons once", 0, (flying[0],))
    return tuple(groups), air_in(r, flying[0], nation) if flying else Air(), nation


def split_versus(text: str) -> tuple[str, str]:
    """Return the two halves of ``A v B``. Raises :class:`TextError`."""
    halves = re.split(r"\s+(?:v|vs|vs\.|against)\s+", text.strip(), maxsplit=1)
    if len(halves) != 2:
        raise TextError(
            "write the two sides with 'v' between them",
            0,
            ("Germany BC 3 fast, DD 4 v Britain BB 4, DD 6",),
        )
    return halves[0], halves[1]


def default_side_of_nation(nation: str, default: str) -> str:
    """Return the side that a nation fights for by default, or *default*."""
    side = NATIONS[nation].side if nation in NATIONS else ""
    return side if side in ("Axis", "Allied") else default
