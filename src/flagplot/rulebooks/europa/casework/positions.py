"""Lines of a position as people write them, put into the casebook's own words.

Markers (a coast defence, mines, a ZOC ...) are read by what they name, in any order: a side, hexes, a number, and the words
that tell which marker it is. Groups, ports, cargo and air units are brought into their one form.
"""

from __future__ import annotations

import re
from collections.abc import Callable

import msgspec

from flagplot.rulebooks.europa.map.chart import HEX
from flagplot.table.phrase import Phrase, rewritten

EDGE = rf"{HEX}/(?:{HEX}|\d{{4}})"
SIDES = ("Allied", "Axis")
FILLERS = frozenset((
    "a", "an", "the", "at", "in", "of", "on", "by", "with", "is", "are", "and", "marker", "markers", "points", "point",
    "level", "levels", "strength", "hex", "hexes", "hexside", "owned", "exerted", "all", "sea", "seas", "state",
    "conditions", "weather", "condition", "for", "to", "group", "forces", "force", "belt", "flying", "unit", "units",
))
COUNTS = {"one": 1, "two": 2, "three": 3, "four": 4}


def lines(line: str) -> tuple[str, ...]:
    """The line in the casebook's words, as one line or several; empty when it is of no kind known here."""
    said = " ".join(line.split()).rstrip(".")
    for write in (_clock, _group, _port, _air, _cargo, _hexes_first, _record, _marker):
        found = write(said)
        if found:
            return found
    return ()


# ------------------------------------------------------------------ time
def _clock(said: str) -> tuple[str, ...]:
    m = re.fullmatch(r"(?:turn (?P<turn>[A-Z][a-z]+\.? \S+ \d+),?)? ?"
                     r"(?:(?P<side>Allied|Axis)(?: (?:player[- ]?)?turn| phasing| player| is phasing)?,?)? ?"
                     r"(?:(?:naval movement )?step (?P<step>\d+))?(?: of (?P<steps>\d+))?", said)
    if m is None or not (m["turn"] or m["side"] or m["step"]):
        return ()
    step = (f", step {m['step']}" if m["step"] else "") + (f" of {m['steps']}" if m["steps"] else "")
    if m["side"]:
        return (f"turn {m['turn'] or 'Aug I 42'}, {m['side']} player-turn{step}",)
    if m["turn"]:
        return (f"turn {m['turn']}{step}",)
    return ((f"steps {m['steps']}",) if m["steps"] else ()) + (f"step {m['step']}",)


# ------------------------------------------------------------------ groups and their records
_NOTES = (
    (Phrase(r"found"), "{id} found"), (Phrase(r"moved"), "{id} moved"),
    (Phrase(r"(?:with )?(?:a )?-(\d+) [Ss]tep(?: marker)?"), "{id} has -{0} Step"),
    (Phrase(r"(?:has )?spent (\d+)(?: MPs?)?"), "{id} spent {0} MPs"),
    (Phrase(r"(\d+) MPs? spent"), "{id} spent {0} MPs"),
    (Phrase(r"screen (.+)"), "{id} screen {0}"),
)
"""Notes of a group's line that are lines of their own."""


def _group(said: str) -> tuple[str, ...]:
    m = re.fullmatch(
        r"(?:(?P<early>reserve|activated) )?(?:naval )?group (?P<id>[^\s,(:]+),? \(?(?P<side>Allied|Axis)\)?,? "
        r"(?P<place>(?:(?:is |lies )?(?:at sea|in port|in reserve|in|at|on)\b ?)+(?P<at>[^\s,:]+(?::\d{4})?(?:/\S*?\d{4})?))"
        r"(?P<notes>,?[^:]*?)(?:: ?| with | of )(?P<units>.+)",
        _side_second(said, r"(?:(?:reserve|activated) )?(?:naval )?group"))
    if m is None:
        return ()
    where = "in port" if "in port" in m["place"] or re.search(r"\bin [A-Z][a-z]", m["place"]) else ""
    where = "at sea" if "at sea" in m["place"] else where
    notes = [where, "reserve" if "in reserve" in m["place"] else "", m["early"] or ""]
    more: list[str] = []
    for note in filter(None, (n.strip() for n in m["notes"].split(","))):
        apart = rewritten(note, _NOTES, id=m["id"])
        if apart:
            more.append(apart)
        else:
            notes.append(note)
    flags = "".join(f", {n}" for n in notes if n)
    return (f"group {m['id']} {m['side']} at {m['at']}{flags}: {_units(m['units'])}", *more)


def _units(said: str) -> str:
    parts = re.split(r"\s*(?:,|;|\band\b)\s*(?![^()]*\))", said)
    return ", ".join(_unit(p) for p in parts if p)


def _unit(said: str) -> str:
    """A unit as ``ID STRENGTH (notes)``."""
    m = re.fullmatch(r"(?P<id>[\w.-]+)(?:,? (?:of )?strength)?(?: \(?(?P<n>\d+)\)?)?(?:,? \((?P<more>[^)]*)\))?", said)
    if m is None:
        return said
    strength = f" {m['n']}" if m["n"] else ""
    return f"{m['id']}{strength}" + (f" ({m['more']})" if m["more"] else "")


_RECORDS = (
    (Phrase(r"(\S+) (?:has )?spent (\d+)(?: MPs?)?(?: (?:by day|so far|in this step|this step|already))*"), "{0} spent {1} MPs"),
    (Phrase(r"(\S+) (?:has )?spent (\d+) (?:MPs? )?(?:by|at) night"), "{0} spent {1} by night"),
    (Phrase(r"(\S+) (?:has )?spent (\d+) night MPs(?: (?:this|in the|in this) (?:movement )?phase)?"),
     "{0} spent {1} night MPs this phase"),
    (Phrase(r"(\S+) has (?:a )?(?:step marker )?-(\d+)(?: [Ss]tep)?(?: marker)?"), "{0} has -{1} Step"),
    (Phrase(r"(\S+) step marker -?(\d+)"), "{0} has -{1} Step"),
    (Phrase(r"-(\d+) [Ss]tep(?: marker)? on (\S+)"), "{1} has -{0} Step"),
    (Phrase(r"(\S+) (?:is|was|has been|had been) found(?: (?:in )?this step| before| already)?"), "{0} found"),
    (Phrase(r"(\S+) (?:is |was |has been )?activated(?: (?:in )?this turn| already)?"), "{0} activated"),
    (Phrase(r"(\S+) is in reserve"), "{0} in reserve"),
    (Phrase(r"(\S+)(?:'s)? screen(?: is|:) (.+)"), "{0} screen {1}"),
    (Phrase(r"unit (Allied|Axis) (\S+)( \d+)? (?:at|in) \S+"), "unit {0} {1}{2}"),
    (Phrase(r"(\S+) is (?:owned by )?(Allied|Axis|Vichy|neutral)(?:-owned)?"), "owner {0} {1}"),
    (Phrase(r"(\S+) (?:has )?blockade level (\d+)"), "blockade level {1} at {0}"),
    (Phrase(rf"(?:(?:sea )?(?:state )?)?(calm|rough|stormy) (?:seas? |weather )?(?:in|at) ({HEX}|.+)"), "weather {0} in {1}"),
    (Phrase(rf"(?:weather|sea state|sea):? (calm|rough|stormy) (?:in|at) ({HEX}|.+)"), "weather {0} in {1}"),
    (Phrase(rf"sea zone ([A-Z][\w-]*),? ({HEX}.*)"), "sea zone {0}: {1}"),
    (Phrase(rf"({HEX}(?:[ ,]+{HEX})*) (?:is |are )?in (?:the )?sea zone (.+)"), "sea zone {1}: {0}"),
)
"""Lines about what a record says: MPs, markers, what happened to a group, owners, weather, sea zones."""


def _record(said: str) -> tuple[str, ...]:
    made = rewritten(said, _RECORDS)
    return (made,) if made and made != said else ()


# ------------------------------------------------------------------ ports, aircraft, cargo
_SIZES = "minor|standard|major|great"


def _port(said: str) -> tuple[str, ...]:
    m = re.fullmatch(rf"(?:(?P<s1>Allied|Axis|Vichy|neutral)(?:-owned)? )?(?:(?P<size>{_SIZES}) )?(?P<kind>port|naval base)"
                     rf"(?: (?P<s2>Allied|Axis))?(?: (?!at )(?P<name>[^\d,]+?))?,?(?: at)? (?P<hex>{HEX}),?(?P<rest>.*)", said)
    if m is None or re.search(r"interdiction|blockade level", said.split(m["hex"])[0]):
        return ()
    name = (m["name"] or m["hex"]).replace(" ", "-").rstrip(",")
    rest = re.sub(r"\b(Allied|Axis|Vichy|neutral)-owned", r"\1", m["rest"])
    rest = re.sub(r"\bown(?:er|ed by) (?=Allied|Axis|Vichy|neutral)", "", rest)
    rest = re.sub(rf"\b({_SIZES})(?: size| port)?\b", r"\1", rest)
    rest = re.sub(r"(?<=[\w-]) (?=(?:Allied|Axis|minor|standard|major|great|naval base|CD|coast|inland|size)\b)", ", ", rest)
    parts = [m["s1"] or m["s2"] or "", m["size"] or "", "naval base" if m["kind"] == "naval base" else "",
             *(p.strip() for p in re.split(r",| with | and ", rest))]
    return (f"port {name} at {m['hex']}, " + ", ".join(p for p in parts if p),)


def _air(said: str) -> tuple[str, ...]:
    base = re.fullmatch(rf"airbase (?P<base>\S+)(?: at)? (?P<hex>{HEX}): (?P<id>\S+) (?P<rest>.+)", said)
    if base:
        said = f"air {base['id']} {base['rest']}, at {base['base']} {base['hex']}"
    m = re.fullmatch(r"air(?: units?)? (?P<id>[^\s,(]+),? \(?(?P<side>Allied|Axis)\)?,? (?P<rest>.+)",
                     _side_second(said, r"air(?: unit)?"))
    if m is None:
        return ()
    rest = re.sub(r"\b(?:flying|on) (?=(?:naval |air )*(?:patrol|strike|escort)|cap\b|no mission)", "", m["rest"])
    rest = re.sub(r"\b(range|strength):? ?(?:of )?(\d+)(?: hexes)?", r"\1 \2", rest)
    rest = re.sub(r",? (?=(?:at|based at|on [A-Z]|range|strength|torpedo|X$|Inop)\b)", ", ", rest).replace("based at", "at")
    rest = re.sub(rf", (?!at )(\S+ {HEX}|{HEX})", r", at \1", rest)
    return (f"air {m['id']} {m['side']} {rest}",)


_KINDS = (
    (r"(?:non-|un)motori[sz]ed|(?:without|with no|no) (?:heavy equipment|HE)|light|on foot|foot|unit|infantry|troops", ""),
    (r"supply points?|SPs?|\d+ SPs?", "SP"), (r"\d+ SRPs?|SRPs?", "SRP"), (r"mines?|mine points?", "mine point"),
    (r"motori[sz]ed|mechani[sz]ed", "motorized"), (r"intrinsic(?:ally)? amphibious|amphibious|marines?|commandos?", "intrinsic"),
    (r"(?:in|on|using|riding|carried by|with)(?: an?)? LVTs?|LVTs?", "LVT"), (r"armou?r(?:ed)?|tanks?", "armour"),
    (r"(?:with |has )?(?:heavy equipment|HE)", "heavy equipment"), (r"artillery", "artillery"), (r"cavalry", "cavalry"),
    (r"c/m|combat/motori[sz]ed", "c/m"),
)


def _cargo(said: str) -> tuple[str, ...]:
    m = (
        re.fullmatch(r"(?P<u>[\w.-]+) carries (?:cargo )?(?P<id>[\w.-]+)(?:: ?| \(|, )?(?P<what>[^)]*)\)?", said)
        or re.fullmatch(r"(?:(?:cargo|(?P<mine>mine point)) )?(?P<id>[\w.-]+?)"
                        r"(?: (?P<side>Allied|Axis))?(?: \((?P<early>[^)]*)\))? "
                        rf"(?:is )?(?:on|aboard|ashore at|ashore in|at|in) (?P<u>{HEX}|[\w.-]+)"
                        r"(?:[:,] ?|,? \(|$)(?P<what>[^)]*)\)?",
                        _side_second(said, "cargo"))
    )
    given = m.groupdict() if m else {}
    if m is None or (not said.startswith(("cargo", "mine point", "Allied cargo", "Axis cargo")) and not given.get("what")
                     and "carries" not in said):
        return ()
    words = [w for w in (given.get("early"), m["what"], given.get("mine")) if w]
    marks: list[str] = []
    for part in re.split(r"\s*[,;]\s*|\s+and\s+", ", ".join(words)):
        while part:
            for pattern, mark in _KINDS:
                found = re.match(rf"(?:{pattern})(?!\S)\s*", part, re.IGNORECASE)
                if found:
                    marks.append(mark)
                    part = part[found.end() :]
                    break
            else:
                return ()
    side = f" {given['side']}" if given.get("side") else ""
    place = f"{'at' if ':' in m['u'] else 'on'} {m['u']}"
    kinds = ", ".join(k for k in marks if k)
    return (f"cargo {m['id']}{side} {place}" + (f": {kinds}" if kinds else ""),)


# ------------------------------------------------------------------ terrain, owners
def _hexes_first(said: str) -> tuple[str, ...]:
    """Lines about hexes that begin with them, or name the owner first."""
    hexes = rf"(?:hexe?s? )?(?P<hexes>{HEX}(?:(?:,|-| and|,? and| to)? ?(?:{HEX}|\d{{4}}))*)"
    whose = r"(?P<side>Allied|Axis|neutral|nobody|Vichy)(?:-owned)?"
    m = re.fullmatch(rf"{hexes}:?(?: (?:is|are))?(?: owned by| controlled by)?:? {whose}", said)
    m = m or re.fullmatch(rf"(?P<side>Allied|Axis) (?:owns?|holds?|controls?) {hexes}", said)
    m = m or re.fullmatch(rf"owner(?: of)? {hexes}:?(?: is)? {whose}", said)
    if m:
        return (f"owner {_spread(m['hexes'])} {m['side']}",)
    m = re.fullmatch(
        rf"{hexes}:?(?: (?:is|are))?(?: an?)? (?P<kind>all[- ]sea|open sea|sea|coastal|coast|all[- ]land|land"
        rf"|restricted(?: waters)?|river|lake)(?: hex(?:es)?)?,?(?: (?:owned by )?{whose})?", said)
    m = m or re.fullmatch(rf"(?P<kind>all[- ]sea|coastal|land|restricted(?: waters)?|river|lake) hexe?s?:? {hexes},?"
                          rf"(?: (?P<side>Allied|Axis))?", said)
    if m is None:
        return ()
    kind = {"open sea": "all-sea", "all sea": "all-sea", "all-land": "land"}.get(m["kind"], m["kind"])
    spread = _spread(m["hexes"])
    side = m["side"] or ""
    if side in ("neutral", "nobody", "Vichy"):
        return f"hex {spread} {kind}", f"owner {spread} {side}"
    return (f"hex {spread} {kind} {side}".strip(),)


def _spread(said: str) -> str:
    """Hexes with their sheet: ``33:1204, 1205`` is ``33:1204 33:1205``; ``33:1204-1206`` runs along the line."""
    out: list[str] = []
    sheet = ""
    for part in re.findall(rf"{HEX}|\d{{4}}|-|\bto\b", said):
        if part in ("-", "to"):
            out.append("-")
            continue
        if ":" in part:
            sheet = part.split(":")[0]
        number = part.split(":")[-1]
        if out and out[-1] == "-":
            first = out[-2].split(":")[1]
            out.pop()
            if first[:2] == number[:2]:
                out += [f"{sheet}:{first[:2]}{p:02}" for p in range(int(first[2:]) + 1, int(number[2:]))]
        out.append(f"{sheet}:{number}")
    return " ".join(out)


# ------------------------------------------------------------------ markers: by what they name
class _Marker(msgspec.Struct, frozen=True):
    """What a line about a marker names: its side, hexes and number (empty where it names none), its other words, hexsides."""

    side: str
    at: str
    number: str
    words: frozenset[str]
    edges: tuple[str, ...]

    def first(self, *words: str) -> str:
        """The first of some words that the line has, or empty."""
        return next((w for w in words if w in self.words), "")


def _marker(said: str) -> tuple[str, ...]:
    edges = re.findall(rf"{EDGE}|{HEX}-(?:{HEX}|\d{{4}})", said)
    rest = said
    for e in edges:
        rest = rest.replace(e, " ")
    hexes = re.findall(rf"{HEX}(?:(?:,| and)? ?(?:{HEX}|\b\d{{4}}))*", rest)
    for h in hexes:
        rest = rest.replace(h, " ")
    rest = re.sub(r"(Allied|Axis)-(?:exerted|owned)", r"\1", rest)
    words = re.findall(r"[A-Za-z][\w-]*|\d+", rest)
    numbers = [str(COUNTS.get(w.lower(), w)) for w in words if w.isdecimal() or w.lower() in COUNTS]
    others = {w.lower() for w in words if not w.isdecimal()} - {s.lower() for s in SIDES} - set(COUNTS)
    marker = _Marker(next((w for w in words if w in SIDES), ""), _spread(" ".join(hexes)), next(iter(numbers), ""),
                     frozenset(others), tuple(edges))
    for named, also, write in _MARKERS:
        if named & marker.words and not marker.words - named - also - FILLERS:
            made = write(marker)
            return made if made != (said,) else ()
    return ()


_Write = Callable[[_Marker], tuple[str, ...]]


def _sided(form: str, usual: str = "") -> _Write:
    """A line about a side's marker in a hex; *usual* is its number where the line names none."""
    def write(m: _Marker) -> tuple[str, ...]:
        n = m.number or usual
        return (form.format(side=m.side, at=m.at, n=n),) if m.side and m.at and ("{n}" not in form or n) else ()

    return write


def _zoc(m: _Marker) -> tuple[str, ...]:
    how = m.first("double", "full", "partial")
    times = int(m.number) if m.number in ("1", "2", "3") else 1
    return (f"ZOC {m.side} {how} at {m.at}",) * times if m.side and m.at and how else ()


def _edge(m: _Marker) -> tuple[str, ...]:
    kind = m.first("strait", "straits", "partial", "full", "canal", "river", "lake", "land")
    kind = {"partial": "partial sea", "full": "full sea", "strait": "narrow strait", "straits": "narrow strait"}.get(kind, kind)
    return tuple(f"hexside {e.replace('-', '/')} {kind}" for e in m.edges) if kind else ()


def _weather(m: _Marker) -> tuple[str, ...]:
    sea = m.first("stormy", "rough", "calm")
    return (f"weather {sea}",) if sea and not m.at else ()


def _blockade(m: _Marker) -> tuple[str, ...]:
    return (f"blockade level {m.number} at {m.at}",) if m.number and m.at else ()


def _row(named: str, also: str, write: _Write) -> tuple[frozenset[str], frozenset[str], _Write]:
    return frozenset(named.split()), frozenset(also.split()), write


_MARKERS = (
    _row("anti-shipping", "", _sided("anti-shipping {side} at {at}")),
    _row("cd cds defence defense defences defenses", "coast coastal", _sided("coast defence {side} {n} at {at}")),
    _row("interdiction", "port", _sided("interdiction {side} level {n} at {at}", "1")),
    _row("mine mines minebelt minefield mined", "enemy", _sided("mines {side} {n} at {at}", "1")),
    _row("ground troops", "inf infantry xx division", _sided("ground unit {side} at {at}")),
    _row("zoc zocs", "partial full double enemy", _zoc),
    _row("blockade", "port", _blockade),
    _row("danger", "zone zones", _sided("danger zone {side} at {at}")),
    _row("gibraltar", "", _sided("Gibraltar at {at}, {side}")),
    _row("strait straits partial full canal river lake land", "narrow major great", _edge),
    _row("stormy rough calm", "", _weather),
)
"""Markers: words of which a line about one has at least one, words it may have besides the usual fillers, what it means."""


def _side_second(said: str, what: str) -> str:
    """``Axis group R ...`` as ``group R Axis ...``."""
    m = re.fullmatch(rf"(Allied|Axis) ({what}) ([^\s,:(]+),? (.+)", said)
    return f"{m[2]} {m[3]} {m[1]} {m[4]}" if m else said
