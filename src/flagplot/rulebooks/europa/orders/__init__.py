"""Orders, and their text forms, written as a player would say them."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import msgspec

from flagplot.rulebooks.europa.map import chart
from flagplot.rulebooks.europa.orders import phrasing
from flagplot.table import TextError
from flagplot.table.phrase import Phrase


class Move(msgspec.Struct, frozen=True, tag="move"):
    """Sail a group along hexes and hexsides; the words ``night`` and ``day`` in the path say how what follows is spent."""

    group: str
    path: tuple[str, ...]

    @property
    def places(self) -> tuple[str, ...]:
        """The hexes and hexsides of the path."""
        return chart.places(self.path)


class PutToSea(msgspec.Struct, frozen=True, tag="put-to-sea"):
    """Leave port without leaving the hex."""

    group: str


class EnterPort(msgspec.Struct, frozen=True, tag="enter-port"):
    """End the step's movement by going into the port of the hex."""

    group: str


class Wait(msgspec.Struct, frozen=True, tag="wait"):
    """Spend MPs without leaving the hex and without doing anything else."""

    group: str
    mps: int
    night: bool = False


class Combine(msgspec.Struct, frozen=True, tag="combine"):
    """Merge groups of one hex into one, called ``name``."""

    groups: tuple[str, ...]
    name: str


class Split(msgspec.Struct, frozen=True, tag="split"):
    """Take units out of a group into new groups; the units not named stay."""

    group: str
    parts: tuple[tuple[str, tuple[str, ...]], ...]
    """Pairs (name of the new group, its units)."""


class Work(msgspec.Struct, frozen=True, tag="work"):
    """An activity without cargo: ``mine``, ``sweep``, ``replenish``, ``air``, or what to prepare; by a unit, or a whole group."""

    activity: str
    who: str
    night: bool = False


class Load(msgspec.Struct, frozen=True, tag="load"):
    """Embark a cargo on a unit, at a ``port`` or a friendly ``beach``."""

    cargo: str
    unit: str
    at: str = "port"
    night: bool = False


class Land(msgspec.Struct, frozen=True, tag="land"):
    """Disembark a cargo at a ``port``, on a friendly ``beach`` or in an ``assault``."""

    cargo: str
    at: str = "port"
    night: bool = False


class Transfer(msgspec.Struct, frozen=True, tag="transfer"):
    """Shift a cargo from an NT into landing craft in the same hex."""

    cargo: str
    unit: str
    night: bool = False


class Hold(msgspec.Struct, frozen=True, tag="hold"):
    """Put a group in port in reserve, or (``on`` false) release it."""

    group: str
    on: bool = True


class Form(msgspec.Struct, frozen=True, tag="form"):
    """Say which units of a group are its screen; the others are the main body."""

    group: str
    screen: tuple[str, ...]


class Bombard(msgspec.Struct, frozen=True, tag="bombard"):
    """Open fire with a unit on the coast defence of a hex."""

    hex: str
    unit: str


class Done(msgspec.Struct, frozen=True, tag="done"):
    """Finish the step, or the reaction."""


class Pass(msgspec.Struct, frozen=True, tag="pass"):
    """Let an opportunity go."""


class Search(msgspec.Struct, frozen=True, tag="search"):
    """Search with everything (empty), or with these air units, airbases and at most one naval group, and all shore stations."""

    using: tuple[str, ...] = ()


class Activate(msgspec.Struct, frozen=True, tag="activate"):
    """Activate reserve groups in port."""

    groups: tuple[str, ...]


class Declare(msgspec.Struct, frozen=True, tag="declare"):
    """Declare how many NTs, LCs and LBs a found group has, within half either way."""

    number: int


class Attack(msgspec.Struct, frozen=True, tag="attack"):
    """Attack a found group from the air, from these airbases, at a class of target (empty: chance decides)."""

    bases: tuple[str, ...]
    target: str = ""


class Screen(msgspec.Struct, frozen=True, tag="screen"):
    """Prepare for a surface battle: the units of the screen (none: all in the main body)."""

    units: tuple[str, ...] = ()


class Fire(msgspec.Struct, frozen=True, tag="fire"):
    """Fire of one side in a battle round: pairs (unit, target); units not named hold fire."""

    shots: tuple[tuple[str, str], ...] = ()


Order = (
    Move | PutToSea | EnterPort | Wait | Combine | Split | Work | Load | Land | Transfer | Hold | Form | Bombard | Done
    | Pass | Search | Activate | Declare | Attack | Screen | Fire
)
ORDERS: tuple[type, ...] = (
    Move, PutToSea, EnterPort, Wait, Combine, Split, Work, Load, Land, Transfer, Hold, Form, Bombard, Done, Pass, Search,
    Activate, Declare, Attack, Screen, Fire,
)

TARGETS = ("task forces", "carriers", "transports")


def text(order: Any) -> str:
    """The text form of an order."""
    return _TEXT[type(order)](order)


def task(order: Any) -> str:
    """What an order pays for: its text without the light, since MPs spent by night and by day pay for one thing alike."""
    return text(msgspec.structs.replace(order, night=False))


def _night(order: Any) -> str:
    return " night" if order.night else ""


_VERB = {"mine": "lay mine with", "sweep": "sweep mine with", "replenish": "replenish", "air": "load air on"}
_TEXT: dict[type, Callable[[Any], str]] = {
    Move: lambda o: f"move {o.group} to {' '.join(o.path)}",
    PutToSea: lambda o: f"put {o.group} to sea",
    EnterPort: lambda o: f"enter port {o.group}",
    Wait: lambda o: f"wait {o.group} {o.mps} MPs{_night(o)}",
    Combine: lambda o: f"combine {' '.join(o.groups)} as {o.name}",
    Split: lambda o: f"split {o.group}: " + "; ".join(f"{' '.join(us)} as {n}" for n, us in o.parts),
    Work: lambda o: f"{_VERB.get(o.activity) or f'prepare {o.activity} with'} {o.who}{_night(o)}",
    Load: lambda o: f"embark {o.cargo} on {o.unit} at {o.at}{_night(o)}",
    Land: lambda o: (f"assault with {o.cargo}" if o.at == "assault" else f"disembark {o.cargo} at {o.at}") + _night(o),
    Transfer: lambda o: f"transfer {o.cargo} to {o.unit}{_night(o)}",
    Hold: lambda o: f"hold {o.group} in reserve" if o.on else f"release {o.group} from reserve",
    Form: lambda o: f"form {o.group}: screen {' '.join(o.screen) or 'none'}",
    Bombard: lambda o: f"bombard {o.hex} with {o.unit}",
    Done: lambda o: "done",
    Pass: lambda o: "pass",
    Search: lambda o: "search" + (f" with {' '.join(o.using)}" if o.using else ""),
    Activate: lambda o: f"activate {' '.join(o.groups)}",
    Declare: lambda o: f"declare {o.number}",
    Attack: lambda o: f"attack from {' '.join(o.bases)}" + (f" at {o.target}" if o.target else ""),
    Screen: lambda o: f"screen {' '.join(o.units) or 'none'}",
    Fire: lambda o: "fire " + "; ".join(f"{u} at {v}" for u, v in o.shots) if o.shots else "hold fire",
}

GRAMMAR: tuple[tuple[str, str], ...] = (
    ("move GROUP to PLACE PLACE ... [night PLACE ... day PLACE ...]", "move A to 33:1201 33:1202 night 33:1203"),
    ("sail GROUP to PLACE [via PLACE ...]", "sail A to Valletta"),
    ("put GROUP to sea", "put A to sea"),
    ("enter port GROUP", "enter port A"),
    ("wait GROUP NUMBER MPs [night]", "wait A 5 MPs"),
    ("combine GROUP GROUP ... [as NAME]", "combine A B as C"),
    ("split GROUP: UNIT UNIT as NAME [; UNIT as NAME]", "split A: TF-1 as B; NT-1 NT-2 as C"),
    ("lay mine with UNIT", "lay mine with TF-1"),
    ("sweep mine with UNIT", "sweep mine with TF-1"),
    ("replenish GROUP", "replenish A"),
    ("load air on UNIT", "load air on CG-1"),
    ("prepare quarter|half|full interdiction|gunfire with UNIT", "prepare half gunfire with TF-1"),
    ("embark CARGO on UNIT [at port|beach]", "embark INF-1 on NT-1 at port"),
    ("disembark CARGO [at port|beach]", "disembark INF-1 at beach"),
    ("assault with CARGO", "assault with INF-1"),
    ("transfer CARGO to UNIT", "transfer INF-1 to LC-1"),
    ("hold GROUP in reserve", "hold R in reserve"),
    ("release GROUP from reserve", "release R from reserve"),
    ("form GROUP: screen UNIT ...|none", "form A: screen TF-1"),
    ("bombard HEX with UNIT", "bombard 33:1204 with TF-1"),
    ("done", "done"),
    ("pass", "pass"),
    ("search [with AIR-UNIT|AIRBASE|GROUP ...]", "search with Elmas R"),
    ("activate GROUP ...", "activate R S"),
    ("declare NUMBER", "declare 5"),
    ("attack from AIRBASE ... [at task forces|carriers|transports]", "attack from Elmas at transports"),
    ("screen UNIT ...|none", "screen TF-1"),
    ("fire UNIT at UNIT [; UNIT at UNIT]", "fire TF-1 at TF-9; TF-2 at NT-1"),
    ("hold fire", "hold fire"),
)

Names = Callable[[str, str], str]
"""Resolve a name: (kind, what was typed) -> id. Kinds: group, unit, cargo, place, searcher, base; sheet (a group -> the sheet it
is on), shore (a place -> port or beach), guns (nothing -> the units that may fire in the battle under way).
Raises :class:`TextError`."""


def _said(raw: str) -> str:
    """An order in the words of the grammar, without commas and spare spaces."""
    return " ".join(phrasing.order(raw).replace(",", " ").split())


def parse(raw: str, names: Names) -> Any:
    """Read an order. Raises :class:`TextError` with what would be right."""
    said = _said(raw)
    for pattern, make in _FORMS:
        m = pattern.fullmatch(said)
        if m:
            return make(m, names)
    word = said.split(" ")[0].lower() if said else ""
    like = [g for g, _ in GRAMMAR if g.split(" ")[0] == word]
    reason = "an order is missing" if not said else f"{said!r} does not read like an order" + (
        f" to {word}" if like else "")
    raise TextError(reason, 0, like or [g for g, _ in GRAMMAR])


def _path(said: str, names: Names, sheet: str = "") -> tuple[str, ...]:
    out: list[str] = []
    said = re.sub(r"(?<=\d)-(?=\d)", " ", said)
    dark = re.fullmatch(r"(?:(?:by|at) night (?:to )?(?P<a>.+)|(?P<b>.+) (?:by|at) night)", said, re.IGNORECASE)
    if dark and "day" not in said.lower().split():
        said = f"night {dark['a'] or dark['b']}"
    if " via " in said:
        goal, by = said.split(" via ", 1)
        said = f"{by} {goal}"
    for word in said.split():
        lower = word.lower()
        if lower in chart.LIGHT:
            out.append(lower)
        elif lower in ("by", "then", "and", "to", "via"):
            continue
        elif chart.is_side(word):
            a, b = chart.banks(word)
            out.append(chart.side_id(names("place", a), names("place", b)))
            sheet = word.split(":")[0]
        elif re.fullmatch(r"\d{4}/\d{4}", word) and sheet:
            a, b = word.split("/")
            out.append(chart.side_id(names("place", f"{sheet}:{a}"), names("place", f"{sheet}:{b}")))
        elif re.fullmatch(r"\d{4}", word) and sheet:
            out.append(names("place", f"{sheet}:{word}"))
        else:
            out.append(names("place", word))
            sheet = word.split(":")[0] if ":" in word else sheet
    if not chart.places(out):
        raise TextError("say where to: hexes, hexsides or places", len(said), ["move A to 33:1201 33:1202"])
    return tuple(out)


def _move(m: re.Match[str], names: Names) -> Move:
    group = names("group", m["g"])
    return Move(group, _path(m["path"], names, names("sheet", group)))


def read_sail(raw: str, names: Names) -> tuple[str, tuple[str, ...]] | None:
    """The group and the places of ``sail GROUP to PLACE [via PLACE ...]``, whose gaps the table fills; else ``None``."""
    m = re.fullmatch(r"sail (?P<g>\S+) to (?P<path>.+)", _said(raw), re.IGNORECASE)
    if m is None:
        return None
    group = names("group", m["g"])
    return group, _path(m["path"], names, names("sheet", group))


def _split(m: re.Match[str], names: Names) -> Split:
    group = names("group", m["g"])
    parts = []
    for part in re.split(r"\s*;\s*|\s+and\s+", m["parts"]):
        p = re.fullmatch(r"(?P<us>.+?) (?:as|into) (?P<n>\S+)", part.strip())
        if p is None:
            raise TextError(f"{part!r} names no new group", 0, ["split A: TF-1 as B; NT-1 NT-2 as C"])
        parts.append((p["n"], tuple(names("unit", u) for u in p["us"].split())))
    return Split(group, tuple(p for p in parts if p[0] != group) or tuple(parts))


def _combine(m: re.Match[str], names: Names) -> Combine:
    groups = tuple(names("group", g) for g in m["gs"].split() if g.lower() not in ("and", "with"))
    return Combine(groups, m["n"] or groups[0])


def _fire(m: re.Match[str], names: Names) -> Fire:
    shots = []
    for part in re.split(r"\s*;\s*|\s+and\s+", m["shots"]):
        p = re.fullmatch(r"(\S+) at (\S+)", part.strip())
        if p is None:
            raise TextError(f"{part!r} names no target", 0, ["fire TF-1 at TF-9; TF-2 at NT-1"])
        guns = names("guns", "").split() if p[1].lower() in ("all", "everything") else [names("unit", p[1])]
        shots += [(gun, names("unit", p[2])) for gun in guns]
    return Fire(tuple(shots))


def _list(said: str, names: Names, kind: str) -> tuple[str, ...]:
    words = [w for w in said.split() if w.lower() not in ("and", "none", "nobody")]
    return tuple(dict.fromkeys(names(kind, w) for w in words))


def _at(m: re.Match[str], names: Names) -> str:
    said = (m["at"] or "port").lower()
    return said if said in ("port", "beach") else names("shore", m["at"])


def _target(said: str | None) -> str:
    if not said:
        return ""
    known = {"tf": TARGETS[0], "tfs": TARGETS[0], "task forces": TARGETS[0], "carriers": TARGETS[1],
             "cg": TARGETS[1], "cgs": TARGETS[1], "nts": TARGETS[2], "transports": TARGETS[2]}
    said = re.sub(r"^(?:the|any) ", "", said, flags=re.IGNORECASE)
    if said.lower() not in known:
        raise TextError(f"{said!r} is no class of target", 0, TARGETS)
    return known[said.lower()]


_SHORE = rf"(?P<at>port|beach|{chart.HEX}|(?!night)[A-Z]\w+)"
_N = r"(?P<night>(?: by| at)? night)?"


def _form(pattern: str) -> Phrase:
    return Phrase(pattern, re.IGNORECASE)


_FORMS: tuple[tuple[Phrase, Callable[[re.Match[str], Names], Any]], ...] = (
    (_form(r"(?:move|react)(?: with)? (?P<g>\S+)(?: to| via| along)? (?P<path>.+)"), _move),
    (_form(r"put (?P<g>\S+) to sea"), lambda m, n: PutToSea(n("group", m["g"]))),
    (_form(r"enter port(?: with)? (?P<g>\S+)|(?P<h>\S+) enters? port"),
     lambda m, n: EnterPort(n("group", m["g"] or m["h"]))),
    (_form(r"wait (?P<g>\S+) (?P<n>\d+)(?: MPs?)?" + _N), lambda m, n: Wait(n("group", m["g"]), int(m["n"]), bool(m["night"]))),
    (_form(r"combine (?P<gs>.+?)(?: (?:as|into) (?P<n>\S+))?"), _combine),
    (_form(r"split (?P<g>[^\s:]+)\s*:?\s+(?P<parts>.+)"), _split),
    (_form(r"lay (?:1 |a )?mine(?: point)? with (?P<g>\S+)" + _N),
     lambda m, n: Work("mine", n("unit", m["g"]), bool(m["night"]))),
    (_form(r"sweep (?:1 |a )?mine(?: point)? with (?P<g>\S+)" + _N),
     lambda m, n: Work("sweep", n("unit", m["g"]), bool(m["night"]))),
    (_form(r"replenish (?P<g>\S+)" + _N), lambda m, n: Work("replenish", n("group", m["g"]), bool(m["night"]))),
    (_form(r"load air on (?P<g>\S+)" + _N), lambda m, n: Work("air", n("unit", m["g"]), bool(m["night"]))),
    (_form(r"prepare (?P<w>quarter|half|full) (?:port )?(?P<k>interdiction|gunfire|NGS)(?: support)? with (?P<g>\S+)" + _N),
     lambda m, n: Work(f"{m['w'].lower()} {'interdiction' if m['k'].lower() == 'interdiction' else 'gunfire'}",
                       n("unit", m["g"]), bool(m["night"]))),
    (_form(r"embark (?P<c>\S+) on (?P<g>\S+)(?: (?:at|on|from)(?: the| a)?(?: friendly)? " + _SHORE + r")?" + _N),
     lambda m, n: Load(n("cargo", m["c"]), n("unit", m["g"]), _at(m, n), bool(m["night"]))),
    (_form(r"(?:disembark|unload|land) (?P<c>\S+)(?: (?:at|on|in)(?: the| a)?(?: friendly)? " + _SHORE + r")?" + _N),
     lambda m, n: Land(n("cargo", m["c"]), _at(m, n), bool(m["night"]))),
    (_form(r"assault with (?P<c>\S+)" + _N), lambda m, n: Land(n("cargo", m["c"]), "assault", bool(m["night"]))),
    (_form(r"transfer (?P<c>\S+) to (?P<g>\S+)" + _N),
     lambda m, n: Transfer(n("cargo", m["c"]), n("unit", m["g"]), bool(m["night"]))),
    (_form(r"hold fire"), lambda m, n: Fire()),
    (_form(r"hold (?P<g>\S+) in reserve"), lambda m, n: Hold(n("group", m["g"]))),
    (_form(r"release (?P<g>\S+)(?: from reserve)?"), lambda m, n: Hold(n("group", m["g"]), False)),
    (_form(r"form (?P<g>[^\s:]+)\s*:?\s+screen (?P<us>.+)"),
     lambda m, n: Form(n("group", m["g"]), _list(m["us"], n, "unit"))),
    (_form(r"bombard (?P<h>\S+) with (?P<g>\S+)"), lambda m, n: Bombard(n("place", m["h"]), n("unit", m["g"]))),
    (_form(r"done"), lambda m, n: Done()),
    (_form(r"pass"), lambda m, n: Pass()),
    (_form(r"search(?: with (?P<us>.+))?"), lambda m, n: Search(_list(m["us"] or "", n, "searcher"))),
    (_form(r"activate (?P<gs>.+)"), lambda m, n: Activate(_list(m["gs"], n, "group"))),
    (_form(r"declare (?P<n>\d+)"), lambda m, n: Declare(int(m["n"]))),
    (_form(r"attack from (?P<bs>.+?)(?: at (?P<t>.+))?"), lambda m, n: Attack(_list(m["bs"], n, "base"), _target(m["t"]))),
    (_form(r"screen (?P<us>.+)"), lambda m, n: Screen(_list(m["us"], n, "unit"))),
    (_form(r"fire (?P<shots>.+)"), _fire),
)
