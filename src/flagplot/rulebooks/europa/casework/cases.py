"""The casebook's own lines: positions in the words of the rules (``given``) and facts about them (``holds``).

The whole vocabulary with examples stands in ``docs/casebook-europa.md``.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from typing import Any

import msgspec

from flagplot.rulebooks.europa import orders
from flagplot.rulebooks.europa.casework import positions
from flagplot.rulebooks.europa.map import chart
from flagplot.rulebooks.europa.nouns import place
from flagplot.rulebooks.europa.rules import reading
from flagplot.rulebooks.europa.rules.movement import costs
from flagplot.rulebooks.europa.rules.movement.grouping import why_not_combine
from flagplot.rulebooks.europa.rules.special import night
from flagplot.rulebooks.europa.state import (
    Air,
    Campaign,
    Cargo,
    Defence,
    Group,
    Phase,
    Port,
    Unit,
    calendar,
    change,
    put_group,
    put_unit,
    replace,
)
from flagplot.rulebooks.europa.state.units import KINDS, kind_of_id
from flagplot.table import Ask, Single, TextError
from flagplot.table.phrase import Phrase

Given = Callable[[Campaign, re.Match[str]], Campaign]
SIDE = r"(?P<side>Allied|Axis)"
TERRAIN = {
    "all-sea": "sea", "sea": "sea", "all sea": "sea", "coastal": "coastal", "coast": "coastal", "land": "land",
    "all land": "land", "restricted": "restricted", "restricted waters": "restricted", "river": "river", "lake": "lake",
}
EDGES = {
    "full": "full", "full sea": "full", "partial": "partial", "partial sea": "partial", "land": "land", "all land": "land",
    "strait": "strait", "narrow strait": "strait", "narrow straits": "strait", "river": "river", "major river": "river",
    "great river": "river", "canal": "canal", "lake": "lake",
}
SIZES = {"minor": 1, "standard": 2, "major": 3, "great": 4}
MARKS = {
    "he": "he", "heavy equipment": "he", "with heavy equipment": "he", "motorized": "motorized", "c/m": "c/m",
    "cavalry": "cavalry", "armour": "armour", "armor": "armour", "intrinsic": "intrinsic",
    "intrinsically amphibious": "intrinsic", "lvt": "lvt", "in lvt": "lvt", "on lvt": "lvt", "mine": "mine",
    "mine point": "mine", "sp": "sp", "supply point": "sp", "srp": "srp", "infantry": "", "unit": "", "artillery": "he",
}
KIND_WORDS = {
    "submarine": "SUB", "submarines": "SUB", "task force": "TF", "carrier group": "CG", "carrier": "CG", "naval transport": "NT",
    "transport": "NT", "transport counter": "TC", "landing craft": "LC", "landing barge": "LB", "river flotilla": "RF",
    "torpedo boats": "MTB", "single ship": "SHIP", "ship": "SHIP",
}
NATIONS = {
    "german": "Germany", "italian": "Italy", "british": "Britain", "american": "USA", "us": "USA", "soviet": "USSR",
    "french": "France", "greek": "Greece", "dutch": "Netherlands", "polish": "Poland", "finnish": "Finland",
}
NATIONS |= {nation.lower(): nation for nation in NATIONS.values()}
NUMBERS = {"one": 1, "two": 2, "three": 3, "no": 0}


def given(state: Campaign, line: str) -> Campaign:
    """Put one line of a position on the board. Raises :class:`TextError`."""
    try:
        return _put(state, line)
    except TextError as problem:
        plain = positions.lines(line)
        if not plain or plain == (line,):
            raise
        try:
            for each in plain:
                state = _put(state, each)
        except TextError:
            raise problem from None
        return state


def _put(state: Campaign, line: str) -> Campaign:
    """Put one line in the casebook's own words on the board."""
    said = _side_last(" ".join(line.split()))
    for pattern, put in _GIVEN:
        m = pattern.fullmatch(said)
        if m:
            try:
                return put(state, m)
            except (KeyError, ValueError) as e:
                if isinstance(e, TextError):
                    raise
                raise TextError(f"{line!r}: {e.args[0] if e.args else e}", 0) from None
    word = said.split(" ")[0]
    raise TextError(f"the position line {line!r} is not understood", 0,
                    [g for g in GRAMMAR if g.startswith(word)] or list(GRAMMAR))


def implied(line: str, field: str) -> bool:
    """What lines settle as a matter of course: whose a hex is and what ground, for a port, a coast defence or Gibraltar in it."""
    said = re.match(r"(?:Allied|Axis)?\s*(?:hex|owner|terrain)", line.strip(), re.IGNORECASE)
    return field in ("owners", "terrain") and said is None


USUAL = {
    "search": "pass", "activate": "pass", "attack": "pass", "reaction": "done", "screen": "screen none", "fire": "hold fire",
    "battle": "decline", "join": "nobody", "coast-fire": "hold fire", "return-fire": "hold fire",
}
"""What a case means when it says nothing about a question; choices without an entry take the first option (a
submarine's target must be named)."""


def usual(state: Campaign, request: Single) -> str:
    """The answer a case means when it does not answer a question: to pass, to hold fire, to tell the truth."""
    if request.kind == "declare":
        return f"declare {dict(request.about)['most']}"
    if request.kind in USUAL:
        return USUAL[request.kind]
    return str(request.options[0]) if isinstance(request, Ask) and request.kind != "torpedo" else ""


LOOKOUT = ("search", "activate", "attack")
"""Questions about a group seen on its way, which may stand before an order of the same side in its reaction, or after it."""


def later(state: Campaign, request: Single, text: str) -> bool:
    """True when an order answers another question about what is under way than the one asked now, which is let pass."""
    kinds = {"screen": ("screen", "fire")}.get(request.kind, (*LOOKOUT, "reaction"))
    if request.kind not in kinds:
        return False
    try:
        order = reading.read(text, state, request.side)
    except TextError:
        return False
    belongs = orders.L.belongs(order)
    return request.kind not in belongs and any(kind in belongs for kind in kinds)


def _side_last(said: str) -> str:
    """A line that names its side first (``Axis group R at ...``) as the table's own order of words has it."""
    m = re.fullmatch(r"(Allied|Axis) (group|port|air|cargo) ([^\s,:]+),? (.+)", said)
    if m:
        rest = m[4]
        if m[2] == "port":
            hex, _, more = rest.removeprefix("at ").partition(" ")
            return f"port {m[3]} at {hex.rstrip(',')}, {m[1]}, {more.lstrip(', ')}".rstrip(", ")
        return f"{m[2]} {m[3]} {m[1]} {rest}"
    kinds = "coast defence|CD|ground units?|ZOC|mines|(?:port )?interdiction|danger zone|anti-shipping|unit"
    m = re.fullmatch(rf"(Allied|Axis) ({kinds}) (.+)", said)
    return f"{m[2]} {m[1]} {m[3]}" if m else said


def ready(state: Campaign, side: str, text: str) -> Campaign:
    """The position of a case when *side* gives its first order out of turn and the position left it open.

    A group in reserve, activated or marked reacts; so does any, when the position named whose player-turn it is. Else the
    side is made the phasing one.
    """
    if state.scenario or side not in state.sides or side == state.phasing or state.segment != "move":
        return state
    try:
        order = reading.read(text, state, side)
    except TextError:
        return state
    if "movement" not in orders.L.belongs(order):
        return state
    group = state.groups.get(getattr(order, "group", ""))
    reacts = group is not None and (group.reserve or group.activated or group.marker > 0)
    if reacts or "case-turn" in state.facts:
        return replace(state, segment="reaction", facts={**state.facts, "case-reaction": "yes"})
    plan = tuple(msgspec.structs.replace(p, side=state.other(p.side)) for p in state.plan)
    return replace(state, plan=plan)


def _hexes(state: Campaign, said: str) -> tuple[str, ...]:
    return tuple(place(state, w) for w in said.replace(",", " ").replace(" and ", " ").split())


# ------------------------------------------------------------------ notes of a line
Notes = tuple[tuple[Phrase, Callable[[re.Match[str]], dict[str, Any]]], ...]
"""What the notes of a line may say, and the fields they set."""


def _any(pattern: str) -> Phrase:
    return Phrase(pattern, re.IGNORECASE)


def _noted(said: str, rows: Notes, what: str, examples: list[str]) -> dict[str, Any]:
    """The fields that notes parted by commas set. Raises :class:`TextError` for a note that no row reads."""
    fields: dict[str, Any] = {}
    for note in filter(None, (n.strip() for n in said.split(","))):
        found = next(((read, m) for phrase, read in rows if (m := phrase.fullmatch(note))), None)
        if found is None:
            raise TextError(f"{note!r} is nothing {what}", 0, examples)
        read, m = found
        fields |= read(m)
    return fields


# ------------------------------------------------------------------ time
def _turn(s: Campaign, m: re.Match[str]) -> Campaign:
    turn = calendar.turn(m["turn"])
    side = m["side"] or s.phasing
    steps = int(m["steps"]) if m["steps"] else s.plan[s.at].steps
    other = s.other(side)
    plan = (Phase(side, turn, steps), Phase(other, calendar.following(turn), steps),
            Phase(side, calendar.following(turn), steps), Phase(other, calendar.following(calendar.following(turn)), steps))
    return replace(s, plan=plan, at=0, step=int(m["step"] or 1), segment="move", facts={**s.facts, "case-turn": turn})


def _step(s: Campaign, m: re.Match[str]) -> Campaign:
    return replace(s, step=int(m["n"]))


def _steps(s: Campaign, m: re.Match[str]) -> Campaign:
    return replace(s, plan=tuple(msgspec.structs.replace(p, steps=int(m["n"])) for p in s.plan))


def _segment(s: Campaign, m: re.Match[str]) -> Campaign:
    return replace(s, segment="reaction", facts={**s.facts, "case-reaction": "yes"})


def _start_of_step(s: Campaign, m: re.Match[str]) -> Campaign:
    return replace(s, step=int(m["n"]) - 1, segment="start")


# ------------------------------------------------------------------ map
def _terrain(s: Campaign, m: re.Match[str]) -> Campaign:
    kind = TERRAIN[m["kind"].lower()]
    hexes = _hexes(s, m["hexes"])
    s = replace(s, terrain={**s.terrain, **dict.fromkeys(hexes, kind)})
    if m["side"]:
        s = replace(s, owners={**s.owners, **dict.fromkeys(hexes, m["side"])})
    return s


def _owner(s: Campaign, m: re.Match[str]) -> Campaign:
    side = "" if m["side"] in ("nobody", "neutral") else m["side"]
    hexes = _hexes(s, m["hexes"])
    ports = {h: msgspec.structs.replace(p, owner=side) if h in hexes else p for h, p in s.ports.items()}
    return replace(s, owners={**s.owners, **dict.fromkeys(hexes, side)}, ports=ports)


def _edge(s: Campaign, m: re.Match[str]) -> Campaign:
    a, b = chart.banks(m["sideid"])
    one, two = place(s, a), place(s, b)
    if not chart.touch(one, two):
        raise TextError(f"{a} and {b} do not touch: {a} touches {', '.join(chart.neighbours(a))}", 0)
    return replace(s, hexsides={**s.hexsides, chart.side_id(one, two): EDGES[m["kind"].lower()]})


def _zone(s: Campaign, m: re.Match[str]) -> Campaign:
    return replace(s, zones={**s.zones, **{h: m["zone"].strip() for h in _hexes(s, m["hexes"])}})


def _weather(s: Campaign, m: re.Match[str]) -> Campaign:
    where = (m["zone"] or "").strip()
    zone = s.zone(place(s, where)) if chart.is_hex(where) else where
    return replace(s, weather={**s.weather, zone: m["sea"].lower()})


_OWNERS = "Allied|Axis|Vichy|neutral"
_PORT: Notes = (
    (Phrase(_OWNERS), lambda m: {"owner": m[0]}),
    (_any(rf"({'|'.join(SIZES)})(?: port)?"), lambda m: {"size": SIZES[m[1].lower()]}),
    (_any(r"size\D*(\d+).*"), lambda m: {"size": int(m[1])}),
    (_any(r"(?:naval )?base"), lambda m: {"base": True}),
    (_any(r"inland"), lambda m: {"inland": True}),
    (_any(r"not functioning|closed"), lambda m: {"works": False}),
    (_any(r"(?:CD|coast defence)\D*(\d+).*"), lambda m: {"level": int(m[1])}),
    (_any(r"(blockade|oil)\D*(\d+).*"), lambda m: {m[1].lower(): int(m[2])}),
)


def _port(s: Campaign, m: re.Match[str]) -> Campaign:
    hex = place(s, m["hex"])
    has = _noted(m["rest"], _PORT, "a port has",
                 ["Axis", "size 2", "standard", "naval base", "inland", "CD 2", "blockade level 1", "oil 5"])
    level = has.pop("level", 0)
    port = Port(m["name"], hex, has.pop("owner", ""), **has)
    terrain = s.terrain if hex in s.terrain else {**s.terrain, hex: "land" if port.inland else "coastal"}
    s = replace(s, ports={**s.ports, hex: port}, terrain=terrain, owners={**s.owners, hex: port.owner})
    if level:
        s = replace(s, defences={**s.defences, hex: Defence(hex, port.owner, level)})
    return s


def _defence(s: Campaign, m: re.Match[str]) -> Campaign:
    hex = place(s, m["hex"])
    terrain = s.terrain if hex in s.terrain else {**s.terrain, hex: "coastal"}
    owners = s.owners if hex in s.owners else {**s.owners, hex: m["side"]}
    return replace(s, defences={**s.defences, hex: Defence(hex, m["side"], int(m["n"]), int(m["hits"] or 0))},
                   terrain=terrain, owners=owners)


def _troops(s: Campaign, m: re.Match[str]) -> Campaign:
    return replace(s, troops=(*s.troops, *((m["side"], h) for h in _hexes(s, m["hexes"]))))


def _raiders(s: Campaign, m: re.Match[str]) -> Campaign:
    return replace(s, raiders=(*s.raiders, *((m["side"], h) for h in _hexes(s, m["hexes"]))))


def _zoc(s: Campaign, m: re.Match[str]) -> Campaign:
    kinds = {"partial": ("partial",), "full": ("full",), "double": ("full", "full")}[m["kind"]]
    return replace(s, zoc=(*s.zoc, *((m["side"], h, k) for h in _hexes(s, m["hexes"]) for k in kinds)))


def _interdiction(s: Campaign, m: re.Match[str]) -> Campaign:
    return replace(s, interdiction={**s.interdiction, place(s, m["hex"]): (m["side"], int(m["n"]))})


def _blockade(s: Campaign, m: re.Match[str]) -> Campaign:
    hex = place(s, m["hex"])
    return replace(s, ports={**s.ports, hex: msgspec.structs.replace(s.ports[hex], blockade=int(m["n"]))})


def _mines(s: Campaign, m: re.Match[str]) -> Campaign:
    return replace(s, mines={**s.mines, place(s, m["hex"]): (m["side"], int(m["n"]))})


def _danger(s: Campaign, m: re.Match[str]) -> Campaign:
    return replace(s, danger={**s.danger, **dict.fromkeys(_hexes(s, m["hexes"]), m["side"])})


def _gibraltar(s: Campaign, m: re.Match[str]) -> Campaign:
    hex = place(s, m["hex"])
    terrain = s.terrain if hex in s.terrain else {**s.terrain, hex: "coastal"}
    passage = s.gibraltar_passage
    if m["side"]:
        s = replace(s, owners={**s.owners, hex: m["side"]})
        passage = m["side"]
    elif hex not in s.owners:
        s = replace(s, owners={**s.owners, hex: "Allied"})
    return replace(s, gibraltar=hex, terrain=terrain, gibraltar_passage=passage)


# ------------------------------------------------------------------ forces
_UNIT = re.compile(r"(?P<id>[\w.-]+)(?: (?P<n>\d+))?(?: \((?P<more>[^)]*)\))?(?: \"(?P<name>[^\"]*)\")?")


_OF_UNIT: Notes = (
    (_any("|".join((*KINDS, *KIND_WORDS))), lambda m: {"kind": KIND_WORDS.get(m[0].lower(), m[0].upper())}),
    (_any(r"hit\D*(\d*).*|\D*(\d*).*hits"), lambda m: {"hits": int(m[1] or m[2] or 0)}),
    (_any(r"(?=.*allowance|ma\b|.*\bmps?$)\D*(\d+).*"), lambda m: {"allowance": int(m[1])}),
    (_any(r"reverse\D*(\d+).*"), lambda m: {"reverse": int(m[1])}),
    (_any(r"flipped"), lambda m: {"flipped": True}),
    (_any("|".join(NATIONS)), lambda m: {"nation": NATIONS[m[0].lower()]}),
)
USUAL_STRENGTH = {"TF": 6, "NT": 2, "TC": 2}
"""The strength of a unit whose line gives none; 1 for kinds that are not listed."""


def unit_of(said: str, side: str) -> Unit:
    """A unit as a position names it: ``TF-1 12 (hits 5, allowance 30, German)``."""
    m = _UNIT.fullmatch(said.strip())
    if m is None:
        raise TextError(f"{said!r} is no unit: id, strength and notes, as in TF-1 12 (hits 5)", 0)
    has = _noted(m["more"] or "", _OF_UNIT, "a unit has", ["hits 5", "allowance 30", "reverse 6", "flipped", "German"])
    kind = has.pop("kind", None) or kind_of_id(m["id"])
    strength = int(m["n"]) if m["n"] else USUAL_STRENGTH.get(kind, 1)
    return Unit(m["id"], side, kind, strength, m["name"] or "", **has)


_OF_GROUP: Notes = (
    (_any(r"(?:in )?port"), lambda m: {"where": "port"}),
    (_any(r"at sea"), lambda m: {"where": "sea"}),
    (_any(r"(?:in )?reserve"), lambda m: {"reserve": True}),
    (_any(r"activated"), lambda m: {"activated": True}),
)


def _group(s: Campaign, m: re.Match[str]) -> Campaign:
    side = m["side"]
    units = [unit_of(u, side) for u in re.split(r",\s*(?![^()]*\))", m["units"])]
    at, river = m["place"], ""
    if chart.is_side(at):
        a, b = chart.banks(at)
        river = chart.side_id(place(s, a), place(s, b))
    hex = chart.banks(river)[0] if river else place(s, at)
    notes = re.sub(r"\s+(?=in port|at sea|reserve|in reserve|activated)", ",", m["notes"] or "")
    flags = _noted(notes, _OF_GROUP, "a group is", ["at sea", "in port", "reserve", "activated"])
    where = flags.pop("where", "riverine" if river else "port" if m["berth"] else "sea")
    once(s.groups, m["id"], "group")
    dry = s.ground(hex) == "land" and all(s.edge(hex, other) == "land" for other in chart.neighbours(hex))
    if where == "sea" and hex not in s.ports and dry:
        raise TextError(f"{hex} is a land hex: no naval group stands there", m.start("place"), ["a hex with sea, a port"])
    for u in units:
        if u.id in s.units and (s.group_of(u.id) is not None or s.units[u.id].lost):
            raise TextError(f"{u.id} is on the board already: a unit stands in one group", 0)
        s = put_unit(s, u)
    alone = [Group(u.id, side, (u.id,), hex, where, river) for u in units]
    barred = why_not_combine(s, alone) if len(alone) > 1 else None
    if barred is not None:
        raise TextError(f"no order could make this group: {barred.clause} {barred.code} [{', '.join(barred.culprits)}]", 0)
    if where == "port" and hex not in s.ports:
        s = replace(s, ports={**s.ports, hex: Port(hex, hex, side)}, terrain={**s.terrain, hex: "coastal"},
                    owners={**s.owners, hex: side})
    g = Group(m["id"], side, tuple(u.id for u in units), hex, where, river, started=hex, **flags)
    return put_group(s, g)


def once(there: Mapping[str, object], id: str, what: str) -> None:
    """Raise ``TextError`` for a second line that puts the same thing on the board."""
    if id in there:
        raise TextError(f"{what} {id} is on the board already: say all of it in one line", 0)


def _loose_unit(s: Campaign, m: re.Match[str]) -> Campaign:
    unit = unit_of(m["unit"], m["side"])
    once(s.units, unit.id, "unit")
    return put_unit(s, unit)


def _known(s: Campaign, id: str) -> Group:
    if id not in s.groups:
        raise TextError(f"there is no group {id!r}", 0, sorted(s.groups))
    return s.groups[id]


def _set(**fields: Callable[[re.Match[str]], Any]) -> Given:
    def put(s: Campaign, m: re.Match[str]) -> Campaign:
        _known(s, m["id"])
        return change(s, m["id"], **{k: f(m) for k, f in fields.items()})

    return put


def _spent(s: Campaign, m: re.Match[str]) -> Campaign:
    return _use(s, _known(s, m["id"]), int(m["n"]))


def _has_left(s: Campaign, m: re.Match[str]) -> Campaign:
    g = _known(s, m["id"])
    return _use(s, g, max(0, costs.allowance(s, g) - int(m["n"])))


def _use(s: Campaign, g: Group, n: int) -> Campaign:
    return change(s, g.id, spent=n, log=g.log or ((("day", n),) if n else ()))


def _part_paid(s: Campaign, m: re.Match[str]) -> Campaign:
    g = _known(s, m["id"])
    order = reading.read(m["order"], s, g.side)
    return change(s, g.id, task=orders.task(order), paid=int(m["n"]))


def _in_zone(s: Campaign, m: re.Match[str]) -> Campaign:
    g = _known(s, m["id"])
    return change(s, g.id, zones=tuple(sorted({**dict(g.zones), place(s, m["hex"]): int(m["n"])}.items())))


def _spending(s: Campaign, m: re.Match[str]) -> Campaign:
    g = _known(s, m["id"])
    for part in re.findall(r"(\d+) (?:MPs? )?by (day|night)", m["how"]):
        g = night.spend(g, int(part[0]), part[1] == "night")
    return put_group(s, g)


def _cargo(s: Campaign, m: re.Match[str]) -> Campaign:
    marks = []
    for note in filter(None, re.split(r"\s*,\s*", m["what"] or "")):
        word = note.lower()
        if word not in MARKS:
            raise TextError(f"{note!r} is nothing cargo is", 0, sorted(MARKS))
        if MARKS[word] and MARKS[word] not in marks:
            marks.append(MARKS[word])
    at = m["at"]
    side = m["side"]
    once(s.cargo, m["id"], "cargo")
    if at in s.units:
        return replace(s, cargo={**s.cargo, m["id"]: Cargo(m["id"], side or s.units[at].side, tuple(marks), at)})
    return replace(s, cargo={**s.cargo, m["id"]: Cargo(m["id"], side or s.phasing, tuple(marks), "", place(s, at))})


_OF_AIR: Notes = (
    (_any(r"(?:naval )?(patrol|strike)"), lambda m: {"mission": m[1].lower()}),
    (_any(r"(?:naval |air |naval air )?escort"), lambda m: {"mission": "escort"}),
    (_any(r"cap"), lambda m: {"mission": "cap"}),
    (_any(r"no mission|idle"), lambda m: {"mission": "none"}),
    (_any(r"range\D*(\d+).*"), lambda m: {"reach": int(m[1])}),
    (_any(r"strength(\D*)(\d+)(.*)"),
     lambda m: {"strength": int(m[2]), **({"torpedo": True} if "torpedo" in (m[1] + m[3]).lower() else {})}),
    (_any(r"torpedo(?:es)?"), lambda m: {"torpedo": True}),
    (_any(r"on (\S+)"), lambda m: {"carrier": m[1]}),
    (_any(r"x|inop"), lambda m: {"marker": m[0].capitalize()}),
    (Phrase(r"at (\S+)(?: (\S+))?"), lambda m: {"base": m[1], "place": m[2] or m[1]}),
)


def _air(s: Campaign, m: re.Match[str]) -> Campaign:
    has = {"strength": 0, "reach": 20, **_noted(
        m["rest"], _OF_AIR, "an air unit has",
        ["naval patrol", "escort", "range 20", "strength 6", "torpedo", "at Elmas 33:1210"])}
    once(s.air, m["id"], "air unit")
    carrier = has.get("carrier", "")
    if carrier and carrier not in s.units:
        raise TextError(f"there is no unit {carrier!r} to fly from", 0, sorted(s.units))
    ship = s.group_of(carrier) if carrier else None
    hex = place(s, has.pop("place")) if "place" in has else ship.hex if ship else ""
    if not hex:
        raise TextError("say where the air unit is based: at 33:1210, or at NAME HEX", 0)
    return replace(s, air={**s.air, m["id"]: Air(m["id"], m["side"], has.pop("base", carrier), hex, **has)})


def _screen_of(s: Campaign, m: re.Match[str]) -> Campaign:
    _known(s, m["id"])
    return change(s, m["id"], screen=tuple(w for w in m["units"].replace(",", " ").split() if w != "none"))


def _fact(s: Campaign, m: re.Match[str]) -> Campaign:
    return replace(s, facts={**s.facts, m["key"]: m["value"]})


def _n(m: re.Match[str]) -> int:
    return int(m["n"]) if m["n"].isdecimal() else NUMBERS[m["n"].lower()]


def _re(pattern: str) -> Phrase:
    return Phrase(pattern)


_HEXES = r"(?P<hexes>.+?)"
_ID = r"(?P<id>[\w.-]+)"
_GIVEN: tuple[tuple[Phrase, Given], ...] = (
    (_re(r"turn (?P<turn>[A-Z][a-z]+\.? \S+ \d+|[A-Z][a-z]+ \d+,? \d+)(?:, (?P<side>Allied|Axis) player-turn)?"
         r"(?:, step (?P<step>\d+))?(?: of (?P<steps>\d+))?"), _turn),
    (_re(r"step (?P<n>\d+)"), _step),
    (_re(r"steps (?P<n>\d+)"), _steps),
    (_re(r"reaction segment"), _segment),
    (_re(r"start of step (?P<n>\d+)"), _start_of_step),
    (_re(r"hex(?:es)? " + _HEXES + r" (?P<kind>all-sea|all sea|sea|coastal|coast|all land|land|restricted waters|restricted"
         r"|river|lake)(?:,? (?P<side>Allied|Axis))?"), _terrain),
    (_re(r"owner " + _HEXES + r" (?P<side>Allied|Axis|Vichy|neutral|nobody)"), _owner),
    (_re(r"hexside (?P<sideid>\S+) (?P<kind>[a-z ]+)"), _edge),
    (_re(r"sea zone (?P<zone>[\w -]+?): " + _HEXES), _zone),
    (_re(r"weather (?P<sea>calm|rough|stormy)(?: in (?P<zone>.+))?"), _weather),
    (_re(rf"port (?P<name>\S+) at (?P<hex>{chart.HEX}),? ?(?P<rest>.*)"), _port),
    (_re(r"(?:CD|coast defence) " + SIDE + r" (?P<n>\d+) at (?P<hex>\S+?)(?:,? (?P<hits>\d+) hits?)?"), _defence),
    (_re(r"ground units? " + SIDE + r" at " + _HEXES), _troops),
    (_re(r"anti-shipping(?: forces)? " + SIDE + r" at " + _HEXES), _raiders),
    (_re(r"ZOC " + SIDE + r" (?P<kind>partial|full|double) at " + _HEXES), _zoc),
    (_re(r"(?:port )?interdiction " + SIDE + r",?(?: level)? (?P<n>\d+) at (?P<hex>\S+)"), _interdiction),
    (_re(r"blockade level (?P<n>\d+) at (?P<hex>\S+)"), _blockade),
    (_re(r"mines " + SIDE + r" (?P<n>\d+) at (?P<hex>\S+)"), _mines),
    (_re(r"mines at (?P<hex>[^\s,]+),? " + SIDE + r",? (?P<n>\d+)"), _mines),
    (_re(r"(?P<n>\d+) " + SIDE + r" mines? at (?P<hex>\S+)"), _mines),
    (_re(r"(?:port )?interdiction(?: level)? (?P<n>\d+) at (?P<hex>[^\s,]+),? " + SIDE), _interdiction),
    (_re(r"danger zone " + SIDE + r" at " + _HEXES), _danger),
    (_re(r"Gibraltar at (?P<hex>\S+?)(?:,? (?P<side>Allied|Axis))?"), _gibraltar),
    (_re(r"group (?P<id>\S+?),? " + SIDE + r" (?:at|(?P<berth>in port at)|on) (?P<place>[^\s,:]+(?::\d{4}(?:/\S*?\d{4})?)?),?"
         r"(?P<notes>(?:,? ?(?:in port|at sea|in reserve|reserve|activated))*): (?P<units>.+)"), _group),
    (_re(r"unit " + SIDE + r" (?P<unit>.+)"), _loose_unit),
    (_re(_ID + r" (?:has )?spent (?P<how>\d+ (?:MPs? )?by (?:day|night).*)"), _spending),
    (_re(_ID + r" (?:has )?spent (?P<n>\d+)(?: MPs?)?"), _spent),
    (_re(_ID + r" has (?P<n>\d+)(?: MPs?)? left"), _has_left),
    (_re(_ID + r" (?:has )?paid (?P<n>\d+)(?: MPs?)?(?::| for| towards?| to) (?P<order>.+)"), _part_paid),
    (_re(_ID + r" (?:has )?spent (?P<n>\d+)(?: MPs?)? in the (?:combat )?zone of (?:CD )?(?P<hex>\S+)"), _in_zone),
    (_re(_ID + r" (?:has a |is in a )?night block (?:of )?(?P<n>[0-4])"),
     _set(night_block=_n, night_spent=_n, dark=lambda m: m["n"] > "0")),
    (_re(_ID + r" (?:is )?(?:screened|in protected waters)"), _set(screened=lambda m: True, moved=lambda m: True)),
    (_re(_ID + r" (?:is )?counted as moved"), _set(idle=lambda m: True)),
    (_re(_ID + r" (?:was )?found from the air"), _set(found=lambda m: True, spotted=lambda m: True)),
    (_re(_ID + r" (?:is )?(?:(?P<sea>at sea)|in port)"), _set(where=lambda m: "sea" if m["sea"] else "port")),
    (_re(_ID + r" (?:has )?spent (?P<n>\d+) night MPs this phase"), _set(night_spent=_n)),
    (_re(_ID + r" (?:has )?spent (?P<n>\d+) day MPs since its night block"), _set(day_since=_n)),
    (_re(_ID + r" (?:is )?in reserve"), _set(reserve=lambda m: True)),
    (_re(_ID + r" (?:is )?activated(?: by (?P<by>\S+))?"), _set(activated=lambda m: True, called_by=lambda m: m["by"] or "")),
    (_re(_ID + r" has (?:a )?-(?P<n>\d+) [Ss]tep(?: marker)?"), _set(marker=_n)),
    (_re(_ID + r" (?:was )?found"), _set(found=lambda m: True, seen=lambda m: True)),
    (_re(_ID + r" (?:has )?moved"), _set(moved=lambda m: True)),
    (_re(_ID + r" came from (?P<hex>\S+)"), _set(came_from=lambda m: m["hex"])),
    (_re(_ID + r" screen (?P<units>.+)"), _screen_of),
    (_re(r"cargo (?P<id>\S+?)(?: (?P<side>Allied|Axis))? (?:on|at) (?P<at>[^\s:]+(?::\d{4})?)(?:[:,] ?(?P<what>.+))?"), _cargo),
    (_re(r"air (?P<id>\S+?),? " + SIDE + r",? (?P<rest>.+)"), _air),
    (_re(r"fact (?P<key>\S+) (?P<value>.+)"), _fact),
)

GRAMMAR = (
    "turn Aug I 42, Allied player-turn, step 1 of 5", "step 2", "steps 6", "reaction segment", "start of step 2",
    "hex 33:1204 coastal Axis", "owner 33:1204 33:1205 Axis", "hexside 33:1223/1224 narrow strait",
    "sea zone Adriatic: 33:1201 33:1202", "weather rough in Adriatic", "port Bari at 33:1204, Axis, standard, naval base, CD 2",
    "coast defence Axis 3 at 33:1204", "ground unit Axis at 33:1204", "ZOC Axis full at 33:1204", "anti-shipping Axis at 33:1204",
    "interdiction Axis level 2 at 33:1204", "blockade level 2 at 33:1204", "mines Axis 2 at 33:1204",
    "danger zone Axis at 33:1204", "Gibraltar at 33:1204, Allied", "group A Allied at 33:1201: TF-1 12, NT-1 2 (hits 1)",
    "group R Axis at 33:1210, in port, reserve: TF-9 8", "unit Allied TF-3 6", "A spent 6 MPs",
    "A spent 5 by day, 2 by night", "A spent 25 night MPs this phase", "A spent 4 day MPs since its night block",
    "A in reserve", "A activated by B", "A has -1 Step", "A found", "A moved", "A came from 33:1201", "A screen TF-1",
    "cargo INF-1 on NT-1: infantry, heavy equipment", "air A-1 Axis naval patrol, at Elmas 33:1210, range 20, strength 6",
)
